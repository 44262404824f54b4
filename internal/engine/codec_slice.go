// Slices and Go arrays. If their elements pack, an arrayCodec writes and reads them in one
// piece: see codec_numbers.go and codec_packed.go. Others have a header for each element
// and are written by the codec of the element, one after another; and they are read from
// arrays of any form, since a peer may have packed what Go does not.

package engine

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/lists"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// typedArray returns the codec for slices and arrays whose elements pack into a
// typed array, or nil when elem's values need a header each. Only plain elements pack: a
// type with methods, or with a meaning of its own, is written by its codec, and the codecs
// of packed arrays look at memory alone.
func (c *compiler) typedArray(elem reflect.Type) *arrayCodec {
	if k := c.compile(elem); !k.plain {
		return specialArray(elem)
	}
	switch elem.Kind() {
	case reflect.Bool:
		return boolsCodec
	case reflect.String:
		return stringsCodec
	case reflect.Complex64:
		return complexesFor(elem, reflect.Float32)
	case reflect.Complex128:
		return complexesFor(elem, reflect.Float64)
	}
	return numbersFor(elem.Kind())
}

// compileSlice fills k for a slice: null when nil, a typed array if its elements
// pack, else a generic array.
func (c *compiler) compileSlice(k *codec) {
	s := &sliceCodec{typ: k.typ, elem: c.compile(k.typ.Elem()), size: k.typ.Elem().Size()}
	k.nest(s.elem)
	k.append, k.read = s.append, s.read
	if a := c.typedArray(k.typ.Elem()); a != nil {
		k.append, k.read = a.append, a.read
		// A struct writes and reads strings in place; these two need no state. Numbers
		// do: whether they are aligned, and to what, is in it.
		if a == stringsCodec {
			k.op = opStrings
		}
		k.stateless = a == stringsCodec || a == boolsCodec
		// Elements of a generic array may be durations of the extension beside numbers.
		if k.typ.Elem() == durationType {
			k.read = mixed(a.read, s.read)
		}
		if c.profile.key.typeTags {
			// The elements of a generic array may be tagged.
			k.read = func(d *decodeState, off int, p mem.Pointer) int {
				if off < len(d.src) && wire.Header(d.src[off]) == wire.HeaderArray {
					return s.read(d, off, p)
				}
				return a.read(d, off, p)
			}
		}
		return
	}
	// A slice of structs or maps may be written as a table; tableSlice wraps append.
	if c.profile.key.extended {
		c.tableSlice(k, func(p mem.Pointer) (int, mem.Pointer) {
			v := mem.Ref[mem.Slice](p)
			return v.Len, v.At(0, s.size)
		})
	}
}

// compileArray fills k for a fixed-size array. Its memory is part of the variable, so
// reading never allocates for the array itself, and an array of another length is an error.
func (c *compiler) compileArray(k *codec) {
	n := k.typ.Len()
	if a := c.typedArray(k.typ.Elem()); a != nil {
		k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte { return a.appendN(e, dst, p, n) }
		k.read = func(d *decodeState, off int, p mem.Pointer) int { return a.readN(d, off, p, n) }
		if k.typ.Elem() == durationType {
			k.read = mixed(k.read, c.arrayRead(k, n))
		}
		return
	}
	elem, size := c.compile(k.typ.Elem()), k.typ.Elem().Size()
	k.nest(elem)
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		return e.appendElements(dst, elem, p, size, n)
	}
	k.read = c.arrayRead(k, n)
	if c.profile.key.extended {
		c.tableSlice(k, func(p mem.Pointer) (int, mem.Pointer) { return n, p })
	}
}

// arrayRead returns how an array of n elements is read element by element, whatever the form
// of the array on the wire. null zeroes the whole array, since it has no nil.
func (c *compiler) arrayRead(k *codec, n int) readFunc {
	elem, size, name := c.compile(k.typ.Elem()), k.typ.Elem().Size(), k.typ.String()
	return func(d *decodeState, off int, p mem.Pointer) int {
		if next, ok := d.null(off); ok {
			k.zero(p)
			return next
		}
		src, err := d.openElements(off)
		if err != nil {
			return d.Fail(off, name, err)
		}
		if src.Len != n {
			return d.wrongLength(off, name, src.Len, n)
		}
		return d.readElements(off, &src, elem, n, func(i int) mem.Pointer { return p.Add(uintptr(i) * size) })
	}
}

// appendElements appends n elements from p on as a generic array. The addresses p+i*size are
// those of elements, since size is that of the element type and n the length of the slice
// or array at p. Structs have a loop of their own, which enters their level once. A failure
// returns without leave: recover sets a failed state up anew.
func (e *encodeState) appendElements(dst []byte, elem *codec, p mem.Pointer, size uintptr, n int) []byte {
	dst = wire.AppendArray(dst, n)
	if out, done := e.descend(dst, n); done {
		return out
	}
	if s := elem.fields; s != nil {
		dst = s.appendEach(e, dst, p, size, n)
		e.leave()
		return dst
	}
	ahead := mem.Foresee(dst, n)
	for i := range n {
		dst = ahead.Room(dst, i)
		if dst = elem.append(e, dst, p.Add(uintptr(i)*size)); dst == nil {
			return e.inIndex(i)
		}
	}
	e.leave()
	return dst
}

// sliceCodec is a slice whose elements have a header each.
type sliceCodec struct {
	typ  reflect.Type
	elem *codec
	size uintptr
}

// append appends the slice at p. A slice can contain itself through an interface or a type
// such as []T with T []T, so from CycleLevel on its memory is watched: address and length
// together, since a part of a slice shares the address of the whole and is not a cycle.
func (s *sliceCodec) append(e *encodeState, dst []byte, p mem.Pointer) []byte {
	v := mem.Ref[mem.Slice](p)
	if v.Data == nil {
		return wire.AppendNull(dst)
	}
	// A nil state has no level to look at: values of a stateless type cannot contain themselves.
	if e == nil || e.level < fault.CycleLevel || v.Len == 0 {
		return e.appendElements(dst, s.elem, v.At(0, s.size), s.size, v.Len)
	}
	if !e.begin(s.typ, v.At(0, s.size), v.Len) {
		return nil
	}
	dst = e.appendElements(dst, s.elem, v.At(0, s.size), s.size, v.Len)
	e.end(s.typ, v.At(0, s.size), v.Len)
	return dst
}

// elements is an array value of any form, or a table.
type elements struct {
	lists.List
	table *tableReader
}

// openElements reads the start of an array value of any form.
func (d *decodeState) openElements(off int) (a elements, err error) {
	if err = a.Open(d.src, off, &d.budget); err != nil {
		return a, err
	}
	switch a.Header.Kind() {
	case wire.KindBoolArray:
		if !d.checkPadding(a.Bools, a.Next) {
			err = d.Err
		}
	case wire.KindTable:
		if tag, more := wire.TypeTagNext(d.src, off, !d.tentative, d.typeTags); more {
			err = fault.At(off, fault.ErrTruncated)
		} else if tag {
			err = lists.NotArray(off, "a type tag")
		} else if a.table, err = d.openTable(off); err == nil {
			a.Len, a.Next = a.table.Rows, a.table.Cells
		}
	}
	return a, err
}

// readElements decodes the n elements of a into the variables that at addresses. at is called
// for each element in order, just before it is read, so that it may make memory as the
// input proves to have elements.
func (d *decodeState) readElements(off int, a *elements, elem *codec, n int, at func(int) mem.Pointer) int {
	if a.table != nil {
		return d.readRows(off, a, elem, n, at)
	}
	if n == 0 {
		return a.Next
	}
	if a.Header.Kind() != wire.KindArray {
		return d.readPacked(off, a, elem, n, at)
	}
	if !d.enter(off, n) {
		return -1
	}
	next := a.Next
	for i := range n {
		if next = elem.read(d, next, at(i)); next < 0 {
			return d.InIndex(i)
		}
	}
	d.leave()
	return next
}

// readPacked decodes the elements of a typed array, whose values have no header
// of their own, by giving each one: the codec of the element then reads a message
// of that one value. This is slow, and for targets that a peer's packed array does not
// match, as []any or a slice of a type with methods. d.src is the scratch meanwhile, so
// offsets of failures count from its start and Move makes them those of the message.
func (d *decodeState) readPacked(off int, a *elements, elem *codec, n int, at func(int) mem.Pointer) int {
	if a.Header.Kind() == wire.KindStringArray && !d.enter(off, n) {
		return -1
	}
	// d.src is set back after a panic, too: a Decoder keeps its state.
	src, noCopy, scratch, next := d.src, d.noCopy, []byte(nil), a.Next
	d.noCopy = false // the one-value messages do not outlive this loop
	defer func() { d.src, d.noCopy = src, noCopy }()
	for i := range n {
		from := next
		switch a.Header.Kind() {
		case wire.KindStringArray:
			text, end, err := wire.ViewText(src, next)
			if err != nil {
				d.Fail(next, "", err)
				return d.InIndex(i)
			}
			scratch, next = wire.AppendString(scratch[:0], string(text)), end
		default:
			scratch = a.AppendElement(scratch[:0], i)
		}
		d.src = scratch
		// at has said what went wrong.
		q := at(i)
		if q.IsNil() {
			return -1
		}
		if elem.read(d, 0, q) < 0 {
			d.Move(a.Offset(i, from))
			return d.InIndex(i)
		}
	}
	if a.Header.Kind() == wire.KindStringArray {
		d.leave()
	}
	return next
}

// read reads an array of any form into the slice at p. The elements that the slice has are
// decoded into, as encoding/json does, so that their memory serves again.
func (s *sliceCodec) read(d *decodeState, off int, p mem.Pointer) int {
	v := mem.Ref[mem.Slice](p)
	if off < len(d.src) && wire.Header(d.src[off]) == wire.HeaderNull {
		*v = mem.Slice{}
		return off + 1
	}
	a, err := d.openElements(off)
	if err != nil {
		return d.Fail(off, s.typ.String(), err)
	}
	if a.table != nil {
		return s.readTable(d, off, &a, v)
	}
	// An empty array makes an empty slice and not nil, which is null.
	if a.Len == 0 {
		s.empty(v)
		return a.Next
	}
	if a.Header.Kind() != wire.KindArray {
		stale, kept := d.stale, s.recycle(v, a.Len)
		next := d.readElements(off, &a, s.elem, a.Len, func(i int) mem.Pointer {
			if !s.next(d, off, v, i, a.Len, &kept) {
				return mem.Pointer{}
			}
			return v.At(i, s.size)
		})
		d.stale = stale
		return next
	}
	return s.readGeneric(d, off, a.Next, v, a.Len)
}

// readGeneric decodes n elements of a generic array at next. Memory is given as
// elements arrive: a count alone buys no more than its bytes could hold.
func (s *sliceCodec) readGeneric(d *decodeState, off, next int, v *mem.Slice, n int) int {
	if !d.enter(off, n) {
		return -1
	}
	stale, kept := d.stale, s.recycle(v, n)
	// Elements may lead back to this very slice, by a pointer in them, so it is set only in
	// the end: w and i then cannot be changed under the loop, and w.At(i) stays within the
	// memory of w.
	w, start := *v, next
	for i := 0; i < n; {
		if i == w.Cap && !s.room(d, start, next, &w, i, n) {
			*v = w
			return -1
		}
		// Up to here no element needs memory, and all are kept or all are new: the inner loop
		// has neither question. An element that is kept is stale, and its codec must not let
		// show what it held; one that is new is zero.
		end := min(n, w.Cap)
		if d.stale = i < kept; d.stale {
			end = min(end, kept)
		}
		for read := s.elem.read; i < end; i++ {
			// After a failure the slice ends with the element that failed, partly read.
			if next = read(d, next, w.At(i, s.size)); next < 0 {
				w.Len = i + 1
				*v = w
				return d.InIndex(i)
			}
		}
		w.Len = i
	}
	*v = w
	d.stale = stale
	d.leave()
	return next
}

// empty makes v a slice without elements, which is not nil.
func (s *sliceCodec) empty(v *mem.Slice) {
	if v.Data == nil {
		s.make(v, 0)
	}
	v.Len = 0
}

// recycle empties v for n new elements and returns how many of the old ones may be
// decoded into: those within the length of v. The memory beyond that length may hold
// copies of them, left by a deletion that moved elements down. Two copies share what they
// point to, and decoding into both would write it twice, so recycle zeroes that memory.
func (s *sliceCodec) recycle(v *mem.Slice, n int) (kept int) {
	// Only what n elements will use needs to be zero; the rest is left as it is.
	kept = v.Len
	if most := min(n, v.Cap); kept < most {
		s.slice(v, most).Slice(kept, most).Clear()
	}
	v.Len = 0
	return kept
}

// next makes element i of n the last one of v. The first *kept elements are
// memory that was there before, which holds what it held; new memory is zero. Growing
// moves the elements before i to new memory, and ends what is kept: i and all after it are
// new then.
func (s *sliceCodec) next(d *decodeState, off int, v *mem.Slice, i, n int, kept *int) bool {
	if i == v.Cap {
		if !s.room(d, off, off+i, v, i, n) { // a byte for each element, of which there are n
			return false
		}
		*kept = 0
	}
	d.stale = i < *kept
	v.Len = i + 1
	return true
}

// room gives v capacity for more than its keep elements, up to most: those lie at start, the rest at off. What it
// allocates is charged first. It may give less than most, and is called again then; see [fault.Memory.Room].
func (s *sliceCodec) room(d *decodeState, start, off int, v *mem.Slice, keep, most int) bool {
	c := d.memory.Room(keep, most, int(s.size), s.elem.usual(), off-start, len(d.whole)-off)
	if !d.charge(c * int(s.size)) {
		return false
	}
	// An arena gives new memory, to which the elements so far are copied.
	if d.arena != nil {
		old := *v
		if d.arena.slice(v, s.typ.Elem(), c) {
			if keep > 0 {
				reflect.Copy(s.slice(v, keep), s.slice(&old, keep))
			}
			return true
		}
	}
	if keep > 0 && c == most {
		// This is all there will be: no more than it takes.
		old := s.slice(v, keep)
		s.make(v, most)
		reflect.Copy(s.slice(v, keep), old)
		return true
	}
	// Growing a variable of the state's takes one allocation, making a slice two: the
	// variable is on the heap already, and a new one would have to be.
	d.growing = mem.Slice{Data: v.Data, Len: keep, Cap: v.Cap}
	reflect.NewAt(s.typ, mem.Of(&d.growing).Unsafe()).Elem().Grow(c - keep)
	v.Data, v.Cap = d.growing.Data, d.growing.Cap
	d.growing = mem.Slice{}
	return true
}

// make sets v to a new slice of capacity n and length 0. MakeSlice knows the element type,
// so the garbage collector sees the pointers in it.
func (s *sliceCodec) make(v *mem.Slice, n int) {
	*v = mem.Slice{Data: reflect.MakeSlice(s.typ, n, n).UnsafePointer(), Cap: n}
}

// slice views v through reflection, at length n, which the caller keeps within its capacity.
// Elements with pointers are copied and cleared by reflection, so that the garbage collector
// learns of the writes.
func (s *sliceCodec) slice(v *mem.Slice, n int) reflect.Value {
	w := *v
	w.Len = n
	return reflect.NewAt(s.typ, mem.Of(&w).Unsafe()).Elem()
}
