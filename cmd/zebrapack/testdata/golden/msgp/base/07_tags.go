package vt

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -tests=false -msgp

// Every option of the msg tag that does not change the type.
type Tags struct {
	Plain string  `zid:"0"`
	Nick  string  `zid:"1" msg:"nick"`
	Opt   int     `zid:"2" msg:"opt,omitempty"`
	Old   float64 `zid:"3" msg:",deprecated"`
	Zero  int64   `zid:"4" msg:",showzero"`
	All   uint32  `zid:"5" msg:"everything,omitempty,showzero,deprecated"`
}
