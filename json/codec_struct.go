// Structs: how a plan becomes what encode_struct.go and decode_struct.go walk.

package json

import (
	"bytes"
	stdjson "encoding/json"
	"reflect"
	"strings"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/omit"
	"github.com/beve-org/beve-go/internal/plan"
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
	// The embedded pointers on the way to the field, and where it is in what the last
	// of them leads to.
	hops []hop
	off  uintptr
}

// hop is an embedded pointer on the way to a promoted field.
type hop struct {
	off  uintptr
	elem reflect.Type
	// locked: the pointer is unexported, so it may be followed and not set.
	locked bool
}

func (c encoderCompiler) compileStruct(k *encoder, addressable bool) {
	p, err := plan.Of(k.typ, tagKeys)
	if err != nil {
		k.append = func(e *encodeState, dst []byte, _ mem.Pointer) []byte { return e.fail(dst, err) }
		return
	}
	s := &structEncoder{members: make([]member, len(p.Fields)), size: k.typ.Size()}
	k.strukt = s
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte { return e.structs(dst, p, s, 1) }
	for i := range p.Fields {
		f, m := &p.Fields[i], &s.members[i]
		m.name, m.omit = f.Name, omit.Of(f)
		m.off, m.hops = walk(k.typ, f.Index)
		m.value = c.compile(f.Type, addressable || len(m.hops) > 0)
		if f.Quoted {
			m.value = c.quotedEncoder(m.value)
		}
	}
	s.programs = [2]program{newProgram(s, false), newProgram(s, true)}
}

// always reports whether the member is in every struct.
func (m *member) always() bool { return m.omit.Kind == omit.Never && len(m.hops) == 0 }

// key returns what stands in front of the value: a comma or brace, and the name.
func (m *member) key(before string, html bool) string {
	name := m.name
	if html {
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

// far returns how the member is written, with its key, where its own loop does not
// tell whether it is there. It is given the address of the struct.
func (m *member) far(html bool) appendFunc {
	key := m.key(",", html)
	return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		for h := range m.hops {
			if p = mem.Elem(p.Add(m.hops[h].off)); p.IsNil() {
				return dst
			}
		}
		p = p.Add(m.off)
		if m.omit.Omits(p) {
			return dst
		}
		return m.value.append(e, append(dst, key...), p)
	}
}

// fieldDecoder is one member of a struct.
type fieldDecoder struct {
	expectedKey
	off     uintptr
	kind    reflect.Kind
	next    *fieldDecoder // the one behind it, which is expected after it
	index   int
	decoder *decoder
	typ     reflect.Type
	direct  bool // not quoted, not frozen, and without hops
	quoted  bool
	frozen  bool // an unexported pointer, which cannot be set
	hops    []hop
	path    string // the name, behind those of the structs that embed it
}

// structDecoder is a struct compiled for reading.
type structDecoder struct {
	typ    reflect.Type
	fields []fieldDecoder // and one more, which no key is
	exact  map[string]*fieldDecoder
	folded map[string]*fieldDecoder
}

func (c decoderCompiler) compileStruct(k *decoder) {
	p, err := plan.Of(k.typ, tagKeys)
	if err != nil {
		k.read = func(d *decodeState, i int, _ mem.Pointer) int { return d.fail(err, i+1) }
		return
	}
	n := len(p.Fields)
	s := &structDecoder{typ: k.typ, fields: make([]fieldDecoder, n+1),
		exact: make(map[string]*fieldDecoder, n), folded: make(map[string]*fieldDecoder, n)}
	for i := range p.Fields {
		f := &p.Fields[i]
		off, hops := walk(k.typ, f.Index)
		out := &s.fields[i]
		*out = fieldDecoder{expectedKey: expectKey(f.Name), off: off, typ: f.Type, hops: hops, quoted: f.Quoted, index: i,
			path: fieldPath(k.typ, f)}
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
		if out.direct = !f.Quoted && len(hops) == 0 && !out.frozen; out.direct {
			out.kind = out.decoder.kind
		}
		if f.Quoted {
			k.users = k.users || out.decoder.kind == reflect.Invalid
		}
		s.exact[f.Name] = out
		if name := fold(f.Name); s.folded[name] == nil {
			s.folded[name] = out
		}
	}
	s.fields[n].expectedKey = noKey
	k.read, k.strukt = s.read, s
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

// walk turns the path of a field into hops over embedded pointers and the offset
// in what the last of them leads to.
func walk(t reflect.Type, index []int) (off uintptr, hops []hop) {
	for i, x := range index {
		f := t.Field(x)
		off += f.Offset
		t = f.Type
		if i < len(index)-1 && t.Kind() == reflect.Pointer {
			hops = append(hops, hop{off: off, elem: t.Elem(), locked: !f.IsExported()})
			off, t = 0, t.Elem()
		}
	}
	return off, hops
}
