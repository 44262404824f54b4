// SIZE, the number of up to 62 bits that precedes everything of variable length,
// and the reads of it that refuse what the input cannot pay for.

package wire

import (
	"math"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// maxSize is the largest number that SIZE holds.
const maxSize = 1<<62 - 1

// SizeLen returns the bytes that SIZE takes in its shortest form.
func SizeLen(n int) int {
	switch {
	case n < 1<<6:
		return 1
	case n < 1<<14:
		return 2
	case n < 1<<30:
		return 4
	}
	return 8
}

// AppendSize appends n in the shortest form. n must not be negative, and is less
// than 1<<62: lengths of Go values always are.
func AppendSize(dst []byte, n int) []byte {
	u := uint64(n) << 2
	switch {
	case n < 1<<6:
		return append(dst, byte(u))
	case n < 1<<14:
		return append(dst, byte(u)|1, byte(u>>8))
	case n < 1<<30:
		return append(dst, byte(u)|2, byte(u>>8), byte(u>>16), byte(u>>24))
	}
	return append(dst, byte(u)|3, byte(u>>8), byte(u>>16), byte(u>>24),
		byte(u>>32), byte(u>>40), byte(u>>48), byte(u>>56))
}

// PutSize writes n in exactly len(dst) bytes: 1, 2, 4 or 8. It reports false
// when n does not fit that form or no form has that length. Readers
// accept the longer forms, so a writer can reserve room before it knows n.
func PutSize(dst []byte, n int) bool {
	if uint64(n) > maxSize || SizeLen(n) > len(dst) {
		return false
	}
	u := uint64(n) << 2
	switch len(dst) {
	case 1:
	case 2:
		u |= 1
	case 4:
		u |= 2
	case 8:
		u |= 3
	default:
		return false
	}
	for i := range dst {
		dst[i] = byte(u >> (8 * i))
	}
	return true
}

// ReadSize reads the SIZE at src[off:] and returns the offset after it. It
// accepts longer forms than necessary. The value is whatever the bytes claim:
// use [ReadCount] for a number that is going to be believed.
func ReadSize(src []byte, off int) (n uint64, next int, err error) {
	if uint(off) >= uint(len(src)) {
		return 0, off, truncated(len(src))
	}
	b := src[off]
	if b&3 == 0 {
		return uint64(b >> 2), off + 1, nil
	}
	width := 1 << (b & 3)
	if len(src)-off < width {
		return 0, off, truncated(len(src))
	}
	if off+8 <= len(src) {
		return mem.Word(src, off) << (64 - 8*uint(width)) >> (66 - 8*uint(width)), off + width, nil
	}
	for i := range width {
		n |= uint64(src[off+i]) << (8 * i)
	}
	return n >> 2, off + width, nil
}

// ReadCount reads the SIZE at src[off:] as the number of things that each
// take at least unit bytes, and refuses a number that the bytes after it cannot
// pay for. unit must be at least 1. On success n is safe to size an allocation
// of unit-sized elements with.
func ReadCount(src []byte, off, unit int) (n, next int, err error) {
	if uint(off) < uint(len(src)) {
		if b := src[off]; b&3 == 0 {
			if n, left := int(b>>2), len(src)-off-1; n*unit <= left {
				return n, off + 1, nil
			}
		}
	}
	u, next, err := ReadSize(src, off)
	if err != nil {
		return 0, off, err
	}
	if u > uint64((len(src)-next)/unit) {
		return 0, off, shortOf(off, u)
	}
	return int(u), next, nil
}

// readBits reads the SIZE of a boolean array, whose elements take an eighth of a
// byte, and refuses a number that the bytes after it cannot pay for.
func readBits(src []byte, off int) (n, next int, err error) {
	u, next, err := ReadSize(src, off)
	if err != nil {
		return 0, off, err
	}
	if left := uint64(len(src) - next); u/8 > left || u/8+(u%8+7)/8 > left || u > math.MaxInt {
		return 0, off, shortOf(off, u)
	}
	return int(u), next, nil
}

func truncated(off int) error { return fault.At(off, fault.ErrTruncated) }
