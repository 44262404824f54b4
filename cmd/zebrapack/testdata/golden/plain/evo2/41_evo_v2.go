package vt

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -tests=false -no-structnames-onwire -fast-strings

// v2 adds two fields.
type Rec struct {
	Id   int64    `zid:"0"`
	Name string   `zid:"1"`
	Rate float64  `zid:"2"`
	Mail string   `zid:"3"`
	Tags []string `zid:"4"`
}
