// Structs: how a plan becomes the two tables that encode_struct.go and
// decode_struct.go walk.

package engine

import (
	"reflect"
	"slices"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/omit"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/internal/structs"
	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/wire"
)

// op says what a struct can do with a member in place, without calling the
// member's codec. opCall is for everything else.
type op uint8

const (
	opCall op = iota
	opBool
	opInt8
	opInt16
	opInt32
	opInt64
	opInt
	opUint8
	opUint16
	opUint32
	opUint64
	opUint
	opUintptr
	opFloat32
	opFloat64
	opString
	opStrings
	opAny
	opTime
)

// structCodec is a struct compiled for one profile.
type structCodec struct {
	typ    reflect.Type
	fields []field

	// Encoding.
	steps     []step
	need      int  // room for everything up to and with the first variable member
	omits     bool // the number of members depends on the value
	countOnce bool // it is counted before writing, not patched afterwards

	// Decoding.
	members  []member
	index    structs.Names
	reset    bool // stale values are zeroed as a whole
	required bool // some field is required under RequireAll

	unknown *unknownField

	// In the extended profile: the columns of tables, nil if there are none, and the
	// fields in the order of their names.
	columns []column
	byName  []int
}

// The bounds of the tables: fields, and bytes of a name.
const (
	maxFields = 1<<15 - 1
	maxName   = 1 << 19
)

// field is one member, as both directions see it.
type field struct {
	name  string
	off   uintptr
	codec *codec
	omit  omit.Rule
	// required says that the member must come under RequireAll.
	required bool
	// constant is the value of a member that always has the same; nothing in the struct holds it.
	constant []byte
}

// compileStruct fills k for a struct.
func (c *compiler) compileStruct(k *codec) { c.compileStructWith(k, nil) }

// compileStructWith fills k for a struct whose first member is first, if that is not nil.
func (c *compiler) compileStructWith(k *codec, first *field) {
	p, err := plan.Shown(plan.Of(k.typ, c.profile.tags()))
	if err == nil {
		err = typeset.Embedded(c.profile.key.types, k.typ, c.profile.tags(), nil)
	}
	if err != nil {
		k.unsupported(err)
		return
	}
	if len(p.Fields) > maxFields || slices.ContainsFunc(p.Fields, func(f plan.Field) bool { return len(f.Name) > maxName }) {
		k.unsupported(fault.Because(fault.ErrUnsupported, "struct with too many or too long member names"))
		return
	}
	s := &structCodec{typ: k.typ, reset: p.NeedsAlloc, omits: p.MayOmit}
	k.append, k.read, k.fields = s.appender(), s.read, s
	k.rows, k.rowRead, k.rowStruct = s, s.readRow, s
	if c.profile.key.indexed {
		k.append, k.fields = s.appendIndexed, nil
	}
	if p.Unknown != nil {
		if s.unknown, err = newUnknownField(k.typ, p.Unknown); err != nil {
			k.unsupported(err)
			return
		}
		s.omits = true
	}
	s.fields = make([]field, 0, len(p.Fields)+1)
	k.least = 2
	if first != nil {
		if slices.ContainsFunc(p.Fields, func(f plan.Field) bool { return f.Name == first.name }) {
			k.unsupported(fault.Because(fault.ErrUnsupported, "the struct has a member "+quoted(first.name)+", which is the one with the id"))
			return
		}
		s.fields = append(s.fields, *first)
		k.least += 2 + len(first.name)
	}
	for i := range p.Fields {
		f := c.field(k.typ, &p.Fields[i])
		s.fields = append(s.fields, f)
		if f.omit.Kind != omit.Never {
			s.omits = true
		} else {
			k.least += 2 + len(f.name)
		}
	}
	if len(s.fields) == 0 && s.unknown == nil {
		k.append = func(_ *encodeState, dst []byte, _ mem.Pointer) []byte { return wire.AppendObject(dst, 0) }
		k.fields = nil
	}
	if s.unknown == nil && !c.profile.key.indexed {
		elems := make([]*codec, len(s.fields))
		for i := range s.fields {
			elems[i] = s.fields[i].codec
		}
		k.nest(elems...)
	}
	s.countOnce = s.omits && (len(s.fields) > 63 || s.unknown != nil)
	s.compileSteps(c.profile)
	s.compileMembers()
	if c.profile.key.extended {
		s.columns, s.byName = s.tableColumns(c.profile), s.sortedFields()
	}
	if s.unknown != nil {
		s.unknown.fields = &s.index
	}
}

// field compiles one field of the plan.
func (c *compiler) field(t reflect.Type, f *plan.Field) field {
	inner := c.compile(f.Type)
	if f.Quoted {
		inner = c.quoted(f.Type, inner)
	}
	path := structs.PathOf(t, f.Index)
	out := field{name: f.Name, codec: inner, omit: c.omitRule(f), required: !f.OmitEmpty && !f.OmitZero}
	if path.Direct() {
		out.off = path.Off
		return out
	}
	out.codec = throughPointers(inner, &path)
	out.omit = omitThrough(out.omit, &path)
	return out
}

// throughPointers wraps the codec of a promoted field so that it starts from the
// struct: decoding makes the embedded structs that are missing.
func throughPointers(inner *codec, path *structs.Path) *codec {
	out := &codec{typ: inner.typ, least: inner.least}
	out.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		q, ok := path.Follow(p)
		if !ok {
			return wire.AppendNull(dst)
		}
		return inner.append(e, dst, q)
	}
	out.read = func(d *decodeState, off int, p mem.Pointer) int {
		q, locked, ok := path.Make(p, func(size int) bool { return d.charge(size) })
		switch {
		case locked != nil:
			return d.Fail(off, locked.Elem.String(), locked.Err())
		case !ok:
			return -1
		}
		return inner.read(d, off, q)
	}
	return out
}

// omitRule returns the rule of one field, seen from the field itself.
func (c *compiler) omitRule(f *plan.Field) omit.Rule {
	r := omit.Of(f)
	if c.profile.key.omitNil && plan.Nilable(f.Type) {
		r = omit.Either(omit.Nil, r)
	}
	return r
}

// omitThrough is a rule for a promoted field, seen from the struct: a nil
// embedded pointer omits too.
func omitThrough(r omit.Rule, path *structs.Path) omit.Rule {
	return omit.Rule{Kind: omit.Ask, Ask: func(p mem.Pointer) bool {
		q, ok := path.Follow(p)
		return !ok || r.Omits(q)
	}}
}
