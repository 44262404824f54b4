// Unions without ids: what the shape of a value says, and trials.

package msgcodec

import (
	"errors"
	"reflect"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/internal/walked"
)

// untagged notes what can be told of the values of a case.
func (c *compiler) untagged(s *unionCodec, uc *unionCase) {
	if uc.Unit {
		if s.unit == nil {
			s.unit = uc
		}
		s.targets = append(s.targets, typeset.UnitTarget())
		return
	}
	t := uc.Elem
	own := !c.byKind(t)
	var fields []plan.Field
	if t.Kind() == reflect.Struct && !own {
		if c.source().isTuple(t) {
			t = reflect.TypeFor[[]any]()
		} else {
			fields = c.membersOf(t)
		}
	}
	target := typeset.NewTarget(t, own, fields)
	if fields != nil && c.profile.key.format.IDs {
		target = target.Named(structName(t))
	}
	s.targets = append(s.targets, target)
}

// membersOf returns the members of a struct as they are on the wire. Those with numbers are left out where they
// are zero, and called by their numbers.
func (c *compiler) membersOf(t reflect.Type) []plan.Field {
	p, err := c.planOf(t)
	if err != nil {
		return nil // whoever reads such a struct says why
	}
	fields := make([]plan.Field, 0, len(p.Fields))
	for _, f := range p.Fields {
		if f.Type == reflect.TypeFor[struct{}]() {
			continue
		}
		if c.profile.key.format.IDs {
			id, err := idOf(t, &f)
			if err != nil {
				return nil
			}
			f.Name, f.OmitZero = strconv.FormatInt(id, 10), true
		}
		fields = append(fields, f)
	}
	return fields
}

// readUntagged reads a value that only its shape says the case of.
func (s *unionCodec) readUntagged(d *decodeState, off int, p mem.Pointer) int {
	if off < len(d.src) && d.src[off] == msgwire.Nil && s.unit != nil {
		s.setUnit(s.unit, p)
		return off + 1
	}
	if next, ok := s.nothing(d, off, p); ok {
		return next
	}
	if next, ok := s.readLikely(d, off, p); ok {
		return next
	}
	// What was read before, within a value that was another case, is not read again.
	if k, ok := d.walk.Known(off, s); ok {
		if k.Value == nil {
			return d.Fail(off, s.name, s.Shapeless())
		}
		if !k.Cost.Again(&d.budget) {
			return d.Fail(off, s.name, d.budget.Err())
		}
		s.Restore(p, k.Value)
		return k.End
	}
	budget := d.budget
	next := s.readShape(d, off, p)
	switch {
	case !d.walk.Keeps():
	case next >= 0:
		d.walk.Keep(off, s, walked.Kept{End: next, Cost: fault.Spent(budget, d.budget), Value: s.Copy(p)})
	case !final(d.Err.Err):
		scan := d.scan()
		if end := d.endOf(off, &scan); end >= 0 {
			d.walk.Keep(off, s, walked.Kept{End: end})
		}
	}
	return next
}

// readShape reads a value as the case that its shape says, or as the first of those that it may be.
func (s *unionCodec) readShape(d *decodeState, off int, p mem.Pointer) int {
	shape, ok := s.shapeAt(d, off)
	if !ok {
		return -1
	}
	var few [manyCases]typeset.Candidate
	ranked := typeset.Rank(few[:0], s.targets, &shape)
	clear(shape.Members)
	if len(ranked) == 0 {
		return d.Fail(off, s.name, s.Shapeless())
	}
	for _, c := range ranked[:len(ranked)-1] {
		budget, mark, reused := d.budget, d.walk.Mark(), d.walk.Try()
		if next := s.readCase(d, off, &s.cases[c.Index], p); next >= 0 {
			d.walk.Tried()
			return next
		}
		if final(d.Err.Err) {
			d.walk.Tried()
			return -1
		}
		d.Forget()
		d.budget = budget
		d.walk.Back(mark)
		b := d.scan()
		end := d.endOf(off, &b)
		more := d.walk.Vain(reused, end-off, len(d.src)-d.root)
		if end < 0 {
			return -1
		}
		if !more {
			return d.Fail(off, s.name, walked.ErrTried)
		}
	}
	return s.readCase(d, off, &s.cases[ranked[len(ranked)-1].Index], p)
}

// readLikely reads the map at off as the case that its first member tells, without a look at the others. ok is false where
// there is none, or where it turns out to be another one.
func (s *unionCodec) readLikely(d *decodeState, off int, p mem.Pointer) (next int, ok bool) {
	if !hasShortMap(d.src, off) || !d.walk.Hopeful() {
		return off, false
	}
	n := int(d.src[off] &^ 0xF0)
	for i := range s.cases {
		c := &s.cases[i]
		f := c.codec.fields
		if !c.likely || f == nil || len(f.members) != n || f.aliased != nil || !hasPrefix(d.src, off+1, f.fields[0].key) || !d.charge(int(c.Elem.Size())) {
			continue
		}
		budget, mark, memory := d.budget, d.walk.Mark(), d.memory
		h := s.New(c.Case)
		d.walk.Hope()
		next, ok = f.readWhole(d, off, n, h.At)
		again := d.walk.Settle(ok)
		if ok {
			s.Store(p, h)
			return next, true
		}
		h.Release()
		d.Forget()
		d.budget = budget
		d.walk.Back(mark)
		if !d.memory.Proved() {
			d.memory = memory
		}
		if again {
			return d.Fail(off, s.name, walked.ErrVain), true
		}
		return off, false
	}
	return off, false
}

// keptNames is how many names of members a state has room for after a message.
const keptNames = 1024

// final reports whether a failure says that nothing else can be tried.
func final(err error) bool {
	return errors.Is(err, fault.ErrDepth) || errors.Is(err, fault.ErrLimit) || errors.Is(err, fault.ErrTruncated) ||
		errors.Is(err, walked.ErrVain)
}

// shapeAt returns what the value at off looks like from outside.
func (s *unionCodec) shapeAt(d *decodeState, off int) (shape typeset.Shape, ok bool) {
	h, ok := d.head(off)
	if !ok {
		return shape, false
	}
	shape.Kind, shape.Bits, shape.AnySign = shapeKind(h.Kind), 64, true
	switch h.Kind {
	case msgwire.KindFloat32:
		shape.Bits = 32
	case msgwire.KindBin:
		shape.Elem = typeset.KindUint
	case msgwire.KindArray:
		if h.Len > 0 {
			shape.Elem = shapeKind(msgwire.KindOf(d.src[h.Next]))
		}
	case msgwire.KindMap:
		return shape, d.namesOf(off, h, &shape)
	}
	return shape, true
}

// namesOf gives shape the names of the members of the map at off, whose head is h, having passed over it.
func (d *decodeState) namesOf(off int, h msgwire.Head, shape *typeset.Shape) bool {
	b := d.scan()
	if h.Len > 0 && !b.Enter(h.Len) {
		return d.Fail(off, "", b.Err()) >= 0
	}
	names := d.names[:0]
	next := h.Next
	for range h.Len {
		key := next
		name, at := d.anyText(key)
		if at < 0 {
			name = nil
			if at = d.walkOver(key, &b); at >= 0 {
				name = []byte(msgwire.KeyText(d.src, key))
			}
		}
		if at >= 0 {
			next = d.endOf(at, &b)
		}
		if at < 0 || next < 0 {
			d.InKey(msgwire.KeyText(d.src, key))
			return false
		}
		if d.profile.key.format.IDs && d.src[key] == nameKey {
			shape.Name, _ = d.anyText(at)
			continue
		}
		names = append(names, name)
	}
	shape.Members = names
	if d.names = names; cap(names) > keptNames {
		d.names = nil
	}
	return true
}

// shapeKind returns the kind that typeset has for what a lead byte begins.
func shapeKind(k msgwire.Kind) typeset.Kind {
	switch k {
	case msgwire.KindBool:
		return typeset.KindBool
	case msgwire.KindInt:
		return typeset.KindInt
	case msgwire.KindUint:
		return typeset.KindUint
	case msgwire.KindFloat32, msgwire.KindFloat64:
		return typeset.KindFloat
	case msgwire.KindStr:
		return typeset.KindString
	case msgwire.KindBin, msgwire.KindArray:
		return typeset.KindArray
	case msgwire.KindMap:
		return typeset.KindObject
	}
	return typeset.KindOther
}
