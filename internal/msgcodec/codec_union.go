// Types of which something is declared: unions, conversions, and functions for bytes. union_read.go reads
// unions.

package msgcodec

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// declared returns what is declared of t, or nil.
func (c *compiler) declared(t reflect.Type) *typeset.Declaration {
	d := typeset.Lookup(c.profile.key.types, t)
	if d != nil && d.Union == nil && d.Convert == nil && d.Bytes[c.bytesFormat()] == nil {
		return nil
	}
	return d
}

// bytesFormat returns the format whose functions for bytes count.
func (c *compiler) bytesFormat() typeset.Format {
	if c.profile.key.format.IDs {
		return typeset.ZebraPack
	}
	return typeset.MessagePack
}

// compileDeclared fills k for a type of which something is declared, and reports whether there is.
func (c *compiler) compileDeclared(k *codec) bool {
	d := c.declared(k.typ)
	switch {
	case d == nil:
		return false
	case d.Union != nil:
		d.Visit(unionCompiler{c, k})
	case d.Convert != nil:
		c.compileConversion(k, d.Convert)
	default:
		k.compileBytes(d.Bytes[c.bytesFormat()])
	}
	return true
}

// unionCompiler is what a declaration of a union calls; see [typeset.Declaration.Visit].
type unionCompiler struct {
	c *compiler
	k *codec
}

func (u unionCompiler) CompileUnion(union *typeset.Union) { u.c.compileUnion(u.k, union) }

// follows reports whether values of t are those of another type, with no bytes around them. Chains of such
// types count as levels, since nothing else ends them.
func (c *compiler) follows(t reflect.Type) bool {
	return t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface || c.declared(t) != nil
}

// compileConversion fills k for a type that is written as another. Where the other knows no nil, nil is the
// zero value, as it is for types with methods.
func (c *compiler) compileConversion(k *codec, v *typeset.Conversion) {
	inner, follows := c.compile(v.Inner), c.follows(v.Inner)
	name, size := k.typ.String(), int(v.Inner.Size())
	zero := false
	switch v.Inner.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Map:
	default:
		zero = true
	}
	k.opaque, k.declared = true, true
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		q, err := v.To(p)
		if err != nil {
			return e.fail(name, err)
		}
		if !follows {
			return inner.append(e, dst, q)
		}
		if !e.enter() {
			return nil
		}
		if dst = inner.append(e, dst, q); dst != nil {
			e.leave()
		}
		return dst
	}
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		if zero && k.isNil(d, off, p) {
			return off + 1
		}
		if follows && !d.enter(off, 1) || !d.charge(size) {
			return -1
		}
		q := v.New()
		next := inner.read(d, off, q)
		if next < 0 {
			return -1
		}
		if err := v.From(p, q); err != nil {
			return d.Fail(off, name, err)
		}
		if follows {
			d.leave()
		}
		return next
	}
}

// compileBytes fills k for a type with functions for its bytes.
func (k *codec) compileBytes(b *typeset.Bytes) {
	k.opaque, k.declared = true, true
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		n := len(dst)
		out, err := b.Append(dst, p)
		if err != nil {
			return e.fail(k.typ.String(), err)
		}
		if len(out) < n {
			return e.fail(k.typ.String(), fault.Because(fault.ErrSyntax, "the function that writes did not append"))
		}
		return e.checked(out, n, k.typ.String())
	}
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		next := d.skip(off)
		if next < 0 {
			return -1
		}
		if err := b.Read(d.src[off:next:next], p); err != nil {
			return d.FailMethod(off, k.typ.String(), err)
		}
		return next
	}
}

// unionCodec is a union compiled for one profile.
type unionCodec struct {
	*typeset.Union
	name         string
	tag, content []byte // as keys
	cases        []unionCase
	// numbers says that the cases have numbers for keys, which byID knows.
	numbers bool
	byID    memberIDs
	// unkept is why the case of others cannot hold a value with numbers for keys, or nil.
	unkept error
	// targets are the cases as values without an id are matched with them.
	targets []typeset.Target
	unit    *unionCase // of them, which is nil
}

// unionCase is one of its cases.
type unionCase struct {
	*typeset.Case
	codec *codec
	id    []byte // as a value; nil for the case of others
	// head is what comes before the value. bare says that there is none, wraps that head begins a map of which
	// the value is a member.
	head        []byte
	bare, wraps bool
	follows     bool // the value is of a type that follows another
	likely      bool // see typeset.Likely
}

// compileUnion fills k for a union. With numbers for keys, all forms that say which case it is are one: a map
// from the number of the case to its value.
func (c *compiler) compileUnion(k *codec, u *typeset.Union) {
	s := &unionCodec{Union: u, name: k.typ.String(), cases: make([]unionCase, len(u.Cases))}
	k.dynamic, k.opaque = true, k.typ.Kind() != reflect.Interface
	k.append = s.append
	if c.profile.key.format.IDs && u.Form != typeset.Untagged {
		s.numbers = true
		if err := c.numbered(s); err != nil {
			k.unsupported(err)
			return
		}
		k.read = s.readNumbered
		return
	}
	s.tag, s.content = msgp.AppendString(nil, u.Tag), msgp.AppendString(nil, u.Content)
	k.read = map[typeset.Form]readFunc{
		typeset.External: s.readExternal, typeset.Internal: s.readInternal,
		typeset.Adjacent: s.readAdjacent, typeset.Untagged: s.readUntagged,
	}[u.Form]
	for i, uc := range u.Cases {
		s.cases[i] = c.unionCase(u, uc)
		if u.Form == typeset.Untagged {
			c.untagged(s, &s.cases[i])
		}
	}
	for i, likely := range typeset.Likely(s.targets) {
		uc := &s.cases[i]
		// Hooks come around what the fields of a codec read, and aliases are other names.
		uc.likely = likely && !c.profile.key.format.IDs && !reflect.PointerTo(uc.Elem).Implements(postLoaderType)
	}
}

// numbered compiles the cases of a union whose numbers are keys.
func (c *compiler) numbered(s *unionCodec) error {
	ids := make([]int64, 0, len(s.cases))
	for i, uc := range s.Cases {
		out := &s.cases[i]
		out.Case, out.codec = uc, c.compile(uc.Elem)
		if uc == s.Other { // the last
			out.follows = c.follows(uc.Elem)
			if c.byJSON(uc.Elem) {
				s.unkept = fault.Unkept(uc.Type.String())
			}
			continue
		}
		if uc.Number < 0 {
			return fault.Because(fault.ErrUnsupported, "the case "+fault.QuoteShort(uc.ID)+" has no number, which is its key here")
		}
		out.head, out.wraps = msgp.AppendInt(msgp.AppendMapHeader(nil, 1), uc.Number), true
		if out.bare = uc.Unit; out.bare {
			out.head = msgp.AppendNil(out.head)
		}
		ids = append(ids, int64(uc.Number))
	}
	s.byID = newMemberIDs(ids)
	return nil
}

// unionCase compiles one case.
func (c *compiler) unionCase(u *typeset.Union, uc *typeset.Case) unionCase {
	out := unionCase{Case: uc}
	if uc == u.Other {
		out.codec, out.follows = c.compile(uc.Elem), c.follows(uc.Elem)
		return out
	}
	out.id = idValue(uc)
	if u.Form == typeset.Internal {
		out.codec = &codec{typ: uc.Elem}
		c.compileTagged(out.codec, u.Tag, out.id)
		return out
	}
	out.codec, out.bare = c.compile(uc.Elem), uc.Unit
	switch {
	case u.Form == typeset.Untagged:
		out.follows = c.follows(uc.Elem)
		if out.bare {
			out.head = msgp.AppendNil(nil)
		}
	case u.Form == typeset.Adjacent:
		members := uint32(2)
		if out.bare {
			members = 1
		}
		out.wraps = true
		out.head = append(msgp.AppendString(msgp.AppendMapHeader(nil, members), u.Tag), out.id...)
		if !out.bare {
			out.head = msgp.AppendString(out.head, u.Content)
		}
	case out.bare:
		out.head = out.id
	default:
		out.head, out.wraps = msgp.AppendString(msgp.AppendMapHeader(nil, 1), uc.ID), true
	}
	return out
}

// idValue returns the id of a case as a value.
func idValue(c *typeset.Case) []byte {
	if c.IsInt {
		return msgp.AppendInt64(nil, c.Int)
	}
	return msgp.AppendString(nil, c.ID)
}

// compileTagged fills k, the codec of a struct, so that its map, or its array if it is one, begins with the id.
func (c *compiler) compileTagged(k *codec, tag string, id []byte) {
	if k.typ.Kind() != reflect.Struct || !c.byKind(k.typ) {
		k.unsupported(fault.Because(fault.ErrUnsupported,
			"a member with the id needs the members of a struct beside it; declare a content for other types, and for those with methods"))
		return
	}
	first := &field{name: tag, key: msgp.AppendString(nil, tag), constant: id, codec: constantCodec(id)}
	if err := c.tryStruct(k, first); err != nil {
		k.unsupported(err)
		return
	}
	k.hook()
}

// byKind reports whether values of t are written as the kind of t says: no declaration, meaning of its own or
// method, but generated ones, which write the same, says otherwise.
func (c *compiler) byKind(t reflect.Type) bool {
	return c.declared(t) == nil && !c.compileKnown(&codec{typ: t}) && (writesKind(t) || !hasMethods(t))
}

// byJSON reports whether values of t are written or read as what their JSON stands for.
func (c *compiler) byJSON(t reflect.Type) bool {
	if c.declared(t) != nil || c.compileKnown(&codec{typ: t}) {
		return false
	}
	write, read := plan.Methods(t)
	return !writesItself(t) && (write == plan.JSONMethod || write == plan.BEVEMethod) ||
		!readsItself(t) && (read == plan.JSONMethod || read == plan.BEVEMethod)
}

// constantCodec is the codec of a member that always has one value, which nothing in memory holds.
func constantCodec(value []byte) *codec {
	k := &codec{typ: reflect.TypeFor[struct{}]()}
	k.append = func(_ *encodeState, dst []byte, _ mem.Pointer) []byte { return append(dst, value...) }
	k.read = func(d *decodeState, off int, _ mem.Pointer) int {
		if end := off + len(value); end <= len(d.src) && string(d.src[off:end]) == string(value) {
			return end
		}
		return d.skip(off)
	}
	return k
}

// append writes the union at p.
func (s *unionCodec) append(e *encodeState, dst []byte, p mem.Pointer) []byte {
	h, err := s.Held(p)
	switch {
	case err != nil:
		return e.fail(s.name, err)
	case h.Case == nil && s.NotNil:
		return e.fail(s.name, s.Nil())
	case h.Case == nil:
		return msgp.AppendNil(dst)
	}
	c := &s.cases[h.Case.Index]
	if s.unkept != nil && h.Case == s.Other {
		h.Release()
		return e.fail(s.name, s.unkept)
	}
	dst = append(dst, c.head...)
	if !c.bare {
		dst = s.appendValue(e, dst, c, h.At)
	}
	h.Release()
	return dst
}

// appendValue writes the value of c at p, after its head.
func (s *unionCodec) appendValue(e *encodeState, dst []byte, c *unionCase, p mem.Pointer) []byte {
	if !c.wraps && !c.follows {
		return c.codec.append(e, dst, p)
	}
	if !e.enter() {
		return nil
	}
	if dst = c.codec.append(e, dst, p); dst != nil {
		e.leave()
	} else if c.wraps {
		e.inKey(s.memberOf(c))
	}
	return dst
}

// memberOf returns the name of the member that the value of c is in.
func (s *unionCodec) memberOf(c *unionCase) string {
	if s.Form == typeset.Adjacent && !s.numbers {
		return s.Content
	}
	return c.ID
}
