// Types that say what they are in JSON: they are packed as the value that their JSON stands
// for, and read from the JSON of what was packed.

package jsonpack

import (
	"reflect"
	"strings"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/scalar"
)

var (
	jsonMarshalerType   = reflect.TypeFor[json.Marshaler]()
	jsonUnmarshalerType = reflect.TypeFor[json.Unmarshaler]()

	scalarPath = reflect.TypeFor[scalar.UUID]().PkgPath()
)

// speaksJSON reports whether t has a method of JSON that says what its values are. Those of UUID, Complex and Matrix do not:
// in a schema they are what they are in memory.
func speaksJSON(t reflect.Type) bool {
	if t.PkgPath() == scalarPath && (t.Kind() == reflect.Array || strings.HasSuffix(t.Name(), "]")) {
		return false
	}
	p := reflect.PointerTo(t)
	return t.Kind() != reflect.Pointer && t.Kind() != reflect.Interface &&
		(p.Implements(jsonMarshalerType) || p.Implements(jsonUnmarshalerType))
}

// compileJSON fills k for a type with methods of JSON. A direction without goes by the
// kind of the type.
func (k *codec) compileJSON(n *node) {
	p, kind := reflect.PointerTo(k.typ), codec{typ: k.typ}
	writes, reads := p.Implements(jsonMarshalerType), p.Implements(jsonUnmarshalerType)
	if !writes || !reads {
		kind.compileKind(n)
	}
	if err := kind.err; err != nil {
		kind.append = func(e *encodeState, _ []byte, _ mem.Pointer) []byte { return e.fail("", err) }
		kind.read = func(d *decodeState, off int, _ mem.Pointer) int { return d.Fail(off, err.GoType, err.Err) }
	}
	k.append, k.read, k.partial = kind.append, kind.read, true
	if writes {
		k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte { return k.appendJSON(e, dst, p, n) }
	}
	if reads {
		k.read = func(d *decodeState, off int, p mem.Pointer) int { return k.readJSON(d, off, p, n) }
	}
}

func (k *codec) appendJSON(e *encodeState, dst []byte, at mem.Pointer, n *node) []byte {
	text, err := plan.JSONOf(reflect.NewAt(k.typ, at.Unsafe()).Interface().(json.Marshaler))
	if err != nil {
		return e.fail(k.typ.String(), err)
	}
	p := packer{input: text, out: dst, budget: fault.Limits{}.Budget()}
	next, err := p.value(jsontext.SkipSpace(text, 0), n)
	if err == nil && jsontext.SkipSpace(text, next) < len(text) {
		err = jsontext.ErrorAt(next, fault.ErrTrailing)
	}
	if err != nil {
		return e.fail(k.typ.String(), fault.InJSON(err))
	}
	return p.out
}

func (k *codec) readJSON(d *decodeState, off int, at mem.Pointer, n *node) int {
	p := printer{decodeState: d}
	next := p.value(off, n)
	if next < 0 {
		return -1
	}
	if err := reflect.NewAt(k.typ, at.Unsafe()).Interface().(json.Unmarshaler).UnmarshalJSON(p.out); err != nil {
		return d.Fail(off, k.typ.String(), fault.InJSON(err))
	}
	return next
}
