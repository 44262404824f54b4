// This file finds the decimals of floats: the shortest that read back as the same
// float and, of these, the nearest. Most are decided by one product of the float and a
// power of ten, in fixed point with 64 bits after the point, as in the programs of Yaoyuan
// Guo (yy_double) and Victor Zverovich (zmij); the few that lie too near to a limit by
// Schubfach, of Raffaele Giulietti, "The Schubfach way to render doubles" (2020), which
// proves that the interval of a float never needs more than the two powers of ten tried.

package jsontext

import "math/bits"

// shortest returns the shortest decimal within the interval of the numbers that round
// to c times two to the power of q, and of these the nearest: tens and the last digit, in
// units of ten to the power of e. regular says that the neighbours are equally far, as they
// are of all but powers of two. Zeros at the end are possible; the tens of a binary64 with
// all its bits have 15 or 16 digits, those of a binary32 6 to 8.
func shortest(c uint64, q int, regular bool) (tens, last uint64, e int) {
	power, h, e := scale(q)
	high, middle := product(power, c<<h)
	// The part after the point is too small by less than two of its last bit: the power
	// was cut off, and so was the product. At most one whole number is within half an
	// interval, and it is then the shortest.
	tens, part := high>>4, high<<60|middle>>4
	half := power[0] >> ((5 - h) & 63)
	sign := uint64(int64(part) >> 63)
	distance := part ^ sign - sign
	rounded := part>>4*10 + 1<<59 // in units of two to the power of -60
	if distance-half+2 <= 4 || (rounded+12)<<4 <= 12<<4 || !regular {
		digits, k := shortestExact(c, q, regular)
		return digits / 10, digits % 10, k + 1
	}
	last = rounded >> 60
	if distance < half {
		tens, last = tens-sign, 0
	}
	return tens, last, e
}

// scale returns the e for which the interval of a float of the exponent q, two to the
// power of q, is between a tenth of ten to the power of e and one wide, and what turns a
// number of such intervals into such units: the product with power and two to the power of
// h, 1 to 4, is the units times two to the power of 132.
func scale(q int) (power *[2]uint64, h uint, e int) {
	e = q*1262611>>22 + 1 // floor(log10(2^q)) + 1
	return &powersOfTen[-e-minPower], uint(q+-e*1741647>>19+5) & 63, e
}

// shortestExact is shortest for all floats, the slower way: digits times ten to the power
// of e.
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
	power := powersOfTen[-k-minPower]
	if -k < 0 || -k > exactPower {
		// Here the power has to be rounded up.
		var carry uint64
		power[1], carry = bits.Add64(power[1], 1, 0)
		power[0] += carry
	}
	vl, v, vr := roundToOdd(&power, cl<<h)+odd, roundToOdd(&power, 4*c<<h), roundToOdd(&power, cr<<h)-odd
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
// with the last set if anything is below.
func roundToOdd(g *[2]uint64, n uint64) uint64 {
	high, middle := product(g, n)
	if middle > 1 {
		high |= 1
	}
	return high
}

// product returns the upper 128 bits of the product of g and n, 192 bits long.
func product(g *[2]uint64, n uint64) (high, middle uint64) {
	below, _ := bits.Mul64(g[1], n)
	high, middle = bits.Mul64(g[0], n)
	middle, carry := bits.Add64(middle, below, 0)
	return high + carry, middle
}
