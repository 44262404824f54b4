package engine

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/wire"
)

// compilePointer fills k for a pointer: null when nil, else what it points to.
func (c *compiler) compilePointer(k *codec) {
	elem := c.compile(k.typ.Elem())
	t := k.typ
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		q := mem.Elem(p)
		if q.IsNil() {
			return wire.AppendNull(dst)
		}
		return e.follow(dst, t, elem, q)
	}
	if plan.Endless(t) {
		k.read = func(d *decodeState, off int, p mem.Pointer) int {
			if off < len(d.src) && wire.Header(d.src[off]) == wire.HeaderNull {
				mem.SetElem(p, mem.Pointer{})
				return off + 1
			}
			return d.Fail(off, t.String(), fault.Because(fault.ErrUnsupported, "pointers that lead to no value"))
		}
		return
	}
	k.rowRead = pointerRow(elem)
	elemType := elem.typ
	size := int(elemType.Size())
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		if off < len(d.src) && wire.Header(d.src[off]) == wire.HeaderNull {
			mem.SetElem(p, mem.Pointer{})
			return off + 1
		}
		q := mem.Elem(p)
		if !q.IsNil() {
			return elem.read(d, off, q)
		}
		if !d.charge(size) {
			return -1
		}
		q = d.new(elemType)
		stale := d.stale
		d.stale = false
		off = elem.read(d, off, q)
		d.stale = stale
		if off >= 0 {
			mem.SetElem(p, q)
		}
		return off
	}
}

// follow appends what a pointer of type t leads to, watching for pointers that
// lead nowhere but to themselves.
func (e *encodeState) follow(dst []byte, t reflect.Type, elem *codec, q mem.Pointer) []byte {
	hops := e.hops
	if e.hops++; e.hops > maxHops {
		return e.fail(t.String(), fault.ErrCycle)
	}
	if e.level < fault.CycleLevel {
		dst = elem.append(e, dst, q)
	} else {
		if !e.begin(t, q, 0) {
			return nil
		}
		dst = elem.append(e, dst, q)
		e.end(t, q, 0)
	}
	e.hops = hops // of the next element, say, there are no more
	return dst
}

// compileInterface fills k for an interface type: what it holds decides.
func (c *compiler) compileInterface(k *codec) {
	if k.typ.NumMethod() == 0 {
		k.op, k.append, k.read, k.rowRead = opAny, appendInterface, readInterface, anyRow
		return
	}
	t := k.typ
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		v := k.value(p)
		if v.IsNil() {
			return wire.AppendNull(dst)
		}
		return e.appendAny(dst, v.Elem().Interface())
	}
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		v := k.value(p)
		if off < len(d.src) && wire.Header(d.src[off]) == wire.HeaderNull {
			v.SetZero()
			return off + 1
		}
		if next, ok := d.readHeld(off, v); ok {
			return next
		}
		if _, err := wire.ReadHeader(d.src, off); err != nil {
			return d.Fail(off, t.String(), err)
		}
		return d.Fail(off, t.String(), fault.Because(fault.ErrMismatch,
			"nothing says which type to put into this interface"))
	}
}

// readHeld decodes into the variable that an interface's pointer leads to, as
// encoding/json does, and reports false when the interface holds no such pointer
// or what it holds must not be kept.
func (d *decodeState) readHeld(off int, v reflect.Value) (next int, ok bool) {
	if d.stale || v.IsNil() {
		return off, false
	}
	held := v.Elem()
	if held.Kind() != reflect.Pointer || held.IsNil() || held.UnsafePointer() == v.Addr().UnsafePointer() {
		return off, false // the last is an interface that holds its own address
	}
	c := d.profile.codecFor(held.Type().Elem())
	return c.read(d, off, mem.From(held.UnsafePointer())), true
}

func appendInterface(e *encodeState, dst []byte, p mem.Pointer) []byte {
	return e.appendAny(dst, *mem.Ref[any](p))
}

func readInterface(d *decodeState, off int, p mem.Pointer) int {
	target := mem.Ref[any](p)
	if *target != nil && !d.stale && off < len(d.src) && wire.Header(d.src[off]) != wire.HeaderNull {
		if next, ok := d.readHeld(off, reflect.ValueOf(target).Elem()); ok {
			return next
		}
	}
	v, next := d.any(off)
	if next >= 0 {
		*target = v
	}
	return next
}
