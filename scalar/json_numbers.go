// JSON text as the types of this package need it: numbers of every type, and a reader that stops
// at the first error.

package scalar

import (
	"math"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
)

// number is a type of numbers, which may be defined by a user. Its values are printed and read
// where they lie, by code that is compiled once and not for every type.
type number struct {
	class class
	size  int
}

// class is what the numbers of a type are.
type class uint8

const (
	unsigned class = iota
	signed
	float
)

func numberOf[T numeric]() number {
	n := number{unsigned, mem.SizeOf[T]()}
	switch one, zero := T(1), T(0); {
	case one/2 != 0:
		n.class = float
	case zero-one < 0:
		n.class = signed
	}
	return n
}

// append appends the number at p.
func (n number) append(dst []byte, p mem.Pointer) ([]byte, error) {
	if n.class == float {
		f := 0.0
		if n.size == 4 {
			f = float64(*mem.Ref[float32](p))
		} else {
			f = *mem.Ref[float64](p)
		}
		switch {
		case f-f != 0:
			return dst, fault.Because(fault.ErrUnsupported, strconv.FormatFloat(f, 'g', -1, 64)+" has no JSON text")
		case n.size == 4:
			return jsontext.AppendFloat32(dst, float32(f)), nil
		}
		return jsontext.AppendFloat64(dst, f), nil
	}
	w := uint64(0)
	switch n.size {
	case 8:
		w = *mem.Ref[uint64](p)
	case 4:
		w = uint64(*mem.Ref[uint32](p))
	case 2:
		w = uint64(*mem.Ref[uint16](p))
	default:
		w = uint64(*mem.Ref[uint8](p))
	}
	if n.class == signed {
		unused := 64 - 8*uint(n.size)
		return jsontext.AppendInt(dst, int64(w)<<unused>>unused), nil
	}
	return jsontext.AppendUint(dst, w), nil
}

// read reads a number that one at p holds. Only floats are rounded.
func (n number) read(r *reader, p mem.Pointer) {
	off := r.space()
	v, next, err := jsontext.ReadNumber(r.src, off)
	if err != nil {
		r.stop(err)
		return
	}
	r.off = next
	w, fits, unused := uint64(0), false, 64-8*uint(n.size)
	switch n.class {
	case float:
		f, err := strconv.ParseFloat(string(r.src[off:next]), 8*n.size)
		if w, fits = math.Float64bits(f), err == nil; n.size == 4 {
			w = uint64(math.Float32bits(float32(f)))
		}
	case signed:
		i, ok := v.Int64()
		w, fits = uint64(i), ok && i<<unused>>unused == i
	default:
		w, fits = v.Uint64()
		fits = fits && w<<unused>>unused == w
	}
	switch {
	case fits:
		n.put(p, w)
	case v.Kind == jsontext.Float:
		r.fail(off, fault.Because(fault.ErrMismatch, "a float is not an integer"))
	default:
		r.fail(off, fault.ErrOverflow)
	}
}

// put stores the low bits of w at p.
func (n number) put(p mem.Pointer, w uint64) {
	switch n.size {
	case 8:
		*mem.Ref[uint64](p) = w
	case 4:
		*mem.Ref[uint32](p) = uint32(w)
	case 2:
		*mem.Ref[uint16](p) = uint16(w)
	default:
		*mem.Ref[uint8](p) = uint8(w)
	}
}

// appendParts appends the complex number whose two parts are at p.
func (n number) appendParts(dst []byte, p mem.Pointer) ([]byte, error) {
	dst, err := n.append(append(dst, '['), p)
	if err == nil {
		dst, err = n.append(append(dst, ','), p.Add(uintptr(n.size)))
	}
	return append(dst, ']'), err
}

// readParts reads a complex number into the two parts at p.
func (n number) readParts(r *reader, p mem.Pointer) {
	im := p.Add(uintptr(n.size))
	n.put(im, 0)
	if !r.at('[') {
		n.read(r, p)
		return
	}
	count, off, more := 0, r.off, uint64(0)
	r.array(func() {
		switch count++; count {
		case 1:
			n.read(r, p)
		case 2:
			n.read(r, im)
		default:
			n.read(r, mem.Of(&more))
		}
	})
	if count != 2 {
		r.fail(off, fault.Because(fault.ErrMismatch, "a complex number has two parts, not "+strconv.Itoa(count)))
	}
}

// reader goes over JSON text, and stops at the first error.
type reader struct {
	src []byte
	off int
	err error
}

func (r *reader) stop(err error) {
	if r.err == nil {
		r.err = err
	}
	r.off = len(r.src)
}

func (r *reader) fail(off int, cause error) { r.stop(jsontext.ErrorAt(off, cause)) }

// space passes white space.
func (r *reader) space() int {
	r.off = jsontext.SkipSpace(r.src, r.off)
	return r.off
}

// at reports whether c is next.
func (r *reader) at(c byte) bool {
	off := r.space()
	return off < len(r.src) && r.src[off] == c
}

// next passes c, and reports whether it was there.
func (r *reader) next(c byte) bool {
	ok := r.at(c)
	if ok {
		r.off++
	}
	return ok
}

// array passes an array, of which each reads an element.
func (r *reader) array(each func()) { r.list('[', ']', each) }

// list passes what stands between two brackets.
func (r *reader) list(open, shut byte, each func()) {
	if !r.next(open) {
		r.stop(jsontext.Unexpected(r.src, r.off, "where "+string(rune(open))+" is expected"))
		return
	}
	if r.next(shut) {
		return
	}
	for r.err == nil {
		each()
		switch {
		case r.err != nil || r.next(shut):
			return
		case !r.next(','):
			r.stop(jsontext.Unexpected(r.src, r.off, "after an element"))
		}
	}
}

// end returns the error, which is one if something is left.
func (r *reader) end() error {
	if r.err == nil && r.space() < len(r.src) {
		r.fail(r.off, fault.ErrTrailing)
	}
	return r.err
}

// text reads a string.
func (r *reader) text() []byte {
	if !r.at('"') {
		r.stop(jsontext.Unexpected(r.src, r.off, "where a string is expected"))
		return nil
	}
	text, next, _, err := jsontext.ViewString(r.src, r.off, nil)
	if err != nil {
		r.stop(err)
		return nil
	}
	r.off = next
	return text
}

// null passes null, and reports whether it was there.
func (r *reader) null() bool {
	off := r.space()
	if len(r.src)-off < 4 || string(r.src[off:off+4]) != "null" {
		return false
	}
	r.off += 4
	return true
}

// method reads a value by a method.
func (r *reader) method(unmarshal func([]byte) error) {
	off := r.space()
	r.pass()
	if r.err == nil {
		if err := unmarshal(r.src[off:r.off]); err != nil {
			r.fail(off, err)
		}
	}
}

// pass passes a value.
func (r *reader) pass() {
	if next := jsontext.Skip(r.src, r.space(), fault.DefaultMaxDepth); next >= 0 {
		r.off = next
		return
	}
	err := jsontext.Check(r.src, 0)
	if err == nil {
		err = jsontext.ErrorAt(r.off, fault.ErrSyntax)
	}
	r.stop(err)
}
