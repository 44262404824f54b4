// UTF-8 validation. The vector form is the lookup method of John Keiser and Daniel
// Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte" (2020): what
// can be wrong with UTF-8 shows, but for one case, in two neighbouring bytes, and
// there in three of their four half bytes. Three tables of 16 give the faults each
// half byte allows; a fault that all three allow has happened.

package simd

import "github.com/beve-org/beve-go/internal/mem"

// minUTF8 is the least length of a vector form: one vector, and the three bytes
// that the vector at the end looks back on.
const minUTF8 = 32 + 3

// ValidUTF8 reports whether b is wholly valid UTF-8, as utf8.Valid does.
func ValidUTF8(b []byte) bool {
	// Inlined in callers: ASCII of 8 to 16 bytes, two words that may overlap.
	n := len(b)
	return n-8 <= 8 && n >= 8 && (mem.Word(b, 0)|mem.Word(b, n-8))&highBits == 0 || validUTF8(b)
}

// validUTF8 is the part of ValidUTF8 that is called.
func validUTF8(b []byte) bool {
	if !hasVector || len(b) < minUTF8 {
		return validUTF8PrefixGeneric(b) == len(b)
	}
	raceRead(b)
	n := cutUTF8Vector(b)
	return n == len(b) && b[n-1] < 0xC0 && b[n-2] < 0xE0 && b[n-3] < 0xF0
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

// The faults that two neighbouring bytes show, as bits of a table's entry.
const (
	leadThenNone  = 1 << iota  // a lead byte, then no continuation
	noneThenCont               // ASCII, then a continuation
	overlong3                  // E0, then 80–9F
	surrogate                  // ED, then A0–BF
	overlong2                  // C0 or C1, then a continuation
	tooLarge                   // F4, then 90–BF, or F5–FF, then the same
	tooLarge80                 // F5–FF, then 80–8F; shared with the next
	twoConts                   // a continuation, then another: bit 7, see below
	overlong4     = tooLarge80 // F0, then 80–8F: only the lower half of the lead differs
	anyLowerHalf  = leadThenNone | noneThenCont | twoConts
	continuation  = noneThenCont | overlong2 | twoConts
	tooLargeLeads = tooLarge | tooLarge80
)

// utf8Faults holds the three tables: by the upper half of the first byte, by its
// lower half, by the upper half of the second. The assembly reads it.
//
// twoConts is no fault where the second byte is the third of a rune of three or
// the third or fourth of a rune of four. There the byte two or three before it is
// at least E0 or F0, and the kernels flip bit 7: two continuations are then right
// and anything else is a fault.
var utf8Faults = [3][16]byte{
	{
		0x0: noneThenCont, 0x1: noneThenCont, 0x2: noneThenCont, 0x3: noneThenCont,
		0x4: noneThenCont, 0x5: noneThenCont, 0x6: noneThenCont, 0x7: noneThenCont,
		0x8: twoConts, 0x9: twoConts, 0xA: twoConts, 0xB: twoConts,
		0xC: leadThenNone | overlong2,
		0xD: leadThenNone,
		0xE: leadThenNone | overlong3 | surrogate,
		0xF: leadThenNone | overlong4 | tooLargeLeads,
	},
	{
		0x0: anyLowerHalf | overlong2 | overlong3 | overlong4,
		0x1: anyLowerHalf | overlong2,
		0x2: anyLowerHalf, 0x3: anyLowerHalf,
		0x4: anyLowerHalf | tooLarge,
		0x5: anyLowerHalf | tooLargeLeads, 0x6: anyLowerHalf | tooLargeLeads,
		0x7: anyLowerHalf | tooLargeLeads, 0x8: anyLowerHalf | tooLargeLeads,
		0x9: anyLowerHalf | tooLargeLeads, 0xA: anyLowerHalf | tooLargeLeads,
		0xB: anyLowerHalf | tooLargeLeads, 0xC: anyLowerHalf | tooLargeLeads,
		0xD: anyLowerHalf | tooLargeLeads | surrogate,
		0xE: anyLowerHalf | tooLargeLeads, 0xF: anyLowerHalf | tooLargeLeads,
	},
	{
		0x0: leadThenNone, 0x1: leadThenNone, 0x2: leadThenNone, 0x3: leadThenNone,
		0x4: leadThenNone, 0x5: leadThenNone, 0x6: leadThenNone, 0x7: leadThenNone,
		0x8: continuation | overlong3 | overlong4,
		0x9: continuation | overlong3 | tooLarge,
		0xA: continuation | surrogate | tooLarge,
		0xB: continuation | surrogate | tooLarge,
		0xC: leadThenNone, 0xD: leadThenNone, 0xE: leadThenNone, 0xF: leadThenNone,
	},
}
