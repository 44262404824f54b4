// Matrices, and the complex numbers that Go does not have.

package scalar

// Matrix is a matrix or tensor of numbers or complex numbers: Data holds the
// product of the Extents elements, in the order that Layout says. T is a float,
// an integer of fixed width, int, uint, complex64, complex128 or a [Complex]. The
// zero Matrix is written as a matrix of extent 0.
type Matrix[T any] struct {
	Layout  Layout `beve:"layout" json:"layout"`
	Extents []int  `beve:"extents" json:"extents"`
	Data    []T    `beve:"value" json:"value"`
}

// Layout says which extent of a matrix varies slowest.
type Layout uint8

// The layouts, by the names of the JSON form.
const (
	RowMajor    Layout = 0 // layout_right: the last extent varies fastest
	ColumnMajor Layout = 1 // layout_left: the first extent varies fastest
)

// String returns the name of the JSON form: "layout_right" or "layout_left".
func (l Layout) String() string {
	if l == ColumnMajor {
		return "layout_left"
	}
	return "layout_right"
}

// Complex is a complex number whose parts are integers, or types defined as float32 or
// float64. Its T is a type of [wire.Numeric] other than [Float16] and [BFloat16].
type Complex[T numeric] struct {
	Real, Imag T
}

// numeric has the types of wire.Numeric.
type numeric interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~int | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uint | ~uintptr |
		~float32 | ~float64
}
