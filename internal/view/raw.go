package view

import (
	"slices"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// Validate checks the whole of v, and if it is the value of the message, that
// nothing follows it.
func (v *View) Validate() error {
	end, err := v.end()
	if err == nil && v.isRoot() {
		if err = wire.CheckEnd(v.m.src, end); err != nil {
			return v.fail(end, err, "", "")
		}
	}
	return err
}

// end returns the position after v, having checked all of it. For a part without a
// header it means nothing: the container was checked before.
func (v *View) end() (int, error) {
	if v.m == nil {
		return 0, v.fail(0, errNoValue, "", "")
	}
	var next int
	var err error
	b := v.budget
	switch v.form {
	case formWhole:
		next, err = v.m.skip(v.off, &b)
	case formRow:
		var t wire.Table
		if t, err = v.m.table(v.n); err == nil {
			next, err = v.m.skipRow(v.off, t.Fields, &b)
		}
	default:
		return v.off, nil
	}
	if err != nil {
		return 0, v.fail(v.off, err, "", "")
	}
	return next, nil
}

// ViewRaw returns the bytes of v, aliasing the message, having checked all of it.
func (v *View) ViewRaw() ([]byte, error) {
	end, err := v.end()
	if err != nil {
		return nil, err
	}
	if v.form != formWhole {
		return nil, v.fail(v.position(), fault.Because(fault.ErrUnsupported, "a part without a header has no bytes of its own"), "", "")
	}
	return v.m.src[v.off:end:end], nil
}

// AppendRaw appends a copy of v as a value of its own to dst, having checked all of it. A
// part without a header is given one.
func (v *View) AppendRaw(dst []byte) ([]byte, error) {
	end, err := v.end()
	if err != nil {
		return dst, err
	}
	if v.form == formWhole {
		return append(dst, v.m.src[v.off:end]...), nil
	}
	if v.form == formRow {
		return v.appendRow(dst, end)
	}
	switch v.Kind() {
	case wire.KindBool:
		return append(dst, byte(v.head)), nil
	case wire.KindString:
		text, err := v.text("")
		if err != nil {
			return dst, err
		}
		return append(wire.AppendSize(append(dst, byte(wire.HeaderString)), len(text)), text...), nil
	case wire.KindTime:
		a, _, err := wire.ViewTimes(v.m.src, v.off)
		if err != nil {
			return dst, v.fail(v.off, err, "", "")
		}
		return a.AppendElement(dst, v.i), nil
	case wire.KindComplex:
		// The sub-type of an array, in three bits, becomes that of one number, 0.
		parts := v.m.src[v.off+1] &^ 7
		at, w := v.position(), 2*wire.Header(parts).Number().Width()
		return append(append(dst, byte(wire.HeaderComplex), parts), v.m.src[at:at+w]...), nil
	}
	switch v.form {
	case formRange:
		r, err := v.container()
		if err != nil {
			return dst, err
		}
		a := r.numbers.Slice(v.i, v.i+v.n)
		return append(wire.AppendSize(append(dst, byte(v.head)), a.Len()), a.Data()...), nil
	case formIntKey:
		return append(append(dst, byte(v.head)), v.m.src[v.off:v.off+v.head.Width()]...), nil
	case formTag:
		index, err := v.Uint64()
		return wire.AppendUint(dst, index), err
	}
	at := v.position() // of a number without a header
	return append(append(dst, byte(v.head)), v.m.src[at:at+v.head.Width()]...), nil
}

// appendRow appends a row of a table, which ends at end, as an object.
func (v *View) appendRow(dst []byte, end int) ([]byte, error) {
	t, err := v.m.table(v.n)
	if err == nil {
		err = v.m.repeat(v.off, t.NamesLen())
	}
	if err != nil {
		return dst, v.fail(v.n, err, "", "")
	}
	b := v.budget
	dst = slices.Grow(dst, 1+wire.SizeLen(t.Fields)+t.NamesLen()+end-v.off)
	out, _, err := t.Row(dst, v.m.src, v.off, &b)
	if err != nil {
		return dst, v.fail(v.off, err, "", "")
	}
	return out, nil
}
