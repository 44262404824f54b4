// This file prints and reads strings as encoding/json does: whatever is no UTF-8
// becomes U+FFFD, and what could end a script in HTML can be escaped.

package jsontext

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/simd"
)

// AppendQuoted appends s as a JSON string as encoding/json writes it: bytes that
// are not UTF-8 as \ufffd, U+2028 and U+2029 escaped, and, with html, also <, >
// and &.
func AppendQuoted(dst []byte, s string, html bool) []byte {
	n, size := len(dst), len(s)
	out := open(dst, size+quoteRoom)
	out[n] = '"'
	n++
	if size <= ShortText && PutShort(out, n, s) {
		n += size
		out[n] = '"'
		return out[:n+1]
	}
	return AppendUnquoted(out[:n], s, html)
}

// quoteRoom is what a string takes beside its text: the quotes, and what may be stored
// beyond its end.
const quoteRoom = 2 + simd.EscapeRoom

// ShortText is the length up to which text is copied by words, which is cheaper than
// a kernel to call.
const ShortText = 16

// AppendUnquoted is [AppendQuoted] without the first quote, which dst ends with.
func AppendUnquoted(dst []byte, s string, html bool) []byte {
	n := len(dst)
	out := open(dst, len(s)+quoteRoom)
	read, written, ascii := simd.CopyEscaped(out[n:], s, html, &escapes)
	if !ascii && !simd.ValidUTF8(mem.Bytes(s)) {
		return append(appendEscaped(out[:n], s, html), '"')
	}
	n += written
	if read < len(s) {
		return appendRest(out[:n], s[read:], !ascii, html)
	}
	out[n] = '"'
	return out[:n+1]
}

// open returns dst up to its capacity, with room for n more bytes at least.
func open(dst []byte, n int) []byte {
	if cap(dst)-len(dst) < n {
		dst = mem.Grow(dst, n)
	}
	return dst[:cap(dst)]
}

// PutShort stores the bytes of s, up to ShortText of them, at dst[n:] and reports
// whether all are ASCII and stand as they are in a JSON string whatever the options. It
// may say no of some that do. The caller guarantees room for as many, and for four.
func PutShort(dst []byte, n int, s string) bool {
	size := len(s)
	switch {
	case size >= 8:
		v, w := mem.StringWord(s, 0), mem.StringWord(s, size-8)
		mem.PutWord(dst, n, v)
		mem.PutWord(dst, n+size-8, w)
		return (Rare(v)|Rare(w))&HighBits == 0
	case size >= 4:
		return Rare(PutFour(dst, n, s))&HighBits == 0
	case size > 0:
		return Rare(PutFew(dst, n, s))&HighBits == 0
	}
	return true
}

// PutFour stores the bytes of s, four to seven, at dst[n:] and returns a word of them, some
// of them twice.
func PutFour(dst []byte, n int, s string) uint64 {
	v, w := mem.StringWord32(s, 0), mem.StringWord32(s, len(s)-4)
	mem.PutWord32(dst, n, v)
	mem.PutWord32(dst, n+len(s)-4, w)
	return uint64(v) | uint64(w)<<32
}

// PutFew is PutFour for one to three bytes, with spaces after them. It needs room for
// four.
func PutFew(dst []byte, n int, s string) uint64 {
	w := uint64(s[0]) | uint64(s[len(s)>>1])<<8 | uint64(s[len(s)-1])<<16
	mem.PutWord32(dst, n, uint32(w))
	return w | ' '*(ones-0x010101)
}

// Rare sets the high bit of a byte of its result if w has one that is not ASCII, or
// has to be escaped, be it for HTML. Characters that differ in few bits are found by
// one test, and so are some that need no escape, but are as rare: " and &; and <, >, \
// with ^, | and ~.
func Rare(w uint64) uint64 {
	return w | (w - 0x20*ones) | (((w | 0x04*ones) ^ 0x26*ones) - ones) | (((w | 0x62*ones) ^ 0x7E*ones) - ones)
}

// appendRest appends the rest of a string, from a byte on that CopyEscaped stops at or
// that dst had no room for, and the quote after it. valid says that it is known to be
// UTF-8.
func appendRest(dst []byte, s string, valid, html bool) []byte {
	n := len(dst)
	for len(s) > 0 {
		dst = open(dst[:n], len(s)+quoteRoom)
		if valid && s[0] == 0xE2 {
			// One of the separators, or another rune of three bytes.
			if s[1] == 0x80 && s[2]&^1 == 0xA8 {
				n += copy(dst[n:], `\u202`)
				dst[n] = '8' | s[2]&1
				n++
			} else {
				n += copy(dst[n:], s[:3])
			}
			s = s[3:]
			continue
		}
		read, written, ascii := simd.CopyEscaped(dst[n:], s, html, &escapes)
		if !ascii && !valid {
			if valid = simd.ValidUTF8(mem.Bytes(s)); !valid {
				return append(appendEscaped(dst[:n], s, html), '"')
			}
		}
		n += written
		s = s[read:]
	}
	return append(dst[:n], '"')
}

func isHTML(c byte) bool { return c == '<' || c == '>' || c == '&' }

// plain has the ASCII characters that a JSON string holds as they are.
var plain = func() (t [utf8.RuneSelf]bool) {
	for c := ' '; c < utf8.RuneSelf; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

// escapes has the escape of each ASCII character as a word, with its length in the
// highest byte.
var escapes = func() (t simd.Escapes) {
	for c := range t {
		var b [8]byte
		b[7] = byte(len(appendEscape(b[:0], byte(c))))
		t[c] = mem.Word(b[:], 0)
	}
	return t
}()

// appendEscaped appends any text, rune by rune where it is not ASCII.
func appendEscaped(dst []byte, s string, html bool) []byte {
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if !plain[c] || html && isHTML(c) {
				dst = append(dst, s[start:i]...)
				dst = appendEscape(dst, c)
				start = i + 1
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			dst = append(append(dst, s[start:i]...), `\ufffd`...)
			start = i + 1
		case r == '\u2028', r == '\u2029':
			dst = append(append(dst, s[start:i]...), `\u202`...)
			dst = append(dst, "0123456789abcdef"[r&15])
			start = i + size
		}
		i += size
	}
	return append(dst, s[start:]...)
}

// AppendReplaced appends the text between the quotes of a string that the scanner
// has accepted, as encoding/json reads it: escapes resolved, and U+FFFD for bytes
// that are no UTF-8 and for surrogates without their other half.
func AppendReplaced(dst, text []byte) []byte {
	if simd.ValidUTF8(text) {
		return AppendUnescaped(dst, text)
	}
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == '\\':
			if text[i+1] != 'u' {
				dst = append(dst, unescaped[text[i+1]])
				i += 2
				continue
			}
			r := hex4(text[i+2:])
			i += 6
			if utf16.IsSurrogate(r) {
				pair := rune(utf8.RuneError)
				if len(text) >= i+6 && text[i] == '\\' && text[i+1] == 'u' {
					pair = utf16.DecodeRune(r, hex4(text[i+2:]))
				}
				if pair != utf8.RuneError {
					i += 6
				}
				r = pair
			}
			dst = utf8.AppendRune(dst, r)
		case c < utf8.RuneSelf:
			start := i
			for i < len(text) && text[i] < utf8.RuneSelf && text[i] != '\\' {
				i++
			}
			dst = append(dst, text[start:i]...)
		default:
			r, size := utf8.DecodeRune(text[i:])
			dst = utf8.AppendRune(dst, r)
			i += size
		}
	}
	return dst
}

// IsPlain reports whether the text between the quotes of a string that the scanner
// has accepted stands for itself.
func IsPlain(text []byte) bool {
	return bytes.IndexByte(text, '\\') < 0 && simd.ValidUTF8(text)
}

// ValidUTF8 reports whether text is UTF-8.
func ValidUTF8(text []byte) bool { return simd.ValidUTF8(text) }
