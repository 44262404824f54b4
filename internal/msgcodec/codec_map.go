// Maps.

package msgcodec

import (
	"bytes"
	"reflect"
	"slices"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// mapCodec is a map, written and read by reflection.
type mapCodec struct {
	k         *codec
	key, elem *codec
	entry     int  // bytes of an entry
	loose     bool // keys may be values that Go cannot compare
	apart     bool // keys may differ although their bytes do not
}

func (c *compiler) compileMap(k *codec) {
	t := k.typ
	m := &mapCodec{k: k, key: c.key(t.Key()), elem: c.compile(t.Elem()), loose: plan.MayNotCompare(t.Key()), apart: apart(t.Key())}
	m.entry = int(t.Key().Size() + t.Elem().Size())
	k.append, k.read = m.append, m.read
	switch t {
	case reflect.TypeFor[map[string]string]():
		k.append, k.read = appendStrings, m.readStrings
	case reflect.TypeFor[map[string]any]():
		k.append, k.read = appendAnyMap, m.readAnyMap
	}
}

// key returns the codec of a type of keys. As in encoding/json, methods of JSON do not
// matter there, and a json.Number is a string.
func (c *compiler) key(t reflect.Type) *codec {
	k := c.compile(t)
	if c.keyByKind(t, k) {
		k = &codec{typ: t}
		c.compileKind(k)
	}
	return k
}

// keyByKind reports whether keys of type t, of which k is the codec, are written as the kind of t says.
func (c *compiler) keyByKind(t reflect.Type, k *codec) bool {
	write, read := plan.Methods(t)
	byJSON := write == plan.JSONMethod && read == plan.JSONMethod
	return c.declared(t) == nil && (isJSONNumber(t) || k.opaque && byJSON && !writesItself(t) && !readsItself(t))
}

// begin writes the head of a map of n pairs. done says that there is nothing more to
// write, or that it failed.
func (e *encodeState) begin(dst []byte, n int) (_ []byte, done bool) {
	if !e.counts(n) {
		return nil, true
	}
	dst = msgp.AppendMapHeader(dst, uint32(n))
	if n == 0 {
		return dst, true
	}
	if !e.enter() {
		return nil, true
	}
	return dst, false
}

func (m *mapCodec) append(e *encodeState, dst []byte, p mem.Pointer) []byte {
	v := m.k.value(p)
	dst, done := e.begin(dst, v.Len())
	if done {
		return dst
	}
	if e.deterministic || m.apart {
		return m.appendSorted(e, dst, v)
	}
	key, elem := reflect.New(m.key.typ), reflect.New(m.elem.typ)
	kp, ep := mem.From(key.UnsafePointer()), mem.From(elem.UnsafePointer())
	var written map[string]struct{} // the keys, where a method makes them
	if m.key.opaque && v.Len() > 1 {
		written = make(map[string]struct{}, v.Len())
	}
	i, ahead := 0, mem.Foresee(dst, v.Len())
	for iter := v.MapRange(); iter.Next(); {
		dst = ahead.Room(dst, i)
		i++
		key.Elem().SetIterKey(iter)
		elem.Elem().SetIterValue(iter)
		start := len(dst)
		if dst = m.key.append(e, dst, kp); dst == nil {
			return e.inKey("(key)")
		}
		if written != nil {
			n := len(written)
			if written[string(dst[start:])] = struct{}{}; len(written) == n {
				return m.twice(e, dst[start:])
			}
		}
		if dst = m.elem.append(e, dst, ep); dst == nil {
			return e.inKey(m.keyText(e, kp))
		}
	}
	e.leave()
	return dst
}

// keyText returns how a path shows the key at p.
func (m *mapCodec) keyText(e *encodeState, p mem.Pointer) string {
	inner := encodeState{profile: e.profile, limit: e.limit}
	b := m.key.append(&inner, nil, p)
	return msgwire.KeyText(b, 0)
}

// appendSorted writes the entries in the order of the bytes of their keys.
func (m *mapCodec) appendSorted(e *encodeState, dst []byte, v reflect.Value) []byte {
	type entry struct {
		key  []byte
		elem reflect.Value
	}
	entries := make([]entry, 0, v.Len())
	key := reflect.New(m.key.typ)
	kp := mem.From(key.UnsafePointer())
	for iter := v.MapRange(); iter.Next(); {
		key.Elem().SetIterKey(iter)
		b := m.key.append(e, nil, kp)
		if b == nil {
			return e.inKey("(key)")
		}
		entries = append(entries, entry{b, iter.Value()})
	}
	slices.SortFunc(entries, func(a, b entry) int { return bytes.Compare(a.key, b.key) })
	elem := reflect.New(m.elem.typ)
	for i := range entries {
		if i > 0 && (m.apart || m.key.opaque) && bytes.Equal(entries[i].key, entries[i-1].key) {
			return m.twice(e, entries[i].key)
		}
		elem.Elem().Set(entries[i].elem)
		dst = append(dst, entries[i].key...)
		if dst = m.elem.append(e, dst, mem.From(elem.UnsafePointer())); dst == nil {
			return e.inKey(msgwire.KeyText(entries[i].key, 0))
		}
	}
	e.leave()
	return dst
}

// twice fails because two keys that differ have the same bytes.
func (m *mapCodec) twice(e *encodeState, key []byte) []byte {
	e.fail(m.k.typ.String(), fault.Because(fault.ErrDuplicate, "two keys with the same bytes"))
	return e.inKey(msgwire.KeyText(key, 0))
}

func appendStrings(e *encodeState, dst []byte, p mem.Pointer) []byte {
	return appendTextMap(e, dst, *mem.Ref[map[string]string](p), (*encodeState).appendText)
}

func appendAnyMap(e *encodeState, dst []byte, p mem.Pointer) []byte {
	return appendTextMap(e, dst, *mem.Ref[map[string]any](p), (*encodeState).appendAny)
}

// appendTextMap writes a map of keys that are strings without reflection.
func appendTextMap[V any](e *encodeState, dst []byte, v map[string]V, one func(e *encodeState, dst []byte, v V) []byte) []byte {
	dst, done := e.begin(dst, len(v))
	if done {
		return dst
	}
	i, ahead := 0, mem.Foresee(dst, len(v))
	put := func(key string, elem V) bool {
		dst = ahead.Room(dst, i)
		i++
		if dst = e.appendText(dst, key); dst != nil {
			dst = one(e, dst, elem)
		}
		return dst != nil
	}
	if e.deterministic {
		keys := make([]string, 0, len(v))
		for key := range v {
			keys = append(keys, key)
		}
		// The length of a key stands before its bytes, and counts first.
		slices.SortFunc(keys, compareTexts)
		for _, key := range keys {
			if !put(key, v[key]) {
				return e.inKey(key)
			}
		}
	} else {
		for key, elem := range v {
			if !put(key, elem) {
				return e.inKey(key)
			}
		}
	}
	e.leave()
	return dst
}

// compareTexts orders strings as their encodings are ordered.
func compareTexts(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return bytes.Compare(mem.Bytes(a), mem.Bytes(b))
}

// count reads the head of a map at off, and enters it unless it is empty. next is -1 when
// there is none, and then after is what the read function returns: nil, or failure.
func (k *codec) count(d *decodeState, off int, p mem.Pointer) (n, next, after int) {
	h, ok := d.head(off)
	if !ok {
		return 0, -1, -1
	}
	if h.Kind != msgwire.KindMap {
		return 0, -1, k.instead(d, off, p)
	}
	if h.Len > 0 && !d.enter(off, h.Len) {
		return 0, -1, -1
	}
	return h.Len, h.Next, 0
}

func (m *mapCodec) read(d *decodeState, off int, p mem.Pointer) int {
	n, next, after := m.k.count(d, off, p)
	if next < 0 {
		return after
	}
	if !d.charge(mapBytes(n, m.entry)) {
		return -1
	}
	v := m.k.value(p)
	if v.IsNil() {
		v.Set(reflect.MakeMapWithSize(m.k.typ, n))
	} else {
		v.Clear()
	}
	if n == 0 {
		return next
	}
	key, elem := reflect.New(m.key.typ).Elem(), reflect.New(m.elem.typ).Elem()
	kp, ep := mem.From(key.Addr().UnsafePointer()), mem.From(elem.Addr().UnsafePointer())
	var seen keySet
	for i := range n {
		if i > 0 {
			// What the map keeps must not be written over.
			key.SetZero()
			elem.SetZero()
		}
		at := next
		if next = m.readKey(d, at, kp, key); next < 0 {
			return d.InKey(msgwire.KeyText(d.src, at))
		}
		if m.apart {
			if before, ok := seen.again(d.src, at, next, key); ok {
				key.Set(before)
			}
		}
		if next = m.elem.read(d, next, ep); next < 0 {
			return d.InKey(msgwire.KeyText(d.src, at))
		}
		v.SetMapIndex(key, elem)
		if d.options.RejectDuplicates && v.Len() <= i {
			return d.failKey(at, m.k.typ.String(), fault.DuplicateKey)
		}
	}
	d.leave()
	return next
}

// readKey reads a key, which must not be nil, and must be of a type that maps can have
// for keys.
func (m *mapCodec) readKey(d *decodeState, off int, p mem.Pointer, key reflect.Value) int {
	if off < len(d.src) && d.src[off] == msgwire.Nil {
		return d.Fail(off, m.k.typ.String(), msgwire.NilKey())
	}
	if m.key.op == opString {
		// As everywhere, a key of text may be a bin.
		if text, end := d.anyText(off); end >= 0 {
			if !d.valid(off, text) {
				return -1
			}
			*mem.Ref[string](p) = d.string(text)
			return end
		}
	}
	next := m.key.read(d, off, p)
	if next >= 0 && m.loose && !key.Comparable() {
		return d.Fail(off, m.k.typ.String(), plan.ErrNotComparable)
	}
	return next
}

func (m *mapCodec) readStrings(d *decodeState, off int, p mem.Pointer) int {
	return readTextMap(m, d, off, p, func(off int) (string, int) {
		text, next := d.text(off)
		if next < 0 {
			return "", m.elem.instead(d, off, mem.Of(new(string)))
		}
		if !d.valid(off, text) {
			return "", -1
		}
		return d.string(text), next
	})
}

func (m *mapCodec) readAnyMap(d *decodeState, off int, p mem.Pointer) int {
	return readTextMap(m, d, off, p, d.readAny)
}

// readTextMap reads a map of keys that are strings without reflection.
func readTextMap[V any](m *mapCodec, d *decodeState, off int, p mem.Pointer, one func(off int) (V, int)) int {
	n, next, after := m.k.count(d, off, p)
	if next < 0 {
		return after
	}
	if !d.charge(mapBytes(n, m.entry)) {
		return -1
	}
	all := mem.Ref[map[string]V](p)
	if *all == nil {
		*all = make(map[string]V, n)
	} else {
		clear(*all)
	}
	if n == 0 {
		return next
	}
	for i := range n {
		at := next
		text, end := d.anyText(at)
		if end < 0 {
			m.readKey(d, at, mem.Of(new(string)), reflect.Value{}) // which fails, and says why
			return d.InKey(msgwire.KeyText(d.src, at))
		}
		if !d.valid(at, text) {
			return d.InKey(string(text))
		}
		key := d.string(text)
		if (*all)[key], next = one(end); next < 0 {
			return d.InKey(key)
		}
		if d.options.RejectDuplicates && len(*all) <= i {
			return d.failKey(at, m.k.typ.String(), fault.DuplicateKey)
		}
	}
	d.leave()
	return next
}
