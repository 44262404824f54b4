// The payloads that are arrays. Their names exist for the code that msgp
// generates; all codecs are given the plain slices.

package records

//msgp:tag msgpack

// Float64s is an array of numbers.
type Float64s []float64

// Float32s is an array of numbers.
type Float32s []float32

// Uint16s is an array of numbers.
type Uint16s []uint16

// Int32s is an array of numbers.
type Int32s []int32

// Bools is an array of truth values.
type Bools []bool

// Strings is an array of strings.
type Strings []string

// Complexes is an array of complex numbers.
type Complexes []complex128

// Dynamic is a document whose shape no type describes.
type Dynamic map[string]any

// Matrix is how a format without matrices sends one: as a struct.
type Matrix struct {
	Layout  uint8     `json:"layout" msgpack:"layout"`
	Extents []int     `json:"extents" msgpack:"extents"`
	Data    []float64 `json:"data" msgpack:"data"`
}
