// This file turns decimals into binary64, by the method of Daniel Lemire, "Number
// Parsing at a Gigabyte per Second" (2021), after an idea of Michael Eisel: one or two
// products by a power of ten decide all but a few cases, which strconv then decides.

package jsontext

import (
	"math"
	"math/bits"
)

// The range of the table, and the largest power of ten that 128 bits hold wholly.
const (
	minPower   = -348
	maxPower   = 347
	exactPower = 55
)

// round returns the binary64 nearest to m times ten to the power of e; ok is false
// where this method cannot tell, or the number is not normal.
func round(m uint64, e int) (f float64, ok bool) {
	if m == 0 {
		return 0, true
	}
	if e < minPower || e > maxPower {
		return 0, false
	}
	shift := bits.LeadingZeros64(m)
	m <<= uint(shift)
	power := &powersOfTen[e-minPower]
	// The binary exponent: 217706/65536 is the logarithm of ten, near enough here.
	exp := uint64(217706*e>>16+64+1023) - uint64(shift)
	hi, lo := bits.Mul64(m, power[0])
	// The low word of the power matters where it could carry into the bits that are
	// kept, and what was cut off of it where that could.
	if hi&0x1FF == 0x1FF && lo+m < m {
		hi2, lo2 := bits.Mul64(m, power[1])
		sum, carry := bits.Add64(lo, hi2, 0)
		if (hi+carry)&0x1FF == 0x1FF && sum == math.MaxUint64 && lo2+m < m {
			return 0, false
		}
		hi, lo = hi+carry, sum
	}
	top := hi >> 63
	kept := hi >> (top + 9) // 54 bits, the last for rounding
	exp -= 1 ^ top
	if lo == 0 && hi&0x1FF == 0 && kept&3 == 1 {
		return 0, false // half way, and perhaps not exactly
	}
	kept = (kept + (kept & 1)) >> 1
	if kept>>53 != 0 {
		kept >>= 1
		exp++
	}
	if exp-1 >= 0x7FF-1 {
		return 0, false
	}
	return math.Float64frombits(exp<<52 | kept&(1<<52-1)), true
}
