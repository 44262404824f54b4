// What CopyPlain means, and how it is done without vectors.

package simd

import (
	mathbits "math/bits"

	"github.com/beve-org/beve-go/internal/mem"
)

// copyPlainGeneric is CopyPlain in Go, eight bytes at a time. The tests are exact up
// to the first stop of a word, which is the one that counts.
func copyPlainGeneric(dst []byte, src string, html bool) (n int, ascii bool) {
	var seen uint64
	i := 0
	for ; i+8 <= len(src); i += 8 {
		w := mem.StringWord(src, i)
		mem.PutWord(dst, i, w)
		q, b, e := w^'"'*onesWord, w^'\\'*onesWord, w^0xE2*onesWord
		m := (q-onesWord)&^q | (b-onesWord)&^b | (e-onesWord)&^e | (w-0x20*onesWord)&^w
		if html {
			// Two characters at once that differ in one bit.
			amp, angle := w^'&'*onesWord, (w|2*onesWord)^'>'*onesWord
			m |= (amp-onesWord)&^amp | (angle-onesWord)&^angle
		}
		if m &= highBits; m != 0 {
			seen |= w & ((m&-m)>>7 - 1) // the bytes before the stop
			return i + mathbits.TrailingZeros64(m)>>3, seen&highBits == 0
		}
		seen |= w
	}
	for ; i < len(src); i++ {
		c := src[i]
		if isStop(c, html) {
			break
		}
		dst[i] = c
		seen |= uint64(c)
	}
	return i, seen&highBits == 0
}
