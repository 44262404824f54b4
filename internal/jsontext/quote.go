// This file prints and reads strings as encoding/json does: whatever is no UTF-8
// becomes U+FFFD, and what could end a script in HTML can be escaped.

package jsontext

import (
	"bytes"
	"math/bits"
	"strings"
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
	if cap(dst)-n < size+2+8 {
		dst = append(dst, make([]byte, size+2+8)...)
	}
	out := dst[:cap(dst)]
	out[n] = '"'
	n++
	// Words are copied as they are tested; the last may overlap the one before.
	i := 0
	for ; i+8 <= size; i += 8 {
		w := mem.StringWord(s, i)
		mem.PutWord(out, n+i, w)
		if m := rare(w, html); m != 0 {
			return appendRare(out[:n+i], s, i, html)
		}
	}
	switch {
	case i == size:
	case size >= 8:
		w := mem.StringWord(s, size-8)
		mem.PutWord(out, n+size-8, w)
		if m := rare(w, html); m != 0 {
			return appendRare(out[:n+i], s, i, html)
		}
	default:
		for ; i < size; i++ {
			c := s[i]
			if c >= utf8.RuneSelf || !plain[c] || html && isHTML(c) {
				return appendRare(out[:n+i], s, i, html)
			}
			out[n+i] = c
		}
	}
	out[n+size] = '"'
	return out[:n+size+1]
}

// rare marks, by its high bit, the first byte of w that is not ASCII or has to be
// escaped; bytes above it may be marked wrongly.
func rare(w uint64, html bool) uint64 {
	q, b := w^'"'*ones, w^'\\'*ones
	m := (q - ones) | (b - ones) | (w - 0x20*ones) | w
	if html {
		// Two characters at once that differ in one bit.
		amp, gt := (w|4*ones)^'&'*ones, (w|2*ones)^'>'*ones
		m |= (amp - ones) | (gt - ones)
	}
	return m & highBits
}

// appendRare appends the rest of a string from s[i] on, and the quote behind it.
func appendRare(dst []byte, s string, i int, html bool) []byte {
	s = s[i:]
	// Text that is valid and has none of the two separators needs escapes in ASCII
	// only.
	if simd.ValidUTF8(mem.Bytes(s)) && !hasSeparator(s) {
		return append(appendEscapedASCII(dst, s, html), '"')
	}
	return append(appendEscaped(dst, s, html), '"')
}

// hasSeparator reports whether s has U+2028 or U+2029, which scripts take for ends
// of lines.
func hasSeparator(s string) bool {
	for {
		i := strings.Index(s, "\u2028"[:2])
		if i < 0 || i+2 >= len(s) {
			return false
		}
		if s[i+2]&^1 == 0xA8 {
			return true
		}
		s = s[i+2:]
	}
}

// specialHTML marks, as special does, the first of <, > and &.
func specialHTML(w uint64) uint64 {
	amp, gt := w^'&'*ones, (w|2*ones)^'>'*ones
	return ((amp-ones)&^amp | (gt-ones)&^gt) & highBits
}

func isHTML(c byte) bool { return c == '<' || c == '>' || c == '&' }

// plain has the ASCII characters that a JSON string holds as they are.
var plain = func() (t [utf8.RuneSelf]bool) {
	for c := ' '; c < utf8.RuneSelf; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

// appendEscapedASCII appends valid UTF-8 in which only ASCII needs escapes.
func appendEscapedASCII(dst []byte, s string, html bool) []byte {
	start, i := 0, 0
	for i < len(s) {
		if i+8 <= len(s) {
			w := mem.StringWord(s, i)
			m := special(w)
			if html {
				m |= specialHTML(w)
			}
			if m == 0 {
				i += 8
				continue
			}
			i += bits.TrailingZeros64(m) >> 3
		} else if c := s[i]; c >= utf8.RuneSelf || plain[c] && !(html && isHTML(c)) {
			i++
			continue
		}
		dst = append(dst, s[start:i]...)
		dst = appendEscape(dst, s[i])
		i++
		start = i
	}
	return append(dst, s[start:]...)
}

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
