// This file finds out what separates the cells of CSV: commas where the first row has one, else the semicolons, tabs or
// bars that it has most of. Text in quotes separates nothing.

package source

import (
	"bytes"
	"fmt"
	"slices"
)

// separators are what may separate cells, the likeliest first.
var separators = []byte{',', ';', '\t', '|'}

var separatorNames = []string{"comma", "semicolon", "tab", "bar"}

// ParseSeparator reads the value of --separator: a character, or the name of one.
func ParseSeparator(text string) (byte, error) {
	if i := slices.Index(separatorNames, text); i >= 0 {
		return separators[i], nil
	}
	if text == `\t` {
		return '\t', nil
	}
	if len(text) == 1 {
		if c := text[0]; c == '\t' || c >= ' ' && c < 0x7f && c != '"' {
			return c, nil
		}
	}
	return 0, fmt.Errorf("%q does not separate cells: want one character of ASCII that is not a quote, or comma, semicolon, tab or bar", text)
}

// separatorName is how messages call what separates cells.
func separatorName(c byte) string {
	if i := slices.Index(separators, c); i >= 0 {
		return separatorNames[i] + "s"
	}
	return fmt.Sprintf("%q", string(rune(c)))
}

// findSeparator looks at the first row, or the beginning of a long one.
func (s *Source) findSeparator() byte {
	c := separators[0]
	whole := false
	const looks = 100 // at a row whose end has not come yet
	for range looks {
		_, err := s.r.Peek(min(s.r.Buffered()+1, s.r.Size()))
		head, _ := s.r.Peek(s.r.Buffered())
		c, whole = separatorOf(bytes.TrimLeft(bytes.TrimPrefix(head, []byte(mark)), "\r\n"))
		if whole || err != nil || len(head) == s.r.Size() {
			break
		}
	}
	if c != separators[0] && s.opts.OnGuess != nil {
		s.opts.OnGuess(fmt.Sprintf("%s: cells between %s, as the first row has them; --separator says otherwise", s.Name, separatorName(c)))
	}
	return c
}

// separatorOf tells what separates the cells of a row at the start of text, and whether all of it is there.
func separatorOf(text []byte) (c byte, whole bool) {
	var counts [256]int
	quoted := false
	for _, c := range text {
		if !quoted && (c == '\n' || c == '\r') {
			whole = true
			break
		}
		if c == '"' {
			quoted = !quoted
		} else if !quoted {
			counts[c]++
		}
	}
	c = separators[0]
	for _, other := range separators[1:] {
		if counts[separators[0]] == 0 && counts[other] > counts[c] {
			c = other
		}
	}
	return c, whole
}
