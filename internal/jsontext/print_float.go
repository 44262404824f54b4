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
	if cap(dst)-n < FloatRoom {
		dst = Grow(dst, FloatRoom)
	}
	dst = dst[:cap(dst)]
	return dst[:PutFloat64(dst, n, f)]
}

// AppendFloat32 is [AppendFloat64] for the shortest decimal that reads back to
// the same binary32.
func AppendFloat32(dst []byte, f float32) []byte {
	n := len(dst)
	if cap(dst)-n < FloatRoom {
		dst = Grow(dst, FloatRoom)
	}
	dst = dst[:cap(dst)]
	return dst[:PutFloat32(dst, n, f)]
}

// PutFloat64 is AppendFloat64 at dst[n:] and returns the offset behind the number.
// The caller guarantees FloatRoom.
func PutFloat64(dst []byte, n int, f float64) int {
	b := math.Float64bits(f)
	mem.PutByte(dst, n, '-') // overwritten unless it stays
	n += int(b >> 63)
	b &= 1<<63 - 1
	f = math.Float64frombits(b)
	// An integral float in this range is exactly the digits of the integer.
	if v := int64(f); f < 1e15 && float64(v) == f {
		return PutUint(dst, n, uint64(v))
	}
	c, q := b&(1<<52-1), int(b>>52)
	regular := c != 0 || q <= 1
	if q == 0 {
		q = 1
	} else {
		c |= 1 << 52
	}
	digits, e := shortest(c, q-1075, regular)
	return putDecimal(dst, n, digits, e)
}

// PutFloat32 is AppendFloat32 at dst[n:] and returns the offset behind the number.
// The caller guarantees FloatRoom.
func PutFloat32(dst []byte, n int, f float32) int {
	b := math.Float32bits(f)
	mem.PutByte(dst, n, '-')
	n += int(b >> 31)
	b &= 1<<31 - 1
	f = math.Float32frombits(b)
	// Up to 2^24 the integer's digits are the shortest that name it.
	if v := int32(f); f <= 1<<24 && float32(v) == f {
		return PutUint(dst, n, uint64(v))
	}
	c, q := b&(1<<23-1), int(b>>23)
	regular := c != 0 || q <= 1
	if q == 0 {
		q = 1
	} else {
		c |= 1 << 23
	}
	digits, e := shortest(uint64(c), q-150, regular)
	return putDecimal(dst, n, digits*1e8, e-8)
}

// putDecimal stores m times ten to the power of e, m below 1e17 and not zero, and
// returns the offset behind it.
func putDecimal(dst []byte, n int, m uint64, e int) int {
	// Seventeen digits, with zeros behind: one, and two words of eight.
	if ten := m * 10; m < 1e16 {
		m, e = ten, e-1
	}
	for m < 1e16 {
		m, e = m*10, e-1
	}
	point := e + 17 // digits before the point
	high := m / 1e8
	top := m / 1e16
	first, low := EightDigits(high-top*1e8), EightDigits(m-high*1e8)
	top += '0'
	end, last := 17, low
	if low == '0'*ones {
		end, last = 9, first
	}
	end -= bits.LeadingZeros64(last^'0'*ones) >> 3

	switch {
	case uint(point-1) < 16 && point < end:
		// All digits one further, then those before the point in their places.
		mem.PutWord(dst, n+2, first)
		mem.PutWord(dst, n+10, low)
		at, w, before := n, top|first<<8, uint(point)
		if point > 8 {
			mem.PutByte(dst, n, byte(top))
			mem.PutWord(dst, n+1, first)
			at, w, before = n+9, low, before-9
		}
		kept := uint64(1)<<(8*before) - 1
		mem.PutWord(dst, at, w&kept|w&^kept<<8)
		mem.PutByte(dst, n+point, '.')
		return n + end + 1
	case uint(point+5) <= 5:
		mem.PutWord(dst, n, zeroPoint)
		n += 2 - point
	case uint(point-1) < 21:
		mem.PutWord(dst, n+17, '0'*ones)
		end = point
	default:
		return putExponent(dst, n, [3]uint64{top, first, low}, end, point-1)
	}
	mem.PutByte(dst, n, byte(top))
	mem.PutWord(dst, n+1, first)
	mem.PutWord(dst, n+9, low)
	return n + end
}

// zeroPoint is "0.000000".
const zeroPoint = '0'*ones - '0'<<8 + '.'<<8

// putExponent stores the first end of seventeen digits, the first of them before the
// point, and an exponent.
func putExponent(dst []byte, n int, digits [3]uint64, end, exp int) int {
	mem.PutWord(dst, n, digits[0]|'.'<<8)
	mem.PutWord(dst, n+2, digits[1])
	mem.PutWord(dst, n+10, digits[2])
	n++
	if end > 1 {
		n += end
	}
	sign := uint64('+')
	if exp < 0 {
		sign, exp = '-', -exp
	}
	mem.PutWord(dst, n, 'e'|sign<<8)
	return PutUint(dst, n+2, uint64(exp))
}
