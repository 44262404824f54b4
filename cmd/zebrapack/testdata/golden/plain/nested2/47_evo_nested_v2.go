package vt

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -tests=false -no-structnames-onwire -fast-strings

type Part struct {
	P int    `zid:"0"`
	Q string `zid:"1"`
	R []byte `zid:"2"`
}

type Doc struct {
	One  Part            `zid:"0"`
	Many []Part          `zid:"1"`
	Ptr  *Part           `zid:"2"`
	Ext  map[string]Part `zid:"3"`
}
