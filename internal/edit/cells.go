package edit

import (
	"slices"
	"strings"

	"github.com/beve-org/beve-go/internal/mem"
)

// A Packer is a Form that has Packed values. Those that can hold containers are changed where they lie, as Cells says;
// the others, which are short or flat, in another form.
type Packer interface {
	// Cells says how a Packed value lies that can hold containers. It reports false of others.
	Cells(src []byte, off int) (c Cells, ok bool, err error)
	// AppendNames appends what stands before the values of an object, whose names are sorted, if rows is NoRows; else of
	// an array of so many objects with these names, as which Tabular must have accepted them. Seal completes an object
	// begun so: ends are those of its values in it.
	AppendNames(dst []byte, names []string, rows int) []byte
	Seal(object []byte, ends []int) error
	Tabular(names []string) bool

	// Unpack appends a Packed value in a form that is not, and Repack takes the form was for
	// dst[start:] again, if it still can; it fails where it must.
	Unpack(dst, src []byte, off int) ([]byte, error)
	Repack(dst []byte, start int, was []byte) ([]byte, error)
}

// Cells is how an object lies, or an array of objects with the same names, whose names stand apart: the values lie one
// after another, each a whole one, in the order of the names, row after row.
type Cells struct {
	Names []string // may alias the message
	Named int      // the bytes that they take
	Rows  int      // NoRows for an object
	Body  int      // where the first value lies
}

// NoRows says that Cells are those of an object.
const NoRows = -1

// n returns the number of values.
func (c *Cells) n() int {
	if c.Rows == NoRows {
		return len(c.Names)
	}
	return c.Rows * len(c.Names)
}

// cells returns what a Packer says of the value at off, which lies as s says.
func cells(f Form, src []byte, off int, s Shape) (c Cells, ok bool, err error) {
	if p, packs := f.(Packer); packs && s.Kind == Packed {
		return p.Cells(src, off)
	}
	return c, false, nil
}

// named returns the members of an object whose names stand apart.
func (t *tree) named(b *box) (*object, error) {
	names, at := b.cells.Names, b.shape.Body
	o := &object{members: make([]member, len(names)), index: make(map[string]int32, len(names))}
	for i, name := range names {
		end, err := t.endsOf(b.src).endOf(t.f, b.src, at, Shape{})
		if err != nil {
			return nil, err
		}
		o.members[i] = member{from: at, value: at, end: end, to: end, before: -1}
		o.index[name] = int32(i)
		at = end
	}
	return o, nil
}

// name returns the name of a member of an object whose names stand apart.
func (b *box) name(i int) string {
	if m := &b.object.members[i]; m.fresh {
		return m.node.name
	}
	return b.cells.Names[i]
}

// equalCells compares n with an object whose names stand apart, or an array of such.
func (t *tree) equalCells(n *node, src []byte, c *Cells) (same bool, to int, err error) {
	b, err := t.container(n)
	if err != nil || b == nil || (b.object != nil) != (c.Rows == NoRows) {
		return false, c.Body, err
	}
	if b.object != nil {
		return t.equalNamed(b, src, c.Body, c.Names)
	}
	if b.list.n != c.Rows {
		return false, c.Body, nil
	}
	to = c.Body
	for i := range c.Rows {
		var of *box
		n, err := t.element(b, i)
		if err == nil {
			of, err = t.container(n)
		}
		if err != nil || of == nil || of.object == nil {
			return false, to, err
		}
		if same, to, err = t.equalNamed(of, src, to, c.Names); !same || err != nil {
			return false, to, err
		}
	}
	return true, to, nil
}

// equalNamed compares an object with the values that lie at off in the order of their names.
func (t *tree) equalNamed(b *box, src []byte, off int, names []string) (same bool, to int, err error) {
	o := b.object
	if len(names) != len(o.index) {
		return false, off, nil
	}
	for _, name := range names {
		i, ok := o.index[name]
		if !ok {
			return false, off, nil
		}
		if same, off, err = t.equal(b.nodeOf(i), src, off); !same || err != nil {
			return false, off, err
		}
	}
	return true, off, nil
}

// mergeNamed applies a merge patch whose names stand apart.
func (t *tree) mergeNamed(b *box, src []byte, c *Cells) error {
	b.object.members = slices.Grow(b.object.members, len(c.Names))
	at, last := c.Body, t.last
	for _, name := range c.Names {
		t.last = last
		end, err := t.endsOf(src).endOf(t.f, src, at, Shape{})
		if err == nil {
			err = t.mergeMember(b, name, &node{src: src, off: at, end: end})
		}
		if err != nil {
			return err
		}
		at = end
	}
	return nil
}

// appendRow appends a row, whose values lie at off, as an object.
func (t *tree) appendRow(dst []byte, c *Cells, src []byte, off int) (_ []byte, err error) {
	s := t.f.Plain(Object)
	dst = t.f.AppendHead(dst, s, len(c.Names))
	for _, name := range c.Names {
		end, err := t.endsOf(src).endOf(t.f, src, off, Shape{})
		if err == nil {
			dst, err = t.f.AppendKey(dst, s, name)
		}
		if err != nil {
			return dst, err
		}
		dst = append(dst, src[off:end]...)
		off = end
	}
	return t.f.AppendTail(dst, s), nil
}

// left returns which members of b are left.
func (b *box) left() []int {
	all := make([]int, 0, len(b.object.members))
	for i := range b.object.members {
		if !b.object.members[i].gone {
			all = append(all, i)
		}
	}
	return all
}

// appendNamed appends an object whose names stand apart, sorted.
func (t *tree) appendNamed(dst []byte, b *box) (_ []byte, err error) {
	order := b.left()
	slices.SortFunc(order, func(i, j int) int { return strings.Compare(b.name(i), b.name(j)) })
	names, ends := make([]string, len(order)), make([]int, len(order))
	for k, i := range order {
		names[k] = b.name(i)
	}
	p, start := t.f.(Packer), len(dst)
	dst = p.AppendNames(dst, names, NoRows)
	for k, i := range order {
		if dst, err = t.appendMember(dst, b, i); err != nil {
			t.trail.Key(names[k])
			return dst, err
		}
		ends[k] = len(dst) - start
	}
	return dst, p.Seal(dst[start:], ends)
}

// appendTable appends an array of objects whose names stand apart, or a plain one if they have no longer the same.
func (t *tree) appendTable(dst []byte, b *box) ([]byte, error) {
	names, err := t.tableNames(b)
	if err != nil {
		return dst, err
	}
	if names == nil {
		return t.appendArray(dst, b)
	}
	dst = t.f.(Packer).AppendNames(dst, names, b.list.n)
	n := 0
	b.list.items(func(it *item) bool {
		if v := it.node; v == nil {
			dst = append(dst, b.src[it.from:it.to]...)
		} else if dst, err = t.appendCells(dst, v); err != nil {
			t.trail.Index(n)
		}
		n += it.n
		return err == nil
	})
	return dst, err
}

// tableNames returns the names that all elements have in the same order, nil if there are none, or none of a table.
func (t *tree) tableNames(b *box) (names []string, err error) {
	same := true
	b.list.items(func(it *item) bool {
		of := b.cells.Names
		if it.node != nil {
			of, err = t.namesOf(it.node)
		}
		if names == nil {
			names = of
		}
		same = err == nil && len(of) > 0 && (&of[0] == &names[0] || slices.Equal(of, names))
		return same
	})
	if !same || len(names) == 0 || !t.f.(Packer).Tabular(names) {
		return nil, err
	}
	return names, nil
}

// isRow reports whether n is a row that is as it was.
func (n *node) isRow() bool { return n.row != nil && (n.box == nil || !n.box.changed) }

// namesOf returns the names of a plain object, of any other value none.
func (t *tree) namesOf(n *node) (names []string, err error) {
	if n.isRow() {
		return n.row.Names, nil
	}
	err = t.eachPart(n, func(p part) error {
		names = append(names, p.name)
		return nil
	})
	return names, err
}

// appendCells appends the values of a plain object.
func (t *tree) appendCells(dst []byte, n *node) (_ []byte, err error) {
	if n.isRow() {
		return append(dst, n.src[n.off:n.end]...), nil
	}
	err = t.eachPart(n, func(p part) (err error) {
		if p.of != nil {
			if dst, err = t.appendMember(dst, p.of, p.i); err != nil {
				t.trail.Key(p.name)
			}
		} else {
			dst = append(dst, n.src[p.from:p.to]...)
		}
		return err
	})
	return dst, err
}

// part is a member of a plain object: one of a box, or as it lies from one offset to another.
type part struct {
	name     string
	of       *box
	i        int
	from, to int
}

// eachPart calls do for the members of n, if it is a plain object and no row, until it fails.
func (t *tree) eachPart(n *node, do func(p part) error) error {
	head := t.f.Plain(Object).Head
	if b := n.box; b != nil && b.changed {
		if b.object == nil || b.packs() || b.was != nil || b.shape.Head != head {
			return nil
		}
		for _, i := range b.left() {
			if err := do(part{name: t.nameOf(b, i), of: b, i: i}); err != nil {
				return err
			}
		}
		return nil
	}
	if n.bare {
		return nil
	}
	s, err := t.f.Open(n.src, n.off)
	if err != nil || s.Kind != Object || s.Head != head {
		return err
	}
	var inner error
	err = t.endsOf(n.src).each(t.f, n.src, s, func(_ int, c Child) bool {
		inner = do(part{name: mem.String(c.Key), from: c.Value, to: c.End})
		return inner == nil
	})
	return firstOf(inner, err)
}
