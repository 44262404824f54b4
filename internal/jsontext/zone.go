// The fast half of Skip: everything but the rare and the end of the text, in a function
// that calls nothing and checks no bounds.

package jsontext

import (
	"math/bits"

	"github.com/beve-org/beve-go/internal/mem"
)

// zoneEnd is how many bytes at the end of a text skipZone leaves: no token looks
// further ahead from its first byte, or from where it looks whether the end is near.
const zoneEnd = 32

// skipZone passes tokens from src[i] on until one that is rare, wrong, or near the end
// of src: strings that are long, not ASCII or have escapes, exponents, and brackets at
// which the word of kinds would overflow or run empty. It returns the state of Skip in
// front of that token, or, with open 0, behind the value.
func skipZone(src []byte, i int, kinds uint64, open, maxOpen int, next want) (int, uint64, int, want) {
	end := len(src) - zoneEnd
	var c byte
again:
	if i >= end {
		return i, kinds, open, next
	}
	if c = mem.Byte(src, i); c <= ' ' {
		switch c {
		case '\n':
			// A line begins with a run of spaces, as a rule.
			i++
			other := mem.Word(src, i) ^ ' '*ones
			i += bits.TrailingZeros64(other) >> 3
			if other != 0 {
				goto again
			}
			for i < end && mem.Word(src, i) == ' '*ones {
				i += 8
			}
			goto again
		case ' ', '\t', '\r':
			i++
			goto again
		}
		return i, kinds, open, next
	}
	switch next {
	case wantNext:
		goto follow
	case wantFirst:
		if c == ']' {
			goto leave
		}
	case wantMember:
		if c == '}' {
			goto leave
		}
		fallthrough
	case wantKey:
		if c != '"' {
			return i, kinds, open, next
		}
		goto text
	}
	switch {
	case c == '"':
		goto text
	case c-'0' <= 9 || c == '-':
		goto number
	case c|0x20 == '{': // or [
		if open&63 == 63 || open >= maxOpen {
			return i, kinds, open, next
		}
		open++
		kinds = kinds<<1 | uint64(c)>>5&1
		next = wantFirst
		if c == '{' {
			next = wantMember
		}
		i++
		goto again
	case c == 'n' && mem.Word32(src, i) == 'n'|'u'<<8|'l'<<16|'l'<<24:
		i += 4
	case c == 't' && mem.Word32(src, i) == 't'|'r'<<8|'u'<<16|'e'<<24:
		i += 4
	case c == 'f' && mem.Word32(src, i+1) == 'a'|'l'<<8|'s'<<16|'e'<<24:
		i += 5
	default:
		return i, kinds, open, next
	}
	goto ended

text:
	{
		at := i + 1
		m := notPlain(mem.Word(src, at))
		if m == 0 {
			at += 8
			if m = notPlain(mem.Word(src, at)); m == 0 {
				at += 8
				if m = notPlain(mem.Word(src, at)); m == 0 {
					return i, kinds, open, next
				}
			}
		}
		if at += bits.TrailingZeros64(m) >> 3; mem.Byte(src, at) != '"' {
			return i, kinds, open, next
		}
		at++
		if next != wantKey && next != wantMember {
			i = at
			goto ended
		}
		// More space in front of the colon is rare.
		if mem.Byte(src, at) != ':' {
			return i, kinds, open, next
		}
		if i = at + 1; mem.Byte(src, i) == ' ' {
			i++
		}
		next = wantValue
		goto again
	}

number:
	{
		at := i
		if c == '-' {
			at++
			c = mem.Byte(src, at)
		}
		if c-'1' > 8 {
			if c != '0' {
				return i, kinds, open, next
			}
			at++
		} else {
			m := notDigits(mem.Word(src, at))
			for m == 0 {
				if at += 8; at >= end {
					return i, kinds, open, next
				}
				m = notDigits(mem.Word(src, at))
			}
			at += bits.TrailingZeros64(m) >> 3
		}
		if c = mem.Byte(src, at); c == '.' {
			at++
			if mem.Byte(src, at)-'0' > 9 {
				return i, kinds, open, next
			}
			m := notDigits(mem.Word(src, at))
			for m == 0 {
				if at += 8; at >= end {
					return i, kinds, open, next
				}
				m = notDigits(mem.Word(src, at))
			}
			at += bits.TrailingZeros64(m) >> 3
			c = mem.Byte(src, at)
		}
		if c|0x20 == 'e' {
			return i, kinds, open, next
		}
		i = at
	}

ended:
	next = wantNext
	if open == 0 {
		return i, kinds, open, next
	}
	if c = mem.Byte(src, i); c <= ' ' {
		goto again
	}

follow:
	if c == ',' {
		i++
		next = wantValue
		if kinds&1 != 0 {
			next = wantKey
		}
		goto again
	}
	if c != closing(kinds) {
		return i, kinds, open, next
	}

leave:
	if open&63 == 0 {
		return i, kinds, open, next
	}
	open--
	kinds >>= 1
	i++
	goto ended
}

// notPlain marks, by its high bit, the first byte of w that is a quote, a backslash, a
// control character or not ASCII; bytes above it may be marked wrongly.
func notPlain(w uint64) uint64 {
	return (((w ^ '"'*ones) - ones) | ((w ^ '\\'*ones) - ones) | (w - 0x20*ones) | w) & HighBits
}

// notDigits marks in the same way the first byte of w that is no digit.
func notDigits(w uint64) uint64 {
	w ^= '0' * ones // digits become 0 to 9
	return (w + 0x76*ones | w) & HighBits
}
