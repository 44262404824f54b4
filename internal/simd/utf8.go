// UTF-8 validation. The vector form is the lookup method of John Keiser and Daniel
// Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte" (2020): what
// can be wrong with UTF-8 shows, with one exception, in two neighbouring bytes, and
// there in three of their four half bytes. Three tables of 16 give the faults each
// half byte allows; a fault that all three allow has happened.

package simd

import "github.com/beve-org/beve-go/internal/mem"

// minUTF8 is the least length of a vector form: one vector, and the three bytes
// that the vector at the end looks back on.
const minUTF8 = 32 + 3

// highBits has the bit set, in each of eight bytes, that ASCII leaves clear.
const highBits = 0x8080808080808080

// ValidUTF8 reports whether b is wholly valid UTF-8, as utf8.Valid does.
func ValidUTF8(b []byte) bool {
	// Most strings are ASCII of up to 32 bytes. These need no loop and no second
	// call: words that overlap in the middle cover them.
	n := len(b)
	if n >= 8 && n <= 32 {
		w := mem.Word(b, 0) | mem.Word(b, n-8)
		if n > 16 {
			w |= mem.Word(b, 8) | mem.Word(b, n-16)
		}
		if w&highBits == 0 {
			return true
		}
	}
	if !hasVector || n < minUTF8 {
		return validUTF8PrefixGeneric(b) == n
	}
	raceRead(b)
	return cutUTF8Vector(b) == n && b[n-1] < 0xC0 && b[n-2] < 0xE0 && b[n-3] < 0xF0
}

// ValidUTF8Prefix returns the length of the longest prefix of b that is valid
// UTF-8: len(b), or the offset of the first byte that begins no valid rune. A
// rune that the end of b cuts off is not valid.
func ValidUTF8Prefix(b []byte) int {
	n := 0
	if hasVector && len(b) >= minUTF8 {
		raceRead(b)
		n = runeBoundary(b, cutUTF8Vector(b))
	}
	return n + validUTF8PrefixGeneric(b[n:])
}

// runeBoundary returns where the last rune that begins in front of n begins, if it
// is of several bytes, or else n: at most three bytes back. No fault other than a
// cut rune may lie in b[:n].
func runeBoundary(b []byte, n int) int {
	for i := n - 1; i >= max(n-3, 0); i-- {
		if b[i] >= 0xC0 {
			return i
		}
		if b[i] < 0x80 {
			break
		}
	}
	return n
}
