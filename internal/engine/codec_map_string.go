// Maps with string keys and the commonest elements, which need no reflection.

package engine

import (
	"maps"
	"math"
	"reflect"
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// element is a type of map elements by value: an append and a read function that
// need no address.
type element[V any] struct {
	append func(e *encodeState, dst []byte, v V) []byte
	read   func(d *decodeState, off int) (v V, next int)
}

var (
	boolElement   = element[bool]{func(_ *encodeState, dst []byte, v bool) []byte { return wire.AppendBool(dst, v) }, (*decodeState).bool}
	stringElement = element[string]{
		func(e *encodeState, dst []byte, v string) []byte {
			return e.appendText(dst, int(wire.HeaderString), v)
		},
		(*decodeState).text,
	}
	float64Element = element[uint64]{
		func(_ *encodeState, dst []byte, v uint64) []byte {
			return wire.AppendFloat64(dst, math.Float64frombits(v))
		},
		func(d *decodeState, off int) (uint64, int) {
			v, next := d.float64(off)
			return math.Float64bits(v), next
		},
	}
)

// intElement is the element of a signed integer type of the size of V, which has its bits and is
// called name.
func intElement[V uint32 | uint64, S int32 | int64](name string) element[V] {
	return element[V]{
		func(e *encodeState, dst []byte, v V) []byte { return wire.AppendInt(dst, int64(S(v))) },
		func(d *decodeState, off int) (V, int) {
			v, next := readInteger[S](d, off, name)
			return V(v), next
		},
	}
}

// uintElement is the element of an unsigned integer type of the size of V that is called name.
func uintElement[V uint32 | uint64](name string) element[V] {
	return element[V]{
		func(e *encodeState, dst []byte, v V) []byte { return wire.AppendUint(dst, uint64(v)) },
		func(d *decodeState, off int) (V, int) { return readInteger[V](d, off, name) },
	}
}

// compileStringMap fills k for a map[string]V of a common V, and reports whether
// it is one.
func (c *compiler) compileStringMap(k *codec, elem *codec) bool {
	if !elem.plain || elem.typ == durationType {
		return false
	}
	t := k.typ.Elem()
	if c.profile.key.fixed && t.Kind() >= reflect.Int && t.Kind() <= reflect.Uintptr {
		return false
	}
	switch t.Kind() {
	case reflect.Interface:
		if t.NumMethod() > 0 {
			return false
		}
		stringMap(k, element[any]{(*encodeState).appendAny, (*decodeState).any})
	case reflect.String:
		stringMap(k, stringElement)
	case reflect.Bool:
		stringMap(k, boolElement)
	case reflect.Float64:
		stringMap(k, float64Element)
	case reflect.Int, reflect.Int32, reflect.Int64:
		if name := t.Kind().String(); t.Size() == 8 {
			stringMap(k, intElement[uint64, int64](name))
		} else {
			stringMap(k, intElement[uint32, int32](name))
		}
	case reflect.Uint, reflect.Uint32, reflect.Uint64:
		if name := t.Kind().String(); t.Size() == 8 {
			stringMap(k, uintElement[uint64](name))
		} else {
			stringMap(k, uintElement[uint32](name))
		}
	default:
		return false
	}
	return true
}

// stringMap fills k for a map of strings whose elements have the memory of a V: numbers are seen as
// unsigned ones of their size. The runtime does nothing with elements but move them.
func stringMap[V any](k *codec, elem element[V]) {
	t, name := k.typ, k.typ.String()
	kept := new(sync.Pool)
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		return appendStringMap(e, dst, *mem.Ref[map[string]V](p), t, elem.append, kept)
	}
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		return readStringMap(d, off, mem.Ref[map[string]V](p), name, elem.read)
	}
	k.rowRead = mapRow(elem.read)
}

// appendStringMap appends an object with string keys. kept is for sortedMembers.
func appendStringMap[V any](e *encodeState, dst []byte, m map[string]V, t reflect.Type, appendElem func(*encodeState, []byte, V) []byte, kept *sync.Pool) []byte {
	if m == nil {
		return wire.AppendNull(dst)
	}
	dst = wire.AppendObject(dst, len(m))
	if out, done := e.descend(dst, len(m)); done {
		return out
	}
	id, watched := mem.Pointer{}, e.level > fault.CycleLevel
	if watched {
		id = mem.From(reflect.ValueOf(m).UnsafePointer())
		if !e.begin(t, id, 0) {
			return nil
		}
	}
	if e.sorted {
		dst = sortedMembers(e, dst, m, appendElem, kept)
	} else {
		i, ahead := 0, mem.Foresee(dst, len(m))
		for key, v := range m {
			dst = ahead.Room(dst, i)
			i++
			if dst = appendMember(e, dst, key, v, appendElem); dst == nil {
				return nil
			}
		}
	}
	if watched {
		e.end(t, id, 0)
	}
	e.leave()
	return dst
}

func appendMember[V any](e *encodeState, dst []byte, key string, v V, appendElem func(*encodeState, []byte, V) []byte) []byte {
	if dst = e.appendText(dst, -1, key); dst != nil {
		dst = appendElem(e, dst, v)
	}
	if dst == nil {
		e.failed.InKey(key)
	}
	return dst
}

// readStringMap reads an object with string keys into *m, which is made if nil
// and emptied if stale.
func readStringMap[V any](d *decodeState, off int, m *map[string]V, name string, readElem func(*decodeState, int) (V, int)) int {
	if off < len(d.src) && wire.Header(d.src[off]) == wire.HeaderNull {
		*m = nil
		return off + 1
	}
	if wire.IsIndexed(d.src, off) {
		return readIndexedMap(d, off, m, readElem)
	}
	h, n, next, err := wire.ReadObject(d.src, off)
	if err != nil {
		return d.Fail(off, name, err)
	}
	if n > 0 && h != wire.HeaderObject {
		return d.mismatch(off, h, name)
	}
	if !readyMap(d, m, n) {
		return -1
	}
	if len(*m) == 0 || !d.rejectDuplicates {
		return readStringMembers(d, off, next, n, *m, readElem)
	}
	// What the map held already makes no duplicate.
	fresh := make(map[string]V, n)
	if next = readStringMembers(d, off, next, n, fresh, readElem); next >= 0 {
		maps.Copy(*m, fresh)
	}
	return next
}

// readyMap makes *m a map for n more members, which it charges: a new one if nil, an empty
// one if stale.
func readyMap[V any](d *decodeState, m *map[string]V, n int) bool {
	if !d.charge(mapCost(n)) {
		return false
	}
	if *m == nil {
		*m = make(map[string]V, n)
	} else if d.stale {
		clear(*m)
	}
	return true
}

// readStringMembers decodes n members at next into m. Elements are new values: what
// the map held under the same key does not show in them.
func readStringMembers[V any](d *decodeState, off, next, n int, m map[string]V, readElem func(*decodeState, int) (V, int)) int {
	if at, done := d.Descend(&d.budget, off, next, n); done {
		return at
	}
	for range n {
		key, at := d.key(next)
		if at < 0 {
			return -1
		}
		if d.rejectDuplicates {
			if _, again := m[key]; again {
				d.Fail(next, "", duplicate(key))
				return d.InKey(key)
			}
		}
		v, end := readElem(d, at)
		if end < 0 {
			return d.InKey(key)
		}
		m[key], next = v, end
	}
	d.leave()
	return next
}

// key reads the key of a member.
func (d *decodeState) key(off int) (key string, next int) {
	if off < len(d.src) {
		if next = d.shortText(d.src, off, &key); next >= 0 {
			return key, next
		}
	}
	text, next, err := wire.ViewText(d.src, off)
	if err != nil {
		return "", d.Fail(off, "", err)
	}
	return d.string(text), next
}
