// The fast half of Skip: everything but the rare and the end of the text, in a function
// that checks no bounds.

package jsontext

import (
	"math/bits"

	"github.com/beve-org/beve-go/internal/mem"
)

// zoneEnd is the length of the end of a text that skipZone leaves to others, which makes
// its unchecked loads sound. A token starts before len(src)-zoneEnd. From there a name
// loads three words from its second byte on and the byte after its colon, 27 bytes; a
// string loads less. The loops over digits and spaces check at each word that it starts
// before len(src)-zoneEnd. From the last one they load, at most, to the end of that word, a
// point, and the next word, 17 bytes.
const zoneEnd = 32

// skipZone passes tokens from src[i] on until one that is rare, wrong, near the end of
// src, or a bracket at which the word of kinds would overflow or run empty. It returns
// the state of Skip before that token, or inside a string that is not short and plain,
// or, with open 0, after the value.
//
// The labels are the states:
//
//	state    at the byte   goes to       on the way
//	value    {             member        pushes an object on kinds
//	         [             first         pushes an array on kinds
//	         "             text
//	         - 0 … 9       number
//	         n t f         follow        passes null, true, false
//	first    ]             leave
//	         any other     known         the same as value
//	member   }             leave
//	         "             name
//	key      "             name
//	name     "…" :         value         returns wantNameEnd if long or not plain
//	text     "…"           follow        returns wantTextEnd if long or not plain
//	number                 follow        returns wantValue if malformed or with an exponent
//	follow   ,             key           in an object
//	         ,             value         in an array
//	         } or ]        leave         if it closes the innermost container
//	leave                  follow        pops kinds, or returns if that is empty
//	space    white space   dispatch      and by next to the state that met it
//	         any other     returns       the state that met it
//
// Each state has code of its own, since the processor predicts a jump well that mostly
// follows the same token. That is why the function is long and has no parts: a call, or one
// switch for all states, would join those jumps in one.
//
// A token is found only once the end of the previous one is known, which takes most of the
// time. Names and indents mostly have the lengths that they had before. So the code compares
// the length that it found with a guess and moves i by the guess if they are equal: the
// processor predicts that they are, and starts on the next token before the search has ended.
// That is the reason for the branches below whose two sides have the same result.
func skipZone(src []byte, i int, kinds uint64, open, maxOpen int, next want, names *nameLengths) (int, uint64, int, want) {
	end := len(src) - zoneEnd
	var (
		c       byte
		m       uint64
		at      int   // where a token is found to end
		indent  int   // of the last line
		history uint8 // of the last names
	)

dispatch:
	switch next {
	case wantNext:
		goto follow
	case wantKey:
		goto key
	case wantFirst:
		goto first
	case wantMember:
		goto member
	}

value:
	if i >= end {
		return i, kinds, open, wantValue
	}
	if c = mem.Byte(src, i); c <= ' ' {
		next = wantValue
		goto space
	}

known: // the value that begins with c
	if c == '"' {
		goto text
	}
	if c-'0' <= 9 || c == '-' {
		goto number
	}
	switch {
	case c|0x20 == '{': // or [
		if open&63 == 63 || open >= maxOpen {
			return i, kinds, open, wantValue
		}
		open++
		kinds = kinds<<1 | uint64(c)>>5&1
		i++
		if c == '{' {
			goto member
		}
		goto first
	case c == 'n' && mem.Word32(src, i) == 'n'|'u'<<8|'l'<<16|'l'<<24:
		i += 4
		goto follow
	case c == 't' && mem.Word32(src, i) == 't'|'r'<<8|'u'<<16|'e'<<24:
		i += 4
		goto follow
	case c == 'f' && mem.Word32(src, i+1) == 'a'|'l'<<8|'s'<<16|'e'<<24:
		i += 5
		goto follow
	}
	return i, kinds, open, wantValue

first:
	if i >= end {
		return i, kinds, open, wantFirst
	}
	if c = mem.Byte(src, i); c > ' ' && c != ']' {
		goto known
	}
	next = wantFirst
	if c == ']' {
		goto leave
	}
	goto space

member:
	if i >= end {
		return i, kinds, open, wantMember
	}
	if c = mem.Byte(src, i); c == '"' {
		goto name
	}
	next = wantMember
	if c == '}' {
		goto leave
	}
	goto space

key:
	if i >= end {
		return i, kinds, open, wantKey
	}
	if c = mem.Byte(src, i); c != '"' {
		next = wantKey
		goto space
	}

name: // the key whose quote is at i
	at = i + 1
	if m = notPlain(mem.Word(src, at)); m == 0 {
		at += 8
		if m = notPlain(mem.Word(src, at)); m == 0 {
			at += 8
			if m = notPlain(mem.Word(src, at)); m == 0 {
				return at + 8, kinds, open, wantNameEnd
			}
		}
	}
	if at += bits.TrailingZeros64(m) >> 3; mem.Byte(src, at) != '"' {
		return at, kinds, open, wantNameEnd
	}
	// More space in front of the colon is rare.
	if mem.Byte(src, at+1) != ':' {
		return i, kinds, open, wantKey
	}
	{
		guess := &names[history%uint8(len(names))]
		n := *guess
		if at == i+int(n) {
			i += int(n) + 2
		} else {
			n = uint8(at - i)
			*guess = n
			i = at + 2
		}
		history = history<<2 ^ n
	}
	if c = mem.Byte(src, i); c == ' ' {
		i++
	}
	goto value

text:
	at = i + 1
	if m = notPlain(mem.Word(src, at)); m == 0 {
		at += 8
		if m = notPlain(mem.Word(src, at)); m == 0 {
			return at + 8, kinds, open, wantTextEnd
		}
	}
	if at += bits.TrailingZeros64(m) >> 3; mem.Byte(src, at) != '"' {
		return at, kinds, open, wantTextEnd
	}
	i = at + 1
	goto follow

number:
	at = i
	if c == '-' {
		at++
		c = mem.Byte(src, at)
	}
	if c-'1' > 8 {
		if c != '0' {
			return i, kinds, open, wantValue
		}
		at++
	} else {
		m = notDigits(mem.Word(src, at))
		for m == 0 {
			if at += 8; at >= end {
				return i, kinds, open, wantValue
			}
			m = notDigits(mem.Word(src, at))
		}
		at += bits.TrailingZeros64(m) >> 3
	}
	if c = mem.Byte(src, at); c == '.' {
		at++
		if mem.Byte(src, at)-'0' > 9 {
			return i, kinds, open, wantValue
		}
		m = notDigits(mem.Word(src, at))
		for m == 0 {
			if at += 8; at >= end {
				return i, kinds, open, wantValue
			}
			m = notDigits(mem.Word(src, at))
		}
		at += bits.TrailingZeros64(m) >> 3
		c = mem.Byte(src, at)
	}
	if c|0x20 == 'e' {
		return i, kinds, open, wantValue
	}
	i = at

follow:
	if open == 0 || i >= end {
		return i, kinds, open, wantNext
	}
	if c = mem.Byte(src, i); c == ',' {
		i++
		if kinds&1 != 0 {
			goto key
		}
		goto value
	}
	if next = wantNext; c <= ' ' {
		goto space
	}
	if c != closing(kinds) {
		return i, kinds, open, wantNext
	}

leave:
	if open&63 == 0 {
		return i, kinds, open, next
	}
	open--
	kinds >>= 1
	i++
	goto follow

space:
	switch c {
	case '\n':
		i++
		m = mem.Word(src, i) ^ ' '*ones
		for at = i; m == 0 && at < end; m = mem.Word(src, at) ^ ' '*ones {
			at += 8
		}
		at += bits.TrailingZeros64(m) >> 3
		if at == i+indent {
			i += indent
		} else {
			indent = at - i
			i = at
		}
	case ' ', '\t', '\r':
		i++
	default:
		return i, kinds, open, next
	}
	goto dispatch
}

// nameLengths holds the length of the name that was last read after others of certain
// lengths: objects of one kind have names of the same lengths.
type nameLengths [64]uint8

// notPlain marks, by its high bit, the first byte of w that is a quote, a backslash, a
// control character or not ASCII; bytes above it may be marked wrongly.
func notPlain(w uint64) uint64 {
	return (((w ^ '"'*ones) - ones) | ((w ^ '\\'*ones) - ones) | (w - 0x20*ones) | w) & HighBits
}

// notDigits marks in the same way the first byte of w that is not a digit.
func notDigits(w uint64) uint64 {
	w ^= '0' * ones // digits become 0 to 9
	return (w + 0x76*ones | w) & HighBits
}
