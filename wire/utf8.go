// UTF-8 as the format wants it, checked eight bytes at a time where it is ASCII.

package wire

import (
	"unicode/utf8"

	"github.com/beve-org/beve-go/internal/mem"
)

const highBits = 0x8080808080808080

// ValidText reports whether b is valid UTF-8 in the sense of the format: shortest
// forms, no surrogates, nothing above U+10FFFF. Empty text is valid.
func ValidText(b []byte) bool {
	i := 0
	for i+8 <= len(b) {
		if mem.Word(b, i)&highBits != 0 {
			return validFrom(b, i)
		}
		i += 8
	}
	for ; i < len(b); i++ {
		if b[i] >= utf8.RuneSelf {
			return validFrom(b, i)
		}
	}
	return true
}

// validFrom goes on where text stops being ASCII. Words of ASCII between other
// runes are skipped eight bytes at a time again.
func validFrom(b []byte, i int) bool {
	for i < len(b) {
		if b[i] < utf8.RuneSelf {
			if i+8 <= len(b) && mem.Word(b, i)&highBits == 0 {
				i += 8
			} else {
				i++
			}
			continue
		}
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			return false
		}
		i += size
	}
	return true
}

// validPrefix returns the length of the longest prefix of b that is valid UTF-8.
func validPrefix(b []byte) int {
	i := 0
	for i < len(b) {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		i += size
	}
	return i
}
