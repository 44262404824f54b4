// The values of a View: scalars, text, and arrays of numbers in place.

package beve

import (
	"math/big"
	"time"

	"github.com/beve-org/beve-go/internal/view"
	"github.com/beve-org/beve-go/wire"
)

// Bool returns a boolean.
func (v View) Bool() (bool, error) {
	b, err := v.in().Bool()
	return b, decodeError(err)
}

// Number returns a number of any class and width as it is.
func (v View) Number() (wire.Number, error) {
	n, err := v.in().Number()
	return n, decodeError(err)
}

// Int64 returns an integer of any width that an int64 holds. Floats, integral or
// not, are a mismatch, as in decoding.
func (v View) Int64() (int64, error) {
	n, err := v.in().Int64()
	return n, decodeError(err)
}

// Uint64 is [View.Int64] for uint64.
func (v View) Uint64() (uint64, error) {
	n, err := v.in().Uint64()
	return n, decodeError(err)
}

// Float64 returns any float up to binary64, and any integer that is exactly a
// float64.
func (v View) Float64() (float64, error) {
	f, err := v.in().Float64()
	return f, decodeError(err)
}

// BigInt returns an integer of any width, or the one that a string holds in
// decimal, in a new big.Int.
func (v View) BigInt() (*big.Int, error) {
	n, err := v.in().BigInt()
	return n, decodeError(err)
}

// Complex128 returns a complex number, or a number as one that is real. Integer
// parts must be exactly float64s.
func (v View) Complex128() (complex128, error) {
	c, err := v.in().Complex128()
	return c, decodeError(err)
}

// Time returns a time in any form that decoding takes: RFC 3339 text, an integer
// of nanoseconds since 1970, a timestamp, a draft time.
func (v View) Time() (time.Time, error) {
	t, err := v.in().Time()
	return t, decodeError(err)
}

// Duration returns a duration in any form that decoding takes: the extension, or an
// integer of nanoseconds.
func (v View) Duration() (time.Duration, error) {
	d, err := v.in().Duration()
	return d, decodeError(err)
}

// Interval returns an interval: the extension, or an object with the members start
// and end.
func (v View) Interval() (Interval, error) {
	i, err := v.in().Interval()
	return i, decodeError(err)
}

// UUID returns a UUID in any form that decoding takes: the extension, sixteen bytes,
// or text.
func (v View) UUID() (UUID, error) {
	id, err := v.in().UUID()
	return id, decodeError(err)
}

// RegExp returns a regular expression that is not compiled: the extension, an
// object with the members pattern and flags, or text in the syntax of Go.
func (v View) RegExp() (RegExpData, error) {
	r, err := v.in().RegExp()
	return r, decodeError(err)
}

// String returns a copy of a string. It does not turn other values into text, so
// View is not a fmt.Stringer.
func (v View) String() (string, error) {
	s, err := v.in().String()
	return s, decodeError(err)
}

// ViewText returns the bytes of a string, aliasing the message. They are valid
// UTF-8 and must not be written to.
func (v View) ViewText() ([]byte, error) {
	text, err := v.in().ViewText()
	return text, decodeError(err)
}

// ViewBytes returns the elements of an array of uint8, aliasing the message. They
// must not be written to. Decode copies them, and converts other arrays.
func (v View) ViewBytes() ([]byte, error) { return ViewSlice[byte](v) }

// ViewSlice returns the elements of a numeric array in place: a []T that aliases
// the message and must not be written to. It never copies. It fails with
// ErrMismatch where the elements are not of T's own kind and width, and with
// ErrUnsupported where they are not aligned for T in memory, where the machine is
// not little-endian, and in builds with the tag purego, unless T is a byte;
// [View.Decode] copies then. Alignment is up to the writer ([EncodeOptions.Aligned]
// counts from the start of the message) and to the buffer that the message is in.
func ViewSlice[T wire.Numeric](v View) ([]T, error) {
	s, err := view.ViewSlice[T](v.in())
	return s, decodeError(err)
}
