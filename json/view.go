// Parts of a text by JSON Pointer, without decoding the rest.

package json

import (
	"iter"
	"slices"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/parts"
)

// A View is a value of a JSON text, or a part of one, that was checked and not
// decoded. It aliases the text, which must not change while the View is used. What
// it returns is copied, unless the name starts with View. The zero View stands for no
// value: its Kind is Undefined, and its methods fail.
type View struct {
	text   []byte // the whole text
	start  int
	end    int // 0: not known
	shared *viewShared
}

// viewShared is what the parts know together.
type viewShared = parts.Shared[*jsontext.PointerFinder]

// NewView checks data, one JSON text, and returns a View of it. The error is a
// [*DecodeError] that wraps a *[SyntaxError].
func NewView(data []byte) (View, error) {
	if !Valid(data) {
		return View{}, located(data, 0, where{}, syntaxError(data))
	}
	start := jsontext.SkipSpace(data, 0)
	return View{text: data, start: start}, nil
}

// Raw returns a copy of the text of the value.
func (v View) Raw() (RawValue, error) {
	raw, err := v.ViewRaw()
	return slices.Clone(raw), err
}

// ViewRaw returns the text of the value. It aliases the text of the View.
func (v View) ViewRaw() (RawValue, error) {
	if v.text == nil {
		return nil, v.mismatch("json.RawValue")
	}
	return v.raw(), nil
}

// raw is ViewRaw of a View that is not zero.
func (v View) raw() RawValue {
	end := v.stop()
	if v.end == 0 && v.shared != nil {
		v.shared.Ended(v.start, end) // a loop that v comes from need not look again
	}
	return RawValue(v.text[v.start:end:end])
}

// stop returns the offset after the value.
func (v View) stop() int {
	if v.end > 0 {
		return v.end
	}
	return jsontext.Skip(v.text, v.start, jsontext.MaxOpen)
}

// Kind returns Null, False, True, Num, String, Array or Object, and Undefined for the zero
// View.
func (v View) Kind() Kind {
	if v.text == nil {
		return Undefined
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

// IsNull reports whether the value is null.
func (v View) IsNull() bool { return v.Kind() == Null }

// Len returns the number of elements of an array, or of members of an object, which are
// counted.
func (v View) Len() (int, error) {
	if k := v.Kind(); k != Array && k != Object {
		return 0, v.mismatch("")
	}
	n := 0
	v.each(func(View, View) bool { n++; return true })
	return n, nil
}

// Index returns element i of an array. An index that the array does not have is an error
// that matches ErrMissing.
func (v View) Index(i int) (View, error) {
	if v.Kind() != Array {
		return View{}, v.mismatch("")
	}
	w := walk{part: v}
	if w.element(v.start, i, fault.Segments{}, false); w.found {
		return w.part, nil
	}
	return View{}, v.fail(v.start, fault.NoElement(strconv.Itoa(i), -1))
}

// Key returns the member of an object that has a name, of repeated ones the last, which is
// the one that decoding keeps. A name that is not there is an error that matches
// ErrMissing.
func (v View) Key(name string) (View, error) {
	if v.Kind() != Object {
		return View{}, v.mismatch("")
	}
	w := walk{part: v}
	if w.member(v.start, name, fault.Segments{}); w.found {
		return w.part, nil
	}
	return View{}, v.fail(v.start, fault.Because(fault.ErrMissing, "no member "+fault.Quote(name)))
}

// At returns the part of v that a JSON Pointer (RFC 6901) leads to: elements by their index
// from 0, members as [View.Key] finds them, and "" is v itself. In a name "~1" stands for
// "/" and "~0" for "~".
//
// A part that is not there is an error that matches ErrMissing; a path into a value without
// parts, or a name where an index is needed, one that matches ErrMismatch; text that is not
// a JSON Pointer, one that matches ErrUnsupported.
func (v View) At(path Pointer) (View, error) {
	segments, ok := path.Segments()
	switch {
	case !ok:
		return View{}, v.fail(v.start, fault.NoPointer(path))
	case v.text == nil:
		return v.Key("")
	case path == "":
		return v, nil
	}
	w := walk{part: v}
	w.follow(v.start, segments, false)
	return w.part.step(w.found, w.segment)
}

// step returns v, if it is what was looked for, and else why it has no part that a segment leads to.
func (v View) step(found bool, segment string) (View, error) {
	if found {
		return v, nil
	}
	if v.Kind() != Array {
		return v.Key(segment)
	}
	if _, ok := fault.ParseIndex(segment); !ok {
		return View{}, v.fail(v.start, fault.NoIndex(segment))
	}
	return View{}, v.fail(v.start, fault.NoElement(segment, -1))
}

// A walk follows a path through a text in one pass, however many levels the path has.
type walk struct {
	part    View   // that the path has led to, the latest time
	found   bool   // part is at the end of the path
	segment string // of which part has nothing, if it is not
}

// follow goes along a path from the value at i on. It returns where that ends if whole is set, and else
// where it has come to.
func (w *walk) follow(i int, path fault.Segments, whole bool) (end int) {
	b := w.part.text
	w.part.start, w.part.end = i, 0
	segment, more := path.Next()
	switch w.segment, w.found = segment, !more; {
	case more && b[i] == '{':
		return w.member(i, segment, path)
	case more && b[i] == '[':
		if n, ok := fault.ParseIndex(segment); ok {
			return w.element(i, n, path, whole)
		}
	}
	end = jsontext.Skip(b, i, jsontext.MaxOpen)
	w.part.end = end
	return end
}

// member follows a path from each member of the object at i that has a name. Values are passed over, and
// keys compared where they stand.
func (w *walk) member(i int, name string, path fault.Segments) (end int) {
	b := w.part.text
	for i = jsontext.SkipSpace(b, i+1); b[i] != '}'; i = pastComma(b, end) {
		end = jsontext.SkipString(b, i)
		key := b[i+1 : end-1]
		same := string(key) == name
		if !jsontext.IsPlain(key) {
			same = string(jsontext.AppendReplaced(nil, key)) == name
		}
		if i = jsontext.SkipSpace(b, jsontext.SkipSpace(b, end)+1); same {
			end = w.follow(i, path, true)
		} else {
			end = jsontext.Skip(b, i, jsontext.MaxOpen)
		}
	}
	return i + 1
}

// element follows a path from an element of the array at i, and passes over those after it only for
// the end of the array.
func (w *walk) element(i, n int, path fault.Segments, whole bool) (end int) {
	b := w.part.text
	for i = jsontext.SkipSpace(b, i+1); b[i] != ']'; n-- {
		if n == 0 {
			if end = w.follow(i, path, whole); whole {
				end = jsontext.SkipRest(b, end, jsontext.MaxOpen)
			}
			return end
		}
		i = pastComma(b, jsontext.Skip(b, i, jsontext.MaxOpen))
	}
	return i + 1
}

// Elements returns the elements of an array. An error, also that v is not an array, comes
// with the zero View and ends the loop.
//
//	for e, err := range v.Elements() {
//		if err != nil {
//			return err
//		}
//		...
//	}
func (v View) Elements() iter.Seq2[View, error] {
	return func(yield func(View, error) bool) {
		if v.Kind() != Array {
			yield(View{}, v.mismatch(""))
			return
		}
		v.each(func(_, part View) bool { return yield(part, nil) })
	}
}

// Name returns the key as text, as [View.At] takes it.
func (m Member) Name() (string, error) { return m.Key.String() }

// Members returns the members of an object, in the order of the text and with repeated
// names. An error, also that v is not an object, comes with the zero Member and ends the
// loop.
func (v View) Members() iter.Seq2[Member, error] {
	return func(yield func(Member, error) bool) {
		if v.Kind() != Object {
			yield(Member{}, v.mismatch(""))
			return
		}
		v.each(func(key, part View) bool { return yield(Member{key, part}, nil) })
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
func (v View) each(yield func(key, part View) bool) {
	b := v.text
	object := b[v.start] == '{'
	shared := v.shared
	if shared == nil {
		shared = new(viewShared)
	}
	i := jsontext.SkipSpace(b, v.start+1)
	for b[i]|0x20 != '}' {
		key := View{}
		if object {
			end := jsontext.SkipString(b, i)
			key = View{text: b, start: i, end: end, shared: shared}
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
			if part.end = shared.EndOf(i); part.end == 0 {
				part.end = part.stop()
			}
		}
		i = pastComma(b, part.end)
	}
	shared.Ended(v.start, i+1)
}

// String returns the text of a string.
func (v View) String() (string, error) {
	if v.Kind() != String {
		return "", v.mismatch("string")
	}
	return string(jsontext.AppendReplaced(nil, v.text[v.start+1:v.stop()-1])), nil
}

// ViewText returns the text of a string. It aliases the text of the View, unless it has
// escapes, and must not be written to.
func (v View) ViewText() ([]byte, error) {
	if v.Kind() != String {
		return nil, v.mismatch("string")
	}
	end := v.stop() - 1
	text := v.text[v.start+1 : end : end]
	if jsontext.IsPlain(text) {
		return text, nil
	}
	return jsontext.AppendReplaced(nil, text), nil
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

// Int64 returns an integer; a number with a fraction or an exponent is not one.
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
	if n, err = parse(mem.String(v.raw())); err != nil {
		var zero T
		return zero, v.fail(v.start, fault.Because(fault.ErrOverflow, "number "+fault.Piece(v.raw(), maxShownValue)+" does not fit "+goType))
	}
	return n, nil
}

// DecodeWithOptions is Decode with options.
func (v View) DecodeWithOptions(target any, o DecodeOptions) error {
	raw, err := v.ViewRaw()
	if err != nil {
		return err
	}
	err = o.Unmarshal(raw, target)
	if e, ok := err.(*DecodeError); ok {
		e.Offset, e.Path = e.Offset+int64(v.start), v.Path().Then(e.Path)
	}
	return err
}

// mismatch returns the error of a value that is not what was asked for.
func (v View) mismatch(goType string) error {
	var cause error
	switch {
	case v.text == nil:
		cause = fault.Because(fault.ErrMissing, "no value: the View is zero")
	case goType == "":
		cause = fault.Because(fault.ErrMismatch, v.word()+" has no such parts")
	default:
		cause = fault.Because(fault.ErrMismatch, v.word()+" does not decode into "+goType)
	}
	return &DecodeError{Offset: int64(v.start), Path: v.Path(), GoType: goType, Err: cause, Format: jsontext.Format}
}

// word says what v is, in the words of [UnmarshalTypeError].
func (v View) word() string {
	switch v.Kind().Class() {
	case Null:
		return "null"
	case Bool:
		return "bool"
	case String:
		return "string"
	case Array:
		return "array"
	case Object:
		return "object"
	}
	return "number"
}

// fail returns an error at an offset of the text.
func (v View) fail(off int, cause error) error {
	return &DecodeError{Offset: int64(off), Path: v.Path(), Err: cause, Format: jsontext.Format}
}

// Path returns where v lies in its text, which is found by reading it again, up to there.
func (v View) Path() Pointer {
	if v.text == nil {
		return ""
	}
	s := v.shared
	if s == nil {
		return jsontext.PointerAt(v.text, v.start+1)
	}
	return s.Path(v.start+1, func() *jsontext.PointerFinder { return jsontext.NewPointerFinder(v.text) })
}
