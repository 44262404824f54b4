package parquetfile

import (
	"math/big"
)

// This file settles a schema that is to be written: what follows from the types and the
// order of its nodes.

// Settle sets what follows from the names, types and children of the nodes below a root:
// how values are stored, levels, leaves and paths. A schema that was read has all that.
//
// Integers, decimals and times are stored as the smallest that holds them. A list has one
// child, and so has a map: a group of a key and a value.
func (n *Node) Settle() { n.settle("", 0, 0, 0) }

// settle sets n below these levels, and returns the leaf after those of n.
func (n *Node) settle(path string, def, rep, leaf int) int {
	n.Path = path
	if n.Optional {
		def++
	}
	n.Def, n.Rep, n.First = def, rep, leaf
	n.store()
	if n.Leaf() {
		leaf++
	}
	if n.Type == List || n.Type == Map {
		def, rep = def+1, rep+1
		n.ElementDef, n.ElementRep = def, rep
	}
	for _, child := range n.Children {
		below := path + "/"
		if n.Type != Map { // whose entries have no name
			below += escaper.Replace(child.Name)
		}
		leaf = child.settle(below, def, rep, leaf)
	}
	n.End = leaf
	return leaf
}

// store sets how the values of n are stored.
func (n *Node) store() {
	as := func(physical int32, length int) { n.physical, n.Length = physical, length }
	switch n.Type {
	case Bool:
		as(PhysicalBool, 0)
	case Int, Uint:
		as(PhysicalInt64, 8)
		if n.Bits <= 32 {
			as(PhysicalInt32, 4)
		}
	case Float16:
		as(PhysicalFixed, 2)
	case Float32:
		as(PhysicalFloat, 4)
	case Float64:
		as(PhysicalDouble, 8)
	case Bytes:
		as(PhysicalBytes, n.Length)
		if n.Length > 0 {
			n.physical = PhysicalFixed
		}
	case Text, Enum, JSON, BSON:
		as(PhysicalBytes, 0)
	case UUID:
		as(PhysicalFixed, 16)
	case Decimal:
		switch {
		case n.Precision <= 9:
			as(PhysicalInt32, 4)
		case n.Precision <= 18:
			as(PhysicalInt64, 8)
		default: // the least bytes that hold the digits and the sign
			beyond := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n.Precision)), nil)
			as(PhysicalFixed, beyond.BitLen()/8+1)
		}
	case Date, Null:
		as(PhysicalInt32, 4)
	case TimeOfDay:
		as(PhysicalInt64, 8)
		if n.Unit == Millisecond {
			as(PhysicalInt32, 4)
		}
	case Timestamp:
		as(PhysicalInt64, 8)
	case Interval:
		as(PhysicalFixed, 12)
	default:
		as(-1, 0)
	}
}

// leaves returns the leaves below n, and the names on the way to each as files have them.
func (n *Node) leaves(names []string) (leaves []*Node, paths [][]string) {
	if n.Leaf() {
		return []*Node{n}, [][]string{names}
	}
	children := n.Children
	switch n.Type {
	case List:
		names = append(names, "list")
	case Map:
		names = append(names, "key_value")
		children = children[0].Children
	}
	for _, child := range children {
		l, p := child.leaves(append(names[:len(names):len(names)], child.Name))
		leaves, paths = append(leaves, l...), append(paths, p...)
	}
	return leaves, paths
}
