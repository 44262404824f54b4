package engine

import (
	"math/bits"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/shorttext"
	"github.com/beve-org/beve-go/wire"
)

// textRoom is what a string needs beyond its bytes: a header, a SIZE of at most eight
// bytes, and a word more, since shorttext stores whole words: the last one of a text ends
// with the text, but the caller may store a word of its own after it.
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

// appendString appends a string with its header. A nil e is allowed, as for all codecs
// that are stateless: fail then has nowhere to note the reason, and returns nil all the same.
func appendString(e *encodeState, dst []byte, p mem.Pointer) []byte {
	return e.appendText(dst, int(wire.HeaderString), *mem.Ref[string](p))
}

// readString reads a string with its header, or null. It is the careful form; members of
// structs, elements of string arrays and keys try shortText first.
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

// setString makes *s equal to text, which aliases the input. A string that is equal
// already is kept, which saves the copy where the same kind of message is decoded into the
// same value again and again. Under NoCopy it is replaced: it may
// alias an earlier input, which the user is free to change after this call.
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
	// A SIZE of one byte has its two lowest bits clear and the count above them, so the
	// rotation is the count. In a longer SIZE one of these bits is set. The rotation puts it
	// on top, and Read refuses a count of 64 or more.
	return d.block.Read(src, off+1, int(bits.RotateLeft8(src[off], -2)), s)
}
