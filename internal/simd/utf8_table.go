// The tables of UTF-8 validation, which the assembly reads.

package simd

//lint:file-ignore U1000 no Go code reads them

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
// twoConts is not a fault where the second byte is the third of a rune of three or
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
