package engine

import (
	"math/bits"

	"github.com/beve-org/beve-go/beverun"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// textRoom is what a string needs beyond its bytes: header, SIZE, and slack for
// the word that follows.
const textRoom = 24

const highBits = 0x8080808080808080

// longText is the length from which a string's SIZE takes more than a byte, and its
// copy is better left to the runtime.
const longText = 64

// putShort stores SIZE and the bytes of s, which is shorter than longText, and
// returns all of the bytes or-ed together. It is small enough to be inlined into
// the loops that must not call anything.
func putShort(dst []byte, n int, s string) (seen uint64) {
	size := len(s)
	mem.PutByte(dst, n, byte(size<<2))
	n++
	switch {
	case size >= 8:
		for i := 0; i+8 < size; i += 8 {
			w := mem.StringWord(s, i)
			seen |= w
			mem.PutWord(dst, n+i, w)
		}
		w := mem.StringWord(s, size-8)
		seen |= w
		mem.PutWord(dst, n+size-8, w)
	case size >= 4:
		a, b := mem.StringWord32(s, 0), mem.StringWord32(s, size-4)
		seen = uint64(a | b)
		mem.PutWord32(dst, n, a)
		mem.PutWord32(dst, n+size-4, b)
	default:
		for i := range size {
			seen |= uint64(s[i])
			mem.PutByte(dst, n+i, s[i])
		}
	}
	return seen
}

// putTexts stores strings, each with its SIZE, as long as they are short, ASCII and
// dst has room, and returns how many it has done. It calls nothing that is not
// inlined, so that the loop stays in registers.
func putTexts(dst []byte, n int, s []string) (next, done int) {
	for i, v := range s {
		if len(v) >= longText || len(dst)-n < len(v)+textRoom {
			return n, i
		}
		if putShort(dst, n, v)&highBits != 0 {
			return n, i
		}
		n += 1 + len(v)
	}
	return n, len(s)
}

// appendText appends SIZE and the bytes of s, behind the byte head if it is not
// negative: a header.
func (e *encodeState) appendText(dst []byte, head int, s string) []byte {
	n := len(dst)
	if cap(dst)-n < len(s)+textRoom {
		dst = mem.Grow(dst, len(s)+textRoom)
	}
	dst = dst[:cap(dst)]
	end := n
	if head >= 0 {
		mem.PutByte(dst, n, byte(head))
		end++
	}
	if end = beverun.PutText(dst, end, s); end < 0 {
		return e.fail("string", fault.ErrUTF8)
	}
	return dst[:end]
}

func appendString(e *encodeState, dst []byte, p mem.Pointer) []byte {
	return e.appendText(dst, int(wire.HeaderString), *mem.Ref[string](p))
}

func readString(d *decodeState, off int, p mem.Pointer) int {
	if next, ok := d.null(off); ok {
		*mem.Ref[string](p) = ""
		return next
	}
	text, next, err := wire.ViewString(d.src, off)
	if err != nil {
		return d.Fail(off, "string", err)
	}
	d.setString(mem.Ref[string](p), text)
	return next
}

// text reads a string.
func (d *decodeState) text(off int) (s string, next int) {
	if next, ok := d.null(off); ok {
		return "", next
	}
	text, next, err := wire.ViewString(d.src, off)
	if err != nil {
		return "", d.Fail(off, "string", err)
	}
	return d.string(text), next
}

// setString makes *s equal to text, which aliases the input. A string that is
// equal already is kept.
func (d *decodeState) setString(s *string, text []byte) {
	if len(*s) == len(text) && *s == string(text) && !d.noCopy {
		return
	}
	*s = d.string(text)
}

// string returns text as a string that does not alias the input unless NoCopy
// asks for that.
func (d *decodeState) string(text []byte) string {
	if d.noCopy {
		return mem.String(text)
	}
	if d.arena != nil {
		return d.arena.string(text)
	}
	return d.block.String(text)
}

// shortText reads text whose SIZE of one byte is at src[off], which there is, into
// *s. It returns -1, having done nothing, where more care is needed.
func (d *decodeState) shortText(src []byte, off int, s *string) int {
	// A SIZE of more bytes has one of its lowest bits set, which makes the count too large.
	return d.block.Read(src, off+1, int(bits.RotateLeft8(src[off], -2)), s)
}
