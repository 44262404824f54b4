package fault

import (
	"slices"
	"strconv"
	"strings"
)

// Pointer is a JSON Pointer (RFC 6901): "" is the whole value, "/users/3/name" a
// part of it. In a segment "~" is written "~0" and "/" is written "~1".
type Pointer string

// Key returns p with an object member appended, escaped.
func (p Pointer) Key(name string) Pointer {
	return Pointer(appendEscaped(append([]byte(p), '/'), name))
}

// Index returns p with an array index appended.
func (p Pointer) Index(i int) Pointer {
	return Pointer(strconv.AppendInt(append([]byte(p), '/'), int64(i), 10))
}

// Cut splits off the first segment, unescaped. ok is false at the end of the
// pointer and when it does not start with "/", which no valid pointer does.
func (p Pointer) Cut() (segment string, rest Pointer, ok bool) {
	if p == "" || p[0] != '/' {
		return "", p, false
	}
	s := string(p[1:])
	if i := strings.IndexByte(s, '/'); i >= 0 {
		s, rest = s[:i], Pointer(s[i:])
	}
	return unescape(s), rest, true
}

// Valid reports whether p is "" or a sequence of "/"-led segments in which every
// "~" is followed by 0 or 1.
func (p Pointer) Valid() bool {
	if p != "" && p[0] != '/' {
		return false
	}
	for i := 0; i < len(p); i++ {
		if p[i] == '~' && (i+1 == len(p) || p[i+1] != '0' && p[i+1] != '1') {
			return false
		}
	}
	return true
}

func appendEscaped(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '~':
			b = append(b, "~0"...)
		case '/':
			b = append(b, "~1"...)
		default:
			b = append(b, s[i])
		}
	}
	return b
}

func unescape(s string) string {
	if strings.IndexByte(s, '~') < 0 {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "~1", "/"), "~0", "~")
}

// A Trail collects the segments of a path from the inside out, while a failed
// walk unwinds, so that success pays nothing and a deep failure stays linear.
// The zero value is empty.
type Trail struct {
	ends []int
	text []byte
}

// Key adds an enclosing object member.
func (t *Trail) Key(name string) {
	t.text = appendEscaped(append(t.text, '/'), name)
	t.ends = append(t.ends, len(t.text))
}

// Index adds an enclosing array position.
func (t *Trail) Index(i int) {
	t.text = strconv.AppendInt(append(t.text, '/'), int64(i), 10)
	t.ends = append(t.ends, len(t.text))
}

// Inner adds a path that is already in order, as an inner error reported it.
func (t *Trail) Inner(p Pointer) {
	if p != "" {
		t.text = append(t.text, p...)
		t.ends = append(t.ends, len(t.text))
	}
}

// Pointer returns the path, outermost segment first.
func (t *Trail) Pointer() Pointer {
	b := make([]byte, 0, len(t.text))
	end := len(t.text)
	for i := range slices.Backward(t.ends) {
		start := 0
		if i > 0 {
			start = t.ends[i-1]
		}
		b = append(b, t.text[start:end]...)
		end = start
	}
	return Pointer(b)
}

// Reset empties the trail and keeps its memory unless that grew large.
func (t *Trail) Reset() {
	if cap(t.text) > 4096 {
		*t = Trail{}
		return
	}
	t.ends, t.text = t.ends[:0], t.text[:0]
}
