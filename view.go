// Views: parts of an encoded message by position, read where they lie. The walking is in
// internal/view; typed values are in view_get.go.

package beve

import (
	"iter"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/view"
	"github.com/beve-org/beve-go/wire"
)

// A View is one value inside an encoded message, read in place: it decodes only what is
// asked for. A View aliases the message, whose bytes must not
// change while it is used. It is a small value to be copied freely, and safe for
// concurrent use. The zero View stands for no value: its Kind is KindInvalid, and
// its methods fail. A method returns copies, unless its name starts with View.
//
// NewView makes one small allocation, which all Views of the message share; moving
// to a part and reading a scalar allocate nothing, unless the walk passes a value that is
// nested more than a dozen levels. A method checks everything that it walks over, as
// decoding does, under the same [Limits], except that elements are counted only where
// MaxElements is set: a View makes nothing of those that it passes, so that a message of any
// size and number of records is read. It does not look at anything else. A message
// read to its end through Views is as valid as one that Unmarshal decodes, except that
// only Validate, and Decode of the whole, report bytes after its value.
//
// The parts of a value are those of its JSON form. Arrays of every form have
// elements, and a complex number has two, its real and its imaginary part.
// Objects have members, with or without an index before them, and the rows of a
// table are objects. A matrix has the members "layout", "extents" and "value",
// an interval "start" and "end", a regular expression "pattern" and "flags", and
// a type tag "index" and "value".
//
// Elements of numeric, boolean, complex and time arrays are found at once; those
// of other arrays by walking over the elements before them, and members by walking
// over the whole object. The loops of Elements and Members walk over each element
// and member once, and not over those whose own parts were just looped over: a
// message can be read recursively in one pass.
//
// Errors are *[DecodeError] with the offset and the path in the whole message.
// The path is looked up when a method fails. The search continues where that of the last
// failure in the same message ended, so many failures in the order of the message cost
// one walk over it together, but each failure out of order costs one: call Kind first
// where several kinds are likely.
type View view.View

// in returns v as the View of package view, which does the work.
func (v *View) in() *view.View { return (*view.View)(v) }

// part makes what package view returns a View of this package.
func part(v view.View, err error) (View, error) { return View(v), decodeError(err) }

// NewView returns the View of the one value of a message, after a framing header
// or leading delimiters if there are any. It looks at the start of the message
// only; the View aliases data.
func NewView(data []byte) (View, error) { return part(view.New(data, fault.Limits{}, false)) }

// NewView is [NewView] with the Limits and the LegacyTypeTag of o; the others affect
// [View.DecodeWithOptions], which has its own.
func (o DecodeOptions) NewView(data []byte) (View, error) {
	return part(view.New(data, fault.Limits(o.Limits), o.LegacyTypeTag))
}

// Kind is the kind of value that a [View] is.
type Kind = wire.Kind

// The kinds of a View. There are several kinds of array: [View.IsArray] covers
// them all.
const (
	KindInvalid     = wire.KindInvalid     // the zero View
	KindNull        = wire.KindNull        // null
	KindBool        = wire.KindBool        // false, true
	KindNumber      = wire.KindNumber      // one number
	KindString      = wire.KindString      // UTF-8 text
	KindObject      = wire.KindObject      // members with string keys
	KindIntObject   = wire.KindIntObject   // members with integer keys
	KindNumberArray = wire.KindNumberArray // array of numbers of one width
	KindAligned     = wire.KindAligned     // the same, with padding before them
	KindBoolArray   = wire.KindBoolArray   // array of booleans
	KindStringArray = wire.KindStringArray // array of strings
	KindArray       = wire.KindArray       // array of values of any kind
	KindTypeTag     = wire.KindTypeTag     // an index and a value, of version 1
	KindMatrix      = wire.KindMatrix      // layout, extents and an array
	KindComplex     = wire.KindComplex     // one complex number or an array of them
	KindTime        = wire.KindTime        // one timestamp or draft time, or an array of draft times
	KindDuration    = wire.KindDuration    // a span of time
	KindInterval    = wire.KindInterval    // members start and end
	KindUUID        = wire.KindUUID        // sixteen bytes
	KindRegExp      = wire.KindRegExp      // members pattern and flags
)

// Kind returns the kind of v.
func (v View) Kind() Kind { return v.in().Kind() }

// IsNull reports whether v is null.
func (v View) IsNull() bool { return v.Kind() == KindNull }

// IsArray reports whether v is an array of any form. One complex number, one
// timestamp and a matrix are not.
func (v View) IsArray() bool { return v.in().IsArray() }

// Validate checks the whole of v, and if it is the value of the message, that
// nothing follows it.
func (v View) Validate() error { return decodeError(v.in().Validate()) }

// Path returns the path of v in its message: of a key, that of its object. It is
// looked up by a walk over the message up to v, which continues one that was made
// before where that helps. A path of more than 4096 bytes is given up for "".
func (v View) Path() Pointer { return v.in().Path() }

// At returns the part of v that a JSON Pointer (RFC 6901) leads to: members by
// name, elements by their index from 0, members of integer-keyed objects by the
// decimal text of the key, and "" is v itself. The parts of every value are those
// of its JSON form. The last of repeated keys wins, as in decoding, so a member is
// found by walking over its whole object.
//
// The error for a part that is not there matches ErrMissing; for a path into a
// value without parts, or a name where an index is needed, ErrMismatch; for text that is
// not a JSON Pointer, ErrUnsupported.
func (v View) At(path Pointer) (View, error) { return part(v.in().At(path)) }

// Len returns the number of elements of an array, or of members.
func (v View) Len() (int, error) {
	n, err := v.in().Len()
	return n, decodeError(err)
}

// Index returns element i of an array of any form. The error for an index that the array
// does not have matches ErrMissing.
func (v View) Index(i int) (View, error) { return part(v.in().Index(i)) }

// Slice returns elements i up to j of a numeric array, at once, as an array.
func (v View) Slice(i, j int) (View, error) { return part(v.in().Slice(i, j)) }

// Key returns the member of that name; of an integer-keyed object, the one whose
// key has that decimal text. The last of repeated keys wins. The error for a name that is
// not there matches ErrMissing.
func (v View) Key(name string) (View, error) { return part(v.in().Key(name)) }

// IntKey returns the member of an integer-keyed object whose key is k; the last of
// repeated keys wins. The error for a key that is not there matches ErrMissing.
func (v View) IntKey(k int64) (View, error) { return part(v.in().IntKey(k)) }

// Elements returns the elements of an array of any form, or the two parts of a
// complex number. An error, also the one for a v that is not an array, comes with the zero
// View and ends the loop.
//
//	for e, err := range v.Elements() {
//		if err != nil {
//			return err
//		}
//		...
//	}
func (v View) Elements() iter.Seq2[View, error] {
	return func(yield func(View, error) bool) { v.eachElement(yield) }
}

func (v View) eachElement(yield func(View, error) bool) {
	if err := view.EachElement(v.in(), yield); err != nil {
		yield(View{}, decodeError(err))
	}
}

// Members returns the members of an object, in their order on the wire and with
// repeated keys, or those of a matrix and its like. An error, also the one for a v without
// members, comes with the zero Member and ends the loop.
func (v View) Members() iter.Seq2[Member, error] {
	return func(yield func(Member, error) bool) { v.eachMember(yield) }
}

func (v View) eachMember(yield func(Member, error) bool) {
	if err := view.EachMember[View](v.in(), yield); err != nil {
		yield(Member{}, decodeError(err))
	}
}

// Name returns the key as text, integers in decimal, as [View.At] takes it.
func (m Member) Name() (string, error) {
	name, err := m.Key.in().Name()
	return name, decodeError(err)
}

// DecodeWithOptions is [View.Decode] with options. The limits of the View hold in
// any case, and those of o where they are set; whether there are type tags is
// what the View was made with.
func (v View) DecodeWithOptions(target any, o DecodeOptions) error {
	return decodeError(v.in().DecodeWith(target, o.inner()))
}

// Raw returns a copy of v as a value of its own, having checked all of it. A part
// without a header, such as an element of a typed array, is given one. A copy that ends in
// a type tag of version 1 whose value is a boolean may be read as a table that is cut
// short, unless LegacyTypeTag is set: the message that follows tells them apart, and the
// copy lacks it. Decode is not affected.
func (v View) Raw() (Raw, error) { return v.AppendRaw(nil) }

// AppendRaw is [View.Raw] that appends to dst. On failure it returns dst as it
// was.
func (v View) AppendRaw(dst []byte) ([]byte, error) {
	out, err := v.in().AppendRaw(dst)
	return out, decodeError(err)
}

// ViewRaw is [View.Raw] that aliases the message. The error for a part without a header,
// which has no bytes of its own, matches ErrUnsupported.
func (v View) ViewRaw() (Raw, error) {
	raw, err := v.in().ViewRaw()
	return raw, decodeError(err)
}
