package canon

import (
	"bytes"
	"encoding/binary"
	"math"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// Check reports why a message is not in canonical form, having checked it under limits: an
// error with the offset and the path of what would be written otherwise.
func Check(msg []byte, l fault.Limits) error {
	if err := (wire.ValidateOptions{Limits: l}).Validate(msg); err != nil {
		return err
	}
	off, err := wire.ReadMessageStart(msg)
	if err == nil && off > 0 {
		err = not(0, "what stands before the value")
	}
	if err != nil {
		return err
	}
	return check(msg, 0)
}

// CheckPart is Check for the value at src[off:], which ends where src does. The path of an error
// begins at the value.
func CheckPart(src []byte, off int, l fault.Limits) error {
	b := l.Budget()
	next, err := wire.SkipWithin(src, off, &b)
	if err == nil {
		err = wire.CheckEnd(src, next)
	}
	if err != nil {
		return err
	}
	return check(src, off)
}

func check(src []byte, off int) error {
	c := checker{src: src}
	if _, err := c.value(off); err != nil {
		err.Path = c.trail.Pointer()
		return err
	}
	return nil
}

// Table returns the error about a table at off, whose rows are no values of their own that could be
// checked.
func Table(off int) error { return not(off, "a table") }

// not is the error about something that canonical form does not have.
func not(off int, what string) *fault.DecodeError {
	return fault.At(off, fault.Because(fault.ErrSyntax, "not in canonical form: "+what))
}

func wrap(off int, err error) *fault.DecodeError {
	if e, ok := err.(*fault.DecodeError); ok {
		return e
	}
	return fault.At(off, err)
}

type checker struct {
	src   []byte
	trail fault.Trail
}

// value checks the value at off, which is well-formed, and returns the offset after it.
func (c *checker) value(off int) (next int, bad *fault.DecodeError) {
	h := wire.Header(c.src[off])
	switch h.Kind() {
	case wire.KindNull, wire.KindBool, wire.KindUUID:
	case wire.KindNumber:
		return c.number(off, h)
	case wire.KindString:
		return c.text(off + 1)
	case wire.KindObject:
		return c.object(off)
	case wire.KindIntObject:
		return c.intObject(off)
	case wire.KindArray:
		return c.array(off)
	case wire.KindStringArray:
		n, next, bad := c.size(off + 1)
		if bad == nil && n == 0 {
			bad = empty(off)
		}
		for range n {
			if bad != nil {
				break
			}
			next, bad = c.text(next)
		}
		return next, bad
	case wire.KindNumberArray, wire.KindBoolArray:
		return c.packed(off, h, true)
	default:
		return c.extension(off, h)
	}
	next, err := wire.Skip(c.src, off)
	if err != nil {
		return off, wrap(off, err)
	}
	return next, nil
}

func empty(off int) *fault.DecodeError { return not(off, "an empty array of a type") }

// size reads a SIZE, which must have its shortest form.
func (c *checker) size(off int) (n, next int, bad *fault.DecodeError) {
	u, next, err := wire.ReadSize(c.src, off)
	if err != nil {
		return 0, off, wrap(off, err)
	}
	if n = int(u); next-off != wire.SizeLen(n) {
		bad = not(off, "a SIZE that is longer than it needs to be")
	}
	return n, next, bad
}

// text checks text with its SIZE.
func (c *checker) text(off int) (next int, bad *fault.DecodeError) {
	n, next, bad := c.size(off)
	return next + n, bad
}

func (c *checker) number(off int, h wire.Header) (next int, bad *fault.DecodeError) {
	next = off + 1 + h.Width()
	if next <= len(c.src) && plain(c.src[off+1:next], h) {
		return next, nil
	}
	v, next, err := wire.ReadNumber(c.src, off)
	if err != nil {
		return off, wrap(off, err)
	}
	d := newNeed()
	d.add(v)
	if want, _ := d.header(); want != h {
		return off, not(off, h.String()+" in the place of "+want.String())
	}
	if foreignNaN(c.src[off+1:next], h) {
		return off, not(off, "a NaN with other bits")
	}
	return next, nil
}

// plain reports that data is a number in canonical form of header h. It does not know all.
func plain(data []byte, h wire.Header) bool {
	switch h {
	case wire.HeaderUint8:
		return true
	case wire.HeaderUint16:
		return data[1] != 0
	case wire.HeaderUint32:
		return binary.LittleEndian.Uint32(data)>>16 != 0
	case wire.HeaderUint64:
		return binary.LittleEndian.Uint64(data)>>32 != 0
	case wire.HeaderInt8:
		return int8(data[0]) < 0
	case wire.HeaderInt16:
		return int16(binary.LittleEndian.Uint16(data)) < math.MinInt8
	case wire.HeaderInt32:
		return int32(binary.LittleEndian.Uint32(data)) < math.MinInt16
	case wire.HeaderInt64:
		return int64(binary.LittleEndian.Uint64(data)) < math.MinInt32
	case wire.HeaderFloat32:
		return binary.LittleEndian.Uint32(data)<<1 <= 0xFF<<24
	case wire.HeaderFloat64:
		// A float of 32 bits has 29 bits less.
		w := binary.LittleEndian.Uint64(data)
		return w<<1 < 0x7FF<<53 && w<<35 != 0
	}
	return false
}

// foreignNaN reports whether data holds a NaN, among numbers of header h, that is not the one of
// canonical form.
func foreignNaN(data []byte, h wire.Header) bool {
	switch h {
	case wire.HeaderFloat32:
		for ; len(data) >= 4; data = data[4:] {
			if w := binary.LittleEndian.Uint32(data); w<<1 > 0xFF<<24 && w != nan32 {
				return true
			}
		}
	case wire.HeaderFloat64:
		for ; len(data) >= 8; data = data[8:] {
			if w := binary.LittleEndian.Uint64(data); w<<1 > 0x7FF<<53 && w != nan64 {
				return true
			}
		}
	}
	return false
}

func (c *checker) object(off int) (next int, bad *fault.DecodeError) {
	n, next, bad := c.size(off + 1)
	var last []byte
	for i := range n {
		if bad != nil {
			break
		}
		at := next
		if next, bad = c.text(at); bad != nil {
			break
		}
		_, start, _ := wire.ReadSize(c.src, at)
		key := c.src[start:next]
		if i > 0 {
			switch bytes.Compare(last, key) {
			case 0:
				return at, repeated(at, string(key)).(*fault.DecodeError)
			case 1:
				return at, not(at, "key "+fault.Quote(key)+" after "+fault.Quote(last))
			}
		}
		last = key
		if next, bad = c.value(next); bad != nil {
			c.trail.Key(string(key))
		}
	}
	return next, bad
}

func (c *checker) intObject(off int) (next int, bad *fault.DecodeError) {
	h := wire.Header(c.src[off])
	n, next, bad := c.size(off + 1)
	var last wire.Number
	d := newNeed()
	for i := range n {
		if bad != nil {
			return next, bad
		}
		at := next
		key, value, err := wire.ReadIntKey(c.src, at, h)
		if err != nil {
			return at, wrap(at, err)
		}
		if i > 0 {
			switch compare(last, key) {
			case 0:
				return at, repeated(at, key.String()).(*fault.DecodeError)
			case 1:
				return at, not(at, "key "+key.String()+" after "+last.String())
			}
		}
		last = key
		d.add(key)
		if next, bad = c.value(value); bad != nil {
			c.trail.Key(key.String())
		}
	}
	if want, _ := d.header(); bad == nil && want.Keyed() != h {
		bad = not(off, h.String()+" in the place of "+want.Keyed().String())
	}
	return next, bad
}

func (c *checker) array(off int) (next int, bad *fault.DecodeError) {
	n, next, bad := c.size(off + 1)
	start := next
	for i := range n {
		if bad != nil {
			return next, bad
		}
		if next, bad = c.value(next); bad != nil {
			c.trail.Index(i)
		}
	}
	if bad == nil {
		if kind, _, ok := elementType(c.src[start:next], n); ok {
			bad = not(off, "an array with headers whose elements are all "+kind.String())
		}
	}
	return next, bad
}

// packed checks an array of numbers or booleans.
func (c *checker) packed(off int, h wire.Header, generic bool) (next int, bad *fault.DecodeError) {
	n, next, bad := c.size(off + 1)
	if bad == nil && n == 0 && generic {
		bad = empty(off)
	}
	if bad != nil {
		return next, bad
	}
	if h.Kind() == wire.KindBoolArray {
		a, next, err := wire.ViewBools(c.src, off)
		if err != nil {
			return off, wrap(off, err)
		}
		if !a.PaddingIsZero() {
			return off, not(next-1, "bits after the last boolean")
		}
		return next, nil
	}
	a, next, err := wire.ViewNumbers(c.src, off)
	if err != nil {
		return off, wrap(off, err)
	}
	return next, narrow(off, a)
}

// narrow checks that the type of numbers is the narrowest that holds them, and the bits of NaNs.
func narrow(off int, a wire.Numbers) *fault.DecodeError {
	h := a.Elem()
	if a.Len() == 0 {
		if h != wire.HeaderUint8 {
			return not(off, "an empty "+h.Array().String())
		}
		return nil
	}
	if foreignNaN(a.Data(), h) {
		return not(off, "a NaN with other bits")
	}
	if want, ok := narrowest(a); ok && want != h {
		return not(off, h.Array().String()+" in the place of "+want.Array().String())
	}
	return nil
}

// narrowest returns the narrowest type of numbers; ok is false if that is the one that they have,
// which most of the time the first of them shows.
func narrowest(a wire.Numbers) (h wire.Header, ok bool) {
	h = a.Elem()
	switch h {
	case wire.HeaderUint8, wire.HeaderFloat32, wire.HeaderFloat128:
		return h, false
	case wire.HeaderFloat64:
		data := a.Data()
		for i := range a.Len() {
			w := binary.LittleEndian.Uint64(data[8*i:])
			// A float of 32 bits has 29 bits less, unless it is a NaN.
			if f := math.Float64frombits(w); f == f && (w<<35 != 0 || float64(float32(f)) != f || !readsSame(float32(f))) {
				return h, false
			}
		}
		return wire.HeaderFloat32, true
	}
	d := newNeed()
	for i := range a.Len() {
		d.add(a.At(i))
		if want, _ := d.header(); want == h {
			return h, false
		}
	}
	return d.header()
}

func (c *checker) extension(off int, h wire.Header) (next int, bad *fault.DecodeError) {
	next, err := wire.Skip(c.src, off)
	if err != nil {
		return off, wrap(off, err)
	}
	switch h.Kind() {
	case wire.KindComplex:
		return next, c.complex(off)
	case wire.KindMatrix:
		m, _, err := wire.ViewMatrix(c.src, off)
		if err != nil {
			return off, wrap(off, err)
		}
		if _, bad = c.part(off+wire.MatrixExtents, false); bad != nil {
			c.trail.Key("extents")
			return off, bad
		}
		if m.Complex {
			bad = c.complex(m.ValueStart)
		} else {
			_, bad = c.part(m.ValueStart, false)
		}
		if bad != nil {
			c.trail.Key("value")
		}
		return next, bad
	case wire.KindTable:
		if wire.TypeTagAt(c.src, off, false) {
			return off, refuse(off, "a type tag").(*fault.DecodeError)
		}
		return off, not(off, "a table")
	case wire.KindIndexed, wire.KindAligned:
		return off, not(off, h.Kind().String())
	case wire.KindTime:
		if c.src[off+1] <= 1 {
			return off, not(off, "draft times")
		}
	}
	// What is left is short, and written in one way.
	w := writer{}
	if _, err := w.extension(c.src, off, h); err != nil {
		return off, wrap(off, err)
	}
	if !bytes.Equal(w.dst, c.src[off:next]) {
		return off, not(off, h.Kind().String()+" in another form")
	}
	return next, nil
}

// part checks an array of numbers inside a matrix.
func (c *checker) part(off int, generic bool) (next int, bad *fault.DecodeError) {
	h := wire.Header(c.src[off])
	if h.Kind() != wire.KindNumberArray {
		return off, not(off, h.Kind().String())
	}
	return c.packed(off, h, generic)
}

// complex checks a complex number or an array of them.
func (c *checker) complex(off int) *fault.DecodeError {
	a, _, err := wire.ViewComplexes(c.src, off)
	if err != nil {
		return wrap(off, err)
	}
	if !a.Single {
		if c.src[off+1]&7 != 1 {
			return not(off, "aligned array")
		}
		if _, _, bad := c.size(off + 2); bad != nil {
			return bad
		}
		if a.Len() == 0 {
			return empty(off)
		}
	}
	return narrow(off, a.Parts)
}
