package vt

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -tests=false -msgp

// For length-prefix boundaries.
type Lengths struct {
	S string `zid:"0"`
	B []byte `zid:"1"`
	L []bool `zid:"2"`
}
