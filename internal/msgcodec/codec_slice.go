// Slices, arrays and pointers.

package msgcodec

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// sliceCodec is a slice or array whose elements have a codec of their own.
type sliceCodec struct {
	k    *codec
	elem *codec
	size uintptr // of an element
}

// isByte reports whether elements of type t make a bin: bytes whose methods say nothing
// else. Those of generated code that does what reflection does do not.
func (c *compiler) isByte(t reflect.Type) bool {
	if t.Kind() != reflect.Uint8 {
		return false
	}
	k := c.compile(t)
	if k.opaque && isReflected(t) {
		k = c.profile.reflected().codecFor(t)
	}
	return !k.opaque
}

func (c *compiler) compileSlice(k *codec) {
	t := k.typ.Elem()
	if c.isByte(t) {
		k.append, k.read = appendBytes, k.readBytes
		return
	}
	s := &sliceCodec{k: k, elem: c.compile(t), size: t.Size()}
	k.append, k.read = s.append, s.read
}

func (c *compiler) compileArray(k *codec) {
	t := k.typ.Elem()
	if c.isByte(t) {
		k.compileByteArray()
		return
	}
	s := &sliceCodec{k: k, elem: c.compile(t), size: t.Size()}
	n := k.typ.Len()
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte { return s.appendEach(e, dst, p, n) }
	k.read = func(d *decodeState, off int, p mem.Pointer) int { return s.readArray(d, off, p, n) }
}

func (s *sliceCodec) append(e *encodeState, dst []byte, p mem.Pointer) []byte {
	v := mem.Ref[mem.Slice](p)
	return s.appendEach(e, dst, v.At(0, 0), v.Len)
}

// appendEach writes n elements from p on.
func (s *sliceCodec) appendEach(e *encodeState, dst []byte, p mem.Pointer, n int) []byte {
	if !e.counts(n) {
		return nil
	}
	dst = msgp.AppendArrayHeader(dst, uint32(n))
	if n == 0 {
		return dst
	}
	if !e.enter() {
		return nil
	}
	switch s.elem.op {
	case opString:
		ahead := mem.Foresee(dst, n)
		for i, text := range mem.SliceAt[string](p, n) {
			dst = ahead.Room(dst, i)
			if dst = e.appendText(dst, text); dst == nil {
				return e.inIndex(i)
			}
		}
	case opFloat64:
		dst = appendFloats(dst, mem.SliceAt[uint64](p, n))
	case opInt16:
		dst = appendSigned(dst, mem.SliceAt[int16](p, n))
	case opInt32:
		dst = appendSigned(dst, mem.SliceAt[int32](p, n))
	case opInt64:
		dst = appendSigned(dst, mem.SliceAt[int64](p, n))
	case opUint16:
		dst = appendUnsigned(dst, mem.SliceAt[uint16](p, n))
	case opUint32:
		dst = appendUnsigned(dst, mem.SliceAt[uint32](p, n))
	case opUint64:
		dst = appendUnsigned(dst, mem.SliceAt[uint64](p, n))
	default:
		ahead := mem.Foresee(dst, n)
		for i := range n {
			dst = ahead.Room(dst, i)
			if dst = s.elem.append(e, dst, p.Add(uintptr(i)*s.size)); dst == nil {
				return e.inIndex(i)
			}
		}
	}
	e.leave()
	return dst
}

// count reads the head of an array. next is -1 when there is none, and then after is what
// the read function returns: nil, or failure.
func (s *sliceCodec) count(d *decodeState, off int, p mem.Pointer) (n, next, after int) {
	if off < len(d.src) && d.src[off]&0xF0 == msgwire.FixArray {
		if n = int(d.src[off] & 0x0F); n < len(d.src)-off {
			return n, off + 1, 0
		}
	}
	h, ok := d.head(off)
	if !ok {
		return 0, -1, -1
	}
	if h.Kind != msgwire.KindArray {
		return 0, -1, s.k.instead(d, off, p)
	}
	return h.Len, h.Next, 0
}

func (s *sliceCodec) read(d *decodeState, off int, p mem.Pointer) int {
	n, next, after := s.count(d, off, p)
	if next < 0 {
		return after
	}
	v := mem.Ref[mem.Slice](p)
	if n > v.Cap || v.Data == nil {
		if !d.charge(n * int(s.size)) {
			return -1
		}
		s.make(d, p, n)
	}
	v.Len = n
	if n == 0 {
		return next
	}
	if !d.enter(off, n) {
		return -1
	}
	if next = s.readEach(d, next, v.At(0, 0), n); next >= 0 {
		d.leave()
	}
	return next
}

// make sets the slice at p to n new elements. The usual types are made by the compiler,
// which is cheaper than reflection.
func (s *sliceCodec) make(d *decodeState, p mem.Pointer, n int) {
	switch s.elem.op {
	case opString:
		*mem.Ref[[]string](p), _ = d.lists.Take(n)
	case opInt64, opUint64, opFloat64:
		*mem.Ref[[]uint64](p) = make([]uint64, n)
	case opInt32, opUint32, opFloat32:
		*mem.Ref[[]uint32](p) = make([]uint32, n)
	default:
		s.k.value(p).Set(reflect.MakeSlice(s.k.typ, n, n))
	}
}

// readEach reads n elements into the memory from p on.
func (s *sliceCodec) readEach(d *decodeState, off int, p mem.Pointer, n int) int {
	done := 0
	switch s.elem.op {
	case opFloat64:
		off, done = readFloats(d.src, off, mem.SliceAt[float64](p, n))
	case opInt16:
		off, done = readIntegers(d.src, off, mem.SliceAt[int16](p, n))
	case opInt32:
		off, done = readIntegers(d.src, off, mem.SliceAt[int32](p, n))
	case opInt64:
		off, done = readIntegers(d.src, off, mem.SliceAt[int64](p, n))
	case opUint16:
		off, done = readIntegers(d.src, off, mem.SliceAt[uint16](p, n))
	case opUint32:
		off, done = readIntegers(d.src, off, mem.SliceAt[uint32](p, n))
	}
	for i := done; i < n; i++ {
		if off = s.elem.read(d, off, p.Add(uintptr(i)*s.size)); off < 0 {
			return d.InIndex(i)
		}
	}
	return off
}

// readArray reads an array of exactly n elements.
func (s *sliceCodec) readArray(d *decodeState, off int, p mem.Pointer, n int) int {
	got, next, after := s.count(d, off, p)
	if next < 0 {
		return after
	}
	if got != n {
		return d.Fail(off, s.k.typ.String(), msgp.ArrayError{Wanted: uint32(n), Got: uint32(got)})
	}
	if n == 0 {
		return next
	}
	if !d.enter(off, n) {
		return -1
	}
	if next = s.readEach(d, next, p, n); next >= 0 {
		d.leave()
	}
	return next
}

// endless reports whether t is a pointer to pointers alone, as type P *P is.
func endless(t reflect.Type) bool {
	for slow, fast := t, t; fast.Kind() == reflect.Pointer; {
		slow, fast = slow.Elem(), fast.Elem()
		if fast.Kind() != reflect.Pointer {
			break
		}
		if fast = fast.Elem(); fast == slow {
			return true
		}
	}
	return false
}

// compilePointer fills k for a pointer: nil, or what it points to. A pointer is one level
// deeper where nothing else ends a chain of them, and takes no level otherwise.
func (c *compiler) compilePointer(k *codec) {
	elem := c.compile(k.typ.Elem())
	t := elem.typ
	chain := endless(t)
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		q := mem.Elem(p)
		if q.IsNil() {
			return msgp.AppendNil(dst)
		}
		if !chain {
			return elem.append(e, dst, q)
		}
		if !e.enter() {
			return nil
		}
		if dst = elem.append(e, dst, q); dst != nil {
			e.leave()
		}
		return dst
	}
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		if off < len(d.src) && d.src[off] == msgwire.Nil {
			mem.SetElem(p, mem.Pointer{})
			return off + 1
		}
		if chain && !d.enter(off, 1) {
			return -1
		}
		q := mem.Elem(p)
		if q.IsNil() {
			if !d.charge(int(t.Size())) {
				return -1
			}
			q = mem.From(reflect.New(t).UnsafePointer())
		}
		if off = elem.read(d, off, q); off < 0 {
			return -1
		}
		mem.SetElem(p, q)
		if chain {
			d.leave()
		}
		return off
	}
}
