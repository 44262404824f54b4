// Storing into room that was made before: how generated encoders write the members
// of a struct, without a look at the capacity for each word. A Room can only come
// from MakeRoom, and every store looks once at where its value begins, so that no code
// that calls this can store outside.

package beverun

import (
	"math"
	"math/bits"
	"time"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/rfc3339"
	"github.com/beve-org/beve-go/internal/shorttext"
	"github.com/beve-org/beve-go/wire"
)

// The room that a value needs after its key, for the sizes that generated code asks
// for. Text needs its bytes besides TextRoom.
const (
	ScalarRoom = scalarMost
	TextRoom   = 1 + 8
	TimeRoom   = shorttext.TimeRoom
)

const (
	// MaxAhead is how far ahead of an offset values may be stored.
	MaxAhead = 31
	// Slack is what a Room has besides what was asked for: the most that is stored without
	// a look at the capacity from an offset within it. That is a time and the rest of its last word.
	Slack = MaxAhead + rfc3339.StartRoom
)

// Grow returns dst with room for n more bytes. Generated code stays small where it is not
// inlined.
//
//go:noinline
func Grow(dst []byte, n int) []byte { return mem.Grow(dst, n) }

// A Room is memory for what comes next. Its methods store a value at n+ahead, where n is
// an offset in the room that the value before it led to and ahead, at most [MaxAhead], a
// constant. They panic where that is not in the room. A compiler that sees several stores
// with the same n keeps one check.
type Room struct {
	b []byte // its length is Slack less than its capacity: the offsets that n may be
}

// MakeRoom returns a Room that begins with dst and has n bytes more, Slack among them.
func MakeRoom(dst []byte, n int) Room {
	if n > cap(dst)-len(dst) {
		dst = Grow(dst, n)
	}
	return Room{dst[:cap(dst)-Slack]}
}

// Upto returns the first n bytes.
func (w Room) Upto(n int) []byte { return w.b[:n] }

// Put stores the eight bytes of v, the lowest first.
func (w Room) Put(n, ahead int, v uint64) {
	_ = w.b[n]
	mem.PutWord(w.b, n+ahead&MaxAhead, v)
}

// PutByte stores v.
func (w Room) PutByte(n, ahead int, v byte) {
	_ = w.b[n]
	mem.PutByte(w.b, n+ahead&MaxAhead, v)
}

// PutBool stores a boolean.
func (w Room) PutBool(n, ahead int, v bool) {
	h := byte(wire.HeaderFalse)
	if v {
		h = byte(wire.HeaderTrue)
	}
	w.PutByte(n, ahead, h)
}

// PutInt stores a signed integer in its narrowest form and returns n moved by as much as it takes: the
// offset after it is as far ahead of that.
func (w Room) PutInt(n, ahead int, v int64) int {
	_ = w.b[n]
	c := intCodes[bits.Len64(uint64(v^v>>63))]
	mem.PutByte(w.b, n+ahead&MaxAhead, byte(c))
	mem.PutWord(w.b, n+ahead&MaxAhead+1, uint64(v))
	return n + int(c>>8)
}

// PutUint is PutInt for unsigned integers.
func (w Room) PutUint(n, ahead int, v uint64) int {
	_ = w.b[n]
	c := uintCodes[bits.Len64(v)]
	mem.PutByte(w.b, n+ahead&MaxAhead, byte(c))
	mem.PutWord(w.b, n+ahead&MaxAhead+1, v)
	return n + int(c>>8)
}

// intCodes maps the significant bits of a signed integer, sign not counted, to its
// narrowest header; uintCodes the significant bits of an unsigned one. The high byte
// is the length of the whole scalar.
var intCodes, uintCodes = func() (signed, unsigned [65]uint32) {
	code := func(b []byte) uint32 { return uint32(len(b))<<8 | uint32(b[0]) }
	for n := range signed {
		most := uint64(1)<<n - 1 // the largest value of n bits
		unsigned[n] = code(wire.AppendUint(nil, most))
		signed[n] = code(wire.AppendInt(nil, int64(min(most, math.MaxInt64))))
	}
	return signed, unsigned
}()

// PutText stores SIZE and the bytes of s, and returns the offset after them where s is short
// and ASCII, as most text is. For other text it returns a negative number, which
// [Room.EndText] takes.
func (w Room) PutText(n, ahead int, s string) int {
	_ = w.b[n:][len(s)]
	return shorttext.Start(w.b, n+ahead&MaxAhead, s)
}

// HighBits are the bits of a word that no byte of ASCII has.
const HighBits uint64 = shorttext.HighBits

// PutShort stores the bytes of s where they are 8 to 16 of ASCII, which takes no call, and [Room.PutSize] stores
// the SIZE before them. Then none of HighBits are in the word that it returns. Where there are any, PutText must follow.
func (w Room) PutShort(n, ahead int, s string) uint64 {
	_ = w.b[n] // Slack is more than a text of this length takes
	if uint(len(s)-8) > 8 {
		return HighBits
	}
	return mem.MoveEnds(w.b, n+ahead&MaxAhead, s)
}

// PutSize stores the SIZE of a text of less than 64 bytes.
func (w Room) PutSize(n, ahead, size int) { w.PutByte(n, ahead, byte(size<<2)) }

// EndText does what is left where PutText returned n for s, and returns the offset after s,
// or -1 when s is not valid UTF-8.
func (w Room) EndText(n int, s string) int { return shorttext.Finish(w.b, n, s) }

// PutTime stores SIZE and a time as RFC 3339 text, and returns the offset after it where it is in UTC and of whole
// milliseconds. For other times it returns a negative number, which [Room.EndTime] takes.
func (w Room) PutTime(n, ahead int, t time.Time) int {
	_ = w.b[n]
	return rfc3339.StartSized(w.b, n+ahead&MaxAhead, t)
}

// EndTime does what is left where PutTime returned n for t, and returns the offset after it, or -1 for a year that
// the text cannot show. A zone offset of odd seconds, which it cannot show either, is written in UTC: the instant is
// what must not change.
func (w Room) EndTime(n int, t time.Time) int {
	_ = w.b[^n : ^n+TimeRoom]
	return rfc3339.FinishSized(w.b, n, t)
}

// TextsRoom returns the room that a string array of these elements takes.
func TextsRoom[S ~[]T, T ~string](s S) int {
	n := len(s) * TextRoom
	for i := range s {
		n += len(s[i])
	}
	return n
}

// Texts views a slice of a string type as strings, which share its memory.
func Texts[S ~[]T, T ~string](s S) []string { return *mem.Ref[[]string](mem.Of(&s)) }

// PutTexts stores a string array, which takes ScalarRoom and TextsRoom(s), or null for
// nil, and returns the offset after it, or -1 when an element is not valid UTF-8.
func (w Room) PutTexts(n, ahead int, s []string) int {
	_ = w.b[n]
	n += ahead & MaxAhead
	if s == nil {
		mem.PutByte(w.b, n, byte(wire.HeaderNull))
		return n + 1
	}
	mem.PutByte(w.b, n, byte(wire.HeaderStrings))
	if len(s) < shorttext.Limit {
		mem.PutByte(w.b, n+1, byte(len(s)<<2))
		n += 2
	} else {
		n = len(wire.AppendSize(w.b[:n+1], len(s)))
	}
	for _, v := range s {
		_ = w.b[n] // Slack is more than a text of up to 16 bytes takes
		if size := len(v); uint(size-1) <= 15 {
			var seen uint64
			switch {
			case size >= 8:
				seen = mem.MoveEnds(w.b, n+1, v)
			case size >= 4:
				seen = mem.MoveEnds32(w.b, n+1, v)
			default:
				x, y, z := mem.StringByte(v, 0), mem.StringByte(v, size>>1), mem.StringByte(v, size-1)
				mem.PutByte(w.b, n+1, x)
				mem.PutByte(w.b, n+1+size>>1, y)
				mem.PutByte(w.b, n+size, z)
				seen = uint64(x | y | z)
			}
			if seen&HighBits == 0 {
				mem.PutByte(w.b, n, byte(size<<2))
				n += 1 + size
				continue
			}
		}
		if n = w.PutText(n, 0, v); n < 0 {
			if n = w.EndText(n, v); n < 0 {
				return -1
			}
		}
	}
	return n
}

// PutNumbers stores an array of numbers, which takes ScalarRoom and its bytes, with header elem, or null for
// nil, and returns the offset after it.
func PutNumbers[S ~[]T, T wire.Numeric](w Room, n, ahead int, s S, elem wire.Header) int {
	_ = w.b[n]
	n += ahead & MaxAhead
	if s == nil {
		mem.PutByte(w.b, n, byte(wire.HeaderNull))
		return n + 1
	}
	raw, ok := mem.Raw([]T(s))
	if !ok || len(s) >= shorttext.Limit || elem.Width() != mem.SizeOf[T]() {
		return len(AppendNumericArray(w.b[:n], s, elem))
	}
	mem.PutByte(w.b, n, byte(elem.Array()))
	mem.PutByte(w.b, n+1, byte(len(s)<<2))
	return n + 2 + copy(w.b[n+2:n+2+len(raw)], raw)
}
