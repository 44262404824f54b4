package vt

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -tests=false -msgp

// v3 retires Rate: the zid stays reserved, the type becomes struct{}.
type Rec struct {
	Id    int64    `zid:"0"`
	Name  string   `zid:"1"`
	Rate  struct{} `zid:"2" msg:",deprecated"`
	Mail  string   `zid:"3"`
	Tags  []string `zid:"4"`
	Score int32    `zid:"5"`
}
