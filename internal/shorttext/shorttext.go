// Package shorttext writes and reads the text that most values and all keys are: so
// short that its SIZE takes one byte, and moved by whole words. Reflection and generated
// code share it. Callers answer for the room; the build tag checked asserts it.
package shorttext

import (
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/rfc3339"
	"github.com/beve-org/beve-go/internal/simd"
	"github.com/beve-org/beve-go/wire"
)

// Limit is the length from which SIZE takes more than a byte.
const Limit = 64

// HighBits are the bits of a word that no byte of ASCII has.
const HighBits = 0x8080808080808080

// Put stores SIZE and the bytes of s, of any length, and returns the offset after them.
// dst[n:] has room for a SIZE and a word more than s is long. It returns -1 if s is not
// valid UTF-8, which costs nothing to know for the ASCII that most text is.
func Put(dst []byte, n int, s string) int {
	if n = Start(dst, n, s); n < 0 {
		n = Finish(dst, n, s)
	}
	return n
}

// Start is Put for short ASCII. For anything else it returns a negative number, which
// [Finish] takes. It calls nothing, so that it needs no frame.
func Start(dst []byte, n int, s string) int {
	size := len(s)
	if size >= Limit {
		return ^n
	}
	mem.PutByte(dst, n, byte(size<<2))
	n++
	var seen uint64
	// Moves that overlap are as many for all lengths within a range, so that little is decided
	// by the length.
	switch {
	case size > 32:
		seen = mem.Move16(dst, n, s, 0) | mem.Move16(dst, n, s, 16) |
			mem.Move16(dst, n, s, size-32) | mem.Move16(dst, n, s, size-16)
	case size > 16:
		seen = mem.Move16(dst, n, s, 0) | mem.Move16(dst, n, s, size-16)
	case size >= 8:
		seen = mem.MoveEnds(dst, n, s)
	case size >= 4:
		seen = mem.MoveEnds32(dst, n, s)
	case size > 0:
		a, b, c := mem.StringByte(s, 0), mem.StringByte(s, size>>1), mem.StringByte(s, size-1)
		seen = uint64(a | b | c)
		mem.PutByte(dst, n, a)
		mem.PutByte(dst, n+size>>1, b)
		mem.PutByte(dst, n+size-1, c)
	}
	if seen&HighBits != 0 {
		return ^(n + size)
	}
	return n + size
}

// Finish does what is left of Put where [Start] returned n: it stores long text, and checks
// text that is not ASCII.
func Finish(dst []byte, n int, s string) int {
	n = ^n
	if len(s) >= Limit {
		return putLong(dst, n, s)
	}
	if !simd.ValidShort(mem.Bytes(s)) {
		return -1
	}
	return n
}

// putLong is Put for text whose copy is better left to the runtime.
func putLong(dst []byte, n int, s string) int {
	n = len(wire.AppendSize(dst[:n], len(s)))
	copy(dst[n:n+len(s)], s)
	if !wire.ValidText(dst[n : n+len(s)]) {
		return -1
	}
	return n + len(s)
}

// TimeRoom is the most that PutTime stores, slack for the last word not counted.
const TimeRoom = 1 + rfc3339.Room

// PutTime stores SIZE and t as RFC 3339 text at dst[n:], with as many digits of
// nanoseconds as it has, and returns the offset after it, or -1 for a year that the text
// cannot show. A zone offset of odd seconds, which it cannot show either, is written in
// UTC: the instant is what must not change.
func PutTime(dst []byte, n int, t time.Time) int {
	if n = rfc3339.StartSized(dst, n, t); n < 0 {
		n = rfc3339.FinishSized(dst, n, t)
	}
	return n
}

// ReadUTC reads the commonest form of time, RFC 3339 text in UTC, whose SIZE is at
// src[off]. It returns -1 and leaves *t alone where anything else stands.
func ReadUTC(src []byte, off int, t *time.Time) int {
	if off >= len(src) || src[off]&3 != 0 {
		return -1
	}
	end := off + 1 + int(src[off]>>2)
	if end > len(src) {
		return -1
	}
	seconds, nanos, ok := rfc3339.ReadUTC(src, off+1, end)
	if !ok {
		return -1
	}
	*t = time.Unix(seconds, nanos).UTC()
	return end
}

// ReadTime reads a time at src[off], where a string or a number with header h stands, into
// *t: RFC 3339 text, or an integer of nanoseconds since 1970. *t is left alone on an error.
// Callers try [ReadUTC] before.
func ReadTime(src []byte, off int, h wire.Header, t *time.Time) (next int, err error) {
	if h.Kind() == wire.KindNumber {
		ns, next, err := wire.ReadInt64(src, off)
		if err == nil {
			*t = time.Unix(0, ns).UTC()
		}
		return next, err
	}
	text, next, err := wire.ViewString(src, off)
	if err == nil {
		err = ParseTime(text, t)
	}
	return next, err
}

// ParseTime makes *t the time of RFC 3339 text, and leaves it alone where text is not that.
func ParseTime(text []byte, t *time.Time) error {
	var v time.Time
	if v.UnmarshalText(text) != nil {
		return fault.Because(fault.ErrMismatch, "string "+fault.QuoteShort(text)+" is not an RFC 3339 time")
	}
	*t = v
	return nil
}
