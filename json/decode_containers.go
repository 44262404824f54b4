// Slices, arrays and maps.

package json

import (
	"reflect"
	"strconv"
	"sync"

	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/internal/typeset"
)

// next returns the offset of the element or key after a comma, or, with done, the
// offset after the closing byte.
func (d *decodeState) next(i int, end byte) (next int, done bool) {
	b := d.src
	if i = space(b, i); i >= len(b) {
		return d.syntax(), true
	}
	switch b[i] {
	case ',':
		if i = space(b, i+1); i >= len(b) {
			return d.syntax(), true
		}
		return i, false
	case end:
		d.budget.Leave()
		return i + 1, true
	}
	return d.syntax(), true
}

// open enters the container at i and returns the offset of its first element or
// key, or, with done, the offset after an empty one.
func (d *decodeState) open(i int) (next int, done bool) {
	b := d.src
	end := b[i] + 2
	if !d.budget.Enter(0) {
		return d.syntax(), true
	}
	if i = space(b, i+1); i >= len(b) {
		return d.syntax(), true
	}
	if b[i] == end {
		d.budget.Leave()
		return i + 1, true
	}
	return i, false
}

// least is how many elements the first memory of a slice holds.
const least = 4

func (c decoderCompiler) compileSlice(k *decoder) {
	t := k.typ
	elem, size := c.part(k, t.Elem(), nil), t.Elem().Size()
	bytes := t.Elem().Kind() == reflect.Uint8 && !declares(c.in.types, t.Elem())
	empty := reflect.MakeSlice(t, 0, 0).UnsafePointer()
	g := &grower{typ: t}
	whole := wholeOf(t.Elem(), elem)
	k.read = func(d *decodeState, i int, p mem.Pointer) int {
		s := mem.Ref[mem.Slice](p)
		switch c := d.src[i]; {
		case c == '[':
		case c == 'n':
			if i = d.null(i); i > 0 {
				*s = mem.Slice{}
			}
			return i
		case c == '"' && bytes:
			return d.readBytes(i, p)
		default:
			return d.mismatch(i, t)
		}
		if whole != nil && s.Cap == 0 && d.budget.Left() > 0 {
			if next := whole(d, i, s); next > 0 {
				return next
			}
		}
		i, done := d.open(i)
		if done {
			if i > 0 {
				*s = mem.Slice{Data: empty}
			}
			return i
		}
		n := 0
		for !done {
			if n >= s.Cap {
				s.Len = n
				g.more(d, i, s, size)
			}
			if n >= s.Len {
				s.Len = n + 1
			}
			if elem.fields != nil {
				i = elem.fields.read(d, i, s.At(n, size))
			} else {
				i = elem.read(d, i, s.At(n, size))
			}
			if i < 0 {
				return -1
			}
			n++
			i, done = d.next(i, ']')
		}
		if i > 0 {
			s.Len = n
		}
		return i
	}
}

// wholeOf returns how new arrays of t, which elem reads, are read as a whole, or nil.
func wholeOf(t reflect.Type, elem *decoder) wholeReader {
	switch k := elem.kind; {
	case elem.floats && 0 < t.Len() && t.Len() <= shortArray:
		return wholePoints(t.Len())
	case k == reflect.Float64:
		return wholeNumbers(floatWord)
	case k == reflect.String:
		return wholeStrings
	case k == reflect.Int64, k == reflect.Int && mem.SizeOf[int]() == 8:
		return wholeNumbers(integerWord)
	}
	return nil
}

// grower makes room in slices of one type. It keeps variables of that type, since
// reflection looks up the type of the pointer each time it is given an address.
type grower struct {
	typ  reflect.Type
	pool sync.Pool // of *box
}

// grow makes room for at least one more element. A slice doubles: append, which adds a
// quarter to a long one, takes five times its memory until it is full.
func (g *grower) grow(s *mem.Slice) {
	b, _ := g.pool.Get().(*box)
	if b == nil {
		at := reflect.New(g.typ)
		b = &box{value: at.Elem(), at: mem.From(at.UnsafePointer())}
	}
	n := max(s.Len, least)
	header := mem.Ref[mem.Slice](b.at)
	*header = *s
	b.value.Grow(n)
	*s, *header = *header, mem.Slice{}
	g.pool.Put(b)
}

// more is grow for a slice that the element at i comes next in. Where the slice is long, the others are counted, so that it
// is made once more and for just as many.
func (g *grower) more(d *decodeState, i int, s *mem.Slice, size uintptr) {
	if s.Len < counted/int(max(size, 8)) {
		g.grow(s)
		return
	}
	n := s.Len + d.roomFor(s.Len, d.follow(i))
	made := reflect.MakeSlice(g.typ, n, n)
	old := *s
	reflect.Copy(made, reflect.NewAt(g.typ, mem.Of(&old).Unsafe()).Elem())
	s.Data, s.Cap = made.UnsafePointer(), n
}

func (c decoderCompiler) compileArray(k *decoder) {
	t := k.typ
	elem, size, n := c.part(k, t.Elem(), nil), t.Elem().Size(), t.Len()
	floats := elem.kind == reflect.Float64
	k.floats = floats
	k.read = func(d *decodeState, i int, p mem.Pointer) int {
		if d.src[i] != '[' {
			return d.mismatch(i, t)
		}
		if floats && d.budget.Left() > 0 {
			if next := readFloats(d.src, i, mem.SliceAt[float64](p, n)); next > 0 {
				return next
			}
		}
		i, done := d.open(i)
		at := 0
		for !done {
			if at < n {
				i = elem.read(d, i, p.Add(uintptr(at)*size))
			} else {
				i = d.skip(i)
			}
			if i < 0 {
				return -1
			}
			at++
			i, done = d.next(i, ']')
		}
		if i > 0 && at != n && d.exactly {
			d.typeError("array of "+strconv.Itoa(at)+" elements", t, i)
		}
		if i > 0 && at < n {
			for v := reflect.NewAt(t, p.Unsafe()).Elem(); at < n; at++ {
				v.Index(at).SetZero()
			}
		}
		return i
	}
}

// readFloats reads the array at i into s, if it has as many numbers as s is long, and
// returns the offset after it, or -1 where anything is to be said about the array.
func readFloats(b []byte, i int, s []float64) int {
	for at := range s {
		if i = space(b, i+1); i >= len(b) {
			return -1
		}
		v, next := jsontext.ParseFloat(b, i)
		if next < 0 {
			return -1
		}
		s[at] = v
		if i = space(b, next); i >= len(b) || b[i] != ',' {
			if at == len(s)-1 && i < len(b) && b[i] == ']' {
				return i + 1
			}
			return -1
		}
	}
	return -1
}

// mapDecoder reads maps through reflection.
type mapDecoder struct {
	typ  reflect.Type
	key  func(d *decodeState, i int, v reflect.Value) (next int, ok bool)
	elem *decoder
	// plain says that keys are the names as they stand.
	plain bool
	// loose says that keys may be values that Go cannot compare.
	loose bool
	pool  sync.Pool // of *mapSlot
}

// mapSlot is a key and an element with addresses.
type mapSlot struct {
	key, elem reflect.Value
	at        mem.Pointer // of elem
}

func (c decoderCompiler) compileMap(k *decoder) {
	t := k.typ
	if err := typeset.Key(c.in.types, t.Key()); err != nil {
		k.refuse(err)
		return
	}
	elem := c.part(k, t.Elem(), nil)
	m := &mapDecoder{typ: t, elem: elem, loose: plan.MayNotCompare(t.Key())}
	var users bool
	if m.key, users = keyReader(t.Key()); m.key == nil {
		k.read = func(d *decodeState, i int, p mem.Pointer) int {
			if d.src[i] == 'n' {
				return m.null(d, i, p)
			}
			return d.mismatch(i, t)
		}
		return
	}
	k.users, m.plain = users, !users && t.Key().Kind() == reflect.String
	switch {
	case t == anyMapType:
		k.read = readAnyMap
	default:
		k.read = m.read
	}
}

func (m *mapDecoder) null(d *decodeState, i int, p mem.Pointer) int {
	if i = d.null(i); i > 0 {
		reflect.NewAt(m.typ, p.Unsafe()).Elem().SetZero()
	}
	return i
}

func (m *mapDecoder) read(d *decodeState, i int, p mem.Pointer) int {
	switch d.src[i] {
	case '{':
	case 'n':
		return m.null(d, i, p)
	default:
		return d.mismatch(i, m.typ)
	}
	v := reflect.NewAt(m.typ, p.Unsafe()).Elem()
	if v.IsNil() {
		v.Set(reflect.MakeMap(m.typ))
	}
	i, done := d.open(i)
	if done {
		return i
	}
	s, _ := m.pool.Get().(*mapSlot)
	if s == nil {
		elem := reflect.New(m.typ.Elem())
		s = &mapSlot{key: reflect.New(m.typ.Key()).Elem(), elem: elem.Elem(), at: mem.From(elem.UnsafePointer())}
	}
	var read keys
	for !done {
		if d.src[i] != '"' {
			return d.syntax()
		}
		start := i
		if i = d.skipKey(i); i < 0 {
			return -1
		}
		s.elem.SetZero()
		if i = m.elem.read(d, i, s.at); i < 0 {
			return -1
		}
		// The key is made after the value, as errors come in that order.
		s.key.SetZero()
		next, ok := m.key(d, start, s.key)
		if next < 0 {
			return -1
		}
		if ok && m.loose && !s.key.Comparable() {
			return d.fail(&keyError{m.typ}, start+1)
		}
		if ok && d.flags&rejectDuplicates != 0 && !m.plain && read.has(s.key) {
			d.saveDuplicate(start, m.typ)
			ok = false
		}
		if ok {
			v.SetMapIndex(s.key, s.elem)
		}
		i, done = d.next(i, '}')
	}
	s.key.SetZero()
	s.elem.SetZero()
	m.pool.Put(s)
	return i
}

// keyError says that a method has made a key that Go cannot compare.
type keyError struct{ typ reflect.Type }

func (e *keyError) Error() string {
	return "json: " + plan.ErrNotComparable.Error() + ", for a " + e.typ.String()
}

func (e *keyError) Unwrap() error { return plan.ErrNotComparable }

// skipKey passes the key at i and returns the offset of its value.
func (d *decodeState) skipKey(i int) int {
	_, next := d.text(i)
	if next < 0 {
		return -1
	}
	return d.colon(next)
}

// keyReader returns how a key of type t is made of the string at an offset, or nil
// for types that cannot be keys, and whether that calls methods of the user's.
func keyReader(t reflect.Type) (read func(d *decodeState, i int, v reflect.Value) (int, bool), users bool) {
	pointer := reflect.PointerTo(t)
	if pointer.Implements(textUnmarshalerType) {
		unmarshal := unmarshalTextAt(t, t)
		if pointer.Implements(unmarshalerType) {
			unmarshal = unmarshalAt(t)
		}
		return func(d *decodeState, i int, v reflect.Value) (int, bool) {
			return unmarshal(d, i, mem.From(v.Addr().UnsafePointer())), true
		}, true
	}
	integer := func(store func(s string, v reflect.Value) bool) func(*decodeState, int, reflect.Value) (int, bool) {
		return func(d *decodeState, i int, v reflect.Value) (int, bool) {
			text, next := d.text(i)
			if next < 0 {
				return -1, false
			}
			ok := store(string(text), v)
			if !ok {
				d.typeError("number "+shown(text), t, i+1)
			}
			return next, ok
		}
	}
	switch t.Kind() {
	case reflect.String:
		return func(d *decodeState, i int, v reflect.Value) (int, bool) {
			s, next := d.quoted(i)
			v.SetString(s)
			return next, next > 0
		}, false
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return integer(func(s string, v reflect.Value) bool {
			n, err := strconv.ParseInt(s, 10, 64)
			if err != nil || v.OverflowInt(n) {
				return false
			}
			v.SetInt(n)
			return true
		}), false
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return integer(func(s string, v reflect.Value) bool {
			n, err := strconv.ParseUint(s, 10, 64)
			if err != nil || v.OverflowUint(n) {
				return false
			}
			v.SetUint(n)
			return true
		}), false
	}
	return nil, false
}

// readAnyMap reads into a map[string]any, new or there already.
func readAnyMap(d *decodeState, i int, p mem.Pointer) int {
	m := mem.Ref[map[string]any](p)
	switch d.src[i] {
	case '{':
	case 'n':
		if i = d.null(i); i > 0 {
			*m = nil
		}
		return i
	default:
		return d.mismatch(i, anyMapType)
	}
	if *m == nil {
		v, next := d.anyObject(i, noSlot)
		if next > 0 {
			*m = v.(map[string]any)
		}
		return next
	}
	i, done := d.open(i)
	for !done {
		if d.src[i] != '"' {
			return d.syntax()
		}
		key, next := d.quoted(i)
		if next < 0 {
			return -1
		}
		if next = d.colon(next); next < 0 {
			return -1
		}
		// A number that is out of range leaves nil.
		v, next := d.any(next, noSlot)
		if next < 0 {
			return -1
		}
		(*m)[key] = v
		i, done = d.next(next, '}')
	}
	return i
}
