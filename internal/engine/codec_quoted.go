package engine

import (
	"reflect"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// quoted returns the codec for a field with the option string: the value is a
// string that holds its JSON text, as encoding/json writes it. Types with methods
// of their own are left alone; a pointer is followed.
func (c *compiler) quoted(t reflect.Type, inner *codec) *codec {
	if t.Kind() == reflect.Pointer {
		elem := c.compile(t.Elem())
		if !elem.plain && !isNumberType(t.Elem()) && t.Elem() != durationType {
			return inner
		}
		out := &codec{typ: reflect.PointerTo(t.Elem()), least: 1}
		q := c.quoted(t.Elem(), elem)
		out.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
			if v := mem.Elem(p); !v.IsNil() {
				return q.append(e, dst, v)
			}
			return wire.AppendNull(dst)
		}
		out.read = func(d *decodeState, off int, p mem.Pointer) int {
			if off < len(d.src) && wire.Header(d.src[off]) == wire.HeaderNull {
				mem.SetElem(p, mem.Pointer{})
				return off + 1
			}
			v := mem.Elem(p)
			if v.IsNil() {
				v = mem.From(reflect.New(t.Elem()).UnsafePointer())
			}
			if off = q.read(d, off, v); off >= 0 {
				mem.SetElem(p, v)
			}
			return off
		}
		return out
	}
	if isNumberType(t) {
		return quotedNumber(t)
	}
	if t == durationType && !inner.plain {
		// A string was asked for, whatever else the extended profile would write.
		inner = &codec{typ: t}
		c.compileKind(inner)
	}
	if !inner.plain {
		return inner
	}
	return quotedCodec(inner)
}

// quotedNumber is the codec of a json.Number whose text is kept as a string.
func quotedNumber(t reflect.Type) *codec {
	valid := func(s string) bool {
		_, next, err := jsontext.ReadNumber([]byte(s), 0)
		return err == nil && next == len(s)
	}
	out := &codec{typ: t, least: 2}
	out.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		s := *mem.Ref[string](p)
		if s == "" {
			s = "0" // as encoding/json writes it
		}
		if !valid(s) {
			return e.fail(t.String(), fault.Because(fault.ErrSyntax, quoted(s)+" is not a JSON number"))
		}
		return e.appendText(dst, int(wire.HeaderString), s)
	}
	out.read = func(d *decodeState, off int, p mem.Pointer) int {
		s, next := d.text(off)
		if next < 0 {
			return -1
		}
		if off < len(d.src) && wire.Header(d.src[off]) == wire.HeaderString && !valid(s) {
			return d.Fail(off, t.String(), fault.Because(fault.ErrMismatch, "string "+fault.QuoteShort(s)+" does not hold a number"))
		}
		*mem.Ref[string](p) = s
		return next
	}
	return out
}

// quotedCodec is the codec of a scalar in a string.
func quotedCodec(inner *codec) *codec {
	t := inner.typ
	out := &codec{typ: t, least: 2}
	out.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		text, err := appendScalarText(nil, reflect.NewAt(t, p.Unsafe()).Elem())
		if err != nil {
			return e.fail(t.String(), err)
		}
		return e.appendText(dst, int(wire.HeaderString), string(text))
	}
	out.read = func(d *decodeState, off int, p mem.Pointer) int {
		if next, ok := d.null(off); ok {
			out.zero(p)
			return next
		}
		text, next, err := wire.ViewString(d.src, off)
		if err != nil {
			return d.Fail(off, t.String(), err)
		}
		if err := parseScalarText(string(text), reflect.NewAt(t, p.Unsafe()).Elem()); err != nil {
			return d.Fail(off, t.String(), err)
		}
		return next
	}
	return out
}

// appendScalarText appends the JSON text of a boolean, number or string.
func appendScalarText(b []byte, v reflect.Value) ([]byte, error) {
	switch k := v.Kind(); {
	case k == reflect.Bool:
		return strconv.AppendBool(b, v.Bool()), nil
	case v.CanInt():
		return strconv.AppendInt(b, v.Int(), 10), nil
	case v.CanUint():
		return strconv.AppendUint(b, v.Uint(), 10), nil
	case k == reflect.String:
		return jsontext.AppendText(b, v.String()), nil
	case k == reflect.Float32:
		return appendFiniteText(b, v.Float(), 32)
	}
	return appendFiniteText(b, v.Float(), 64)
}

func appendFiniteText(b []byte, f float64, bits int) ([]byte, error) {
	if f-f != 0 {
		return b, fault.Because(fault.ErrUnsupported, "NaN and infinities have no text for the option string")
	}
	if bits == 32 {
		return jsontext.AppendFloat32(b, float32(f)), nil
	}
	return jsontext.AppendFloat64(b, f), nil
}

// parseScalarText sets v from the JSON text of a boolean, number or string.
func parseScalarText(s string, v reflect.Value) error {
	bad := func() error {
		return fault.Because(fault.ErrMismatch, "string "+quoted(s)+" does not hold a "+v.Kind().String())
	}
	if s != "" && s[0] == '+' {
		return bad() // which strconv takes
	}
	switch k := v.Kind(); {
	case k == reflect.Bool:
		if s != "true" && s != "false" {
			return bad()
		}
		v.SetBool(s == "true")
	case v.CanInt():
		n, err := strconv.ParseInt(s, 10, v.Type().Bits())
		if err != nil {
			return bad()
		}
		v.SetInt(n)
	case v.CanUint():
		n, err := strconv.ParseUint(s, 10, v.Type().Bits())
		if err != nil {
			return bad()
		}
		v.SetUint(n)
	case k == reflect.String:
		text, next, _, err := jsontext.ViewString([]byte(s), 0, nil)
		if err != nil || next != len(s) {
			return bad()
		}
		v.SetString(string(text))
	default:
		// The grammar is JSON's: strconv takes more.
		if _, next, err := jsontext.ReadNumber([]byte(s), 0); err != nil || next != len(s) {
			return bad()
		}
		n, err := strconv.ParseFloat(s, v.Type().Bits())
		if err != nil {
			return bad()
		}
		v.SetFloat(n)
	}
	return nil
}
