// This file prints strings: the one form in which the library writes them as JSON.

package jsontext

import "github.com/beve-org/beve-go/internal/mem"

// AppendString appends s as a JSON string. Quotes, backslashes and control
// characters below U+0020 are escaped, in the short form where there is one; all
// else stands literally, HTML characters too. s must be valid UTF-8 for the
// result to be valid JSON.
func AppendString(dst []byte, s []byte) []byte {
	dst = append(dst, '"')
	start := 0
	for {
		i, _ := skipPlain(s, start)
		dst = append(dst, s[start:i]...)
		if i == len(s) {
			return append(dst, '"')
		}
		dst = appendEscape(dst, s[i])
		start = i + 1
	}
}

// AppendText is [AppendString] for a Go string.
func AppendText(dst []byte, s string) []byte { return AppendString(dst, mem.Bytes(s)) }

// StringLen returns the length of what [AppendString] appends for s.
func StringLen(s []byte) int {
	var room [6]byte
	n := len(s) + 2
	for start := 0; ; start++ {
		if start, _ = skipPlain(s, start); start == len(s) {
			return n
		}
		n += len(appendEscape(room[:0], s[start])) - 1
	}
}

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	}
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}
