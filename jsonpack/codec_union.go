// Types of which something is declared: unions, for a node of one of several types, conversions, and codecs of the
// user's. Values that are neither a union nor nil go through their JSON where the schema has one of several types.

package jsonpack

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/json"
)

// compileDeclared fills k for a type of which something is declared, and reports whether there is.
func (k *codec) compileDeclared(n *node) bool {
	d := typeset.Lookup(n.types, k.typ)
	switch {
	case d == nil:
		return false
	case d.Union != nil && n.class == classOneOf:
		k.compileUnion(n, d.Union)
	case d.Union != nil:
		k.mismatch(n)
	case d.Convert != nil:
		k.compileConversion(n, d.Convert)
	case d.Bytes[typeset.JSONPack] != nil:
		k.compileBytes(n, d.Bytes[typeset.JSONPack])
	default:
		return false
	}
	return true
}

// compileConversion fills k for a type that is written as another.
func (k *codec) compileConversion(n *node, v *typeset.Conversion) {
	inner := compile(v.Inner, n)
	if inner.err != nil {
		*k = codec{typ: k.typ, err: inner.err}
		return
	}
	name := k.typ.String()
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		q, err := v.To(p)
		if err != nil {
			return e.fail(name, err)
		}
		return inner.append(e, dst, q)
	}
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		q := v.New()
		next := inner.read(d, off, q)
		if next < 0 {
			return -1
		}
		if err := v.From(p, q); err != nil {
			return d.Fail(off, name, err)
		}
		return next
	}
}

// compileBytes fills k for a type with functions for its bytes.
func (k *codec) compileBytes(n *node, b *typeset.Bytes) {
	name := k.typ.String()
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		start := len(dst)
		out, err := b.Append(dst, p)
		if err != nil {
			return e.fail(name, err)
		}
		if len(out) < start {
			return e.fail(name, fault.Because(fault.ErrSyntax, "the function did not append"))
		}
		end, failed := n.end(fault.Limits{MaxDepth: fault.MaxMaxDepth}, out, start)
		if failed != nil || end != len(out) {
			return e.fail(name, fault.Because(fault.ErrSyntax, "the function did not append exactly one value of the schema"))
		}
		return out
	}
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		next, failed := n.end(d.limits, d.src, off)
		if failed != nil {
			return d.Fail(int(failed.Offset), name, failed.Err)
		}
		if err := b.Read(d.src[off:next:next], p); err != nil {
			return d.Fail(off, name, err)
		}
		return next
	}
}

// end returns the offset after the value of n at off.
func (n *node) end(limits fault.Limits, src []byte, off int) (int, *fault.DecodeError) {
	w := walker{}
	if cause := w.begin(&limits, n, src); cause != nil {
		return off, inputError(off, cause)
	}
	// The value as the only member of an object, since a walker begins with a container.
	w.stack = append(w.stack, place{node: &node{wireType: wireTypes["object"], members: []member{{node: n}}}})
	return w.walk(src, off)
}

// unionCodec is a union compiled for a node.
type unionCodec struct {
	*typeset.Union
	name string
	node *oneOf
	// numbers are those of the cases on the wire, by their place in the union, or 0, and cases the other way round.
	numbers []uint64
	cases   []*typeset.Case
	codecs  []*codec // by their place in the union; nil for units
}

// compileUnion fills k for a union. Its cases and those of the schema find one another by their ids.
func (k *codec) compileUnion(n *node, u *typeset.Union) {
	s := &unionCodec{Union: u, name: k.typ.String(), node: n.oneOf, numbers: make([]uint64, len(u.Cases)),
		cases: make([]*typeset.Case, len(n.oneOf.cases)), codecs: make([]*codec, len(u.Cases))}
	for i, c := range u.Cases {
		if c == u.Other {
			continue
		}
		if s.numbers[i] = n.oneOf.number(c.ID); s.numbers[i] == 0 {
			continue // an error of values that are of it
		}
		part := &n.oneOf.cases[s.numbers[i]-1]
		s.cases[s.numbers[i]-1] = c
		if (part.node == nil) != c.Unit {
			k.refuse(fault.Because(fault.ErrMismatch, "case "+fault.QuoteShort(c.ID)+" has a value on one side only, the type or the schema"))
			return
		}
		if part.node == nil {
			continue
		}
		if s.codecs[i] = compile(c.Elem, part.node); !k.part(s.codecs[i], c.ID) {
			return
		}
	}
	k.stateless, k.partial = false, false
	k.append, k.read = s.append, s.read
}

// append writes the union at p.
func (s *unionCodec) append(e *encodeState, dst []byte, p mem.Pointer) []byte {
	h, err := s.Held(p)
	switch {
	case err != nil:
		return e.fail(s.name, err)
	case h.Case == nil && (s.NotNil || s.node.notNull):
		return e.fail(s.name, s.Nil())
	case h.Case == nil:
		return append(dst, 0)
	}
	defer h.Release()
	number := s.numbers[h.Case.Index]
	if number == 0 {
		return e.fail(s.name, fault.Because(fault.ErrUnsupported, h.Case.Type.String()+" is not a case of the schema"+s.node.list()))
	}
	dst = appendVaruint(dst, number)
	if k := s.codecs[h.Case.Index]; k != nil {
		if dst = k.append(e, dst, h.At); dst == nil && s.node.form != typeset.Internal && s.node.form != typeset.Untagged {
			return e.inKey(s.node.keyOf(h.Case.ID))
		}
	}
	return dst
}

// keyOf returns the member that the value of a case is in as JSON.
func (o *oneOf) keyOf(id string) string {
	if o.form == typeset.Adjacent {
		return o.content
	}
	return id
}

// read reads the union at p.
func (s *unionCodec) read(d *decodeState, off int, p mem.Pointer) int {
	part, next, cause := s.node.read(d.src, off)
	if cause == nil && part == nil && s.NotNil {
		cause = s.Nil()
	}
	if cause != nil {
		return d.Fail(off, s.name, cause)
	}
	if part == nil {
		s.Clear(p)
		return next
	}
	number := d.src[off:next]
	v, _, _ := readVaruint(number, 0)
	c := s.cases[v-1]
	if c == nil {
		return d.Fail(off, s.name, s.Unknown(part.id))
	}
	if !d.charge(int(c.Elem.Size())) {
		return -1
	}
	h := s.New(c)
	if k := s.codecs[c.Index]; k != nil {
		if next = k.read(d, next, h.At); next < 0 {
			h.Release()
			if s.node.form != typeset.Internal && s.node.form != typeset.Untagged {
				return d.InKey(s.node.keyOf(part.id))
			}
			return -1
		}
	}
	s.Store(p, h)
	return next
}

// compileAsJSON fills k for a type that is not a union, for a node of one of several types: it is what its JSON is.
func (k *codec) compileAsJSON(n *node) {
	name := k.typ.String()
	k.partial = true
	k.append = func(e *encodeState, dst []byte, at mem.Pointer) []byte {
		text, err := json.EncodeOptions{Types: n.types}.Marshal(reflect.NewAt(k.typ, at.Unsafe()).Interface())
		if err != nil {
			return e.fail(name, err)
		}
		return e.pack(dst, n, text, name)
	}
	k.read = func(d *decodeState, off int, at mem.Pointer) int {
		p := printer{decodeState: d}
		next := p.value(off, n)
		if next < 0 {
			return -1
		}
		if err := (json.DecodeOptions{Types: n.types}).Unmarshal(p.out, reflect.NewAt(k.typ, at.Unsafe()).Interface()); err != nil {
			return d.Fail(off, name, fault.InJSON(err))
		}
		return next
	}
}

// pack writes what JSON text stands for.
func (e *encodeState) pack(dst []byte, n *node, text []byte, goType string) []byte {
	p := packer{input: text, out: dst, budget: fault.Limits{}.Budget()}
	next, err := p.value(jsontext.SkipSpace(text, 0), n)
	if err == nil && jsontext.SkipSpace(text, next) < len(text) {
		err = jsontext.ErrorAt(next, fault.ErrTrailing)
	}
	if err != nil {
		return e.fail(goType, fault.InJSON(err))
	}
	return p.out
}

// anyOneOf makes the value at off as an interface holds it: what its JSON is, its numbers float64.
func (d *decodeState) anyOneOf(off int, n *node) (v any, next int) {
	p := printer{decodeState: d}
	if next = p.value(off, n); next < 0 {
		return nil, -1
	}
	if err := json.Unmarshal(p.out, &v); err != nil {
		return nil, d.Fail(off, "interface {}", fault.InJSON(err))
	}
	return v, next
}
