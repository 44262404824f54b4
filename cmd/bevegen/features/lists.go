package features

import "time"

// Point is a small struct.
type Point struct{ X, Y int32 }

// Slices has slices of every form.
type Slices struct {
	Bools     []bool
	Ints      []int
	Int8s     []int8
	Bytes     []byte
	Uint64s   []uint64
	Singles   []float32
	Doubles   []float64
	Texts     []string
	MyBools   []Bool
	MyInts    []Int
	MyUint16s []Uint16
	MySingles []Single
	MyTexts   []Text
	Times     []time.Time
	Waits     []time.Duration
	Points    []Point
	Pointers  []*Point
	Nested    [][]int16
	Deep      [][][]string
	Maps      []map[string]int
	ByName    []map[Text]Point
	Anonymous []struct {
		A int
		B string
	}
}

// Arrays has arrays of every form.
type Arrays struct {
	Bools    [9]bool
	Ints     [3]int
	Bytes    [4]byte
	Singles  [2]float32
	Texts    [2]string
	MyTexts  [2]Text
	MyInts   [2]Int
	Points   [2]Point
	Pointers [2]*Point
	Vectors  [][3]float64
	Grid     [2][2]int64
	None     [0]int
	Waits    [2]time.Duration
}

// List is a named slice, and Table a named map: both get methods too.
type List []Point

// Table is a named map of structs.
type Table map[string]Point
