// This file writes what interfaces hold, and makes what is read into them: values
// whose types follow from the schema.

package jsonpack

import (
	"math"
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/json"
)

// appendAny writes v as n has it.
func (e *encodeState) appendAny(dst []byte, n *node, v any) []byte {
	switch v := v.(type) {
	case nil:
		if n.class == classOneOf {
			return e.pack(dst, n, []byte("null"), "nil")
		}
		return e.fail("nil", missing(n))
	case map[string]any:
		if n.class == classObject {
			return e.appendMap(dst, n, v)
		}
	case []any:
		if n.class == classArray {
			dst = appendVaruint(dst, uint64(len(v)))
			ahead := mem.Foresee(dst, len(v))
			for i := range v {
				dst = ahead.Room(dst, i)
				if s, ok := v[i].(string); ok && n.items.class == classString {
					dst = appendText(dst, s)
					continue
				}
				if dst = e.appendAny(dst, n.items, v[i]); dst == nil {
					return e.inIndex(i)
				}
			}
			return dst
		}
	case string:
		if n.class == classString {
			return appendText(dst, v)
		}
	case bool:
		if n.class == classBool {
			return append(dst, boolByte(v))
		}
	case float64:
		if n.number() {
			return e.appendNumber(dst, n, floating(v), "float64")
		}
	case float32:
		// Not by way of float64, which has other NaNs.
		if n.class == classFloat && n.size == 4 {
			return n.appendScalar(dst, uint64(math.Float32bits(v)))
		}
	case json.Number:
		if n.number() {
			return e.appendLiteral(dst, n, v)
		}
	}
	if n.number() {
		if x, ok := unboxed(v); ok {
			if bits, ok := x.ofSize(n.class, n.size); ok {
				return n.appendScalar(dst, bits)
			}
		}
	}
	return e.appendReflected(dst, n, v)
}

// unboxed returns a number of a predeclared type without asking reflection.
func unboxed(v any) (x number, ok bool) {
	switch v := v.(type) {
	case int:
		return signed(int64(v)), true
	case int8:
		return signed(int64(v)), true
	case int16:
		return signed(int64(v)), true
	case int32:
		return signed(int64(v)), true
	case int64:
		return signed(v), true
	case uint:
		return unsigned(uint64(v)), true
	case uint8:
		return unsigned(uint64(v)), true
	case uint16:
		return unsigned(uint64(v)), true
	case uint32:
		return unsigned(uint64(v)), true
	case uint64:
		return unsigned(v), true
	case float32:
		return floating(float64(v)), true
	}
	return number{}, false
}

func boolByte(v bool) byte {
	if v {
		return 1
	}
	return 0
}

// appendReflected writes v by the codec of its type.
func (e *encodeState) appendReflected(dst []byte, n *node, v any) []byte {
	if e.hops == maxInterfaces {
		// A schema has fewer levels, and only what contains itself needs more.
		return e.fail(reflect.TypeOf(v).String(), fault.ErrCycle)
	}
	e.hops++
	dst = e.appendByType(dst, n, v)
	e.hops--
	return dst
}

// maxInterfaces is how many interfaces may be written within one another.
const maxInterfaces = 2 * deepest

func (e *encodeState) appendByType(dst []byte, n *node, v any) []byte {
	rv := reflect.ValueOf(v)
	if rv.Kind() == reflect.Pointer && !rv.IsNil() {
		// The target of a pointer is addressable already.
		k := compile(rv.Type().Elem(), n)
		if k.err != nil {
			return e.fail("", k.err)
		}
		return k.append(e, dst, mem.From(rv.UnsafePointer()))
	}
	k := compile(rv.Type(), n)
	if k.err != nil {
		cause := *k.err
		if wrong, ok := cause.Err.(*TypeAssertionError); ok && cause.Path == "" {
			cause.Err = &TypeAssertionError{Data: v, ExpectedType: wrong.ExpectedType}
		}
		return e.fail("", &cause)
	}
	p := reflect.New(rv.Type())
	p.Elem().Set(rv)
	return k.append(e, dst, mem.From(p.UnsafePointer()))
}

// any makes the value at off as an interface holds it: a bool, a string, a number of
// the type that the schema names, a map[string]any or a []any.
func (d *decodeState) any(off int, n *node) (v any, next int) {
	switch n.class {
	case classString:
		var s string
		next = d.text(off, &s)
		return s, next
	case classArray:
		var list []any
		next = d.readList(off, n, &list)
		return list, next
	case classObject:
		var m map[string]any
		next = d.readMap(off, n, &m)
		return m, next
	case classOneOf:
		return d.anyOneOf(off, n)
	}
	bits, next := d.scalar(off, n)
	if next < 0 {
		return nil, -1
	}
	return n.box(bits), next
}

// box returns a scalar as an interface.
func (n *node) box(bits uint64) any {
	switch n.class {
	case classBool:
		return bits != 0
	case classSigned:
		switch n.size {
		case 1:
			return int8(bits)
		case 2:
			return int16(bits)
		case 4:
			return int32(bits)
		}
		return int64(bits)
	case classFloat:
		if n.size == 4 {
			return math.Float32frombits(uint32(bits))
		}
		return math.Float64frombits(bits)
	}
	switch n.size {
	case 1:
		return uint8(bits)
	case 2:
		return uint16(bits)
	case 4:
		return uint32(bits)
	}
	return bits
}

// boxSize is the memory of an interface and, roughly, of the number or text in it.
const boxSize = 32

// readList makes *list the items of an array, in its own memory as far as that goes.
// Items are made anew.
func (d *decodeState) readList(off int, n *node, list *[]any) int {
	count, next := d.openArray(off, n, "[]interface {}")
	if next < 0 {
		return -1
	}
	l := (*list)[:0]
	if l == nil {
		l = []any{}
	}
	start := next
	for i := range count {
		if i == cap(l) {
			c := d.memory.Room(i, count, boxSize, n.items.least, next-start, d.size-next)
			if !d.charge(c * boxSize) {
				return -1
			}
			l = append(make([]any, 0, c), l...)
		}
		v, after := d.any(next, n.items)
		if after < 0 {
			return d.InIndex(i)
		}
		l, next = append(l, v), after
	}
	*list = l
	d.close()
	return next
}
