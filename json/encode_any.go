// Values of interfaces, and maps and slices of interfaces.

package json

import (
	"cmp"
	"math/bits"
	"reflect"
	"slices"
	"strings"

	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
)

// any writes what an interface holds. Where maps at this place have been seen before,
// at knows their shapes.
func (e *encodeState) any(dst []byte, v any, at *place) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...)
	case string:
		return e.quote(dst, v)
	case bool:
		return jsontext.AppendBool(dst, v)
	case float64:
		return e.float64(dst, v)
	case map[string]any:
		return e.anyMap(dst, v, at)
	case []any:
		return e.anySlice(dst, v, at)
	}
	return e.value(dst, e.in.of(reflect.TypeOf(v), false), v)
}

// appendInterface returns how an interface of type t is written.
func appendInterface(t reflect.Type) appendFunc {
	if t.NumMethod() == 0 {
		return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
			return e.any(dst, *mem.Ref[any](p), &e.shapes().root)
		}
	}
	return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		v := reflect.NewAt(t, p.Unsafe()).Elem()
		if v.IsNil() {
			return append(dst, "null"...)
		}
		return e.any(dst, v.Elem().Interface(), &e.shapes().root)
	}
}

func (e *encodeState) anySlice(dst []byte, s []any, at *place) []byte {
	if s == nil {
		return append(dst, "null"...)
	}
	if e.level++; e.level > cycleLevel && len(s) > 0 {
		id := run{mem.Of(&s[0]), len(s)}
		if !e.begin(id) {
			return e.cycle(dst, reflect.ValueOf(s))
		}
		defer delete(e.seen, any(id))
	}
	dst = append(dst, '[')
	ahead := mem.Foresee(dst, len(s))
	for i, v := range s {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = ahead.Room(dst, i)
		if dst = e.any(dst, v, at); e.err != nil {
			return dst
		}
	}
	e.level--
	return append(dst, ']')
}

func (e *encodeState) anyMap(dst []byte, m map[string]any, at *place) []byte {
	if m == nil {
		return append(dst, "null"...)
	}
	if e.level++; e.level > cycleLevel {
		id := mem.From(reflect.ValueOf(m).UnsafePointer())
		if !e.begin(id) {
			return e.cycle(dst, reflect.ValueOf(m))
		}
		defer delete(e.seen, any(id))
	}
	switch {
	case len(m) == 0:
		dst = append(dst, '{', '}')
	case !e.sort:
		dst = e.unsortedMap(dst, m, at)
	default:
		if s := e.shapeOf(m, at); s != nil {
			dst = e.shapedMap(dst, s)
		} else {
			dst = e.sortedMap(dst, m, at)
		}
	}
	e.level--
	return dst
}

// unsortedMap writes the members of m, which has some, as they come.
func (e *encodeState) unsortedMap(dst []byte, m map[string]any, at *place) []byte {
	start := len(dst)
	for key, v := range m {
		dst = append(e.quote(append(dst, ','), key), ':')
		if dst = e.any(dst, v, at); e.err != nil {
			return dst
		}
	}
	dst[start] = '{'
	return append(dst, '}')
}

// sortable is a member of a map with the first eight bytes of its key as a number.
type sortable struct {
	prefix uint64
	anyMember
}

// anyMember is a member of a map[string]any.
type anyMember struct {
	key   string
	value any
}

// prefix returns the first eight bytes of a key, zeros after it, in the order in
// which numbers compare as the bytes do.
func prefix(key string) uint64 {
	if len(key) >= 8 {
		return bits.ReverseBytes64(mem.StringWord(key, 0))
	}
	w := uint64(0)
	for i := range len(key) {
		w |= uint64(key[i]) << (56 - 8*i)
	}
	return w
}

// compareKeys orders keys by their bytes; their prefixes decide it, as a rule.
func compareKeys(prefix, otherPrefix uint64, key, other string) int {
	if prefix != otherPrefix {
		return cmp.Compare(prefix, otherPrefix)
	}
	return strings.Compare(key, other)
}

// sortedMap writes the members of m, which has some, in the order of their keys.
func (e *encodeState) sortedMap(dst []byte, m map[string]any, at *place) []byte {
	start, base := len(dst), len(e.members)
	for key, v := range m {
		e.members = append(e.members, sortable{prefix(key), anyMember{key, v}})
	}
	end := len(e.members)
	members := e.members[base:end]
	slices.SortFunc(members, func(a, b sortable) int { return compareKeys(a.prefix, b.prefix, a.key, b.key) })
	e.learn(at, members)
	ahead := mem.Foresee(dst[:start], len(members))
	for i := range members {
		dst = ahead.Room(dst, i)
		dst = append(e.quote(append(dst, ','), members[i].key), ':')
		if dst = e.any(dst, members[i].value, at); e.err != nil {
			return dst
		}
	}
	clear(e.members[base:end])
	e.members = e.members[:base]
	dst[start] = '{'
	return append(dst, '}')
}

// shapedMap writes a map of shape s, whose values are the last of e.values.
func (e *encodeState) shapedMap(dst []byte, s *shape) []byte {
	start, base := len(dst), len(e.values)-len(s.keys)
	for i := range s.keys {
		k := &s.keys[i]
		dst = k.text.append(dst)
		if dst = e.any(dst, e.values[base+i], &k.below); e.err != nil {
			return dst
		}
	}
	clear(e.values[base:])
	e.values = e.values[:base]
	dst[start] = '{'
	return append(dst, '}')
}
