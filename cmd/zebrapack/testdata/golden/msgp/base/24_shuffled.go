package vt

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -tests=false -msgp

// Fields declared out of zid order; they are sent in declaration order.
type Shuffled struct {
	C string `zid:"2"`
	A int    `zid:"0"`
	D bool   `zid:"3"`
	B string `zid:"1"`
}
