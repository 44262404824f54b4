// Members that no field takes, kept and written again.

package msgcodec

import (
	"maps"
	"reflect"
	"slices"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// unknownField is the field with the option unknown: a map of Raw, by name or by number.
// Its members are written after the others, in order, so that passing a value on loses
// nothing that a newer peer sent.
type unknownField struct {
	off uintptr
	s   *structCodec
}

var (
	unknownNames = reflect.TypeFor[map[string]msgp.Raw]()
	unknownIDs   = reflect.TypeFor[map[int64]msgp.Raw]()
)

func newUnknownField(t reflect.Type, f *plan.Field, ids bool) (*unknownField, error) {
	want := unknownNames
	if ids {
		want = unknownIDs
	}
	if f.Type != want {
		return nil, &plan.Error{GoType: t.String(), GoField: f.GoName,
			Reason: "the option unknown needs a " + want.String() + ", not a " + f.Type.String()}
	}
	u := new(unknownField)
	for _, x := range f.Index {
		sf := t.Field(x)
		u.off += sf.Offset
		t = sf.Type
	}
	return u, nil
}

func (u *unknownField) names(p mem.Pointer) *map[string]msgp.Raw {
	return mem.Ref[map[string]msgp.Raw](p.Add(u.off))
}

func (u *unknownField) ids(p mem.Pointer) *map[int64]msgp.Raw {
	return mem.Ref[map[int64]msgp.Raw](p.Add(u.off))
}

func (u *unknownField) count(p mem.Pointer) int {
	if u.s.ids {
		return len(*u.ids(p))
	}
	return len(*u.names(p))
}

func (u *unknownField) clear(p mem.Pointer) {
	if u.s.ids {
		clear(*u.ids(p))
	} else {
		clear(*u.names(p))
	}
}

func (u *unknownField) append(e *encodeState, dst []byte, p mem.Pointer) []byte {
	if u.s.ids {
		m := *u.ids(p)
		for _, id := range slices.Sorted(maps.Keys(m)) {
			name := strconv.FormatInt(id, 10)
			if u.s.byID.find(id) != 0 || id == -1 {
				e.fail("", fault.Because(fault.ErrDuplicate, "unknown member has the zid of a field"))
				return e.inKey(name)
			}
			if dst = e.appendRaw(msgp.AppendInt64(dst, id), m[id]); dst == nil {
				return e.inKey(name)
			}
		}
		return dst
	}
	m := *u.names(p)
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if u.s.byName.Find([]byte(name)) >= 0 {
			e.fail("", fault.Because(fault.ErrDuplicate, "unknown member has the name of a field"))
			return e.inKey(name)
		}
		if dst = e.appendText(dst, name); dst != nil {
			dst = e.appendRaw(dst, m[name])
		}
		if dst == nil {
			return e.inKey(name)
		}
	}
	return dst
}

// keep stores the bytes of a value, and reports whether there were some under that key.
func keep[K comparable](m *map[K]msgp.Raw, key K, value msgp.Raw) (repeated bool) {
	if *m == nil {
		*m = map[K]msgp.Raw{}
	}
	n := len(*m)
	(*m)[key] = value
	return len(*m) == n
}

// raw keeps the bytes of a value.
func (d *decodeState) raw(value []byte) msgp.Raw {
	if d.options.NoCopy {
		return value
	}
	return append(msgp.Raw{}, value...)
}
