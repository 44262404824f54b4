package engine

import (
	"encoding"
	"errors"
	"reflect"

	"github.com/beve-org/beve-go/beverun"
	"github.com/beve-org/beve-go/internal/costly"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/wire"
)

// Marshaler is implemented by types that encode themselves. The result must be
// exactly one valid value; that is checked. As in encoding/json a struct also
// implements it by what it embeds, whose method then stands for all of it. Code that
// bevegen has generated is an exception: it counts for its own type alone, and a
// struct that embeds such a type is encoded and decoded as its fields. The same goes for
// [beverun.Appender], which is preferred, and [Unmarshaler].
type Marshaler interface {
	MarshalBEVE() ([]byte, error)
}

// Unmarshaler is implemented by types that decode themselves. data is exactly one
// value; it must be copied if it is kept.
type Unmarshaler interface {
	UnmarshalBEVE(data []byte) error
}

var (
	appenderType    = reflect.TypeFor[beverun.Appender]()
	marshalerType   = reflect.TypeFor[Marshaler]()
	unmarshalerType = reflect.TypeFor[Unmarshaler]()
)

// compileMethods fills k from the methods of its type, and reports whether it
// has any that matter. Methods of a pointer count too, since every variable here
// has an address, and so do promoted ones, except generated ones. Our
// own methods come first, then those that [plan.Methods] chooses. A direction without
// methods goes by the kind of the type.
func (c *compiler) compileMethods(k *codec) bool {
	t := k.typ
	if t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface || t.Name() == "" && t.NumMethod() == 0 &&
		t.Kind() != reflect.Struct {
		return false
	}
	ptr := reflect.PointerTo(t)
	if isGenerated(t) {
		return c.compileGenerated(k)
	}
	write, readBy := plan.Methods(t)
	var app appendFunc
	switch {
	case ptr.Implements(appenderType) && owns(t, methodAppendBEVE):
		app = methodAppend(k, func(v any, dst []byte) ([]byte, error) { return v.(beverun.Appender).AppendBEVE(dst) })
	case ptr.Implements(marshalerType) && owns(t, methodMarshalBEVE):
		app = methodAppend(k, func(v any, dst []byte) ([]byte, error) {
			b, err := v.(Marshaler).MarshalBEVE()
			return append(dst, b...), err
		})
	case write == plan.TextMethod:
		app = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
			text, err := k.pointer(p).(encoding.TextMarshaler).MarshalText()
			if err != nil {
				return e.fail(t.String(), err)
			}
			return e.appendText(dst, int(wire.HeaderString), string(text))
		}
	case write == plan.BinaryMethod:
		app = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
			b, err := k.pointer(p).(encoding.BinaryMarshaler).MarshalBinary()
			if err != nil {
				return e.fail(t.String(), err)
			}
			return wire.AppendNumbers[uint8](dst, b)
		}
	case write == plan.JSONMethod:
		app = jsonAppend(k)
	}
	var read readFunc
	switch {
	case ptr.Implements(unmarshalerType) && owns(t, methodUnmarshalBEVE):
		read = methodRead(k)
	case readBy == plan.TextMethod:
		read = textRead(k)
	case readBy == plan.BinaryMethod:
		read = binaryRead(k)
	case readBy == plan.JSONMethod:
		read = jsonRead(k)
	}
	if app == nil && read == nil {
		return false
	}
	// The direction that has no method is compiled by kind.
	c.compileKind(k)
	k.op, k.plain, k.least = opCall, false, 1
	if app != nil {
		k.append, k.fields, k.rows, k.keyed, k.stateless = app, nil, nil, false, false
	}
	if read != nil {
		k.read, k.rowRead, k.rowStruct = read, nil, nil
	}
	return true
}

// pointer returns the address of the variable as an interface of *T.
func (k *codec) pointer(p mem.Pointer) any { return reflect.NewAt(k.typ, p.Unsafe()).Interface() }

// methodAppend wraps a method that appends an encoded value.
func methodAppend(k *codec, call func(v any, dst []byte) ([]byte, error)) appendFunc {
	return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		return e.appended(k, dst, func(dst []byte) ([]byte, error) { return call(k.pointer(p), dst) })
	}
}

// appended returns what call, which is the user's, appends to dst, having checked that it is one value.
func (e *encodeState) appended(k *codec, dst []byte, call func(dst []byte) ([]byte, error)) []byte {
	n := len(dst)
	out, err := call(dst)
	if err != nil {
		return e.fail(k.typ.String(), err)
	}
	if len(out) < n {
		return e.fail(k.typ.String(), fault.Because(fault.ErrSyntax, "AppendBEVE did not append"))
	}
	budget := Limits{MaxDepth: e.limit - e.level}.Budget()
	budget.RefuseTypeTags()
	end, err := wire.SkipWithin(out, n, &budget)
	if err == nil && end != len(out) {
		err = fault.At(end, fault.ErrTrailing)
	}
	switch {
	case errors.Is(err, fault.ErrDepth):
		return e.fail(k.typ.String(), fault.ErrDepth)
	case err != nil:
		return e.fail(k.typ.String(), fault.Because(fault.ErrSyntax,
			"the method did not return exactly one value: "+err.Error()))
	}
	return out
}

// passed passes over the value at off, which a method of k's type is to read, and returns
// the offset after it, or -1.
func (k *codec) passed(d *decodeState, off int) int {
	if d.tentative {
		return d.Fail(off, "", errMethod)
	}
	next, err := d.skip(off)
	if err != nil {
		return d.Fail(off, k.typ.String(), err)
	}
	return next
}

// methodRead hands the bytes of the value to UnmarshalBEVE.
func methodRead(k *codec) readFunc {
	return func(d *decodeState, off int, p mem.Pointer) int {
		next := k.passed(d, off)
		if next < 0 {
			return -1
		}
		if d.stale {
			k.zero(p)
		}
		if err := k.pointer(p).(Unmarshaler).UnmarshalBEVE(d.src[off:next:next]); err != nil {
			return d.FailMethod(off, k.typ.String(), err)
		}
		return next
	}
}

// nullForMethod is null for a type whose method reads something else. ok is false where something else stands at off.
func (d *decodeState) nullForMethod(k *codec, off int, p mem.Pointer) (next int, ok bool) {
	if off >= len(d.src) || wire.Header(d.src[off]) != wire.HeaderNull {
		return off, false
	}
	if d.strict && !plan.Nilable(k.typ) {
		return d.Fail(off, k.typ.String(), fault.Because(fault.ErrMismatch, "null does not decode into "+k.typ.String())), true
	}
	k.zero(p)
	return off + 1, true
}

// textRead hands a string to UnmarshalText.
func textRead(k *codec) readFunc {
	kind := costly.OfText(k.typ)
	return func(d *decodeState, off int, p mem.Pointer) int {
		if d.tentative {
			return d.Fail(off, "", errMethod)
		}
		if next, ok := d.nullForMethod(k, off, p); ok {
			return next
		}
		text, next, err := wire.ViewString(d.src, off)
		if err != nil {
			return d.Fail(off, k.typ.String(), err)
		}
		if d.stale {
			k.zero(p)
		}
		if err := d.texts.Unmarshal(kind, k.pointer(p).(encoding.TextUnmarshaler), text[:len(text):len(text)], len(d.whole)); err != nil {
			return d.Fail(off, k.typ.String(), err)
		}
		return next
	}
}

// binaryRead hands an array of uint8 to UnmarshalBinary.
func binaryRead(k *codec) readFunc {
	bytesOf := numbersFor(reflect.Uint8)
	return func(d *decodeState, off int, p mem.Pointer) int {
		if d.tentative {
			return d.Fail(off, "", errMethod)
		}
		if next, ok := d.nullForMethod(k, off, p); ok {
			return next
		}
		var b []byte
		next := bytesOf.read(d, off, mem.Of(&b))
		if next < 0 {
			return -1
		}
		if d.stale {
			k.zero(p)
		}
		if err := k.pointer(p).(encoding.BinaryUnmarshaler).UnmarshalBinary(b); err != nil {
			return d.Fail(off, k.typ.String(), err)
		}
		return next
	}
}
