// Decoding: the state of a call, and the compiled types.

package json

import (
	"encoding"
	"reflect"
	"sync"

	"github.com/beve-org/beve-go/internal/costly"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/plan"
)

// decodeState is what one call of Unmarshal carries down. The readers check all
// syntax themselves, so that input can be decoded in one pass where nothing of the
// user's would notice.
type decodeState struct {
	src    []byte
	flags  ParseFlags
	in     *decoders    // of what interfaces hold
	budget fault.Budget // of open objects and arrays
	ahead  int          // how many bytes may still be looked at to count elements before they are read

	err    error   // why a reader returned -1
	saved  error   // the first value that did not fit
	where          // of either
	frames []frame // the structs around the position

	bounded costly.Texts // read by methods that are bounded

	block   []byte // strings are cut from it; only what is not used may be written
	used    int
	words   []uint64 // short arrays of numbers are cut from it
	anys    []any    // and those of any values from it
	numbers []uint64 // those of the array that is being read
	texts   []string
	batches [batchSlots]batch
	batched bool   // batches hold something
	scratch []byte // text with escapes resolved
	unions         // what unions remember
	elems   []any  // elements of the arrays that any is reading
	members []anyMember
	boxes   *boxCache
	// boxMisses counts the numbers since the last one that boxes held.
	boxMisses int
	keys      *keyCache
}

var decodeStates = sync.Pool{New: func() any { return new(decodeState) }}

// limits lets as many objects and arrays be open as encoding/json does: a Budget
// counts the level that they are on, too.
var limits = fault.Limits{MaxDepth: jsontext.MaxOpen + 1}

func newDecodeState(flags ParseFlags, in *decoders) *decodeState {
	d := decodeStates.Get().(*decodeState)
	d.flags, d.in = flags, in
	return d
}

// release gives d back without anything of the user's. The state of a call that a
// user's method ended by a panic is dropped instead.
func (d *decodeState) release() {
	d.where, d.bounded = where{}, costly.Texts{}
	if cap(d.scratch) > keptBuffer || cap(d.elems)+cap(d.members)+cap(d.numbers)+cap(d.texts) > keptElements {
		d.scratch, d.elems, d.members, d.numbers, d.texts = nil, nil, nil, nil, nil
	}
	// Finished values have cleared theirs; an error leaves others.
	clear(d.elems)
	clear(d.members)
	d.elems, d.members, d.frames = d.elems[:0], d.members[:0], d.frames[:0]
	d.used = 0
	if d.touched {
		d.unions.forget()
	}
	d.src, d.block, d.words, d.anys, d.err, d.saved, d.flags = nil, nil, nil, nil, nil, nil, 0
	if d.batched {
		d.batches, d.batched = [batchSlots]batch{}, false
	}
	decodeStates.Put(d)
}

// keptElements is how many elements and members the stacks of a pool may hold. Arrays of more are counted.
const keptElements = 4096

// begin prepares d for a text.
func (d *decodeState) begin(src []byte) {
	d.src, d.err, d.saved, d.boxMisses = src, nil, nil, 0
	d.budget = limits.Budget()
	d.ahead = 2 * len(src)
	d.frames = d.frames[:0]
	d.where = where{}
}

// document decodes data, one text, into the value that v points to.
func (d *decodeState) document(data []byte, v any) error {
	_, err := d.pointed(data, v, true)
	return err
}

// pointed is into for what v points to.
func (d *decodeState) pointed(data []byte, v any, alone bool) (end int, err error) {
	rv := reflect.ValueOf(v)
	if rv.Kind() != reflect.Pointer || rv.IsNil() {
		// An error of the input comes first.
		if !wellFormed(data, alone) {
			return 0, syntaxError(data)
		}
		return 0, &InvalidUnmarshalError{Type: reflect.TypeOf(v)}
	}
	return d.into(data, d.in.of(rv.Type()), mem.From(rv.UnsafePointer()), alone)
}

// wellFormed reports whether data is a text, or, unless that is to stand alone, begins
// with one.
func wellFormed(data []byte, alone bool) bool {
	if alone {
		return Valid(data)
	}
	return jsontext.Skip(data, jsontext.SkipSpace(data, 0), jsontext.MaxOpen) >= 0
}

// onePass is the size up to which a target is asked whether it is zero.
const onePass = 4096

// into decodes the text at the front of data into the variable at p and returns the
// offset after it. With alone nothing else may be in data.
//
// A syntax error must leave the variable as it was. Where that is all zero, and
// nothing that the input reaches is the user's, decoding may begin at once: after
// an error the variable is set to zero again. Otherwise the input is checked first.
func (d *decodeState) into(data []byte, r *rootDecoder, p mem.Pointer, alone bool) (end int, err error) {
	once := d.flags&rejectDuplicates != 0
	checked := once || r.size > onePass || r.users || !mem.IsZero(p, r.size)
	if checked && !wellFormed(data, alone) {
		return 0, syntaxError(data)
	}
	d.begin(data)
	i := jsontext.SkipSpace(data, 0)
	if once {
		if d.where, err = repeated(data, i); err != nil {
			return 0, err
		}
	}
	end = -1
	if i < len(data) {
		end = r.decoder.read(d, i, p)
		if alone && end >= 0 && jsontext.SkipSpace(data, end) < len(data) {
			end = d.syntax()
		}
	} else {
		d.err = errSyntax
	}
	if end < 0 {
		if d.err == errSyntax || !checked && !wellFormed(data, alone) {
			if !checked {
				reflect.NewAt(r.typ, p.Unsafe()).Elem().SetZero()
			}
			return 0, syntaxError(data)
		}
		return 0, d.inContext(d.err)
	}
	return end, d.saved
}

// readFunc reads the value whose first byte is at src[i] into the variable at p and
// returns the offset after it, or -1, and then d.err says why.
type readFunc func(d *decodeState, i int, p mem.Pointer) int

// decoder is a Go type compiled for reading.
type decoder struct {
	typ    reflect.Type
	read   readFunc
	kind   reflect.Kind // of a basic type without methods, else Invalid
	fields *structDecoder
	// onText is set where a value other than a string is an error about the type of
	// the outermost pointer.
	onText bool
	floats bool       // an array of float64
	users  bool       // calls methods of the user's
	parts  []*decoder // what it reads other values with
}

// decoderKey is a type, and the outermost of the pointers that lead to it. Those
// matter for types with methods: after a pointer also methods that an unnamed
// struct has by embedding are called, and errors name the type of the pointer.
type decoderKey struct{ typ, through reflect.Type }

// decoderCompiler holds the decoders of one type graph.
type decoderCompiler struct {
	begun map[decoderKey]*decoder
	in    *decoders
}

var (
	unmarshalerType     = reflect.TypeFor[Unmarshaler]()
	textUnmarshalerType = reflect.TypeFor[encoding.TextUnmarshaler]()
)

func (c decoderCompiler) compile(t, through reflect.Type) *decoder {
	pointer := reflect.PointerTo(t)
	if pointer.NumMethod() == 0 && t.Kind() != reflect.Pointer && t.Kind() != reflect.Interface {
		through = nil
	}
	key := decoderKey{t, through}
	if begun, ok := c.begun[key]; ok {
		return begun
	}
	k := &decoder{typ: t}
	c.begun[key] = k
	methods := through != nil || t.Kind() != reflect.Pointer && t.Name() != ""
	switch {
	case c.compileDeclared(k):
	case knownDecoder(k):
	case methods && pointer.Implements(unmarshalerType):
		k.users, k.read = true, unmarshalAt(t)
	case methods && pointer.Implements(textUnmarshalerType):
		k.users, k.onText = true, true
		outer := t
		if through != nil {
			outer = through
		}
		k.read = unmarshalTextAt(t, outer)
	case readsBEVE(t):
		k.users, k.read = true, unmarshalCarried(t)
	default:
		c.compileKind(k, through)
	}
	if mem.Checked {
		k.read = mem.Reads(k.read, t.Size())
	}
	return k
}

// compileKind fills k for a type whose methods are not called.
func (c decoderCompiler) compileKind(k *decoder, through reflect.Type) {
	t := k.typ
	if f := scalarDecoder(t); f != nil {
		k.kind, k.read = t.Kind(), f
		return
	}
	switch t.Kind() {
	case reflect.Interface:
		k.read = readInterface(t, through)
	case reflect.Struct:
		c.compileStruct(k)
	case reflect.Map:
		c.compileMap(k)
	case reflect.Slice:
		c.compileSlice(k)
	case reflect.Array:
		c.compileArray(k)
	case reflect.Pointer:
		if through == nil {
			through = t
		}
		c.compilePointer(k, through)
	default:
		k.read = func(d *decodeState, i int, _ mem.Pointer) int { return d.mismatch(i, t) }
	}
}

// part compiles the type of a part of k.
func (c decoderCompiler) part(k *decoder, t, through reflect.Type) *decoder {
	inner := c.compile(t, through)
	k.parts = append(k.parts, inner)
	return inner
}

func (c decoderCompiler) compilePointer(k *decoder, through reflect.Type) {
	elem := k.typ.Elem()
	inner := c.part(k, elem, through)
	targets := newTargets(elem)
	if plan.Endless(k.typ) {
		k.read = func(d *decodeState, i int, p mem.Pointer) int {
			if d.src[i] == 'n' {
				mem.SetElem(p, mem.Pointer{})
				return d.null(i)
			}
			return d.mismatch(i, k.typ)
		}
		return
	}
	k.read = func(d *decodeState, i int, p mem.Pointer) int {
		if d.src[i] == 'n' {
			if i = d.null(i); i > 0 {
				mem.SetElem(p, mem.Pointer{})
			}
			return i
		}
		target := mem.Elem(p)
		if target.IsNil() {
			target = targets.take(d)
			mem.SetElem(p, target)
		}
		if inner.fields != nil {
			return inner.fields.read(d, i, target)
		}
		return inner.read(d, i, target)
	}
}

// space returns the offset of the first byte from i on that is not white space.
func space(b []byte, i int) int {
	if i < len(b) && b[i] > ' ' {
		return i
	}
	return jsontext.SkipSpace(b, i)
}

// skip passes the value at i.
func (d *decodeState) skip(i int) int {
	// Each level was taken from the budget, so what is left is found by the number of
	// levels that can still be entered.
	left := 0
	budget := d.budget
	if c := d.src[i]; c == '{' || c == '[' {
		left = budget.Left()
	}
	if next := jsontext.Skip(d.src, i, left); next >= 0 {
		return next
	}
	return d.syntax()
}
