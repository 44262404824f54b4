// JSON text as the types of this package need it: numbers of every type, and a reader that stops
// at the first error.

package scalar

import (
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
)

// appendNumber appends a number of a type that may be defined by a user.
func appendNumber[T numeric](dst []byte, v T) ([]byte, error) {
	switch one, zero := T(1), T(0); {
	case one/2 != 0:
		f := float64(v)
		switch {
		case f-f != 0:
			return dst, fault.Because(fault.ErrUnsupported, strconv.FormatFloat(f, 'g', -1, 64)+" has no JSON text")
		case isFloat64[T]():
			return jsontext.AppendFloat64(dst, f), nil
		}
		return jsontext.AppendFloat32(dst, float32(v)), nil
	case zero-one < 0:
		return jsontext.AppendInt(dst, int64(v)), nil
	}
	return jsontext.AppendUint(dst, uint64(v)), nil
}

// isFloat64 reports whether a T, which is a float, keeps more than a float32.
func isFloat64[T numeric]() bool {
	third := T(1)
	third /= 3
	return float64(third) == 1.0/3
}

// readNumber reads a number that a T holds. Only floats are rounded.
func readNumber[T numeric](r *reader) (v T) {
	off := r.space()
	n, next, err := jsontext.ReadNumber(r.src, off)
	if err != nil {
		r.stop(err)
		return 0
	}
	r.off = next
	fits := false
	switch one, zero := T(1), T(0); {
	case one/2 != 0:
		width := 32
		if isFloat64[T]() {
			width = 64
		}
		f, err := strconv.ParseFloat(string(r.src[off:next]), width)
		v, fits = T(f), err == nil
	case zero-one < 0:
		i, ok := n.Int64()
		v, fits = T(i), ok && int64(T(i)) == i
	default:
		u, ok := n.Uint64()
		v, fits = T(u), ok && uint64(T(u)) == u
	}
	switch {
	case fits:
	case n.Kind == jsontext.Float:
		r.fail(off, fault.Because(fault.ErrMismatch, "a float is not an integer"))
	default:
		r.fail(off, fault.ErrOverflow)
	}
	return v
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
