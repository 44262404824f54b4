// Package canonical is the JSON Canonicalization Scheme (RFC 8785): of all texts that say the same
// it is one, so that documents can be compared, hashed and signed by their bytes. Names are sorted
// by their UTF-16 code units, numbers are printed as ECMAScript prints them, and there is no white
// space.
//
// Numbers are those of binary64, as the RFC says: 1.0 and 1e0 become 1, -0 becomes 0, and decimals
// are rounded. Where that would change the text of an integer beyond 2^53 that binary64 does not hold, it
// is an error, and so are a number beyond binary64, a name that is there twice, text that is not
// UTF-8, and half of a surrogate pair.
package canonical

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/json"
)

// Append appends the canonical form of text, one JSON text, to dst. On failure it returns dst as it
// was, and a *[json.DecodeError] with offset and path: for a repeated name it matches
// json.ErrDuplicate, and for a number that would change json.ErrOverflow.
func Append(dst, text []byte) ([]byte, error) {
	if err := jsontext.Check(text, jsontext.MaxOpen+1); err != nil {
		return dst, decodeError(err)
	}
	w := writer{dst: dst, src: text}
	if _, err := w.value(jsontext.SkipSpace(text, 0)); err != nil {
		err.Path = w.trail.Pointer()
		return dst, decodeError(err)
	}
	return w.dst, nil
}

// Marshal returns the canonical form of what json.Marshal makes of v.
func Marshal(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return Append(nil, text)
}

// buffers are for texts that are compared.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// maxBuffer is the length from which on a buffer is not kept.
const maxBuffer = 1 << 20

// Check reports why text is not JSON in canonical form, as a *[json.DecodeError] with the offset of
// the first byte that would be written otherwise, or nil.
func Check(text []byte) error {
	buf := buffers.Get().(*[]byte)
	out, err := Append((*buf)[:0], text)
	if err == nil && !bytes.Equal(out, text) {
		at := 0
		for at < len(out) && at < len(text) && out[at] == text[at] {
			at++
		}
		err = &json.DecodeError{Offset: int64(at), Path: jsontext.PointerAt(text, at), Format: jsontext.Format,
			Err: fault.Because(fault.ErrSyntax, "not in canonical form")}
	}
	if cap(out) <= maxBuffer {
		*buf = out
		buffers.Put(buf)
	}
	return err
}

func decodeError(err error) error {
	if e, ok := err.(*fault.DecodeError); ok {
		return (*json.DecodeError)(e)
	}
	return err
}

// writer writes values in their canonical form. The text has been checked.
type writer struct {
	src     []byte
	dst     []byte
	members []member // of the objects that are open, the innermost last
	names   []byte   // of these members, where they are not as they stand in src
	scratch []byte
	trail   fault.Trail
}

// member is one that has been written: its name, and where it lies in dst.
type member struct {
	name     []byte
	at       int // in src
	from, to int
}

func failed(off int, cause error) *fault.DecodeError { return jsontext.ErrorAt(off, cause) }

// value writes the value at off and returns the offset after it.
func (w *writer) value(off int) (next int, err *fault.DecodeError) {
	switch c := w.src[off]; c {
	case '{':
		return w.object(off)
	case '[':
		return w.array(off)
	case '"':
		text, next, err := w.text(off)
		w.dst = jsontext.AppendString(w.dst, text)
		return next, err
	case 't', 'f', 'n':
		next = off + 4
		if c == 'f' {
			next++
		}
		w.dst = append(w.dst, w.src[off:next]...)
		return next, nil
	}
	next = jsontext.SkipNumber(w.src, off)
	return next, w.number(off, w.src[off:next])
}

// text returns the text of the string at off. It is valid until the next call, where it has escapes.
func (w *writer) text(off int) (text []byte, next int, err *fault.DecodeError) {
	text, next, grown, bad := jsontext.ViewString(w.src, off, w.scratch[:0])
	w.scratch = grown
	if bad != nil {
		if e, ok := bad.(*fault.DecodeError); ok {
			return nil, off, e
		}
		return nil, off, failed(off, bad)
	}
	if raw := w.src[off+1 : next-1]; len(text) != len(raw) {
		if at := loneSurrogate(raw); at >= 0 {
			return nil, off, failed(off+1+at, fault.Because(fault.ErrUTF8, "half of a surrogate pair"))
		}
	}
	return text, next, nil
}

func (w *writer) number(off int, text []byte) *fault.DecodeError {
	f, err := strconv.ParseFloat(mem.String(text), 64)
	if err != nil {
		return failed(off, fault.Because(fault.ErrOverflow, "number "+fault.Piece(text, 64)+" is beyond binary64"))
	}
	if f == 0 {
		f = 0 // without a sign
	}
	from := len(w.dst)
	w.dst = jsontext.AppendFloat64(w.dst, f)
	// An integer is kept where its text is, or what binary64 holds is the integer itself.
	if math.Abs(f) >= 1<<53 && !bytes.ContainsAny(text, ".eE") && !bytes.Equal(w.dst[from:], text) {
		var exact [320]byte
		if string(strconv.AppendFloat(exact[:0], f, 'f', 0, 64)) != string(text) {
			return failed(off, fault.Because(fault.ErrOverflow, "binary64 does not hold "+fault.Piece(text, 64)))
		}
	}
	return nil
}

func (w *writer) array(off int) (next int, err *fault.DecodeError) {
	w.dst = append(w.dst, '[')
	next = jsontext.SkipSpace(w.src, off+1)
	for i := 0; w.src[next] != ']'; i++ {
		if i > 0 {
			w.dst = append(w.dst, ',')
			next = jsontext.SkipSpace(w.src, next+1)
		}
		if next, err = w.value(next); err != nil {
			w.trail.Index(i)
			return off, err
		}
		next = jsontext.SkipSpace(w.src, next)
	}
	w.dst = append(w.dst, ']')
	return next + 1, nil
}

func (w *writer) object(off int) (next int, err *fault.DecodeError) {
	w.dst = append(w.dst, '{')
	base, start, kept := len(w.members), len(w.dst), len(w.names)
	next = jsontext.SkipSpace(w.src, off+1)
	for i := 0; w.src[next] != '}'; i++ {
		if i > 0 {
			next = jsontext.SkipSpace(w.src, next+1)
		}
		name, end, err := w.text(next)
		if err != nil {
			return off, err
		}
		m := member{name: name, at: next, from: len(w.dst)}
		if len(name) != end-next-2 { // it has escapes
			w.names = append(w.names, name...)
			m.name = w.names[len(w.names)-len(name) : len(w.names) : len(w.names)]
		}
		w.dst = append(jsontext.AppendString(w.dst, m.name), ':')
		next = jsontext.SkipSpace(w.src, jsontext.SkipSpace(w.src, end)+1)
		if next, err = w.value(next); err != nil {
			w.trail.Key(string(m.name))
			return off, err
		}
		m.to = len(w.dst)
		w.dst = append(w.dst, ',')
		w.members = append(w.members, m)
		next = jsontext.SkipSpace(w.src, next)
	}
	all := w.members[base:]
	w.members, w.names = w.members[:base], w.names[:kept]
	if err := w.sort(all, start); err != nil {
		return off, err
	}
	if len(all) > 0 {
		w.dst = w.dst[:len(w.dst)-1]
	}
	w.dst = append(w.dst, '}')
	return next + 1, nil
}

// sort puts the members of an object, each with a comma, in order; they begin at start.
func (w *writer) sort(all []member, start int) *fault.DecodeError {
	compare := func(a, b member) int { return compareUTF16(a.name, b.name) }
	sorted := slices.IsSortedFunc(all, compare)
	if !sorted {
		slices.SortFunc(all, compare)
	}
	for i := 1; i < len(all); i++ {
		if bytes.Equal(all[i-1].name, all[i].name) {
			return failed(max(all[i-1].at, all[i].at), fault.Because(fault.ErrDuplicate, "name "+fault.Quote(all[i].name)+" is there twice"))
		}
	}
	if sorted {
		return nil
	}
	old := append(w.scratch[:0], w.dst[start:]...)
	w.scratch, w.dst = old, w.dst[:start]
	for _, m := range all {
		w.dst = append(w.dst, old[m.from-start:m.to+1-start]...)
	}
	return nil
}

// compareUTF16 compares texts by their UTF-16 code units: characters beyond U+FFFF, which are two
// of them, are less than those from U+E000 on. Those begin with the bytes EE and EF in UTF-8, and
// the others with F0 and more.
func compareUTF16(a, b []byte) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	if i < len(a) && i < len(b) {
		switch x, y := a[i], b[i]; {
		case x >= 0xF0 && (y == 0xEE || y == 0xEF):
			return -1
		case y >= 0xF0 && (x == 0xEE || x == 0xEF):
			return 1
		}
	}
	return bytes.Compare(a, b)
}

// loneSurrogate returns where in the text of a string, between its quotes, an escape stands that is
// half of a surrogate pair, or -1.
func loneSurrogate(text []byte) int {
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		i++
		if text[i] != 'u' {
			continue
		}
		switch unit(text[i:]) {
		case 1:
			if i+7 > len(text) || text[i+5] != '\\' || unit(text[i+6:]) != 2 {
				return i - 1
			}
			i += 6
		case 2:
			return i - 1
		}
	}
	return -1
}

// unit says what an escape that goes on with text is: 1, the first half of a pair, 2, the second, or
// 0, neither.
func unit(text []byte) int {
	if len(text) < 5 || text[0] != 'u' || text[1]|0x20 != 'd' {
		return 0
	}
	switch text[2] | 0x20 {
	case '8' | 0x20, '9' | 0x20, 'a', 'b':
		return 1
	case 'c', 'd', 'e', 'f':
		return 2
	}
	return 0
}
