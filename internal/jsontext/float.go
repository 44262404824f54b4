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

// FloatRoom is the room that PutFloat64 needs: the longest text, and more, since digits
// are stored by words.
const FloatRoom = 48

// short is shortest for numbers with up to four decimals and fifteen digits, such as
// prices. No two decimals of fifteen digits are the same binary64, so that one that
// reads back as f is the shortest.
func short(f float64) (digits uint64, e int, ok bool) {
	p := f * 1e4
	n := int64(p + 0.5)
	if off := p - float64(n); off > 1e-3 || off < -1e-3 || p >= 1e15 {
		return 0, 0, false
	}
	// The product is rounded, the quotient of two exact numbers is what reading gives.
	return uint64(n), -4, float64(n)/1e4 == f
}

// putShortest stores f, which is finite and not zero, at dst[n:] as AppendFloat64
// does and returns the offset behind it. The caller guarantees FloatRoom.
func putShortest(dst []byte, n int, f float64) int {
	if f < 0 {
		mem.PutByte(dst, n, '-')
		n++
		f = -f
	}
	m, e, ok := short(f)
	if !ok {
		m, e = shortest(f)
	}
	// Seventeen digits, with zeros behind: one, and two words of eight. Nearly all
	// numbers have as many but one, and a branch lets the next begin earlier.
	switch {
	case m >= 1e16:
		e += 17
	case m >= 1e15:
		m, e = m*10, e+16
	case m < 1e8:
		// Half of what is missing at once.
		m, e = m*1e8, e-8
		fallthrough
	default:
		for e += 17; m < 1e16; e-- {
			m *= 10
		}
	}
	point := e // digits before the point
	high := m / 1e8
	top := high / 1e8
	first, low := EightDigits(high-top*1e8), EightDigits(m-high*1e8)
	top += '0'
	end := 17
	if low != '0'*ones {
		end -= bits.LeadingZeros64(low^'0'*ones) >> 3
	} else {
		end -= 8 + bits.LeadingZeros64(first^'0'*ones)>>3
	}
	if uint(point-1) < 7 && point < end {
		// All digits one further but the first ones, and between these the point.
		mem.PutWord(dst, n+2, first)
		mem.PutWord(dst, n+10, low)
		shift := 8 * uint(point)
		before := uint64(1)<<shift - 1
		begin := top | first<<8
		mem.PutWord(dst, n, begin&before|'.'<<shift|begin&^before<<8)
		return n + end + 1
	}
	if point <= 0 && f >= 1e-6 {
		mem.PutWord(dst, n, zeroPoint)
		n += 2 - point
		mem.PutByte(dst, n, byte(top))
		mem.PutWord(dst, n+1, first)
		mem.PutWord(dst, n+9, low)
		return n + end
	}
	var text [24]byte
	text[0] = byte(top)
	mem.PutWord(text[:], 1, first)
	mem.PutWord(text[:], 9, low)
	return placePoint(dst, n, f, text[:end], point)
}

// zeroPoint is "0.000000".
const zeroPoint = '0'*ones - '0'<<8 + '.'<<8

// placePoint stores the digits of f with a point or an exponent.
func placePoint(dst []byte, n int, f float64, digits []byte, point int) int {
	switch {
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
		return PutUint(dst, n+2, uint64(exp))
	case point >= len(digits):
		n += copy(dst[n:], digits)
		for ; point > len(digits); point-- {
			dst[n] = '0'
			n++
		}
		return n
	}
	n += copy(dst[n:], digits[:point])
	dst[n] = '.'
	return n + 1 + copy(dst[n+1:], digits[point:])
}
