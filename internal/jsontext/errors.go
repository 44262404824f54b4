// This file makes the errors of the package, so that their wording is uniform.

package jsontext

import (
	"unicode/utf8"

	"github.com/beve-org/beve-go/internal/fault"
)

// Format is the name under which errors of JSON text print.
const Format = "json"

// ErrorAt returns an error of JSON text at a byte offset.
func ErrorAt(off int, cause error) *fault.DecodeError {
	return &fault.DecodeError{Offset: int64(off), Err: cause, Format: Format}
}

// Unexpected returns the error for the byte at src[off], which cannot stand
// there; where completes the sentence "'x' …". At the end of src the text is
// truncated rather than wrong.
func Unexpected(src []byte, off int, where string) error {
	if off >= len(src) {
		return ErrorAt(len(src), fault.ErrTruncated)
	}
	return ErrorAt(off, fault.Because(fault.ErrSyntax, quoteByte(src[off])+" "+where))
}

// quoteByte shows a byte as errors print it: 'x', or 0x07 where it is not a
// printable ASCII character.
func quoteByte(c byte) string {
	if c == '\'' {
		return `"'"`
	}
	if c > ' ' && c < 0x7F {
		return string([]byte{'\'', c, '\''})
	}
	const hex = "0123456789abcdef"
	return "byte 0x" + string([]byte{hex[c>>4], hex[c&15]})
}

// checkUTF8 reports the first byte of text that is not UTF-8; off is where text
// starts.
func checkUTF8(text []byte, off int) error {
	if utf8.Valid(text) {
		return nil
	}
	i := 0
	for i < len(text) {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		i += size
	}
	return ErrorAt(off+i, fault.ErrUTF8)
}
