// The Go types that BEVE adds to Go's own: what their values look like. Their
// codecs are in codec_matrix.go and codec_complex.go.

package core

import (
	"github.com/beve-org/beve-go/wire"
)

// Raw is an encoded value that is kept as it is: encoding writes its bytes and
// decoding keeps a copy of the bytes of whatever stands there (with NoCopy it
// aliases them). An empty Raw is written as null. On encode the bytes must be one
// valid value; that is checked.
type Raw []byte

// Layout says which extent of a matrix varies slowest.
type Layout = wire.Layout

// The layouts of a matrix.
const (
	RowMajor    = wire.RowMajor
	ColumnMajor = wire.ColumnMajor
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
