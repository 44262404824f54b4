package column

import (
	"encoding/binary"
	"iter"
	"math"
	"slices"

	"github.com/beve-org/beve-go/internal/columns"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/view"
	"github.com/beve-org/beve-go/wire"
)

// ways are how rows are found where nothing below knows better.
var ways = columns.Ways[view.View]{
	IsArray:  func(v view.View) bool { return v.IsArray() },
	IsObject: parted,
	Elements: func(v view.View) iter.Seq2[view.View, error] {
		return func(yield func(view.View, error) bool) {
			if err := view.EachElement(&v, yield); err != nil {
				yield(view.View{}, err)
			}
		}
	},
	Members: members,
	At:      func(v view.View, path fault.Pointer) (view.View, error) { return v.At(path) },
	Member:  part,
	Element: func(v view.View, i int) (view.View, bool, error) { return v.Element(i) },
	Value:   value,
	Fail:    func(v view.View, cause error) error { return v.Refuse(cause) },
}

// parted reports whether a value that is no array has parts.
func parted(v view.View) bool {
	switch v.Kind() {
	case wire.KindObject, wire.KindIntObject, wire.KindComplex, wire.KindMatrix, wire.KindInterval, wire.KindRegExp, wire.KindTypeTag:
		return true
	}
	return false
}

// part returns a member, or a part of a complex number.
func part(v view.View, name string) (view.View, bool, error) {
	if v.Kind() != wire.KindComplex {
		return v.Member(name)
	}
	if name != "0" && name != "1" {
		return v, false, nil
	}
	v, err := v.At(fault.Pointer("/" + name))
	return v, err == nil, err
}

func init() { ways.Leaf = leafOf }

type member struct{ Key, Value view.View }

// members returns the values of an object, or the parts of what else has some.
func members(v view.View) iter.Seq2[view.View, error] {
	return func(yield func(view.View, error) bool) {
		switch v.Kind() {
		case wire.KindComplex:
			if err := view.EachElement(&v, yield); err != nil {
				yield(view.View{}, err)
			}
			return
		case wire.KindObject, wire.KindIntObject:
		default:
			if err := view.EachMember[view.View](&v, func(m member, err error) bool { return yield(m.Value, err) }); err != nil {
				yield(view.View{}, err)
			}
			return
		}
		if v.Unique() {
			err := view.EachMember[view.View](&v, func(m member, err error) bool { return yield(m.Value, err) })
			if err != nil {
				yield(view.View{}, err)
			}
			return
		}
		columns.LastOf(func(yield func(member, error) bool) {
			if err := view.EachMember[view.View](&v, yield); err != nil {
				yield(member{}, err)
			}
		}, func(m member) (string, view.View, error) {
			if m.Key.Kind() == wire.KindString {
				text, err := m.Key.ViewText()
				return mem.String(text), m.Value, err
			}
			name, err := m.Key.Name()
			return name, m.Value, err
		}, yield)
	}
}

// value returns a scalar as a value of a type.
func value(v view.View, t columns.Type) (b columns.Bound, ok bool) {
	switch v.Kind() {
	case wire.KindNumber:
		n, err := v.Number()
		if err != nil {
			return b, false
		}
		return number(n, t)
	case wire.KindString:
		if t == columns.Text {
			text, err := v.ViewText()
			b.Text, ok = mem.String(text), err == nil
		}
	case wire.KindBool:
		if t == columns.Bool {
			set, err := v.Bool()
			b.Bool, ok = set, err == nil
		}
	}
	return b, ok
}

func number(n wire.Number, t columns.Type) (b columns.Bound, ok bool) {
	switch t {
	case columns.Int:
		b.Int, ok = n.Int64()
	case columns.Uint:
		b.Uint, ok = n.Uint64()
	case columns.Float:
		b.Float, ok = n.Float64()
	}
	return b, ok
}

// cell is value for the value at src[off:], which has been checked.
func cell(src []byte, off int, t columns.Type) (b columns.Bound, ok bool) {
	switch h := wire.Header(src[off]); h.Kind() {
	case wire.KindNumber:
		if h == wire.HeaderFloat64 && t == columns.Float {
			b.Float = math.Float64frombits(binary.LittleEndian.Uint64(src[off+1:]))
			return b, true
		}
		n, _, err := wire.ReadNumber(src, off)
		if err != nil {
			return b, false
		}
		return number(n, t)
	case wire.KindString:
		if t == columns.Text {
			text, _, err := wire.ViewString(src, off)
			b.Text, ok = mem.String(text), err == nil
		}
	case wire.KindBool:
		b.Bool, ok = h == wire.HeaderTrue, t == columns.Bool
	}
	return b, ok
}

// leafOf returns what goes through the arrays whose forms it knows.
func leafOf(q *columns.Query) columns.Leaf[view.View] {
	r := newReader(q)
	return func(v view.View, yield func(view.View) bool) (ok, more bool, err error) {
		r.yield = yield
		switch v.Kind() {
		case wire.KindArray:
			r.src = v.Source()
			more, err = r.rows.Each(&v, r.visit)
			return true, more, err
		case wire.KindNumberArray, wire.KindAligned:
			if !own(q) {
				break
			}
			a, element, _, err := v.Numbers()
			if err != nil {
				return false, false, err
			}
			return true, r.numbers.each(a, func(start int, hits []int32) bool {
				if q.Count != nil {
					*q.Count += len(hits)
					return true
				}
				for _, i := range hits {
					if !yield(element(start + int(i))) {
						return false
					}
				}
				return true
			}), nil
		}
		return false, false, nil
	}
}

// own reports whether a query asks for nothing but the rows themselves.
func own(q *columns.Query) bool {
	return q.Field == "" && !slices.ContainsFunc(q.Where, func(c columns.Condition) bool { return c.Field != "" })
}

// reader reads the rows of arrays.
type reader struct {
	q       *columns.Query
	names   []string
	where   []condition
	field   field
	rows    *view.Rows
	numbers numbers
	src     []byte                        // the message
	visit   func() (more bool, err error) // the method row
	yield   func(view.View) bool
}

// field is where a part of a row is found: in a cell, and there at rest. The row itself has
// no cell, -1.
type field struct {
	cell int
	rest fault.Pointer
}

// condition is a part of a row that has to match.
type condition struct {
	field
	check
}

func newReader(q *columns.Query) *reader {
	r := &reader{q: q, numbers: numbers{where: q.Where}}
	for i := range q.Where {
		r.where = append(r.where, condition{r.fieldOf(q.Where[i].Field), checkOf(&q.Where[i].Match)})
	}
	r.field = r.fieldOf(q.Field)
	r.rows, r.visit = view.NewRows(r.names), r.row
	if len(r.where) > 0 {
		if c := &r.where[0]; c.cell >= 0 && c.rest == "" {
			r.rows.Bounds = view.Bounds{Cell: c.cell, Ints: c.ints, Floats: c.floats, Lo: c.lo, Hi: c.hi, Low: c.low, High: c.high}
		}
	}
	return r
}

func (r *reader) fieldOf(path fault.Pointer) field {
	name, rest, ok := path.Cut()
	if !ok {
		return field{cell: -1}
	}
	i := slices.Index(r.names, name)
	if i < 0 {
		i = len(r.names)
		r.names = append(r.names, name)
	}
	return field{i, rest}
}

// row looks at the row that r.rows is at.
func (r *reader) row() (more bool, err error) {
	row := r.rows
	if row.Other {
		return r.other()
	}
	for i := range r.where {
		c := &r.where[i]
		switch {
		case c.cell < 0 || row.Cells[c.cell] == 0: // the row, which is not a scalar, or not there
			return true, nil
		case c.rest == "":
			if !c.passes(r.src, row.Cells[c.cell]) {
				return true, nil
			}
		default:
			if ok, err := r.inside(c); !ok || err != nil {
				return err == nil, err
			}
		}
	}
	if r.q.Count != nil {
		*r.q.Count++
		return true, nil
	}
	var v view.View
	if r.field.cell < 0 {
		v, err = row.View()
	} else if row.Cells[r.field.cell] == 0 {
		if v, err = row.View(); err == nil {
			v, err = v.At(r.q.Field) // says what is missing
		}
	} else if v, err = row.Cell(r.field.cell); err == nil && r.field.rest != "" {
		v, err = v.At(r.field.rest)
	}
	if err != nil {
		return false, err
	}
	return r.yield(v), nil
}

// other is row for one that is not a plain object.
func (r *reader) other() (more bool, err error) {
	if own(r.q) && r.fails() {
		return true, nil
	}
	v, err := r.rows.View()
	if err != nil {
		return false, err
	}
	return ways.Row(v, r.q, r.yield)
}

// fails reports whether a row that is looked at itself does not pass, which takes no View.
func (r *reader) fails() bool {
	for i := range r.where {
		if !r.where[i].passes(r.src, r.rows.At()) {
			return true
		}
	}
	return false
}

// inside reports whether a part of a cell passes.
func (r *reader) inside(c *condition) (bool, error) {
	v, err := r.rows.Cell(c.cell)
	if err != nil {
		return false, err
	}
	v, ok, err := ways.Find(v, c.rest)
	if !ok || err != nil {
		return false, err
	}
	b, ok := value(v, c.m.Type)
	return ok && c.m.Passes(b), nil
}
