package vt

// For length-prefix boundaries.
type Lengths struct {
	S string `zid:"0"`
	B []byte `zid:"1"`
	L []bool `zid:"2"`
}
