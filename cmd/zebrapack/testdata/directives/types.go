// Package directives has types whose code follows the directives that hold for a file,
// and those that replace types.
package directives

import (
	"net/netip"
	"time"
)

//go:generate go run ../.. -tests=false -no-embedded-schema

//msgp:newtime
//msgp:limit arrays:3 maps:2 marshal:true
//msgp:replace time.Month with:int
//msgp:replace Port with:Number
//msgp:replace Reading with:Sample
//msgp:shim netip.Addr as:string using:(netip.Addr).String/address

// Bounded has what the directives are about.
type Bounded struct {
	At     time.Time           `zid:"0"`
	List   []string            `zid:"1"`
	Named  map[string][]int    `zid:"2"`
	Month  time.Month          `zid:"3"`
	Ports  []Port              `zid:"4"`
	Latest Reading             `zid:"5"`
	Names  map[netip.Addr]bool `zid:"6"`
	Array  [4]int              `zid:"7"`
	Blob   []byte              `zid:"8"`
}

// Number is what ports are sent as.
type Number uint16

// Port is a type that is replaced by another defined one.
type Port uint16

// Sample is a struct that has methods, Reading one that is sent as it.
type Sample struct {
	Value float64 `zid:"0"`
}

// Reading has the fields of Sample and no methods.
//
//msgp:ignore Reading
type Reading struct {
	Value float64
}

func address(s string) netip.Addr {
	a, err := netip.ParseAddr(s)
	if err != nil {
		return netip.Addr{}
	}
	return a
}
