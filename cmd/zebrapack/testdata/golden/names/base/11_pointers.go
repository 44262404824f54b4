package vt

import "time"

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -tests=false

type Leaf struct {
	N int64 `zid:"0"`
}

type Pointers struct {
	PI *int       `zid:"0"`
	PS *string    `zid:"1"`
	PT *time.Time `zid:"2"`
	PL *Leaf      `zid:"3"`
	PB *bool      `zid:"4"`
	PF *float64   `zid:"5"`
}
