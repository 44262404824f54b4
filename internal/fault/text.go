// How errors show input. A message, a key or a type can be as long as memory allows and
// hold anything. An error shows little of it, on one line, without characters that act on
// a terminal or mislead a reader of logs. All texts of errors are made by these functions.

package fault

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxText is the most bytes that the text of an error of this package has. Of what is
// longer the middle is left out, and [Cut] stands there.
const MaxText = 2048

// Cut stands where the middle of something was left out.
const Cut = "…"

// The parts of a text. Together with the words between them they are less than MaxText.
const (
	maxFormatText = 64
	maxPathText   = 512
	maxTypeText   = 256
	maxCauseText  = 1024
	maxQuoted     = 256
)

// Quote returns s as a quoted string as strconv.Quote does, of at most 256 bytes: where
// s needs more, its middle is left out. The cost does not depend on what is left out.
func Quote[T ~string | ~[]byte](s T) string { return QuoteIn(s, maxQuoted) }

// QuoteShort is [Quote] for values that are short where they are right, as times are.
func QuoteShort[T ~string | ~[]byte](s T) string { return QuoteIn(s, 40) }

// QuoteIn is [Quote] with another number of bytes, beside the quotes.
func QuoteIn[T ~string | ~[]byte](s T, room int) string {
	return string(appendShort(make([]byte, 0, min(len(s), room)+2), s, room, true))
}

// Piece is [QuoteIn] without quotes, for text that is known to be no sentence.
func Piece[T ~string | ~[]byte](s T, room int) string {
	return string(appendShort(make([]byte, 0, min(len(s), room)), s, room, false))
}

// Name returns s as it is where that can be told from the words around it, and else what
// Quote returns.
func Name(s string) string {
	if s != "" && len(s) <= maxQuoted && strings.IndexByte(s, ' ') < 0 && isPlain(s, true) {
		return s
	}
	return Quote(s)
}

// Text returns s on one line, of at most 1 KB: characters that are not printable,
// which includes those that change the direction of text, and bytes that are not UTF-8
// are escaped as in a Go string, and of what is longer the middle is left out.
func Text(s string) string {
	if len(s) <= maxCauseText && isPlain(s, false) {
		return s
	}
	return string(appendShort(nil, s, maxCauseText, false))
}

// OneLine returns the text of an error of any origin, cut and escaped as [Text] does but
// with the length that an error of this package has.
func OneLine(s string) string {
	if len(s) <= MaxText && isPlain(s, false) {
		return s
	}
	return string(appendShort(nil, s, MaxText, false))
}

// isPlain reports whether s shows as it is; quoted, if it would be in quotes.
func isPlain[T ~string | ~[]byte](s T, quoted bool) bool {
	for i := 0; i < len(s); {
		n, plain := next(s, i, quoted)
		if !plain {
			return false
		}
		i += n
	}
	return true
}

// next returns the length of the character at s[i] and whether it shows as it is.
func next[T ~string | ~[]byte](s T, i int, quoted bool) (n int, plain bool) {
	if c := s[i]; c < utf8.RuneSelf {
		return 1, ' ' <= c && c < 0x7F && !(quoted && (c == '"' || c == '\\'))
	}
	r, n := utf8.DecodeRuneInString(string(s[i:min(i+utf8.UTFMax, len(s))]))
	return n, strconv.IsPrint(r) && !(r == utf8.RuneError && n == 1)
}

// MaxText is the most bytes returns how many bytes the n of s at i take where they are shown.
func shown[T ~string | ~[]byte](s T, i, n int, plain bool) int {
	if plain {
		return n
	}
	var room [12]byte
	return len(strconv.AppendQuote(room[:0], string(s[i:i+n]))) - 2
}

// appendShort appends s with the characters escaped that need it, and its middle left
// out where it would be longer than room.
func appendShort[T ~string | ~[]byte](dst []byte, s T, room int, quoted bool) []byte {
	if quoted {
		dst = append(dst, '"')
	}
	half := (room - len(Cut)) / 2
	// How much of s fits from its start, as a whole and in half of the room.
	head, i := 0, 0
	for used := 0; i < len(s); {
		n, plain := next(s, i, quoted)
		if used += shown(s, i, n, plain); used > room {
			break
		}
		if i += n; used <= half {
			head = i
		}
	}
	if i == len(s) {
		dst = appendEscapes(dst, s, quoted)
	} else {
		dst = appendEscapes(dst, s[:head], quoted)
		dst = append(dst, Cut...)
		dst = appendEscapes(dst, s[tailOf(s, half, quoted):], quoted)
	}
	if quoted {
		dst = append(dst, '"')
	}
	return dst
}

// tailOf returns where the longest end of s begins that is shown in room bytes. It
// begins with a whole character.
func tailOf[T ~string | ~[]byte](s T, room int, quoted bool) int {
	from := max(0, len(s)-room)
	from = wholeFrom(s, from)
	total := 0
	for i := from; i < len(s); {
		n, plain := next(s, i, quoted)
		total += shown(s, i, n, plain)
		i += n
	}
	for total > room {
		n, plain := next(s, from, quoted)
		total -= shown(s, from, n, plain)
		from += n
	}
	return from
}

// appendEscapes appends s with the characters escaped that need it.
func appendEscapes[T ~string | ~[]byte](dst []byte, s T, quoted bool) []byte {
	for i := 0; i < len(s); {
		n, plain := next(s, i, quoted)
		if plain {
			dst = append(dst, s[i:i+n]...)
		} else {
			was := len(dst)
			dst = strconv.AppendQuote(dst, string(s[i:i+n]))
			dst = append(dst[:was], dst[was+1:len(dst)-1]...)
		}
		i += n
	}
	return dst
}

// Shown returns how errors show p: short, and quoted where it holds unprintable characters.
func (p Pointer) Shown() string { return string(appendPath(nil, p)) }

// appendPath appends a path as errors show it: as it is where that is printable, and in
// quotes where it holds what has to be escaped.
func appendPath(dst []byte, p Pointer) []byte {
	text := string(p.ShortIn(maxPathText))
	return appendShort(dst, text, maxPathText, !isPlain(text, true))
}
