// This file passes over values in memory as fast as the grammar allows, without
// recursion and without saying what is wrong: what json validates and skips with.

package jsontext

import (
	"math/bits"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// MaxOpen is the number of objects and arrays that encoding/json lets be open at
// once.
const MaxOpen = 10000

// Valid reports whether src is one JSON text with white space around it and no
// more than maxOpen objects and arrays open at once. UTF-8 is not checked.
func Valid(src []byte, maxOpen int) bool {
	end := Skip(src, SkipSpace(src, 0), maxOpen)
	return end >= 0 && SkipSpace(src, end) == len(src)
}

// want is what must stand next.
type want uint8

const (
	wantValue   want = iota
	wantFirst        // a value, or the end of the array
	wantKey          //
	wantMember       // a key, or the end of the object
	wantNext         // a comma or the end of a container
	wantNameEnd      // the rest of a key
	wantTextEnd      // the rest of a string that is none
)

// Skip returns the offset after the value that starts at src[i], or -1 where no
// value starts, it is malformed, or more than maxOpen objects and arrays are open
// in it at once. UTF-8 is not checked.
//
// skipZone does what it can; what it leaves, and the end of src, is done here token by
// token.
func Skip(src []byte, i, maxOpen int) int { return skip(src, i, maxOpen, 0, wantValue) }

// SkipRest returns the offset after the array of which an element ends at src[i], or -1; see [Skip].
func SkipRest(src []byte, i, maxOpen int) int { return skip(src, i, maxOpen, 1, wantNext) }

// skip is Skip where so many arrays are open, at most 63, and what must stand next is known.
func skip(src []byte, i, maxOpen, open int, next want) int {
	// A bit says whether a container is an object: the innermost 64 in a word, those
	// around them spilled.
	var (
		kinds   uint64
		spilled []uint64
		names   nameLengths
		ending  bool // the end of src has been tried
	)
	for next != wantNext || open > 0 {
		if len(src)-i > zoneEnd {
			i, kinds, open, next = skipZone(src, i, kinds, open, maxOpen, next, &names)
		} else if !ending {
			// The same for the end of src, followed by bytes that may stand nowhere.
			var end [2 * zoneEnd]byte
			var n int
			n, kinds, open, next = skipZone(end[:copy(end[:zoneEnd], src[i:])+zoneEnd], 0, kinds, open, maxOpen, next, &names)
			i, ending = i+n, true
		}
		if next == wantNext && open == 0 {
			break
		}
		if next > wantNext { // inside a string, which is long, not ASCII, or has escapes
			name := next == wantNameEnd
			next = wantNext
			if i = skipLong(src, i); name && i >= 0 {
				next = wantValue
				i = skipColon(src, i)
			}
			if i < 0 {
				return -1
			}
			continue
		}
		if i = SkipSpace(src, i); i >= len(src) {
			return -1
		}
		c := src[i]
		switch {
		case next == wantNext && c == ',':
			i++
			next = wantValue + want(kinds&1)*wantKey
		case next == wantNext || next == wantFirst && c == ']' || next == wantMember && c == '}':
			if c != closing(kinds) {
				return -1
			}
			i++
			next = wantNext
			if open&63 == 0 {
				last := len(spilled) - 1
				kinds, spilled = spilled[last], spilled[:last]
			} else {
				kinds >>= 1
			}
			open--
		case next >= wantKey:
			if c != '"' {
				return -1
			}
			if i = SkipString(src, i); i >= 0 {
				i = skipColon(src, i)
			}
			if i < 0 {
				return -1
			}
			next = wantValue
		case c|0x20 == '{': // or [
			if open >= maxOpen {
				return -1
			}
			if open++; open&63 == 0 {
				spilled = append(spilled, kinds)
			}
			object := want(c) >> 5 & 1
			kinds = kinds<<1 | uint64(object)
			i++
			next = wantFirst + object*(wantMember-wantFirst)
		default:
			if i = SkipScalar(src, i); i < 0 {
				return -1
			}
			next = wantNext
		}
	}
	return i
}

// closing returns the bracket that ends the innermost container: the two differ by the
// bit that says whether it is an object.
func closing(kinds uint64) byte { return ']' | byte(kinds&1)<<5 }

// SkipScalar returns the offset after the string, number or literal at src[i], or -1.
func SkipScalar(src []byte, i int) int {
	word := ""
	switch src[i] {
	case '"':
		return SkipString(src, i)
	case 't':
		word = "true"
	case 'f':
		word = "false"
	case 'n':
		word = "null"
	default:
		return SkipNumber(src, i)
	}
	if len(src)-i < len(word) || string(src[i:i+len(word)]) != word {
		return -1
	}
	return i + len(word)
}

// skipColon passes a colon and the white space around it.
func skipColon(src []byte, i int) int {
	if i = SkipSpace(src, i); i >= len(src) || src[i] != ':' {
		return -1
	}
	return SkipSpace(src, i+1)
}

// SkipString returns the offset after the string whose opening quote is at
// src[i], or -1.
func SkipString(src []byte, i int) int {
	i++
	// Most keys end in the first words.
	for range 2 {
		if i+8 > len(src) {
			break
		}
		if m := Special(mem.Word(src, i)); m != 0 {
			if i += bits.TrailingZeros64(m) >> 3; src[i] == '"' {
				return i + 1
			}
			break
		}
		i += 8
	}
	return skipLong(src, i)
}

// skipLong is SkipString from the text of the string on.
func skipLong(src []byte, i int) int {
	for {
		if i, _ = skipPlain(src, i); i >= len(src) {
			return -1
		}
		switch src[i] {
		case '"':
			return i + 1
		case '\\':
			if i = skipEscape(src, i); i < 0 {
				return -1
			}
		default:
			return -1
		}
	}
}

// skipEscape returns the offset after the escape whose backslash is at src[i].
func skipEscape(src []byte, i int) int {
	if i++; i >= len(src) {
		return -1
	}
	switch src[i] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 1
	case 'u':
		if i+5 > len(src) || !isHex(src[i+1]) || !isHex(src[i+2]) || !isHex(src[i+3]) || !isHex(src[i+4]) {
			return -1
		}
		return i + 5
	}
	return -1
}

// SkipNumber returns the offset after the number that starts at src[i], or -1.
func SkipNumber(src []byte, i int) int {
	if i < len(src) && src[i] == '-' {
		i++
	}
	start := i
	if i = skipDigits(src, i); i == start || i > start+1 && src[start] == '0' {
		return -1
	}
	if i < len(src) && src[i] == '.' {
		start = i + 1
		if i = skipDigits(src, start); i == start {
			return -1
		}
	}
	if i < len(src) && src[i]|0x20 == 'e' {
		if i++; i < len(src) && (src[i] == '+' || src[i] == '-') {
			i++
		}
		start = i
		if i = skipDigits(src, start); i == start {
			return -1
		}
	}
	return i
}

// skipDigits returns the offset of the first byte from i on that is not a digit.
func skipDigits(src []byte, i int) int {
	for i+8 <= len(src) {
		if m := notDigits(mem.Word(src, i)); m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
		i += 8
	}
	for i < len(src) && src[i]-'0' <= 9 {
		i++
	}
	return i
}

// ScanPlain returns the offset of the first quote, backslash or control character
// at or after i, or len(src), and whether all before it is ASCII.
func ScanPlain(src []byte, i int) (next int, ascii bool) { return skipPlain(src, i) }

// Spend takes the containers, members and elements of src from a budget. It returns
// the offset of the first that exceeds the budget, which then says why, or -1. Input that
// is not JSON is charged up to the first byte that cannot be JSON.
func Spend(src []byte, budget *fault.Budget) (off int) {
	for i := 0; i < len(src); {
		switch src[i] {
		case '"':
			if i = SkipString(src, i); i < 0 {
				return -1
			}
			continue
		case '{', '[':
			first := SkipSpace(src, i+1)
			if first < len(src) && src[first] == src[i]+2 {
				i = first // empty ones need not be entered
				break
			}
			if !budget.Enter(1) {
				return i
			}
		case '}', ']':
			budget.Leave()
		case ',':
			// The level is given back and entered again with one more.
			if budget.Leave(); !budget.Enter(1) {
				return i
			}
		}
		i++
	}
	return -1
}
