// What IndexStop means, and how it is done without vectors.

package simd

import (
	mathbits "math/bits"

	"github.com/beve-org/beve-go/internal/mem"
)

const onesWord = 0x0101010101010101

// indexStopGeneric is IndexStop in Go, eight bytes at a time. The tests are exact
// up to the first stop of a word, which is the one that counts.
func indexStopGeneric(b []byte) (n int, ascii bool) {
	var seen uint64
	i := 0
	for ; i+8 <= len(b); i += 8 {
		w := mem.Word(b, i)
		q, e := w^'"'*onesWord, w^'\\'*onesWord
		m := ((q-onesWord)&^q | (e-onesWord)&^e | (w-0x20*onesWord)&^w) & highBits
		if m != 0 {
			seen |= w & ((m&-m)>>7 - 1) // the bytes before the stop
			return i + mathbits.TrailingZeros64(m)>>3, seen&highBits == 0
		}
		seen |= w
	}
	for ; i < len(b); i++ {
		c := b[i]
		if c == '"' || c == '\\' || c < ' ' {
			break
		}
		seen |= uint64(c)
	}
	return i, seen&highBits == 0
}
