package vt

import "github.com/beve-org/beve-go/msgpack/msgp"

// A field of interface type needs the struct name on the wire, so that the
// factory can make the concrete value.
type Animal interface {
	Sound() string
	msgp.Decodable
	msgp.Encodable
	msgp.Marshaler
	msgp.Unmarshaler
	msgp.Sizer
}

type Dog struct {
	Nm string `zid:"0"`
}

func (d *Dog) Sound() string { return "woof" }

type Owl struct {
	Eyes int `zid:"0"`
}

func (o *Owl) Sound() string { return "hoo" }

type Zoo struct {
	Star Animal   `zid:"0" msg:",iface"`
	All  []Animal `zid:"1" msg:",iface"`
	N    int      `zid:"2"`
}

func (z *Zoo) NewValueAsInterface(zid int64, typename string) interface{} {
	switch typename {
	case "Dog":
		return &Dog{}
	case "Owl":
		return &Owl{}
	}
	return nil
}
