package view

import (
	"math"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// A View is one value inside a message. The zero View stands for no value.
type View struct {
	m *message
	// off is the position of the value, or of the array, matrix or type tag that
	// form says the value is a part of.
	off int
	// i and n select that part; of a key, i is the position of its object.
	i, n int
	// budget is what a decoder that reads the message from its start has left of
	// its limits when it arrives here. Passed on from View to View, it makes
	// limits of the message hold however its parts are reached. It stands where a
	// processor that copies a View by sixteen bytes, and then the budget, waits for nothing.
	budget fault.Budget
	form   form
	// head is the value's header; for a part without a header of its own, the one
	// that the same value would have alone.
	head wire.Header
}

// Like is View, or a type declared as View. The loops and functions of this package return
// Views of that type, so a package that declares one need not convert them.
type Like interface {
	~struct {
		m      *message
		off    int
		i, n   int
		budget fault.Budget
		form   form
		head   wire.Header
	}
}

// message is what all Views of one message share.
type message struct {
	src    []byte
	root   int // where its value starts
	limits fault.Limits
	// typeTags is DecodeOptions.LegacyTypeTag.
	typeTags bool

	walked   walked
	attempts attempts
	finder   finder
	tables   tables
}

// form says how a value is written.
type form uint8

const (
	formWhole   form = iota // a header and what follows
	formElement             // element i of a numeric, boolean, complex or time array, whose first lies at n
	formRange               // elements i up to i+n of a numeric array
	formPart                // component i of a complex number, or of an array of them, the first at n
	formText                // an element of a string array: text without a header
	formTextKey             // a string key
	formIntKey              // an integer key; n is the header of the object
	formTag                 // the index of a type tag
	formLayout              // the layout of a matrix, in words
	formRow                 // row i of the table at n; its first value is at off
	formRowKey              // a name of row i of the table at n
	formPattern             // the pattern of a regular expression
	formFlags               // its flags, in letters
	formName                // the key of a member whose name is not in the message: names[i]
)

// The members of a container whose names are not in the message.
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

// New returns the View of the one value of data, within limits; without one of elements, since a
// View makes nothing of those that it passes. With typeTags, the header
// that tables and type tags share starts a type tag always.
func New(data []byte, limits fault.Limits, typeTags bool) (View, error) {
	if !limits.Admits(len(data)) {
		return View{}, fault.At(0, fault.Because(fault.ErrLimit, "message is longer than Limits.MaxBytes"))
	}
	off, err := wire.ReadMessageStart(data)
	if err != nil {
		return View{}, err
	}
	h, err := wire.ReadHeader(data, off)
	if err != nil {
		return View{}, err
	}
	m := &message{src: data, root: off, limits: limits, typeTags: typeTags}
	if limits.MaxElements <= 0 {
		limits.MaxElements = math.MaxInt64
	}
	b := limits.Budget()
	b.ReadTypeTags(typeTags)
	return View{m: m, off: off, head: h, budget: b}, nil
}

// value returns the View of the value at off, under what is left of a budget.
func (m *message) value(off int, b fault.Budget) (View, error) {
	h, err := wire.ReadHeader(m.src, off)
	if err != nil {
		return View{}, err
	}
	return View{m: m, off: off, head: h, budget: b}, nil
}

// Kind returns the kind of v: that of the header, but a table is an array, an object
// with an index is an object, and a type tag is told from a table.
func (v *View) Kind() wire.Kind {
	if v.m == nil {
		return wire.KindInvalid
	}
	switch k := v.head.Kind(); {
	case k == wire.KindIndexed:
		return wire.KindObject
	case k == wire.KindTable && wire.TypeTagAt(v.m.src, v.off, v.m.typeTags):
		return wire.KindTypeTag
	case k == wire.KindTable:
		return wire.KindArray
	default:
		return k
	}
}

// words names the value in words, for errors.
func (v *View) words() string {
	if v.Kind() == wire.KindTypeTag {
		return wire.KindTypeTag.String()
	}
	return v.head.String()
}

// isRoot reports whether v is the value of its message.
func (v *View) isRoot() bool { return v.m != nil && v.form == formWhole && v.off == v.m.root }
