// This file reads JSON strings: their end, their form, and their text with
// escapes resolved. Eight bytes are tested at a time; the tests are exact for
// every byte of the word, so the first hit is the true one.

package jsontext

import (
	"bytes"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/simd"
)

// Form says what a scanned string holds between its quotes, as a set of bits.
// The zero Form is plain ASCII that can be used unchanged.
type Form uint8

// The bits of a Form.
const (
	Escaped  Form = 1 << iota // at least one backslash escape
	NonASCII                  // at least one byte of 0x80 or above
)

const (
	ones     = 0x0101010101010101
	HighBits = 0x80 * ones
	lowBits  = 0x7F * ones
)

// Special marks, by the high bit of its byte, the first byte of w that is a quote,
// a backslash or a control character; bytes above it may be marked wrongly.
func Special(w uint64) uint64 {
	q := w ^ '"'*ones
	b := w ^ '\\'*ones
	return ((q-ones)&^q | (b-ones)&^b | (w-0x20*ones)&^w) & HighBits
}

// skipPlain returns the offset of the first quote, backslash or control character
// at or after i, or len(src), and whether all bytes passed over are ASCII. Short
// strings end in the first word, which is cheaper to look at than a kernel to call.
func skipPlain(src []byte, i int) (next int, ascii bool) {
	ascii = true
	if i+8 <= len(src) {
		w := mem.Word(src, i)
		m := Special(w)
		if m != 0 {
			// Only the bytes before the hit belong to the string so far.
			return i + bits.TrailingZeros64(m)>>3, w&((m&-m)>>7-1)&HighBits == 0
		}
		ascii = w&HighBits == 0
		i += 8
	}
	if i >= len(src) {
		return i, ascii
	}
	n, more := simd.IndexStop(src[i:])
	return i + n, ascii && more
}

// ScanString returns the offset after the string whose opening quote is at
// src[off], and its form. It checks the grammar, escapes among it, but not that
// the text is UTF-8; [ViewString] checks both.
func ScanString(src []byte, off int) (next int, f Form, err error) {
	i := off + 1
	for {
		j, ascii := skipPlain(src, i)
		if !ascii {
			f |= NonASCII
		}
		if j >= len(src) {
			return off, f, Unexpected(src, j, "")
		}
		switch src[j] {
		case '"':
			return j + 1, f, nil
		case '\\':
			f |= Escaped
			if i, err = scanEscape(src, j); err != nil {
				return off, f, err
			}
		default:
			return off, f, Unexpected(src, j, "in a string must be escaped")
		}
	}
}

// scanEscape returns the offset after the escape whose backslash is at src[off].
func scanEscape(src []byte, off int) (int, error) {
	i := off + 1
	if i >= len(src) {
		return off, Unexpected(src, i, "")
	}
	switch src[i] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 1, nil
	case 'u':
		for i++; i < off+6; i++ {
			if i >= len(src) || !isHex(src[i]) {
				return off, Unexpected(src, i, "where a \\u escape needs a hexadecimal digit")
			}
		}
		return i, nil
	}
	return off, Unexpected(src, i, "after a backslash in a string")
}

func isHex(c byte) bool {
	return c-'0' <= 9 || (c|0x20)-'a' <= 5
}

// ViewString returns the text of the string whose opening quote is at src[off]:
// valid UTF-8 with escapes resolved. It aliases src when there is nothing to
// resolve and is otherwise in scratch, grown if need be; grown is the memory to
// pass the next time. An unpaired surrogate escape stands for U+FFFD; bytes that
// are not UTF-8 are an error, because replacing them would lose them silently.
func ViewString(src []byte, off int, scratch []byte) (text []byte, next int, grown []byte, err error) {
	next, f, err := ScanString(src, off)
	if err != nil {
		return nil, off, scratch, err
	}
	text = src[off+1 : next-1]
	if f&NonASCII != 0 {
		if err := checkUTF8(text, off+1); err != nil {
			return nil, off, scratch, err
		}
	}
	if f&Escaped != 0 {
		scratch = AppendUnescaped(scratch[:0], text)
		text = scratch
	}
	return text, next, scratch, nil
}

// AppendUnescaped appends the text between the quotes of a string that
// [ScanString] has accepted, escapes resolved. An escaped surrogate without its
// other half becomes U+FFFD. The result is never longer than text.
func AppendUnescaped(dst, text []byte) []byte {
	for {
		i := bytes.IndexByte(text, '\\')
		if i < 0 || i+1 >= len(text) {
			return append(dst, text...)
		}
		dst = append(dst, text[:i]...)
		c := text[i+1]
		if c != 'u' || len(text) < i+6 {
			dst = append(dst, unescaped[c])
			text = text[i+2:]
			continue
		}
		r := hex4(text[i+2:])
		text = text[i+6:]
		if utf16.IsSurrogate(r) {
			pair := rune(utf8.RuneError)
			if len(text) >= 6 && text[0] == '\\' && text[1] == 'u' {
				pair = utf16.DecodeRune(r, hex4(text[2:]))
			}
			if pair != utf8.RuneError {
				text = text[6:]
			}
			r = pair
		}
		dst = utf8.AppendRune(dst, r)
	}
}

// unescaped maps the letter of a short escape to the byte it stands for.
var unescaped = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// hex4 reads four hexadecimal digits, which the scanner has checked.
func hex4(b []byte) (r rune) {
	for _, c := range b[:4] {
		if c >= 'A' {
			c = (c | 0x20) - 'a' + 10
		} else {
			c -= '0'
		}
		r = r<<4 | rune(c)
	}
	return r
}
