// What CopyEscaped means, and how it is done without a kernel of its own.

package simd

import (
	mathbits "math/bits"

	"github.com/beve-org/beve-go/internal/mem"
)

// copyEscapedGeneric is CopyEscaped in Go.
func copyEscapedGeneric(dst []byte, src string, html bool, escapes *Escapes) (read, written int, ascii bool) {
	ascii = true
	for {
		n, plain := copyPlain(dst[written:], src[read:], html)
		read, written, ascii = read+n, written+n, ascii && plain
		if read == len(src) {
			return read, written, ascii
		}
		c := src[read]
		if c >= 0x80 {
			return read, written, false
		}
		e := escapes[c]
		mem.PutWord(dst, written, e)
		read, written = read+1, written+int(e>>56)
		if len(dst)-written < len(src)-read+EscapeRoom {
			return read, written, ascii
		}
	}
}

// copyPlain copies src to dst up to the first byte that CopyEscaped does not copy, and
// returns how many bytes it copied and whether these are all ASCII.
func copyPlain(dst []byte, src string, html bool) (n int, ascii bool) {
	if hasVector && len(src) >= minCopy {
		raceRead(mem.Bytes(src))
		raceWrite(dst[:len(src)])
		n, high := copyPlainVector(dst, src, stopsFor(html))
		return n, high == 0
	}
	return copyPlainGeneric(dst, src, html)
}

// copyPlainGeneric is copyPlain without vectors, eight bytes at a time. The tests are
// exact up to the first stop of a word, which is the one that counts.
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
