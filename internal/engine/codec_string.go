package engine

import (
	"math/bits"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/shorttext"
	"github.com/beve-org/beve-go/wire"
)

// textRoom is what a string needs beyond its bytes: header, SIZE, and slack for
// the word that follows.
const textRoom = 24

// appendText appends the header head unless it is negative, then SIZE and the bytes
// of s.
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
	if end = shorttext.Put(dst, end, s); end < 0 {
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
