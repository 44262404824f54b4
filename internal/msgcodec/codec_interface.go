// Interfaces: with no methods any value, with methods the value that something makes.

package msgcodec

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// compileInterface fills k for an interface.
func (c *compiler) compileInterface(k *codec) {
	k.dynamic = true
	if k.typ.NumMethod() == 0 {
		k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte { return e.appendAny(dst, *mem.Ref[any](p)) }
		k.read = func(d *decodeState, off int, p mem.Pointer) int {
			v, next := d.readAny(off)
			if next >= 0 {
				*mem.Ref[any](p) = v
			}
			return next
		}
		return
	}
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		v := k.value(p)
		if v.IsNil() {
			return msgp.AppendNil(dst)
		}
		return e.appendValue(dst, v.Elem())
	}
	k.read = k.readInterface
}

// valueMaker is implemented by structs that make the values of their fields of interface
// types: a pointer of a type for the name on the wire, or nil.
type valueMaker interface {
	NewValueAsInterface(zid int64, typename string) any
}

var valueMakerType = reflect.TypeFor[valueMaker]()

// A maker is a valueMaker and the field in question.
type maker struct {
	from valueMaker
	id   int64
}

// readInterface reads into an interface with methods: into the value that the enclosing
// struct makes for the name on the wire, or else into what the interface holds.
func (k *codec) readInterface(d *decodeState, off int, p mem.Pointer) int {
	v := k.value(p)
	if off < len(d.src) && d.src[off] == msgwire.Nil {
		v.SetZero()
		return off + 1
	}
	if d.maker.from != nil {
		name := d.structName(off)
		if made := d.maker.from.NewValueAsInterface(d.maker.id, name); made != nil {
			m := reflect.ValueOf(made)
			if !m.Type().Implements(k.typ) || m.Kind() != reflect.Pointer || m.IsNil() {
				return d.Fail(off, k.typ.String(), fault.Because(fault.ErrUnsupported,
					"NewValueAsInterface returned a "+m.Type().String()+", no pointer that fits"))
			}
			next := d.profile.codecFor(m.Type().Elem()).read(d, off, mem.From(m.UnsafePointer()))
			if next >= 0 {
				v.Set(m)
			}
			return next
		}
	}
	if held := v.Elem(); held.Kind() == reflect.Pointer && !held.IsNil() {
		return d.profile.codecFor(held.Type().Elem()).read(d, off, mem.From(held.UnsafePointer()))
	}
	return d.Fail(off, k.typ.String(), fault.Because(fault.ErrUnsupported, "nothing says which type to make"))
}

// structName returns the name of a struct that is the first pair of the map at off.
func (d *decodeState) structName(off int) string {
	h, err := msgwire.ReadHead(d.src, off)
	if err != nil || h.Kind != msgwire.KindMap || h.Len == 0 || d.src[h.Next] != nameKey {
		return ""
	}
	name, err := msgwire.ReadHead(d.src, h.Next+1)
	if err != nil || name.Kind != msgwire.KindStr {
		return ""
	}
	return string(d.src[name.Next : name.Next+name.Len])
}

// nameKey is the key of the name of a struct, -1.
const nameKey = 0xFF
