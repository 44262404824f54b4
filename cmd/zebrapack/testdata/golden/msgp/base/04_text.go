package vt

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -tests=false -msgp

// str against bin.
type Text struct {
	S string `zid:"0"`
	B []byte `zid:"1"`
}
