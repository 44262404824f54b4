package cost

import (
	"bytes"

	"github.com/beve-org/beve-go/wire"
)

// unionForm is how one format writes what families of unions are made of.
type unionForm struct {
	text   func(s string) []byte // a value
	key    func(name string) []byte
	object func(members int) []byte // its head
	array  func(n int) []byte       // its head
	list   func(value ...byte) func(size int) []byte
	one    []byte
}

// UnionFamilies returns families of BEVE messages that are hard on readers of unions: objects with members "k", "x"
// and "items", where "k" is the id.
func UnionFamilies() []Family {
	return unionFamilies(BEVE, &unionForm{
		text:   func(s string) []byte { return wire.AppendString(nil, s) },
		key:    func(name string) []byte { return wire.AppendText(nil, name) },
		object: func(n int) []byte { return wire.AppendObject(nil, n) },
		array:  func(n int) []byte { return wire.AppendArray(nil, n) },
		list:   repeated,
		one:    wire.AppendInt(nil, 1),
	})
}

// MsgPackUnionFamilies returns the same of MessagePack.
func MsgPackUnionFamilies() []Family {
	return unionFamilies(MsgPack, &unionForm{
		text: packText,
		key:  packText,
		object: func(n int) []byte {
			if n < 16 {
				return []byte{0x80 | byte(n)}
			}
			return packMap(n)
		},
		array: packArray,
		list:  packMany,
		one:   []byte{1},
	})
}

func unionFamilies(format string, f *unionForm) []Family {
	id := func(name string) []byte { return append(f.key("k"), f.text(name)...) }
	object := func(members ...[]byte) []byte {
		return append(f.object(len(members)), bytes.Join(members, nil)...)
	}
	member := func(name string, value []byte) []byte { return append(f.key(name), value...) }
	one := f.one
	// deep nests values as far as the limits let it.
	deep := func(levels int, around func(inner []byte) []byte, inner []byte) []byte {
		for range levels {
			inner = around(inner)
		}
		return inner
	}
	list := func(value []byte) func(size int) []byte { return f.list(value...) }
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
				value = object(member("x", value), member("y", f.text(string(bytes.Repeat([]byte("y"), size/200)))), id("node"))
			}
			return append(f.array(1), value...)
		}},
		{Name: "nested unions without an id", Make: list(deep(200, func(inner []byte) []byte { return object(member("x", inner)) }, leaf))},
		{Name: "nested unions of an unknown case", Make: list(deep(200, late, object(id("other"))))},
		{Name: "unions with a long id", Make: func(size int) []byte { return object(id(string(bytes.Repeat([]byte("i"), size)))) }},
		{Name: "unions with many ids", Make: func(size int) []byte {
			members := make([][]byte, size/8)
			for i := range members {
				members[i] = id("leaf")
			}
			return append(f.array(1), object(members...)...)
		}},
		{Name: "a union with many members before the id", Make: func(size int) []byte {
			members := make([][]byte, size/8)
			for i := range members {
				members[i] = member("abcd", one)
			}
			members[len(members)-1] = id("leaf")
			return append(f.array(1), object(members...)...)
		}},
		{Name: "nested unions of the outer id alone", Make: list(deep(150, func(inner []byte) []byte { return object(member("node", object(member("x", inner)))) }, object(member("leaf", one))))},
		{Name: "nested unions with the content first", Make: list(deep(100, func(inner []byte) []byte {
			return object(member("c", object(member("x", inner))), id("node"))
		}, object(member("c", object()), id("leaf"))))},
		{Name: "nested unions that could be of two cases", Make: list(deep(100, func(inner []byte) []byte {
			return object(member("a", inner))
		}, object(member("a", f.text("neither")))))},
	}
	for i := range all {
		all[i].Format = format
	}
	return all
}
