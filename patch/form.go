package patch

import (
	"bytes"
	"math"
	"strconv"

	"github.com/beve-org/beve-go/internal/edit"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// form is what package edit knows of BEVE.
type form struct{ limits fault.Limits }

// formOf returns the form under limits.
func formOf(l fault.Limits) *form {
	l.MaxDepth = fault.Depth(l.MaxDepth)
	return &form{limits: l}
}

// usual is the form under the default limits.
var usual = formOf(fault.Limits{})

func (f *form) Name() string         { return "" }
func (f *form) Limits() fault.Limits { return f.limits }
func (f *form) Separator() string    { return "" }

func (f *form) Start(msg []byte) (off int, err error) { return wire.ReadMessageStart(msg) }

func (f *form) Check(src []byte, off int, l fault.Limits) (end int, err error) {
	b := l.Budget()
	if end, err = wire.SkipWithin(src, off, &b); err == nil {
		err = wire.CheckEnd(src, end)
	}
	return end, err
}

func (f *form) Skip(src []byte, off int) (next int, err error) {
	b := f.limits.Budget()
	return wire.SkipWithin(src, off, &b)
}

func (f *form) SkipWithin(src []byte, off int, b *fault.Budget) (next int, err error) {
	return wire.SkipWithin(src, off, b)
}

func (f *form) Open(src []byte, off int) (s edit.Shape, err error) {
	h, err := wire.ReadHeader(src, off)
	if err != nil {
		return s, err
	}
	s.Head = byte(h)
	switch h.Kind() {
	case wire.KindObject, wire.KindIntObject:
		s.Kind = edit.Object
		_, s.N, s.Body, err = wire.ReadObject(src, off)
	case wire.KindArray:
		s.Kind = edit.Array
		s.N, s.Body, err = wire.ReadArray(src, off)
	case wire.KindStringArray:
		s.Kind, s.Bare, s.Lead = edit.Array, true, byte(wire.HeaderString)
		s.N, s.Body, err = wire.ReadStrings(src, off)
	case wire.KindNumberArray, wire.KindAligned:
		s.Kind = edit.Array
		if h.Kind() == wire.KindAligned {
			s.Kind = edit.Packed
		}
		a, next, fault := wire.ViewNumbers(src, off)
		if err = fault; err == nil {
			s.Bare, s.Lead, s.Width = true, byte(a.Elem()), a.Elem().Width()
			s.N, s.Body = a.Len(), next-len(a.Data())
		}
	case wire.KindBoolArray, wire.KindIndexed, wire.KindMatrix, wire.KindInterval:
		s.Kind = edit.Packed
	case wire.KindTable:
		if !wire.TypeTagAt(src, off, false) {
			s.Kind = edit.Packed
		}
	case wire.KindComplex:
		a, _, fault := wire.ViewComplexes(src, off)
		if err = fault; err == nil && !a.Single {
			s.Kind = edit.Packed
		}
	case wire.KindTime:
		a, _, fault := wire.ViewTimes(src, off)
		if err = fault; err == nil && !a.Single {
			s.Kind = edit.Packed
		}
	}
	return s, err
}

func (f *form) Why(src []byte, off int) error {
	h, err := wire.ReadHeader(src, off)
	if err != nil {
		return err
	}
	switch h.Kind() {
	case wire.KindTable:
		return fault.Because(fault.ErrUnsupported, "a type tag of version 1 is changed as a whole")
	case wire.KindComplex, wire.KindRegExp:
		return fault.Because(fault.ErrUnsupported, h.String()+" is changed as a whole")
	}
	return fault.Because(fault.ErrMismatch, h.String()+" has no parts")
}

func (f *form) Key(src []byte, off int, s edit.Shape) (key []byte, value int, err error) {
	if s.Kind != edit.Object {
		return nil, off, nil
	}
	if h := wire.Header(s.Head); h != wire.HeaderObject {
		n, next, err := wire.ReadIntKey(src, off, h)
		if err != nil {
			return nil, off, err
		}
		return n.AppendDecimal(nil), next, nil
	}
	return wire.ViewText(src, off)
}

func (f *form) End(src []byte, value int, s edit.Shape) (end int, err error) {
	switch {
	case s.Width > 0:
		return value + s.Width, nil
	case s.Bare:
		_, end, err = wire.ViewText(src, value)
		return end, err
	}
	return f.Skip(src, value)
}

func (f *form) After(src []byte, end int, s edit.Shape) (to, next int, err error) {
	return end, end, nil
}

func (f *form) Plain(k edit.Kind) edit.Shape {
	if k == edit.Object {
		return edit.Shape{Kind: k, Head: byte(wire.HeaderObject)}
	}
	return edit.Shape{Kind: k, Head: byte(wire.HeaderArray)}
}

func (f *form) AppendHead(dst []byte, s edit.Shape, n int) []byte {
	return wire.AppendSize(append(dst, s.Head), n)
}

func (f *form) AppendTail(dst []byte, s edit.Shape) []byte { return dst }

func (f *form) AppendText(dst []byte, text string) []byte { return wire.AppendString(dst, text) }

func (f *form) Printed(part []byte) int { return len(part) }

func (f *form) TextRoom(printed int) int { return 1 + wire.SizeLen(printed) + printed }

func (f *form) AppendKey(dst []byte, s edit.Shape, name string) ([]byte, error) {
	h := wire.Header(s.Head)
	if h == wire.HeaderObject {
		if !wire.ValidText([]byte(name)) {
			return dst, fault.ErrUTF8
		}
		return wire.AppendText(dst, name), nil
	}
	lo, hi, ok := parseKey(name, h)
	if !ok {
		return dst, fault.Because(fault.ErrMismatch, fault.Quote(name)+" is not a key of an "+h.String())
	}
	for i := range h.Width() {
		w := lo
		if i >= 8 {
			w = hi
		}
		dst = append(dst, byte(w>>(8*(i%8))))
	}
	return dst, nil
}

// parseKey reads a name as an integer of the class and width that h has for its keys.
func parseKey(name string, h wire.Header) (lo, hi uint64, ok bool) {
	var n wire.Number
	if u, err := scalar.ParseUint128(name); err == nil {
		lo, hi = u.Lo, u.Hi
		n, _, _ = wire.ReadNumber(wire.AppendInt128(nil, u), 0)
	} else if i, err := scalar.ParseInt128(name); err == nil {
		lo, hi = i.Lo, uint64(i.Hi)
		n, _, _ = wire.ReadNumber(wire.AppendInt128(nil, i), 0)
	} else {
		return 0, 0, false
	}
	return lo, hi, n.String() == name && holds(h, n)
}

// holds reports whether integers of the class and width of h hold n.
func holds(h wire.Header, n wire.Number) bool {
	if n.IsFloat() {
		return false
	}
	bits := 8 * h.Width()
	if h.Class() == wire.Unsigned {
		if bits == 128 {
			_, ok := n.Uint128()
			return ok
		}
		u, ok := n.Uint64()
		return ok && u>>(bits-1)>>1 == 0
	}
	if bits == 128 {
		_, ok := n.Int128()
		return ok
	}
	i, ok := n.Int64()
	return ok && i>>(bits-1) == i>>63
}

// as appends the number of value, a whole one, without a header as one of header h, if that
// holds it.
func as(dst, value []byte, h wire.Header) ([]byte, bool) {
	n, _, err := wire.ReadNumber(value, 0)
	if err != nil {
		return dst, false
	}
	if n.Header() == h {
		return append(dst, value[1:]...), true
	}
	switch {
	case h.Class() != wire.Float:
		if !holds(h, n) {
			return dst, false
		}
		if lo, hi, ok := bitsOf(n); ok {
			for i := range h.Width() {
				w := lo
				if i >= 8 {
					w = hi
				}
				dst = append(dst, byte(w>>(8*(i%8))))
			}
			return dst, true
		}
	case h == wire.HeaderFloat64 && !n.IsFloat():
		// Beyond 2^53 the float reads otherwise in JSON, though it is the same.
		if v, ok := n.Float64(); ok && math.Abs(v) <= 1<<53 {
			return append(dst, wire.AppendFloat64(nil, v)[1:]...), true
		}
	case h == wire.HeaderFloat32:
		if v, ok := n.Float64(); ok && float64(float32(v)) == v && readsSame(n, float32(v)) {
			return append(dst, wire.AppendFloat32(nil, float32(v))[1:]...), true
		}
	}
	return dst, false
}

// readsSame reports whether a number reads in JSON as the float of 32 bits that has its value.
func readsSame(n wire.Number, f float32) bool {
	if !n.IsFloat() {
		return math.Abs(float64(f)) <= 1<<24
	}
	return n.String() == strconv.FormatFloat(float64(f), 'g', -1, 32)
}

// bitsOf returns the bits of an integer.
func bitsOf(n wire.Number) (lo, hi uint64, ok bool) {
	if i, ok := n.Int128(); ok {
		return i.Lo, uint64(i.Hi), true
	}
	u, ok := n.Uint128()
	return u.Lo, u.Hi, ok
}

func (f *form) Only(src []byte, off int) bool {
	switch wire.Header(src[off]).Kind() {
	case wire.KindTime, wire.KindDuration, wire.KindInterval, wire.KindUUID, wire.KindRegExp, wire.KindIndexed:
		return true
	case wire.KindTable:
		return !wire.TypeTagAt(src, off, false)
	}
	return false
}

func (f *form) Portable(old, portable, extended byte) bool {
	k := wire.Header(old).Kind()
	return k == wire.Header(portable).Kind() && k != wire.Header(extended).Kind() && k != wire.KindObject
}

func (f *form) IsNumber(src []byte, off int) bool { return false }

func (f *form) Kept(s edit.Shape, now, was []byte) bool { return true }

func (f *form) Fits(dst, value []byte, s edit.Shape) ([]byte, bool) {
	if wire.Header(s.Lead) == wire.HeaderString {
		if len(value) == 0 || wire.Header(value[0]) != wire.HeaderString {
			return dst, false
		}
		return append(dst, value[1:]...), true
	}
	return as(dst, value, wire.Header(s.Lead))
}

func (f *form) Like(dst, value, old []byte) ([]byte, bool) {
	h := wire.Header(old[0])
	if h == wire.HeaderTime && wire.Header(value[0]) == wire.HeaderTime {
		was, _, err := wire.ViewTimes(old, 0)
		if err != nil || !was.Draft || !was.Single {
			return dst, false
		}
		return draft(dst, value)
	}
	if h.Kind() != wire.KindNumber || h.Class() == wire.Float || wire.Header(value[0]).Kind() != wire.KindNumber {
		return dst, false
	}
	return as(append(dst, byte(h)), value, h)
}

// draft appends value, if it is a time, as a draft time, if that holds it: one in UTC, from 1970 on and up to 2554.
func draft(dst, value []byte) ([]byte, bool) {
	if len(value) == 0 || wire.Header(value[0]) != wire.HeaderTime {
		return dst, false
	}
	a, _, err := wire.ViewTimes(value, 0)
	if err != nil || !a.Single {
		return dst, false
	}
	t := a.At(0)
	const most = math.MaxUint64/1_000_000_000 - 1
	if t.Seconds < 0 || t.Seconds > most || t.TimezoneOffset != 0 {
		return dst, false
	}
	return wire.AppendTime(dst, uint64(t.Seconds)*1e9+uint64(t.Nanoseconds)), true
}

func (f *form) Text(src []byte, off int) (text string, ok bool) {
	b, _, err := wire.ViewString(src, off)
	return string(b), err == nil
}

func (f *form) IsNull(src []byte, off int) bool { return wire.Header(src[off]) == wire.HeaderNull }

func (f *form) Same(a, b []byte, exactly bool) bool {
	if bytes.Equal(a, b) {
		return true
	}
	ha, hb := wire.Header(a[0]), wire.Header(b[0])
	switch {
	case ha.Kind() != hb.Kind():
		return false
	case ha == wire.HeaderString:
		x, _, err := wire.ViewString(a, 0)
		y, _, fault := wire.ViewString(b, 0)
		return err == nil && fault == nil && bytes.Equal(x, y)
	case ha.Kind() == wire.KindNumber && !exactly:
		x, _, err := wire.ReadNumber(a, 0)
		y, _, fault := wire.ReadNumber(b, 0)
		return err == nil && fault == nil && equalNumbers(x, y)
	case ha != hb || exactly:
		return false
	case ha == wire.HeaderTime:
		x, _, err := wire.ViewTimes(a, 0)
		y, _, fault := wire.ViewTimes(b, 0)
		return err == nil && fault == nil && x.Single && y.Single && x.At(0) == y.At(0)
	case ha == wire.HeaderDuration:
		x, _, err := wire.ReadDuration(a, 0)
		y, _, fault := wire.ReadDuration(b, 0)
		return err == nil && fault == nil && (x == y || x.Seconds|uint64(x.Nanoseconds)|y.Seconds|uint64(y.Nanoseconds) == 0)
	case ha == wire.HeaderComplex:
		x, _, err := wire.ViewComplexes(a, 0)
		y, _, fault := wire.ViewComplexes(b, 0)
		return err == nil && fault == nil && x.Single && y.Single &&
			equalNumbers(x.Parts.At(0), y.Parts.At(0)) && equalNumbers(x.Parts.At(1), y.Parts.At(1))
	}
	return false
}

// equalNumbers reports whether two numbers have the same value, as 0.0 and -0.0 have, or read the
// same: 0.1 of 32 and of 64 bits.
func equalNumbers(x, y wire.Number) bool {
	if x.IsFloat() || y.IsFloat() {
		f, ok := x.Float64()
		g, also := y.Float64()
		if equal := ok && also && f == g; equal || x.IsFloat() != y.IsFloat() {
			return equal
		}
	}
	return x.Header() != wire.HeaderFloat128 && x.String() == y.String()
}
