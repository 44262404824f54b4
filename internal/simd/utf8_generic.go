// What ValidUTF8 means, and how it is done without vectors.

package simd

import "github.com/beve-org/beve-go/internal/mem"

// highBits has the bit set, in each of eight bytes, that ASCII leaves clear.
const highBits = 0x8080808080808080

// validUTF8PrefixGeneric is ValidUTF8Prefix in Go: ASCII by words, everything else
// by runes, the long ones with a few tests of all their bytes in one word.
func validUTF8PrefixGeneric(b []byte) int {
	// Up to 32 bytes of ASCII need no loop: words that overlap in the middle.
	if n := len(b); n >= 8 && n <= 32 && b[0] < 0x80 {
		w := mem.Word(b, 0) | mem.Word(b, n-8)
		if n > 16 {
			w |= mem.Word(b, 8) | mem.Word(b, n-16)
		}
		if w&highBits == 0 {
			return n
		}
	}
	i := 0
	for i < len(b) {
		c := b[i]
		if c < 0x80 {
			i++
			for i+8 <= len(b) && mem.Word(b, i)&highBits == 0 {
				i += 8
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
		var w uint32 // the rune, first byte lowest
		if i+4 <= len(b) {
			w = mem.Word32(b, i)
		} else if i+3 <= len(b) {
			w = uint32(c) | uint32(b[i+1])<<8 | uint32(b[i+2])<<16
		}
		if c < 0xF0 {
			// What is left of the lead and the highest payload bit of the second
			// byte tells E0 80–9F, too long, and ED A0–BF, a surrogate.
			if top := w & 0x200F; w&0xC0C000 != 0x808000 || top == 0 || top == 0x200D {
				return i
			}
			i += 3
		} else {
			// The five highest bits of the value, and the bits that no lead has:
			// 1 to 16 are U+10000 to U+10FFFF.
			if top := w&0xF<<2 | w>>12&3; w&0xC0C0C000 != 0x80808000 || top-1 >= 16 {
				return i
			}
			i += 4
		}
	}
	return i
}
