// This file writes strings.

package jsonpack

import (
	"github.com/beve-org/beve-go/internal/mem"
)

const (
	// longText is the length from which the copy of a string is better left to the
	// runtime. Shorter ones have a length of one byte.
	longText = 64
	// slack is the room for storing whole words where fewer bytes count.
	slack = 16
	// textRoom is what a string needs beyond its bytes: its length, and slack.
	textRoom = longestVaruint + slack
)

// putShort stores the length and the bytes of s, which is shorter than longText, at
// dst[n:], which has textRoom more than s is long. It is small enough to be inlined
// into the loops that must not call anything.
func putShort(dst []byte, n int, s string) {
	size := len(s)
	mem.PutByte(dst, n, byte(size))
	n++
	switch {
	case size >= 8:
		for i := 0; i+8 < size; i += 8 {
			mem.PutWord(dst, n+i, mem.StringWord(s, i))
		}
		mem.PutWord(dst, n+size-8, mem.StringWord(s, size-8))
	case size >= 4:
		a, b := mem.StringWord32(s, 0), mem.StringWord32(s, size-4)
		mem.PutWord32(dst, n, a)
		mem.PutWord32(dst, n+size-4, b)
	default:
		for i := range size {
			mem.PutByte(dst, n+i, s[i])
		}
	}
}

// putTexts stores strings as long as they are short and dst has room, and returns how
// many it has done. It calls nothing that is not inlined, so that the loop stays in
// registers.
func putTexts(dst []byte, n int, s []string) (next, done int) {
	for i, v := range s {
		if len(v) >= longText || len(dst)-n < len(v)+textRoom {
			return n, i
		}
		putShort(dst, n, v)
		n += 1 + len(v)
	}
	return n, len(s)
}

// appendText appends the length and the bytes of s.
func appendText(dst []byte, s string) []byte {
	return append(appendVaruint(dst, uint64(len(s))), s...)
}

// appendTexts appends strings.
func appendTexts(dst []byte, s []string) []byte {
	for {
		n, done := putTexts(dst[:cap(dst)], len(dst), s)
		if dst, s = dst[:n], s[done:]; len(s) == 0 {
			return dst
		}
		// It is long, or there was no room.
		if len(s[0]) < longText {
			dst = grow(dst, len(s[0])+textRoom)
			continue
		}
		dst, s = appendText(dst, s[0]), s[1:]
	}
}
