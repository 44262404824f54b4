package vt

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -tests=false

// Every unsigned integer width.
type Uints struct {
	U   uint   `zid:"0"`
	U8  uint8  `zid:"1"`
	U16 uint16 `zid:"2"`
	U32 uint32 `zid:"3"`
	U64 uint64 `zid:"4"`
	Y   byte   `zid:"5"`
}
