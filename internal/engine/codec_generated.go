// Types with generated methods: how codecs hand values to them, and how generated
// code hands values that need reflection back.

package engine

import (
	"reflect"

	"github.com/beve-org/beve-go/beverun"
	"github.com/beve-org/beve-go/internal/costly"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/omit"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/internal/walked"
	"github.com/beve-org/beve-go/wire"
)

// generatedCode is what bevegen writes for a type.
type generatedCode interface {
	beverun.Appender
	beverun.Unmarshaler
	SizeBEVE() int
}

var generatedType = reflect.TypeFor[generatedCode]()

// The methods that generated code has, and those that it stands before.
func methodAppendBEVE(t reflect.Type) (reflect.Method, bool)  { return t.MethodByName("AppendBEVE") }
func methodDecodeBEVE(t reflect.Type) (reflect.Method, bool)  { return t.MethodByName("DecodeBEVE") }
func methodSizeBEVE(t reflect.Type) (reflect.Method, bool)    { return t.MethodByName("SizeBEVE") }
func methodMarshalBEVE(t reflect.Type) (reflect.Method, bool) { return t.MethodByName("MarshalBEVE") }
func methodUnmarshalBEVE(t reflect.Type) (reflect.Method, bool) {
	return t.MethodByName("UnmarshalBEVE")
}

// isGenerated reports whether t has generated methods of its own.
func isGenerated(t reflect.Type) bool {
	if t.Kind() == reflect.Interface {
		return t.Implements(generatedType)
	}
	return reflect.PointerTo(t).Implements(generatedType) && plan.Receiver(t, methodAppendBEVE) == t &&
		plan.Receiver(t, methodDecodeBEVE) == t && plan.Receiver(t, methodSizeBEVE) == t
}

// owns reports whether the method, which t has, is for t: declared for it, or written
// by hand for a type that t embeds. A method generated for that type knows its fields alone.
func owns(t reflect.Type, m plan.Method) bool {
	r := plan.Receiver(t, m)
	return r == t || !isGenerated(r)
}

// compileGenerated fills k for a type with generated methods. Where there are
// options or declarations that generated code does not know, which leaves interfaces to
// reflection, it reports false: the type then goes by its kind, which gives what the methods would give. So do numbers,
// booleans and strings, of which lists are made as wholes.
func (c *compiler) compileGenerated(k *codec) bool {
	if kind := k.typ.Kind(); kind < reflect.Array || kind == reflect.String {
		return false
	}
	if !c.profile.key.generated() || typeset.Reaches(nil, k.typ, false) {
		return false
	}
	k.least, k.generated = 1, true
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		return k.appendGenerated(e, dst, p)
	}
	k.read = k.readGenerated
	k.rowRead = func(d *decodeState, t *tableReader, off int, p mem.Pointer) int {
		return d.readRow(k.reflected(), t, off, p)
	}
	return true
}

// reflected returns the codec of the type of k that passes over generated methods.
func (k *codec) reflected() *codec {
	return reflectedProfile.codecFor(k.typ)
}

// appendGenerated appends the variable at p by its method. Where that fails the
// codec that reflection has says what is wrong.
func (k *codec) appendGenerated(e *encodeState, dst []byte, p mem.Pointer) []byte {
	n := len(dst)
	out, err := k.pointer(p).(beverun.Appender).AppendBEVE(dst)
	if err == nil && e.level > 0 {
		// The method counts levels from where it begins.
		budget := Limits{MaxDepth: e.limit - e.level}.Budget()
		_, err = wire.SkipWithin(out, n, &budget)
	}
	if err != nil {
		return k.reflected().append(e, dst, p)
	}
	return out
}

// readGenerated reads into the variable at p by its method. What that refuses is read once more by reflection, which says what is
// wrong, unless nobody will ask.
func (k *codec) readGenerated(d *decodeState, off int, p mem.Pointer) int {
	if d.arena != nil {
		return k.reflected().read(d, off, p)
	}
	if d.generated == nil {
		d.generated = new(beverun.Decoder)
	}
	budget, texts, mark := d.budget, d.texts, d.walk.Mark()
	d.generated.Lend(d.lend(), off)
	err := k.pointer(p).(beverun.Unmarshaler).DecodeBEVE(d.generated)
	s, next, failure := d.generated.Return()
	d.takeBack(s)
	switch {
	case failure != nil && !d.walk.Trying():
		d.budget, d.texts = budget, texts
		d.walk.Back(mark)
		return k.reflected().read(d, off, p)
	case failure != nil:
		return d.Fail(off, "", failure)
	case err != nil:
		return d.FailMethod(off, k.typ.String(), err)
	}
	return next
}

// lend returns what generated code needs to read on.
func (d *decodeState) lend() beverun.State {
	return beverun.State{Src: d.src, Whole: d.whole, Root: d.root, Limits: d.limits, Budget: d.budget,
		NoCopy: d.noCopy, Stale: d.stale, Memory: d.memory, Walk: d.walk, Texts: &d.texts}
}

// takeBack is the end of lend.
func (d *decodeState) takeBack(s beverun.State) {
	d.budget, d.memory, d.walk = s.Budget, s.Memory, s.Walk
}

// Reflected is a variable that generated code cannot encode and decode by itself.
// Its methods are for generated code.
type Reflected struct {
	v      any
	quoted bool
	kind   bool
}

// Reflect makes the variable that v points to one that reflection encodes and
// decodes.
func Reflect(v any) Reflected { return Reflected{v: v} }

// Quoted is r with the option string.
func (r Reflected) Quoted() Reflected {
	r.quoted = true
	return r
}

// Struct is r without the methods that were generated for its type.
func (r Reflected) Struct() Reflected {
	r.kind = true
	return r
}

// codec returns the codec of the variable, and its address.
func (r Reflected) codec() (*codec, mem.Pointer) {
	p := usualProfile
	if r.kind {
		p = reflectedProfile
	}
	t := reflect.TypeOf(r.v).Elem()
	at := mem.From(reflect.ValueOf(r.v).UnsafePointer())
	if r.quoted {
		return p.quotedFor(t), at
	}
	return p.codecFor(t), at
}

// Append appends the variable to dst. It returns nil when that failed, and then e
// knows why.
func (r Reflected) Append(e *beverun.Encoder, dst []byte) []byte {
	s := newEncodeState(&EncodeOptions{})
	c, p := r.codec()
	s.level = e.Level()
	out := c.append(s, dst, p)
	if out == nil {
		e.Fail(c.typ.String(), s.failed.Complete())
	}
	s.release()
	return out
}

// Size returns the bytes that the variable takes, or 0 if it cannot be encoded.
func (r Reflected) Size() int {
	b, e := beverun.Scratch(), beverun.OpenEncoder()
	return b.Len(e.CloseMessage(r.Append(e, b.Bytes), b.Bytes))
}

// Read reads the value at off into the variable and returns the offset after it. It
// returns -1 when that failed, and then d knows why.
func (r Reflected) Read(d *beverun.Decoder, off int) int {
	s := newDecodeState(&DecodeOptions{})
	s.lists.Reset()
	s.src, s.whole, s.root = d.Src, d.Whole, d.Root
	s.limits, s.budget, s.noCopy, s.stale, s.memory, s.walk = d.Limits, d.Budget, d.NoCopy, d.Stale, d.Memory, d.Walk
	texts, lent := d.Texts.(*costly.Texts)
	if s.texts = (costly.Texts{}); lent {
		s.texts = *texts
	}
	c, p := r.codec()
	next := c.read(s, off, p)
	if lent {
		*texts = s.texts
	} else if s.texts.Spent() {
		kept := s.texts
		d.Texts = &kept
	}
	d.Budget, d.Memory, d.Walk = s.budget, s.memory, s.walk
	s.walk = walked.Walk{} // it is that of d, whose memory the next user of s must not have
	if next < 0 {
		d.Fail(off, "", s.Complete())
	}
	s.release()
	return next
}

// IsZero reports whether the variable has the zero value of its type.
func (r Reflected) IsZero() bool { return reflect.ValueOf(r.v).Elem().IsZero() }

// IsNil reports whether the variable, an interface, is nil or holds a nil pointer.
func (r Reflected) IsNil() bool {
	v := reflect.ValueOf(r.v).Elem()
	return v.IsNil() || v.Elem().Kind() == reflect.Pointer && v.Elem().IsNil()
}

// IsEmpty reports whether the option omitempty leaves the variable out.
func (r Reflected) IsEmpty() bool {
	rule := omit.Empty(reflect.TypeOf(r.v).Elem())
	return rule.Omits(mem.From(reflect.ValueOf(r.v).UnsafePointer()))
}

// quotedFor returns the codec of fields of type t with the option string.
func (p *profile) quotedFor(t reflect.Type) *codec {
	if c, ok := p.quotes.Load(t); ok {
		return c
	}
	inner := p.codecFor(t)
	c := compiler{profile: p, graph: p.cache.Aside(p)}
	return p.quotes.LoadOrStore(t, c.quoted(t, inner))
}
