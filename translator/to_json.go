// This file prints BEVE as JSON. Every structural check is the wire package's, so
// that what is refused here is what every other reader refuses.

package translator

import (
	"math"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/wire"
)

// printer is the state of one translation to JSON.
type printer struct {
	opts   Options
	src    []byte
	out    []byte
	budget wire.Budget
	trail  fault.Trail
}

// message prints src, which must hold one message and nothing else.
func (p *printer) message(src []byte) error {
	if err := p.opts.admit(len(src), ""); err != nil {
		return err
	}
	off, err := wire.ReadMessageStart(src)
	if err != nil {
		return err
	}
	next, err := p.one(src, off)
	if err != nil {
		return err
	}
	return wire.CheckEnd(src, next)
}

// one prints the value at src[off:] and returns the offset after it. On failure
// out is as long as before.
func (p *printer) one(src []byte, off int) (next int, err error) {
	p.src, p.budget = src, p.opts.Limits.Budget()
	p.budget.ReadTypeTags(p.opts.LegacyTypeTag)
	start := len(p.out)
	next, err = p.value(off)
	if err != nil {
		if d, ok := err.(*DecodeError); ok {
			d.Path = p.trail.Pointer()
		}
		p.trail.Reset()
		p.out = p.out[:start]
		return off, err
	}
	return next, nil
}

// value prints the value at off.
func (p *printer) value(off int) (next int, err error) {
	h, err := wire.ReadHeader(p.src, off)
	if err != nil {
		return off, err
	}
	switch h.Kind() {
	case wire.KindNull:
		p.out = append(p.out, "null"...)
		return off + 1, nil
	case wire.KindBool:
		p.out = appendBool(p.out, h == wire.HeaderTrue)
		return off + 1, nil
	case wire.KindNumber:
		v, next, err := wire.ReadNumber(p.src, off)
		if err != nil {
			return off, err
		}
		return next, p.number(v, off)
	case wire.KindString:
		text, next, err := wire.ViewString(p.src, off)
		if err != nil {
			return off, err
		}
		p.out = jsontext.AppendString(p.out, text)
		return next, nil
	case wire.KindObject, wire.KindIntObject:
		return p.object(off)
	case wire.KindArray:
		return p.array(off)
	case wire.KindNumbers, wire.KindAligned:
		a, next, err := wire.ViewNumbers(p.src, off)
		if err != nil {
			return off, err
		}
		return next, p.numbers(a, next)
	case wire.KindBools:
		return p.bools(off)
	case wire.KindStrings:
		return p.strings(off)
	case wire.KindMatrix:
		return p.matrix(off)
	case wire.KindComplex:
		c, next, err := wire.ViewComplexes(p.src, off)
		if err != nil {
			return off, err
		}
		return next, p.complexes(c, next)
	case wire.KindTime:
		return p.times(off)
	}
	return p.extended(h, off)
}

// enter takes the budget of n children of the container at off, which has some.
func (p *printer) enter(off, n int) error {
	if !p.budget.Enter(n) {
		return fault.At(off, p.budget.Err())
	}
	return nil
}

func appendBool(dst []byte, v bool) []byte {
	if v {
		return append(dst, "true"...)
	}
	return append(dst, "false"...)
}

// number prints v, which stands at off.
func (p *printer) number(v wire.Number, off int) error {
	switch v.Header() {
	case wire.HeaderFloat64:
		f, _ := v.Float64()
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return p.nonFinite(v, off)
		}
		p.out = jsontext.AppendFloat64(p.out, f)
		return nil
	case wire.HeaderFloat32, wire.HeaderFloat16, wire.HeaderBFloat16:
		f, _ := v.Float32()
		if f != f || f > math.MaxFloat32 || f < -math.MaxFloat32 {
			return p.nonFinite(v, off)
		}
		p.out = jsontext.AppendFloat32(p.out, f)
		return nil
	case wire.HeaderFloat128:
		return v.Misfit(off, "JSON", false)
	}
	if i, ok := v.Int64(); ok {
		p.out = strconv.AppendInt(p.out, i, 10)
	} else {
		p.out = v.AppendDecimal(p.out)
	}
	return nil
}

// nonFinite prints a NaN or an infinity, for which JSON has no word.
func (p *printer) nonFinite(v wire.Number, off int) error {
	if p.opts.NonFiniteError {
		return fault.At(off, fault.Because(fault.ErrUnsupported, v.String()+" has no JSON form"))
	}
	p.out = append(p.out, "null"...)
	return nil
}

// object prints the object at off, with string or integer keys.
func (p *printer) object(off int) (next int, err error) {
	h, n, next, err := wire.ReadObject(p.src, off)
	if err != nil {
		return off, err
	}
	if n == 0 {
		p.out = append(p.out, "{}"...)
		return next, nil
	}
	if err := p.enter(off, n); err != nil {
		return off, err
	}
	p.out = append(p.out, '{')
	for i := range n {
		if i > 0 {
			p.out = append(p.out, ',')
		}
		key := next
		if next, err = p.key(h, key); err != nil {
			return off, err
		}
		p.out = append(p.out, ':')
		if next, err = p.value(next); err != nil {
			p.failedMember(h, key)
			return off, err
		}
	}
	p.budget.Leave()
	p.out = append(p.out, '}')
	return next, nil
}

// key prints the key at off of an object with header h.
func (p *printer) key(h wire.Header, off int) (next int, err error) {
	if h.Kind() == wire.KindObject {
		text, next, err := wire.ViewText(p.src, off)
		if err != nil {
			return off, err
		}
		p.out = jsontext.AppendString(p.out, text)
		return next, nil
	}
	k, next, err := wire.ReadIntKey(p.src, off, h)
	if err != nil {
		return off, err
	}
	p.out = append(k.AppendDecimal(append(p.out, '"')), '"')
	return next, nil
}

// failedMember adds the key at off to the path of an error.
func (p *printer) failedMember(h wire.Header, off int) {
	if h.Kind() == wire.KindObject {
		if text, _, err := wire.ViewText(p.src, off); err == nil {
			p.trail.Key(string(text))
		}
	} else if k, _, err := wire.ReadIntKey(p.src, off, h); err == nil {
		p.trail.Key(k.String())
	}
}

// array prints the generic array at off.
func (p *printer) array(off int) (next int, err error) {
	n, next, err := wire.ReadArray(p.src, off)
	if err != nil {
		return off, err
	}
	if n == 0 {
		p.out = append(p.out, "[]"...)
		return next, nil
	}
	if err := p.enter(off, n); err != nil {
		return off, err
	}
	p.out = append(p.out, '[')
	for i := range n {
		if i > 0 {
			p.out = append(p.out, ',')
		}
		if next, err = p.value(next); err != nil {
			p.trail.Index(i)
			return off, err
		}
	}
	p.budget.Leave()
	p.out = append(p.out, ']')
	return next, nil
}

// numbers prints a numeric array whose elements end at end.
func (p *printer) numbers(a wire.Numbers, end int) error {
	start, width := end-len(a.Data()), a.Elem().Width()
	p.out = append(p.out, '[')
	for i := range a.Len() {
		if i > 0 {
			p.out = append(p.out, ',')
		}
		if err := p.number(a.At(i), start+i*width); err != nil {
			p.trail.Index(i)
			return err
		}
	}
	p.out = append(p.out, ']')
	return nil
}

// bools prints the boolean array at off.
func (p *printer) bools(off int) (next int, err error) {
	a, next, err := wire.ViewBools(p.src, off)
	if err != nil {
		return off, err
	}
	p.out = append(p.out, '[')
	for i := range a.Len() {
		if i > 0 {
			p.out = append(p.out, ',')
		}
		p.out = appendBool(p.out, a.At(i))
	}
	p.out = append(p.out, ']')
	return next, nil
}

// strings prints the string array at off.
func (p *printer) strings(off int) (next int, err error) {
	n, next, err := wire.ReadStrings(p.src, off)
	if err != nil {
		return off, err
	}
	if n == 0 {
		p.out = append(p.out, "[]"...)
		return next, nil
	}
	if err := p.enter(off, n); err != nil {
		return off, err
	}
	p.out = append(p.out, '[')
	for i := range n {
		if i > 0 {
			p.out = append(p.out, ',')
		}
		text, end, err := wire.ViewText(p.src, next)
		if err != nil {
			p.trail.Index(i)
			return off, err
		}
		p.out, next = jsontext.AppendString(p.out, text), end
	}
	p.budget.Leave()
	p.out = append(p.out, ']')
	return next, nil
}

// typeTag prints the type tag at off.
func (p *printer) typeTag(off int) (next int, err error) {
	index, next, err := wire.ReadTypeTag(p.src, off)
	if err != nil {
		return off, err
	}
	if err := p.enter(off, 1); err != nil {
		return off, err
	}
	p.out = append(p.out, `{"index":`...)
	p.out = strconv.AppendUint(p.out, index, 10)
	p.out = append(p.out, `,"value":`...)
	if next, err = p.value(next); err != nil {
		return off, err
	}
	p.budget.Leave()
	p.out = append(p.out, '}')
	return next, nil
}

// matrix prints the matrix at off.
func (p *printer) matrix(off int) (next int, err error) {
	m, next, err := wire.ViewMatrix(p.src, off)
	if err != nil {
		return off, err
	}
	if err := p.enter(off, 1); err != nil {
		return off, err
	}
	p.out = append(p.out, `{"layout":`...)
	p.out = jsontext.AppendText(p.out, m.Layout.String())
	p.out = append(p.out, `,"extents":`...)
	// Extents are integers, which always print, so where they stand is of no use.
	if err := p.numbers(m.Extents, off); err != nil {
		return off, err
	}
	p.out = append(p.out, `,"value":`...)
	if m.Complex {
		err = p.complexes(wire.Complexes{Parts: m.Value}, next)
	} else {
		err = p.numbers(m.Value, next)
	}
	if err != nil {
		return off, err
	}
	p.budget.Leave()
	p.out = append(p.out, '}')
	return next, nil
}

// complexes prints one complex number or an array of them, whose components end
// at end.
func (p *printer) complexes(c wire.Complexes, end int) error {
	if c.Single {
		return p.numbers(c.Parts, end)
	}
	start, width := end-len(c.Parts.Data()), c.Parts.Elem().Width()
	p.out = append(p.out, '[')
	for i := range c.Len() {
		if i > 0 {
			p.out = append(p.out, ',')
		}
		if err := p.numbers(c.Parts.Slice(2*i, 2*i+2), start+(2*i+2)*width); err != nil {
			p.trail.Index(i)
			return err
		}
	}
	p.out = append(p.out, ']')
	return nil
}

// times prints the draft timestamp or array of them at off.
func (p *printer) times(off int) (next int, err error) {
	a, next, err := wire.ViewTimes(p.src, off)
	if err != nil {
		return off, err
	}
	if a.Single {
		return next, p.time(a, 0, off)
	}
	p.out = append(p.out, '[')
	for i := range a.Len() {
		if i > 0 {
			p.out = append(p.out, ',')
		}
		if err := p.time(a, i, off); err != nil {
			return off, err
		}
	}
	p.out = append(p.out, ']')
	return next, nil
}
