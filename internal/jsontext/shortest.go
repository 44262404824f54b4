// This file finds the decimals of floats: the shortest that read back as the same
// float and, of these, the nearest. Most are decided by one product of the float and a
// power of ten, in fixed point with 64 bits behind the point, as in the programs of Yaoyuan
// Guo (yy_double) and Victor Zverovich (zmij); the few that lie too near to a limit by
// Schubfach, of Raffaele Giulietti, "The Schubfach way to render doubles" (2020), which
// proves that the interval of a float never needs more than the two powers of ten tried.

package jsontext

import "math/bits"

// scale returns c times two to the power of q in units of ten to the power of e, whole
// and with the 64 bits behind the point, and half of the interval of the numbers that
// round to it in such bits. e is such that the interval is between a tenth and one wide.
// Bits are cut off, so that the results may be too small by less than two of the last.
func scale(c uint64, q int) (whole, part, half uint64, e int) {
	e = q*1262611>>22 + 1             // floor(log10(2^q)) + 1
	h := uint(q + -e*1741647>>19 + 5) // 1 to 4
	power := &powersOfTen[-e-leastPower]
	c <<= h & 63
	low, _ := bits.Mul64(power[1], c)
	high, middle := bits.Mul64(power[0], c)
	middle, carry := bits.Add64(middle, low, 0)
	high += carry
	return high >> 4, high<<60 | middle>>4, power[0] >> ((5 - h) & 63), e
}

// shortest returns the shortest decimal within the interval of the numbers that round
// to c times two to the power of q, and of these the nearest: digits times ten to the
// power of e. regular says that the neighbours are equally far, as they are of all but
// powers of two. Zeros at the end of digits are possible.
func shortest(c uint64, q int, regular bool) (digits uint64, e int) {
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
