// What a pattern may cost to compile, told from its text before it is parsed.

package costly

import (
	"bytes"
	"unicode/utf8"
)

// The approximate cost of the parts of a pattern, in bytes of memory while it is compiled:
// the pattern itself, a copy of it, each of its bytes, a class of Unicode, one that is
// folded, which takes more time still, and an instruction.
const (
	patternBase = 512
	patternCopy = 192
	patternByte = 400
	classCost   = 16 << 10
	foldedCost  = 48 << 10
	instCost    = 400
)

// patternCost returns what it costs at most to parse and compile a pattern.
func patternCost(text []byte) int64 {
	class := int64(classCost)
	if bytes.Contains(text, []byte("(?")) {
		class = foldedCost
	}
	classes := bytes.Count(text, []byte(`\p`)) + bytes.Count(text, []byte(`\P`))
	cost := patternBase + patternByte*int64(len(text)) + class*int64(classes)
	if bytes.IndexByte(text, '{') >= 0 {
		cost += instCost * instructions(text)
	}
	return cost
}

// What instructions counts for the parts of a pattern: at least the nodes and the runes
// that package regexp/syntax makes of them.
const (
	instNode  = 2 // what joins others, or repeats them
	instRune  = 3 // one that stands alone; one that follows another adds 1
	instOr    = 6
	instGroup = 4
	instMost  = int64(1) << 40
)

// instructions returns about how many instructions a pattern becomes once its counted
// repetitions are written out. What it says of a pattern that is malformed does not
// matter, since that is refused.
func instructions(text []byte) int64 {
	var groups []int64 // what precedes each open group in its parent
	sum, last := int64(instGroup), int64(0)
	var follows, run bool // last is a rune, and one that follows another
	for i := 0; i < len(text); {
		size, cost, single := 1, int64(instRune), false
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text) && text[i+1] == 'Q':
			size = quotation(text[i:])
			cost *= int64(size)
		case c == '\\':
			size = escape(text[i:])
		case c == '[':
			size = class(text[i:])
		case c == '.', c == '^', c == '$':
		case c == '(':
			size, flags := groupStart(text[i:])
			if !flags {
				groups = append(groups, sum)
				sum, last, run = instGroup, 0, false
			}
			follows = false
			i += size
			continue
		case c == ')':
			if cost = sum; len(groups) > 0 {
				sum, groups = groups[len(groups)-1], groups[:len(groups)-1]
			}
		case c == '|':
			sum, last, follows, run = min(sum+instOr, instMost), 0, false, false
			i++
			continue
		case c == '*', c == '+', c == '?', c == '{':
			times := int64(1)
			if c == '{' {
				times, size = repeat(text[i:])
			}
			if times > 0 {
				if run { // it is taken out of the text that it belongs to
					last, sum = instRune, sum+instNode
				}
				grown := min((last+instNode)*times, instMost)
				sum, last, follows, run = min(sum+grown-last, instMost), grown, false, false
				i += size
				continue
			}
			single = true
		default:
			_, size = utf8.DecodeRune(text[i:])
			single = true
		}
		if run = single && follows; run {
			cost = 1
		}
		follows = single
		sum, last = min(sum+cost, instMost), cost
		i += size
	}
	for _, before := range groups {
		sum = min(sum+before, instMost)
	}
	return sum
}

// escape returns the length of what a backslash begins.
func escape(text []byte) int {
	if len(text) > 2 && text[2] == '{' && (text[1] == 'p' || text[1] == 'P' || text[1] == 'x') {
		return through(text, 2, '}')
	}
	return min(2, len(text))
}

// quotation returns the length of literal text, \Q…\E.
func quotation(text []byte) int {
	if at := bytes.Index(text, []byte(`\E`)); at >= 0 {
		return at + 2
	}
	return len(text)
}

// class returns the length of a class in brackets.
func class(text []byte) int {
	i := 1
	if i < len(text) && text[i] == '^' {
		i++
	}
	for first := i; i < len(text); {
		switch c := text[i]; {
		case c == ']' && i > first:
			return i + 1
		case c == '\\':
			i += escape(text[i:])
		case c == '[' && i+1 < len(text) && text[i+1] == ':':
			i = through(text, i+2, ']')
		default:
			i++
		}
	}
	return len(text)
}

// groupStart returns the length of the start of a group: a bracket, and a name or flags. Flags
// alone are no group: what precedes them is repeated by what follows.
func groupStart(text []byte) (size int, flags bool) {
	if len(text) < 3 || text[1] != '?' {
		return 1, false
	}
	for i := 2; i < len(text); i++ {
		switch text[i] {
		case ':', '>':
			return i + 1, false
		case ')':
			return i + 1, true
		}
	}
	return len(text), false
}

// repeat returns how often {n}, {n,} or {n,m} writes out what precedes it, and its length,
// or 0 and 1 for a brace that repeats nothing.
func repeat(text []byte) (times int64, size int) {
	least, i := number(text, 1)
	most := least
	if i > 1 && i < len(text) && text[i] == ',' {
		most, i = number(text, i+1)
	}
	if i == 1 || i >= len(text) || text[i] != '}' {
		return 0, 1
	}
	return max(most, least+1, 1), i + 1
}

// number reads decimal digits. The most that package regexp repeats is a thousand.
func number(text []byte, i int) (n int64, next int) {
	for ; i < len(text) && text[i]-'0' < 10; i++ {
		n = min(10*n+int64(text[i]-'0'), 10_000)
	}
	return n, i
}

// through returns the index after the first c from i on, or the length of the text.
func through(text []byte, i int, c byte) int {
	if at := bytes.IndexByte(text[i:], c); at >= 0 {
		return i + at + 1
	}
	return len(text)
}
