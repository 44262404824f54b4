// Maps that go through reflection. Maps of strings to common types do not: those are in
// codec_map_string.go. codec_map_sorted.go has the order of keys under Deterministic.
//
// A Go map has no addresses of keys and elements, and codecs want one. So a key and an
// element are copied to variables that a mapScratch keeps, and the codecs see those.

package engine

import (
	"bytes"
	"encoding"
	"reflect"
	"strconv"
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/wire"
)

// compileMap fills k for a map. String keys and keys that marshal to text make an
// object with string keys, integer keys one with integer keys of their own width. Keys of
// integers keep that width, also where a narrower one would do: some peers take the width
// of their own key type and no other.
func (c *compiler) compileMap(k *codec) {
	t := k.typ
	elem := c.compile(t.Elem())
	key := c.keyCodec(t.Key())
	if err := typeset.Key(c.profile.key.types, t.Key()); err != nil {
		k.unsupported(err)
		return
	}
	k.keyed = t.Key().Kind() == reflect.String
	if key == nil {
		k.unsupported(fault.Because(fault.ErrUnsupported, "map keys of type "+t.Key().String()+
			" are neither strings nor integers nor marshal to text"))
		return
	}
	// The codec for maps of strings calls no methods of keys, and knows neither type tags
	// nor indexes.
	if t.Key().Kind() == reflect.String && key.parse == nil && !c.profile.key.typeTags && !c.profile.key.indexed && c.compileStringMap(k, elem) {
		return
	}
	m := &mapCodec{typ: t, key: key, elem: elem}
	k.append, k.read, k.rowRead = m.append, m.read, m.readRow
	if c.profile.key.indexed && m.key.header == wire.HeaderObject {
		k.append = m.appendIndexed
	}
}

// keyCodec is how map keys become the keys of an object.
type keyCodec struct {
	typ reflect.Type
	// header is the object's: HeaderObject, or that of integer keys.
	header wire.Header
	// text is set for keys that marshal to text.
	text  func(v reflect.Value) (string, error)
	parse func(text []byte, v reflect.Value) error
}

// keyCodec returns the codec of a key type, or nil. As in encoding/json a string
// kind is itself even if it has methods for encoding, and methods come before
// integers; for decoding, methods come first.
func (c *compiler) keyCodec(t reflect.Type) *keyCodec {
	k := &keyCodec{typ: t}
	if reflect.PointerTo(t).Implements(plan.TextUnmarshalerType) {
		// A key with an interface in it may be set to a value that cannot be compared. A map
		// panics for such a key, so the key is looked at before.
		loose := plan.MayNotCompare(t)
		k.parse = func(text []byte, v reflect.Value) error {
			err := v.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText(text)
			if err == nil && loose && !v.Comparable() {
				err = plan.ErrNotComparable
			}
			return err
		}
	}
	if t.Kind() == reflect.String {
		k.header = wire.HeaderObject
		return k
	}
	if t.Implements(plan.TextMarshalerType) {
		k.header = wire.HeaderObject
		k.text = func(v reflect.Value) (string, error) {
			// As in encoding/json, where the method would panic.
			if v.Kind() == reflect.Pointer && v.IsNil() {
				return "", nil
			}
			b, err := v.Interface().(encoding.TextMarshaler).MarshalText()
			return string(b), err
		}
		return k
	}
	if n := numberHeader(t.Kind()); n != 0 && n.Class() != wire.Float {
		k.header = n.Keyed()
		k.parse = nil
		return k
	}
	// The map is still of use to decode into: encoding fails when there is a key to write.
	if k.parse != nil {
		k.header = wire.HeaderObject
		k.text = func(reflect.Value) (string, error) {
			return "", fault.Because(fault.ErrUnsupported, "map keys of type "+t.String()+" can be decoded only")
		}
		return k
	}
	return nil
}

// numberHeader returns the header of a number of a Go kind's own width, or 0. int, uint
// and uintptr are eight bytes on the wire whatever the machine has, so that messages do not
// depend on it.
func numberHeader(k reflect.Kind) wire.Header {
	switch k {
	case reflect.Int8:
		return wire.HeaderInt8
	case reflect.Int16:
		return wire.HeaderInt16
	case reflect.Int32:
		return wire.HeaderInt32
	case reflect.Int, reflect.Int64:
		return wire.HeaderInt64
	case reflect.Uint8:
		return wire.HeaderUint8
	case reflect.Uint16:
		return wire.HeaderUint16
	case reflect.Uint32:
		return wire.HeaderUint32
	case reflect.Uint, reflect.Uint64, reflect.Uintptr:
		return wire.HeaderUint64
	case reflect.Float32:
		return wire.HeaderFloat32
	case reflect.Float64:
		return wire.HeaderFloat64
	}
	return 0
}

// mapCodec is a map that goes through reflection. It is shared by all calls; what a call
// changes is in its mapScratch. Maps within maps take one scratch for each level, so it
// is taken from a pool and not kept in the codec.
type mapCodec struct {
	typ  reflect.Type
	key  *keyCodec
	elem *codec
	pool sync.Pool // of *mapScratch
}

// mapScratch is a key and an element of a map with addresses, and an iterator:
// what reflection would allocate for every map anew.
type mapScratch struct {
	key, elem reflect.Value
	at        mem.Pointer // of elem
	iter      reflect.MapIter
	sorted    members
	texts     map[string]struct{} // of the keys that are written, where a method makes them
}

// scratch returns variables for a key and an element, which are zero. Both are made by
// reflect.New, so they have addresses; at is kept beside elem, so that reflection
// is not asked for it with each element.
func (m *mapCodec) scratch() *mapScratch {
	if s, ok := m.pool.Get().(*mapScratch); ok {
		return s
	}
	elem := reflect.New(m.typ.Elem())
	return &mapScratch{key: reflect.New(m.typ.Key()).Elem(), elem: elem.Elem(), at: mem.From(elem.UnsafePointer())}
}

// done gives s back without the user's data, which a pool would keep alive. It is deferred:
// methods of keys and elements may panic, and nothing of s is in an unfinished state that
// the next SetZero and Reset do not end.
func (m *mapCodec) done(s *mapScratch) {
	s.key.SetZero()
	s.elem.SetZero()
	s.iter.Reset(reflect.Value{})
	// clear keeps the memory of a Go map, so a large one is dropped.
	if len(s.texts) > keptMembers {
		s.texts = nil
	}
	clear(s.texts)
	m.pool.Put(s)
}

// append appends the map at p. Its length is asked once, and is the count on the wire: a map
// that is written to meanwhile is a data race of the user's, and makes a wrong message. From
// CycleLevel on the map is watched, since it can contain itself through an interface. e is
// not nil: a map is never stateless.
func (m *mapCodec) append(e *encodeState, dst []byte, p mem.Pointer) []byte {
	v := reflect.NewAt(m.typ, p.Unsafe()).Elem()
	if v.IsNil() {
		return wire.AppendNull(dst)
	}
	n := v.Len()
	dst = wire.AppendSize(append(dst, byte(m.key.header)), n)
	if out, done := e.descend(dst, n); done {
		return out
	}
	// The address of its table is what a map is known by; asking reflection for it would
	// cost every map something, so only deep ones are asked.
	id, watched := mem.Pointer{}, e.level > fault.CycleLevel
	if watched {
		id = mem.From(v.UnsafePointer())
		if !e.begin(m.typ, id, 0) {
			return nil
		}
	}
	if e.sorted {
		dst = m.appendSorted(e, dst, v)
	} else {
		dst = m.appendMembers(e, dst, v)
	}
	e.leave()
	if watched {
		e.end(m.typ, id, 0)
	}
	return dst
}

// appendMembers appends the members in the order of the map. Only texts that a method makes
// can be the same for two keys; a string key is its own text, and a single key has no other
// to be like.
func (m *mapCodec) appendMembers(e *encodeState, dst []byte, v reflect.Value) []byte {
	s := m.scratch()
	defer m.done(s)
	s.iter.Reset(v)
	all := v.Len()
	unlike := m.key.text == nil || all == 1
	i, ahead := 0, mem.Foresee(dst, all)
	for s.iter.Next() {
		dst = ahead.Room(dst, i)
		i++
		s.key.SetIterKey(&s.iter)
		s.elem.SetIterValue(&s.iter)
		start := len(dst)
		if dst = m.appendKey(e, dst, s.key); dst != nil && !unlike {
			dst = m.once(e, dst, start, s)
		}
		if dst = m.appendElem(e, dst, s.key, s.at); dst == nil {
			break
		}
	}
	return dst
}

// once fails where the key at dst[start:] was written before: two keys are not equal, and
// the text that their method makes of them is. A reader would keep one of the two, and the
// other would be lost silently.
func (m *mapCodec) once(e *encodeState, dst []byte, start int, s *mapScratch) []byte {
	if s.texts == nil {
		s.texts = map[string]struct{}{}
	}
	n := len(s.texts)
	if s.texts[string(dst[start:])] = struct{}{}; len(s.texts) == n {
		return m.twice(e)
	}
	return dst
}

func (m *mapCodec) twice(e *encodeState) []byte {
	return e.fail(m.typ.String(), fault.Because(fault.ErrDuplicate, "two keys with the same text"))
}

// appendElem appends the value of a member whose key is written, unless that failed. The
// element is the copy in the scratch, since that of the map has no address.
func (m *mapCodec) appendElem(e *encodeState, dst []byte, key reflect.Value, at mem.Pointer) []byte {
	if dst != nil {
		dst = m.elem.append(e, dst, at)
	}
	if dst == nil {
		e.failed.InKey(m.keyText(key))
	}
	return dst
}

// appendKey appends a key in the form of the object: text without a header, since the header
// of the object says that keys are text, or an integer of the width that it says.
func (m *mapCodec) appendKey(e *encodeState, dst []byte, key reflect.Value) []byte {
	switch {
	case m.key.text != nil:
		s, err := m.key.text(key)
		if err != nil {
			return e.fail(m.key.typ.String(), err)
		}
		return e.appendText(dst, -1, s)
	case m.key.header == wire.HeaderObject:
		return e.appendText(dst, -1, key.String())
	}
	return wire.AppendIntKey(dst, keyBits(key), m.key.header.Width())
}

// keyBits returns the bits of an integer key, those of a signed one sign-extended;
// AppendIntKey takes as many as the key's width has.
func keyBits(key reflect.Value) uint64 {
	if key.CanInt() {
		return uint64(key.Int())
	}
	return key.Uint()
}

// keyText returns a key as a path shows it. It is called for errors only; a method that fails
// once more leaves the name empty.
func (m *mapCodec) keyText(key reflect.Value) string {
	switch {
	case m.key.text != nil:
		s, _ := m.key.text(key)
		return s
	case key.Kind() == reflect.String:
		return key.String()
	case key.CanInt():
		return strconv.FormatInt(key.Int(), 10)
	}
	return utoa(key.Uint())
}

// read reads an object into the map at p, with or without an index, or null. As in
// encoding/json a map that is not nil keeps its entries and gets those of the message;
// one that is stale is cleared, since its entries belong to another value.
func (m *mapCodec) read(d *decodeState, off int, p mem.Pointer) int {
	v := reflect.NewAt(m.typ, p.Unsafe()).Elem()
	if off < len(d.src) && wire.Header(d.src[off]) == wire.HeaderNull {
		v.SetZero()
		return off + 1
	}
	if wire.IsIndexed(d.src, off) {
		return m.readIndexed(d, off, v)
	}
	// An empty object has no keys, so either kind will do.
	h, n, next, err := wire.ReadObject(d.src, off)
	if err != nil {
		return d.Fail(off, m.typ.String(), err)
	}
	intKeys := h.Kind() == wire.KindIntObject
	if n > 0 && intKeys != (m.key.header != wire.HeaderObject) {
		return d.mismatch(off, h, m.typ.String())
	}
	if !m.prepare(d, next, v, n) {
		return -1
	}
	if at, done := d.Descend(&d.budget, off, next, n); done {
		return at
	}
	// Elements are decoded into a variable that is zero: none of them is stale, also where
	// the map was.
	stale := d.stale
	d.stale = false
	into := m.fresh(d, v)
	if next = m.readMembers(d, next, n, h, into); next >= 0 {
		copyEntries(v, into)
	}
	d.stale = stale
	if next >= 0 {
		d.leave()
	}
	return next
}

// prepare makes v a map for n more members. A member takes two bytes on the wire at least,
// and a slot of the table in memory. The count is charged as a whole, but the map is made
// for no more than [fault.Memory.Claim] says, and grows as members prove to be there, which lie
// at off or behind it.
func (m *mapCodec) prepare(d *decodeState, off int, v reflect.Value, n int) bool {
	slot := 8 + int(m.typ.Key().Size()+m.typ.Elem().Size())
	if !d.charge(mapBase + max(n, 8)*slot) {
		return false
	}
	if v.IsNil() {
		v.Set(reflect.MakeMapWithSize(m.typ, d.memory.Claim(n, slot, len(d.whole)-off)))
	} else if d.stale {
		v.Clear()
	}
	return true
}

// fresh returns the map that the members of v are decoded into: v, or another one where
// duplicates are refused and v has entries, since a key of v that comes once is not repeated.
func (m *mapCodec) fresh(d *decodeState, v reflect.Value) reflect.Value {
	if v.Len() == 0 || !d.rejectDuplicates {
		return v
	}
	return reflect.MakeMap(m.typ)
}

// copyEntries puts the entries of from, which may be to itself, into to. They go there only
// after all members are read: an error leaves the user's map as it was.
func copyEntries(to, from reflect.Value) {
	if to.Pointer() == from.Pointer() {
		return
	}
	for it := from.MapRange(); it.Next(); {
		to.SetMapIndex(it.Key(), it.Value())
	}
}

// readMembers decodes n members at next into v. Elements are decoded as new
// values, not on top of what the map held. The scratch is set to zero before each member, as
// codecs add to what a slice, a map or a pointer holds: without that, members would share
// memory with each other.
func (m *mapCodec) readMembers(d *decodeState, next, n int, h wire.Header, v reflect.Value) int {
	s := m.scratch()
	defer m.done(s)
	key := s.key
	for range n {
		key.SetZero()
		s.elem.SetZero()
		start := next
		if next = m.readKey(d, next, h, key); next < 0 {
			return -1
		}
		if d.rejectDuplicates && v.MapIndex(key).IsValid() {
			d.Fail(start, m.typ.String(), duplicate(m.keyText(key)))
			return d.InKey(m.keyText(key))
		}
		if next = m.elem.read(d, next, s.at); next < 0 {
			return d.InKey(m.keyText(key))
		}
		v.SetMapIndex(key, s.elem)
	}
	return next
}

// readKey decodes one key into key, which is addressable and zero. A method gets a copy of
// the text: it may keep what it is given. Under tentative no method is called at all, since
// the value may be decoded again, and the method would be called twice.
func (m *mapCodec) readKey(d *decodeState, off int, h wire.Header, key reflect.Value) int {
	if h.Kind() == wire.KindIntObject {
		num, next, err := wire.ReadIntKey(d.src, off, h)
		if err != nil {
			return d.Fail(off, m.key.typ.String(), err)
		}
		if !setInteger(key, num) {
			return d.Fail(off, m.key.typ.String(), num.Misfit(off, m.key.typ.String(), true))
		}
		return next
	}
	text, next, err := wire.ViewText(d.src, off)
	if err != nil {
		return d.Fail(off, m.key.typ.String(), err)
	}
	if m.key.parse != nil {
		if d.tentative {
			return d.Fail(off, "", errMethod)
		}
		if err := m.key.parse(bytes.Clone(text), key); err != nil {
			return d.Fail(off, m.key.typ.String(), err)
		}
		return next
	}
	if m.key.typ.Kind() != reflect.String {
		return d.Fail(off, m.key.typ.String(), fault.Because(fault.ErrUnsupported,
			"map keys of type "+m.key.typ.String()+" can be encoded only"))
	}
	key.SetString(d.string(text))
	return next
}

// setInteger sets v, of an integer kind, to a number that it holds exactly, whatever the
// width and signedness on the wire.
func setInteger(v reflect.Value, n wire.Number) bool {
	if v.CanInt() {
		i, ok := n.Int64()
		if !ok || v.OverflowInt(i) {
			return false
		}
		v.SetInt(i)
		return true
	}
	u, ok := n.Uint64()
	if !ok || v.OverflowUint(u) {
		return false
	}
	v.SetUint(u)
	return true
}
