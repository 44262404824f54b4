package vt

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -tests=false -msgp

type Point struct {
	X float64 `zid:"0"`
	Y float64 `zid:"1"`
}

type Shape struct {
	Name   string           `zid:"0"`
	Origin Point            `zid:"1"`
	Path   []Point          `zid:"2"`
	Marks  map[string]Point `zid:"3"`
	Anchor *Point           `zid:"4"`
	Refs   []*Point         `zid:"5"`
}
