// Structs: how a plan becomes the two tables that encode_struct.go and decode_struct.go
// walk.

package msgcodec

import (
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/omit"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/internal/structs"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// structCodec is a struct compiled for one profile.
type structCodec struct {
	k      *codec
	fields []field
	ids    bool // keys are numbers

	// Encoding.
	start     []byte // the head, and the pair of the name of the struct
	names     int    // pairs in start: 1 with a name, else 0
	steps     []step
	need      int  // room for everything up to and with the first variable member
	omits     bool // the number of members depends on the value
	countOnce bool // it is counted before writing, not patched afterwards

	// Decoding.
	members  []member
	byName   structs.Names
	aliased  []int16 // the members that the names after theirs are further names of
	byID     memberIDs
	reserved map[int64]bool // ids of fields that are never sent
	required bool           // some field is required under RequireAll

	unknown *unknownField
}

// The bounds of the tables: fields, bytes of a name, and the size of a struct.
const (
	maxFields   = 1<<15 - 2
	maxName     = 1 << 16
	maxListedID = 1 << 14
)

// field is one member, as both directions see it.
type field struct {
	name     string
	id       int64
	key      []byte // on the wire
	off      uintptr
	codec    *codec
	omit     omit.Rule
	required bool
	// constant is the value of a member that always has the same; nothing in the struct holds it.
	constant []byte
}

func (c *compiler) compileStruct(k *codec) {
	if err := c.tryStruct(k, nil); err != nil {
		k.unsupported(err)
	}
}

// tryStruct fills k for a struct whose first member is first, if that is not nil.
func (c *compiler) tryStruct(k *codec, first *field) error {
	p, err := c.planOf(k.typ)
	if err != nil {
		return err
	}
	s := &structCodec{k: k, ids: c.profile.key.format.IDs}
	k.fields, k.append, k.read = s, s.append, s.read
	tuple := c.source().isTuple(k.typ)
	ids, err := c.idsOf(p, tuple)
	if err != nil {
		return err
	}
	if first != nil {
		if slices.ContainsFunc(p.Fields, func(f plan.Field) bool { return f.Name == first.name }) {
			return fault.Because(fault.ErrUnsupported, "the struct has a member "+fault.Quote(first.name)+", which is the one with the id")
		}
		s.fields = append(s.fields, *first)
	}
	for i := range p.Fields {
		f := &p.Fields[i]
		if f.Type == reflect.TypeFor[struct{}]() {
			if s.reserved == nil {
				s.reserved = map[int64]bool{}
			}
			s.reserved[ids[i]] = true
			continue
		}
		s.fields = append(s.fields, c.field(k.typ, f, ids[i]))
	}
	if len(s.fields) > maxFields || slices.ContainsFunc(s.fields, func(f field) bool { return len(f.name) > maxName }) {
		return errTooWide
	}
	if p.Unknown != nil {
		if s.unknown, err = newUnknownField(k.typ, p.Unknown, s.ids); err != nil {
			return err
		}
	}
	if tuple {
		if s.unknown != nil {
			return &plan.Error{GoType: k.typ.String(), GoField: p.Unknown.GoName, Reason: "a tuple has no members that could be unknown"}
		}
		k.append, k.read = s.appendTuple, s.readTuple
	}
	s.compileSteps(&c.profile.key)
	s.compileMembers()
	if err := s.addAliases(p); err != nil {
		return err
	}
	if s.unknown != nil {
		s.unknown.s = s
	}
	return nil
}

// idsOf returns the numbers of the fields of a plan; they are 0 where fields have none.
func (c *compiler) idsOf(p *plan.Struct, tuple bool) ([]int64, error) {
	ids := make([]int64, len(p.Fields))
	if !c.profile.key.format.IDs {
		return ids, nil
	}
	taken := map[int64]string{}
	for i := range p.Fields {
		f := &p.Fields[i]
		if tuple && noID(p.Type, f) {
			continue
		}
		id, err := idOf(p.Type, f)
		if err != nil {
			return nil, err
		}
		if other, again := taken[id]; again {
			return nil, &plan.Error{GoType: p.Type.String(), GoField: f.GoName, Reason: "zid " + strconv.FormatInt(id, 10) + " is that of " + other}
		}
		ids[i], taken[id] = id, f.GoName
	}
	return ids, nil
}

// addAliases lets members be found by their further names. Members with numbers have none.
func (s *structCodec) addAliases(p *plan.Struct) error {
	if s.ids {
		return nil
	}
	names := slices.Clip(s.byName.List())
	for i := range p.Fields {
		f := &p.Fields[i]
		for _, name := range aliasesOf(f) {
			at := slices.IndexFunc(s.fields, func(x field) bool { return x.name == f.Name })
			switch {
			case at < 0: // it is never sent
			case name == "":
				return &plan.Error{GoType: p.Type.String(), GoField: f.GoName, Reason: "the alias " + fault.Quote(name) + " is not a name"}
			case slices.Contains(names, name):
				return &plan.Error{GoType: p.Type.String(), GoField: f.GoName, Reason: "another field has the name of the alias " + fault.Quote(name)}
			case len(names) == maxFields:
				return errTooWide
			default:
				names, s.aliased = append(names, name), append(s.aliased, int16(at))
			}
		}
	}
	if s.aliased != nil {
		s.byName = structs.NewNames(names)
	}
	return nil
}

// field compiles one field of the plan.
func (c *compiler) field(t reflect.Type, f *plan.Field, id int64) field {
	out := field{name: f.Name, id: id, codec: c.compile(f.Type)}
	path := structs.PathOf(t, f.Index) // direct, since planOf takes no others
	out.off = path.Off
	if c.profile.key.format.IDs {
		out.key = msgp.AppendInt64(nil, id)
		out.omit = absentRule(out.codec)
		if f.OmitZero {
			out.omit = omit.Either(out.omit, zeroRule(f))
		}
		out.codec = withMaker(t, out.codec, &out)
	} else {
		out.key = msgp.AppendString(nil, f.Name)
		if f.OmitEmpty {
			out.omit = emptyRule(out.codec)
		}
		if f.OmitZero {
			out.omit = omit.Either(out.omit, zeroRule(f))
		}
		if k := f.Type.Kind(); c.profile.key.omitNil &&
			(k == reflect.Pointer || k == reflect.Interface || k == reflect.Map || k == reflect.Slice) {
			out.omit = omit.Either(omit.Nil, out.omit)
		}
		out.required = !f.OmitEmpty && !f.OmitZero
	}
	return out
}

// zeroRule says when the option omitzero leaves a member out.
func zeroRule(f *plan.Field) omit.Rule {
	zero := *f
	zero.OmitEmpty = false // which has rules of its own here
	return omit.Of(&zero)
}

// Two kinds beyond those of package omit: floats, whose negative zero is zero too.
const (
	omitFloat32 = omit.Ask + 1 + iota
	omitFloat64
)

// absentRule says when ZebraPack leaves a member out: when it is empty by emptyRule, but
// that a negative zero is a value, which must come back.
func absentRule(k *codec) omit.Rule {
	if k.declared || k.opaque && !writesKind(k.typ) {
		return emptyRule(k)
	}
	switch k.typ.Kind() {
	case reflect.Float32:
		return omit.Rule{Kind: omit.Zero32}
	case reflect.Float64, reflect.Complex64:
		return omit.Rule{Kind: omit.Zero64}
	case reflect.Complex128:
		return omit.Rule{Kind: omit.Ask, Ask: func(p mem.Pointer) bool { return *mem.Ref[[2]uint64](p) == [2]uint64{} }}
	}
	return emptyRule(k)
}

// emptyRule says when a member is empty: numbers that are 0,
// false, what has length 0, nil pointers and interfaces with methods, and the zero time.
// An empty interface and a struct never are, nor a type that a declaration writes as
// something else, nor one with methods, unless these are generated: they write what its
// kind says.
func emptyRule(k *codec) omit.Rule {
	t := k.typ
	switch {
	case k.op == opTime:
		return omit.Rule{Kind: omit.Ask, Ask: func(p mem.Pointer) bool { return mem.Ref[time.Time](p).IsZero() }}
	case k.declared, k.opaque && !writesKind(t):
		return omit.Rule{}
	}
	switch t.Kind() {
	case reflect.Float32:
		return omit.Rule{Kind: omitFloat32}
	case reflect.Float64:
		return omit.Rule{Kind: omitFloat64}
	case reflect.Complex64:
		return omit.Rule{Kind: omit.Ask, Ask: func(p mem.Pointer) bool { return *mem.Ref[complex64](p) == 0 }}
	case reflect.Complex128:
		return omit.Rule{Kind: omit.Ask, Ask: func(p mem.Pointer) bool { return *mem.Ref[complex128](p) == 0 }}
	case reflect.Interface:
		if t.NumMethod() == 0 {
			return omit.Rule{}
		}
	}
	return omit.Empty(t)
}

// withMaker makes the struct around a field known to what reads it, if the struct makes
// the values of the interfaces in that field.
func withMaker(root reflect.Type, inner *codec, out *field) *codec {
	t := inner.typ
	if t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Interface || t.NumMethod() == 0 || !reflect.PointerTo(root).Implements(valueMakerType) {
		return inner
	}
	off, id := out.off, out.id
	wrapped := *inner
	wrapped.read = func(d *decodeState, at int, p mem.Pointer) int {
		before := d.maker
		around := reflect.NewAt(root, p.Back(off).Unsafe())
		d.maker = maker{around.Interface().(valueMaker), id}
		at = inner.read(d, at, p)
		d.maker = before
		return at
	}
	return &wrapped
}
