package view

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// String returns a copy of a string.
func (v *View) String() (string, error) {
	text, err := v.text("string")
	if err == nil && v.form == formRowKey {
		if err = v.m.repeatName(v, len(text)); err != nil {
			return "", v.fail(v.off, err, "", "")
		}
	}
	return string(text), err
}

// ViewText returns the bytes of a string, aliasing the message.
func (v *View) ViewText() ([]byte, error) { return v.text("string") }

// ViewSlice returns the elements of a numeric array in place, as beve.ViewSlice.
func ViewSlice[T wire.Numeric](v *View) ([]T, error) {
	want := wire.HeaderOf[T]()
	if k := v.Kind(); k != wire.KindNumberArray && k != wire.KindAligned {
		return nil, v.mismatch("[]" + want.String())
	}
	r, err := v.run()
	if err != nil {
		return nil, err
	}
	a := r.numbers.Slice(r.first, r.first+r.n)
	if a.Elem() != want {
		return nil, v.fail(v.off, fault.Because(fault.ErrMismatch,
			"elements are "+a.Elem().String()+", not "+want.String()), "[]"+want.String(), "")
	}
	if a.Len() == 0 {
		return []T{}, nil
	}
	s, ok := wire.InPlace[T](a)
	if !ok {
		return nil, v.fail(v.position(), fault.Because(fault.ErrUnsupported,
			a.Elem().Array().String()+" cannot be used in place: it is not aligned in memory, or this build or machine needs a copy"),
			"[]"+want.String(), "")
	}
	return s, nil
}

// text returns the bytes of a string, aliasing the message.
func (v *View) text(goType string) (text []byte, err error) {
	if v.Kind() != wire.KindString {
		return nil, v.mismatch(goType)
	}
	switch v.form {
	case formWhole:
		text, _, err = wire.ViewString(v.m.src, v.off)
	case formRowKey:
		text, _ = viewName(v.m.src, v.off)
	case formText, formTextKey:
		text, _, err = wire.ViewText(v.m.src, v.off)
	case formPattern:
		text, _, _, err = wire.ViewRegExp(v.m.src, v.off)
	case formFlags:
		return []byte(scalar.RegExpFlags(v.i).String()), nil
	case formLayout:
		return []byte(scalar.Layout(v.i).String()), nil
	case formName:
		return []byte(names[v.i]), nil
	}
	if err != nil {
		return nil, v.fail(v.off, err, goType, "")
	}
	return text, nil
}
