// Unions without ids: what the shape of a value says, and trials.

package engine

import (
	"errors"
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/internal/walked"
	"github.com/beve-org/beve-go/wire"
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
	var fields []plan.Field
	t := uc.Elem
	own := !isGenerated(t) && !c.byKind(t)
	if t.Kind() == reflect.Struct && !own {
		if p, err := plan.Of(t, c.profile.tags()); err == nil {
			fields = p.Fields
		}
	}
	s.targets = append(s.targets, typeset.NewTarget(t, own, fields))
}

// byKind reports whether values of t are written by the kind of t: no method, declaration or meaning of its own
// says otherwise.
func (c *compiler) byKind(t reflect.Type) bool {
	probe := &codec{typ: t}
	return typeset.Lookup(c.profile.key.types, t) == nil && !c.compileKnown(probe) && !c.compileMethods(probe)
}

// readUntagged reads a value that only its shape says the case of.
func (s *unionCodec) readUntagged(d *decodeState, off int, p mem.Pointer) int {
	if end, ok := d.nullAt(off); ok && s.unit != nil {
		s.setUnit(s.unit, p)
		return end
	}
	if next, ok := s.nothing(d, off, p); ok {
		return next
	}
	// A case may be a union in turn, at the same place, and lead to this one again.
	if d.same.at != off {
		d.same.at, d.same.times = off, 0
	}
	if d.same.times++; d.same.times > maxHops {
		return d.Fail(off, s.name, fault.ErrDepth)
	}
	if next, ok := s.readLikely(d, off, p); ok {
		return next
	}
	if len(d.src) != len(d.whole) { // an element of a packed array, where offsets are others
		return s.readShape(d, off, p)
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
	case !final(d):
		scan := d.scanBudget()
		if end := d.endOf(off, &scan); end >= 0 {
			d.walk.Keep(off, s, walked.Kept{End: end})
		}
	}
	return next
}

// readLikely reads the object at off as the case that its first member tells, without a look at the others. ok is false
// where there is none, or where it turns out to be another one.
func (s *unionCodec) readLikely(d *decodeState, off int, p mem.Pointer) (next int, ok bool) {
	n := shortCount(d.src, off, wire.HeaderObject, 2)
	if n <= 0 || !d.walk.Hopeful() {
		return off, false
	}
	for i := range s.cases {
		c := &s.cases[i]
		f := c.codec.fields
		if !c.likely || f == nil || len(f.members) != n || !f.members[0].precedes(d.src, off+2) || !d.charge(int(c.Elem.Size())) {
			continue
		}
		budget, mark, memory, stale := d.budget, d.walk.Mark(), d.memory, d.stale
		h := s.New(c.Case)
		d.walk.Hope()
		d.stale = false
		next, ok = f.readWhole(d, off, n, h.At)
		d.stale = stale
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

// readShape reads the value at off as the case that its shape says, or as the first of those that it may be.
func (s *unionCodec) readShape(d *decodeState, off int, p mem.Pointer) int {
	shape, ok := s.shapeAt(d, off)
	if !ok {
		return -1
	}
	var buf [manyCases]typeset.Candidate
	ranked := typeset.Rank(buf[:0], s.targets, &shape)
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
		if final(d) {
			d.walk.Tried()
			return -1
		}
		d.Forget()
		d.budget = budget
		d.walk.Back(mark)
		scan := d.scanBudget()
		end := d.endOf(off, &scan)
		more := d.walk.Vain(reused, end-off, len(d.whole))
		if end < 0 {
			return -1
		}
		if !more {
			return d.Fail(off, s.name, walked.ErrTried)
		}
	}
	return s.readCase(d, off, &s.cases[ranked[len(ranked)-1].Index], p)
}

// keptNames is how many names of members a state has room for after a message.
const keptNames = 1024

// final reports whether a failure says that nothing else can be tried.
func final(d *decodeState) bool {
	err := d.Err.Err
	return errors.Is(err, fault.ErrDepth) || errors.Is(err, fault.ErrLimit) || errors.Is(err, fault.ErrTruncated) ||
		errors.Is(err, errMethod) || errors.Is(err, walked.ErrVain)
}

// shapeAt returns what the value at off looks like from outside.
func (s *unionCodec) shapeAt(d *decodeState, off int) (shape typeset.Shape, ok bool) {
	h, err := wire.ReadHeader(d.src, off)
	if err != nil {
		d.Fail(off, s.name, err)
		return shape, false
	}
	shape.Kind, shape.Bits = kindOf(h), 8*h.Width()
	switch k := h.Kind(); {
	case k == wire.KindNumberArray:
		shape.Elem = numberKind(h)
	case k == wire.KindBoolArray:
		shape.Elem = typeset.KindBool
	case k == wire.KindStringArray:
		shape.Elem = typeset.KindString
	case k == wire.KindArray:
		if n, next, err := wire.ReadArray(d.src, off); err == nil && n > 0 && next < len(d.src) {
			shape.Elem = kindOf(wire.Header(d.src[next]))
		}
	case k == wire.KindObject || wire.IsIndexed(d.src, off):
		shape.Kind = typeset.KindObject
		return shape, s.membersOf(d, off, &shape)
	}
	return shape, true
}

// membersOf makes shape yield the names of the members of the object at off, having passed over it.
func (s *unionCodec) membersOf(d *decodeState, off int, shape *typeset.Shape) bool {
	m, ok := d.openMembers(off, s.name)
	if !ok {
		return false
	}
	budget := d.scanBudget()
	names := d.names[:0]
	for next := m.off; m.left > 0; {
		key, _, value := m.next(d, next)
		if value < 0 {
			return false
		}
		names = append(names, key)
		if next = d.endOf(value, &budget); next < 0 {
			d.InKey(string(key))
			return false
		}
	}
	shape.Members = names
	if d.names = names; cap(names) > keptNames {
		d.names = nil
	}
	return true
}

// kindOf returns the kind of values with header h.
func kindOf(h wire.Header) typeset.Kind {
	switch h.Kind() {
	case wire.KindBool:
		return typeset.KindBool
	case wire.KindNumber:
		return numberKind(h)
	case wire.KindString:
		return typeset.KindString
	case wire.KindObject, wire.KindIntObject:
		return typeset.KindObject
	case wire.KindArray, wire.KindNumberArray, wire.KindBoolArray, wire.KindStringArray:
		return typeset.KindArray
	}
	return typeset.KindOther
}

// numberKind returns the kind of the numbers that h is the header of.
func numberKind(h wire.Header) typeset.Kind {
	switch h.Class() {
	case wire.Float:
		return typeset.KindFloat
	case wire.Signed:
		return typeset.KindInt
	}
	return typeset.KindUint
}
