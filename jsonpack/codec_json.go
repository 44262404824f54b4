// Types that say what they are in JSON: they are packed as the value that their JSON stands
// for, and read from the JSON of what was packed.

package jsonpack

import (
	"reflect"
	"strings"

	"github.com/beve-org/beve-go/internal/carried"
	"github.com/beve-org/beve-go/internal/costly"
	"github.com/beve-org/beve-go/internal/fault"
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
	if t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface {
		return false
	}
	writes, reads := jsonMethods(t)
	return writes || reads
}

// jsonMethods reports what methods of JSON t has, or of BEVE if nothing else is known of it.
func jsonMethods(t reflect.Type) (writes, reads bool) {
	p := reflect.PointerTo(t)
	writes, reads = p.Implements(jsonMarshalerType), p.Implements(jsonUnmarshalerType)
	if !writes && !reads {
		w, r := plan.OnlyBEVE(t)
		return w == plan.BEVEMethod, r == plan.BEVEMethod
	}
	return writes, reads
}

// compileJSON fills k for a type with methods of JSON. A direction without goes by the
// kind of the type.
func (k *codec) compileJSON(n *node) {
	kind := codec{typ: k.typ}
	writes, reads := jsonMethods(k.typ)
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
	text, err := plan.JSONOf(carried.Writer(reflect.NewAt(k.typ, at.Unsafe()).Interface()))
	if err != nil {
		return e.fail(k.typ.String(), err)
	}
	return e.pack(dst, n, text, k.typ.String())
}

func (k *codec) readJSON(d *decodeState, off int, at mem.Pointer, n *node) int {
	p := printer{decodeState: d}
	next := p.value(off, n)
	if next < 0 {
		return -1
	}
	if err := d.bounded.Admit(costly.OfJSON(k.typ), p.out, len(d.src)); err != nil {
		return d.Fail(off, k.typ.String(), err)
	}
	if err := carried.Reader(reflect.NewAt(k.typ, at.Unsafe()).Interface()).UnmarshalJSON(p.out); err != nil {
		return d.Fail(off, k.typ.String(), fault.InJSON(err))
	}
	return next
}
