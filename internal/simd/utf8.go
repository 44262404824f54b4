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
		return shortRunes(b) || validUTF8PrefixGeneric(b) == n
	}
	raceRead(b)
	return cutUTF8Vector(b) == n && b[n-1] < 0xC0 && b[n-2] < 0xE0 && b[n-3] < 0xF0
}

// ValidShort is ValidUTF8 for short text that is known not to be ASCII.
func ValidShort(b []byte) bool { return shortRunes(b) || ValidUTF8(b) }

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

// shortRunes reports whether b is valid and has no runes but those of one and two bytes. It
// goes by words.
func shortRunes(b []byte) bool {
	var bad, begun uint64
	i := 0
	for ; i+8 <= len(b); i += 8 {
		var lead uint64
		lead, bad = twoByteRunes(mem.Word(b, i), begun, bad)
		begun = lead >> 56
	}
	if rest := len(b) - i; rest > 0 {
		w := uint64(0) // what is left, and then zeros
		switch {
		case i > 0:
			w = mem.Word(b, len(b)-8) >> (-8 * rest & 63)
		case rest >= 4:
			w = uint64(mem.Word32(b, 0)) | uint64(mem.Word32(b, rest-4))<<(8*(rest-4)&63)
		default:
			for j, c := range b {
				w |= uint64(c) << (8 * j & 63)
			}
		}
		// Of a rune that the end cuts off the zero after it is not a continuation.
		_, bad = twoByteRunes(w, begun, bad)
		begun = 0
	}
	return (bad|begun)&highBits == 0
}

// twoByteRunes looks at eight bytes. begun has the highest bit of its lowest byte set where
// the byte before them is a lead, as lead has in each byte that is one. What is added to bad
// has highest bits set unless all runes are of one or two bytes and valid.
func twoByteRunes(w, begun, bad uint64) (lead, worse uint64) {
	high := w & highBits
	lead = high & (w << 1)
	// Continuations stand after leads and nowhere else. A lead has no third bit, which
	// would announce more, and one of the four above the lowest, or a byte would do.
	bad |= high ^ lead ^ (lead<<8 | begun)
	bad |= lead & (w<<2 | ^(w&0x1E1E1E1E1E1E1E1E + 0x7E7E7E7E7E7E7E7E))
	return lead, bad
}
