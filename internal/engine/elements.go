package engine

import (
	"io"
	"iter"
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// Elements returns the elements of the array that the stream in r begins with, or
// the values of the stream if it begins with something else or if T is what the
// array as a whole decodes into. An object whose members are all unknown to the struct T
// is an error. One element is in memory at a time. The error that ends it goes
// through declare.
func Elements[T any](r io.Reader, declare func(error) error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		d := NewDecoder(r)
		c := d.opts.profile().codecFor(reflect.TypeFor[T]())
		list, err := d.openList(takesArrays(reflect.TypeFor[T]()))
		var zero T
		v := new(T) // one for all: every element starts from zero
		for err == nil {
			if err = list.next(d, c, mem.Of(v)); err == nil && !yield(*v, nil) {
				return
			}
			*v = zero
		}
		if err != io.EOF {
			yield(zero, declare(err))
		}
	}
}

// takesArrays reports whether a typed array is a T rather than a list of them.
func takesArrays(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Slice || t.Kind() == reflect.Array
}

// list is an array that is read element by element, or the stream as a whole.
type list struct {
	kind  wire.Kind // KindArray, KindTable, KindStringArray, KindNumberArray, KindBoolArray, or none of them: the stream
	elem  wire.Header
	left  uint64
	index int
	bits  byte // of a boolean array, the rest of the current byte
	value []byte
	// Of a table, the names with their sizes, one after another, and their number.
	names  []byte
	fields int
	start  int64        // of the table in the stream
	budget fault.Budget // for the names that rows repeat
}

// listStart is the most that comes before the first element: of an aligned array
// two headers, SIZE, and the padding with its length.
const listStart = 2 + 8 + 16

// openList reads the start of the stream's first value.
func (d *Decoder) openList(whole bool) (l list, err error) {
	if err := d.in.ToValue(); err != nil {
		return l, err
	}
	h, err := wire.ReadHeader(d.in.Rest(), 0)
	if err != nil {
		return l, d.in.Stop(err)
	}
	kind := h.Kind()
	switch kind {
	case wire.KindArray:
	case wire.KindTable:
		tag, err := d.isTypeTag()
		if err != nil || tag {
			return l, err
		}
		return d.openTableList()
	case wire.KindStringArray, wire.KindBoolArray, wire.KindNumberArray, wire.KindAligned:
		if whole {
			return l, nil
		}
	default:
		return l, nil
	}
	if err := d.in.Ahead(listStart); err != nil {
		return l, err
	}
	if kind == wire.KindAligned {
		elem, n, next, err := wire.ReadAligned(d.in.Rest(), 0)
		if err != nil {
			return l, d.in.Cut(err)
		}
		d.in.Off += next
		return list{kind: wire.KindNumberArray, elem: elem, left: n}, nil
	}
	n, next, err := wire.ReadSize(d.in.Rest(), 1)
	if err != nil {
		return l, d.in.Cut(err)
	}
	d.in.Off += next
	return list{kind: kind, elem: h.Number(), left: n}, nil
}

// isTypeTag reports whether the value that starts at d.in.Off, with the header of tables
// and type tags, is one of these. It buffers what it takes to know.
func (d *Decoder) isTypeTag() (tag bool, err error) {
	for {
		tag, more := wire.TypeTagNext(d.in.Rest(), 0, d.in.EOF, d.opts.LegacyTypeTag)
		if !more {
			return tag, nil
		}
		if err := d.in.Fill(); err != nil && err != io.EOF {
			return false, err
		}
	}
}

// next decodes the next element into the variable at p, or returns io.EOF.
func (l *list) next(d *Decoder, c *codec, p mem.Pointer) error {
	switch l.kind {
	case wire.KindArray, wire.KindTable, wire.KindStringArray, wire.KindNumberArray, wire.KindBoolArray:
	default:
		if err := d.in.ToValue(); err != nil {
			return err
		}
		if l.index == 0 {
			l.index = 1
			if err := d.mustKnow(c); err != nil {
				return err
			}
		}
		return d.value(c, p)
	}
	if l.left == 0 {
		return l.end(d)
	}
	// The elements are one message: the cost of its patterns adds up.
	defer func() {
		if d.state.compiled.cost > 0 {
			d.compiled = d.state.compiled
			d.compiled.read = d.InputOffset()
		}
	}()
	l.left--
	l.index++
	if l.kind == wire.KindArray {
		return l.at(d.value(c, p))
	}
	start := d.InputOffset()
	pack := l.pack
	if l.kind == wire.KindTable {
		pack = l.packRow
	}
	if err := pack(d); err != nil {
		return l.at(err)
	}
	return l.at(d.decodeApart(l.value, start, c, p))
}

// mustKnow fails if the value that starts at d.in.Off is an object, c is for a struct, and
// the struct has none of its members: who asks for the elements of what is an object around
// an array would get one element without anything in it.
func (d *Decoder) mustKnow(c *codec) error {
	for c.typ.Kind() == reflect.Pointer {
		c = d.opts.profile().codecFor(c.typ.Elem())
	}
	if c.generated {
		c = c.reflected()
	}
	s := c.fields
	if s == nil || len(s.fields) == 0 || s.unknown != nil {
		return nil
	}
	if h, err := wire.ReadHeader(d.in.Rest(), 0); err != nil || h != wire.HeaderObject {
		return nil // for the decode to say
	}
	n, err := d.in.Whole()
	if err != nil {
		return err
	}
	src := d.in.Buf[d.in.Off : d.in.Off+n]
	_, members, off, err := wire.ReadObject(src, 0)
	for i := 0; i < members && err == nil; i++ {
		var name []byte
		if name, off, err = wire.ViewText(src, off); err != nil {
			break
		}
		if s.index.Find(name) >= 0 {
			return nil
		}
		off, err = wire.Skip(src, off)
	}
	if err != nil || members == 0 {
		return nil
	}
	return d.in.Fail(fault.Because(fault.ErrMismatch, "an object with no member of "+c.typ.String()+" is neither an array of them nor one of them"))
}

// end checks that nothing but delimiters follows the array.
func (l *list) end(d *Decoder) error {
	d.in.After = true
	err := d.in.ToValue()
	if err == nil {
		return d.in.Fail(fault.ErrTrailing)
	}
	return err
}

// at adds the position of the element to an error.
func (l *list) at(err error) error {
	if e, ok := err.(*DecodeError); ok {
		e.Path = Pointer("").Index(l.index - 1).Then(e.Path)
	}
	return err
}

// Pointer is a JSON Pointer.
type Pointer = fault.Pointer

// pack makes l.value a message of the next element of a packed array.
func (l *list) pack(d *Decoder) error {
	switch l.kind {
	case wire.KindBoolArray:
		if (l.index-1)%8 == 0 {
			if err := d.must(1); err != nil {
				return err
			}
			l.bits = d.in.Buf[d.in.Off]
			d.in.Off++
		}
		l.value = wire.AppendBool(l.value[:0], l.bits&1 != 0)
		l.bits >>= 1
		return nil
	case wire.KindNumberArray:
		w := l.elem.Width()
		if err := d.must(w); err != nil {
			return err
		}
		l.value = append(append(l.value[:0], byte(l.elem)), d.in.Buf[d.in.Off:d.in.Off+w]...)
		d.in.Off += w
		return nil
	}
	for {
		text, next, err := wire.ViewText(d.in.Rest(), 0)
		if err == nil {
			l.value = wire.AppendString(l.value[:0], mem.String(text))
			d.in.Off += next
			return nil
		}
		if err := d.in.Await(err); err != nil {
			return err
		}
	}
}

// must is need for bytes without which the input is truncated.
func (d *Decoder) must(n int) error {
	err := d.in.Need(n)
	if err == io.EOF {
		d.in.Off = len(d.in.Buf)
		return d.in.Fail(fault.ErrTruncated)
	}
	return err
}

// decodeApart decodes a message that stands for what the stream has at start.
func (d *Decoder) decodeApart(value []byte, start int64, c *codec, p mem.Pointer) error {
	s := d.begin(value)
	s.noCopy = false
	if s.value(c, 0, p) < 0 {
		s.Err.Offset = start
	}
	return s.end()
}
