// Names, looked up.

package msgcodec

import (
	"slices"

	"github.com/beve-org/beve-go/internal/mem"
)

// nameIndex finds a member by its name: a hash table of open addressing that is at most
// half full. Names that are alike by the dozen are left to a map, since input that
// resembles them would be compared with all of them.
type nameIndex struct {
	fields []field
	slots  []int16        // the member, plus 1
	many   map[string]int // instead of slots
}

// maxProbes is how many neighbours are looked at to the most.
const maxProbes = 32

func newNameIndex(fields []field) nameIndex {
	x := nameIndex{fields: fields}
	size := 4
	for size < 4*len(fields) {
		size *= 2
	}
	x.slots = make([]int16, size)
	for i := range fields {
		at, probes := x.hash([]byte(fields[i].name)), 0
		for x.slots[at] != 0 {
			if probes++; probes > maxProbes {
				return newNameMap(fields)
			}
			at = (at + 1) & (size - 1)
		}
		x.slots[at] = int16(i + 1)
	}
	return x
}

func newNameMap(fields []field) nameIndex {
	x := nameIndex{many: make(map[string]int, len(fields))}
	for i := range slices.Backward(fields) {
		x.many[fields[i].name] = i // of repeated ones the first
	}
	return x
}

// hash mixes the length, the first and the last bytes of a name.
func (x *nameIndex) hash(name []byte) int {
	w := uint64(len(name))
	if n := len(name); n >= 8 {
		w ^= mem.Word(name, 0)*3 ^ mem.Word(name, n-8)
	} else {
		for _, c := range name {
			w = w<<8 ^ w>>56 ^ uint64(c)
		}
	}
	return int(w*0x9E3779B97F4A7C15>>32) & (len(x.slots) - 1)
}

// find returns the member of a name, or -1.
func (x *nameIndex) find(name []byte) int {
	if x.slots == nil {
		if i, ok := x.many[string(name)]; ok {
			return i
		}
		return -1
	}
	for at := x.hash(name); ; at = (at + 1) & (len(x.slots) - 1) {
		i := int(x.slots[at]) - 1
		if i < 0 || x.fields[i].name == string(name) {
			return i
		}
	}
}
