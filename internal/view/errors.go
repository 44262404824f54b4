package view

import (
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

var errNoValue = fault.Because(fault.ErrMissing, "no value: the View is zero")

// fail returns the error for a failure in v at byte off, in the part of v that
// step leads to. cause may be a *DecodeError of package wire, which knows better.
func (v *View) fail(off int, cause error, goType string, step fault.Pointer) error {
	e := &fault.DecodeError{Offset: int64(off), Err: cause}
	if inner, ok := cause.(*fault.DecodeError); ok {
		*e = *inner
	}
	if e.GoType == "" {
		e.GoType = goType
	}
	e.Path = (v.Path() + step).Then(e.Path)
	return e
}

// mismatch returns the error for a value that is not what goType needs.
func (v *View) mismatch(goType string) error {
	if v.m == nil {
		return v.fail(0, errNoValue, goType, "")
	}
	return v.fail(v.position(), fault.Because(fault.ErrMismatch, v.words()+" does not decode into "+goType), goType, "")
}

// without returns the error for a value that is asked for parts it cannot have.
func (v *View) without(parts string) error {
	if v.m == nil {
		return v.fail(0, errNoValue, "", "")
	}
	return v.fail(v.position(), fault.Because(fault.ErrMismatch, v.words()+" has no "+parts), "", "")
}

func (v *View) noElement(i, n int) error {
	return v.fail(v.position(), fault.NoElement(strconv.Itoa(i), n), "", "")
}

func (v *View) noMember(name string) error {
	return v.fail(v.position(), fault.Because(fault.ErrMissing, "no member "+fault.Quote(name)), "", "")
}

// misfit returns the error for a number that goType does not take.
func (v *View) misfit(n wire.Number, goType string, integer bool) error {
	return v.fail(0, n.Misfit(v.position(), goType, integer), goType, "")
}

// Refuse returns the error for a v that is not a value of what was asked for, of a cause.
func (v *View) Refuse(cause error) error {
	if v.m == nil {
		return v.fail(0, errNoValue, "", "")
	}
	return v.fail(v.off, cause, "", "")
}
