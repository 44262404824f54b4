// Lazy access to an encoded message: what a View is, and what it says of itself.
// Navigation is in view_walk.go, values in view_get.go, and where a View stands
// in its message in view_path.go.

package beve

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// A View is one value inside an encoded message, read where it lies: nothing is
// decoded that is not asked for. A View aliases the message, whose bytes must not
// change while it is used. It is a small value to be copied freely, and safe for
// concurrent use. The zero View stands for no value: its Kind is KindInvalid, and
// its methods fail.
//
// NewView makes one small allocation, which all Views of the message share; moving
// to a part and reading a scalar allocate nothing, unless what is walked over is
// nested more than a dozen levels. All that a method walks over it checks, as
// decoding does, under the same [Limits]; what it does not walk over it does not
// look at. A message read to its end through Views is as
// valid as one that Unmarshal takes, except that only Validate, and Decode of the
// whole, report bytes after its value.
//
// The parts of a value are those of its JSON form. Arrays of every form have
// elements, and a complex number has two, its real and its imaginary part.
// Objects have members, with or without an index before them, and the rows of a
// table are objects. Members have also a matrix, "layout", "extents" and "value",
// an interval, "start" and "end", a regular expression, "pattern" and "flags", and
// a type tag, "index" and "value".
//
// Elements of numeric, boolean, complex and time arrays are found at once; those
// of other arrays by walking over what stands before them, and members by walking
// over the whole object. The loops of Elements and Members walk over each element
// and member once, and not over those whose own parts were just looped over: a
// message can be read recursively in one pass.
//
// Errors are *[DecodeError] with the offset and the path in the whole message.
// The path is looked up when a method fails. That continues where the last
// failure of the same message was found, so it costs one walk over the message
// for many failures in their order, but one for each out of order: ask for the
// Kind first where another kind is no surprise.
type View struct {
	m *message
	// off is the position of the value, or of the array, matrix or type tag that
	// form says the value is a part of.
	off int
	// i and n select that part; of a key, i is the position of its object.
	i, n int
	form form
	// head is the value's header; for a part without a header of its own, the one
	// that the same value would have alone.
	head wire.Header
	// budget is what a decoder that reads the message from its start has left of
	// its limits when it arrives here. Passed on from View to View, it makes
	// limits of the message hold however its parts are reached.
	budget wire.Budget
}

// message is what all Views of one message share.
type message struct {
	src    []byte
	root   int // where its value starts
	limits Limits
	// typeTags is DecodeOptions.LegacyTypeTag.
	typeTags bool

	walked walked
	finder finder
	tables tables
}

// form says how a value is written.
type form uint8

const (
	formWhole   form = iota // a header and what follows
	formElement             // element i of a numeric, boolean, complex or time array
	formRange               // elements i up to i+n of a numeric array
	formPart                // component i of a complex number, or of an array of them
	formText                // an element of a string array: text without a header
	formTextKey             // a string key
	formIntKey              // an integer key; n is the header of the object
	formTag                 // the index of a type tag
	formLayout              // the layout of a matrix, in words
	formRow                 // row i of the table at n; its first value is at off
	formRowKey              // a name of row i of the table at n
	formPattern             // the pattern of a regular expression
	formFlags               // its flags, in letters
	formName                // the key of what has no keys on the wire: names[i]
)

// The members of what has members without keys.
const (
	nameLayout = iota
	nameExtents
	nameValue
	nameIndex
	nameStart
	nameEnd
	namePattern
	nameFlags
)

var names = [...]string{"layout", "extents", "value", "index", "start", "end", "pattern", "flags"}

// Kind is what sort of value a [View] is.
type Kind = wire.Kind

// The kinds of a View. There are several kinds of array: [View.IsArray] covers
// them all.
const (
	KindInvalid   = wire.KindInvalid   // the zero View
	KindNull      = wire.KindNull      // null
	KindBool      = wire.KindBool      // false, true
	KindNumber    = wire.KindNumber    // one number
	KindString    = wire.KindString    // UTF-8 text
	KindObject    = wire.KindObject    // members with string keys
	KindIntObject = wire.KindIntObject // members with integer keys
	KindNumbers   = wire.KindNumbers   // array of numbers of one width
	KindAligned   = wire.KindAligned   // the same, with padding before them
	KindBools     = wire.KindBools     // array of booleans
	KindStrings   = wire.KindStrings   // array of strings
	KindArray     = wire.KindArray     // array of values of any kind
	KindTypeTag   = wire.KindTypeTag   // version 1, with LegacyTypeTag only: an index and a value
	KindMatrix    = wire.KindMatrix    // layout, extents and an array
	KindComplex   = wire.KindComplex   // one complex number or an array of them
	KindTime      = wire.KindTime      // one timestamp or draft time, or an array of draft times
	KindDuration  = wire.KindDuration  // a span of time
	KindInterval  = wire.KindInterval  // members start and end
	KindUUID      = wire.KindUUID      // sixteen bytes
	KindRegExp    = wire.KindRegExp    // members pattern and flags
)

// NewView returns the View of the one value of a message, after a framing header
// or leading delimiters if there are any. It looks at the start of the message
// only; the View aliases data.
func NewView(data []byte) (View, error) { return NewViewWithLimits(data, Limits{}) }

// NewViewWithLimits is [NewView] with other limits than the default.
func NewViewWithLimits(data []byte, limits Limits) (View, error) {
	return NewViewWithOptions(data, DecodeOptions{Limits: limits})
}

// NewViewWithOptions is [NewView] with the Limits and the LegacyTypeTag of opts;
// the others affect [View.DecodeWithOptions], which takes its own.
func NewViewWithOptions(data []byte, opts DecodeOptions) (View, error) {
	limits := opts.Limits
	if !limits.Admits(len(data)) {
		return View{}, fault.At(0, fault.Because(ErrLimit, "message is longer than Limits.MaxBytes"))
	}
	off, err := wire.ReadMessageStart(data)
	if err != nil {
		return View{}, err
	}
	h, err := wire.ReadHeader(data, off)
	if err != nil {
		return View{}, err
	}
	m := &message{src: data, root: off, limits: limits, typeTags: opts.LegacyTypeTag}
	b := limits.Budget()
	b.ReadTypeTags(opts.LegacyTypeTag)
	return View{m: m, off: off, head: h, budget: b}, nil
}

// value returns the View of the value at off, under what is left of a budget.
func (m *message) value(off int, b wire.Budget) (View, error) {
	h, err := wire.ReadHeader(m.src, off)
	if err != nil {
		return View{}, err
	}
	return View{m: m, off: off, head: h, budget: b}, nil
}

// Kind returns what sort of value v is.
func (v View) Kind() Kind {
	if v.m == nil {
		return KindInvalid
	}
	switch k := v.head.Kind(); {
	case k == wire.KindIndexed:
		return KindObject
	case k == wire.KindTable && wire.TypeTagAt(v.m.src, v.off, v.m.typeTags):
		return KindTypeTag
	case k == wire.KindTable:
		return KindArray
	default:
		return k
	}
}

// words names the value in words, for errors.
func (v View) words() string {
	if v.Kind() == KindTypeTag {
		return KindTypeTag.String()
	}
	return v.head.String()
}

// IsNull reports whether v is null.
func (v View) IsNull() bool { return v.Kind() == KindNull }

// IsArray reports whether v is an array of any form. One complex number, one
// timestamp and a matrix are not.
func (v View) IsArray() bool {
	switch v.Kind() {
	case KindArray, KindStrings, KindBools, KindNumbers, KindAligned:
		return true
	case KindComplex, KindTime:
		if v.form != formWhole {
			return false
		}
		r, err := v.run()
		return err == nil && !r.single
	}
	return false
}

// Validate checks the whole of v, and if it is the value of the message, that
// nothing follows it.
func (v View) Validate() error {
	end, err := v.end()
	if err == nil && v.isRoot() {
		if err = wire.CheckEnd(v.m.src, end); err != nil {
			return v.fail(end, err, "", "")
		}
	}
	return err
}

// isRoot reports whether v is the value of its message.
func (v View) isRoot() bool { return v.m != nil && v.form == formWhole && v.off == v.m.root }

// end returns the position after v, having checked all of it. For a part without
// a header it is of no meaning: what it is a part of was checked before.
func (v View) end() (int, error) {
	if v.m == nil {
		return 0, v.fail(0, errNoValue, "", "")
	}
	var next int
	var err error
	switch v.form {
	case formWhole:
		next, err = v.m.skip(v.off, &v.budget)
	case formRow:
		var t wire.Table
		if t, err = v.m.table(v.n); err == nil {
			next, err = v.m.skipRow(v.off, t.Fields, &v.budget)
		}
	default:
		return v.off, nil
	}
	if err != nil {
		return 0, v.fail(v.off, err, "", "")
	}
	return next, nil
}

var errNoValue = fault.Because(ErrMissing, "no value: the View is zero")

// fail returns the error for a failure in v at byte off, in the part of v that
// step leads to. cause may be a *DecodeError of package wire, which knows better.
func (v View) fail(off int, cause error, goType string, step Pointer) error {
	e := &fault.DecodeError{Offset: int64(off), Err: cause}
	if inner, ok := cause.(*fault.DecodeError); ok {
		*e = *inner
	}
	if e.GoType == "" {
		e.GoType = goType
	}
	e.Path = v.Path() + step + e.Path
	return e
}

// mismatch returns the error for a value that is not what goType needs.
func (v View) mismatch(goType string) error {
	if v.m == nil {
		return v.fail(0, errNoValue, goType, "")
	}
	return v.fail(v.position(), fault.Because(ErrMismatch, v.words()+" does not decode into "+goType), goType, "")
}
