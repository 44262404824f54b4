// Maps, except those of interfaces by string, which encode_any.go has.

package json

import (
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/typeset"
)

var anyMapType = reflect.TypeFor[map[string]any]()

func (c encoderCompiler) compileMap(k *encoder) {
	t := k.typ
	if err := typeset.Key(c.in.types, t.Key()); err != nil {
		k.refuse(err)
		return
	}
	key := mapKey(t.Key())
	if key == nil {
		k.nilIsNull = false
		k.append = func(e *encodeState, dst []byte, _ mem.Pointer) []byte {
			return e.fail(dst, &UnsupportedTypeError{Type: t})
		}
		return
	}
	if t == anyMapType {
		k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
			return e.anyMap(dst, *mem.Ref[map[string]any](p), &e.shapes().root)
		}
		return
	}
	m := &mapEncoder{typ: t, key: key, size: t.Elem().Size(), elems: reflect.SliceOf(t.Elem())}
	k.append = m.append
	m.elem = c.compile(t.Elem(), false)
}

// keyFunc returns the text of a key. That of a number is appended to digits, so that it
// takes no memory of its own.
type keyFunc func(v reflect.Value, digits []byte) (text string, grown []byte, err error)

// mapKey returns how a key becomes text, or nil for types that cannot: strings
// are themselves even where they have methods.
func mapKey(t reflect.Type) keyFunc {
	switch {
	case t.Kind() == reflect.String:
		return func(v reflect.Value, digits []byte) (string, []byte, error) { return v.String(), digits, nil }
	case t.Implements(textMarshalerType):
		return func(v reflect.Value, digits []byte) (string, []byte, error) {
			if v.Kind() == reflect.Pointer && v.IsNil() {
				return "", digits, nil
			}
			b, err := v.Interface().(encoding.TextMarshaler).MarshalText()
			return string(b), digits, err
		}
	}
	number := func(print func(dst []byte, v reflect.Value) []byte) keyFunc {
		return func(v reflect.Value, digits []byte) (string, []byte, error) {
			n := len(digits)
			digits = print(digits, v)
			return mem.String(digits[n:]), digits, nil
		}
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return number(func(dst []byte, v reflect.Value) []byte { return jsontext.AppendInt(dst, v.Int()) })
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return number(func(dst []byte, v reflect.Value) []byte { return jsontext.AppendUint(dst, v.Uint()) })
	}
	return nil
}

// mapEncoder writes maps through reflection.
type mapEncoder struct {
	typ   reflect.Type
	key   keyFunc
	elem  *encoder
	elems reflect.Type // slices of the elements
	size  uintptr
	pool  sync.Pool // of *mapContents
}

// mapContents are the members of a map while it is written.
type mapContents struct {
	iter    reflect.MapIter
	key     reflect.Value
	elems   reflect.Value // a slice that is long enough, or longer
	at      mem.Pointer   // of its first
	members []mapMember
	digits  []byte // what keys that are numbers are made of
}

// mapMember is a member of a map: its key, and which of the elements it is.
type mapMember struct {
	prefix uint64
	key    string
	index  int
}

// contents returns room for n members.
func (m *mapEncoder) contents(n int) *mapContents {
	c, _ := m.pool.Get().(*mapContents)
	if c == nil {
		c = &mapContents{key: reflect.New(m.typ.Key()).Elem()}
	}
	if !c.elems.IsValid() || c.elems.Len() < n {
		c.elems = reflect.MakeSlice(m.elems, max(n, least), max(n, least))
		c.at = mem.From(c.elems.UnsafePointer())
	}
	return c
}

// release gives c back without anything of the user's, unless it is large.
func (m *mapEncoder) release(c *mapContents) {
	if len(c.members) > keptElements {
		return
	}
	for i := range c.members {
		c.elems.Index(i).SetZero()
	}
	clear(c.members)
	c.members, c.digits = c.members[:0], c.digits[:0]
	c.key.SetZero()
	c.iter.Reset(reflect.Value{})
	m.pool.Put(c)
}

func (m *mapEncoder) append(e *encodeState, dst []byte, p mem.Pointer) []byte {
	v := reflect.NewAt(m.typ, p.Unsafe()).Elem()
	if v.IsNil() {
		return append(dst, "null"...)
	}
	if e.level++; e.level > cycleLevel {
		id := mem.From(v.UnsafePointer())
		if !e.begin(id) {
			return e.cycle(dst, v)
		}
		defer delete(e.seen, any(id))
	}
	n := v.Len()
	c := m.contents(n)
	c.iter.Reset(v)
	for i := 0; i < n && c.iter.Next(); i++ {
		c.key.SetIterKey(&c.iter)
		text, digits, err := m.key(c.key, c.digits)
		if err != nil {
			return e.fail(dst, fmt.Errorf("json: encoding error for type %q: %s", m.typ.String(), fault.QuoteIn(err.Error(), maxShownPath)))
		}
		c.digits = digits
		c.elems.Index(i).SetIterValue(&c.iter)
		c.members = append(c.members, mapMember{prefix(text), text, i})
	}
	if e.sort {
		slices.SortFunc(c.members, func(a, b mapMember) int { return compareKeys(a.prefix, b.prefix, a.key, b.key) })
	}
	dst = append(dst, '{')
	ahead := mem.Foresee(dst, n)
	for i := range c.members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = ahead.Room(dst, i)
		dst = append(e.quote(dst, c.members[i].key), ':')
		if dst = m.elem.append(e, dst, c.at.Add(uintptr(c.members[i].index)*m.size)); e.err != nil {
			return dst
		}
	}
	m.release(c)
	e.level--
	return append(dst, '}')
}
