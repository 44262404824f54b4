// Encoding: the state of a call and the compiled types.

package json

import (
	"encoding"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/beve-org/beve-go/internal/mem"
)

// encodeState is what one call of Marshal carries down. Errors stick: what is
// appended after one is of no use.
type encodeState struct {
	buf   []byte
	err   error
	html  bool
	sort  bool
	trust bool
	in    *encoders // of what interfaces hold
	own   []byte    // what functions of the user's append
	level int       // of pointers, maps and slices
	turns int       // conversions that are being written
	// members and values are those of the maps that are being written.
	members []sortable
	values  []any
	known   [2]*shapes       // without and with escapes for HTML
	seen    map[any]struct{} // those beyond cycleLevel that are being written
}

// cycleLevel is the level from which on cycles are looked for: few values are as
// deep that have none.
const cycleLevel = 1000

// keptBuffer is the largest buffer that a pool keeps.
const keptBuffer = 1 << 20

var encodeStates = sync.Pool{New: func() any { return new(encodeState) }}

func newEncodeState(flags AppendFlags, in *encoders) *encodeState {
	e := encodeStates.Get().(*encodeState)
	e.html, e.sort, e.trust = flags&EscapeHTML != 0, flags&SortMapKeys != 0, flags&TrustRawMessage != 0
	e.in = in
	return e
}

// release gives e back with the buffer that it grew.
func (e *encodeState) release(buf []byte) {
	if buf != nil && cap(buf) <= keptBuffer {
		e.buf = buf[:0]
	}
	if e.err != nil {
		// Something is left.
		clear(e.members)
		clear(e.values)
		clear(e.seen)
		e.members, e.values = e.members[:0], e.values[:0]
		e.err, e.level, e.turns = nil, 0, 0
	}
	if cap(e.members)+cap(e.values) > keptElements {
		e.members, e.values = nil, nil
	}
	e.settle()
	encodeStates.Put(e)
}

// fail keeps the first error.
func (e *encodeState) fail(dst []byte, err error) []byte {
	if e.err == nil {
		e.err = err
	}
	return dst
}

// appendFunc appends the variable at p to dst.
type appendFunc func(e *encodeState, dst []byte, p mem.Pointer) []byte

// encoder is a Go type compiled for writing.
type encoder struct {
	typ    reflect.Type
	append appendFunc
	kind   reflect.Kind // of a basic type without methods, else Invalid
	elem   *encoder     // of a pointer without methods
	array  arrayFunc    // of the elements of a slice or array
	fields *structEncoder
	// nilIsNull is set where the first word of a variable is zero if and only if it is
	// nil, and that is written as null.
	nilIsNull bool
	// emptyIsArray is set for slices but those of bytes.
	emptyIsArray bool
	boxes        sync.Pool    // of *box
	last         atomic.Int64 // size of the last result, if it was large
}

type encoderKey struct {
	typ         reflect.Type
	addressable bool
}

// encoderCompiler holds the encoders of one type graph. They keep each other by
// pointer, since one of a type that contains itself is filled only later.
type encoderCompiler struct {
	begun map[encoderKey]*encoder
	in    *encoders
}

var (
	marshalerType     = reflect.TypeFor[Marshaler]()
	textMarshalerType = reflect.TypeFor[encoding.TextMarshaler]()
)

func (c encoderCompiler) compile(t reflect.Type, addressable bool) *encoder {
	if done, ok := c.in.cache(addressable).Load(t); ok {
		return done
	}
	key := encoderKey{t, addressable}
	if begun, ok := c.begun[key]; ok {
		return begun
	}
	k := &encoder{typ: t}
	k.nilIsNull = t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface
	c.begun[key] = k
	pointer := reflect.PointerTo(t)
	byAddress := addressable && t.Kind() != reflect.Pointer
	switch {
	case c.compileDeclared(k):
	case c.in.durations && t == durationType:
		k.append = appendDuration
	case knownEncoder(k):
	case byAddress && pointer.Implements(marshalerType):
		k.append = marshalAt(t)
	case t.Implements(marshalerType):
		k.append = marshalValue(t)
	case byAddress && pointer.Implements(textMarshalerType):
		k.append = marshalTextAt(t)
	case t.Implements(textMarshalerType):
		k.append = marshalTextValue(t)
	case writesBEVE(t):
		k.append = marshalCarried(t)
	default:
		c.compileKind(k, addressable)
	}
	if mem.Checked {
		k.append = mem.Appends(k.append, t.Size())
	}
	return k
}

func (c encoderCompiler) compileKind(k *encoder, addressable bool) {
	t := k.typ
	if f := scalarEncoder(t.Kind()); f != nil {
		k.kind, k.append = t.Kind(), f
		return
	}
	k.nilIsNull = k.nilIsNull || t.Kind() == reflect.Slice || t.Kind() == reflect.Map
	switch t.Kind() {
	case reflect.Interface:
		k.append = appendInterface(t)
	case reflect.Struct:
		c.compileStruct(k, addressable)
	case reflect.Map:
		c.compileMap(k)
	case reflect.Slice:
		c.compileSlice(k)
	case reflect.Array:
		c.compileArray(k, addressable)
	case reflect.Pointer:
		k.append = k.appendPointer
		k.elem = c.compile(t.Elem(), true)
	default:
		k.append = func(e *encodeState, dst []byte, _ mem.Pointer) []byte {
			return e.fail(dst, &UnsupportedTypeError{Type: t})
		}
	}
}

func (k *encoder) appendPointer(e *encodeState, dst []byte, p mem.Pointer) []byte {
	return k.appendTarget(e, dst, mem.Elem(p))
}

// appendTarget writes what a pointer of type k.typ points to.
func (k *encoder) appendTarget(e *encodeState, dst []byte, target mem.Pointer) []byte {
	if target.IsNil() {
		return append(dst, "null"...)
	}
	if e.level++; e.level > cycleLevel {
		v := reflect.NewAt(k.typ.Elem(), target.Unsafe())
		id := v.Interface()
		if !e.begin(id) {
			return e.cycle(dst, v.Convert(k.typ))
		}
		dst = k.elem.append(e, dst, target)
		delete(e.seen, id)
	} else {
		dst = k.elem.append(e, dst, target)
	}
	e.level--
	return dst
}

// begin notes that the container known by id is being written, and reports false
// when it already is.
func (e *encodeState) begin(id any) bool {
	if _, ok := e.seen[id]; ok {
		return false
	}
	if e.seen == nil {
		e.seen = map[any]struct{}{}
	}
	e.seen[id] = struct{}{}
	return true
}

func (e *encodeState) cycle(dst []byte, v reflect.Value) []byte {
	return e.fail(dst, &UnsupportedValueError{Value: v, Str: fmt.Sprintf("encountered a cycle via %s", v.Type())})
}

// value writes what an interface holds, of the type that k is for.
func (e *encodeState) value(dst []byte, k *encoder, v any) []byte {
	rv := reflect.ValueOf(v)
	if k.elem != nil {
		return k.appendTarget(e, dst, mem.From(rv.UnsafePointer()))
	}
	b, _ := k.boxes.Get().(*box)
	if b == nil {
		at := reflect.New(k.typ)
		b = &box{value: at.Elem(), at: mem.From(at.UnsafePointer())}
	}
	b.value.Set(rv)
	dst = k.append(e, dst, b.at)
	b.value.SetZero()
	k.boxes.Put(b)
	return dst
}
