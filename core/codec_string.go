package core

import (
	"unicode/utf8"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// textRoom is what a string needs beyond its bytes: header, SIZE, and slack for
// the word that follows.
const textRoom = 24

const highBits = 0x8080808080808080

// putText stores SIZE and the bytes of s at dst[n:], which has textRoom more than
// s is long, and returns the offset after them. It returns -1 when s is not valid
// UTF-8, which is found out on the way for the ASCII that most text is.
func putText(dst []byte, n int, s string) int {
	size := len(s)
	if size >= 64 {
		return putLongText(dst, n, s)
	}
	mem.PutByte(dst, n, byte(size<<2))
	n++
	var seen uint64
	if size >= 8 {
		i := 0
		for ; i+8 <= size; i += 8 {
			w := mem.StringWord(s, i)
			seen |= w
			mem.PutWord(dst, n+i, w)
		}
		w := mem.StringWord(s, size-8)
		seen |= w
		mem.PutWord(dst, n+size-8, w)
	} else if size >= 4 {
		a, b := mem.StringWord32(s, 0), mem.StringWord32(s, size-4)
		seen = uint64(a | b)
		mem.PutWord32(dst, n, a)
		mem.PutWord32(dst, n+size-4, b)
	} else {
		for i := range size {
			seen |= uint64(s[i])
			mem.PutByte(dst, n+i, s[i])
		}
	}
	if seen&highBits != 0 && !utf8.ValidString(s) {
		return -1
	}
	return n + size
}

func putLongText(dst []byte, n int, s string) int {
	n = len(wire.AppendSize(dst[:n], len(s)))
	copy(dst[n:n+len(s)], s)
	if !wire.ValidText(dst[n : n+len(s)]) {
		return -1
	}
	return n + len(s)
}

// appendText appends SIZE and the bytes of s, behind the byte head if it is not
// negative: a header.
func (e *encodeState) appendText(dst []byte, head int, s string) []byte {
	n := len(dst)
	if cap(dst)-n < len(s)+textRoom {
		dst = grow(dst, len(s)+textRoom)
	}
	dst = dst[:cap(dst)]
	end := n
	if head >= 0 {
		mem.PutByte(dst, n, byte(head))
		end++
	}
	if end = putText(dst, end, s); end < 0 {
		return e.fail(dst[:n], "string", fault.ErrUTF8)
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
		return d.fail(off, "string", err)
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
		return "", d.fail(off, "string", err)
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

// Short strings of one decoder are cut from blocks, so that a message does not
// cost an allocation for each. A string that is kept holds at most one block
// alive, which has no pointers.
const (
	blockSize   = 1024
	longestPart = 64
)

// string returns text as a string that does not alias the input unless NoCopy
// asks for that.
func (d *decodeState) string(text []byte) string {
	n := len(text)
	if d.noCopy {
		return mem.String(text)
	}
	if d.arena != nil {
		return d.arena.string(text)
	}
	if n > longestPart {
		return string(text)
	}
	if n == 0 {
		return ""
	}
	if len(d.block) <= n {
		d.block = make([]byte, blockSize)
	}
	part := d.block[:n:n]
	copy(part, text)
	d.block = d.block[n:]
	return mem.String(part)
}
