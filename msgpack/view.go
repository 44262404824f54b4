// Access to the parts of an encoded message without decoding the rest.

package msgpack

import (
	"iter"
	"math"
	"strconv"
	"sync"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgcodec"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// Kind is what a value is, whatever its form.
type Kind = msgwire.Kind

// The kinds. KindInvalid is that of the zero View.
const (
	KindInvalid = msgwire.KindNever
	KindNil     = msgwire.KindNil
	KindBool    = msgwire.KindBool
	KindInt     = msgwire.KindInt  // the signed forms, positive fixint too
	KindUint    = msgwire.KindUint // the unsigned forms
	KindFloat32 = msgwire.KindFloat32
	KindFloat64 = msgwire.KindFloat64
	KindStr     = msgwire.KindStr
	KindBin     = msgwire.KindBin
	KindArray   = msgwire.KindArray
	KindMap     = msgwire.KindMap
	KindExt     = msgwire.KindExt
)

// A View is one value inside an encoded message, read where it lies. It aliases the
// message, whose bytes must not change while it is used. It is a small value to be copied
// freely, and safe for concurrent use. The zero View stands for no value: its Kind is
// KindInvalid, and its methods fail.
//
// NewView checks the structure of the whole message once. Moving to a part and reading a
// scalar then allocate nothing; a part is found by walking over what stands before it in
// the same array or map. Errors are *[DecodeError] with the offset and the path in the
// whole message.
type View struct {
	src    []byte
	off    int
	shared *viewShared
}

// viewShared is what the parts know together that one iteration has led to, and those that
// others within it have: work that is done for one of them is not done again for the next,
// so that a program that goes through all of a message reads it a few times at most.
type viewShared struct {
	mu         sync.Mutex
	finder     *msgwire.PathFinder
	start, end int // of the container that was gone through last
}

// ended notes where the container at start ends, if that is known.
func (s *viewShared) ended(start, end int) {
	if end > 0 {
		s.mu.Lock()
		s.start, s.end = start, end
		s.mu.Unlock()
	}
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

// NewView returns a View of data, which must hold exactly one value within the default
// limits.
func NewView(data []byte) (View, error) { return NewViewWithLimits(data, Limits{}) }

// NewViewWithLimits is NewView within other limits.
func NewViewWithLimits(data []byte, limits Limits) (View, error) {
	if err := Validate(data, ValidateOptions{Limits: limits}); err != nil {
		return View{}, err
	}
	return View{src: data}, nil
}

// head returns the head of the value. It is whole, since NewView has checked it.
func (v View) head() msgwire.Head {
	if v.src == nil {
		return msgwire.Head{}
	}
	h, _ := msgwire.ReadHead(v.src, v.off)
	return h
}

// end returns the offset behind the value.
func (v View) end() int {
	if end := v.knownEnd(); end > 0 {
		return end
	}
	// The limits have been looked at.
	budget := Limits{MaxDepth: fault.MaxMaxDepth, MaxElements: math.MaxInt64}.Budget()
	end, _ := msgwire.Skip(v.src, v.off, &budget)
	return end
}

// knownEnd returns the offset behind the value where that takes no walk, or 0.
func (v View) knownEnd() int {
	if h := v.head(); h.Kind != KindArray && h.Kind != KindMap || h.Len == 0 {
		return h.Next + h.Len
	}
	if v.shared == nil {
		return 0
	}
	return v.shared.endOf(v.off)
}

// after returns the View of what follows the value.
func (v View) after() View { return View{v.src, v.end(), v.shared} }

// fail returns an error about the value.
func (v View) fail(cause error, goType string) error {
	return &DecodeError{Offset: int64(v.off), Path: v.Path(), Err: cause, GoType: goType, Format: "msgpack"}
}

// misfit returns the error of a value that is not what was asked for.
func (v View) misfit(goType string) error {
	if v.src == nil {
		return v.fail(fault.Because(fault.ErrMissing, "no value"), goType)
	}
	return v.fail(fault.Because(fault.ErrMismatch, v.Kind().String()+" does not fit"), goType)
}

// Path returns where in its message the value is. It walks from the start of the message.
func (v View) Path() Pointer {
	s := v.shared
	if s == nil {
		return msgwire.Path(v.src, 0, v.off)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.finder == nil {
		s.finder = msgwire.NewPathFinder(v.src, 0)
	}
	return s.finder.At(v.off)
}

// parts returns what the parts of v share.
func (v View) parts() *viewShared {
	if v.shared != nil {
		return v.shared
	}
	return new(viewShared)
}

// Kind returns what the value is.
func (v View) Kind() Kind {
	if v.src == nil {
		return KindInvalid
	}
	return msgwire.KindOf(v.src[v.off])
}

// IsNil reports whether the value is nil.
func (v View) IsNil() bool { return v.Kind() == KindNil }

// Bool returns a bool.
func (v View) Bool() (bool, error) {
	if v.Kind() != KindBool {
		return false, v.misfit("bool")
	}
	return v.src[v.off] == msgwire.True, nil
}

// Int64 returns an integer of either family that an int64 holds.
func (v View) Int64() (int64, error) {
	switch h := v.head(); {
	case h.Kind == KindInt, h.Kind == KindUint && h.Bits <= math.MaxInt64:
		return int64(h.Bits), nil
	case h.Kind == KindUint:
		return 0, v.fail(fault.Because(fault.ErrOverflow, strconv.FormatUint(h.Bits, 10)+" is out of range"), "int64")
	}
	return 0, v.misfit("int64")
}

// Uint64 returns an integer of either family that a uint64 holds.
func (v View) Uint64() (uint64, error) {
	switch h := v.head(); {
	case h.Kind == KindUint, h.Kind == KindInt && int64(h.Bits) >= 0:
		return h.Bits, nil
	case h.Kind == KindInt:
		return 0, v.fail(fault.Because(fault.ErrOverflow, strconv.FormatInt(int64(h.Bits), 10)+" is out of range"), "uint64")
	}
	return 0, v.misfit("uint64")
}

// Float64 returns a float of either width.
func (v View) Float64() (float64, error) {
	switch h := v.head(); h.Kind {
	case KindFloat64:
		return math.Float64frombits(h.Bits), nil
	case KindFloat32:
		return float64(math.Float32frombits(uint32(h.Bits))), nil
	}
	return 0, v.misfit("float64")
}

// content returns the bytes of a value of one kind.
func (v View) content(k Kind, goType string) ([]byte, error) {
	h := v.head()
	if h.Kind != k {
		return nil, v.misfit(goType)
	}
	end := h.Next + h.Len
	return v.src[h.Next:end:end], nil
}

// String returns a str as a string of its own.
func (v View) String() (string, error) {
	text, err := v.ViewText()
	return string(text), err
}

// ViewText returns the bytes of a str, which alias the message.
func (v View) ViewText() ([]byte, error) { return v.content(KindStr, "string") }

// ViewBytes returns the bytes of a bin, which alias the message.
func (v View) ViewBytes() ([]byte, error) { return v.content(KindBin, "[]byte") }

// ViewExt returns the code of an extension and its bytes, which alias the message.
func (v View) ViewExt() (code int8, data []byte, err error) {
	data, err = v.content(KindExt, "msgp.RawExtension")
	return v.head().Type, data, err
}

// Time returns a time, an extension -1 or 5, in the local zone.
func (v View) Time() (time.Time, error) {
	if v.Kind() != KindExt {
		return time.Time{}, v.misfit("time.Time")
	}
	t, _, err := msgp.ReadTimeBytes(v.src[v.off:])
	if err != nil {
		return t, v.fail(err, "time.Time")
	}
	return t, nil
}

// Raw returns the bytes of the value, which alias the message.
func (v View) Raw() (Raw, error) {
	if v.src == nil {
		return nil, v.misfit("msgpack.Raw")
	}
	end := v.end()
	return v.src[v.off:end:end], nil
}

// Decode decodes the value into the variable that target points to.
func (v View) Decode(target any) error { return v.DecodeWithOptions(target, DecodeOptions{}) }

// DecodeWithOptions is Decode with options.
func (v View) DecodeWithOptions(target any, o DecodeOptions) error {
	raw, err := v.Raw()
	if err != nil {
		return err
	}
	if err = o.Unmarshal(raw, target); err != nil {
		return msgcodec.Within(err, v.off, v.Path())
	}
	return nil
}

// Len returns the number of elements of an array, pairs of a map, or bytes of a str, bin or
// extension.
func (v View) Len() (int, error) {
	switch v.Kind() {
	case KindStr, KindBin, KindExt, KindArray, KindMap:
		return v.head().Len, nil
	}
	return 0, v.misfit("")
}

// Index returns the element i of an array.
func (v View) Index(i int) (View, error) {
	h := v.head()
	if h.Kind != KindArray {
		return View{}, v.misfit("")
	}
	if uint(i) >= uint(h.Len) {
		return View{}, v.fail(fault.Because(fault.ErrMissing, "no element "+strconv.Itoa(i)+" of "+strconv.Itoa(h.Len)), "")
	}
	elem := View{v.src, h.Next, v.shared}
	for range i {
		elem = elem.after()
	}
	return elem, nil
}

// Key returns the value of a key of a map, a str or bin of that text, and the first if there
// are several.
func (v View) Key(name string) (View, error) {
	return v.find(func(k View) bool { return k.isText(name) }, name)
}

// IntKey returns the value of a key of a map, an integer of either family, and the first if
// there are several.
func (v View) IntKey(key int64) (View, error) {
	return v.find(func(k View) bool { return k.isInt(key) }, strconv.FormatInt(key, 10))
}

// isText reports whether the value is a str or bin of that text.
func (v View) isText(text string) bool {
	h := v.head()
	return (h.Kind == KindStr || h.Kind == KindBin) && string(v.src[h.Next:h.Next+h.Len]) == text
}

// isInt reports whether the value is that integer.
func (v View) isInt(n int64) bool {
	got, next := msgwire.ReadInt(v.src, v.off)
	return next > 0 && got == n
}

// find returns the value of the first key that is the wanted one.
func (v View) find(wanted func(key View) bool, name string) (View, error) {
	h := v.head()
	if h.Kind != KindMap {
		return View{}, v.misfit("")
	}
	key := View{v.src, h.Next, v.shared}
	for range h.Len {
		value := key.after()
		if wanted(key) {
			return value, nil
		}
		key = value.after()
	}
	return View{}, v.fail(fault.Because(fault.ErrMissing, "no member "+fault.Quote(name)), "")
}

// At returns the part of the value that a path leads to. A segment of a path is the index of
// an element, or the text or the decimal number of a key.
func (v View) At(path Pointer) (View, error) {
	if !path.Valid() {
		return View{}, v.fail(fault.Because(fault.ErrSyntax, "malformed path "+fault.Quote(string(path))), "")
	}
	for segment, rest, more := path.Cut(); more; segment, rest, more = rest.Cut() {
		next, err := View{}, error(nil)
		number, isNumber := decimal(segment)
		switch {
		case v.Kind() != KindArray:
			next, err = v.find(func(k View) bool { return k.isText(segment) || isNumber && k.isInt(number) }, segment)
		case isNumber:
			next, err = v.Index(int(min(number, math.MaxInt32)))
		default:
			err = v.fail(fault.Because(fault.ErrMissing, "no element "+fault.Quote(segment)), "")
		}
		if err != nil {
			return View{}, err
		}
		v = next
	}
	return v, nil
}

// decimal returns the number that a segment of a path is.
func decimal(segment string) (n int64, ok bool) {
	if segment == "" || segment[0] > '9' { // most keys
		return 0, false
	}
	n, err := strconv.ParseInt(segment, 10, 64)
	return n, err == nil
}

// Elements returns the elements of an array with their indexes, and nothing for another
// value.
func (v View) Elements() iter.Seq2[int, View] {
	return func(yield func(int, View) bool) {
		h := v.head()
		if h.Kind != KindArray {
			return
		}
		elem := View{v.src, h.Next, v.parts()}
		for i := range h.Len {
			if !yield(i, elem) {
				return
			}
			if i+1 < h.Len {
				elem = elem.after()
			} else {
				elem.shared.ended(v.off, elem.knownEnd())
			}
		}
	}
}

// Members returns the keys and values of a map, in the order of the message, and nothing for
// another value.
func (v View) Members() iter.Seq2[View, View] {
	return func(yield func(key, value View) bool) {
		h := v.head()
		if h.Kind != KindMap {
			return
		}
		key := View{v.src, h.Next, v.parts()}
		for i := range h.Len {
			value := key.after()
			if !yield(key, value) {
				return
			}
			if i+1 < h.Len {
				key = value.after()
			} else {
				value.shared.ended(v.off, value.knownEnd())
			}
		}
	}
}
