// This file turns decimals into binary64 and back. Reading is the method of Daniel
// Lemire, "Number Parsing at a Gigabyte per Second" (2021), after an idea of Michael
// Eisel: one or two products by a power of ten decide all but a few cases, which
// strconv then decides. Printing is Schubfach, by Raffaele Giulietti, "The Schubfach
// way to render doubles" (2020). Both use one table.

package jsontext

import (
	"math"
	"math/bits"

	"github.com/beve-org/beve-go/internal/mem"
)

// The range of the table, and the largest power of ten that 128 bits hold wholly.
const (
	leastPower = -348
	mostPower  = 347
	exactPower = 55
)

// round returns the binary64 nearest to m times ten to the power of e; ok is false
// where this method cannot tell, or it is no normal number.
func round(m uint64, e int) (f float64, ok bool) {
	if m == 0 {
		return 0, true
	}
	if e < leastPower || e > mostPower {
		return 0, false
	}
	shift := bits.LeadingZeros64(m)
	m <<= uint(shift)
	power := &powersOfTen[e-leastPower]
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

// shortest returns the shortest decimal that lies within the interval of numbers
// which round to f, and of these the nearest: digits times ten to the power of e.
// f must be finite and greater than zero. Zeros at the end of digits are possible.
func shortest(f float64) (digits uint64, e int) {
	b := math.Float64bits(f)
	fraction, exp := b&(1<<52-1), int(b>>52)
	c, q := fraction, 1-1075
	if exp != 0 {
		c, q = fraction|1<<52, exp-1075
	}
	odd := c & 1
	// The interval is cl to cr, in quarters of the last place. Below a power of two
	// numbers lie closer.
	cl, cr := 4*c-2, 4*c+2
	k := q * 1262611 >> 22 // floor(q log10(2))
	if fraction == 0 && exp > 1 {
		cl++
		k = (q*1262611 - 524031) >> 22 // floor(log10(3/4 2^q))
	}
	h := uint(q + (-k*1741647)>>19 + 1)
	power := powersOfTen[-k-leastPower]
	if -k < 0 || -k > exactPower {
		// Here the power has to be rounded up.
		var carry uint64
		power[1], carry = bits.Add64(power[1], 1, 0)
		power[0] += carry
	}
	vl, v, vr := roundToOdd(power, cl<<h)+odd, roundToOdd(power, 4*c<<h), roundToOdd(power, cr<<h)-odd
	s := v / 4
	if s >= 10 {
		tens := s / 10
		under, over := vl <= 40*tens, 40*tens+40 <= vr
		if under != over {
			if over {
				tens++
			}
			return tens, k + 1
		}
	}
	under, over := vl <= 4*s, 4*s+4 <= vr
	up := v > 4*s+2 || v == 4*s+2 && s&1 != 0
	if under != over {
		up = over
	}
	if up {
		s++
	}
	return s, k
}

// roundToOdd returns the upper 64 bits of the product of g and n, 192 bits long,
// with the last set if anything lies below.
func roundToOdd(g [2]uint64, n uint64) uint64 {
	low, _ := bits.Mul64(g[1], n)
	hi, mid := bits.Mul64(g[0], n)
	mid, carry := bits.Add64(mid, low, 0)
	hi += carry
	if mid > 1 {
		hi |= 1
	}
	return hi
}

// longestFloat is the room that the text of a float takes at most, and more:
// digits are written by words.
const longestFloat = 48

// appendShortest appends f, which is finite and not zero, as AppendFloat64 does.
func appendShortest(dst []byte, f float64) []byte {
	n := len(dst)
	if cap(dst)-n < longestFloat {
		dst = append(dst, make([]byte, longestFloat)...)
	}
	dst = dst[:cap(dst)]
	if f < 0 {
		dst[n] = '-'
		n++
		f = -f
	}
	m, e := shortest(f)
	var text [24]byte
	count := putUint(text[:], m)
	end := count
	for text[end-1] == '0' {
		end--
	}
	digits := text[:end]
	point := count + e // digits before the point
	switch {
	case point > 0 && point < 8 && point < end:
		// All digits one further, and then the first word with the point in it.
		first := mem.Word(text[:], 0)
		mem.PutWord(dst, n+1, first)
		mem.PutWord(dst, n+9, mem.Word(text[:], 8))
		mem.PutWord(dst, n+17, mem.Word(text[:], 16))
		shift := 8 * uint(point)
		before := uint64(1)<<shift - 1
		mem.PutWord(dst, n, first&before|'.'<<shift|first&^before<<8)
		n += end + 1
	case f < 1e-6 || f >= 1e21:
		dst[n] = digits[0]
		n++
		if len(digits) > 1 {
			dst[n] = '.'
			n += 1 + copy(dst[n+1:], digits[1:])
		}
		dst[n], dst[n+1] = 'e', '+'
		exp := point - 1
		if exp < 0 {
			dst[n+1], exp = '-', -exp
		}
		n += 2
		n += putUint(dst[n:], uint64(exp))
	case point <= 0:
		n += copy(dst[n:], "0.000000"[:2-point])
		n += copy(dst[n:], digits)
	case point >= len(digits):
		n += copy(dst[n:], digits)
		for ; point > len(digits); point-- {
			dst[n] = '0'
			n++
		}
	default:
		n += copy(dst[n:], digits[:point])
		dst[n] = '.'
		n += 1 + copy(dst[n+1:], digits[point:])
	}
	return dst[:n]
}

// AppendUint appends v in decimal.
func AppendUint(dst []byte, v uint64) []byte {
	n := len(dst)
	if cap(dst)-n < 24 {
		dst = append(dst, make([]byte, 24)...)
	}
	dst = dst[:cap(dst)]
	return dst[:n+putUint(dst[n:], v)]
}

// AppendInt appends v in decimal.
func AppendInt(dst []byte, v int64) []byte {
	if v < 0 {
		return AppendUint(append(dst, '-'), -uint64(v))
	}
	return AppendUint(dst, uint64(v))
}

// putUint writes v at the start of b, which has room for 24 bytes, and returns the
// number of digits.
func putUint(b []byte, v uint64) int {
	if v < 1e8 {
		return putLeading(b, 0, v)
	}
	if v < 1e16 {
		high := v / 1e8
		n := putLeading(b, 0, high)
		mem.PutWord(b, n, eightDigits(v-high*1e8))
		return n + 8
	}
	high := v / 1e16
	v -= high * 1e16
	n := putLeading(b, 0, high)
	high = v / 1e8
	mem.PutWord(b, n, eightDigits(high))
	mem.PutWord(b, n+8, eightDigits(v-high*1e8))
	return n + 16
}

// putLeading writes up to eight digits without leading zeros.
func putLeading(b []byte, n int, v uint64) int {
	if v < 10 {
		b[n] = byte('0' + v)
		return n + 1
	}
	w := eightDigits(v)
	zeros := bits.TrailingZeros64(w^'0'*ones|1<<56) &^ 7
	mem.PutWord(b, n, w>>uint(zeros))
	return n + 8 - zeros/8
}

// eightDigits returns eight digits as characters, the first in the low byte: the
// number is cut in halves, these in pairs, and these in digits, all at once.
func eightDigits(v uint64) uint64 {
	high := v * 109951163 >> 40 // v/10000 below 1e8
	v = high | (v-high*10000)<<32
	high = v * 10486 >> 20 & 0x0000007F0000007F // v/100 below 10000
	v = high | (v-high*100)<<16
	high = v * 103 >> 10 & 0x000F000F000F000F // v/10 below 100
	return (high | (v-high*10)<<8) + '0'*ones
}
