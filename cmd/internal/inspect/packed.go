// This file reads the forms of BEVE whose elements have no headers and take the same room each, and matrices.

package inspect

import (
	"math"

	"github.com/beve-org/beve-go/cmd/internal/doc"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// fixed is the contents of an array whose elements take width bytes each.
func fixed(first, count, width int, what string, text func(i int) string, number func(i int) float64) *inside {
	kind := "number"
	if number == nil {
		kind = "other"
	}
	return &inside{first: first, count: count, number: number,
		at: func(i int) int { return first + i*width },
		child: func(i, off int) (p part, err error) {
			p.Kind, p.What, p.Text = kind, what, text(i)
			p.Off, p.Head, p.End = off, off, off+width
			if number != nil {
				p.number = number(i)
			}
			return p, nil
		},
	}
}

// packed reads an array of numbers or booleans.
func (f *File) packed(p *part, h wire.Header) error {
	p.Kind, p.Plot = "array", true
	if h.Kind() == wire.KindBoolArray {
		a, next, err := wire.ViewBools(f.data, p.Off)
		if err != nil {
			return err
		}
		first := next - (a.Len()+7)/8
		p.Count, p.End = a.Len(), next
		p.inside = fixed(first, a.Len(), 0, "bit", func(i int) string {
			if a.At(i) {
				return "true"
			}
			return "false"
		}, func(i int) float64 {
			if a.At(i) {
				return 1
			}
			return 0
		})
		p.inside.at = func(i int) int { return first + i/8 }
		child := p.inside.child
		p.inside.child = func(i, off int) (part, error) {
			c, err := child(i, off)
			c.Kind, c.What, c.End = "bool", "bit "+itoa(i%8), off+1
			return c, err
		}
		return nil
	}
	a, next, err := wire.ViewNumbers(f.data, p.Off)
	if err != nil {
		return err
	}
	p.Count, p.End = a.Len(), next
	if h.Kind() == wire.KindAligned {
		p.What = "aligned " + a.Elem().Array().String()
	}
	p.inside = numbers(a, next)
	return nil
}

// numbers is the contents of an array of numbers that ends at end.
func numbers(a wire.Numbers, end int) *inside {
	width := a.Elem().Width()
	return fixed(end-a.Len()*width, a.Len(), width, a.Elem().String(),
		func(i int) string { return string(doc.AppendNumber(nil, a.At(i))) },
		func(i int) float64 { return float(a.At(i)) })
}

// complexes reads a complex number or an array of them, which is plotted by magnitude.
func (f *File) complexes(p *part) error {
	a, next, err := wire.ViewComplexes(f.data, p.Off)
	if err != nil {
		return err
	}
	elem := a.Parts.Elem()
	width := 2 * elem.Width()
	text := func(i int) string {
		re := string(doc.AppendNumber(nil, a.Parts.At(2*i)))
		im := string(doc.AppendNumber(nil, a.Parts.At(2*i+1)))
		if im[0] != '-' {
			im = "+" + im
		}
		return re + im + "i"
	}
	p.What, p.End = "complex "+elem.String(), next
	if a.Single {
		p.Text = text(0)
		return nil
	}
	p.Kind, p.Count, p.Plot = "array", a.Len(), true
	p.inside = fixed(next-a.Len()*width, a.Len(), width, p.What, text, func(i int) float64 {
		return math.Hypot(float(a.Parts.At(2*i)), float(a.Parts.At(2*i+1)))
	})
	p.What += " array"
	return nil
}

// times reads an instant, or a draft array of them.
func (f *File) times(p *part) error {
	a, next, err := wire.ViewTimes(f.data, p.Off)
	if err != nil {
		return err
	}
	p.End = next
	text := func(i int) string {
		t := a.At(i)
		if text, ok := t.AppendRFC3339(nil); ok {
			return string(text)
		}
		return utoa(uint64(t.Seconds)) + " s"
	}
	if a.Single {
		if p.Text = text(0); !a.Draft {
			p.What = "timestamp"
		}
		return nil
	}
	const width = 8
	p.Kind, p.What, p.Count = "array", "time array", a.Len()
	p.inside = fixed(next-a.Len()*width, a.Len(), width, "time", text, nil)
	return nil
}

// matrix is what a picture of a matrix needs.
type matrix struct {
	rows, columns int
	at            func(row, column int) float64
	text          func(row, column int) string
}

// matrixOf reads a matrix: its extents and its numbers are its parts.
func (f *File) matrixOf(p *part) error {
	m, next, err := wire.ViewMatrix(f.data, p.Off)
	if err != nil {
		return err
	}
	const header = 2
	p.Kind, p.End, p.Count = "object", next, 2
	p.What = m.Layout.String() + " matrix"
	for i := range min(m.Extents.Len(), 8) {
		p.Text += map[bool]string{true: "×"}[i > 0] + m.Extents.At(i).String()
	}
	first := p.Off + header
	p.inside = f.headed(first, 2)
	starts := [2]int{first, m.ValueStart}
	p.inside.child = func(i, off int) (part, error) {
		c, err := f.beveValue(off)
		c.Name, c.Member = [...]string{"extents", "value"}[i], true
		return c, err
	}
	p.inside.pass = func(i, off int) (int, error) {
		if i == 0 {
			return starts[1], nil
		}
		return next, nil
	}
	if m.Extents.Len() != 2 || m.Value.Len() == 0 {
		return nil
	}
	rows, ok := m.Extents.At(0).Int64()
	columns, fits := m.Extents.At(1).Int64()
	n, unit := int64(m.Value.Len()), int64(1)
	if m.Complex {
		unit = 2
	}
	if !ok || !fits || rows < 1 || columns < 1 || rows > n || columns > n/unit/rows {
		return nil
	}
	index := func(row, column int) int {
		if m.Layout == scalar.RowMajor {
			return row*int(columns) + column
		}
		return column*int(rows) + row
	}
	p.Matrix, p.Grid = true, true
	p.matrix = &matrix{rows: int(rows), columns: int(columns)}
	p.matrix.at = func(row, column int) float64 {
		i := index(row, column)
		if m.Complex {
			return math.Hypot(float(m.Value.At(2*i)), float(m.Value.At(2*i+1)))
		}
		return float(m.Value.At(i))
	}
	p.matrix.text = func(row, column int) string {
		i := index(row, column)
		if m.Complex {
			im := string(doc.AppendNumber(nil, m.Value.At(2*i+1)))
			if im[0] != '-' {
				im = "+" + im
			}
			return string(doc.AppendNumber(nil, m.Value.At(2*i))) + im + "i"
		}
		return string(doc.AppendNumber(nil, m.Value.At(i)))
	}
	return nil
}
