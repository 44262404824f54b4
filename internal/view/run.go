package view

import (
	"github.com/beve-org/beve-go/wire"
)

// run is a container whose elements lie side by side.
type run struct {
	numbers wire.Numbers // of numbers, and the components of complex numbers
	bools   wire.Bools
	first   int // the elements of v are those from first up to first+n
	n       int
	data    int  // where the first of all elements lies
	single  bool // one complex number or timestamp, not an array
}

// runAt returns the run that starts at off.
func runAt(src []byte, off int) (r run, err error) {
	var next int
	switch wire.Header(src[off]).Kind() {
	case wire.KindBoolArray:
		r.bools, next, err = wire.ViewBools(src, off)
		r.n = r.bools.Len()
		r.data = next - r.n/8 - (r.n%8+7)/8
	case wire.KindComplex:
		var a wire.Complexes
		a, next, err = wire.ViewComplexes(src, off)
		r.numbers, r.n, r.single = a.Parts, a.Len(), a.Single
		if a.Single {
			r.n = 2
		}
		r.data = next - len(a.Parts.Data())
	case wire.KindTime:
		var a wire.Times
		a, next, err = wire.ViewTimes(src, off)
		r.n, r.single = a.Len(), a.Single
		r.data = next - 8*r.n
	default:
		r.numbers, next, err = wire.ViewNumbers(src, off)
		r.n = r.numbers.Len()
		r.data = next - len(r.numbers.Data())
	}
	if err != nil {
		return run{}, err
	}
	return r, nil
}

// element returns element i of v, whose run r is.
func (r *run) element(v *View, i int) View {
	e := View{m: v.m, off: v.off, n: r.data, form: formElement, budget: v.budget}
	switch v.head.Kind() {
	case wire.KindBoolArray:
	case wire.KindTime:
		e.head = wire.HeaderTime
	case wire.KindComplex:
		if !r.single {
			e.head = wire.HeaderComplex
			break
		}
		e.form = formPart
		fallthrough
	default:
		e.head = r.numbers.Elem()
	}
	r.move(&e, i)
	return e
}

// move makes e, an element of r, another one.
func (r *run) move(e *View, i int) {
	e.i = r.first + i
	if r.bools.Len() > 0 {
		e.head = wire.HeaderFalse
		if r.bools.At(i) {
			e.head = wire.HeaderTrue
		}
	}
}

// IsArray reports whether v is an array of any form: one complex number, one timestamp and
// a matrix are not.
func (v *View) IsArray() bool {
	switch v.Kind() {
	case wire.KindArray, wire.KindStringArray, wire.KindBoolArray, wire.KindNumberArray, wire.KindAligned:
		return true
	case wire.KindComplex, wire.KindTime:
		if v.form != formWhole {
			return false
		}
		r, err := runAt(v.m.src, v.off)
		return err == nil && !r.single
	}
	return false
}
