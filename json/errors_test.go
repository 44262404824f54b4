// The errors that encoding/json makes for this package, in every state that asks
// for one.

package json

import (
	"strconv"
	"strings"
	"testing"
)

func TestEveryTokenErrorIsASyntaxError(t *testing.T) {
	for state := range tokenState(len(prefixes)) {
		for c := range 256 {
			err := tokenError(state, byte(c), 7)
			e, ok := err.(*SyntaxError)
			if validIn(state, byte(c)) {
				continue // no error is made for it
			}
			if !ok || e.Offset != 7 || !strings.HasPrefix(e.Error(), "invalid character ") || !strings.Contains(e.Error(), strconv.QuoteRune(rune(c))[1:]) && c < 0x80 && c != '\'' && c != '"' {
				t.Errorf("%q after %q: %v", byte(c), prefixes[state], err)
			}
		}
	}
}

// validIn reports whether a token may begin with c, so that no error is made for it.
func validIn(state tokenState, c byte) bool {
	value := strings.IndexByte(`[{"-0123456789tfn`, c) >= 0
	switch c {
	case ' ', '\t', '\r', '\n':
		return true
	}
	switch state {
	case topValue, arrayValue, objectValue:
		return value
	case arrayStart:
		return value || c == ']'
	case arrayComma:
		return c == ',' || c == ']'
	case objectStart:
		return c == '"' || c == '}'
	case objectKey:
		return c == '"'
	case objectColon:
		return c == ':'
	}
	return c == ',' || c == '}'
}

func TestEveryPositionErrorIsASyntaxError(t *testing.T) {
	for state := range tokenState(len(prefixes)) {
		want := "not at beginning of value"
		switch state {
		case arrayComma:
			want = "expected comma after array element"
		case objectColon:
			want = "expected colon after object key"
		}
		if e, ok := positionError(state, 5).(*SyntaxError); !ok || e.Offset != 5 || e.Error() != want {
			t.Errorf("after %q: %#v", prefixes[state], e)
		}
	}
}
