// What a message means by the functions of package wire, one for each construct.

package main

import (
	"slices"

	"github.com/beve-org/beve-go/conformance/meaning"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// kinds are the names of classes and widths in the notation.
var kinds = map[wire.Header]string{
	wire.HeaderBFloat16: "bf16", wire.HeaderFloat16: "f16", wire.HeaderFloat32: "f32", wire.HeaderFloat64: "f64", wire.HeaderFloat128: "f128",
}

// printer prints values that wire.Validate has accepted.
type printer struct {
	src  []byte
	out  []byte
	fail error
}

// printWire returns the meaning of a message by package wire.
func printWire(src []byte) ([]byte, error) {
	if err := wire.Validate(src); err != nil {
		return nil, err
	}
	start, err := wire.ReadMessageStart(src)
	if err != nil {
		return nil, err
	}
	p := printer{src: src}
	end := p.value(start)
	if p.fail == nil {
		p.fail = wire.CheckEnd(src, end)
	}
	return p.out, p.fail
}

// may keeps the first error of a read.
func (p *printer) may(err error) {
	if p.fail == nil {
		p.fail = err
	}
}

func (p *printer) add(text string) { p.out = append(p.out, text...) }

func (p *printer) comma(i int) {
	if i > 0 {
		p.out = append(p.out, ',')
	}
}

func (p *printer) number(n wire.Number, data []byte) {
	if kind, ok := kinds[n.Header()]; ok {
		p.out = meaning.AppendFloat(p.out, kind, data)
		return
	}
	if v, ok := n.Int128(); ok {
		p.out = v.AppendDecimal(p.out)
	} else if v, ok := n.Uint128(); ok {
		p.out = v.AppendDecimal(p.out)
	}
}

func (p *printer) text(off int) (next int) {
	text, next, err := wire.ViewText(p.src, off)
	p.may(err)
	p.out = meaning.AppendString(p.out, string(text))
	return next
}

// piece returns what a read prints.
func (p *printer) piece(read func()) []byte {
	n := len(p.out)
	read()
	text := slices.Clone(p.out[n:])
	p.out = p.out[:n]
	return text
}

// value prints the value at off.
func (p *printer) value(off int) (next int) {
	if p.fail != nil {
		return off
	}
	h, err := wire.ReadHeader(p.src, off)
	if err != nil {
		p.may(err)
		return off
	}
	switch h.Kind() {
	case wire.KindNull:
		next, err = wire.ReadNull(p.src, off)
		p.add("null")
	case wire.KindBool:
		var v bool
		v, next, err = wire.ReadBool(p.src, off)
		p.add(p.boolText(v))
	case wire.KindNumber:
		var n wire.Number
		n, next, err = wire.ReadNumber(p.src, off)
		if err == nil {
			p.number(n, p.src[off+1:next])
		}
	case wire.KindString:
		var s string
		s, next, err = wire.ReadString(p.src, off)
		p.out = meaning.AppendString(p.out, s)
	case wire.KindNumberArray, wire.KindAligned:
		var a wire.Numbers
		if a, next, err = wire.ViewNumbers(p.src, off); err == nil {
			p.numbers(a)
		}
	case wire.KindComplex:
		var c wire.Complexes
		if c, next, err = wire.ViewComplexes(p.src, off); err == nil {
			p.complexes(c)
		}
	case wire.KindBoolArray:
		var a wire.Bools
		if a, next, err = wire.ViewBools(p.src, off); err == nil {
			p.add("[")
			for i := range a.Len() {
				p.comma(i)
				p.add(p.boolText(a.At(i)))
			}
			p.add("]")
		}
	case wire.KindMatrix:
		next, err = p.matrix(off)
	case wire.KindTime:
		next, err = p.times(off)
	case wire.KindObject, wire.KindIntObject, wire.KindArray, wire.KindStringArray:
		next, err = p.container(h, off)
	default:
		next, err = p.extended(h, off)
	}
	p.may(err)
	return next
}

func (p *printer) boolText(v bool) string {
	if v {
		return "true"
	}
	return "false"
}

func (p *printer) numbers(a wire.Numbers) {
	w := a.Elem().Width()
	p.add("[")
	for i := range a.Len() {
		p.comma(i)
		p.number(a.At(i), a.Data()[i*w:(i+1)*w])
	}
	p.add("]")
}

func (p *printer) complexes(c wire.Complexes) {
	w := c.Parts.Elem().Width()
	if !c.Single {
		p.add("[")
	}
	for i := range c.Len() {
		p.comma(i)
		p.add(`{"$complex":[`)
		p.number(c.Parts.At(2*i), c.Parts.Data()[2*i*w:(2*i+1)*w])
		p.add(",")
		p.number(c.Parts.At(2*i+1), c.Parts.Data()[(2*i+1)*w:(2*i+2)*w])
		p.add("]}")
	}
	if !c.Single {
		p.add("]")
	}
}

// container prints an object, a generic array or a string array.
func (p *printer) container(h wire.Header, off int) (next int, err error) {
	n := 0
	switch h.Kind() {
	case wire.KindArray:
		n, next, err = wire.ReadArray(p.src, off)
	case wire.KindStringArray:
		n, next, err = wire.ReadStrings(p.src, off)
	default:
		_, n, next, err = wire.ReadObject(p.src, off)
	}
	if err != nil {
		return next, err
	}
	switch h.Kind() {
	case wire.KindObject:
		var members []meaning.Member
		for i := 0; i < n && p.fail == nil; i++ {
			key := p.piece(func() { next = p.text(next) })
			members = append(members, meaning.Member{Key: key, Value: p.piece(func() { next = p.value(next) })})
		}
		p.out = meaning.AppendObject(p.out, members)
		return next, nil
	case wire.KindIntObject:
		p.add(`{"$map":`)
		defer p.add("}")
	}
	p.add("[")
	for i := 0; i < n && p.fail == nil; i++ {
		p.comma(i)
		switch h.Kind() {
		case wire.KindArray:
			next = p.value(next)
		case wire.KindStringArray:
			next = p.text(next)
		default:
			key, after, err := wire.ReadIntKey(p.src, next, h)
			p.may(err)
			p.add("[")
			p.number(key, nil)
			p.add(",")
			next = p.value(after)
			p.add("]")
		}
	}
	p.add("]")
	return next, nil
}

func (p *printer) matrix(off int) (next int, err error) {
	m, next, err := wire.ViewMatrix(p.src, off)
	if err != nil {
		return next, err
	}
	p.add(`{"$matrix":["` + [...]string{"row", "column"}[m.Layout] + `",`)
	p.numbers(m.Extents)
	p.add(",")
	if m.Complex {
		p.complexes(wire.Complexes{Parts: m.Value})
	} else {
		p.numbers(m.Value)
	}
	p.add("]}")
	return next, nil
}

func (p *printer) stamp(t scalar.Timestamp) {
	p.out = meaning.AppendTimestamp(p.out, t.Seconds, t.Nanoseconds, t.TimezoneOffset)
}

func (p *printer) times(off int) (next int, err error) {
	a, next, err := wire.ViewTimes(p.src, off)
	if err != nil {
		return next, err
	}
	if a.Single {
		p.stamp(a.At(0))
		return next, nil
	}
	p.add("[")
	for i := range a.Len() {
		p.comma(i)
		p.stamp(a.At(i))
	}
	p.add("]")
	return next, nil
}

// extended prints what the profile adds, and type tags.
func (p *printer) extended(h wire.Header, off int) (next int, err error) {
	switch h.Kind() {
	case wire.KindDuration:
		var d scalar.Duration
		if d, next, err = wire.ReadDuration(p.src, off); err == nil {
			p.out = meaning.AppendDuration(p.out, d.Negative, d.Seconds, d.Nanoseconds)
		}
	case wire.KindInterval:
		var start, end scalar.Timestamp
		if start, end, _, next, err = wire.ReadInterval(p.src, off); err == nil {
			p.add(`{"$interval":[`)
			p.stamp(start)
			p.add(",")
			p.stamp(end)
			p.add("]}")
		}
	case wire.KindUUID:
		var id [16]byte
		if id, next, err = wire.ReadUUID(p.src, off); err == nil {
			p.add(`{"$uuid":"` + string(scalar.AppendUUIDText(nil, id)) + `"}`)
		}
	case wire.KindRegExp:
		var pattern []byte
		var flags scalar.RegExpFlags
		if pattern, flags, next, err = wire.ViewRegExp(p.src, off); err == nil {
			p.add(`{"$regexp":["` + flags.String() + `",`)
			p.out = meaning.AppendString(p.out, string(pattern))
			p.add("]}")
		}
	case wire.KindIndexed:
		next, err = p.indexed(off)
	case wire.KindTable:
		if wire.TypeTagAt(p.src, off, false) {
			var index uint64
			index, next, err = wire.ReadTypeTag(p.src, off)
			p.add(`{"$tag":[`)
			p.out = meaning.AppendUint(p.out, index)
			p.add(",")
			next = p.value(next)
			p.add("]}")
			return next, err
		}
		next, err = p.table(off)
	}
	return next, err
}

func (p *printer) indexed(off int) (next int, err error) {
	x, err := wire.OpenIndexed(p.src, off)
	if err != nil {
		return off, err
	}
	var members []meaning.Member
	next = x.Data
	for i := 0; i < x.Len && p.fail == nil; i++ {
		name, err := x.Next(p.src, next)
		if err != nil {
			return next, err
		}
		members = append(members, meaning.Member{Key: meaning.AppendString(nil, string(name)), Value: p.piece(func() { next = p.value(next) })})
	}
	p.out = meaning.AppendObject(p.out, members)
	return next, x.Check(p.src, next)
}

func (p *printer) table(off int) (next int, err error) {
	t, err := wire.ReadTable(p.src, off)
	if err != nil {
		return off, err
	}
	names := make([][]byte, t.Fields)
	for i := range names {
		names[i] = meaning.AppendString(nil, string(t.Name(p.src, i)))
	}
	next = t.Cells
	p.add("[")
	for i := 0; i < t.Rows && p.fail == nil; i++ {
		p.comma(i)
		var members []meaning.Member
		for _, name := range names {
			members = append(members, meaning.Member{Key: name, Value: p.piece(func() { next = p.value(next) })})
		}
		p.out = meaning.AppendObject(p.out, members)
	}
	p.add("]")
	return next, nil
}
