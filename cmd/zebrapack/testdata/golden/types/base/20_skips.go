package vt

// Fields that never travel. A struct{} field keeps its zid reserved.
type Skips struct {
	A    int      `zid:"0"`
	Gone struct{} `zid:"1"`
	B    string   `zid:"2"`
	Hid  string   `msg:"-"`
	priv int
	C    bool `zid:"3"`
}
