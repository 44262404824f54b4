package cost

import (
	"bytes"

	"github.com/beve-org/beve-go/wire"
)

// UnionFamilies returns families of BEVE messages that are hard on readers of unions. Their objects have the id in
// the member "k", or are named by it, and other unions in the member "x".
func UnionFamilies() []Family {
	id := func(name string) []byte { return wire.AppendString(wire.AppendText(nil, "k"), name) }
	object := func(members ...[]byte) []byte {
		return append(wire.AppendObject(nil, len(members)), bytes.Join(members, nil)...)
	}
	member := func(name string, value []byte) []byte { return append(wire.AppendText(nil, name), value...) }
	one := wire.AppendInt(nil, 1)
	// deep nests values as far as the limits let it.
	deep := func(levels int, around func(inner []byte) []byte, inner []byte) []byte {
		for range levels {
			inner = around(inner)
		}
		return inner
	}
	list := func(value []byte) func(size int) []byte { return repeated(value...) }
	leaf := object(id("leaf"), member("x", one))
	late := func(inner []byte) []byte { return object(member("x", inner), id("node")) }
	all := []Family{
		{Name: "unions", Make: list(leaf)},
		{Name: "unions with the id last", Make: list(object(member("x", one), id("leaf")))},
		{Name: "nested unions", Make: list(deep(200, func(inner []byte) []byte { return object(id("node"), member("x", inner)) }, leaf))},
		{Name: "nested unions with the id last", Make: list(deep(200, late, leaf))},
		{Name: "nested unions with the id last, wide", Make: func(size int) []byte {
			value := leaf
			for range 100 {
				value = object(member("x", value), member("y", wire.AppendString(nil, string(bytes.Repeat([]byte("y"), size/200)))), id("node"))
			}
			return append(wire.AppendArray(nil, 1), value...)
		}},
		{Name: "nested unions without an id", Make: list(deep(200, func(inner []byte) []byte { return object(member("x", inner)) }, leaf))},
		{Name: "nested unions of an unknown case", Make: list(deep(200, late, object(id("other"))))},
		{Name: "unions with a long id", Make: func(size int) []byte { return object(id(string(bytes.Repeat([]byte("i"), size)))) }},
		{Name: "unions with many ids", Make: func(size int) []byte {
			members := make([][]byte, size/8)
			for i := range members {
				members[i] = id("leaf")
			}
			return append(wire.AppendArray(nil, 1), object(members...)...)
		}},
		{Name: "a union with many members before the id", Make: func(size int) []byte {
			members := make([][]byte, size/8)
			for i := range members {
				members[i] = member("abcd", one)
			}
			members[len(members)-1] = id("leaf")
			return append(wire.AppendArray(nil, 1), object(members...)...)
		}},
		{Name: "nested unions of the outer id alone", Make: list(deep(150, func(inner []byte) []byte { return object(member("node", object(member("x", inner)))) }, object(member("leaf", one))))},
		{Name: "nested unions with the content first", Make: list(deep(100, func(inner []byte) []byte {
			return object(member("c", object(member("x", inner))), id("node"))
		}, object(member("c", object()), id("leaf"))))},
		{Name: "nested unions that could be of two cases", Make: list(deep(100, func(inner []byte) []byte {
			return object(member("a", inner))
		}, object(member("a", wire.AppendString(nil, "neither")))))},
	}
	for i := range all {
		all[i].Format = BEVE
	}
	return all
}
