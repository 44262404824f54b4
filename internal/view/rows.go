package view

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// Rows goes through the elements of arrays, and has the one that it is at.
type Rows struct {
	// Cells has where the values of the wanted members lie, in the message; 0 for one that the row
	// does not have.
	Cells []int
	// Other says that the row is not an object, or one whose names are not in the message: it is
	// for its View to say what it has.
	Other bool

	// Bounds, if they are for numbers of any type, leave out rows that are not within them.
	Bounds Bounds

	v       View
	l       list
	names   []string
	alike   alike
	pattern pattern
}

// NewRows returns what goes through arrays for members of these names.
func NewRows(names []string) *Rows { return &Rows{names: names, Cells: make([]int, len(names))} }

// At returns where the row is in the message, or its first value is, of a table.
func (r *Rows) At() int { return r.l.at }

// View returns the row.
func (r *Rows) View() (View, error) { return r.l.child() }

// Cell returns the value of a wanted member that the row has.
func (r *Rows) Cell(i int) (View, error) {
	b := r.l.budget
	if r.l.kind != wire.KindTable && !b.Enter(1) {
		return View{}, r.v.fail(r.Cells[i], b.Err(), "", r.l.segment())
	}
	v, err := r.v.m.value(r.Cells[i], b)
	if err != nil {
		return View{}, r.v.fail(r.Cells[i], err, "", r.l.segment())
	}
	return v, nil
}

// Source returns the message of v, which Cells of [Rows] are positions in.
func (v *View) Source() []byte { return v.m.src }

// Each calls yield at each element of v, a generic array or a table, until it returns false; more
// says that it did not. It walks over all of each element.
func (r *Rows) Each(v *View, yield func() (more bool, err error)) (more bool, err error) {
	r.v = *v
	if r.l, err = r.v.list(); err != nil {
		return false, err
	}
	l, src := &r.l, v.m.src
	r.pattern = pattern{}
	if l.kind == wire.KindTable {
		return r.table(yield)
	}
	b, next := &l.budget, l.at
	for l.i = 0; l.i < l.n; l.i++ {
		if r.pattern.size > 0 {
			if next = r.same(src, next); l.i == l.n {
				break
			}
		}
		if l.at = next; r.pattern.size > 0 {
			next += r.pattern.size
			if more, err := yield(); !more || err != nil {
				return false, err
			}
			continue
		}
		if cells := r.Cells; len(cells) == 2 {
			cells[0], cells[1] = 0, 0 // what clear calls for
		} else {
			clear(cells)
		}
		r.Other = false
		if n := objectOf(src, next); n == 0 {
			next, err = r.element()
		} else if !b.Enter(n) {
			err = fault.At(next, b.Err())
		} else if next, err = r.members(src, next+2, n); err == nil && r.pattern.due() {
			r.learn(src, l.at, next, n, r.alike)
		}
		if err != nil {
			return false, r.v.fail(l.at, err, "", l.segment())
		}
		if more, err := yield(); !more || err != nil {
			return false, err
		}
	}
	return true, nil
}

// table is Each for the rows of a table.
func (r *Rows) table(yield func() (more bool, err error)) (more bool, err error) {
	l, src := &r.l, r.v.m.src
	fields := make(alike, l.table.Fields)
	at := l.table.Names
	for i := range fields {
		var name []byte
		name, at = viewName(src, at)
		fields[i] = newLikely(nil, r.wanted(name))
	}
	clear(r.Cells)
	r.Other = false
	next := l.at
	for l.i = 0; l.i < l.n; l.i++ {
		if r.pattern.size > 0 {
			if next = r.same(src, next); l.i == l.n {
				break
			}
		}
		if l.at = next; r.pattern.size > 0 {
			next += r.pattern.size
			if more, err := yield(); !more || err != nil {
				return false, err
			}
			continue
		}
		for i, done := 0, 0; ; i++ {
			done, next = fields.values(src, next, i, r.Cells, &l.budget)
			if i += done; i == len(fields) {
				break
			}
			if name := fields[i].name; name >= 0 {
				r.Cells[name] = next
			}
			at := next
			if next, err = wire.SkipWithin(src, at, &l.budget); err != nil {
				return false, r.v.fail(at, err, "", l.segment())
			}
		}
		if r.pattern.due() {
			r.learn(src, l.at, next, 0, fields)
		}
		if more, err := yield(); !more || err != nil {
			return false, err
		}
	}
	return true, nil
}

// same passes over rows that have the pattern and not a number within the Bounds, and returns where it has come to. If
// the row there has the pattern, Cells has its members, and else no pattern is known any more.
func (r *Rows) same(src []byte, off int) (next int) {
	p := &r.pattern
	done, next, same := p.skip(src, off, r.l.n-r.l.i, &r.Bounds, &r.l.budget)
	switch r.l.i += done; {
	case same:
		p.find(next, r.Cells)
		r.Other = false
	case r.l.i < r.l.n:
		p.miss()
	}
	return next
}

// wanted returns which of the names a key is, or -1.
func (r *Rows) wanted(key []byte) int {
	for i, name := range r.names {
		if string(key) == name {
			return i
		}
	}
	return -1
}

// element finds the members of the element at l.at, and returns where it ends.
func (r *Rows) element() (next int, err error) {
	src, at := r.v.m.src, r.l.at
	h, err := wire.ReadHeader(src, at)
	if err != nil {
		return at, err
	}
	switch h.Kind() {
	case wire.KindObject:
		_, n, next, err := wire.ReadObject(src, at)
		if n == 0 || err != nil {
			return next, err
		}
		if !r.l.budget.Enter(n) {
			return at, fault.At(at, r.l.budget.Err())
		}
		return r.members(src, next, n)
	case wire.KindIndexed:
		return r.indexed(src, at)
	case wire.KindIntObject:
		return r.intObject(src, at)
	}
	r.Other = true
	return wire.SkipWithin(src, at, &r.l.budget)
}

// objectOf returns the number of members of the object at src[off:] if there are some, few enough
// for a SIZE of one byte, and the bytes left can hold them; else 0.
func objectOf(src []byte, off int) (n int) {
	if len(src)-off < 2 || wire.Header(src[off]) != wire.HeaderObject || src[off+1]&3 != 0 {
		return 0
	}
	if n = int(src[off+1] >> 2); 2*n > len(src)-off-2 {
		return 0
	}
	return n
}

// members finds the n members at next, of an object that has been entered, and leaves it.
func (r *Rows) members(src []byte, next, n int) (int, error) {
	b := &r.l.budget
	for expected, done := 0, 0; ; n-- {
		done, next = r.alike.members(src, next, n, expected, r.Cells, b)
		expected += done
		if n -= done; n == 0 {
			b.Leave()
			return next, nil
		}
		from := next
		var key []byte
		var err error
		if key, next, err = wire.ViewText(src, next); err != nil {
			return next, err
		}
		name := r.wanted(key)
		expected = r.alike.note(expected, src[from:next], name)
		if name >= 0 {
			r.Cells[name] = next
		}
		if next, err = wire.SkipWithin(src, next, b); err != nil {
			return next, err
		}
	}
}

func (r *Rows) indexed(src []byte, at int) (next int, err error) {
	x, err := wire.OpenIndexed(src, at)
	if err != nil {
		return at, err
	}
	b := &r.l.budget
	if x.Len > 0 && !b.Enter(x.Len) {
		return at, fault.At(at, b.Err())
	}
	next = x.Data
	for range x.Len {
		key, err := x.Next(src, next)
		if err != nil {
			return next, err
		}
		if name := r.wanted(key); name >= 0 {
			r.Cells[name] = next
		}
		if next, err = wire.SkipWithin(src, next, b); err != nil {
			return next, err
		}
	}
	if x.Len > 0 {
		b.Leave()
	}
	return next, x.Check(src, next)
}

func (r *Rows) intObject(src []byte, at int) (next int, err error) {
	h, n, next, err := wire.ReadObject(src, at)
	if err != nil {
		return at, err
	}
	b := &r.l.budget
	if n > 0 && !b.Enter(n) {
		return at, fault.At(at, b.Err())
	}
	var digits [maxKeyDigits]byte
	for range n {
		var key wire.Number
		if key, next, err = wire.ReadIntKey(src, next, h); err != nil {
			return next, err
		}
		if name := r.wanted(key.AppendDecimal(digits[:0])); name >= 0 {
			r.Cells[name] = next
		}
		if next, err = wire.SkipWithin(src, next, b); err != nil {
			return next, err
		}
	}
	if n > 0 {
		b.Leave()
	}
	return next, nil
}

// Unique reports that the members of v have different keys anyway: those of a table, or of an index.
func (v *View) Unique() bool { return v.form == formRow || v.head.Kind() == wire.KindIndexed }

// Numbers returns the numbers of an array of numbers, and how each is had as a View. For other
// values ok is false.
func (v *View) Numbers() (a wire.Numbers, element func(i int) View, ok bool, err error) {
	if k := v.Kind(); k != wire.KindNumberArray && k != wire.KindAligned {
		return a, nil, false, nil
	}
	r, err := v.run()
	if err != nil {
		return a, nil, false, err
	}
	return r.numbers.Slice(r.first, r.first+r.n), func(i int) View { return r.element(v, i) }, true, nil
}
