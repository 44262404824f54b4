// Storing into room that was made before: how generated encoders write the members
// of a struct, without a look at the capacity for each. Every function checks that
// what it stores lies within its slice.

package beverun

import (
	"math"
	"math/bits"
	"time"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/shorttext"
	"github.com/beve-org/beve-go/wire"
)

// The room that a value needs after its key, for the sizes that generated code asks
// for. Text needs its bytes besides TextRoom. Words are stored whole, so Slack bytes
// must follow the last value.
const (
	ScalarRoom = scalarMost
	TextRoom   = 1 + 8
	TimeRoom   = shorttext.TimeRoom
	Slack      = 16
)

// Grow returns dst with room for n more bytes. Generated code stays small where it is not
// inlined.
//
//go:noinline
func Grow(dst []byte, n int) []byte { return mem.Grow(dst, n) }

// Room returns dst at full length, with room for n bytes and Slack more after what
// it holds, and where that ends.
func Room(dst []byte, n int) (room []byte, at int) {
	if cap(dst)-len(dst) < n+Slack {
		dst = growRoom(dst, n)
	}
	return dst[:cap(dst)], len(dst)
}

// growRoom is apart and not inlined, so that Room is.
//
//go:noinline
func growRoom(dst []byte, n int) []byte { return mem.Grow(dst, n+Slack) }

// Put stores the eight bytes of v at w[n:], the lowest first.
func Put(w []byte, n int, v uint64) {
	_ = w[n : n+8]
	mem.PutWord(w, n, v)
}

// PutInt stores a signed integer in its narrowest form at w[n:], which has
// ScalarRoom, and returns the offset after it.
func PutInt(w []byte, n int, v int64) int {
	_ = w[n : n+scalarMost]
	c := intCodes[bits.Len64(uint64(v^v>>63))]
	mem.PutByte(w, n, byte(c))
	mem.PutWord(w, n+1, uint64(v))
	return n + int(c>>8)
}

// PutUint is PutInt for unsigned integers.
func PutUint(w []byte, n int, v uint64) int {
	_ = w[n : n+scalarMost]
	c := uintCodes[bits.Len64(v)]
	mem.PutByte(w, n, byte(c))
	mem.PutWord(w, n+1, v)
	return n + int(c>>8)
}

// intCodes maps the significant bits of a signed integer, sign not counted, to its
// narrowest header; uintCodes the significant bits of an unsigned one. The high byte
// is the length of the whole scalar.
var intCodes, uintCodes = func() (signed, unsigned [65]uint16) {
	code := func(b []byte) uint16 { return uint16(len(b))<<8 | uint16(b[0]) }
	for n := range signed {
		most := uint64(1)<<n - 1 // the largest value of n bits
		unsigned[n] = code(wire.AppendUint(nil, most))
		signed[n] = code(wire.AppendInt(nil, int64(min(most, math.MaxInt64))))
	}
	return signed, unsigned
}()

// PutBool stores a boolean at w[n].
func PutBool(w []byte, n int, v bool) {
	h := byte(wire.HeaderFalse)
	if v {
		h = byte(wire.HeaderTrue)
	}
	w[n] = h
}

// PutText stores SIZE and the bytes of s at w[n:], which has TextRoom more than s is
// long, and returns the offset after them. It returns -1 when s is not valid UTF-8,
// which is found out on the way for the ASCII that most text is.
func PutText(w []byte, n int, s string) int {
	_ = w[n : n+len(s)+TextRoom]
	return shorttext.Put(w, n, s)
}

// PutTime stores SIZE and a time as RFC 3339 text at w[n:], which has TimeRoom and
// Slack, and returns the offset after it, or -1 for a year that the text cannot
// show. A zone offset of odd seconds, which it cannot show either, is written in
// UTC: the instant is what must not change.
func PutTime(w []byte, n int, t time.Time) int {
	_ = w[n : n+TimeRoom]
	return shorttext.PutTime(w, n, t)
}

// TextsRoom returns the room that a string array of these elements takes.
func TextsRoom[S ~[]T, T ~string](s S) int {
	n := len(s) * TextRoom
	for i := range s {
		n += len(s[i])
	}
	return n
}

// PutTexts stores a string array at w[n:], which has ScalarRoom and TextsRoom(s), or
// null for nil. It returns -1 when an element is not valid UTF-8.
func PutTexts[S ~[]T, T ~string](w []byte, n int, s S) int {
	if s == nil {
		w[n] = byte(wire.HeaderNull)
		return n + 1
	}
	return putTexts(w, n, *mem.Ref[[]string](mem.Of(&s)))
}

func putTexts(w []byte, n int, s []string) int {
	w[n] = byte(wire.HeaderStrings)
	if len(s) < 64 {
		w[n+1] = byte(len(s) << 2)
		n += 2
	} else {
		n = len(wire.AppendSize(w[:n+1], len(s)))
	}
	for _, v := range s {
		if n = PutText(w, n, v); n < 0 {
			break
		}
	}
	return n
}
