// This file is the compiled form of a schema: a tree of nodes, one for each type
// in the definition, which knows everything about the wire that does not depend on
// Go types. The table of type names has its one home here.

package jsonpack

import (
	"math"

	"github.com/beve-org/beve-go/internal/typecache"
	"github.com/beve-org/beve-go/types"
)

// class is what a type of the schema is, apart from its width and byte order.
type class uint8

const (
	classBool class = iota
	classSigned
	classUnsigned
	classFloat
	classString
	classArray
	classObject
	classOneOf
)

// wireType is what a type name stands for.
type wireType struct {
	class class
	size  uint8 // bytes of a scalar; 0 where the value decides
	big   bool  // big endian
	// name is the spelling that aliases are reduced to.
	name string
}

// wireTypes has every type name, in lower case.
var wireTypes = func() map[string]wireType {
	types := map[string]wireType{
		"bool":   {class: classBool, size: 1},
		"int8":   {class: classSigned, size: 1},
		"uint8":  {class: classUnsigned, size: 1},
		"string": {class: classString},
		"array":  {class: classArray},
		"object": {class: classObject},
		"oneof":  {class: classOneOf},
	}
	for name, t := range map[string]wireType{
		"int16": {class: classSigned, size: 2}, "uint16": {class: classUnsigned, size: 2},
		"int32": {class: classSigned, size: 4}, "uint32": {class: classUnsigned, size: 4},
		"int64": {class: classSigned, size: 8}, "uint64": {class: classUnsigned, size: 8},
		"float32": {class: classFloat, size: 4}, "float64": {class: classFloat, size: 8},
	} {
		types[name+"le"] = t
		t.big = true
		types[name+"be"] = t
	}
	for name, t := range types {
		t.name = name
		types[name] = t
	}
	for alias, name := range map[string]string{
		"boolean": "bool", "floatle": "float32le", "floatbe": "float32be",
		"doublele": "float64le", "doublebe": "float64be",
	} {
		types[alias] = types[name]
	}
	return types
}()

// lower returns a type name in lower case. Only ASCII letters have another one.
func lower(name string) string {
	b := []byte(name)
	for i, c := range b {
		if c-'A' <= 'Z'-'A' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}

// node is one type of a schema. It does not change once it is built.
type node struct {
	wireType
	items   *node    // of an array
	members []member // of an object, in the order of the wire
	oneOf   *oneOf   // of a value of one of several types
	// types holds the declarations of the schema.
	types *types.Set

	// index finds the member of a name: the last one, where a name is repeated.
	index map[string]int

	// least is how many bytes a value takes at least, and exact says that every value
	// takes as many.
	least int
	exact bool
	// levels is how deep values nest, a scalar being one level.
	levels int
	// weight is how many members and members of members a value has whatever it is,
	// without the items of arrays, and hollow how many of them are objects that take
	// no bytes, the value itself included.
	weight, hollow int

	codecs typecache.Cache[*codec]
}

// member is one property of an object at its place on the wire.
type member struct {
	name string
	node *node
	// repeated says that the name comes again, so that a later value counts.
	repeated bool
	// spare says that a map and JSON text need not have it: it is the zero value then.
	spare bool
	// after is the least bytes of the members after this one.
	after int
}

// appendZero appends the zero value of n: every byte of it is zero, lengths and counts are, but where null is refused
// the first case is zero.
func (n *node) appendZero(dst []byte) []byte {
	switch {
	case n.class == classObject:
		for i := range n.members {
			dst = n.members[i].node.appendZero(dst)
		}
		return dst
	case n.class == classOneOf && n.oneOf.notNull:
		dst = append(dst, 1)
		if first := n.oneOf.cases[0].node; first != nil {
			dst = first.appendZero(dst)
		}
		return dst
	}
	return append(dst, make([]byte, n.least)...)
}

// enough stands for any number that is too large to matter.
const enough = math.MaxInt32

// add and times saturate at enough. Their operands are not negative.
func add(a, b int) int { return int(min(int64(a)+int64(b), enough)) }

func times(a, b int) int {
	if a > 0 && b > enough/a {
		return enough
	}
	return a * b
}

// measure fills in what follows from the parts of n.
func (n *node) measure() {
	n.levels = 1
	switch n.class {
	case classString:
		n.least = 1
	case classArray:
		n.least, n.levels = 1, 1+n.items.levels
	case classObject:
		n.exact = true
		n.index = make(map[string]int, len(n.members))
		for i := len(n.members) - 1; i >= 0; i-- {
			m := &n.members[i]
			m.after = n.least
			if _, m.repeated = n.index[m.name]; !m.repeated {
				n.index[m.name] = i
			}
			n.least, n.exact = add(n.least, m.node.least), n.exact && m.node.exact
			n.levels = max(n.levels, 1+m.node.levels)
			n.weight = add(n.weight, add(1, m.node.weight))
			n.hollow = add(n.hollow, m.node.hollow)
		}
		if n.least == 0 {
			n.hollow = add(n.hollow, 1)
		}
	case classOneOf:
		n.oneOf.measure(n)
	default:
		n.least, n.exact = int(n.size), true
	}
}

// number reports whether n is one of the numeric types.
func (n *node) number() bool {
	return n.class == classSigned || n.class == classUnsigned || n.class == classFloat
}
