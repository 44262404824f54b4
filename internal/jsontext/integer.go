// This file prints integers, three digits at a time.

package jsontext

import "github.com/beve-org/beve-go/internal/mem"

// IntegerRoom is the room that PutUint needs: digits are stored by words.
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
	if v < 0 {
		return AppendUint(append(dst, '-'), -uint64(v))
	}
	return AppendUint(dst, uint64(v))
}

// PutUint writes v at dst[n:] and returns the offset behind it. The caller
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

// EightDigits returns the eight digits of v, below 1e8, as characters, the first in
// the low byte: the number is cut in halves, these in pairs, and these in digits, all
// at once.
func EightDigits(v uint64) uint64 {
	high := v * 109951163 >> 40 // v/10000 below 1e8
	v = high | (v-high*10000)<<32
	high = v * 10486 >> 20 & 0x0000007F0000007F // v/100 below 10000
	v = high | (v-high*100)<<16
	high = v * 103 >> 10 & 0x000F000F000F000F // v/10 below 100
	return (high | (v-high*10)<<8) + '0'*ones
}
