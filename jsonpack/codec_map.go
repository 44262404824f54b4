// Objects in Go maps: map[string]any without reflection, others with it.

package jsonpack

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// compileMap fills k for a map with keys of kind string. Its values have to go into
// the types of all properties.
func (k *codec) compileMap(n *node) {
	if k.typ.Key().Kind() == reflect.String && k.typ.ConvertibleTo(reflect.TypeFor[map[string]any]()) {
		k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
			return e.appendMap(dst, n, *mem.Ref[map[string]any](p))
		}
		k.read = func(d *decodeState, off int, p mem.Pointer) int {
			return d.readMap(off, n, mem.Ref[map[string]any](p))
		}
		k.partial = true
		return
	}
	m := &mapCodec{typ: k.typ, node: n, elems: make([]*codec, len(n.members)), keys: make([]reflect.Value, len(n.members))}
	for i := range n.members {
		m.elems[i] = compile(k.typ.Elem(), n.members[i].node)
		if !k.part(m.elems[i], n.members[i].name) {
			return
		}
		m.keys[i] = reflect.ValueOf(n.members[i].name).Convert(k.typ.Key())
	}
	k.append, k.read = m.append, m.read
	k.partial, k.stateless = true, false
}

// mapCodec is a map compiled for an object.
type mapCodec struct {
	typ   reflect.Type
	node  *node
	elems []*codec
	keys  []reflect.Value
}

// append writes the map at p. Keys that are not properties are ignored.
func (m *mapCodec) append(e *encodeState, dst []byte, p mem.Pointer) []byte {
	values := reflect.NewAt(m.typ, p.Unsafe()).Elem()
	elem := reflect.New(m.typ.Elem())
	for i, key := range m.keys {
		v := values.MapIndex(key)
		if !v.IsValid() && m.node.members[i].spare {
			dst = m.node.members[i].node.appendZero(dst)
			continue
		}
		if !v.IsValid() {
			e.fail(m.typ.String(), missing(m.node.members[i].node))
			return e.inKey(m.node.members[i].name)
		}
		elem.Elem().Set(v)
		if dst = m.elems[i].append(e, dst, mem.From(elem.UnsafePointer())); dst == nil {
			return e.inKey(m.node.members[i].name)
		}
	}
	return dst
}

// missing says that a property has no value.
func missing(n *node) error { return &TypeAssertionError{ExpectedType: n.name} }

// read sets the properties in the map at p, which is made if it is nil. Other keys are
// kept.
func (m *mapCodec) read(d *decodeState, off int, p mem.Pointer) int {
	values := reflect.NewAt(m.typ, p.Unsafe()).Elem()
	size := int(m.typ.Key().Size() + m.typ.Elem().Size())
	if !d.charge(mapCost(len(m.keys), size)) {
		return -1
	}
	if values.IsNil() {
		values.Set(reflect.MakeMapWithSize(m.typ, len(m.keys)))
	}
	elem := reflect.New(m.typ.Elem())
	for i, key := range m.keys {
		elem.Elem().SetZero()
		if off = m.elems[i].read(d, off, mem.From(elem.UnsafePointer())); off < 0 {
			return d.InKey(m.node.members[i].name)
		}
		values.SetMapIndex(key, elem.Elem())
	}
	return off
}

// mapCost estimates the memory of a map of n entries of a size.
func mapCost(n, size int) int { return 48 + 8*(size+1)*((n+7)/8) + n*size/2 }

// appendMap writes a map without reflection.
func (e *encodeState) appendMap(dst []byte, n *node, v map[string]any) []byte {
	if v == nil && len(n.members) > 0 {
		return e.fail("map[string]interface {}", errNilMap)
	}
	for i := range n.members {
		m := &n.members[i]
		value := v[m.name]
		if s, ok := value.(string); ok && m.node.class == classString {
			dst = appendText(dst, s) // what most members are
			continue
		}
		if value == nil && m.spare {
			dst = m.node.appendZero(dst)
			continue
		}
		if dst = e.appendAny(dst, m.node, value); dst == nil {
			return e.inKey(m.name)
		}
	}
	return dst
}

var errNilMap = fault.Because(fault.ErrMissing, "nil map, which has no representation")

// anySize is the memory of a key and a value of a map[string]any.
const anySize = 32

// readMap sets the properties in *v, which is made if it is nil.
func (d *decodeState) readMap(off int, n *node, v *map[string]any) int {
	if !d.charge(mapCost(len(n.members), anySize)) {
		return -1
	}
	if *v == nil {
		*v = make(map[string]any, len(n.members))
	}
	values := *v
	for i := range n.members {
		m := &n.members[i]
		var value any
		if value, off = d.any(off, m.node); off < 0 {
			return d.InKey(m.name)
		}
		values[m.name] = value
	}
	return off
}
