// From a View back to whole values.

package beve

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// Decode decodes v into the variable that target points to, as [Unmarshal] does.
// If v is the value of its message, bytes after it are an error.
func (v View) Decode(target any) error { return v.DecodeWithOptions(target, DecodeOptions{}) }

// DecodeWithOptions is [View.Decode] with options. The limits of the View hold in
// any case, and those of opts where they are set; whether there are type tags is
// what the View was made with.
func (v View) DecodeWithOptions(target any, opts DecodeOptions) error {
	if v.m == nil {
		return v.fail(0, errNoValue, "", "")
	}
	opts.Limits = v.limits(opts.Limits)
	opts.LegacyTypeTag = v.m.typeTags
	if v.isRoot() {
		return opts.Unmarshal(v.m.src, target)
	}
	end, err := v.end()
	if err != nil {
		return err
	}
	at, value := v.off, []byte(nil)
	if v.form == formWhole {
		value = v.m.src[v.off:end:end]
	} else {
		if value, err = v.AppendRaw(nil); err != nil {
			return err
		}
		at = v.position()
	}
	err = opts.Unmarshal(value, target)
	e, ok := fault.Decoding(err)
	if !ok {
		return err
	}
	if v.form == formWhole {
		at += int(e.Offset)
	}
	moved := *e
	moved.Offset = int64(at)
	moved.Path = v.Path() + e.Path
	return &moved
}

// limits returns l with those of the message in its gaps. What v holds was
// checked against what is left of them.
func (v View) limits(l Limits) Limits {
	if l.MaxDepth <= 0 {
		l.MaxDepth = v.m.limits.MaxDepth
	}
	if l.MaxElements <= 0 {
		l.MaxElements = v.m.limits.MaxElements
	}
	if l.MaxBytes <= 0 {
		l.MaxBytes = v.m.limits.MaxBytes
	}
	return l
}

// Raw returns a copy of v as a value of its own, having checked all of it. A part
// without a header, such as an element of a typed array, is given one.
func (v View) Raw() (Raw, error) {
	raw, err := v.AppendRaw(nil)
	return Raw(raw), err
}

// AppendRaw is [View.Raw] that appends to dst. On failure it returns dst as it
// was.
func (v View) AppendRaw(dst []byte) ([]byte, error) {
	end, err := v.end()
	if err != nil {
		return dst, err
	}
	if v.form == formWhole {
		return append(dst, v.m.src[v.off:end]...), nil
	}
	if v.form == formRow {
		return v.appendRow(dst)
	}
	switch v.Kind() {
	case KindBool:
		return append(dst, byte(v.head)), nil
	case KindString:
		text, err := v.text("")
		if err != nil {
			return dst, err
		}
		return append(wire.AppendSize(append(dst, byte(wire.HeaderString)), len(text)), text...), nil
	case KindTime:
		a, _, err := wire.ViewTimes(v.m.src, v.off)
		if err != nil {
			return dst, v.fail(v.off, err, "", "")
		}
		return a.AppendElement(dst, v.i), nil
	case KindComplex:
		a, _, err := wire.ViewComplexes(v.m.src, v.off)
		if err != nil {
			return dst, v.fail(v.off, err, "", "")
		}
		return a.AppendElement(dst, v.i), nil
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
	r, err := v.container()
	if err != nil {
		return dst, err
	}
	return r.numbers.AppendElement(dst, v.i), nil
}
