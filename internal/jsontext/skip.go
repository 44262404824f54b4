// This file passes over values in memory as fast as the grammar allows, without
// recursion and without saying what is wrong: what json validates and skips with.

package jsontext

import (
	"math/bits"

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

// Skip returns the offset behind the value that starts at src[i], or -1 where no
// value starts, it is malformed, or more than maxOpen objects and arrays are open
// in it at once. UTF-8 is not checked.
func Skip(src []byte, i, maxOpen int) int {
	// A bit says whether a container is an object: the innermost 64 in a word, those
	// around them spilled.
	var (
		kinds   uint64
		spilled []uint64
		open    int
	)
	for {
		// A value.
		if i >= len(src) {
			return -1
		}
		switch c := src[i]; c {
		case '"':
			if i = SkipString(src, i); i < 0 {
				return -1
			}
		case '{', '[':
			if open++; open > maxOpen {
				return -1
			}
			if open&63 == 0 {
				spilled = append(spilled, kinds)
			}
			kinds <<= 1
			if c == '{' {
				kinds |= 1
			}
			if i = SkipSpace(src, i+1); i >= len(src) {
				return -1
			}
			if src[i] != c+2 { // neither {} nor []
				if c == '{' {
					if i = skipKey(src, i); i < 0 {
						return -1
					}
				}
				continue
			}
			i++
			if open&63 == 0 {
				kinds, spilled = spilled[len(spilled)-1], spilled[:len(spilled)-1]
			} else {
				kinds >>= 1
			}
			open--
		case 't':
			i = skipWord(src, i, "true")
		case 'f':
			i = skipWord(src, i, "false")
		case 'n':
			i = skipWord(src, i, "null")
		default:
			i = SkipNumber(src, i)
		}
		if i < 0 {
			return -1
		}
		// What follows it: the ends of containers, then a comma or the end.
		for {
			if open == 0 {
				return i
			}
			if i < len(src) && src[i] <= ' ' {
				i = SkipSpace(src, i)
			}
			if i >= len(src) {
				return -1
			}
			object := kinds&1 != 0
			if src[i] == ',' {
				if i++; i < len(src) && src[i] <= ' ' {
					i = SkipSpace(src, i)
				}
				if object {
					if i = skipKey(src, i); i < 0 {
						return -1
					}
				}
				break
			}
			if object && src[i] != '}' || !object && src[i] != ']' {
				return -1
			}
			i++
			if open&63 == 0 {
				kinds, spilled = spilled[len(spilled)-1], spilled[:len(spilled)-1]
			} else {
				kinds >>= 1
			}
			open--
		}
	}
}

// skipKey passes a key, its colon and the white space behind.
func skipKey(src []byte, i int) int {
	if i >= len(src) || src[i] != '"' {
		return -1
	}
	if i = SkipString(src, i); i < 0 {
		return -1
	}
	if i+2 < len(src) && src[i] == ':' {
		if src[i+1] > ' ' {
			return i + 1
		}
		if src[i+2] > ' ' && src[i+1] == ' ' {
			return i + 2
		}
	}
	if i = SkipSpace(src, i); i >= len(src) || src[i] != ':' {
		return -1
	}
	return SkipSpace(src, i+1)
}

func skipWord(src []byte, i int, word string) int {
	if len(src)-i < len(word) || string(src[i:i+len(word)]) != word {
		return -1
	}
	return i + len(word)
}

// SkipString returns the offset behind the string whose opening quote is at
// src[i], or -1.
func SkipString(src []byte, i int) int {
	if i+9 <= len(src) {
		// Most keys end in the first word.
		if m := Special(mem.Word(src, i+1)); m != 0 {
			if end := i + 1 + bits.TrailingZeros64(m)>>3; src[end] == '"' {
				return end + 1
			}
		}
	}
	return skipLong(src, i+1)
}

// skipLong is SkipString from the text of the string on.
func skipLong(src []byte, i int) int {
	for {
		i, _ = skipPlain(src, i)
		if i >= len(src) {
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

// skipEscape returns the offset behind the escape whose backslash is at src[i].
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

// SkipNumber returns the offset behind the number that starts at src[i], or -1.
func SkipNumber(src []byte, i int) int {
	if i < len(src) && src[i] == '-' {
		i++
	}
	if i >= len(src) {
		return -1
	}
	switch c := src[i]; {
	case c == '0':
		i++
	case c-'1' <= 8:
		for i++; i < len(src) && src[i]-'0' <= 9; i++ {
		}
	default:
		return -1
	}
	if i < len(src) && src[i] == '.' {
		start := i + 1
		for i = start; i < len(src) && src[i]-'0' <= 9; i++ {
		}
		if i == start {
			return -1
		}
	}
	if i < len(src) && src[i]|0x20 == 'e' {
		if i++; i < len(src) && (src[i] == '+' || src[i] == '-') {
			i++
		}
		start := i
		for ; i < len(src) && src[i]-'0' <= 9; i++ {
		}
		if i == start {
			return -1
		}
	}
	return i
}

// ScanPlain returns the offset of the first quote, backslash or control character
// at or after i, or len(src), and whether all before it is ASCII.
func ScanPlain(src []byte, i int) (next int, ascii bool) { return skipPlain(src, i) }

// PointerAt returns the path of the innermost value of src, a valid JSON text, in
// which the byte at off lies; off may be the offset behind a value. It is for
// errors, and reads src from the start.
func PointerAt(src []byte, off int) []Step {
	var path []Step
	i := SkipSpace(src, 0)
	for i < len(src) && (src[i] == '{' || src[i] == '[') && off > i+1 {
		object, index, found := src[i] == '{', 0, false
		i = SkipSpace(src, i+1)
		for i < len(src) && src[i] != '}' && src[i] != ']' {
			var step Step
			if object {
				key, _, _, err := ViewString(src, i, nil)
				if err != nil {
					key = src[i+1 : max(i+1, SkipString(src, i)-1)]
				}
				step.Key = string(key)
				start := i
				if i = skipKey(src, i); i < 0 || off <= start {
					return path
				}
			} else {
				step.Index = index
			}
			step.Object = object
			end := Skip(src, i, len(src))
			if end < 0 {
				return path
			}
			if off <= end {
				path, found = append(path, step), true
				break
			}
			if i = SkipSpace(src, end); i < len(src) && src[i] == ',' {
				i = SkipSpace(src, i+1)
			}
			index++
		}
		if !found {
			return path
		}
	}
	return path
}

// Step is one level of a path: a member of an object or an element of an array.
type Step struct {
	Object bool
	Key    string
	Index  int
}
