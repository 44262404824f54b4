// This file compiles a Go type for one node of a schema. That the type can hold what
// the node says is found out here, once; what depends on the value is left to the
// functions that are chosen.

package jsonpack

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/typecache"
	"github.com/beve-org/beve-go/json"
)

// appendFunc appends the variable at p to dst. It returns nil when it failed, and
// then e says why. The functions of a stateless codec take a nil e.
type appendFunc func(e *encodeState, dst []byte, p mem.Pointer) []byte

// readFunc reads the value at off into the variable at p and returns the offset after
// it, or -1 when it failed, and then d says why.
type readFunc func(d *decodeState, off int, p mem.Pointer) int

// codec is a Go type compiled for a node. It does not change once compile has returned
// it.
type codec struct {
	typ    reflect.Type
	append appendFunc
	read   readFunc
	// fields is the struct that append and read are methods of, if they are.
	fields *structCodec
	// op is what a struct can do with a member in place, without calling the codec.
	op op
	// stateless says that append needs a state only to say why it failed, and
	// calls no method of the user's.
	stateless bool
	// partial says that reading does not set all that a value holds, so that memory of
	// another value is cleared first.
	partial bool
	// err says why the type cannot hold what the node says; then nothing else is set.
	err *fault.EncodeError
}

// op is the form of a value in memory, where it is that of the wire except for the order of
// its bytes.
type op uint8

const (
	opCall   op = iota // ask the codec
	opNumber           // a number of the class and width of the node
	opBool
	opString
)

// targetCache has the codecs of what pointers lead to, by the type of the pointer,
// which is what users pass.
type targetCache = typecache.Cache[*codec]

// compile returns the codec of t for n, which may be one that says why there is none.
// A type may contain itself, but a schema does not, and it is the schema that is
// followed.
func compile(t reflect.Type, n *node) *codec {
	if k, ok := n.codecs.Load(t); ok {
		return k
	}
	k := &codec{typ: t}
	switch {
	case k.compileDeclared(n):
	case t.Kind() == reflect.Pointer:
		k.compilePointer(n)
	case t.Kind() == reflect.Interface:
		k.compileInterface(n)
	case n.class == classString && textual(t):
		k.compileText()
	case speaksJSON(t):
		k.compileJSON(n)
	default:
		k.compileKind(n)
	}
	if mem.Checked {
		k.append, k.read = mem.Appends(k.append, t.Size()), mem.Reads(k.read, t.Size())
	}
	return n.codecs.LoadOrStore(t, k)
}

// compileKind fills k by the kind of its type, which is neither a pointer nor an interface.
func (k *codec) compileKind(n *node) {
	switch t := k.typ; {
	case n.class == classOneOf:
		k.compileAsJSON(n)
	case n.class == classString:
		k.compileString(n)
	case n.class == classBool:
		k.compileBool(n)
	case n.class == classArray:
		k.compileArray(n)
	case n.class == classObject:
		k.compileObject(n)
	case t == reflect.TypeFor[json.Number]():
		k.compileLiteral(n)
	default:
		k.compileNumber(n)
	}
}

// refuse makes k a codec that says why there is none.
func (k *codec) refuse(cause error) {
	*k = codec{typ: k.typ, err: &fault.EncodeError{GoType: k.typ.String(), Err: cause, Format: format}}
}

// mismatch refuses a type that cannot hold what n says.
func (k *codec) mismatch(n *node) {
	if n.class == classArray || n.class == classObject {
		k.refuse(&WrongTypeError{DataType: k.typ.String()})
		return
	}
	k.refuse(&TypeAssertionError{Data: reflect.Zero(k.typ).Interface(), ExpectedType: n.name})
}

// part takes over what k is from what its values consist of, at name below it, and
// reports false where that has no codec.
func (k *codec) part(inner *codec, name string) bool {
	if inner.err != nil {
		e := *inner.err
		e.Path = (Pointer("").Key(name) + e.Path).ShortIn(maxPath)
		*k = codec{typ: k.typ, err: &e}
		return false
	}
	k.stateless = k.stateless && inner.stateless
	k.partial = k.partial || inner.partial
	return true
}

// maxPath bounds a path that grows at each level of a schema.
const maxPath = 2048

// everyItem stands for the index of an item in the path of an error about all of them.
const everyItem = "*"

// compilePointer fills k for a pointer, which leads to what the node describes.
func (k *codec) compilePointer(n *node) {
	base := k.typ
	for hops := 0; base.Kind() == reflect.Pointer; hops++ {
		if base = base.Elem(); hops == maxHops {
			k.refuse(errPointers)
			return
		}
	}
	elem := compile(k.typ.Elem(), n)
	if elem.err != nil {
		*k = codec{typ: k.typ, err: elem.err}
		return
	}
	k.stateless, k.partial = elem.stateless, elem.partial
	name, target := k.typ.String(), k.typ.Elem()
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		if p = mem.Elem(p); p.IsNil() {
			return e.fail(name, errNilPointer)
		}
		return elem.append(e, dst, p)
	}
	size := int(target.Size())
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		q := mem.Elem(p)
		if q.IsNil() {
			if !d.charge(size) {
				return -1
			}
			q = mem.From(reflect.New(target).UnsafePointer())
			mem.SetElem(p, q)
		}
		return elem.read(d, off, q)
	}
}

var errNilPointer = fault.Because(fault.ErrMissing, "nil pointer, which has no representation")

// compileInterface fills k for an interface. Writing looks at the value in it, and reading
// replaces that value.
func (k *codec) compileInterface(n *node) {
	typ, name := k.typ, k.typ.String()
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		return e.appendAny(dst, n, *mem.Ref[any](p))
	}
	if typ.NumMethod() > 0 {
		k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
			return e.appendAny(dst, n, reflect.NewAt(typ, p.Unsafe()).Elem().Interface())
		}
		k.read = func(d *decodeState, off int, _ mem.Pointer) int {
			return d.Fail(off, name, &WrongTypeError{DataType: name})
		}
		return
	}
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		v, next := d.any(off, n)
		if next >= 0 {
			*mem.Ref[any](p) = v
		}
		return next
	}
}
