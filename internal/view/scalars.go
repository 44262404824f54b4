package view

import (
	"time"

	"github.com/beve-org/beve-go/internal/shorttext"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// Bool returns a boolean.
func (v *View) Bool() (bool, error) {
	if v.Kind() != wire.KindBool {
		return false, v.mismatch("bool")
	}
	return v.head == wire.HeaderTrue, nil
}

// Number returns a number of any class and width as it is.
func (v *View) Number() (wire.Number, error) { return v.number("wire.Number") }

// Int64 returns an integer of any width that an int64 holds. Floats, integral or
// not, are a mismatch, as in decoding.
func (v *View) Int64() (int64, error) {
	n, err := v.number("int64")
	if err != nil {
		return 0, err
	}
	i, ok := n.Int64()
	if !ok {
		return 0, v.misfit(n, "int64", true)
	}
	return i, nil
}

// Uint64 is [View.Int64] for uint64.
func (v *View) Uint64() (uint64, error) {
	n, err := v.number("uint64")
	if err != nil {
		return 0, err
	}
	u, ok := n.Uint64()
	if !ok {
		return 0, v.misfit(n, "uint64", true)
	}
	return u, nil
}

// Float64 returns any float up to binary64, and any integer that is exactly a
// float64.
func (v *View) Float64() (float64, error) {
	n, err := v.number("float64")
	if err != nil {
		return 0, err
	}
	f, ok := n.Float64()
	if !ok {
		return 0, v.misfit(n, "float64", false)
	}
	return f, nil
}

// Complex128 returns a complex number, or a number as one that is real. Integer
// parts must be exactly float64s.
func (v *View) Complex128() (complex128, error) {
	const goType = "complex128"
	if v.Kind() == wire.KindNumber {
		n, err := v.number(goType)
		if err != nil {
			return 0, err
		}
		f, ok := n.Float64()
		if !ok {
			return 0, v.misfit(n, goType, false)
		}
		return complex(f, 0), nil
	}
	if v.Kind() != wire.KindComplex {
		return 0, v.mismatch(goType)
	}
	a, _, err := wire.ViewComplexes(v.m.src, v.off)
	if err != nil {
		return 0, v.fail(v.off, err, goType, "")
	}
	if v.form == formWhole && !a.Single {
		return 0, v.mismatch(goType)
	}
	re, im := a.Parts.At(2*v.i), a.Parts.At(2*v.i+1)
	r, ok := re.Float64()
	if !ok {
		return 0, v.misfit(re, goType, false)
	}
	i, ok := im.Float64()
	if !ok {
		return 0, v.misfit(im, goType, false)
	}
	return complex(r, i), nil
}

// Time returns a time in any form that decoding takes: RFC 3339 text, an integer
// of nanoseconds since 1970, a timestamp, a draft time.
func (v *View) Time() (time.Time, error) {
	const goType = "time.Time"
	switch v.Kind() {
	case wire.KindString:
		text, err := v.text(goType)
		if err != nil {
			return time.Time{}, err
		}
		var t time.Time
		if err := shorttext.ParseTime(text, &t); err != nil {
			return time.Time{}, v.fail(v.position(), err, goType, "")
		}
		return t, nil
	case wire.KindNumber:
		n, err := v.number(goType)
		if err != nil {
			return time.Time{}, err
		}
		ns, ok := n.Int64()
		if !ok {
			return time.Time{}, v.misfit(n, "int64", true)
		}
		return time.Unix(0, ns).UTC(), nil
	case wire.KindTime:
		a, _, err := wire.ViewTimes(v.m.src, v.off)
		if err != nil {
			return time.Time{}, v.fail(v.off, err, goType, "")
		}
		if a.Single || v.form == formElement {
			t, err := scalar.TimeOf(a.At(v.i))
			if err != nil {
				return t, v.fail(v.off, err, goType, "")
			}
			return t, nil
		}
	}
	return time.Time{}, v.mismatch(goType)
}

// number returns the number that v is.
func (v *View) number(goType string) (n wire.Number, err error) {
	if v.Kind() != wire.KindNumber {
		return n, v.mismatch(goType)
	}
	src := v.m.src
	switch v.form {
	case formWhole:
		n, _, err = wire.ReadNumber(src, v.off)
	case formElement, formPart:
		n, _, err = wire.ReadIntKey(src, v.position(), v.head) // no header, as keys have none
	case formIntKey:
		n, _, err = wire.ReadIntKey(src, v.off, wire.Header(v.n))
	case formTag:
		var index uint64
		if index, _, err = wire.ReadTypeTag(src, v.off); err == nil {
			var buf [16]byte
			n, _, err = wire.ReadNumber(wire.AppendNumber[uint64](buf[:0], index), 0)
		}
	}
	if err != nil {
		return n, v.fail(v.off, err, goType, "")
	}
	return n, nil
}
