// Package walk passes over the constructs of one BEVE value in the order in which
// they lie: every header, key, element and sub-header with where it begins and
// ends, so that the bytes of all items together are the bytes of the value.
package walk

import (
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// Role says what an item is.
type Role uint8

// The roles.
const (
	Value Role = iota // a value with a header
	Key               // the key of a member
	Text              // an element of a string array
	Row               // a row of a table, which has no bytes but those of its values
)

// Item is one construct. Its bytes, Off up to End, do not include its children.
type Item struct {
	Role Role
	// Header is that of the value; for a Key that of the object.
	Header   wire.Header
	Off, End int
	// Children is the number of members, elements or parts that follow, each
	// with its own items.
	Children int
	// Fields is the number of members that every row of a table has.
	Fields int
	// Depth is the number of values that this one is inside of.
	Depth int

	tag bool
}

// Kind returns the kind of the item's value.
func (it Item) Kind() wire.Kind {
	if it.tag {
		return wire.KindTypeTag
	}
	return it.Header.Kind()
}

// What names the kind of value in words.
func (it Item) What() string {
	if it.tag {
		return wire.KindTypeTag.String()
	}
	return it.Header.String()
}

// A Walker passes over values. Visit is called for every item; after an item with
// children Leave is called where they end. Their errors end the walk.
type Walker struct {
	Visit func(it Item) error
	Leave func(it Item, end int) error
	// Limits bounds each value.
	Limits wire.Limits
	// TypeTags reads type tags of version 1 where there are tables otherwise.
	TypeTags bool

	src    []byte
	budget wire.Budget
	path   []segment
	short  []byte // memory of ShortPath
}

// segment is one step of the path: a member's name or the index of an element.
type segment struct {
	name  string
	index int
	named bool
}

// Value passes over the value at the start of src and returns where it ends. An
// error in src is a *wire.DecodeError with its offset and path; everything before
// it has been visited.
func (w *Walker) Value(src []byte) (end int, err error) {
	w.src, w.budget, w.path = src, w.Limits.Budget(), w.path[:0]
	w.budget.ReadTypeTags(w.TypeTags)
	end, err = w.value(0)
	if d, ok := err.(*wire.DecodeError); ok && d.Path == "" {
		d.Path = w.Path()
	}
	return end, err
}

// Path returns the path of the item that is being visited: for a Key, that of its
// member. The parts of matrices and type tags have the names that they have in
// JSON.
func (w *Walker) Path() fault.Pointer {
	var t fault.Trail
	for i := len(w.path) - 1; i >= 0; i-- {
		if s := w.path[i]; s.named {
			t.Key(s.name)
		} else {
			t.Index(s.index)
		}
	}
	return t.Pointer()
}

// ShortPath returns the beginning of the path, at least n bytes of it if it is so
// long, in time that does not depend on how long it is: of every item of hostile
// input the whole path may be as long as the input.
func (w *Walker) ShortPath(n int) string {
	w.short = w.short[:0]
	for _, s := range w.path {
		if len(w.short) >= n {
			break
		}
		if s.named {
			w.short = append(w.short, fault.Pointer("").Key(s.name[:min(len(s.name), n)])...)
		} else {
			w.short = strconv.AppendInt(append(w.short, '/'), int64(s.index), 10)
		}
	}
	return string(w.short)
}

// Last returns the last step of the path: the name of a member, or "" and false
// for an element or the root.
func (w *Walker) Last() (name string, named bool) {
	if len(w.path) == 0 {
		return "", false
	}
	s := w.path[len(w.path)-1]
	return s.name, s.named
}

func (w *Walker) pop() { w.path = w.path[:len(w.path)-1] }

// visit reports an item whose children, if any, are entered next.
func (w *Walker) visit(it Item) error {
	it.Depth = len(w.path)
	return w.Visit(it)
}

// value passes over the value at off.
func (w *Walker) value(off int) (next int, err error) {
	h, err := wire.ReadHeader(w.src, off)
	if err != nil {
		return off, err
	}
	switch h.Kind() {
	case wire.KindObject, wire.KindIntObject:
		return w.object(off)
	case wire.KindArray, wire.KindStringArray:
		return w.array(off, h)
	case wire.KindTable:
		if wire.TypeTagAt(w.src, off, w.TypeTags) {
			return w.typeTag(off)
		}
		return w.table(off)
	case wire.KindIndexed:
		return w.indexed(off)
	case wire.KindMatrix:
		return w.matrix(off)
	case wire.KindNumber:
		_, next, err = wire.ReadNumber(w.src, off)
	case wire.KindString:
		_, next, err = wire.ViewString(w.src, off)
	case wire.KindNumberArray, wire.KindAligned:
		_, next, err = wire.ViewNumbers(w.src, off)
	case wire.KindBoolArray:
		_, next, err = wire.ViewBools(w.src, off)
	case wire.KindComplex:
		_, next, err = wire.ViewComplexes(w.src, off)
	case wire.KindTime:
		_, next, err = wire.ViewTimes(w.src, off)
	case wire.KindNull, wire.KindBool:
		next = off + 1
	default: // what else the extended profile has are leaves
		next, err = wire.Skip(w.src, off)
	}
	if err != nil {
		return off, err
	}
	return next, w.visit(Item{Header: h, Off: off, End: next})
}

// enter visits a container and takes its children out of the budget. It reports
// false if there are none.
func (w *Walker) enter(it *Item) (bool, error) {
	it.Depth = len(w.path)
	if err := w.Visit(*it); err != nil || it.Children == 0 {
		return false, err
	}
	if !w.budget.Enter(it.Children) {
		return false, fault.At(it.Off, w.budget.Err())
	}
	return true, nil
}

// leave ends a container that was entered.
func (w *Walker) leave(it Item, end int) (int, error) {
	w.budget.Leave()
	if w.Leave == nil {
		return end, nil
	}
	return end, w.Leave(it, end)
}

func (w *Walker) object(off int) (next int, err error) {
	h, n, next, err := wire.ReadObject(w.src, off)
	if err != nil {
		return off, err
	}
	it := Item{Header: h, Off: off, End: next, Children: n}
	if ok, err := w.enter(&it); !ok {
		return next, err
	}
	for range n {
		key := next
		var name string
		if h.Kind() == wire.KindObject {
			var text []byte
			text, next, err = wire.ViewText(w.src, key)
			name = string(text)
		} else {
			var k wire.Number
			k, next, err = wire.ReadIntKey(w.src, key, h)
			name = k.String()
		}
		if err != nil {
			return off, err
		}
		w.path = append(w.path, segment{name: name, named: true})
		if err := w.visit(Item{Role: Key, Header: h, Off: key, End: next}); err != nil {
			return off, err
		}
		if next, err = w.value(next); err != nil {
			return off, err
		}
		w.pop()
	}
	return w.leave(it, next)
}

// array passes over a generic array or string array.
func (w *Walker) array(off int, h wire.Header) (next int, err error) {
	read := wire.ReadArray
	if h.Kind() == wire.KindStringArray {
		read = wire.ReadStrings
	}
	n, next, err := read(w.src, off)
	if err != nil {
		return off, err
	}
	it := Item{Header: h, Off: off, End: next, Children: n}
	if ok, err := w.enter(&it); !ok {
		return next, err
	}
	w.path = append(w.path, segment{})
	for i := range n {
		w.path[len(w.path)-1].index = i
		if h.Kind() == wire.KindArray {
			next, err = w.value(next)
		} else {
			text := next
			if _, next, err = wire.ViewText(w.src, text); err == nil {
				err = w.visit(Item{Role: Text, Off: text, End: next})
			}
		}
		if err != nil {
			return off, err
		}
	}
	w.pop()
	return w.leave(it, next)
}

func (w *Walker) typeTag(off int) (next int, err error) {
	_, next, err = wire.ReadTypeTag(w.src, off)
	if err != nil {
		return off, err
	}
	it := Item{Header: wire.HeaderTypeTag, Off: off, End: next, Children: 1, tag: true}
	if _, err := w.enter(&it); err != nil {
		return off, err
	}
	if next, err = w.part("value", next); err != nil {
		return off, err
	}
	return w.leave(it, next)
}

// matrix passes over a matrix, whose parts are values only in form: they have
// been checked against each other before either is visited.
func (w *Walker) matrix(off int) (next int, err error) {
	m, next, err := wire.ViewMatrix(w.src, off)
	if err != nil {
		return off, err
	}
	const header = 2
	it := Item{Header: wire.HeaderMatrix, Off: off, End: off + header, Children: 2}
	it.Depth = len(w.path)
	if err := w.Visit(it); err != nil {
		return off, err
	}
	// The budget counts a matrix as one child, as every reader does.
	if !w.budget.Enter(1) {
		return off, fault.At(off, w.budget.Err())
	}
	if _, err := w.part("extents", off+header); err != nil {
		return off, err
	}
	if _, err := w.part("value", m.ValueStart); err != nil {
		return off, err
	}
	return w.leave(it, next)
}

// part passes over a value that has a name only in JSON.
func (w *Walker) part(name string, off int) (next int, err error) {
	w.path = append(w.path, segment{name: name, named: true})
	if next, err = w.value(off); err == nil {
		w.pop()
	}
	return next, err
}
