// This file prints the arrays of BEVE that hold numbers and bits, and what is made
// of them.

package translator

import (
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/wire"
)

// numbers prints a numeric array whose elements end at end.
func (p *printer) numbers(out []byte, a wire.Numbers, end int) (_ []byte, next int) {
	start, width, ok := end-len(a.Data()), a.Elem().Width(), true
	out = append(out, '[')
	for i := range a.Len() {
		out = comma(out, i)
		if out, ok = p.element(out, a.At(i), start+i*width); !ok {
			p.trail.Index(i)
			return out, -1
		}
	}
	return append(out, ']'), end
}

// bools prints the boolean array at off.
func (p *printer) bools(out []byte, off int) (_ []byte, next int) {
	a, next, err := wire.ViewBools(p.src, off)
	if err != nil {
		return p.fail(out, err)
	}
	out = append(out, '[')
	for i := range a.Len() {
		out = comma(out, i)
		out = jsontext.AppendBool(out, a.At(i))
	}
	return append(out, ']'), next
}

// matrix prints the matrix at off.
func (p *printer) matrix(out []byte, off int) (_ []byte, next int) {
	m, next, err := wire.ViewMatrix(p.src, off)
	if !p.opens(off, err) {
		return out, -1
	}
	out = append(out, `{"layout":`...)
	out = jsontext.AppendText(out, m.Layout.String())
	out = append(out, `,"extents":`...)
	// Extents are integers, which always print, so where they stand is of no use.
	out, _ = p.numbers(out, m.Extents, off)
	out = append(out, `,"value":`...)
	if m.Complex {
		out, next = p.complexes(out, wire.Complexes{Parts: m.Value}, next)
	} else {
		out, next = p.numbers(out, m.Value, next)
	}
	if next < 0 {
		return out, -1
	}
	p.budget.Leave()
	return append(out, '}'), next
}

// complexes prints one complex number or an array of them, whose components end
// at end.
func (p *printer) complexes(out []byte, c wire.Complexes, end int) (_ []byte, next int) {
	if c.Single {
		return p.numbers(out, c.Parts, end)
	}
	start, width := end-len(c.Parts.Data()), c.Parts.Elem().Width()
	out = append(out, '[')
	for i := range c.Len() {
		out = comma(out, i)
		if out, next = p.numbers(out, c.Parts.Slice(2*i, 2*i+2), start+(2*i+2)*width); next < 0 {
			p.trail.Index(i)
			return out, -1
		}
	}
	return append(out, ']'), end
}
