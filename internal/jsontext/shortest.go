// This file finds the decimals of floats: the shortest that read back as the same
// float and, of these, the nearest. Most are decided by one product of the float and a
// power of ten, in fixed point with 64 bits behind the point, as in the programs of Yaoyuan
// Guo (yy_double) and Victor Zverovich (zmij); the few that lie too near to a limit by
// Schubfach, of Raffaele Giulietti, "The Schubfach way to render doubles" (2020), which
// proves that the interval of a float never needs more than the two powers of ten tried.

package jsontext

import "math/bits"

// shortest returns the shortest decimal within the interval of the numbers that round
// to c times two to the power of q, and of these the nearest: digits times ten to the
// power of e. regular says that the neighbours are equally far, as they are of all but
// powers of two. Zeros at the end of digits are possible; a binary64 with all its bits
// has 16 or 17 digits, a binary32 8 or 9.
func shortest(c uint64, q int, regular bool) (digits uint64, e int) {
	k := q * 1262611 >> 22            // floor(log10(2^q)), so that the interval is 1 to 10 wide
	h := uint(q + -k*1741647>>19 + 1) // 1 to 4
	power := &powersOfTen[-k-leastPower]
	// The value in units of 10^k, whole and fraction, less than two of the last bit
	// too small: the power is cut off, and so is the product.
	scaled := c << (h & 63)
	low, _ := bits.Mul64(power[1], scaled)
	whole, fraction := bits.Mul64(power[0], scaled)
	fraction, carry := bits.Add64(fraction, low, 0)
	whole += carry
	// Behind the last digit lies the place within the ten that it is of, here with 60
	// bits behind the point. At most one multiple of ten is nearer than half the
	// interval, and it is then the shortest.
	last := whole % 10
	below := last<<60 | fraction>>4
	above := 10<<60 - below
	half := power[0] >> ((5 - h) & 63)
	if below-half+2 <= 4 || above-half+2 <= 4 || fraction-(1<<63-1) <= 1 || !regular && below != 0 {
		return shortestExact(c, q, regular)
	}
	digits = whole + fraction>>63
	if below < half {
		digits = whole - last
	}
	if above < half {
		digits = whole - last + 10
	}
	return digits, k
}

// shortestExact is shortest for all floats, the slower way.
func shortestExact(c uint64, q int, regular bool) (digits uint64, e int) {
	odd := c & 1
	// The interval is cl to cr, in quarters of the last place. Below a power of two
	// numbers lie closer.
	cl, cr := 4*c-2, 4*c+2
	k := q * 1262611 >> 22
	if !regular {
		cl++
		k = (q*1262611 - 524031) >> 22 // floor(log10(3/4 2^q))
	}
	h := uint(q + -k*1741647>>19 + 1)
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
