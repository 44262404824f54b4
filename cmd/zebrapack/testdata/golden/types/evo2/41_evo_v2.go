package vt

// v2 adds two fields.
type Rec struct {
	Id   int64    `zid:"0"`
	Name string   `zid:"1"`
	Rate float64  `zid:"2"`
	Mail string   `zid:"3"`
	Tags []string `zid:"4"`
}
