// Structs: how a plan becomes what encode_struct.go and decode_struct.go walk.

package json

import (
	"bytes"
	stdjson "encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/omit"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/internal/structs"
	"github.com/beve-org/beve-go/internal/typeset"
)

// tagKeys is the one tag that names fields.
var tagKeys = []string{"json"}

// structEncoder is a struct compiled for writing.
type structEncoder struct {
	size    uintptr
	members []member
	// programs are those without and with escapes for HTML in the keys. They are there
	// when the members are all known.
	programs [2]program
}

// member is a field as it is written.
type member struct {
	name  string
	value *encoder
	omit  omit.Rule
	path  structs.Path
	// constant is the text of a member that always has one value, without and with escapes for HTML; nothing
	// in the struct holds it.
	constant [2]string
}

func (c encoderCompiler) compileStruct(k *encoder, addressable bool) {
	c.compileStructWith(k, addressable, nil)
}

// compileStructWith fills k for a struct whose first member is first, if that is not nil.
func (c encoderCompiler) compileStructWith(k *encoder, addressable bool, first *member) {
	if err := typeset.Embedded(c.in.types, k.typ, tagKeys, nil); err != nil {
		k.refuse(err)
		return
	}
	p, err := plan.Of(k.typ, tagKeys)
	if err != nil {
		k.append = func(e *encodeState, dst []byte, _ mem.Pointer) []byte { return e.fail(dst, err) }
		return
	}
	s := &structEncoder{members: make([]member, 0, len(p.Fields)+1), size: k.typ.Size()}
	if first != nil {
		if hasMember(p, first.name) {
			k.refuse(collision(first.name))
			return
		}
		s.members = append(s.members, *first)
	}
	k.fields = s
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte { return e.structs(dst, p, s, 1) }
	for i := range p.Fields {
		f := &p.Fields[i]
		m := member{name: f.Name, omit: omit.Of(f), path: structs.PathOf(k.typ, f.Index)}
		m.value = c.compile(f.Type, addressable || !m.path.Direct())
		if f.Quoted {
			m.value = c.quotedEncoder(m.value)
		}
		s.members = append(s.members, m)
	}
	s.programs = [2]program{newProgram(s, false), newProgram(s, true)}
}

func hasMember(p *plan.Struct, name string) bool {
	return slices.ContainsFunc(p.Fields, func(f plan.Field) bool { return f.Name == name })
}

// pointed returns what t points to, or t.
func pointed(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// collision says that a struct has a member of its own where the id is to be.
func collision(name string) error {
	return fault.Because(fault.ErrUnsupported, "the struct has a member "+fault.Quote(name)+", which is the one with the id")
}

// always reports whether the member is in every struct.
func (m *member) always() bool { return m.omit.Kind == omit.Never && m.path.Direct() }

// key returns what stands in front of the value: a comma or brace, and the name.
func (m *member) key(before string, html bool) string {
	name := m.name
	switch {
	case m.constant[0] != "": // which may be any text, as no tag of a struct may
		return before + string(jsontext.AppendQuoted(nil, name, html)) + ":"
	case html:
		name = escapedHTML(name)
	}
	return before + `"` + name + `":`
}

// escapedHTML returns a name with what HTML minds escaped.
func escapedHTML(name string) string {
	var escaped bytes.Buffer
	stdjson.HTMLEscape(&escaped, []byte(name))
	return escaped.String()
}

// conditional returns how the member is written, with its key, where its own loop does not
// tell whether it is there. It is given the address of the struct.
func (m *member) conditional(html bool) appendFunc {
	key := m.key(",", html)
	return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		q, ok := m.path.Follow(p)
		if !ok || m.omit.Omits(q) {
			return dst
		}
		return m.value.append(e, append(dst, key...), q)
	}
}

// fieldDecoder is one member of a struct.
type fieldDecoder struct {
	expectedKey
	off      uintptr
	kind     reflect.Kind
	next     *fieldDecoder // the one after it, which is expected after it
	index    int
	decoder  *decoder
	typ      reflect.Type
	direct   bool // not quoted, not frozen, and not through pointers
	quoted   bool
	required bool  // by RequireAll
	frozen   bool  // an unexported pointer, which cannot be set
	twice    error // of the id of a union, which has been read: that it comes again
	way      structs.Path
	path     string // the name, after those of the structs that embed it
}

// structDecoder is a struct compiled for reading.
type structDecoder struct {
	typ    reflect.Type
	fields []fieldDecoder // and one more, which no key is
	exact  structs.Names
	folded structs.Names
}

func (c decoderCompiler) compileStruct(k *decoder) { c.compileStructWith(k, nil) }

// compileStructWith fills k for a struct beside whose members stands id, the id of a union, if that is not nil.
func (c decoderCompiler) compileStructWith(k *decoder, id *fieldDecoder) {
	if err := typeset.Embedded(c.in.types, k.typ, tagKeys, nil); err != nil {
		k.refuse(err)
		return
	}
	p, err := plan.Of(k.typ, tagKeys)
	if err != nil {
		k.read = func(d *decodeState, i int, _ mem.Pointer) int { return d.fail(err, i+1) }
		return
	}
	first, n := 0, len(p.Fields)
	if id != nil {
		first, n = 1, n+1
	}
	s := &structDecoder{typ: k.typ, fields: make([]fieldDecoder, n+1)}
	exact, folded := make([]string, n), make([]string, n)
	if id != nil {
		if hasMember(p, id.path) {
			k.refuse(collision(id.path))
			return
		}
		s.fields[0] = *id
		s.fields[0].next = &s.fields[1]
		exact[0], folded[0] = id.path, "\xff" // which no name folds to
	}
	for i := first; i < n; i++ {
		f := &p.Fields[i-first]
		way := structs.PathOf(k.typ, f.Index)
		out := &s.fields[i]
		*out = fieldDecoder{expectedKey: expectKey(f.Name), off: way.Off, typ: f.Type, way: way, index: i, required: !f.OmitEmpty && !f.OmitZero,
			path: fieldPath(k.typ, f)}
		out.quoted = f.Quoted && !declares(c.in.types, pointed(f.Type))
		if f.Unexported {
			// Reflection may not hand out what is in it, so its methods are not called.
			out.decoder = &decoder{typ: f.Type}
			out.frozen = f.Type.Kind() == reflect.Pointer
			if !out.frozen {
				c.compileKind(out.decoder, nil)
			}
			k.parts = append(k.parts, out.decoder)
		} else {
			out.decoder = c.part(k, f.Type, nil)
		}
		out.next = &s.fields[i+1]
		if out.direct = !out.quoted && way.Direct() && !out.frozen; out.direct {
			out.kind = out.decoder.kind
		}
		if out.quoted {
			k.users = k.users || out.decoder.kind == reflect.Invalid
		}
		exact[i], folded[i] = f.Name, fold(f.Name)
	}
	s.exact, s.folded = structs.NewNames(exact), structs.NewNames(folded)
	s.fields[n].expectedKey = noKey
	k.read, k.fields = s.read, s
}

// fieldPath is how errors call a field.
func fieldPath(t reflect.Type, f *plan.Field) string {
	var path []string
	for _, x := range f.Index[:len(f.Index)-1] {
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		path = append(path, t.Field(x).Name)
		t = t.Field(x).Type
	}
	return strings.Join(append(path, f.Name), ".")
}
