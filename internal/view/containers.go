package view

import (
	"github.com/beve-org/beve-go/wire"
)

// run returns v as a run, or the error that it is none.
func (v *View) run() (r run, err error) {
	switch v.form {
	case formRange:
		r, err = v.container()
		r.first, r.n = v.i, v.n
		return r, err
	case formElement: // a complex number in an array of them
		if v.Kind() == wire.KindComplex {
			r, err = v.container()
			r.first, r.n, r.single = 2*v.i, 2, true
			return r, err
		}
	case formWhole:
		switch v.Kind() {
		case wire.KindNumberArray, wire.KindAligned, wire.KindBoolArray, wire.KindComplex, wire.KindTime:
			if r, err = v.container(); err != nil || !r.single || v.Kind() == wire.KindComplex {
				return r, err
			}
		}
	}
	return r, v.without("elements")
}

// container returns the run that starts at v.off, which v is or is a part of.
func (v *View) container() (run, error) {
	r, err := runAt(v.m.src, v.off)
	if err != nil {
		return run{}, v.fail(v.off, err, "", "")
	}
	return r, nil
}
