// This file reads BEVE: values with headers, and the containers whose children have headers, too.

package inspect

import (
	"strings"

	"github.com/beve-org/beve-go/cmd/internal/doc"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// beveValues are the values of a file of BEVE, delimited or not.
func (f *File) beveValues() *inside {
	return &inside{
		count: -1,
		more: func(i, off int) (int, bool, error) {
			if i == 0 && len(f.data) > 0 {
				var err error
				if off, err = wire.ReadMessageStart(f.data); err != nil {
					return off, false, err
				}
			}
			off, _ = wire.PassDelimiters(f.data, off, i > 0, true)
			return off, off < len(f.data), nil
		},
		child: func(_, off int) (part, error) { return f.beveValue(off) },
		pass:  func(_, off int) (int, error) { return f.passBEVE(off) },
	}
}

// passBEVE returns where the value at off ends, all of which is checked.
func (f *File) passBEVE(off int) (int, error) {
	return f.passed(off, func(off int) (int, error) {
		b := limits.Budget()
		return wire.SkipWithin(f.data, off, &b)
	})
}

// passElements returns where n values end that lie side by side.
func (f *File) passElements(off, n int) (int, error) {
	b := limits.Budget()
	if !b.Enter(n) {
		return off, fault.At(off, b.Err())
	}
	return wire.SkipElements(f.data, off, n, wire.KindArray, &b)
}

// headed is a container whose children are values with headers, perhaps after keys.
func (f *File) headed(first, count int) *inside {
	return &inside{first: first, count: count,
		child: func(_, off int) (part, error) { return f.beveValue(off) },
		pass:  func(_, off int) (int, error) { return f.passBEVE(off) },
	}
}

// beveValue reads the value at off. The End of containers is that of their heads.
func (f *File) beveValue(off int) (part, error) {
	h, err := wire.ReadHeader(f.data, off)
	if err != nil {
		return part{}, err
	}
	p := part{Node: Node{Off: off, What: h.String(), Kind: "other"}}
	switch h.Kind() {
	case wire.KindNull:
		p.Kind, p.Text, p.End = "null", "null", off+1
	case wire.KindBool:
		p.Kind, p.Text, p.End = "bool", h.String(), off+1
	case wire.KindNumber:
		err = f.number(&p)
	case wire.KindString:
		err = f.text(&p)
	case wire.KindObject, wire.KindIntObject:
		err = f.object(&p, h)
	case wire.KindArray:
		err = f.array(&p)
	case wire.KindStringArray:
		err = f.strings(&p)
	case wire.KindNumberArray, wire.KindAligned, wire.KindBoolArray:
		err = f.packed(&p, h)
	case wire.KindComplex:
		err = f.complexes(&p)
	case wire.KindTime:
		err = f.times(&p)
	case wire.KindMatrix:
		err = f.matrixOf(&p)
	case wire.KindInterval:
		err = f.interval(&p)
	case wire.KindIndexed:
		err = f.indexed(&p)
	case wire.KindTable:
		if wire.TypeTagAt(f.data, off, false) {
			err = f.typeTag(&p)
		} else {
			err = f.table(&p)
		}
	default:
		if p.End, err = f.passBEVE(off); err == nil {
			p.Text, p.Head = leaf(f.data[off:p.End]), off+1
		}
	}
	if err != nil {
		return part{}, err
	}
	switch {
	case p.inside != nil:
		p.Head = p.inside.first
	case p.Head == 0:
		p.Head = p.End
	}
	return p, nil
}

// number reads a number.
func (f *File) number(p *part) error {
	n, end, err := wire.ReadNumber(f.data, p.Off)
	if err != nil {
		return err
	}
	p.Kind, p.Text, p.End, p.Head = "number", string(doc.AppendNumber(nil, n)), end, p.Off+1
	p.number = float(n)
	return nil
}

// text reads a string.
func (f *File) text(p *part) error {
	text, end, err := wire.ViewString(f.data, p.Off)
	if err != nil {
		return err
	}
	p.Kind, p.Text, p.End, p.Head = "string", quoted(text), end, end-len(text)
	p.What += " of " + plural(len(text), "byte")
	return nil
}

// object reads an object whose names are beside its values.
func (f *File) object(p *part, h wire.Header) error {
	_, n, next, err := wire.ReadObject(f.data, p.Off)
	if err != nil {
		return err
	}
	p.Kind, p.Count, p.End = "object", n, next
	p.inside = f.members(h, next, n)
	return nil
}

// array reads a generic array.
func (f *File) array(p *part) error {
	n, next, err := wire.ReadArray(f.data, p.Off)
	if err != nil {
		return err
	}
	p.Kind, p.Count, p.End = "array", n, next
	p.inside = f.headed(next, n)
	p.inside.run = f.passElements
	if n == 0 {
		return nil
	}
	switch wire.Header(f.data[next]).Kind() {
	case wire.KindNumber:
		p.Plot = true
	case wire.KindObject, wire.KindIntObject, wire.KindIndexed, wire.KindArray, wire.KindNumberArray, wire.KindStringArray:
		p.Grid = true
	}
	return nil
}

// strings reads an array of strings without headers.
func (f *File) strings(p *part) error {
	n, next, err := wire.ReadStrings(f.data, p.Off)
	if err != nil {
		return err
	}
	p.Kind, p.Count, p.End = "array", n, next
	p.inside = f.texts(next, n)
	return nil
}

// interval reads two instants.
func (f *File) interval(p *part) error {
	_, _, second, end, err := wire.ReadInterval(f.data, p.Off)
	if err != nil {
		return err
	}
	p.Text = leaf(f.data[p.Off+1:second]) + " – " + leaf(f.data[second:end])
	p.Head, p.End = p.Off+1, end
	return nil
}

// typeTag reads a type tag of version 1.
func (f *File) typeTag(p *part) error {
	index, next, err := wire.ReadTypeTag(f.data, p.Off)
	if err != nil {
		return err
	}
	p.Kind, p.What, p.Count, p.End = "object", "type tag "+utoa(index), 1, next
	p.inside = f.headed(next, 1)
	return nil
}

// float is a number as the plots have it.
func float(n wire.Number) float64 {
	f, ok := n.Float64()
	if !ok {
		if i, fits := n.Int64(); fits {
			return float64(i)
		} else if u, fits := n.Uint64(); fits {
			return float64(u)
		}
	}
	return f
}

// leaf is a value without parts of its own as text.
func leaf(data []byte) string {
	d, err := doc.New(data, wire.Limits{}, false)
	if err != nil {
		return ""
	}
	n := d.Root()
	if n.Kind() != doc.Array && n.Kind() != doc.Object {
		return clip(strings.Trim(string(n.AppendText(nil)), `"`))
	}
	var parts []string
	for name, c := range n.Children() {
		text := string(c.AppendText(nil))
		if n.Kind() == doc.Object {
			text = name + " " + text
		}
		parts = append(parts, text)
	}
	return clip(strings.Join(parts, ", "))
}

// members is the contents of an object: names, each with a value.
func (f *File) members(h wire.Header, first, count int) *inside {
	src := f.data
	key := func(off int) (name string, end int, err error) {
		if h.Kind() == wire.KindIntObject {
			n, end, err := wire.ReadIntKey(src, off, h)
			return n.String(), end, err
		}
		text, end, err := wire.ViewText(src, off)
		return string(text), end, err
	}
	return &inside{first: first, count: count,
		child: func(_, off int) (part, error) {
			name, end, err := key(off)
			if err != nil {
				return part{}, err
			}
			p, err := f.beveValue(end)
			if err != nil {
				p = f.wrong(part{}, end, err)
			}
			p.Name, p.Member, p.Key, p.KeyEnd = name, true, off, end
			return p, nil
		},
		pass: func(_, off int) (int, error) {
			_, end, err := key(off)
			if err != nil {
				return off, err
			}
			return f.passBEVE(end)
		},
	}
}

// texts is the contents of a string array.
func (f *File) texts(first, count int) *inside {
	return &inside{first: first, count: count,
		child: func(_, off int) (p part, err error) {
			text, end, err := wire.ViewText(f.data, off)
			p.Kind, p.What, p.Text = "string", "text of "+plural(len(text), "byte"), quoted(text)
			p.Off, p.Head, p.End, p.bare = off, end-len(text), end, true
			return p, err
		},
		pass: func(_, off int) (int, error) {
			_, end, err := wire.ViewText(f.data, off)
			return end, err
		},
	}
}

// indexed reads an indexed object, whose names come before all values.
func (f *File) indexed(p *part) error {
	src := f.data
	x, err := wire.OpenIndexed(src, p.Off)
	if err != nil {
		return err
	}
	n, next, err := wire.ReadIndexed(src, p.Off)
	if err != nil {
		return err
	}
	entries := make([]int, n) // where each begins
	for i := range entries {
		entries[i] = next
		if _, next, err = wire.ReadIndexEntry(src, next); err != nil {
			return err
		}
	}
	p.Kind, p.Count = "object", n
	p.inside = f.headed(x.Data, n)
	p.inside.child = func(i, off int) (part, error) {
		c, err := f.beveValue(off)
		if err != nil {
			return c, err
		}
		e, end, err := wire.ReadIndexEntry(src, entries[i])
		c.Name, c.Member, c.Key, c.KeyEnd = string(e.Name), true, entries[i], end
		return c, err
	}
	return nil
}

// table reads a table: names, and rows of values without them.
func (f *File) table(p *part) error {
	src := f.data
	t, err := wire.ReadTable(src, p.Off)
	if err != nil {
		return err
	}
	names := make([]string, t.Fields)
	at := t.Names
	for i := range names {
		text, next, err := wire.ViewText(src, at)
		if err != nil {
			return err
		}
		names[i], at = string(text), next
	}
	p.Kind, p.Count, p.Grid = "array", t.Rows, true
	p.What = "table of " + plural(t.Rows, "row") + " and " + plural(t.Fields, "column")
	pass := func(_, off int) (int, error) {
		if t.Fields == 0 {
			return off, nil
		}
		return f.passElements(off, t.Fields)
	}
	p.inside = &inside{first: t.Cells, count: t.Rows, pass: pass,
		child: func(_, off int) (part, error) {
			row := part{bare: true, Node: Node{Kind: "object", What: "row", Off: off, Head: off, End: off, Count: t.Fields}}
			row.inside = f.headed(off, t.Fields)
			row.inside.child = func(i, off int) (part, error) {
				c, err := f.beveValue(off)
				c.Name, c.Member = names[i], true
				return c, err
			}
			return row, nil
		},
	}
	return nil
}
