// This file is the state of decoding, the ways in, and what bounds the memory that
// a document may claim.

package jsonpack

import (
	"reflect"
	"sync"

	"github.com/beve-org/beve-go/internal/costly"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/slab"
	"github.com/beve-org/beve-go/internal/typeset"
)

// input is a message being read, by whatever reads it, with what is left of its
// limits.
type input struct {
	src []byte
	// size is how many bytes the document can have at most, counted as offsets in src
	// are: those of src, or more where they still arrive. What claims to need more
	// fails with beyond.
	size   int
	beyond error
	budget fault.Budget
	hollow int // items that take no bytes, still to be accepted
}

// freeItems is how many items without bytes any document may have, as long as
// Limits.MaxElements is not set. It may have more of them than that by one for each
// of its bytes.
const freeItems = 4096

// begin prepares for the document of root at src[off:]. The whole depth of a document
// is known from its schema.
func (in *input) begin(limits *fault.Limits, root *node, src []byte) error {
	if root.levels > fault.Depth(limits.MaxDepth) {
		return fault.ErrDepth
	}
	in.src, in.size, in.beyond = src, len(src), fault.ErrTruncated
	in.budget = limits.Budget()
	in.hollow = freeItems + len(src)
	if limits.MaxElements > 0 {
		in.hollow = int(min(limits.MaxElements, enough))
	}
	if !in.budget.Enter(root.weight) {
		return in.budget.Err()
	}
	in.budget.Leave()
	return nil
}

// open reads the count of the array at off and enters it. The count is believed only
// as far as the bytes left can pay for it. On failure next is where it is.
func (in *input) open(off int, n *node) (count, next int, cause error) {
	v := uint64(0)
	if off < len(in.src) && in.src[off] < 0x80 {
		v, next = uint64(in.src[off]), off+1
	} else if v, next, cause = readVaruint(in.src, off); cause != nil {
		return 0, off, cause
	}
	items := n.items
	if items.least > 0 {
		if v > uint64(max(in.size-next, 0)/items.least) {
			return 0, off, in.beyond
		}
	} else if v > uint64(in.hollow) {
		return 0, off, errHollow
	}
	count = int(v)
	if items.hollow > 0 {
		if in.hollow -= times(count, items.hollow); in.hollow < 0 {
			return 0, off, errHollow
		}
	}
	if !in.budget.Enter(times(count, 1+items.weight)) {
		return 0, off, in.budget.Err()
	}
	return count, next, nil
}

var errHollow = fault.Because(fault.ErrLimit, "more items without bytes than the document has bytes; Limits.MaxElements allows more")

// close leaves an array.
func (in *input) close() { in.budget.Leave() }

// decodeState is what one call of decoding passes down.
type decodeState struct {
	input
	fault.Failure
	root   *node
	start  int // of the document
	noCopy bool
	hops   int // interfaces that led to the target
	limits fault.Limits

	block slab.Text

	growing mem.Slice // see sliceCodec.room

	memory  fault.Memory // for the result
	bounded costly.Texts // read by methods that are bounded
}

var decodePool = sync.Pool{New: func() any { return new(decodeState) }}

// release makes d forget what it knew of the user's data, and gives it back.
func (d *decodeState) release() {
	d.src = nil
	d.Forget()
	decodePool.Put(d)
}

// charge accounts for n bytes about to be allocated, and fails if the document is
// malformed and may not have them.
func (d *decodeState) charge(n int) bool { return d.memory.Charge(n) || d.prove() }

func (d *decodeState) prove() bool {
	w := walker{}
	w.reset(d.root)
	if err := w.input.begin(&d.limits, d.root, d.src); err == nil {
		if _, failed := w.walk(d.src, d.start); failed != nil {
			d.FailWhole(failed)
			return false
		}
	}
	d.memory.Prove()
	return true
}

// scalar reads the bits of a scalar.
func (d *decodeState) scalar(off int, n *node) (v uint64, next int) {
	if len(d.src)-off < int(n.size) {
		return 0, d.Fail(len(d.src), "", fault.ErrTruncated)
	}
	return n.scalar(d.src, off), off + int(n.size)
}

// openArray is open for a Go type, and returns a next of -1 on failure.
func (d *decodeState) openArray(off int, n *node, goType string) (count, next int) {
	count, next, cause := d.open(off, n)
	if cause != nil {
		return 0, d.Fail(next, goType, cause)
	}
	return count, next
}

// message reads the message that data starts with into the variable at p, and returns
// the offset after it.
func (d *decodeState) message(s *Schema, o *DecodeOptions, data []byte, read func(d *decodeState, off int) int) (next int, err error) {
	if !s.made() {
		return 0, inputError(0, errNoSchema)
	}
	if !fault.Limits(o.Limits).Admits(len(data)) {
		return 0, inputError(0, fault.Because(fault.ErrLimit, "message is longer than Limits.MaxBytes"))
	}
	off, err := s.checkSeal(data)
	if err != nil {
		return 0, err
	}
	if cause := d.begin((*fault.Limits)(&o.Limits), s.doc.root, data); cause != nil {
		return 0, inputError(off, cause)
	}
	d.block.AnyBytes = true // what is not UTF-8 is found before, where that is asked for
	d.root, d.start, d.noCopy, d.limits = s.doc.root, off, o.NoCopy, fault.Limits(o.Limits)
	d.hops, d.Format = 0, format
	d.memory.Begin(len(data))
	d.bounded = costly.Texts{}
	if o.ValidUTF8 {
		if failed := s.doc.validUTF8(fault.Limits(o.Limits), data, off); failed != nil {
			return 0, failed
		}
	}
	if next = read(d, off); next < 0 {
		return 0, d.Complete()
	}
	return next, nil
}

// into reads the value at off into what v points to, or into the map that v is.
func (d *decodeState) into(off int, doc *document, v any) int {
	if k, p, ok := doc.target(v); ok {
		if k.err != nil {
			return d.refuse(off, k.err)
		}
		if k.typ.Kind() == reflect.Interface {
			return d.intoInterface(off, doc, mem.Ref[any](p), k)
		}
		return k.read(d, off, p)
	}
	rv := reflect.ValueOf(v)
	if rv.Kind() == reflect.Map && !rv.IsNil() {
		k := compile(rv.Type(), doc.root)
		if k.err != nil {
			return d.refuse(off, k.err)
		}
		p := reflect.New(rv.Type())
		p.Elem().Set(rv)
		return k.read(d, off, mem.From(p.UnsafePointer()))
	}
	if v == nil {
		return d.Fail(off, "nil", errNoTarget)
	}
	cause := errNoTarget
	if rv.Kind() != reflect.Pointer && rv.Kind() != reflect.Map {
		cause = &WrongTypeError{DataType: rv.Type().String()}
	}
	return d.Fail(off, rv.Type().String(), cause)
}

var errNoTarget error = fault.Because(fault.ErrUnsupported, "target of decoding is nil")

// intoInterface reads into an interface that a user passed the address of. What it
// holds by reference is the target; a value in it cannot be set.
func (d *decodeState) intoInterface(off int, doc *document, target *any, k *codec) int {
	rv := reflect.ValueOf(*target)
	switch {
	case k.typ.NumMethod() > 0 || *target == nil || typeset.Lookup(doc.root.types, k.typ) != nil:
		return k.read(d, off, mem.Of(target))
	case rv.Kind() == reflect.Pointer || rv.Kind() == reflect.Map:
		if d.hops++; d.hops > maxHops {
			return d.Fail(off, rv.Type().String(), fault.ErrCycle)
		}
		return d.into(off, doc, *target)
	}
	return d.Fail(off, rv.Type().String(), fault.Because(fault.ErrUnsupported,
		rv.Type().String()+" in an interface cannot be decoded into; a pointer to it can"))
}

// refuse reports that a Go type cannot hold what the schema says.
func (d *decodeState) refuse(off int, e *fault.EncodeError) int {
	d.Fail(off, e.GoType, e.Err)
	d.Within(e.Path)
	return -1
}
