// Types, compiled.

package msgcodec

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/costly"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/typecache"
)

// appendFunc writes the variable at p after dst. It returns nil when it failed, and then
// e says why.
type appendFunc func(e *encodeState, dst []byte, p mem.Pointer) []byte

// readFunc reads the value at off into the variable at p, over what that held, and
// returns the offset after it, or -1 when it failed, and then d says why.
type readFunc func(d *decodeState, off int, p mem.Pointer) int

// codec is a Go type compiled for one profile. It does not change once compile has
// returned it.
type codec struct {
	typ    reflect.Type
	append appendFunc
	read   readFunc
	op     op
	fields *structCodec // what append and read are methods of, for structs as maps
	// opaque says that methods write the value, so that its kind says nothing.
	opaque bool
	// cleared is the codec that empties values of a type with generated code that does what reflection does: so it keeps
	// the same memory. It is nil for others.
	cleared *codec
	// declared says that a declaration writes values as something else than their kind says.
	declared bool
	// kind says whether what the methods of typ read is bounded.
	kind costly.Kind
	// dynamic says that a value may hold values of types that only it knows.
	dynamic bool
	// form says what is written, and cause why nothing can be, if it is not nil; see [Engine.Describe].
	form  Form
	cause error
}

// op says what can be done with a variable in place, without calling its codec. opCall
// is for everything else.
type op uint8

const (
	opCall op = iota
	opBool
	opInt8
	opInt16
	opInt32
	opInt64
	opUint8
	opUint16
	opUint32
	opUint64
	opFloat32
	opFloat64
	opString
	opTime
)

// codecFor returns the codec of t, compiling it at the first call.
func (p *profile) codecFor(t reflect.Type) *codec { return p.cache.Of(t, p) }

// target returns the codec of what pointers of type t lead to, or nil if t is none.
func (p *profile) target(t reflect.Type) *codec {
	c, ok := p.targets.Load(t)
	if !ok {
		c, _ = p.targets.Pointed(t, p.codecFor)
	}
	return c
}

// compiler builds the codecs of one type graph.
type compiler struct {
	profile *profile
	graph   *typecache.Graph[*codec]
}

// compile returns the codec of t. For a type that contains itself the result may still be
// empty; its functions are set before compilation ends, so codecs keep the *codec and
// look at its functions only when they run.
func (c *compiler) compile(t reflect.Type) *codec { return c.graph.Of(t) }

// Begin is for the cache of codecs.
func (p *profile) Begin(t reflect.Type) *codec { return &codec{typ: t} }

// Finish is for the cache of codecs: it chooses the functions of k, the codec of t.
func (p *profile) Finish(g *typecache.Graph[*codec], t reflect.Type, k *codec) {
	c := &compiler{profile: p, graph: g}
	if !c.compileDeclared(k) && !c.compileKnown(k) && !c.compileMethods(k) {
		c.compileKind(k)
		k.hook()
	}
	if mem.Checked {
		k.append, k.read = mem.Appends(k.append, t.Size()), mem.Reads(k.read, t.Size())
	}
}

// compileKind fills k by the kind of its type alone.
func (c *compiler) compileKind(k *codec) {
	switch k.typ.Kind() {
	case reflect.Bool:
		k.op, k.append, k.read = opBool, appendBool, k.readBool
	case reflect.Int8:
		compileSigned[int8](k, opInt8)
	case reflect.Int16:
		compileSigned[int16](k, opInt16)
	case reflect.Int32:
		compileSigned[int32](k, opInt32)
	case reflect.Int64:
		compileSigned[int64](k, opInt64)
	case reflect.Int:
		compileSigned[int](k, ofWord(opInt32, opInt64))
	case reflect.Uint8:
		compileUnsigned[uint8](k, opUint8)
	case reflect.Uint16:
		compileUnsigned[uint16](k, opUint16)
	case reflect.Uint32:
		compileUnsigned[uint32](k, opUint32)
	case reflect.Uint64:
		compileUnsigned[uint64](k, opUint64)
	case reflect.Uint, reflect.Uintptr:
		compileUnsigned[uint](k, ofWord(opUint32, opUint64))
	case reflect.Float32:
		k.op, k.append, k.read = opFloat32, appendFloat32, k.readFloat32
	case reflect.Float64:
		k.op, k.append, k.read = opFloat64, appendFloat64, k.readFloat64
	case reflect.Complex64:
		k.append, k.read = appendComplex64, k.readComplex64
	case reflect.Complex128:
		k.append, k.read = appendComplex128, k.readComplex128
	case reflect.String:
		k.op, k.append, k.read = opString, appendString, k.readString
	case reflect.Slice:
		c.compileSlice(k)
	case reflect.Array:
		c.compileArray(k)
	case reflect.Map:
		c.compileMap(k)
	case reflect.Struct:
		c.compileStruct(k)
	case reflect.Pointer:
		c.compilePointer(k)
	case reflect.Interface:
		c.compileInterface(k)
	default:
		k.unsupported(fault.Because(fault.ErrUnsupported, "MessagePack has no form for a "+k.typ.Kind().String()))
	}
}

// ofWord returns the operation of a type that is as wide as a word of the machine.
func ofWord(narrow, wide op) op {
	if mem.SizeOf[int]() == 8 {
		return wide
	}
	return narrow
}

// unsupported makes every use of k fail with cause.
func (k *codec) unsupported(cause error) {
	name := k.typ.String()
	k.op, k.fields, k.cause = opCall, nil, cause
	k.append = func(e *encodeState, _ []byte, _ mem.Pointer) []byte { return e.fail(name, cause) }
	k.read = func(d *decodeState, off int, _ mem.Pointer) int { return d.Fail(off, name, cause) }
}

// value views the variable at p through reflection.
func (k *codec) value(p mem.Pointer) reflect.Value { return reflect.NewAt(k.typ, p.Unsafe()).Elem() }

// pointer returns the address of the variable as an interface of *T.
func (k *codec) pointer(p mem.Pointer) any { return reflect.NewAt(k.typ, p.Unsafe()).Interface() }

// clear empties the variable at p: slices and maps keep their memory, all else becomes
// zero.
func (k *codec) clear(p mem.Pointer) {
	switch k.op {
	case opBool, opInt8, opUint8:
		*mem.Ref[uint8](p) = 0
	case opInt16, opUint16:
		*mem.Ref[uint16](p) = 0
	case opInt32, opUint32, opFloat32:
		*mem.Ref[uint32](p) = 0
	case opInt64, opUint64, opFloat64:
		*mem.Ref[uint64](p) = 0
	case opString:
		*mem.Ref[string](p) = ""
	default:
		k.clearKind(p)
	}
}

// clearKind is clear for what is not a scalar.
func (k *codec) clearKind(p mem.Pointer) {
	switch {
	case k.cleared != nil:
		k.cleared.clear(p)
		return
	case k.opaque:
	case k.typ.Kind() == reflect.Slice:
		mem.Ref[mem.Slice](p).Len = 0
		return
	case k.typ.Kind() == reflect.Map:
		k.value(p).Clear()
		return
	case k.fields != nil:
		k.fields.clear(p)
		return
	}
	k.value(p).SetZero()
}
