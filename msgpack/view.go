// Access to the parts of an encoded message without decoding the rest.

package msgpack

import (
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgcodec"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/internal/parts"
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

// viewShared is what the parts know together.
type viewShared = parts.Shared[*msgwire.PathFinder]

// NewView returns a View of data, which must hold exactly one value within the default limit of
// nesting, and may have any number of elements.
func NewView(data []byte) (View, error) { return DecodeOptions{}.NewView(data) }

// NewView is [NewView] with the Limits of o: those of elements and bytes hold where they are
// set. The other options matter to
// [View.DecodeWithOptions], which takes its own.
func (o DecodeOptions) NewView(data []byte) (View, error) {
	l := o.Limits
	if l.MaxElements <= 0 {
		l.MaxElements = math.MaxInt64 // nothing is made of them
	}
	if err := Validate(data, ValidateOptions{Limits: l}); err != nil {
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

// end returns the offset after the value.
func (v View) end() int {
	if end := v.knownEnd(); end > 0 {
		return end
	}
	budget := unlimited()
	end, _ := msgwire.Skip(v.src, v.off, &budget)
	return end
}

// unlimited returns a budget for what has been held to limits before.
func unlimited() fault.Budget {
	return fault.Limits{MaxDepth: fault.MaxMaxDepth, MaxElements: math.MaxInt64}.Budget()
}

// knownEnd returns the offset after the value where that takes no walk, or 0.
func (v View) knownEnd() int {
	if h := v.head(); h.Kind != KindArray && h.Kind != KindMap || h.Len == 0 {
		return h.Next + h.Len
	}
	if v.shared == nil {
		return 0
	}
	return v.shared.EndOf(v.off)
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
	return v.fail(fault.Because(fault.ErrMismatch, msgwire.Misfit(v.Kind(), goType)), goType)
}

// Path returns where in its message the value is. It walks from the start of the message.
func (v View) Path() Pointer {
	s := v.shared
	if s == nil {
		return msgwire.Path(v.src, 0, v.off)
	}
	return s.Path(v.off, func() *msgwire.PathFinder { return msgwire.NewPathFinder(v.src, 0) })
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

// IsNull reports whether the value is nil, the null of MessagePack.
func (v View) IsNull() bool { return v.Kind() == KindNil }

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
		return 0, v.fail(fault.OutOfRange(strconv.FormatUint(h.Bits, 10)), "int64")
	}
	return 0, v.misfit("int64")
}

// Uint64 returns an integer of either family that a uint64 holds.
func (v View) Uint64() (uint64, error) {
	switch h := v.head(); {
	case h.Kind == KindUint, h.Kind == KindInt && int64(h.Bits) >= 0:
		return h.Bits, nil
	case h.Kind == KindInt:
		return 0, v.fail(fault.OutOfRange(strconv.FormatInt(int64(h.Bits), 10)), "uint64")
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

// Raw returns a copy of the bytes of the value.
func (v View) Raw() (Raw, error) {
	raw, err := v.ViewRaw()
	return slices.Clone(raw), err
}

// ViewRaw returns the bytes of the value, which alias the message.
func (v View) ViewRaw() (Raw, error) {
	if v.src == nil {
		return nil, v.misfit("msgpack.Raw")
	}
	end := v.end()
	return v.src[v.off:end:end], nil
}

// DecodeWithOptions is Decode with options.
func (v View) DecodeWithOptions(target any, o DecodeOptions) error {
	inner := o.inner()
	if v.src == nil || o.Limits.MaxBytes > 0 {
		raw, err := v.ViewRaw()
		if err == nil {
			err = msgcodec.Within(engine.Unmarshal(raw, target, &inner), v.off, "")
		}
		return v.decoded(err)
	}
	end, err := engine.UnmarshalAt(v.src, v.off, target, &inner)
	if err == nil && v.shared != nil && v.Kind() >= KindArray {
		v.shared.Ended(v.off, end)
	}
	return v.decoded(err)
}

// decoded returns an error of decoding v, whose path begins at v, as one of the message.
func (v View) decoded(err error) error {
	if e, ok := err.(*msgcodec.DecodeError); ok {
		return decodeError(msgcodec.Within(e, 0, v.Path()))
	}
	return err
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
		return View{}, v.fail(fault.NoElement(strconv.Itoa(i), h.Len), "")
	}
	elem := View{v.src, h.Next, v.shared}
	for range i {
		elem = elem.after()
	}
	return elem, nil
}

// Key returns the value of a key of a map: a str or bin of that text, or an integer with
// that decimal text. Of repeated keys the last wins, as in decoding, so a member is found by
// walking over its whole map. A key that is not there is an error that matches ErrMissing.
func (v View) Key(name string) (View, error) {
	return v.find(wantedName(name), name)
}

// IntKey returns the value of a key of a map, an integer of either family, and of repeated
// ones the last.
func (v View) IntKey(key int64) (View, error) {
	return v.find(wanted{number: uint64(key), kind: KindInt}, strconv.FormatInt(key, 10))
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

// isNumber reports whether the value is the number that decimal returned.
func (v View) isNumber(bits uint64, kind Kind) bool {
	if kind == KindUint {
		h := v.head()
		return h.Kind == KindUint && h.Bits == bits
	}
	return v.isInt(int64(bits))
}

// A wanted is a key that is looked for: a text, or a number, or both.
type wanted struct {
	text   string
	isText bool
	number uint64
	kind   Kind // of the number, KindInvalid if there is none
}

func wantedName(name string) wanted {
	number, kind := decimal(name)
	return wanted{text: name, isText: true, number: number, kind: kind}
}

// is reports whether a key is wanted.
func (w *wanted) is(key View) bool {
	return w.isText && key.isText(w.text) || w.kind != KindInvalid && key.isNumber(w.number, w.kind)
}

// find returns the value of the last key that is the wanted one.
func (v View) find(k wanted, name string) (View, error) {
	h := v.head()
	if h.Kind != KindMap {
		return View{}, v.misfit("")
	}
	w := walk{part: v}
	if w.member(h, k, fault.Segments{}, false); !w.found {
		return View{}, v.fail(fault.Because(fault.ErrMissing, "no member "+fault.Quote(name)), "")
	}
	return w.part, nil
}

// At returns the part of the value that a JSON Pointer (RFC 6901) leads to: elements by
// their index from 0, members as [View.Key] finds them, and "" is v itself.
//
// A part that is not there is an error that matches ErrMissing; a path into a value without
// parts, or a name where an index is needed, one that matches ErrMismatch; text that is not
// a JSON Pointer, one that matches ErrUnsupported.
func (v View) At(path Pointer) (View, error) {
	segments, ok := path.Segments()
	switch {
	case !ok:
		return View{}, v.fail(fault.NoPointer(path), "")
	case v.src == nil:
		return v.Key("")
	}
	w := walk{part: v}
	if w.follow(v.off, segments, false); w.found {
		return w.part, nil
	}
	if w.part.Kind() != KindArray {
		return w.part.Key(w.segment)
	}
	if _, ok := fault.ParseIndex(w.segment); !ok {
		return View{}, w.part.fail(fault.NoIndex(w.segment), "")
	}
	return View{}, w.part.fail(fault.NoElement(w.segment, w.part.head().Len), "")
}

// A walk follows a path through a message in one pass, however many levels the path has.
type walk struct {
	part    View   // that the path has led to, the latest time
	found   bool   // part is at the end of the path
	segment string // of which part has nothing, if it is not
}

// follow goes along a path from the value at off on, and returns where that ends if whole is set.
func (w *walk) follow(off int, path fault.Segments, whole bool) (end int) {
	w.part.off = off
	segment, more := path.Next()
	if w.segment, w.found = segment, !more; more {
		switch h := w.part.head(); h.Kind {
		case KindMap:
			return w.member(h, wantedName(segment), path, whole)
		case KindArray:
			if i, ok := fault.ParseIndex(segment); ok && uint(i) < uint(h.Len) {
				return w.element(h, i, path, whole)
			}
		}
	}
	if whole {
		end = w.part.end()
	}
	return end
}

// member follows a path from each member of a map that has a key.
func (w *walk) member(h msgwire.Head, k wanted, path fault.Segments, whole bool) (end int) {
	key := View{w.part.src, h.Next, w.part.shared}
	for i := range h.Len {
		value := key.after()
		needed := whole || i+1 < h.Len
		if k.is(key) {
			key.off = w.follow(value.off, path, needed)
		} else if needed {
			key.off = value.end()
		}
	}
	return key.off
}

// element follows a path from an element of an array, which has it.
func (w *walk) element(h msgwire.Head, i int, path fault.Segments, whole bool) (end int) {
	elem := View{w.part.src, h.Next, w.part.shared}
	for range i {
		elem = elem.after()
	}
	end = w.follow(elem.off, path, whole)
	if whole {
		budget := unlimited()
		end, _ = msgwire.SkipMany(elem.src, end, h.Len-i-1, &budget)
	}
	return end
}

// decimal returns the number that a name is the decimal text of: the bits of an int64, which
// is a KindInt, or of a uint64, a KindUint. The kind of other names is KindInvalid.
func decimal(name string) (bits uint64, kind Kind) {
	digits := strings.TrimPrefix(name, "-")
	if digits == "" || digits[0] > '9' || digits[0] < '1' && name != "0" {
		return 0, KindInvalid
	}
	if n, err := strconv.ParseInt(name, 10, 64); err == nil {
		return uint64(n), KindInt
	}
	if n, err := strconv.ParseUint(name, 10, 64); err == nil {
		return n, KindUint
	}
	return 0, KindInvalid
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
		h := v.head()
		if h.Kind != KindArray {
			yield(View{}, v.misfit(""))
			return
		}
		elem := View{v.src, h.Next, v.parts()}
		for i := range h.Len {
			if !yield(elem, nil) {
				return
			}
			if i+1 < h.Len {
				elem = elem.after()
			} else {
				elem.shared.Ended(v.off, elem.knownEnd())
			}
		}
	}
}

// Name returns the key as text, integers in decimal, as [View.At] takes it.
func (m Member) Name() (string, error) {
	switch h := m.Key.head(); h.Kind {
	case KindStr, KindBin:
		return string(m.Key.src[h.Next : h.Next+h.Len]), nil
	case KindInt:
		return strconv.FormatInt(int64(h.Bits), 10), nil
	case KindUint:
		return strconv.FormatUint(h.Bits, 10), nil
	}
	return "", m.Key.misfit("string")
}

// Members returns the members of a map, in their order on the wire and with repeated keys.
// An error, also that v is not a map, comes with the zero Member and ends the loop.
func (v View) Members() iter.Seq2[Member, error] {
	return func(yield func(Member, error) bool) {
		h := v.head()
		if h.Kind != KindMap {
			yield(Member{}, v.misfit(""))
			return
		}
		key := View{v.src, h.Next, v.parts()}
		for i := range h.Len {
			value := key.after()
			if !yield(Member{key, value}, nil) {
				return
			}
			if i+1 < h.Len {
				key = value.after()
			} else {
				value.shared.Ended(v.off, value.knownEnd())
			}
		}
	}
}
