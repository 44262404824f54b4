// Arrays: Go slices and arrays. Numbers that lie on the wire as in memory are one
// copy, and so are structs of nothing else.

package jsonpack

import (
	"reflect"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// compileArray fills k for what can hold an array.
func (k *codec) compileArray(n *node) {
	kind := k.typ.Kind()
	if kind != reflect.Slice && kind != reflect.Array {
		k.mismatch(n)
		return
	}
	elem := compile(k.typ.Elem(), n.items)
	k.stateless = true
	if !k.part(elem, everyItem) {
		return
	}
	a := &arrayCodec{typ: k.typ, name: k.typ.String(), node: n, elem: elem, size: k.typ.Elem().Size()}
	a.lies = elem.op == opNumber && mem.Adopts(int(a.size)) && (a.size == 1 || !n.items.big)
	if kind == reflect.Array {
		a.count = k.typ.Len()
		k.append, k.read = a.appendArray, a.readArray
		return
	}
	k.append, k.read = a.appendSlice, a.readSlice
	// Old elements of a slice do not show: they are cleared if need be.
	k.partial = false
}

// arrayCodec is a slice or array compiled for an array.
type arrayCodec struct {
	typ   reflect.Type
	name  string
	node  *node
	elem  *codec
	size  uintptr // of an element
	count int     // of a Go array
	lies  bool    // elements lie on the wire as in memory
}

func (a *arrayCodec) appendSlice(e *encodeState, dst []byte, p mem.Pointer) []byte {
	v := mem.Ref[mem.Slice](p)
	return a.appendElements(e, appendVaruint(dst, uint64(v.Len)), v.At(0, a.size), v.Len)
}

func (a *arrayCodec) appendArray(e *encodeState, dst []byte, p mem.Pointer) []byte {
	return a.appendElements(e, appendVaruint(dst, uint64(a.count)), p, a.count)
}

// appendElements appends count elements from p on.
func (a *arrayCodec) appendElements(e *encodeState, dst []byte, p mem.Pointer, count int) []byte {
	switch {
	case count == 0:
		return dst
	case a.lies:
		b, _ := mem.RawAt(p, count, int(a.size))
		return append(dst, b...)
	case a.elem.fields != nil:
		return a.elem.fields.appendEach(e, dst, p, a.size, count)
	case a.elem.op == opString:
		return appendTexts(dst, mem.SliceAt[string](p, count))
	case a.elem.op == opNumber:
		return a.appendNumbers(dst, p, count)
	}
	ahead := mem.Foresee(dst, count)
	for i := range count {
		dst = ahead.Room(dst, i)
		if dst = a.elem.append(e, dst, p.Add(uintptr(i)*a.size)); dst == nil {
			return e.inIndex(i)
		}
	}
	return dst
}

// appendNumbers appends numbers whose bytes are in another order in memory.
func (a *arrayCodec) appendNumbers(dst []byte, p mem.Pointer, count int) []byte {
	size, big := a.node.items.size, a.node.items.big
	n := len(dst)
	dst = mem.Grow(dst, count*int(size)+slack)
	dst = dst[:cap(dst)]
	for i := range count {
		putScalar(dst, n, load(p.Add(uintptr(i)*a.size), size), size, big)
		n += int(size)
	}
	return dst[:n]
}

// readArray reads at most as many elements as the Go array has; the others are zeroed.
func (a *arrayCodec) readArray(d *decodeState, off int, p mem.Pointer) int {
	n, next := d.openArray(off, a.node, a.name)
	if next < 0 {
		return -1
	}
	if n > a.count {
		return d.Fail(off, a.name, fault.Because(fault.ErrMismatch,
			"array of "+strconv.Itoa(n)+" items for a Go array of "+strconv.Itoa(a.count)))
	}
	array := reflect.NewAt(a.typ, p.Unsafe()).Elem()
	for i := n; i < a.count; i++ {
		array.Index(i).SetZero()
	}
	next = a.readElements(d, next, p, 0, n)
	d.close()
	return next
}

// readElements reads elements from the first to before the last of those at p.
func (a *arrayCodec) readElements(d *decodeState, off int, p mem.Pointer, first, last int) int {
	switch {
	case first == last:
		return off
	case a.elem.fields != nil:
		return a.elem.fields.readEach(d, off, p, a.size, first, last)
	case a.elem.op == opString:
		done, next := d.texts(off, mem.SliceAt[string](p, last)[first:])
		if next < 0 {
			return d.InIndex(first + done)
		}
		return next
	case a.elem.op == opNumber:
		return a.readNumbers(d, off, p, first, last)
	}
	for i := first; i < last; i++ {
		if off = a.elem.read(d, off, p.Add(uintptr(i)*a.size)); off < 0 {
			return d.InIndex(i)
		}
	}
	return off
}

// readNumbers reads numbers of the width that they have in memory. Their bytes are
// there: the count was held against them.
func (a *arrayCodec) readNumbers(d *decodeState, off int, p mem.Pointer, first, last int) int {
	items := a.node.items
	size := int(items.size)
	end := off + (last-first)*size
	if a.lies {
		copy(mem.SliceAt[byte](p.Add(uintptr(first)*a.size), end-off), d.src[off:end])
		return end
	}
	for i := first; i < last; i++ {
		store(p.Add(uintptr(i)*a.size), items.size, items.scalar(d.src, off))
		off += size
	}
	return end
}

// readSlice makes the slice at p hold the items of an array, in its own memory as far
// as that goes.
func (a *arrayCodec) readSlice(d *decodeState, off int, p mem.Pointer) int {
	n, next := d.openArray(off, a.node, a.name)
	if next < 0 {
		return -1
	}
	v := mem.Ref[mem.Slice](p)
	switch {
	case a.lies:
		next = a.readCopy(d, next, v, n)
	case n == 0:
		if v.Data == nil {
			*v = mem.Slice{Data: reflect.MakeSlice(a.typ, 0, 0).UnsafePointer()}
		}
		v.Len = 0
	default:
		next = a.readItems(d, next, v, n)
	}
	d.close()
	return next
}

// readCopy reads items that lie on the wire as in memory, and are there.
func (a *arrayCodec) readCopy(d *decodeState, off int, v *mem.Slice, n int) int {
	size := int(a.size)
	end := off + n*size
	data := d.src[off:end:end]
	switch {
	case size == 1 && d.noCopy:
		mem.Adopt(v, data, n, 1)
	case v.Data != nil && n <= v.Cap:
		v.Len = n
		copy(mem.SliceAt[byte](mem.From(v.Data), len(data)), data)
	case n == 0 || !mem.Adopt(v, append([]byte(nil), data...), n, size):
		made := reflect.MakeSlice(a.typ, n, n)
		*v = mem.Slice{Data: made.UnsafePointer(), Len: n, Cap: n}
		copy(mem.SliceAt[byte](mem.From(v.Data), len(data)), data)
	}
	return end
}

// readItems reads n items. Memory is given as they arrive: a count alone buys no more
// than its bytes could hold.
func (a *arrayCodec) readItems(d *decodeState, off int, v *mem.Slice, n int) int {
	a.recycle(v, n)
	// Items may lead back to this very slice, so it is set only in the end.
	w, start := *v, off
	for i := 0; i < n; {
		if i == w.Cap && !a.room(d, start, off, &w, i, n) {
			*v = w
			return -1
		}
		end := min(n, w.Cap)
		off = a.readElements(d, off, w.At(0, a.size), i, end)
		if i, w.Len = end, end; off < 0 {
			break
		}
	}
	*v = w
	return off
}

// recycle prepares the memory of v for n other items. Those that v has are read into,
// unless they hold more than reading sets, or are pointers, which are made anew. Beyond
// the length there can be copies of items, left after where some were deleted, and
// what two copies point to must not be read into twice.
func (a *arrayCodec) recycle(v *mem.Slice, n int) {
	kept := v.Len
	if a.elem.partial || a.typ.Elem().Kind() == reflect.Pointer {
		kept = 0
	}
	if most := min(n, v.Cap); kept < most && a.elem.op == opCall {
		w := *v
		w.Len = most
		reflect.NewAt(a.typ, mem.Of(&w).Unsafe()).Elem().Slice(kept, most).Clear()
	}
}

// room gives v capacity for more than its keep items, up to most: those lie at start, the rest at off.
func (a *arrayCodec) room(d *decodeState, start, off int, v *mem.Slice, keep, most int) bool {
	c := d.memory.Room(keep, most, int(a.size), a.node.items.least, off-start, d.size-off)
	if !d.charge(c * int(a.size)) {
		return false
	}
	// Growing a variable of the state's takes one allocation, making a slice two.
	d.growing = mem.Slice{Data: v.Data, Len: keep, Cap: v.Cap}
	old := reflect.NewAt(a.typ, mem.Of(&d.growing).Unsafe()).Elem()
	if keep > 0 && c == most { // all there will be: no more than it takes
		made := reflect.MakeSlice(a.typ, most, most)
		reflect.Copy(made, old)
		v.Data, v.Cap = made.UnsafePointer(), most
	} else {
		old.Grow(c - keep)
		v.Data, v.Cap = d.growing.Data, d.growing.Cap
	}
	d.growing = mem.Slice{}
	return true
}
