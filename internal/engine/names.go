package engine

import (
	"math/bits"
	"slices"
)

// nameIndex finds a member by name: a hash table whose multiplier was searched
// for until every name has a slot of its own, or, for names too alike, until the
// search gives up and neighbours are probed. Names that are alike by the dozen are
// left to a map, since input that resembles them would be compared with all of them.
type nameIndex struct {
	names []string
	slots []int16 // index + 1
	mul   uint64
	shift uint8
	many  map[string]int // instead of slots
}

// maxProbes is how many neighbours are looked at to the most.
const maxProbes = 32

func newNameIndex(names []string) nameIndex {
	x := nameIndex{names: names}
	if len(names) == 0 {
		return x
	}
	size := 2 << bits.Len(uint(len(names)))
	x.shift = uint8(64 - bits.Len(uint(size-1)))
	x.slots = make([]int16, size)
	x.mul = 0x9E3779B97F4A7C15
	for try := 0; ; try++ {
		moved := x.fill()
		if moved == 0 || try == 32 && moved <= maxProbes {
			return x
		}
		if try == 32 {
			break
		}
		x.mul = x.mul*0xD1342543DE82EF95 + 2
	}
	x.slots, x.many = nil, make(map[string]int, len(names))
	for i, name := range slices.Backward(names) {
		x.many[name] = i // of repeated ones the first
	}
	return x
}

// fill places the names, and returns how far one had to move on. It gives up on names of
// which one has to move too far.
func (x *nameIndex) fill() (farthest int) {
	clear(x.slots)
	for i, name := range x.names {
		at, moved := x.hash([]byte(name)), 0
		for x.slots[at] != 0 {
			if moved++; moved > maxProbes {
				return moved
			}
			at = (at + 1) & (len(x.slots) - 1)
		}
		farthest = max(farthest, moved)
		x.slots[at] = int16(i + 1)
	}
	return farthest
}

// hash mixes the length, the first and the last eight bytes of a name.
func (x *nameIndex) hash(name []byte) int {
	n := len(name)
	w := uint64(n)
	if n >= 8 {
		w ^= word(name) ^ bits.RotateLeft64(word(name[n-8:]), 23)
	} else {
		for i, c := range name {
			w ^= uint64(c) << (8*i + 8)
		}
	}
	return int(w * x.mul >> x.shift)
}

func word(b []byte) uint64 {
	_ = b[7]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// find returns the index of name, or -1.
func (x *nameIndex) find(name []byte) int {
	if len(x.slots) == 0 {
		if i, ok := x.many[string(name)]; ok {
			return i
		}
		return -1
	}
	for at := x.hash(name); ; at = (at + 1) & (len(x.slots) - 1) {
		i := int(x.slots[at]) - 1
		if i < 0 {
			return -1
		}
		if x.names[i] == string(name) {
			return i
		}
	}
}
