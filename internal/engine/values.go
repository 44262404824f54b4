// The Go types that BEVE adds to Go's own: what their values look like. Their
// codecs are in codec_matrix.go and codec_complex.go.

package engine

import (
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// Raw is an encoded value that is kept as it is: encoding writes its bytes and
// decoding keeps a copy of the bytes of whatever stands there (with NoCopy it
// aliases them). An empty Raw is written as null. On encode the bytes must be one
// valid value; that is checked.
type Raw []byte

// Layout says which extent of a matrix varies slowest.
type Layout = scalar.Layout

// The layouts of a matrix.
const (
	RowMajor    = scalar.RowMajor
	ColumnMajor = scalar.ColumnMajor
)

// Matrix is a matrix or tensor of numbers or complex numbers: Data holds the
// product of the Extents elements, in the order that Layout says. T is a float,
// an integer of fixed width, int, uint, complex64 or complex128. The zero Matrix
// is written as a matrix of extent 0.
type Matrix[T any] struct {
	Layout  Layout
	Extents []int
	Data    []T
}

// Complex is a complex number whose parts are integers, or floats where
// complex64 and complex128 do not do.
type Complex[T wire.Numeric] struct {
	Real, Imag T
}

// TypeTag is a variant as version 1 of the format wrote it: an index into a list
// of types that both sides knew, and the value. It is read, never written.
type TypeTag struct {
	Index uint64
	Value any
}

// Timestamp is an instant to the nanosecond with the offset of its zone.
type Timestamp = scalar.Timestamp

// UUID is a UUID in the byte order of RFC 9562. Any array type of sixteen bytes
// that is named UUID or ULID is read and written in the same way.
type UUID [16]byte

// String returns the text of the UUID in lower case with hyphens.
func (u UUID) String() string { return string(scalar.AppendUUIDText(nil, u)) }

// MarshalText returns what String does.
func (u UUID) MarshalText() ([]byte, error) { return scalar.AppendUUIDText(nil, u), nil }

// UnmarshalText reads the text of a UUID, in either case, with or without hyphens,
// braces or "urn:uuid:".
func (u *UUID) UnmarshalText(text []byte) (err error) {
	id, err := scalar.ParseUUID(string(text))
	if err == nil {
		*u = id
	}
	return err
}

// Version returns the version nibble: 1 to 8, 0 for the nil UUID, 15 for the
// highest one.
func (u UUID) Version() int { return int(u[6] >> 4) }

// Interval is the time from Start, included, to End, excluded. End is not before
// Start; an interval that ends when it starts is empty.
type Interval struct {
	Start time.Time `beve:"start" json:"start"`
	End   time.Time `beve:"end" json:"end"`
}

// Duration returns the length of the interval, or the longest time.Duration if it
// is longer.
func (v Interval) Duration() time.Duration { return v.End.Sub(v.Start) }

// Contains reports whether t lies in the interval.
func (v Interval) Contains(t time.Time) bool { return !t.Before(v.Start) && t.Before(v.End) }

// Overlaps reports whether there is an instant that lies in both intervals.
func (v Interval) Overlaps(w Interval) bool {
	return v.Start.Before(w.End) && w.Start.Before(v.End) && v.Start.Before(v.End) && w.Start.Before(w.End)
}

// check reports an interval that ends before it starts.
func (v *Interval) check() error {
	if v.End.Before(v.Start) {
		return fault.Because(fault.ErrMismatch, "interval ends before it starts")
	}
	return nil
}

// append appends the extension.
func (v *Interval) append(dst []byte) ([]byte, error) {
	start, err := StampOf(v.Start)
	if err != nil {
		return dst, err
	}
	end, err := StampOf(v.End)
	if err != nil {
		return dst, err
	}
	return wire.AppendInterval(dst, start, end), nil
}

// AppendInterval appends an interval of the extended profile.
func AppendInterval(dst []byte, v Interval) ([]byte, error) {
	start, err := StampOf(v.Start)
	if err != nil {
		return dst, err
	}
	end, err := StampOf(v.End)
	if err != nil {
		return dst, err
	}
	if end.Before(start) {
		return dst, v.check()
	}
	return wire.AppendInterval(dst, start, end), nil
}
