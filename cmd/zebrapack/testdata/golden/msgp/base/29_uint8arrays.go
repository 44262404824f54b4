package vt

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -tests=false -msgp

// uint8 is not treated like byte everywhere.
type Uint8Arrays struct {
	B  [4]byte  `zid:"0"`
	U  [4]uint8 `zid:"1"`
	SB []byte   `zid:"2"`
	SU []uint8  `zid:"3"`
}
