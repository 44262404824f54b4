// Interfaces: values of types that only they know.

package msgcodec

import (
	"math"
	"math/bits"
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
		k.read = func(d *decodeState, off int, p mem.Pointer) int { return d.readAny(off, mem.Ref[any](p)) }
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

// appendAny appends what v holds.
func (e *encodeState) appendAny(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return msgp.AppendNil(dst)
	case string:
		return e.appendText(dst, v)
	case bool:
		return msgp.AppendBool(dst, v)
	case int:
		return msgp.AppendInt(dst, v)
	case int64:
		return msgp.AppendInt64(dst, v)
	case uint64:
		return msgp.AppendUint64(dst, v)
	case float64:
		return msgp.AppendFloat64(dst, v)
	case []any:
		return e.appendAnys(dst, v)
	case map[string]any:
		return appendAnyMap(e, dst, mem.Of(&v))
	}
	return e.appendValue(dst, reflect.ValueOf(v))
}

func (e *encodeState) appendAnys(dst []byte, v []any) []byte {
	if !e.counts(len(v)) {
		return nil
	}
	dst = msgp.AppendArrayHeader(dst, uint32(len(v)))
	if len(v) == 0 {
		return dst
	}
	if !e.enter() {
		return nil
	}
	for i := range v {
		if dst = e.appendAny(dst, v[i]); dst == nil {
			return e.inIndex(i)
		}
	}
	e.leave()
	return dst
}

// appendValue appends a value that has no address, by the codec of its type.
func (e *encodeState) appendValue(dst []byte, v reflect.Value) []byte {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return msgp.AppendNil(dst)
		}
		if !e.enter() {
			return nil
		}
		if dst = e.profile.codecFor(v.Type().Elem()).append(e, dst, mem.From(v.UnsafePointer())); dst != nil {
			e.leave()
		}
		return dst
	}
	c := e.profile.codecFor(v.Type())
	copied := reflect.New(v.Type())
	copied.Elem().Set(v)
	return c.append(e, dst, mem.From(copied.UnsafePointer()))
}

// readAny reads a value of any type into *v: nil, bool, int64, uint64 for the unsigned
// forms, float32, float64, string, []byte, time.Time, complex64, complex128, []any, a map,
// the type registered for an extension, or *msgp.RawExtension.
func (d *decodeState) readAny(off int, v *any) int {
	src := d.src
	// What is usual comes first.
	if off+msgwire.Lookahead <= len(src) {
		switch c := src[off]; {
		case int8(c) >= msgwire.LeastFixInt:
			*v = int64(int8(c))
			return off + 1
		case c&0xE0 == msgwire.FixStr:
			end := off + 1 + int(c&0x1F)
			if end <= len(src) && !d.options.ValidUTF8 {
				*v = d.string(src[off+1 : end : end])
				return end
			}
		case c == msgwire.Float64:
			*v = math.Float64frombits(bits.ReverseBytes64(mem.Word(src, off+1)))
			return off + 9
		case c == msgwire.True, c == msgwire.False:
			*v = c == msgwire.True
			return off + 1
		}
	}
	h, ok := d.head(off)
	if !ok {
		return -1
	}
	switch h.Kind {
	case msgwire.KindNil:
		*v = nil
	case msgwire.KindBool:
		*v = h.Bits != 0
	case msgwire.KindInt:
		*v = int64(h.Bits)
	case msgwire.KindUint:
		*v = h.Bits
	case msgwire.KindFloat32:
		*v = math.Float32frombits(uint32(h.Bits))
	case msgwire.KindFloat64:
		*v = math.Float64frombits(h.Bits)
	case msgwire.KindStr:
		text := src[h.Next : h.Next+h.Len : h.Next+h.Len]
		if !d.valid(off, text) {
			return -1
		}
		*v = d.string(text)
		return h.Next + h.Len
	case msgwire.KindBin:
		b := src[h.Next : h.Next+h.Len : h.Next+h.Len]
		if !d.options.NoCopy {
			b = append([]byte{}, b...)
		}
		*v = b
		return h.Next + h.Len
	case msgwire.KindArray:
		return d.readAnys(off, h, v)
	case msgwire.KindMap:
		return d.readMap(off, h, v)
	case msgwire.KindExt:
		x, _, err := msgp.ReadIntfBytes(src[off : h.Next+h.Len])
		if err != nil {
			return d.fail(off, "", err)
		}
		*v = x
		return h.Next + h.Len
	}
	return h.Next
}

const anySize = 16

func (d *decodeState) readAnys(off int, h msgwire.Head, v *any) int {
	if h.Len == 0 {
		*v = []any{}
		return h.Next
	}
	if !d.enter(off, h.Len) || !d.charge(h.Len*anySize) {
		return -1
	}
	list := make([]any, h.Len)
	next := h.Next
	for i := range list {
		if next = d.readAny(next, &list[i]); next < 0 {
			return d.inIndex(i)
		}
	}
	d.leave()
	*v = list
	return next
}

// mapEntry is what a key that is a string and an interface take.
const mapEntry = 32

// mapBytes estimates the memory of a map of n entries of so many bytes: the runtime makes
// room for eight at first, and then for up to twice as many as there are.
func mapBytes(n, entry int) int {
	if n == 0 {
		return 64
	}
	return 64 + max(8, 2*n)*(entry+1)
}

// readMap reads a map whose type its keys decide: map[string]any, map[int64]any, or
// map[any]any where they are mixed or of other kinds. ZebraPack has the first only.
func (d *decodeState) readMap(off int, h msgwire.Head, v *any) int {
	if !d.charge(mapBytes(h.Len, mapEntry)) {
		return -1
	}
	if h.Len == 0 {
		*v = map[string]any{}
		return h.Next
	}
	if !d.enter(off, h.Len) {
		return -1
	}
	texts := make(map[string]any, h.Len)
	next := h.Next
	for i := range h.Len {
		at := next
		text, behind := d.anyText(at)
		if behind < 0 {
			key, ok := d.head(at)
			if !ok {
				return -1
			}
			if d.profile.key.format.IDs {
				d.fail(at, "", fault.Because(fault.ErrMismatch, key.Kind.String()+" for a key that has to be a string"))
				return d.inKey(msgwire.KeyText(d.src, at))
			}
			all := make(map[any]any, h.Len)
			for k, elem := range texts {
				all[k] = elem
			}
			return d.readMixed(at, h.Len, i, all, v)
		}
		if !d.valid(at, text) {
			return d.inKey(string(text))
		}
		var elem any
		if next = d.readAny(behind, &elem); next < 0 {
			return d.inKey(string(text))
		}
		texts[d.string(text)] = elem
		if d.options.RejectDuplicates && len(texts) <= i {
			return d.failKey(at, "", fault.ErrDuplicate, "duplicate key ")
		}
	}
	d.leave()
	*v = texts
	return next
}

// readMixed reads on in a map that has other keys than strings, from the i-th of n at off.
// all holds what was read before. Where all keys are integers that an int64 holds, the
// result is a map[int64]any.
func (d *decodeState) readMixed(off, n, i int, all map[any]any, v *any) int {
	integers := i == 0
	for ; i < n; i++ {
		at := off
		var key, elem any
		if off = d.readAny(at, &key); off < 0 {
			return d.inKey(msgwire.KeyText(d.src, at))
		}
		// Integers of both families are one kind of key.
		if u, ok := key.(uint64); ok && u <= math.MaxInt64 {
			key = int64(u)
		}
		if _, ok := key.(int64); !ok {
			integers = false
		}
		if b, ok := key.([]byte); ok {
			key = string(b)
		}
		if key == nil || !reflect.TypeOf(key).Comparable() {
			d.fail(at, "", fault.Because(fault.ErrUnsupported, "a key that Go cannot compare"))
			return d.inKey(msgwire.KeyText(d.src, at))
		}
		if off = d.readAny(off, &elem); off < 0 {
			return d.inKey(msgwire.KeyText(d.src, at))
		}
		all[key] = elem
		if d.options.RejectDuplicates && len(all) <= i {
			return d.failKey(at, "", fault.ErrDuplicate, "duplicate key ")
		}
	}
	d.leave()
	if !integers {
		*v = all
		return off
	}
	byInt := make(map[int64]any, len(all))
	for key, elem := range all {
		byInt[key.(int64)] = elem
	}
	*v = byInt
	return off
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
				return d.fail(off, k.typ.String(), fault.Because(fault.ErrUnsupported,
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
	return d.fail(off, k.typ.String(), fault.Because(fault.ErrUnsupported, "nothing says which type to make"))
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
