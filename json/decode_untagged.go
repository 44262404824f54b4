// Unions without ids, read: what the shape of a value says, and trials.

package json

import (
	"errors"
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/internal/walked"
)

// untagged notes what can be told of the values of a case.
func (c decoderCompiler) untagged(s *unionDecoder, uc *caseDecoder) {
	if uc.Unit {
		if s.unit == nil {
			s.unit = uc
		}
		s.targets = append(s.targets, typeset.UnitTarget())
		return
	}
	var fields []plan.Field
	t := uc.Elem
	own := !c.byKind(t)
	if t.Kind() == reflect.Struct && !own {
		if p, err := plan.Of(t, tagKeys); err == nil {
			fields = p.Fields
		}
	}
	s.targets = append(s.targets, typeset.NewTarget(t, own, fields))
}

// byKind reports whether values of t are read by the kind of t: no method, declaration or meaning of its own says
// otherwise.
func (c decoderCompiler) byKind(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return !declares(c.in.types, t) && !knownDecoder(&decoder{typ: t}) && !p.Implements(unmarshalerType) && !p.Implements(textUnmarshalerType)
}

// manyCases is how many cases are ranked without memory of their own.
const manyCases = 8

// readUntagged reads a value that only its shape says the case of.
func (s *unionDecoder) readUntagged(d *decodeState, i int, p mem.Pointer) int {
	if d.src[i] == 'n' {
		if s.unit != nil {
			return s.readUnit(d, i, s.unit, p)
		}
		return s.nothing(d, i, p)
	}
	if d.saved != nil && d.walk.Trying() {
		return d.skip(i) // something in front did not fit, so that this is no part of the value
	}
	// What was read before, within a value that was another case, is not read again.
	if k, ok := d.walk.Known(i, s); ok {
		if k.Value == nil {
			d.saveWrong(s, i, i+1, s.Shapeless())
		} else {
			s.Restore(p, k.Value)
		}
		return k.End
	}
	if !d.walk.Keeps() {
		return s.readShape(d, i, p)
	}
	wrong := d.saved != nil
	next := s.readShape(d, i, p)
	switch {
	case next < 0 || wrong:
	case d.saved != nil:
		d.walk.Keep(i, s, walked.Kept{End: next})
	default:
		d.walk.Keep(i, s, walked.Kept{End: next, Value: s.Copy(p)})
	}
	return next
}

// readShape reads a value as the case that its shape says, or as the first of those that it may be.
func (s *unionDecoder) readShape(d *decodeState, i int, p mem.Pointer) int {
	shape, ok := d.shapeAt(i)
	if !ok {
		return -1
	}
	var room [manyCases]typeset.Candidate
	ranked := typeset.Rank(room[:0], s.targets, &shape)
	// Since no member must be there, a struct would take any object.
	for len(ranked) > 0 && ranked[len(ranked)-1].Foreign() {
		ranked = ranked[:len(ranked)-1]
	}
	if len(ranked) == 0 {
		return s.wrong(d, i, i+1, s.Shapeless())
	}
	defer func(before bool) { d.exactly = before }(d.exactly)
	d.touched, d.exactly = true, true
	for _, c := range ranked[:len(ranked)-1] {
		next, fits, more := s.try(d, i, &s.cases[c.Index], p)
		if next < 0 || fits {
			return next
		}
		if !more {
			return d.fail(&declaredError{kind: &UnmarshalTypeError{Value: word(d.src[i]), Type: s.typ, Offset: int64(i + 1)}, cause: walked.ErrTried}, i+1)
		}
	}
	return s.readCase(d, i, &s.cases[ranked[len(ranked)-1].Index], p)
}

// try reads the value at i as one of c. Where it does not fit nothing of it stays; next is -1 where that is no
// question, and the offset after the value otherwise. more says whether other cases may be tried.
func (s *unionDecoder) try(d *decodeState, i int, c *caseDecoder, p mem.Pointer) (next int, fits, more bool) {
	saved := d.aside()
	budget, frames, ids, mark := d.budget, len(d.frames), len(d.ids), d.walk.Mark()
	elems, members := len(d.elems), len(d.members)
	reused := d.walk.Try()
	next = s.readCase(d, i, c, p)
	fits = next > 0 && d.saved == nil
	if fits {
		d.walk.Tried()
	} else {
		if next < 0 && (d.err == errSyntax || errors.Is(d.err, fault.ErrLimit)) {
			d.walk.Tried()
			return -1, false, false
		}
		s.Clear(p)
		clear(d.elems[elems:])
		clear(d.members[members:])
		d.elems, d.members = d.elems[:elems], d.members[:members]
		d.budget, d.frames, d.ids = budget, d.frames[:frames], d.ids[:ids]
		d.walk.Back(mark)
		d.saved, d.err, d.where = nil, nil, where{}
		next = d.endOf(i)
		more = d.walk.Vain(reused, next-i, len(d.src))
	}
	d.restore(saved)
	return next, fits, more
}

// shapeAt returns what the value at i looks like from outside.
func (d *decodeState) shapeAt(i int) (shape typeset.Shape, ok bool) {
	shape = typeset.Shape{Kind: typeset.JSONKind(d.src, i), Bits: 64, AnySign: true}
	switch shape.Kind {
	case typeset.KindArray:
		if at := space(d.src, i+1); at < len(d.src) {
			shape.Elem = typeset.JSONKind(d.src, at)
		}
	case typeset.KindObject:
		return shape, d.membersOf(i, &shape)
	}
	return shape, true
}

// membersOf makes shape yield the names of the members of the object at i, having passed over it.
func (d *decodeState) membersOf(i int, shape *typeset.Shape) bool {
	d.touched = true
	names := d.names[:0]
	at, done := d.open(i)
	for !done {
		if d.src[at] != '"' {
			d.syntax()
			return false
		}
		name, next := d.text(at)
		if next < 0 {
			return false
		}
		if len(name) > 0 && next-at-2 != len(name) {
			name = append([]byte(nil), name...) // it has escapes, and is in memory for the next one
		}
		names = append(names, name)
		if next = d.colon(next); next > 0 {
			next = d.endOf(next)
		}
		if next < 0 {
			return false
		}
		at, done = d.next(next, '}')
	}
	d.names, shape.Members = names, names
	return at > 0
}
