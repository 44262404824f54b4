package fault

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
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
	return Pointer(AppendIndex([]byte(p), i))
}

// Cut splits off the first segment, unescaped. ok is false at the end of the
// pointer and when it does not start with "/", which no valid pointer does.
func (p Pointer) Cut() (segment string, rest Pointer, ok bool) {
	if p == "" || p[0] != '/' {
		return "", p, false
	}
	s := Segments{left: p, escaped: true}
	segment, ok = s.Next()
	return segment, s.left, ok
}

// Valid reports whether p is "" or a sequence of "/"-led segments in which every
// "~" is followed by 0 or 1.
func (p Pointer) Valid() bool {
	_, ok := p.Segments()
	return ok
}

// AppendKey appends the segment of a member to the path dst; [KeyLen] says how many bytes that takes. AppendIndex and
// [IndexLen] are for elements.
func AppendKey(dst, name []byte) []byte { return appendEscaped(append(dst, '/'), name) }

// KeyLen returns the length of the segment of a member.
func KeyLen(name []byte) int {
	return 1 + len(name) + bytes.Count(name, []byte{'~'}) + bytes.Count(name, []byte{'/'})
}

// AppendIndex appends the segment of an element to the path dst.
func AppendIndex(dst []byte, i int) []byte { return strconv.AppendInt(append(dst, '/'), int64(i), 10) }

// IndexLen returns the length of the segment of an element.
func IndexLen(i int) int {
	var room [24]byte
	return len(AppendIndex(room[:0], i))
}

func appendEscaped[T ~string | ~[]byte](b []byte, s T) []byte {
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

// MaxPath is the most bytes that the path of an error has. Longer paths are of use to
// nobody, and input would decide what an error costs.
const MaxPath = 8192

// Short returns p, or what is left of it when the middle of a path of more than MaxPath
// bytes is left out; see [Cut].
func (p Pointer) Short() Pointer { return p.ShortIn(MaxPath) }

// Then returns the path of an error at rest within what p leads to. It is as short as the
// path of any error.
func (p Pointer) Then(rest Pointer) Pointer { return (p + rest).Short() }

// ShortIn is [Pointer.Short] for another number of bytes.
func (p Pointer) ShortIn(room int) Pointer {
	if len(p) <= room {
		return p
	}
	half := (room - len(Cut)) / 2
	return headOf(p, half) + Cut + p[wholeFrom(p, len(p)-half):]
}

// headOf returns the start of a path, of at most n bytes, with characters and escapes
// that are whole.
func headOf(p Pointer, n int) Pointer {
	for back := 0; n > 0 && back < utf8.UTFMax && !utf8.RuneStart(p[n]); back++ {
		n--
	}
	if n > 0 && p[n-1] == '~' {
		n--
	}
	return p[:n]
}

// wholeFrom returns from, or where the first character begins that follows it.
func wholeFrom[T ~string | ~[]byte](s T, from int) int {
	for back := 0; from < len(s) && back < utf8.UTFMax && !utf8.RuneStart(s[from]); back++ {
		from++
	}
	return from
}

// A Trail collects the segments of a path from the inside out, while a failed
// walk unwinds, so that success pays nothing and a deep failure stays linear. Of a path
// that outgrows MaxPath it keeps the ends. The zero value is empty.
type Trail struct {
	ends []int32 // at most a little more than manyText
	text []byte
}

// Key adds an enclosing object member.
func (t *Trail) Key(name string) {
	if len(name) > MaxPath {
		// The path is cut within this name, or all of the name is left out.
		name = string(Pointer(name).ShortIn(MaxPath))
	}
	t.text = appendEscaped(append(t.text, '/'), name)
	t.end()
}

// Index adds an enclosing array position.
func (t *Trail) Index(i int) {
	t.text = strconv.AppendInt(append(t.text, '/'), int64(i), 10)
	t.end()
}

// Inner adds a path that is already in order, as an inner error reported it.
func (t *Trail) Inner(p Pointer) {
	if p != "" {
		t.text = append(t.text, p.Short()...)
		t.end()
	}
}

// manyText is what a Trail holds before it forgets the middle.
const manyText = 8 * MaxPath

// end ends a segment.
func (t *Trail) end() {
	t.ends = append(t.ends, int32(len(t.text)))
	if len(t.text) > manyText {
		t.forget()
	}
}

// forget drops the segments in the middle, and keeps at either end as much as the path
// will show: at least MaxPath bytes each, so that the path is sure to be cut where
// something is missing.
func (t *Trail) forget() {
	first, last := 0, len(t.ends)-1
	for t.ends[first] < MaxPath {
		first++
	}
	for int32(len(t.text))-t.ends[last-1] < MaxPath {
		last--
	}
	if last <= first+1 {
		return
	}
	from, to := t.ends[first], t.ends[last-1]
	t.text = append(t.text[:from], t.text[to:]...)
	kept := t.ends[:first+1]
	for _, end := range t.ends[last:] {
		kept = append(kept, end-(to-from))
	}
	t.ends = kept
}

// Pointer returns the path, outermost segment first.
func (t *Trail) Pointer() Pointer {
	b := make([]byte, 0, len(t.text))
	end := int32(len(t.text))
	for i := range slices.Backward(t.ends) {
		start := int32(0)
		if i > 0 {
			start = t.ends[i-1]
		}
		b = append(b, t.text[start:end]...)
		end = start
	}
	return Pointer(b).Short()
}

// Reset empties the trail and keeps its memory unless that grew large.
func (t *Trail) Reset() {
	if cap(t.text) > 4096 {
		*t = Trail{}
		return
	}
	t.ends, t.text = t.ends[:0], t.text[:0]
}

// Segments are what is left of a path that is followed.
type Segments struct {
	left    Pointer // valid
	escaped bool    // it has a "~"
}

// Segments returns all of p, unless p is not [Pointer.Valid].
func (p Pointer) Segments() (s Segments, ok bool) {
	if p != "" && p[0] != '/' {
		return s, false
	}
	for i := 0; i < len(p); i++ {
		if p[i] != '~' {
			continue
		}
		if s.escaped = true; i+1 == len(p) || p[i+1] != '0' && p[i+1] != '1' {
			return s, false
		}
	}
	s.left = p
	return s, true
}

// Next returns the next segment, unescaped; ok is false where there is none.
func (s *Segments) Next() (segment string, ok bool) {
	if s.left == "" {
		return "", false
	}
	segment, s.left = string(s.left[1:]), ""
	if i := strings.IndexByte(segment, '/'); i >= 0 {
		segment, s.left = segment[:i], Pointer(segment[i:])
	}
	if s.escaped {
		segment = unescape(segment)
	}
	return segment, true
}

// NoPointer is the cause of an error about a path that is not [Pointer.Valid].
func NoPointer(p Pointer) error {
	return Because(ErrUnsupported, Quote(string(p))+" is not a JSON Pointer")
}

// NoIndex is the cause of an error about a segment that [ParseIndex] refuses.
func NoIndex(segment string) error {
	return Because(ErrMismatch, Quote(segment)+" is not an index of an array")
}

// NoElement is the cause of an error about a segment of a path, an index, that leads to no element of an array
// of n; n is negative where nobody has counted.
func NoElement(segment string, n int) error {
	what, of := "no element "+Piece(segment, 20)+" in an array", ""
	if segment == "-" {
		what = `nothing is at "-", the place after the last element of an array`
	}
	if n >= 0 {
		of = " of " + strconv.Itoa(n)
	}
	return Because(ErrMissing, what+of)
}

// ParseIndex reads a segment of a path as an index of an array, as RFC 6901 writes it: in
// decimal, without zeros in front. "-", the element after the last, and numbers beyond any
// array become -1, which no array has.
func ParseIndex(segment string) (i int, ok bool) {
	if segment == "-" {
		return -1, true
	}
	if segment == "" || segment[0] == '0' && len(segment) > 1 {
		return 0, false
	}
	const limit = int(^uint(0)>>1)/10 - 1
	for _, c := range []byte(segment) {
		if c < '0' || c > '9' {
			return 0, false
		}
		if i >= 0 {
			i = i*10 + int(c-'0')
		}
		if i > limit {
			i = -1
		}
	}
	return i, true
}
