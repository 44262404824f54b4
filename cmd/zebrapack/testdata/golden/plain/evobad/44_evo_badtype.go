package vt

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -tests=false -no-structnames-onwire -fast-strings

// A forbidden change: zid 1 was a string.
type Rec struct {
	Id   int64   `zid:"0"`
	Name int64   `zid:"1"`
	Rate float64 `zid:"2"`
}
