// Integers, read without more ado: what codecs try first.

package msgwire

import (
	"math/bits"

	"github.com/beve-org/beve-go/internal/mem"
)

// Lookahead is how many bytes from an offset on IntAt looks at.
const Lookahead = 9

// intSizes says how many bytes an integer takes, by its lead byte; 0 for other values.
var intSizes = func() (t [256]uint8) {
	for c := range t {
		switch k := KindOf(byte(c)); k {
		case KindInt, KindUint:
			t[c] = 1 + leads[c].width
		}
	}
	return t
}()

// IntAt reads an integer of either family. size is 0 for other values. An unsigned one that
// an int64 does not hold comes out negative: see [Wraps]. The caller guarantees that
// at+[Lookahead] <= len(src).
func IntAt(src []byte, at int) (v int64, size int) {
	c := mem.Byte(src, at)
	if int8(c) >= MinFixInt {
		return int64(int8(c)), 1
	}
	size = int(intSizes[c])
	w := bits.ReverseBytes64(mem.Word(src, at+1))
	if c < Int8 {
		return int64(w >> uint(72-8*size)), size
	}
	return int64(w) >> uint(72-8*size), size
}

// Wraps reports whether what IntAt read at src[at:] is not an int64.
func Wraps(src []byte, at int, v int64) bool { return v < 0 && mem.Byte(src, at) == Uint64 }

// ReadInt reads an integer of either family at off. next is 0 for what is none, does not
// fit into an int64, or is cut; [ReadHead] then says which.
func ReadInt(src []byte, off int) (v int64, next int) {
	if off+Lookahead > len(src) {
		return shortInt(src, off)
	}
	v, size := IntAt(src, off)
	if size == 0 || Wraps(src, off, v) {
		return 0, 0
	}
	return v, off + size
}

// shortInt is ReadInt close to the end of src.
func shortInt(src []byte, off int) (v int64, next int) {
	h, err := ReadHead(src, off)
	if err != nil || h.Kind != KindInt && (h.Kind != KindUint || int64(h.Bits) < 0) {
		return 0, 0
	}
	return int64(h.Bits), h.Next
}
