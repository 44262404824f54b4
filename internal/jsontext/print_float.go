// This file prints floats: the one form in which the library writes them as JSON,
// which is that of encoding/json.

package jsontext

import (
	"math"
	"math/bits"

	"github.com/beve-org/beve-go/internal/mem"
)

// FloatRoom is the room that PutFloat64 needs: the longest text, and more, since digits
// are stored by words.
const FloatRoom = 48

// AppendFloat64 appends the shortest decimal that reads back to the same
// binary64: without a fraction where f is integral, with an exponent below 1e-6
// and from 1e21 on, as encoding/json prints it, and "-0" for negative zero. f must be
// finite: JSON has no word for the others, so the caller chooses one.
func AppendFloat64(dst []byte, f float64) []byte {
	n := len(dst)
	dst = open(dst, FloatRoom)
	return dst[:PutFloat64(dst, n, f)]
}

// AppendFloat32 is [AppendFloat64] for the shortest decimal that reads back to
// the same binary32.
func AppendFloat32(dst []byte, f float32) []byte {
	n := len(dst)
	dst = open(dst, FloatRoom)
	return dst[:PutFloat32(dst, n, f)]
}

// PutFloat64 is AppendFloat64 at dst[n:] and returns the offset after the number.
// The caller guarantees FloatRoom.
func PutFloat64(dst []byte, n int, f float64) int { return putFloat(dst, n, math.Float64bits(f), 0) }

// PutFloat32 is AppendFloat32 at dst[n:] and returns the offset after the number.
// The caller guarantees FloatRoom.
func PutFloat32(dst []byte, n int, f float32) int {
	return putFloat(dst, n, math.Float64bits(float64(f)), 52-23)
}

// putFloat stores the shortest decimal of the binary64 b, whose last spare bits are
// not there, and returns the offset after it. It is one function because most of its time
// is the wait for one digit after another, which calls would lengthen.
func putFloat(dst []byte, n int, b uint64, spare int) int {
	mem.PutByte(dst, n, '-') // overwritten unless it stays
	n += int(b >> 63)
	// The number is c times two to the power of q.
	c, q := b&(1<<52-1), int(b>>52&0x7FF)-1075
	fraction := c
	if q > -1075 {
		c |= 1 << 52
	} else if q++; c == 0 {
		return PutUint(dst, n, 0)
	}
	if spare > 0 {
		q += spare
		if q < -149 {
			spare, q = spare-149-q, -149
		}
		c >>= spare & 63
	}
	if q < 0 && q > -53 && c<<(q&63) == 0 {
		// The digits of an integer of as few bits are its shortest decimal.
		return PutUint(dst, n, c>>(-q&63))
	}
	m, last, e := shortest(c, q, fraction != 0 || q == -1074 || q == -149 && spare > 0)
	if m < 1e14 {
		m, last, e = fill(m*10+last, e-1)
	}
	// Fifteen or sixteen digits, and the last.
	high := m / 1e8
	low := eightDigits(m - high*1e8)
	high = eightDigits(high)
	end, tail := 8, low
	if low == 0 {
		end, tail = 0, high
	}
	end += (bits.Len64(tail) + 7) >> 3
	if last != 0 {
		end = 17
	}
	high, low, last = high|'0'*ones, low|'0'*ones, last|'0'
	none := int((m - 1e15) >> 63) // one if the first is none
	point, at, start := e+16-none, n-none, high>>(8*none&63)
	end -= none
	switch {
	case uint(point-1) < 7 && point < end: // a point among the first word's digits
		// All digits one further, then those before the point in their places.
		mem.PutWord(dst, at+1, high)
		mem.PutWord(dst, at+9, low)
		mem.PutByte(dst, at+17, byte(last))
		before := start & (math.MaxUint64 >> (uint(64-8*point) & 63))
		mem.PutWord(dst, n, before|(start^before)<<8)
		mem.PutByte(dst, n+point, '.')
		return n + end + 1
	case uint(point-8) < 9 && point < end: // a point among the others
		mem.PutWord(dst, n, start)
		mem.PutWord(dst, at+9, low)
		mem.PutByte(dst, at+17, byte(last))
		before := low & (1<<uint(8*(n+point-at-8)) - 1)
		mem.PutWord(dst, at+8, before|(low^before)<<8)
		mem.PutByte(dst, n+point, '.')
		return n + end + 1
	case uint(point+5) <= 5: // a point before all digits
		mem.PutWord(dst, n, zeroPoint)
		n, at = n+2-point, at+2-point
	case uint(point-1) < 21: // none
		mem.PutWord(dst, at+17, '0'*ones)
		end = point
	default:
		mem.PutWord(dst, at+1, high)
		mem.PutWord(dst, at+9, low)
		mem.PutByte(dst, at+17, byte(last))
		mem.PutByte(dst, n, byte(start))
		mem.PutByte(dst, n+1, '.')
		if n++; end > 1 {
			n += end
		}
		return putExponent(dst, n, point-1)
	}
	mem.PutWord(dst, n, start)
	mem.PutWord(dst, at+8, low)
	mem.PutByte(dst, at+16, byte(last))
	return n + end
}

// fill returns a number of fewer digits, m times ten to the power of e, in the form that
// those of shortest with all digits have.
func fill(m uint64, e int) (uint64, uint64, int) {
	if m < 1e9 {
		m, e = m*1e7, e-7
	}
	for m < 1e14 {
		m, e = m*10, e-1
	}
	return m, 0, e
}

// zeroPoint is "0.000000".
const zeroPoint = '0'*ones - '0'<<8 + '.'<<8

// putExponent stores e, a sign and an exponent.
func putExponent(dst []byte, n, exp int) int {
	sign := uint64('+')
	if exp < 0 {
		sign, exp = '-', -exp
	}
	mem.PutWord(dst, n, 'e'|sign<<8)
	return PutUint(dst, n+2, uint64(exp))
}
