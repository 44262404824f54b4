// This file prints strings and floats: the one form in which the library writes
// them as JSON.

package jsontext

import (
	"math"
	"strconv"

	"github.com/beve-org/beve-go/internal/mem"
)

// AppendString appends s as a JSON string. Quotes, backslashes and control
// characters below U+0020 are escaped, in the short form where there is one; all
// else stands literally, HTML characters too. s must be valid UTF-8 for the
// result to be valid JSON.
func AppendString(dst []byte, s []byte) []byte {
	dst = append(dst, '"')
	start := 0
	for {
		i, _ := skipPlain(s, start)
		dst = append(dst, s[start:i]...)
		if i == len(s) {
			return append(dst, '"')
		}
		dst = appendEscape(dst, s[i])
		start = i + 1
	}
}

// AppendText is [AppendString] for a Go string.
func AppendText(dst []byte, s string) []byte { return AppendString(dst, mem.Bytes(s)) }

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	}
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}

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

// PutFloat64 is AppendFloat64 at dst[n:] and returns the offset behind the number.
// The caller guarantees FloatRoom.
func PutFloat64(dst []byte, n int, f float64) int {
	if f > -1e15 && f < 1e15 {
		// An integral float in this range is exactly the digits of the integer.
		if v := int64(f); float64(v) == f && (v != 0 || !math.Signbit(f)) {
			if v < 0 {
				mem.PutByte(dst, n, '-')
				n, v = n+1, -v
			}
			return PutUint(dst, n, uint64(v))
		}
		if f == 0 {
			mem.PutByte(dst, n, '-')
			mem.PutByte(dst, n+1, '0')
			return n + 2
		}
	}
	return putShortest(dst, n, f)
}

// AppendFloat32 is [AppendFloat64] for the shortest decimal that reads back to
// the same binary32.
func AppendFloat32(dst []byte, f float32) []byte {
	// Up to 2^24 the integer's digits are the shortest that name it.
	if f >= -1<<24 && f <= 1<<24 {
		if n := int64(f); float32(n) == f && (n != 0 || !math.Signbit(float64(f))) {
			return AppendInt(dst, n)
		}
	}
	abs := float32(math.Abs(float64(f)))
	if abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		return trimExponent(strconv.AppendFloat(dst, float64(f), 'e', -1, 32))
	}
	return strconv.AppendFloat(dst, float64(f), 'f', -1, 32)
}

// trimExponent turns the e-09 at the end of b into e-9.
func trimExponent(b []byte) []byte {
	if n := len(b); n >= 4 && b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' {
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}
