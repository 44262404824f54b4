package vt

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -tests=false -no-structnames-onwire -fast-strings

// Fields that never travel. A struct{} field keeps its zid reserved.
type Skips struct {
	A    int      `zid:"0"`
	Gone struct{} `zid:"1"`
	B    string   `zid:"2"`
	Hid  string   `msg:"-"`
	priv int
	C    bool `zid:"3"`
}
