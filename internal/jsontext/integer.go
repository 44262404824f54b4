// This file prints integers, eight digits at a time.

package jsontext

import (
	"math/bits"

	"github.com/beve-org/beve-go/internal/mem"
)

// IntegerRoom is the room that PutUint and PutInt need: digits are stored by words.
const IntegerRoom = 24

// AppendUint appends v in decimal.
func AppendUint(dst []byte, v uint64) []byte {
	n := len(dst)
	if cap(dst)-n < IntegerRoom {
		dst = Grow(dst, IntegerRoom)
	}
	dst = dst[:cap(dst)]
	return dst[:PutUint(dst, n, v)]
}

// AppendInt appends v in decimal.
func AppendInt(dst []byte, v int64) []byte {
	n := len(dst)
	if cap(dst)-n < IntegerRoom {
		dst = Grow(dst, IntegerRoom)
	}
	dst = dst[:cap(dst)]
	return dst[:PutInt(dst, n, v)]
}

// PutInt is PutUint with a sign. The caller guarantees IntegerRoom.
func PutInt(dst []byte, n int, v int64) int {
	sign := uint64(v >> 63)
	mem.PutByte(dst, n, '-') // overwritten unless it stays
	return PutUint(dst, n+int(sign&1), uint64(v)^sign-sign)
}

// PutUint writes v at dst[n:] and returns the offset behind it. The caller
// guarantees IntegerRoom.
func PutUint(dst []byte, n int, v uint64) int {
	if v < 10 {
		mem.PutByte(dst, n, '0'|byte(v))
		return n + 1
	}
	if v < 1e8 {
		count := Digits(v)
		mem.PutWord(dst, n, EightDigits(v)>>(64-8*uint(count)))
		return n + count
	}
	high := v / 1e8
	if high < 10 {
		mem.PutByte(dst, n, '0'|byte(high))
		mem.PutWord(dst, n+1, EightDigits(v-high*1e8))
		return n + 9
	}
	low := EightDigits(v - high*1e8)
	if high < 1e8 {
		count := Digits(high)
		mem.PutWord(dst, n, EightDigits(high)>>(64-8*uint(count)))
		mem.PutWord(dst, n+count, low)
		return n + count + 8
	}
	top := high / 1e8
	count := Digits(top)
	mem.PutWord(dst, n, EightDigits(top)>>(64-8*uint(count)))
	mem.PutWord(dst, n+count, EightDigits(high-top*1e8))
	mem.PutWord(dst, n+count+8, low)
	return n + count + 16
}

// Digits returns the number of decimal digits of v, which is below 1e8.
func Digits(v uint64) int {
	// 1233/4096 is the logarithm of two, near enough here.
	guess := bits.Len64(v|1) * 1233 >> 12
	return guess + 1 - int((v-tens[guess&15])>>63)
}

// tens has the powers of ten but the first, which is zero for the sake of zero: it has
// one digit.
var tens = [16]uint64{0, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7, 1e8}

// EightDigits returns the eight digits of v, below 1e8, as characters, the first in
// the low byte.
func EightDigits(v uint64) uint64 { return eightDigits(v) | '0'*ones }

// eightDigits is EightDigits for digits of the values 0 to 9. The number is cut in
// halves, these in pairs, and these in digits, all at once: a product both takes the
// upper part off and puts it before the lower.
func eightDigits(v uint64) uint64 {
	v += (v * 109951163 >> 40) * (1<<32 - 10000)                // v/10000 below 1e8
	v += (v * 10486 >> 20 & 0x0000007F0000007F) * (1<<16 - 100) // v/100 below 10000
	v += (v * 103 >> 10 & 0x000F000F000F000F) * (1<<8 - 10)     // v/10 below 100
	return bits.ReverseBytes64(v)
}
