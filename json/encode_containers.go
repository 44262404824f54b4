// Slices and maps.

package json

import (
	"cmp"
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
)

// run identifies a slice that is being written.
type run struct {
	data any
	n    int
}

func (c encoderCompiler) compileSlice(k *encoder) {
	t := k.typ
	if t.Elem().Kind() == reflect.Uint8 {
		p := reflect.PointerTo(t.Elem())
		if !p.Implements(marshalerType) && !p.Implements(textMarshalerType) {
			k.append = appendBytes
			return
		}
	}
	elem, size := c.compile(t.Elem(), true), t.Elem().Size()
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		s := mem.Ref[mem.Slice](p)
		if s.Data == nil {
			return append(dst, "null"...)
		}
		data, n := s.At(0, size), s.Len
		if e.level++; e.level > cycleLevel {
			id := run{data, n}
			if !e.begin(id) {
				return e.cycle(dst, reflect.NewAt(t, p.Unsafe()).Elem())
			}
			dst = e.elements(dst, elem, data, n, size)
			delete(e.seen, id)
		} else {
			dst = e.elements(dst, elem, data, n, size)
		}
		e.level--
		return dst
	}
}

// elements writes n variables from p on as an array.
func (e *encodeState) elements(dst []byte, elem *encoder, p mem.Pointer, n int, size uintptr) []byte {
	switch elem.kind {
	case reflect.Int64:
		return appendInts(dst, mem.SliceAt[int64](p, n))
	case reflect.Int:
		return appendInts(dst, mem.SliceAt[int](p, n))
	case reflect.Float64:
		return e.floats(dst, mem.SliceAt[float64](p, n))
	case reflect.String:
		return e.texts(dst, mem.SliceAt[string](p, n))
	}
	dst = append(dst, '[')
	for i := range n {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst = elem.append(e, dst, p.Add(uintptr(i)*size)); e.err != nil {
			return dst
		}
	}
	return append(dst, ']')
}

// appendInts writes an array of integers.
func appendInts[T int | int64](dst []byte, s []T) []byte {
	dst = append(dst, '[')
	n := len(dst)
	dst = dst[:cap(dst)]
	for _, v := range s {
		if len(dst)-n < jsontext.IntegerRoom+3 {
			dst = jsontext.Grow(dst[:n], jsontext.IntegerRoom+3)
			dst = dst[:cap(dst)]
		}
		u := uint64(v)
		if v < 0 {
			mem.PutByte(dst, n, '-')
			n++
			u = -u
		}
		n = jsontext.PutUint(dst, n, u)
		mem.PutByte(dst, n, ',')
		n++
	}
	return closeArray(dst, n)
}

// closeArray puts the closing bracket at dst[n], or in place of the comma before it.
func closeArray(dst []byte, n int) []byte {
	if dst[n-1] == ',' {
		n--
	}
	return append(dst[:n], ']')
}

// floats writes an array of numbers.
func (e *encodeState) floats(dst []byte, s []float64) []byte {
	dst = append(dst, '[')
	n := len(dst)
	dst = dst[:cap(dst)]
	for _, f := range s {
		if f-f != 0 {
			return e.float64(dst[:n], f) // an error
		}
		if len(dst)-n < jsontext.FloatRoom+2 {
			dst = jsontext.Grow(dst[:n], jsontext.FloatRoom+2)
			dst = dst[:cap(dst)]
		}
		n = jsontext.PutFloat64(dst, n, f)
		mem.PutByte(dst, n, ',')
		n++
	}
	return closeArray(dst, n)
}

// texts writes an array of strings.
func (e *encodeState) texts(dst []byte, s []string) []byte {
	dst = append(dst, '[')
	n := len(dst)
	dst = dst[:cap(dst)]
	for _, v := range s {
		if len(v) <= jsontext.ShortText && len(dst)-n > jsontext.ShortText+2 {
			mem.PutByte(dst, n, '"')
			if jsontext.PutShort(dst, n+1, v) {
				n += len(v) + 3
				mem.PutByte(dst, n-2, '"')
				mem.PutByte(dst, n-1, ',')
				continue
			}
		}
		dst = append(e.quote(dst[:n], v), ',')
		n = len(dst)
		dst = dst[:cap(dst)]
	}
	return closeArray(dst, n)
}

var anyMapType = reflect.TypeFor[map[string]any]()

func (c encoderCompiler) compileMap(k *encoder) {
	t := k.typ
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
	m := &mapEncoder{typ: t, key: key, elem: c.compile(t.Elem(), false), size: t.Elem().Size(), elems: reflect.SliceOf(t.Elem())}
	k.append = m.append
}

// mapKey returns how a key becomes text, or nil for types that cannot: strings
// are themselves even where they have methods.
func mapKey(t reflect.Type) func(reflect.Value) (string, error) {
	switch {
	case t.Kind() == reflect.String:
		return func(v reflect.Value) (string, error) { return v.String(), nil }
	case t.Implements(textMarshalerType):
		return func(v reflect.Value) (string, error) {
			if v.Kind() == reflect.Pointer && v.IsNil() {
				return "", nil
			}
			b, err := v.Interface().(encoding.TextMarshaler).MarshalText()
			return string(b), err
		}
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(v reflect.Value) (string, error) { return strconv.FormatInt(v.Int(), 10), nil }
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return func(v reflect.Value) (string, error) { return strconv.FormatUint(v.Uint(), 10), nil }
	}
	return nil
}

// mapEncoder writes maps through reflection.
type mapEncoder struct {
	typ   reflect.Type
	key   func(reflect.Value) (string, error)
	elem  *encoder
	elems reflect.Type // slices of the elements
	size  uintptr
}

// mapMember is a member of a map: its key, and which of the elements it is.
type mapMember struct {
	key   string
	index int
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
	members := make([]mapMember, 0, n)
	elems := reflect.MakeSlice(m.elems, n, n)
	key := reflect.New(m.typ.Key()).Elem()
	iter := v.MapRange()
	for i := 0; iter.Next() && i < n; i++ {
		key.SetIterKey(iter)
		text, err := m.key(key)
		if err != nil {
			return e.fail(dst, fmt.Errorf("json: encoding error for type %q: %q", m.typ.String(), err.Error()))
		}
		elems.Index(i).SetIterValue(iter)
		members = append(members, mapMember{text, i})
	}
	if e.sort {
		slices.SortFunc(members, func(a, b mapMember) int { return cmp.Compare(a.key, b.key) })
	}
	at := mem.From(elems.UnsafePointer())
	dst = append(dst, '{')
	for i := range members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(e.quote(dst, members[i].key), ':')
		if dst = m.elem.append(e, dst, at.Add(uintptr(members[i].index)*m.size)); e.err != nil {
			return dst
		}
	}
	e.level--
	return append(dst, '}')
}
