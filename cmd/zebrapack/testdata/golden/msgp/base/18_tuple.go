package vt

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -tests=false -msgp

//msgp:tuple Vec

// A tuple is an array; nothing is omitted and no key is sent.
type Vec struct {
	X    float64 `zid:"0"`
	Y    float64 `zid:"1"`
	Name string  `zid:"2"`
}

type Holder struct {
	V  Vec   `zid:"0"`
	Vs []Vec `zid:"1"`
}
