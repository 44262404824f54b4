package vt

import "time"

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -tests=false

// The three built-in extension types.
type Exts struct {
	C64  complex64  `zid:"0"`
	C128 complex128 `zid:"1"`
	T    time.Time  `zid:"2"`
}
