package vt

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -tests=false -msgp

// Every signed integer width. All values travel as the shortest signed
// msgpack integer, whatever the Go width.
type Ints struct {
	I   int   `zid:"0"`
	I8  int8  `zid:"1"`
	I16 int16 `zid:"2"`
	I32 int32 `zid:"3"`
	I64 int64 `zid:"4"`
}
