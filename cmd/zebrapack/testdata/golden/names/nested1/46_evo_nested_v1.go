package vt

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -tests=false

type Part struct {
	P int `zid:"0"`
}

type Doc struct {
	One  Part   `zid:"0"`
	Many []Part `zid:"1"`
	Ptr  *Part  `zid:"2"`
}
