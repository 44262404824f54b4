package vt

import "time"

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -tests=false -msgp

const zebraSchemaId64 = 0x1d3a5c7e9b2f4

// The benchmark record.
type A struct {
	Name     string    `zid:"0"`
	BirthDay time.Time `zid:"1"`
	Phone    string    `zid:"2"`
	Siblings int       `zid:"3"`
	GPA      float64   `zid:"4"`
	Friend   bool      `zid:"5"`
}
