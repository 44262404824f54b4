// What ValidUTF8Prefix means, and how it is done without vectors.

package simd

import "github.com/beve-org/beve-go/internal/mem"

// validUTF8PrefixGeneric is ValidUTF8Prefix in Go: ASCII by words, everything else
// by runes. A rune of three or four bytes is held in one word, first byte lowest,
// so that one test tells its length from the lead and finds the continuations.
func validUTF8PrefixGeneric(b []byte) int {
	i := 0
	for i < len(b) {
		c := b[i]
		if c < 0x80 {
			i++
			for i+8 <= len(b) && mem.Word(b, i)&highBits == 0 {
				i += 8
				for i+16 <= len(b) && (mem.Word(b, i)|mem.Word(b, i+8))&highBits == 0 {
					i += 16
				}
			}
			continue
		}
		if c < 0xE0 {
			if c < 0xC2 || i+1 >= len(b) || b[i+1]&0xC0 != 0x80 {
				return i
			}
			i += 2
			continue
		}
		var w uint32
		if i+4 <= len(b) {
			w = mem.Word32(b, i)
		} else { // a byte that is missing is a zero, no continuation
			for j := len(b) - 1; j >= i; j-- {
				w = w<<8 | uint32(b[j])
			}
		}
		if w&0xC0C0F0 == 0x8080E0 {
			// The highest five bits of the value: overlong, or a surrogate.
			if top := w & 0x200F; top == 0 || top == 0x200D {
				return i
			}
			i += 3
			continue
		}
		// The same: 0 is overlong, above 16 is more than U+10FFFF.
		if top := w&7<<2 | w>>12&3; w&0xC0C0C0F8 != 0x808080F0 || top-1 >= 16 {
			return i
		}
		i += 4
	}
	return i
}
