package view

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// The members of a container whose names are not in the message, as indices of names.
var (
	matrixMembers   = [...]int{nameLayout, nameExtents, nameValue}
	typeTagMembers  = [...]int{nameIndex, nameValue}
	intervalMembers = [...]int{nameStart, nameEnd}
	regExpMembers   = [...]int{namePattern, nameFlags}
)

// members returns the members of a matrix and its like.
func (v *View) members() ([]int, error) {
	switch v.Kind() {
	case wire.KindMatrix:
		return matrixMembers[:], nil
	case wire.KindTypeTag:
		return typeTagMembers[:], nil
	case wire.KindInterval:
		return intervalMembers[:], nil
	case wire.KindRegExp:
		return regExpMembers[:], nil
	}
	return nil, v.without("members")
}

// named returns a member of a matrix and its like.
func (v *View) named(name int) (View, error) {
	switch v.Kind() {
	case wire.KindInterval, wire.KindRegExp:
		return v.part(name)
	}
	src, b := v.m.src, v.budget
	off := v.off
	var err error
	if v.Kind() == wire.KindTypeTag {
		_, off, err = wire.ReadTypeTag(src, off)
		if err == nil && name == nameIndex {
			return View{m: v.m, off: v.off, form: formTag, head: wire.HeaderUint64}, nil
		}
	} else {
		var m wire.Matrix
		m, _, err = wire.ViewMatrix(src, off)
		switch name {
		case nameLayout:
			if err == nil {
				return View{m: v.m, off: v.off, i: int(m.Layout), form: formLayout, head: wire.HeaderString}, nil
			}
		case nameExtents:
			off += wire.MatrixExtents
		case nameValue:
			off = m.ValueStart
		}
	}
	if err == nil && !b.Enter(1) {
		err = fault.At(v.off, b.Err())
	}
	var e View
	if err == nil {
		e, err = v.m.value(off, b)
	}
	if err != nil {
		return View{}, v.fail(v.off, err, "", "")
	}
	return e, nil
}

// part returns a member of an interval or a regular expression.
func (v *View) part(name int) (View, error) {
	if v.Kind() == wire.KindRegExp {
		_, flags, _, err := wire.ViewRegExp(v.m.src, v.off)
		if err != nil {
			return View{}, v.fail(v.off, err, "", "")
		}
		e := View{m: v.m, off: v.off, i: int(flags), form: formPattern, head: wire.HeaderString}
		if name == nameFlags {
			e.form = formFlags
		}
		return e, nil
	}
	_, _, second, _, err := wire.ReadInterval(v.m.src, v.off)
	if err != nil {
		return View{}, v.fail(v.off, err, "", "")
	}
	at := v.off + 1
	if name == nameEnd {
		at = second
	}
	return v.m.value(at, v.budget)
}
