package engine

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/typecache"
)

// appendFunc appends *p to dst. It returns nil on failure, and then e
// says why. The functions of a stateless codec take a nil e.
type appendFunc func(e *encodeState, dst []byte, p mem.Pointer) []byte

// readFunc reads the value at off into the variable at p and returns the offset
// after it, or -1 when it failed, and then d says why.
type readFunc func(d *decodeState, off int, p mem.Pointer) int

// codec is a Go type compiled for one profile. It does not change once compile
// has returned it.
type codec struct {
	typ    reflect.Type
	append appendFunc
	read   readFunc
	// fields is the struct that append and read are methods of, if they are.
	fields *structCodec
	// op is what a struct can do with a member of this type without calling the
	// codec; see codec_struct.go.
	op op
	// plain says that memory of this type is what its kind says: no methods, no
	// special meaning. Slices of plain scalars are typed arrays.
	plain bool
	// stateless says that append needs nothing of a state: no options but those of
	// the profile, no limit of depth, nothing to find cycles with.
	stateless bool
	// levels is how deep the containers of a stateless value nest.
	levels int
	// rows is the struct that a row of a table is written by, and keyed says that
	// values are maps that write their keys; see encode_table.go. rowRead reads rows.
	rows      *structCodec
	keyed     bool
	rowRead   rowFunc
	rowStruct *structCodec // the struct that rowRead is for
	// generated says that the type has generated methods, and the codec calls them.
	generated bool
	// least is the bytes that a value with all its members takes at least; see
	// usual.
	least int
}

// usual returns the fewest bytes that a value other than null has on the wire. It
// sizes first allocations. It is not a bound: null is always one byte.
func (k *codec) usual() int { return max(k.least, 1) }

// appendAlone is append of a stateless codec without a state; most are structs.
func (k *codec) appendAlone(dst []byte, p mem.Pointer) []byte {
	if k.fields != nil {
		return k.fields.appendMembers(nil, dst, p)
	}
	return k.append(nil, dst, p)
}

// codecFor returns the codec of t, compiling it at the first call.
func (p *profile) codecFor(t reflect.Type) *codec { return p.cache.Of(t, p) }

// compiler builds the codecs of one type graph.
type compiler struct {
	profile *profile
	graph   *typecache.Graph[*codec]
}

// compile returns the codec of t. For a type that contains itself the result may
// still be empty; its functions are set before compilation ends, so codecs keep
// the *codec and look at its functions only when they run.
func (c *compiler) compile(t reflect.Type) *codec { return c.graph.Of(t) }

// Begin is for the cache of codecs.
func (p *profile) Begin(t reflect.Type) *codec { return &codec{typ: t} }

// Finish is for the cache of codecs: it chooses the functions of k, the codec of t.
func (p *profile) Finish(g *typecache.Graph[*codec], t reflect.Type, k *codec) {
	c := &compiler{profile: p, graph: g}
	if !c.compileDeclared(k) && !c.compileKnown(k) && !c.compileMethods(k) {
		c.compileKind(k)
	}
	if p.key.typeTags {
		k.unwrapTypeTags()
	}
	if mem.Checked {
		k.append, k.read = mem.Appends(k.append, t.Size()), mem.Reads(k.read, t.Size())
	}
}

// compileKind fills k by the kind of its type alone.
func (c *compiler) compileKind(k *codec) {
	k.plain = true
	switch t := k.typ; t.Kind() {
	case reflect.Bool:
		k.op, k.append, k.read = opBool, appendBool, readBool
		k.stateless = true
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		c.compileInteger(k)
	case reflect.Float32:
		k.op, k.append, k.read = opFloat32, appendFloat32, readFloat32
		k.stateless = true
	case reflect.Float64:
		k.op, k.append, k.read = opFloat64, appendFloat64, readFloat64
		k.stateless = true
	case reflect.Complex64:
		k.append, k.read = appendComplex64, readComplex64
	case reflect.Complex128:
		k.append, k.read = appendComplex128, readComplex128
	case reflect.String:
		k.op, k.append, k.read = opString, appendString, readString
		k.stateless = true
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
		k.unsupported(fault.Because(fault.ErrUnsupported, "BEVE has no form for a "+t.Kind().String()))
	}
}

// unsupported makes every use of k fail with cause.
func (k *codec) unsupported(cause error) {
	name := k.typ.String()
	k.rows, k.rowRead, k.rowStruct, k.fields = nil, nil, nil, nil
	k.append = func(e *encodeState, _ []byte, _ mem.Pointer) []byte {
		return e.fail(name, cause)
	}
	k.read = func(d *decodeState, off int, _ mem.Pointer) int {
		return d.Fail(off, name, cause)
	}
}

// nest sets what k is to a state from what its values consist of. An element that
// is still being compiled contains k itself and is not stateless.
func (k *codec) nest(elems ...*codec) {
	k.stateless = true
	for _, elem := range elems {
		k.levels = max(k.levels, elem.levels+1)
		k.stateless = k.stateless && elem.stateless && k.levels < fault.CycleLevel
	}
}

// value views the variable at p through reflection.
func (k *codec) value(p mem.Pointer) reflect.Value {
	return reflect.NewAt(k.typ, p.Unsafe()).Elem()
}

// zero sets the variable at p to its zero value.
func (k *codec) zero(p mem.Pointer) { k.value(p).SetZero() }
