// Unions, read by an id or a number.

package msgcodec

import (
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/internal/typeset"
)

// nothing reads nil, which stands for no case.
func (s *unionCodec) nothing(d *decodeState, off int, p mem.Pointer) (next int, ok bool) {
	if off >= len(d.src) || d.src[off] != msgwire.Nil {
		return off, false
	}
	return s.none(d, off, off+1, p), true
}

// none makes the union at p hold no case, which the value at off says. That ends at next.
func (s *unionCodec) none(d *decodeState, off, next int, p mem.Pointer) int {
	if s.NotNil {
		return d.Fail(off, s.name, s.Nil())
	}
	s.Clear(p)
	return next
}

// readCase reads the value at off as one of c into the union at p.
func (s *unionCodec) readCase(d *decodeState, off int, c *unionCase, p mem.Pointer) int {
	if c.follows && !d.enter(off, 1) || !d.charge(int(c.Elem.Size())) {
		return -1
	}
	h := s.New(c.Case)
	if off = c.codec.read(d, off, h.At); off < 0 {
		h.Release()
		return -1
	}
	if c.follows {
		d.leave()
	}
	s.Store(p, h)
	return off
}

// setUnit makes the union at p hold a unit.
func (s *unionCodec) setUnit(c *unionCase, p mem.Pointer) { s.Store(p, s.New(c.Case)) }

// readUnit reads the nil that stands for a unit where a value would be.
func (s *unionCodec) readUnit(d *decodeState, off int, c *unionCase, p mem.Pointer) int {
	if off < len(d.src) && d.src[off] == msgwire.Nil {
		s.setUnit(c, p)
		return off + 1
	}
	if _, ok := d.head(off); !ok {
		return -1
	}
	return d.Fail(off, s.name, fault.Because(fault.ErrMismatch, "a value for "+fault.QuoteShort(c.ID)+", which has none"))
}

// other returns the case for what no case has the id of, or nil.
func (s *unionCodec) other() *unionCase {
	if s.Other == nil {
		return nil
	}
	return &s.cases[s.Other.Index]
}

// keep reads the whole value at off, which has an id that no case has, as the case for those. Its type need not look
// at members, so it is done here: neither the id nor the content may come twice.
func (s *unionCodec) keep(d *decodeState, off int, p mem.Pointer) int {
	h, ok := d.head(off)
	if !ok || h.Kind == msgwire.KindMap && !s.once(d, off, h) {
		return -1
	}
	return s.readCase(d, off, s.other(), p)
}

// once reports whether the id and the content come once at most in the map at off, whose head is h.
func (s *unionCodec) once(d *decodeState, off int, h msgwire.Head) bool {
	b := d.scan()
	if !b.Enter(h.Len) {
		return d.Fail(off, s.name, b.Err()) >= 0
	}
	id, content, next := false, false, h.Next
	for range h.Len {
		keyAt := next
		key, at := d.key(next, s.name)
		if at < 0 {
			return false
		}
		isID, isContent := string(key) == s.Tag, s.Form == typeset.Adjacent && string(key) == s.Content
		if isID && id || isContent && content {
			d.Fail(keyAt, s.name, s.Twice(string(key)))
			return d.InKey(string(key)) >= 0
		}
		id, content = id || isID, content || isContent
		if next = d.endOf(at, &b); next < 0 {
			return d.InKey(string(key)) >= 0
		}
	}
	return true
}

// found returns the compiled form of a case, or nil.
func (s *unionCodec) found(c *typeset.Case) *unionCase {
	if c == nil {
		return nil
	}
	return &s.cases[c.Index]
}

// readHeaded reads the usual form of a map of one member: what is written. ok says whether it is that.
func (s *unionCodec) readHeaded(d *decodeState, off int, p mem.Pointer) (next int, ok bool) {
	c := s.headAt(d.src, off)
	switch {
	case c == nil:
		return 0, false
	case !c.wraps:
		s.setUnit(c, p)
		return off + len(c.head), true
	case !c.bare && off+len(c.head) == len(d.src): // what a map needs is not there, and its head fails
		return 0, false
	case !d.enter(off, 1):
		return -1, true
	}
	if next = off + len(c.head); c.bare {
		s.setUnit(c, p)
	} else if next = s.readCase(d, next, c, p); next < 0 {
		return d.InKey(c.ID), true
	}
	d.leave()
	return next, true
}

// headAt returns the case whose head stands at off, or nil.
func (s *unionCodec) headAt(src []byte, off int) *unionCase {
	if len(s.cases) > manyCases {
		return nil
	}
	for i := range s.cases {
		if c := &s.cases[i]; c.head != nil && hasPrefix(src, off, c.head) {
			return c
		}
	}
	return nil
}

// readExternal reads a map of one member, whose name is the id, or a unit, which is its id.
func (s *unionCodec) readExternal(d *decodeState, off int, p mem.Pointer) int {
	if next, ok := s.readHeaded(d, off, p); ok {
		return next
	}
	if id, next := d.text(off); next >= 0 {
		switch c := s.found(s.Find(id)); {
		case c == nil && s.Other != nil:
			return s.readCase(d, off, s.other(), p)
		case c == nil:
			return d.Fail(off, s.name, s.Unknown(string(id)))
		case !c.Unit:
			return d.Fail(off, s.name, fault.Because(fault.ErrMismatch, fault.QuoteShort(c.ID)+" of "+s.name+" needs a value"))
		default:
			s.setUnit(c, p)
			return next
		}
	}
	if next, ok := s.nothing(d, off, p); ok {
		return next
	}
	h, ok := s.openMap(d, off)
	if !ok {
		return -1
	}
	if h.Len != 1 {
		return d.Fail(off, s.name, s.Crowd(h.Len))
	}
	id, at := d.key(h.Next, s.name)
	if at < 0 {
		return -1
	}
	c := s.found(s.Find(id))
	switch {
	case c == nil && s.Other != nil:
		return s.readCase(d, off, s.other(), p)
	case c == nil:
		return d.Fail(h.Next, s.name, s.Unknown(string(id)))
	case !d.enter(off, 1):
		return -1
	}
	next := s.readPayload(d, at, c, p)
	if next < 0 {
		return d.InKey(c.ID)
	}
	d.leave()
	return next
}

// readPayload reads the value of c, or the nil that a unit has.
func (s *unionCodec) readPayload(d *decodeState, off int, c *unionCase, p mem.Pointer) int {
	if c.Unit {
		return s.readUnit(d, off, c, p)
	}
	return s.readCase(d, off, c, p)
}

// openMap reads the head of the map at off.
func (s *unionCodec) openMap(d *decodeState, off int) (h msgwire.Head, ok bool) {
	if h, ok = d.head(off); ok && h.Kind != msgwire.KindMap {
		d.mismatch(off, h.Kind, s.name)
		return h, false
	}
	return h, ok
}

// readInternal reads a map of which one member is the id, or the array of a tuple, which begins with it.
func (s *unionCodec) readInternal(d *decodeState, off int, p mem.Pointer) int {
	// The usual case: the id is the first member.
	if hasShortMap(d.src, off) && hasPrefix(d.src, off+1, s.tag) {
		if c := s.caseAt(d.src, off+1+len(s.tag)); c != nil {
			return s.readCase(d, off, c, p)
		}
	}
	if next, ok := s.nothing(d, off, p); ok {
		return next
	}
	h, ok := d.head(off)
	if !ok {
		return -1
	}
	at := h.Next
	switch {
	case h.Kind == msgwire.KindArray && h.Len > 0:
	case h.Kind == msgwire.KindMap:
		if at = s.find(d, off, h); at < 0 {
			return -1
		}
	default:
		return d.mismatch(off, h.Kind, s.name)
	}
	c, ok := s.readID(d, at)
	switch {
	case c != nil:
		return s.readCase(d, off, c, p)
	case ok && s.Other != nil:
		return s.keep(d, off, p)
	case ok:
		d.Fail(at, s.name, s.Unknown(d.idText(at)))
	}
	if h.Kind == msgwire.KindArray {
		return d.InIndex(0)
	}
	return d.InKey(s.Tag)
}

// hasShortMap reports whether a map of one to fifteen pairs begins at off.
func hasShortMap(src []byte, off int) bool {
	return off < len(src) && src[off]&0xF0 == msgwire.FixMap && src[off] != msgwire.FixMap
}

// hasPrefix reports whether b stands at src[off:]; off may lie beyond the end.
func hasPrefix(src []byte, off int, b []byte) bool {
	return len(src)-off >= len(b) && string(src[off:off+len(b)]) == string(b)
}

// manyCases is how many cases are compared one by one, where a look-up costs more.
const manyCases = 8

// caseAt returns the case whose id stands at off in the form that it is written in, or nil: then readID knows
// more.
func (s *unionCodec) caseAt(src []byte, off int) *unionCase {
	if len(s.cases) > manyCases {
		return nil
	}
	for i := range s.cases {
		if c := &s.cases[i]; c.id != nil && hasPrefix(src, off, c.id) {
			return c
		}
	}
	return nil
}

// readID reads the id at off. c is nil if no case has it; ok is false where it is not an id.
func (s *unionCodec) readID(d *decodeState, off int) (c *unionCase, ok bool) {
	if text, next := d.text(off); next >= 0 {
		return s.found(s.Find(text)), true
	}
	if n, next := msgwire.ReadInt(d.src, off); next > 0 {
		return s.found(s.FindInt(n)), true
	}
	h, ok := d.head(off)
	if ok && h.Kind != msgwire.KindUint { // of more than an int64 holds
		d.Fail(off, s.name, typeset.ErrID)
		return nil, false
	}
	return nil, ok
}

// idText returns the id at off, which readID has read, for errors.
func (d *decodeState) idText(off int) string { return msgwire.KeyText(d.src, off) }

// find returns where the value of the tag lies in the map at off, whose head is h, or -1.
func (s *unionCodec) find(d *decodeState, off int, h msgwire.Head) int {
	b := d.scan()
	if h.Len > 0 && !b.Enter(h.Len) {
		return d.Fail(off, s.name, b.Err())
	}
	next := h.Next
	for range h.Len {
		key, at := d.key(next, s.name)
		if at < 0 {
			return -1
		}
		if string(key) == s.Tag {
			return at
		}
		if next = d.endOf(at, &b); next < 0 {
			return d.InKey(string(key))
		}
	}
	return d.Fail(off, s.name, s.Missing())
}

// readAdjacent reads a map of two members, the id and the value, in either order, or an array of both.
func (s *unionCodec) readAdjacent(d *decodeState, off int, p mem.Pointer) int {
	// The usual case: the two in this order, and nothing else.
	if at := off + 1 + len(s.tag); off < len(d.src) && d.src[off] == msgwire.FixMap|2 && hasPrefix(d.src, off+1, s.tag) {
		if c := s.caseAt(d.src, at); c != nil && hasPrefix(d.src, at+len(c.id), s.content) {
			if !d.enter(off, 2) {
				return -1
			}
			next := s.readPayload(d, at+len(c.id)+len(s.content), c, p)
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
	if off < len(d.src) && msgwire.KindOf(d.src[off]) == msgwire.KindArray {
		return s.readPair(d, off, p)
	}
	h, ok := s.openMap(d, off)
	switch {
	case !ok:
		return -1
	case h.Len == 0:
		return d.Fail(off, s.name, s.Missing())
	case !d.enter(off, h.Len):
		return -1
	}
	b := d.scan()
	var c *unionCase
	id, content, done := -1, -1, false
	next := h.Next
	for range h.Len {
		keyAt := next
		key, at := d.key(next, s.name)
		if at < 0 {
			return -1
		}
		isID, isContent := string(key) == s.Tag, string(key) == s.Content
		switch {
		case isID && id >= 0, isContent && content >= 0:
			d.Fail(keyAt, s.name, s.Twice(string(key)))
			return d.InKey(string(key))
		case isID:
			id = at
			if c, ok = s.readID(d, at); !ok {
				return d.InKey(s.Tag)
			}
			if c == nil && s.Other != nil {
				d.leave()
				return s.keep(d, off, p)
			}
			if c == nil {
				d.Fail(at, s.name, s.Unknown(d.idText(at)))
				return d.InKey(s.Tag)
			}
			next = d.endOf(at, &b)
		case isContent && c != nil:
			content, done = at, true
			next = s.readPayload(d, at, c, p)
		case isContent:
			content = at
			next = d.endOf(at, &b)
		case d.options.RejectUnknown:
			return d.failKey(keyAt, s.name, fault.UnknownField)
		default:
			next = d.endOf(at, &b)
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
		return d.Fail(off, s.name, s.noContent(c))
	case !done && s.readPayload(d, content, c, p) < 0:
		return d.InKey(s.Content)
	}
	d.leave()
	return next
}

// readPair reads an array of the id and the value, or of the id of a unit, as serde writes them where structs are
// arrays.
func (s *unionCodec) readPair(d *decodeState, off int, p mem.Pointer) int {
	h, ok := d.head(off)
	switch {
	case !ok:
		return -1
	case h.Len == 0 || h.Len > 2:
		return d.mismatch(off, h.Kind, s.name)
	case !d.enter(off, h.Len):
		return -1
	}
	c, ok := s.readID(d, h.Next)
	switch {
	case !ok:
		return d.InIndex(0)
	case c == nil && s.Other != nil:
		d.leave()
		return s.readCase(d, off, s.other(), p)
	case c == nil:
		d.Fail(h.Next, s.name, s.Unknown(d.idText(h.Next)))
		return d.InIndex(0)
	}
	next := d.skip(h.Next)
	switch {
	case h.Len == 1 && c.Unit:
		s.setUnit(c, p)
	case h.Len == 1:
		return d.Fail(off, s.name, s.noContent(c))
	default:
		if next = s.readPayload(d, next, c, p); next < 0 {
			return d.InIndex(1)
		}
	}
	d.leave()
	return next
}

// noContent says that there is no value for c.
func (s *unionCodec) noContent(c *unionCase) error {
	return fault.Because(fault.ErrMissing, "no member "+fault.QuoteShort(s.Content)+" for "+fault.QuoteShort(c.ID))
}

// readNumbered reads a map of one member, whose key is the number of the case. As in every struct with numbers
// for keys, the name of the struct may come besides, and without any other there is no case.
func (s *unionCodec) readNumbered(d *decodeState, off int, p mem.Pointer) int {
	if next, ok := s.readHeaded(d, off, p); ok {
		return next
	}
	if next, ok := s.nothing(d, off, p); ok {
		return next
	}
	h, ok := s.openMap(d, off)
	switch {
	case !ok:
		return -1
	case h.Len == 0:
		return s.none(d, off, h.Next, p)
	case !d.enter(off, h.Len):
		return -1
	}
	next, done, other := h.Next, false, false
	b := d.scan()
	for range h.Len {
		keyAt := next
		id, at := msgwire.ReadInt(d.src, next)
		switch {
		case at == 0:
			if k, ok := d.head(next); ok {
				d.Fail(next, s.name, fault.NoNumber(k.Kind.String()))
			}
			return -1
		case id == -1:
			if next = d.skip(at); next < 0 {
				return -1
			}
			continue
		case done:
			key := msgwire.KeyText(d.src, keyAt)
			d.Fail(keyAt, s.name, fault.SecondCase(key))
			return d.InKey(key)
		}
		done = true
		i := s.byID.find(id) - 1
		if other = i < 0 && s.Other != nil; other {
			if next = d.endOf(at, &b); next < 0 {
				return d.InKey(strconv.FormatInt(id, 10))
			}
			continue
		}
		if i < 0 {
			d.Fail(keyAt, s.name, s.UnknownNumber(id))
			return d.InKey(strconv.FormatInt(id, 10))
		}
		c := &s.cases[i]
		if next = s.readCase(d, at, c, p); next < 0 {
			return d.InKey(c.ID)
		}
	}
	d.leave()
	switch {
	case other && s.unkept != nil:
		return d.Fail(off, s.name, s.unkept)
	case other:
		return s.readCase(d, off, s.other(), p)
	case !done:
		return s.none(d, off, next, p)
	}
	return next
}
