package vt

type Rec struct {
	Id   int64   `zid:"0"`
	Name string  `zid:"1"`
	Rate float64 `zid:"2"`
}
