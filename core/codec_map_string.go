// Maps with string keys and the commonest elements, which need no reflection.

package core

import (
	"slices"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// keyBuffer is scratch for the keys of maps that are being sorted, innermost map
// last.
type keyBuffer []string

// sortedMembers appends the members of m in the order of their keys.
func sortedMembers[V any](e *encodeState, dst []byte, m map[string]V, appendElem func(*encodeState, []byte, V) []byte) []byte {
	base := len(e.keys)
	for key := range m {
		e.keys = append(e.keys, key)
	}
	slices.Sort(e.keys[base:])
	for i := base; i < base+len(m); i++ {
		key := e.keys[i]
		dst = e.appendText(dst, -1, key)
		if e.err == nil {
			dst = appendElem(e, dst, m[key])
		}
		if e.err != nil {
			e.trail.Key(key)
			break
		}
	}
	clear(e.keys[base:])
	e.keys = e.keys[:base]
	return dst
}

// anyMapCodec returns the functions for map[string]any.
func anyMapCodec() (appendFunc, readFunc) {
	return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
			return e.appendStringMap(dst, *mem.Ref[map[string]any](p))
		}, func(d *decodeState, off int, p mem.Pointer) int {
			return readStringMap(d, off, mem.Ref[map[string]any](p), "map[string]interface {}", (*decodeState).stringMembers)
		}
}

// typedMap fills k for maps whose underlying type is map[string]V.
func typedMap[V any](k *codec, appendMap func(*encodeState, []byte, map[string]V) []byte,
	members func(d *decodeState, off, next, n int, m map[string]V) int) {
	name := k.typ.String()
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		return appendMap(e, dst, *mem.Ref[map[string]V](p))
	}
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		return readStringMap(d, off, mem.Ref[map[string]V](p), name, members)
	}
}

// readStringMap reads an object with string keys into *m, which is made if nil
// and emptied if stale.
func readStringMap[V any](d *decodeState, off int, m *map[string]V, name string,
	members func(d *decodeState, off, next, n int, m map[string]V) int) int {
	if off < len(d.src) && wire.Header(d.src[off]) == wire.HeaderNull {
		*m = nil
		return off + 1
	}
	h, n, next, err := wire.ReadObject(d.src, off)
	if err != nil {
		return d.fail(off, name, err)
	}
	if n > 0 && h != wire.HeaderObject {
		return d.mismatch(off, h, name)
	}
	if *m == nil {
		if !d.charge(off, mapCost(n)) {
			return -1
		}
		*m = make(map[string]V, n)
	} else if d.stale {
		clear(*m)
	}
	return members(d, off, next, n, *m)
}

// appendMapString appends a map of strings.
func (e *encodeState) appendMapString(dst []byte, m map[string]string) []byte {
	if m == nil {
		return wire.AppendNull(dst)
	}
	dst = wire.AppendObject(dst, len(m))
	if len(m) == 0 || !e.enter() {
		return dst
	}
	if e.sorted {
		dst = sortedMembers(e, dst, m, func(e *encodeState, dst []byte, v string) []byte {
			return e.appendText(dst, int(wire.HeaderString), v)
		})
	} else {
		for key, v := range m {
			dst = e.appendText(dst, -1, key)
			if e.err == nil {
				dst = e.appendText(dst, int(wire.HeaderString), v)
			}
			if e.err != nil {
				e.trail.Key(key)
				return dst
			}
		}
	}
	e.leave()
	return dst
}

// mapString decodes n members at next into m.
func (d *decodeState) mapString(off, next, n int, m map[string]string) int {
	if n == 0 {
		return next
	}
	if !d.enter(off, n) {
		return -1
	}
	for range n {
		text, at, err := wire.ViewText(d.src, next)
		if err != nil {
			return d.fail(next, "string", err)
		}
		key := d.string(text)
		if d.rejectDuplicates {
			if _, again := m[key]; again {
				d.fail(next, "", duplicate(key))
				return d.inKey(key)
			}
		}
		var v string
		if next = readString(d, at, mem.Of(&v)); next < 0 {
			return d.inKey(key)
		}
		m[key] = v
	}
	d.leave()
	return next
}
