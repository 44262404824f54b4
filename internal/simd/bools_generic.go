// What PackBools and UnpackBools mean, and how they are done without vectors.

package simd

import "github.com/beve-org/beve-go/internal/mem"

// packBoolsGeneric is PackBools in Go; dst is as long as src needs.
func packBoolsGeneric(dst []byte, src []bool) {
	if mem.Unchecked && len(src) >= 8 {
		// A bool is a byte of 0 or 1. One multiplication adds eight of them, each
		// moved to its bit of the highest byte; no two meet in any other bit.
		b := mem.SliceAt[byte](mem.First(src), len(src))
		i := 0
		for ; i+8 <= len(b); i += 8 {
			dst[i>>3] = byte((mem.Word(b, i) & 0x0101010101010101) * 0x0102040810204080 >> 56)
		}
		dst, src = dst[i>>3:], src[i:]
	}
	for len(src) >= 8 { // where memory is not read by words
		b := (*[8]bool)(src)
		dst[0] = bit(b[0]) | bit(b[1])<<1 | bit(b[2])<<2 | bit(b[3])<<3 |
			bit(b[4])<<4 | bit(b[5])<<5 | bit(b[6])<<6 | bit(b[7])<<7
		dst, src = dst[1:], src[8:]
	}
	if len(src) > 0 {
		var last byte
		for i, v := range src {
			last |= bit(v) << i
		}
		dst[0] = last
	}
}

// bit returns 1 for true; the compiler makes no jump of it.
func bit(v bool) byte {
	var b byte
	if v {
		b = 1
	}
	return b
}

// unpackBoolsGeneric is UnpackBools in Go; src is as long as dst needs.
func unpackBoolsGeneric(dst []bool, src []byte) {
	for len(dst) >= 8 {
		*(*[8]bool)(dst) = boolsOfByte[src[0]]
		dst, src = dst[8:], src[1:]
	}
	for i := range dst {
		dst[i] = src[0]>>i&1 != 0
	}
}

// boolsOfByte holds the eight booleans of every byte: 2 KB, filled at start-up.
var boolsOfByte = func() (t [256][8]bool) {
	for b := range t {
		for i := range t[b] {
			t[b][i] = b>>i&1 != 0
		}
	}
	return t
}()
