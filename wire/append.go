// Appending scalars, text, the beginnings of containers, and the arrays that are
// not numbers.

package wire

import (
	"math"
	"math/bits"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/simd"
	"github.com/beve-org/beve-go/scalar"
)

// compact maps the number of significant bits of an integer, its sign bit among
// them, to the width code of its narrowest form.
var compact = func() (t [66]uint8) {
	for n := range t {
		switch {
		case n <= 8:
			t[n] = 0
		case n <= 16:
			t[n] = 1
		case n <= 32:
			t[n] = 2
		default:
			t[n] = 3
		}
	}
	return t
}()

// AppendNull appends null.
func AppendNull(dst []byte) []byte { return append(dst, byte(HeaderNull)) }

// AppendBool appends a boolean.
func AppendBool(dst []byte, v bool) []byte {
	h := HeaderFalse
	if v {
		h = HeaderTrue
	}
	return append(dst, byte(h))
}

// appendWord appends a header and the low 1<<code bytes of v.
func appendWord(dst []byte, h Header, v uint64, code uint8) []byte {
	n := len(dst)
	dst = append(dst, byte(h), 0, 0, 0, 0, 0, 0, 0, 0)
	mem.PutWord(dst, n+1, v)
	return dst[:n+1+1<<code]
}

// AppendInt appends a signed integer in the narrowest signed width that holds it.
func AppendInt(dst []byte, v int64) []byte {
	code := compact[bits.Len64(uint64(v^(v>>63)))+1]
	return appendWord(dst, HeaderInt8|Header(code)<<5, uint64(v), code)
}

// AppendUint appends an unsigned integer in the narrowest unsigned width that
// holds it.
func AppendUint(dst []byte, v uint64) []byte {
	code := compact[bits.Len64(v)]
	return appendWord(dst, HeaderUint8|Header(code)<<5, v, code)
}

// AppendNumber appends a number in the width of its Go type: an int8 takes one byte, a
// [scalar.Float16] two; int, uint and uintptr take eight.
func AppendNumber[T Numeric](dst []byte, v T) []byte {
	h, n := HeaderOf[T](), len(dst)
	dst = append(dst, byte(h), 0, 0, 0, 0, 0, 0, 0, 0)
	mem.PutWord(dst, n+1, bitsOf(v))
	return dst[:n+1+h.Width()]
}

// AppendInt128 appends an integer of sixteen bytes, signed or not.
func AppendInt128[T scalar.Int128 | scalar.Uint128](dst []byte, v T) []byte {
	return appendWide(append(dst, byte(wideHeader[T]())), v)
}

// AppendFloat32 appends an IEEE binary32, every bit of a NaN kept.
func AppendFloat32(dst []byte, v float32) []byte {
	return appendWord(dst, HeaderFloat32, uint64(math.Float32bits(v)), 2)
}

// AppendFloat64 appends an IEEE binary64, every bit of a NaN kept.
func AppendFloat64(dst []byte, v float64) []byte {
	return appendWord(dst, HeaderFloat64, math.Float64bits(v), 3)
}

// AppendString appends a string value. s must be valid UTF-8 for the message to
// be valid; check with [ValidText] where that is not known.
func AppendString(dst []byte, s string) []byte {
	return AppendText(append(dst, byte(HeaderString)), s)
}

// AppendText appends SIZE and the bytes of s, without a header: a key of a
// string-keyed object, or an element of a string array.
func AppendText(dst []byte, s string) []byte {
	return append(AppendSize(dst, len(s)), s...)
}

// AppendObject begins an object of n members with string keys: n times a key by
// [AppendText] and a value must follow.
func AppendObject(dst []byte, n int) []byte {
	return AppendSize(append(dst, byte(HeaderObject)), n)
}

// AppendIntObject begins an object of n members with integer keys, each of the
// kind of number that key names (HeaderInt8 … HeaderUint64): n times a key by
// [AppendIntKey] and a value must follow.
func AppendIntObject(dst []byte, key Header, n int) []byte {
	return AppendSize(append(dst, byte(key.Keyed())), n)
}

// AppendIntKey appends the low width bytes of a key; width is 1, 2, 4 or 8.
func AppendIntKey(dst []byte, v uint64, width int) []byte {
	n := len(dst)
	dst = append(dst, 0, 0, 0, 0, 0, 0, 0, 0)
	mem.PutWord(dst, n, v)
	return dst[:n+width]
}

// AppendArray begins a generic array: n values must follow.
func AppendArray(dst []byte, n int) []byte {
	return AppendSize(append(dst, byte(HeaderArray)), n)
}

// AppendBools appends a boolean array, eight elements in a byte.
func AppendBools(dst []byte, s []bool) []byte {
	dst = AppendSize(append(dst, byte(HeaderBools)), len(s))
	n := len(dst)
	dst = append(dst, make([]byte, len(s)/8+(len(s)%8+7)/8)...)
	simd.PackBools(dst[n:], s)
	return dst
}

// AppendStrings appends a string array. The elements must be valid UTF-8 for the
// message to be valid.
func AppendStrings(dst []byte, s []string) []byte {
	dst = AppendSize(append(dst, byte(HeaderStrings)), len(s))
	for _, e := range s {
		dst = AppendText(dst, e)
	}
	return dst
}

// AppendDelimiter appends the mark between two values of a stream.
func AppendDelimiter(dst []byte) []byte { return append(dst, byte(HeaderDelimiter)) }

// framingVersion is the version that [AppendFraming] writes.
const framingVersion = 2

// AppendFraming appends the draft framing header, which may stand only at the
// very start of a message or stream.
func AppendFraming(dst []byte) []byte {
	return append(dst, byte(HeaderFraming), framingVersion)
}

// AppendTime appends a draft timestamp: nanoseconds since 1970 in UTC, which
// reach to the year 2554.
func AppendTime(dst []byte, ns uint64) []byte {
	return appendUint64(append(dst, byte(HeaderTime), 0), ns)
}

// AppendTimes appends an array of draft timestamps.
func AppendTimes(dst []byte, ns []uint64) []byte {
	dst = AppendSize(append(dst, byte(HeaderTime), 1), len(ns))
	for _, t := range ns {
		dst = appendUint64(dst, t)
	}
	return dst
}

func appendUint64(dst []byte, v uint64) []byte {
	return append(dst, byte(v), byte(v>>8), byte(v>>16), byte(v>>24),
		byte(v>>32), byte(v>>40), byte(v>>48), byte(v>>56))
}
