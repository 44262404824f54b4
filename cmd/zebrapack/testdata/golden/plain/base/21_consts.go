package vt

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -tests=false -no-structnames-onwire -fast-strings

const Width = 2

type Consts struct {
	Row  [Width]uint16 `zid:"0"`
	Rows [][Width]int8 `zid:"1"`
}
