package vt

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -tests=false -no-structnames-onwire -fast-strings

// Types other than structs at top level also get methods.
type Ids []int64
type Index map[string]int32
type Triple [3]float64
type Level int16
type Title string
type Payload []byte
