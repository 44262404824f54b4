// This file prints integers, three digits at a time, and booleans.

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
	dst = open(dst, IntegerRoom)
	return dst[:PutUint(dst, n, v)]
}

// AppendBool appends true or false.
func AppendBool(dst []byte, v bool) []byte {
	if v {
		return append(dst, "true"...)
	}
	return append(dst, "false"...)
}

// AppendInt appends v in decimal.
func AppendInt(dst []byte, v int64) []byte {
	n := len(dst)
	dst = open(dst, IntegerRoom)
	return dst[:PutInt(dst, n, v)]
}

// PutInt is PutUint with a sign. The caller guarantees IntegerRoom.
func PutInt(dst []byte, n int, v int64) int {
	sign := uint64(v >> 63)
	mem.PutByte(dst, n, '-') // overwritten unless it stays
	return PutUint(dst, n+int(sign&1), uint64(v)^sign-sign)
}

// PutUint writes v at dst[n:] and returns the offset after it. The caller
// guarantees IntegerRoom.
func PutUint(dst []byte, n int, v uint64) int {
	if v < 1e9 {
		return putBelow(dst, n, v)
	}
	high := v / 1e9
	if high < 1e9 {
		n = putBelow(dst, n, high)
	} else {
		top := high / 1e9
		n = putNine(dst, PutHead(dst, n, top), high-top*1e9)
	}
	return putNine(dst, n, v-high*1e9)
}

// putBelow is PutUint for v below 1e9.
func putBelow(dst []byte, n int, v uint64) int {
	if v < 1000 {
		return PutHead(dst, n, v)
	}
	high := Thousandth(v)
	if high < 1000 {
		n = PutHead(dst, n, high)
	} else {
		top := Thousandth(high)
		n = PutGroup(dst, PutHead(dst, n, top), high-top*1000)
	}
	return PutGroup(dst, n, v-high*1000)
}

// putNine writes the nine digits of v, below 1e9.
func putNine(dst []byte, n int, v uint64) int {
	high := Thousandth(v)
	top := Thousandth(high)
	n = PutGroup(dst, n, top)
	n = PutGroup(dst, n, high-top*1000)
	return PutGroup(dst, n, v-high*1000)
}

// Thousandth returns v/1000 for v below 1e9.
func Thousandth(v uint64) uint64 { return v * 274877907 >> 38 }

// PutHead is PutUint for v below 1000.
func PutHead(dst []byte, n int, v uint64) int {
	g := groups[v&1023]
	zeros := g >> 24
	mem.PutWord32(dst, n, g>>(zeros&31))
	return n + 3 - int(zeros>>3)
}

// PutGroup is PutUint for v below 1000, with zeros in front.
func PutGroup(dst []byte, n int, v uint64) int {
	mem.PutWord32(dst, n, groups[v&1023])
	return n + 3
}

// groups has the three digits of each number below 1000 as characters, the first in the
// low byte, and in the high byte how far they are to be shifted for the first that counts.
var groups = func() (t [1024]uint32) {
	for v := range uint32(1000) {
		t[v] = '0' + v/100 | ('0'+v/10%10)<<8 | ('0'+v%10)<<16
		if v < 10 {
			t[v] |= 16 << 24
		} else if v < 100 {
			t[v] |= 8 << 24
		}
	}
	return t
}()

// eightDigits returns the eight digits of v, below 1e8, as values of 0 to 9, the first in
// the low byte. The number is cut in halves, these in pairs, and these in digits, all at
// once: a product both takes the upper part off and puts it before the lower.
func eightDigits(v uint64) uint64 {
	v += (v * 109951163 >> 40) * (1<<32 - 10000)                // v/10000 below 1e8
	v += (v * 10486 >> 20 & 0x0000007F0000007F) * (1<<16 - 100) // v/100 below 10000
	v += (v * 103 >> 10 & 0x000F000F000F000F) * (1<<8 - 10)     // v/10 below 100
	return bits.ReverseBytes64(v)
}
