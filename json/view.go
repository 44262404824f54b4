// Parts of a text by JSON Pointer, without decoding the rest.

package json

import (
	"errors"
	"iter"
	"strconv"
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
)

// Causes that a [DecodeError] of a View wraps.
var (
	// ErrMissing: there is no such member or element.
	ErrMissing = fault.ErrMissing
	// ErrMismatch: the value is of another kind than was asked for.
	ErrMismatch = fault.ErrMismatch
	// ErrOverflow: the number does not fit what was asked for.
	ErrOverflow = fault.ErrOverflow
)

// A View is a value of a JSON text, or a part of one, that was checked and not
// decoded. It aliases the text, which must not change while the View is used. What
// it returns is copied, unless the name starts with View. The zero View is null.
type View struct {
	text   []byte // the whole text
	start  int
	end    int // 0: not known
	shared *viewShared
}

// viewShared is what the parts know together that one iteration has led to, and those
// that others within it have: work that is done for one of them is not done again for the
// next, so that a program that goes through all of a text reads it a few times at most.
type viewShared struct {
	mu         sync.Mutex
	finder     *jsontext.PointerFinder
	start, end int // of the container that was gone through last
}

// ended notes where a container ends.
func (s *viewShared) ended(start, end int) {
	s.mu.Lock()
	s.start, s.end = start, end
	s.mu.Unlock()
}

// endOf returns where the container at start ends, or 0.
func (s *viewShared) endOf(start int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.start == start {
		return s.end
	}
	return 0
}

// NewView checks data, one JSON text, and returns a View of it. The error is a
// [*DecodeError] that wraps a *[SyntaxError].
func NewView(data []byte) (View, error) {
	if !Valid(data) {
		return View{}, located(data, 0, where{}, syntaxError(data))
	}
	start := jsontext.SkipSpace(data, 0)
	return View{text: data, start: start}, nil
}

// ViewRaw returns the text of the value. It aliases the text of the View.
func (v View) ViewRaw() RawValue {
	if v.text == nil {
		return RawValue("null")
	}
	end := v.stop()
	return RawValue(v.text[v.start:end:end])
}

// stop returns the offset behind the value.
func (v View) stop() int {
	if v.end > 0 {
		return v.end
	}
	return jsontext.Skip(v.text, v.start, jsontext.MaxOpen)
}

// Kind returns Null, False, True, Num, String, Array or Object.
func (v View) Kind() Kind {
	if v.text == nil {
		return Null
	}
	switch v.text[v.start] {
	case 'n':
		return Null
	case 't':
		return True
	case 'f':
		return False
	case '"':
		return String
	case '[':
		return Array
	case '{':
		return Object
	}
	return Num
}

// At returns the part of v at path, a JSON Pointer: "" is v itself, "/users/0/name" a
// member of the first element of a member. In a key ~1 stands for / and ~0 for ~; the
// index of an element has no zero in front, and "-" is none. Of members with one name
// it is the last, which is the one that decoding keeps. Nothing there is [ErrMissing],
// a step into what is neither object nor array [ErrMismatch].
func (v View) At(path Pointer) (View, error) {
	if !path.Valid() {
		return View{}, v.fail(v.start, fault.Because(fault.ErrMissing, "not a JSON Pointer: "+fault.Quote(string(path))))
	}
	for path != "" {
		segment, rest, _ := path.Cut()
		path = rest
		found := View{}
		switch v.Kind() {
		case Object:
			found = v.member(segment)
		case Array:
			n, err := strconv.ParseUint(segment, 10, 31)
			if err != nil || segment != "0" && segment[0] == '0' || segment[0] == '+' {
				return View{}, v.fail(v.start, fault.Because(fault.ErrMissing, "an array has no member "+fault.Name(segment)))
			}
			found = v.element(int(n))
		default:
			return View{}, v.fail(v.start, fault.Because(fault.ErrMismatch, "neither an object nor an array"))
		}
		if found.text == nil {
			return View{}, v.fail(v.start, fault.Because(fault.ErrMissing, "nothing at "+fault.Quote(segment)))
		}
		v = found
	}
	return v, nil
}

// member returns the last member of an object that has a name, or the zero View. Values
// are passed over, and keys compared where they stand.
func (v View) member(name string) (found View) {
	b := v.text
	for i := jsontext.SkipSpace(b, v.start+1); b[i] != '}'; {
		end := jsontext.SkipString(b, i)
		key := b[i+1 : end-1]
		same := string(key) == name
		if !jsontext.IsPlain(key) {
			same = string(jsontext.AppendReplaced(nil, key)) == name
		}
		i = jsontext.SkipSpace(b, jsontext.SkipSpace(b, end)+1)
		if end = jsontext.Skip(b, i, jsontext.MaxOpen); same {
			found = View{b, i, end, v.shared}
		}
		i = pastComma(b, end)
	}
	return found
}

// element returns an element of an array, or the zero View.
func (v View) element(n int) View {
	b := v.text
	for i := jsontext.SkipSpace(b, v.start+1); b[i] != ']'; n-- {
		end := jsontext.Skip(b, i, jsontext.MaxOpen)
		if n == 0 {
			return View{b, i, end, v.shared}
		}
		i = pastComma(b, end)
	}
	return View{}
}

// Elements iterates over an array; anything else has no elements.
func (v View) Elements() iter.Seq[View] {
	return func(yield func(View) bool) {
		if v.Kind() == Array {
			v.each(func(_ string, part View) bool { return yield(part) })
		}
	}
}

// Members iterates over an object, in the order of the text and with members that
// repeat a name; anything else has no members.
func (v View) Members() iter.Seq2[string, View] {
	return func(yield func(string, View) bool) {
		if v.Kind() == Object {
			v.each(yield)
		}
	}
}

// pastComma returns the offset of what follows the value that ends at i: the next one, or
// the bracket that closes.
func pastComma(b []byte, i int) int {
	if i = jsontext.SkipSpace(b, i); b[i] == ',' {
		i = jsontext.SkipSpace(b, i+1)
	}
	return i
}

// each calls yield for the parts of a container. Where one that is a container itself ends
// is asked for when yield has returned, and perhaps found out.
func (v View) each(yield func(key string, part View) bool) {
	b := v.text
	object := b[v.start] == '{'
	shared := v.shared
	if shared == nil {
		shared = new(viewShared)
	}
	i := jsontext.SkipSpace(b, v.start+1)
	for b[i]|0x20 != '}' {
		key := ""
		if object {
			end := jsontext.SkipString(b, i)
			key = string(jsontext.AppendReplaced(nil, b[i+1:end-1]))
			i = jsontext.SkipSpace(b, jsontext.SkipSpace(b, end)+1)
		}
		part := View{text: b, start: i, shared: shared}
		container := b[i]|0x20 == '{'
		if !container {
			part.end = part.stop()
		}
		if !yield(key, part) {
			return
		}
		if container {
			if part.end = shared.endOf(i); part.end == 0 {
				part.end = part.stop()
			}
		}
		i = pastComma(b, part.end)
	}
	shared.ended(v.start, i+1)
}

// String returns the text of a string.
func (v View) String() (string, error) {
	if v.Kind() != String {
		return "", v.mismatch("string")
	}
	return string(jsontext.AppendReplaced(nil, v.text[v.start+1:v.stop()-1])), nil
}

// Bool returns a boolean.
func (v View) Bool() (bool, error) {
	switch v.Kind() {
	case True:
		return true, nil
	case False:
		return false, nil
	}
	return false, v.mismatch("bool")
}

// Int64 returns an integer; one with a fraction or an exponent is none.
func (v View) Int64() (n int64, err error) {
	return number(v, "int64", func(s string) (int64, error) { return strconv.ParseInt(s, 10, 64) })
}

// Uint64 returns an integer that is not negative.
func (v View) Uint64() (n uint64, err error) {
	return number(v, "uint64", func(s string) (uint64, error) { return strconv.ParseUint(s, 10, 64) })
}

// Float64 returns the binary64 nearest to a number.
func (v View) Float64() (float64, error) {
	return number(v, "float64", func(s string) (float64, error) { return strconv.ParseFloat(s, 64) })
}

// number parses a number as a T.
func number[T any](v View, goType string, parse func(string) (T, error)) (n T, err error) {
	if v.Kind() != Num {
		return n, v.mismatch(goType)
	}
	if n, err = parse(mem.String(v.ViewRaw())); err != nil {
		var zero T
		return zero, v.fail(v.start, fault.Because(fault.ErrOverflow, "number "+fault.Piece(v.ViewRaw(), maxShownValue)+" does not fit "+goType))
	}
	return n, nil
}

// Decode decodes the value into what target points to, as [Unmarshal] does, with
// offset and path of an error counted in the whole text.
func (v View) Decode(target any) error {
	d := newDecodeState()
	raw := v.ViewRaw()
	err := d.located(raw, d.text1(raw, target))
	if e, ok := err.(*DecodeError); ok {
		e.Offset, e.Path = e.Offset+int64(v.start), (v.path() + e.Path).Short()
	}
	return err
}

func (v View) mismatch(goType string) error {
	err := v.fail(v.start, fault.Because(fault.ErrMismatch, "the value is of another kind"))
	var e *DecodeError
	if errors.As(err, &e) {
		e.GoType = goType
	}
	return err
}

// fail returns an error at an offset of the text.
func (v View) fail(off int, cause error) error {
	return &DecodeError{Offset: int64(off), Path: v.path(), Err: cause, Format: jsontext.Format}
}

// path returns where v lies in the text, which is found by reading it again, up to there.
func (v View) path() Pointer {
	s := v.shared
	if s == nil {
		return jsontext.PointerAt(v.text, v.start+1)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.finder == nil {
		s.finder = jsontext.NewPointerFinder(v.text)
	}
	return s.finder.At(v.start + 1)
}
