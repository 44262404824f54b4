// Integers, read without more ado: what codecs try first.

package msgwire

import (
	"math/bits"

	"github.com/beve-org/beve-go/internal/mem"
)

// Lookahead is how many bytes behind an offset ReadInt and ReadUint may look at.
const Lookahead = 9

// ReadInt reads an integer of either family at off. next is 0 for what is none, does not
// fit into an int64, or lies too close to the end of src for a look at [Lookahead] bytes;
// [ReadHead] then says which.
func ReadInt(src []byte, off int) (v int64, next int) {
	if off+Lookahead > len(src) {
		return shortInt(src, off)
	}
	c := mem.Byte(src, off)
	if int8(c) >= LeastFixInt {
		return int64(int8(c)), off + 1
	}
	w := bits.ReverseBytes64(mem.Word(src, off+1))
	switch c {
	case Int8:
		return int64(w) >> 56, off + 2
	case Int16:
		return int64(w) >> 48, off + 3
	case Int32:
		return int64(w) >> 32, off + 5
	case Int64:
		return int64(w), off + 9
	case Uint8:
		return int64(w >> 56), off + 2
	case Uint16:
		return int64(w >> 48), off + 3
	case Uint32:
		return int64(w >> 32), off + 5
	case Uint64:
		if int64(w) >= 0 {
			return int64(w), off + 9
		}
	}
	return 0, 0
}

// shortInt is ReadInt close to the end of src.
func shortInt(src []byte, off int) (v int64, next int) {
	h, err := ReadHead(src, off)
	if err != nil || h.Kind != KindInt && (h.Kind != KindUint || int64(h.Bits) < 0) {
		return 0, 0
	}
	return int64(h.Bits), h.Next
}
