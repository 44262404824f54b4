// Names, looked up.

package msgcodec

import "github.com/beve-org/beve-go/internal/mem"

// nameIndex finds a member by its name: a hash table of open addressing that is at most
// half full.
type nameIndex struct {
	fields []field
	slots  []int16 // the member, plus 1
}

func newNameIndex(fields []field) nameIndex {
	x := nameIndex{fields: fields}
	size := 4
	for size < 4*len(fields) {
		size *= 2
	}
	x.slots = make([]int16, size)
	for i := range fields {
		at := x.hash([]byte(fields[i].name))
		for x.slots[at] != 0 {
			at = (at + 1) & (size - 1)
		}
		x.slots[at] = int16(i + 1)
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
	for at := x.hash(name); ; at = (at + 1) & (len(x.slots) - 1) {
		i := int(x.slots[at]) - 1
		if i < 0 || x.fields[i].name == string(name) {
			return i
		}
	}
}
