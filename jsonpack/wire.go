// This file is bytes to numbers and back: lengths, and scalars in both byte orders.

package jsonpack

import (
	"math"
	"math/bits"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// maxVaruint is the most bytes that a length takes.
const maxVaruint = 10

// appendVaruint appends a length or count in its shortest form.
func appendVaruint(dst []byte, v uint64) []byte {
	for v >= 0x80 {
		dst = append(dst, byte(v)|0x80)
		v >>= 7
	}
	return append(dst, byte(v))
}

// setVaruint puts a length or count where one byte was left for it at dst[at], and
// moves what is after that if it takes more.
func setVaruint(dst []byte, at int, v uint64) []byte {
	if v < 0x80 {
		dst[at] = byte(v)
		return dst
	}
	var b [maxVaruint]byte
	length := appendVaruint(b[:0], v)
	end := len(dst)
	dst = append(dst, length[1:]...)
	copy(dst[at+len(length):], dst[at+1:end])
	copy(dst[at:], length)
	return dst
}

// readVaruint reads a length or count. On failure the offset is that of its first
// byte.
func readVaruint(src []byte, off int) (v uint64, next int, cause error) {
	for i := range maxVaruint {
		if off+i >= len(src) {
			return 0, off, fault.ErrTruncated
		}
		c := src[off+i]
		v |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			if i == maxVaruint-1 && c > 1 {
				break
			}
			return v, off + i + 1, nil
		}
	}
	return 0, off, errLongVaruint
}

var errLongVaruint = fault.Because(fault.ErrSyntax, "length of more than 64 bits")

// putScalar stores the low size bytes of v at dst[n:], which has room for eight.
func putScalar(dst []byte, n int, v uint64, size uint8, big bool) {
	if big {
		v = bits.ReverseBytes64(v) >> (64 - 8*size)
	}
	mem.PutWord(dst, n, v)
}

// appendScalar appends the low bytes of v, as many as n has.
func (n *node) appendScalar(dst []byte, v uint64) []byte {
	var b [8]byte
	putScalar(b[:], 0, v, n.size, n.big)
	return append(dst, b[:n.size]...)
}

// scalar reads the bits of a scalar, which is there, without extending its sign.
func (n *node) scalar(src []byte, off int) (v uint64) {
	for i, c := range src[off : off+int(n.size)] {
		if n.big {
			v = v<<8 | uint64(c)
		} else {
			v |= uint64(c) << (8 * i)
		}
	}
	return v
}

// number is a numeric value on its way between a Go type and a type of the schema.
type number struct {
	class class
	bits  uint64 // two's complement, or those of a float64
}

func signed(v int64) number     { return number{classSigned, uint64(v)} }
func unsigned(v uint64) number  { return number{classUnsigned, v} }
func floating(f float64) number { return number{classFloat, math.Float64bits(f)} }

// int64 returns the value exactly, or ok is false.
func (x number) int64() (v int64, ok bool) {
	switch x.class {
	case classSigned:
		return int64(x.bits), true
	case classUnsigned:
		return int64(x.bits), x.bits <= math.MaxInt64
	}
	f := math.Float64frombits(x.bits)
	if f < -1<<63 || f >= 1<<63 || f != math.Trunc(f) {
		return 0, false
	}
	return int64(f), true
}

// uint64 returns the value exactly, or ok is false.
func (x number) uint64() (v uint64, ok bool) {
	switch x.class {
	case classSigned:
		return x.bits, int64(x.bits) >= 0
	case classUnsigned:
		return x.bits, true
	}
	f := math.Float64frombits(x.bits)
	if f < 0 || f >= 1<<64 || f != math.Trunc(f) {
		return 0, false
	}
	return uint64(f), true
}

// float64 returns the value exactly, or ok is false.
func (x number) float64() (f float64, ok bool) {
	switch x.class {
	case classSigned:
		f = float64(int64(x.bits))
		back, fits := floating(f).int64()
		return f, fits && back == int64(x.bits)
	case classUnsigned:
		f = float64(x.bits)
		back, fits := floating(f).uint64()
		return f, fits && back == x.bits
	}
	return math.Float64frombits(x.bits), true
}

// float32 returns a float rounded, unless it becomes infinite by that, and an integer
// exactly, or ok is false.
func (x number) float32() (f float32, ok bool) {
	wide, ok := x.float64()
	f = float32(wide)
	if x.class != classFloat {
		return f, ok && float64(f) == wide
	}
	return f, !math.IsInf(float64(f), 0) || math.IsInf(wide, 0)
}

// ofSize returns the bits of x as a scalar of a class and size, or ok is false.
func (x number) ofSize(c class, size uint8) (v uint64, ok bool) {
	unused := 64 - 8*uint(size)
	switch c {
	case classSigned:
		i, ok := x.int64()
		return uint64(i), ok && i<<unused>>unused == i
	case classUnsigned:
		v, ok = x.uint64()
		return v, ok && v<<unused>>unused == v
	}
	if size == 4 {
		f, ok := x.float32()
		return uint64(math.Float32bits(f)), ok
	}
	f, ok := x.float64()
	return math.Float64bits(f), ok
}

// numberOf returns the value of a scalar of a class and size.
func numberOf(c class, size uint8, v uint64) number {
	unused := 64 - 8*uint(size)
	switch {
	case c == classSigned:
		return signed(int64(v<<unused) >> unused)
	case c == classUnsigned:
		return unsigned(v)
	case size == 4:
		return floating(float64(math.Float32frombits(uint32(v))))
	}
	return number{classFloat, v}
}
