// The values of a View: scalars, text, and arrays of numbers in place.

package beve

import (
	"math/big"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// Bool returns a boolean.
func (v View) Bool() (bool, error) {
	if v.Kind() != KindBool {
		return false, v.mismatch("bool")
	}
	return v.head == wire.HeaderTrue, nil
}

// Number returns a number of any class and width as it is.
func (v View) Number() (wire.Number, error) { return v.number("wire.Number") }

// Int64 returns an integer of any width that an int64 holds. Floats, integral or
// not, are a mismatch, as in decoding.
func (v View) Int64() (int64, error) {
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
func (v View) Uint64() (uint64, error) {
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
func (v View) Float64() (float64, error) {
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

// BigInt returns an integer of any width, or the one that a string holds in
// decimal, in a new big.Int.
func (v View) BigInt() (*big.Int, error) {
	if k := v.Kind(); k != KindNumber && k != KindString {
		return nil, v.mismatch("big.Int")
	}
	b := new(big.Int)
	if err := v.Decode(b); err != nil {
		return nil, err
	}
	return b, nil
}

// Complex128 returns a complex number, or a number as one that is real. Integer
// parts must be exactly float64s.
func (v View) Complex128() (complex128, error) {
	const goType = "complex128"
	if v.Kind() == KindNumber {
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
	if v.Kind() != KindComplex {
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
func (v View) Time() (time.Time, error) {
	const goType = "time.Time"
	switch v.Kind() {
	case KindString:
		text, err := v.text(goType)
		if err != nil {
			return time.Time{}, err
		}
		var t time.Time
		if err := t.UnmarshalText(text); err != nil {
			return time.Time{}, v.fail(v.position(), fault.Because(ErrMismatch,
				"string "+fault.Quote(clip(text))+" is not an RFC 3339 time"), goType, "")
		}
		return t, nil
	case KindNumber:
		n, err := v.number(goType)
		if err != nil {
			return time.Time{}, err
		}
		ns, ok := n.Int64()
		if !ok {
			return time.Time{}, v.misfit(n, "int64", true)
		}
		return time.Unix(0, ns).UTC(), nil
	case KindTime:
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

// clip shortens text for an error.
func clip(text []byte) string {
	if len(text) > 40 {
		return string(text[:40]) + "…"
	}
	return string(text)
}

// String returns a copy of a string. It does not turn other values into text, so
// View is no fmt.Stringer.
func (v View) String() (string, error) {
	text, err := v.text("string")
	if err == nil && v.form == formRowKey {
		if err = v.m.repeatName(v, len(text)); err != nil {
			return "", v.fail(v.off, err, "", "")
		}
	}
	return string(text), err
}

// ViewText returns the bytes of a string, aliasing the message. They are valid
// UTF-8 and must not be written to.
func (v View) ViewText() ([]byte, error) { return v.text("string") }

// ViewBytes returns the elements of an array of uint8, aliasing the message. They
// must not be written to. Decode copies them, and converts other arrays.
func (v View) ViewBytes() ([]byte, error) { return ViewSlice[byte](v) }

// ViewSlice returns the elements of a numeric array in place: a []T that aliases
// the message and must not be written to. It never copies. It fails with
// ErrMismatch where the elements are not of T's own kind and width, and with
// ErrUnsupported where they are not aligned for T in memory, where the machine is
// not little-endian, and in builds with the tag purego, unless T is a byte;
// [View.Decode] copies then. Alignment is up to the writer ([EncodeOptions.Aligned]
// counts from the start of the message) and to the buffer that the message is in.
func ViewSlice[T wire.Numeric](v View) ([]T, error) {
	want := wire.HeaderOf[T]()
	if k := v.Kind(); k != KindNumbers && k != KindAligned {
		return nil, v.mismatch("[]" + want.String())
	}
	r, err := v.run()
	if err != nil {
		return nil, err
	}
	a := r.numbers.Slice(r.first, r.first+r.n)
	if a.Elem() != want {
		return nil, v.fail(v.off, fault.Because(ErrMismatch,
			a.Elem().Array().String()+" is no "+want.Array().String()+" in place"), "[]"+want.String(), "")
	}
	if a.Len() == 0 {
		return []T{}, nil
	}
	s, ok := wire.InPlace[T](a)
	if !ok {
		return nil, v.fail(v.position(), fault.Because(ErrUnsupported,
			a.Elem().Array().String()+" cannot be used in place: it is not aligned in memory, or this build or machine needs a copy"),
			"[]"+want.String(), "")
	}
	return s, nil
}

// number returns the number that v is.
func (v View) number(goType string) (n wire.Number, err error) {
	if v.Kind() != KindNumber {
		return n, v.mismatch(goType)
	}
	src := v.m.src
	switch v.form {
	case formWhole:
		n, _, err = wire.ReadNumber(src, v.off)
	case formElement, formPart:
		r, err := v.container()
		if err != nil {
			return n, err
		}
		return r.numbers.At(v.i), nil
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

// misfit returns the error for a number that goType does not take.
func (v View) misfit(n wire.Number, goType string, integer bool) error {
	return v.fail(0, n.Misfit(v.position(), goType, integer), goType, "")
}

// text returns the bytes of a string, aliasing the message.
func (v View) text(goType string) (text []byte, err error) {
	if v.Kind() != KindString {
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
