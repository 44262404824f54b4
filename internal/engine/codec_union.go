// Unions: one of several types, with an id that says which, or by its shape.

package engine

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/wire"
)

// compileDeclared fills k for a type of which something is declared, and reports whether there is.
func (c *compiler) compileDeclared(k *codec) bool {
	d := typeset.Lookup(c.profile.key.types, k.typ)
	switch {
	case d == nil:
		return false
	case d.Union != nil:
		d.Visit(unionCompiler{c, k})
	case d.Convert != nil:
		c.compileConversion(k, d.Convert)
	case d.Bytes[typeset.BEVE] != nil:
		compileBytes(k, d.Bytes[typeset.BEVE])
	default:
		return false
	}
	return true
}

// unionCompiler is what a declaration of a union calls, so that only programs that declare one have
// the code for them; see [typeset.Declaration.Visit].
type unionCompiler struct {
	c *compiler
	k *codec
}

func (u unionCompiler) CompileUnion(union *typeset.Union) { u.c.compileUnion(u.k, union) }

// compileConversion fills k for a type that is written as another.
func (c *compiler) compileConversion(k *codec, v *typeset.Conversion) {
	if typeset.Endless(c.profile.key.types, k.typ) {
		k.unsupported(typeset.ErrEndless)
		return
	}
	inner := c.compile(v.Inner)
	name := k.typ.String()
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		// What it leads to may hold the same type again, without a container around it.
		hops := e.hops
		if e.hops++; e.hops > maxHops {
			return e.fail(name, fault.ErrCycle)
		}
		q, err := v.To(p)
		if err != nil {
			return e.fail(name, err)
		}
		dst = inner.append(e, dst, q)
		e.hops = hops // of the next element, say, there are no more
		return dst
	}
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		if d.tentative {
			return d.Fail(off, "", errMethod)
		}
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
func compileBytes(k *codec, b *typeset.Bytes) {
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		return e.appended(k, dst, func(dst []byte) ([]byte, error) { return b.Append(dst, p) })
	}
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		next := k.passed(d, off)
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
	name    string
	tag     []byte // SIZE and name of the tag
	content []byte // and of the content
	cases   []unionCase
	// targets are the cases as values without an id are matched with them.
	targets []typeset.Target
	unit    *unionCase // of them, which is null
}

// unionCase is one of its cases.
type unionCase struct {
	*typeset.Case
	codec *codec
	id    []byte // as a value
	// head is what comes before the value, or all there is of a unit; within says that it begins a container.
	head   []byte
	within bool
	likely bool // see typeset.Likely
}

// compileUnion fills k for a union.
func (c *compiler) compileUnion(k *codec, u *typeset.Union) {
	s := &unionCodec{Union: u, name: k.typ.String(), cases: make([]unionCase, len(u.Cases))}
	if u.Tag != "" {
		s.tag = wire.AppendText(nil, u.Tag)
	}
	if u.Content != "" {
		s.content = wire.AppendText(nil, u.Content)
	}
	k.append = s.append
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
		s.cases[i].likely = likely
	}
}

// unionCase compiles one case.
func (c *compiler) unionCase(u *typeset.Union, uc *typeset.Case) unionCase {
	out := unionCase{Case: uc}
	if uc == u.Other {
		out.codec = c.compile(uc.Elem)
		return out
	}
	id := idValue(uc)
	out.id = id
	if u.Form == typeset.Internal {
		out.codec = &codec{typ: uc.Elem}
		c.compileTagged(out.codec, u.Tag, id)
		return out
	}
	out.codec = c.compile(uc.Elem)
	switch u.Form {
	case typeset.External:
		if out.head = id; !uc.Unit {
			out.head, out.within = wire.AppendText(wire.AppendObject(nil, 1), uc.ID), true
		}
	case typeset.Adjacent:
		out.within = true
		members := 2
		if uc.Unit {
			members = 1
		}
		out.head = append(wire.AppendText(wire.AppendObject(nil, members), u.Tag), id...)
		if !uc.Unit {
			out.head = wire.AppendText(out.head, u.Content)
		}
	default:
		if uc.Unit {
			out.head = wire.AppendNull(nil)
		}
	}
	return out
}

// idValue returns the id of a case as a value.
func idValue(c *typeset.Case) []byte {
	if c.IsInt {
		return wire.AppendInt(nil, c.Int)
	}
	return wire.AppendString(nil, c.ID)
}

// compileTagged fills k, the codec of a struct, so that its object begins with the id.
func (c *compiler) compileTagged(k *codec, tag string, id []byte) {
	if k.typ.Kind() != reflect.Struct || !isGenerated(k.typ) && !c.byKind(k.typ) {
		k.unsupported(fault.Because(fault.ErrUnsupported, "a member with the id needs the members of a struct beside it; declare a content for other types"))
		return
	}
	k.plain = true
	c.compileStructWith(k, &field{name: tag, constant: id, codec: constantCodec(id), required: true})
}

// constantCodec is the codec of a member that always has one value, which nothing in memory holds.
func constantCodec(value []byte) *codec {
	k := &codec{typ: reflect.TypeFor[struct{}](), stateless: true, least: len(value)}
	k.append = func(_ *encodeState, dst []byte, _ mem.Pointer) []byte { return append(dst, value...) }
	k.read = func(d *decodeState, off int, _ mem.Pointer) int {
		next, err := d.skip(off)
		if err != nil {
			return d.Fail(off, "", err)
		}
		return next
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
		return wire.AppendNull(dst)
	}
	c := &s.cases[h.Case.Index]
	dst = append(dst, c.head...)
	if !c.Unit || s.Form == typeset.Internal {
		if c.within && !e.enter() {
			return nil
		}
		if dst = e.follow(dst, c.Type, c.codec, h.At); dst == nil && c.within {
			e.failed.InKey(s.memberOf(c))
		}
		if c.within {
			e.leave()
		}
	}
	h.Release()
	return dst
}

// memberOf returns the name of the member that the value of c is in.
func (s *unionCodec) memberOf(c *unionCase) string {
	if s.Form == typeset.Adjacent {
		return s.Content
	}
	return c.ID
}

// nothing reads null, which stands for nil.
func (s *unionCodec) nothing(d *decodeState, off int, p mem.Pointer) (next int, ok bool) {
	if off >= len(d.src) || wire.Header(d.src[off]) != wire.HeaderNull {
		return off, false
	}
	if s.NotNil {
		return d.Fail(off, s.name, s.Nil()), true
	}
	s.Clear(p)
	return off + 1, true
}

// readCase reads the value at off as one of c into the union at p.
func (s *unionCodec) readCase(d *decodeState, off int, c *unionCase, p mem.Pointer) int {
	if !d.charge(int(c.Elem.Size())) {
		return -1
	}
	h := s.New(c.Case)
	stale := d.stale
	d.stale = false
	off = c.codec.read(d, off, h.At)
	d.stale = stale
	if off < 0 {
		h.Release()
		return -1
	}
	s.Store(p, h)
	return off
}

// setUnit makes the union at p hold a unit.
func (s *unionCodec) setUnit(c *unionCase, p mem.Pointer) { s.Store(p, s.New(c.Case)) }

// unknown reads the whole value at off, whose id no case has, where there is a case for that.
func (s *unionCodec) unknown(d *decodeState, off, at int, id string, p mem.Pointer) int {
	if s.Other != nil {
		return s.readCase(d, off, &s.cases[s.Other.Index], p)
	}
	return d.Fail(at, s.name, s.Unknown(id))
}

// keep reads the whole object at off, which has an id that no case has, as the case for those. Its type need not look
// at members, so it is done here: neither the id nor the content may come twice.
func (s *unionCodec) keep(d *decodeState, off int, p mem.Pointer) int {
	m, ok := d.openMembers(off, s.name)
	if !ok {
		return -1
	}
	budget := d.scanBudget()
	id, content := false, false
	for next := m.off; m.left > 0; {
		key, _, value := m.next(d, next)
		if value < 0 {
			return -1
		}
		isID, isContent := string(key) == s.Tag, s.Form == typeset.Adjacent && string(key) == s.Content
		if isID && id || isContent && content {
			d.Fail(value, s.name, s.Twice(string(key)))
			return d.InKey(string(key))
		}
		id, content = id || isID, content || isContent
		if next = d.endOf(value, &budget); next < 0 {
			return d.InKey(string(key))
		}
	}
	return s.readCase(d, off, &s.cases[s.Other.Index], p)
}

// readExternal reads an object of one member, whose name is the id, or a unit, which is its id.
func (s *unionCodec) readExternal(d *decodeState, off int, p mem.Pointer) int {
	if next, ok := s.nothing(d, off, p); ok {
		return next
	}
	h, err := wire.ReadHeader(d.src, off)
	if err != nil {
		return d.Fail(off, s.name, err)
	}
	if h == wire.HeaderString {
		id, next, err := wire.ViewString(d.src, off)
		if err != nil {
			return d.Fail(off, s.name, err)
		}
		if c := s.Find(id); c == nil {
			return s.unknown(d, off, off, string(id), p)
		} else if !c.Unit {
			return d.Fail(off, s.name, s.needsValue(c))
		} else {
			s.setUnit(&s.cases[c.Index], p)
		}
		return next
	}
	m, ok := d.openMembers(off, s.name)
	if !ok {
		return -1
	}
	if m.left != 1 {
		return d.Fail(off, s.name, s.Crowd(m.left))
	}
	name, at, next := m.next(d, m.off)
	if next < 0 {
		return -1
	}
	found := s.Find(name)
	if found == nil {
		return s.unknown(d, off, at, string(name), p)
	}
	c := &s.cases[found.Index]
	if !d.enter(off, 1) {
		return -1
	}
	if c.Unit {
		if end, ok := d.nullAt(next); ok {
			s.setUnit(c, p)
			next = end
		} else {
			next = d.Fail(next, s.name, fault.Because(fault.ErrMismatch, "a value for "+fault.QuoteShort(c.ID)+", which has none"))
		}
	} else {
		next = s.readCase(d, next, c, p)
	}
	if next < 0 {
		return d.InKey(c.ID)
	}
	d.leave()
	return m.end(d, next)
}

func (s *unionCodec) needsValue(c *typeset.Case) error {
	return fault.Because(fault.ErrMismatch, fault.QuoteShort(c.ID)+" of "+s.name+" needs a value")
}

// nullAt returns the offset after the null at off, if it is one.
func (d *decodeState) nullAt(off int) (next int, ok bool) {
	return off + 1, off < len(d.src) && wire.Header(d.src[off]) == wire.HeaderNull
}

// readInternal reads an object of which one member is the id.
func (s *unionCodec) readInternal(d *decodeState, off int, p mem.Pointer) int {
	// The usual case: the id is the first member.
	if n := shortCount(d.src, off, wire.HeaderObject, 2); n > 0 {
		if hasPrefix(d.src, off+2, s.tag) {
			if c := s.caseAt(d.src[off+2+len(s.tag):]); c != nil {
				return s.readCase(d, off, c, p)
			}
		}
	}
	if next, ok := s.nothing(d, off, p); ok {
		return next
	}
	at := s.find(d, off, s.Tag)
	if at < 0 {
		return -1
	}
	c, ok := s.readID(d, at)
	switch {
	case !ok:
		return d.InKey(s.Tag)
	case c != nil:
		return s.readCase(d, off, &s.cases[c.Index], p)
	case s.Other != nil:
		return s.keep(d, off, p)
	}
	d.Fail(at, s.name, s.Unknown(d.idText(at)))
	return d.InKey(s.Tag)
}

// hasPrefix reports whether b stands at src[off:]; off may lie beyond the end.
func hasPrefix(src []byte, off int, b []byte) bool {
	return len(src)-off >= len(b) && string(src[off:off+len(b)]) == string(b)
}

// manyCases is how many cases are compared one by one, where a look-up costs more.
const manyCases = 8

// caseAt returns the case whose id src begins with in the form that it is written in, or nil: then readID knows
// more.
func (s *unionCodec) caseAt(src []byte) *unionCase {
	if len(s.cases) > manyCases {
		return nil
	}
	for i := range s.cases {
		c := &s.cases[i]
		if c.id != nil && hasPrefix(src, 0, c.id) {
			return c
		}
	}
	return nil
}

// readID reads the id at off. c is nil if no case has it; ok is false where it is not an id.
func (s *unionCodec) readID(d *decodeState, off int) (c *typeset.Case, ok bool) {
	if off < len(d.src) && wire.Header(d.src[off]) == wire.HeaderString {
		id, _, err := wire.ViewString(d.src, off)
		if err != nil {
			d.Fail(off, s.name, err)
			return nil, false
		}
		return s.Find(id), true
	}
	n, _, err := wire.ReadNumber(d.src, off)
	if err != nil {
		d.Fail(off, s.name, err)
		return nil, false
	}
	if v, ok := n.Int64(); ok && !n.IsFloat() {
		return s.FindInt(v), true
	}
	d.Fail(off, s.name, typeset.ErrID)
	return nil, false
}

// idText returns the id at off, which readID has read, for errors.
func (d *decodeState) idText(off int) string {
	if id, _, err := wire.ViewString(d.src, off); err == nil {
		return string(id)
	}
	n, _, _ := wire.ReadNumber(d.src, off)
	return n.String()
}

// find returns where the value of the member called name of the object at off lies, or -1.
func (s *unionCodec) find(d *decodeState, off int, name string) int {
	m, ok := d.openMembers(off, s.name)
	if !ok {
		return -1
	}
	budget := d.scanBudget()
	for next := m.off; m.left > 0; {
		key, _, value := m.next(d, next)
		if value < 0 {
			return -1
		}
		if string(key) == name {
			return value
		}
		if next = d.endOf(value, &budget); next < 0 {
			return d.InKey(string(key))
		}
	}
	return d.Fail(off, s.name, s.Missing())
}

// readAdjacent reads an object of two members, the id and the value, in either order.
func (s *unionCodec) readAdjacent(d *decodeState, off int, p mem.Pointer) int {
	// The usual case: the two in this order, and nothing else.
	if n := shortCount(d.src, off, wire.HeaderObject, 2); n == 2 && hasPrefix(d.src, off+2, s.tag) {
		if c := s.caseAt(d.src[off+2+len(s.tag):]); c != nil && hasPrefix(d.src, off+2+len(s.tag)+len(c.id), s.content) {
			if !d.enter(off, 2) {
				return -1
			}
			next := s.readContent(d, off+2+len(s.tag)+len(c.id)+len(s.content), c, p)
			if next < 0 {
				return d.InKey(s.Content)
			}
			d.leave()
			return next
		}
	}
	if next, ok := s.nothing(d, off, p); ok {
		return next
	}
	m, ok := d.openMembers(off, s.name)
	if !ok || m.left > 0 && !d.enter(off, m.left) {
		return -1
	}
	entered := m.left > 0
	var c *unionCase
	done, tagAt, content := false, -1, -1
	budget := d.scanBudget()
	next := m.off
	for m.left > 0 {
		key, _, value := m.next(d, next)
		if value < 0 {
			return -1
		}
		switch string(key) {
		case s.Tag:
			if tagAt >= 0 {
				d.Fail(value, s.name, s.Twice(s.Tag))
				return d.InKey(s.Tag)
			}
			tagAt = value
			found, ok := s.readID(d, value)
			if !ok {
				return d.InKey(s.Tag)
			}
			if found == nil {
				if s.Other != nil {
					if entered {
						d.leave()
					}
					return s.keep(d, off, p)
				}
				d.Fail(value, s.name, s.Unknown(d.idText(value)))
				return d.InKey(s.Tag)
			}
			c = &s.cases[found.Index]
			next = d.endOf(value, &budget)
		case s.Content:
			if content >= 0 {
				d.Fail(value, s.name, s.Twice(s.Content))
				return d.InKey(s.Content)
			}
			content = value
			if c == nil {
				next = d.endOf(value, &budget)
				break
			}
			done = true
			next = s.readContent(d, value, c, p)
		default:
			if d.rejectUnknown {
				d.Fail(value, s.name, fault.UnknownField(string(key)))
				return d.InKey(string(key))
			}
			next = d.endOf(value, &budget)
		}
		if next < 0 {
			return d.InKey(string(key))
		}
	}
	switch {
	case c == nil:
		return d.Fail(off, s.name, s.Missing())
	case content < 0 && c.Unit:
		s.setUnit(c, p)
	case content < 0:
		return d.Fail(off, s.name, fault.Because(fault.ErrMissing, "no member "+fault.QuoteShort(s.Content)+" for "+fault.QuoteShort(c.ID)))
	case !done && s.readContent(d, content, c, p) < 0:
		return d.InKey(s.Content)
	}
	if entered {
		d.leave()
	}
	return m.end(d, next)
}

// readContent reads the value of a member beside the id.
func (s *unionCodec) readContent(d *decodeState, off int, c *unionCase, p mem.Pointer) int {
	if !c.Unit {
		return s.readCase(d, off, c, p)
	}
	next, ok := d.nullAt(off)
	if !ok {
		return d.Fail(off, s.name, fault.Because(fault.ErrMismatch, "a value for "+fault.QuoteShort(c.ID)+", which has none"))
	}
	s.setUnit(c, p)
	return next
}
