package engine

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/internal/sorts"
	"github.com/beve-org/beve-go/internal/structs"
	"github.com/beve-org/beve-go/wire"
)

// unknownField is the field tagged ",unknown": a map[string]Raw of the members
// that no other field takes. They are written again after the fields, sorted, so
// that passing a value on loses nothing that a newer peer sent.
type unknownField struct {
	path structs.Path
	// fields are the names that other fields write: a member of the map under one
	// of them would be a second one.
	fields *structs.Names
}

var unknownType = reflect.TypeFor[map[string]Raw]()

func newUnknownField(t reflect.Type, f *plan.Field) (*unknownField, error) {
	if f.Type.Kind() != reflect.Map || f.Type.Key() != unknownType.Key() || f.Type.Elem() != unknownType.Elem() {
		return nil, &plan.Error{GoType: t.String(), GoField: f.GoName,
			Reason: "the option unknown needs a map[string]beve.Raw, not " + f.Type.String()}
	}
	return &unknownField{path: structs.PathOf(t, f.Index)}, nil
}

// members returns the map, or nil.
func (u *unknownField) members(p mem.Pointer) map[string]Raw {
	q, ok := u.path.Follow(p)
	if !ok {
		return nil
	}
	return *mem.Ref[map[string]Raw](q)
}

func (u *unknownField) count(p mem.Pointer) int { return len(u.members(p)) }

// clear empties the map of a stale struct.
func (u *unknownField) clear(p mem.Pointer) { clear(u.members(p)) }

func (u *unknownField) append(e *encodeState, dst []byte, p mem.Pointer) []byte {
	m := u.members(p)
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	sorts.Strings(keys)
	for _, key := range keys {
		if u.fields.Find([]byte(key)) >= 0 {
			e.fail(unknownType.String(), fault.Because(fault.ErrDuplicate, "unknown member has the name of a field"))
			return e.inKey(key)
		}
		if dst = e.appendText(dst, -1, key); dst != nil {
			dst = e.appendRaw(dst, m[key])
		}
		if dst == nil {
			return e.inKey(key)
		}
	}
	return dst
}

// keep stores a member under its name.
func (u *unknownField) keep(d *decodeState, off int, p mem.Pointer, name, value []byte, seen *progress) bool {
	return u.keepNamed(d, off, p, d.string(name), value, seen)
}

// keepNamed is keep for a name that may be kept.
func (u *unknownField) keepNamed(d *decodeState, off int, p mem.Pointer, name string, value []byte, seen *progress) bool {
	q, locked, ok := u.path.Make(p, func(size int) bool { return d.charge(size) })
	if locked != nil {
		d.Fail(off, locked.Elem.String(), locked.Err())
	}
	if !ok {
		return false
	}
	m := mem.Ref[map[string]Raw](q)
	if !d.charge(mapSlot + len(value)) {
		return false
	}
	if *m == nil {
		*m = map[string]Raw{}
	}
	if d.rejectDuplicates {
		if seen.unknown[name] {
			d.Fail(off, "", duplicate(name))
			return false
		}
		if seen.unknown == nil {
			seen.unknown = map[string]bool{}
		}
		seen.unknown[name] = true
	}
	(*m)[name] = d.raw(value)
	return true
}

// raw keeps the bytes of a value.
func (d *decodeState) raw(value []byte) Raw {
	if d.noCopy {
		return value[:len(value):len(value)]
	}
	if d.arena != nil {
		if part := d.arena.alloc(len(value)); part != nil {
			copy(part, value)
			return part
		}
	}
	return append(Raw{}, value...)
}

// appendRaw appends an encoded value as it is, having checked it.
func (e *encodeState) appendRaw(dst []byte, raw Raw) []byte {
	if len(raw) == 0 {
		return wire.AppendNull(dst)
	}
	budget := Limits{MaxDepth: e.limit - e.level}.Budget()
	budget.RefuseTypeTags()
	end, err := wire.SkipWithin(raw, 0, &budget)
	if err == nil && end != len(raw) {
		err = fault.At(end, fault.ErrTrailing)
	}
	if err != nil {
		return e.fail("beve.Raw", err)
	}
	return append(dst, raw...)
}
