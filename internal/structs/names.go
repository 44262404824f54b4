package structs

import (
	"math"
	"math/bits"
	"slices"

	"github.com/beve-org/beve-go/internal/mem"
)

// Names finds members by name: a hash table whose multiplier was searched for until every
// name has a slot of its own, or, for names too alike, until the search gives up and
// neighbours are probed. Names that are alike by the dozen are left to a map, since input
// that resembles them would be compared with all of them. The zero value has no names.
type Names struct {
	names []string
	slots []int16 // index + 1; at most half of them are taken, so that a probe ends
	mul   uint64
	shift uint8
	many  map[string]int // instead of slots
}

const (
	// maxProbes is how many neighbours are looked at.
	maxProbes = 32
	// maxTries is how many multipliers are tried.
	maxTries = 32
	// Spread is an odd number whose products mix the bits of what is multiplied.
	Spread = 0x9E3779B97F4A7C15
)

// NewNames returns the index of names. Of repeated ones the first is
// found.
func NewNames(names []string) Names {
	x := Names{names: names}
	if len(names) == 0 {
		return x
	}
	if len(names) > math.MaxInt16 {
		return newNameMap(names)
	}
	size := 2 << bits.Len(uint(len(names)))
	x.shift = uint8(64 - bits.Len(uint(size-1)))
	x.slots = make([]int16, size)
	x.mul = Spread
	for try := range maxTries + 1 {
		moved := x.fill()
		if moved == 0 || try == maxTries && moved <= maxProbes {
			return x
		}
		x.mul = x.mul*0xD1342543DE82EF95 + 2
	}
	return newNameMap(names)
}

func newNameMap(names []string) Names {
	x := Names{names: names, many: make(map[string]int, len(names))}
	for i, name := range slices.Backward(names) {
		x.many[name] = i
	}
	return x
}

// List returns the names.
func (x *Names) List() []string { return x.names }

// fill places the names, and returns how far one had to move on. It gives up on names of
// which one has to move too far.
func (x *Names) fill() (farthest int) {
	clear(x.slots)
	for i, name := range x.names {
		at, moved := x.hash(mem.Bytes(name)), 0
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

// hash returns the slot of a name.
func (x *Names) hash(name []byte) int { return int(Mix(name) * x.mul >> x.shift) }

// Mix returns a number that depends on the length, the first and the last eight bytes of a
// name. A multiple of it by [Spread] depends on them in its upper bits.
func Mix(name []byte) uint64 {
	n := len(name)
	w := uint64(n)
	if n >= 8 {
		return w ^ mem.Word(name, 0) ^ mem.Word(name, n-8)*3
	}
	for _, c := range name {
		w = w<<8 | uint64(c)
	}
	return w
}

// Find returns the index of name, or -1.
func (x *Names) Find(name []byte) int {
	if len(x.slots) == 0 {
		if i, ok := x.many[string(name)]; ok {
			return i
		}
		return -1
	}
	for at := x.hash(name); ; at = (at + 1) & (len(x.slots) - 1) {
		i := int(x.slots[at]) - 1
		if i < 0 || x.names[i] == string(name) {
			return i
		}
	}
}
