package engine

import (
	"reflect"
	"sync"

	"github.com/beve-org/beve-go/beverun"
	"github.com/beve-org/beve-go/internal/costly"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/slab"
	"github.com/beve-org/beve-go/internal/walked"
	"github.com/beve-org/beve-go/wire"
)

// DecodeError says where in the input and in the value a decode failed.
type DecodeError = fault.DecodeError

// decodeState is what one call of decoding passes down. A codec may assume of it:
//
//   - src is the input and does not change during the call. Offsets are those in src;
//     a codec may be given any offset up to len(src), and checks what it reads.
//   - p, the variable, is of the type that the codec was compiled for, is addressable, and
//     is not read by others meanwhile. Unless stale is set, what it holds is the user's.
//   - budget has been charged for the containers around the value, not for the value.
//
// In return it reads exactly one value and returns the offset after it, or calls Fail and
// returns -1, and then nothing more is asked of d but paths and the error.
type decodeState struct {
	fault.Failure

	src    []byte
	budget fault.Budget

	// The value that is being decoded is whole[root:]. src is whole as well, but
	// for elements of packed arrays, which are messages of their own.
	whole []byte
	root  int

	profile          *profile
	limits           Limits
	rejectUnknown    bool
	rejectDuplicates bool
	requireAll       bool
	generic          bool
	noCopy           bool
	strict           bool
	typeTags         bool            // LegacyTypeTag
	canonical        *CanonicalCheck // RequireCanonical

	// stale says that what the target holds must not show in the result: it is
	// memory kept from something else, as an element of a reused slice is.
	stale bool

	block slab.Text
	lists slab.Strings

	growing mem.Slice // see sliceCodec.room

	tables []*tableReader // to be used again

	// arena, if there is one, is where results lie.
	arena *Arena

	texts costly.Texts // read by methods that are bounded

	memory fault.Memory // for the result

	walk   walked.Walk             // over members before the id of a union
	names  [][]byte                // of the members of an object that may be of several cases
	same   struct{ at, times int } // where a union without ids was read last, and how often in a row
	asJSON []byte                  // what methods of JSON are given, to be used again

	generated *beverun.Decoder // what generated code reads with; made when first needed

	// tentative says that the value may be decoded once more, so that no method of
	// the user's is called: see Decoder.attempt.
	tentative bool
}

var decodePool = sync.Pool{New: func() any { return new(decodeState) }}

// newDecodeState returns a pooled state set up for o.
func newDecodeState(o *DecodeOptions) *decodeState {
	d := decodePool.Get().(*decodeState)
	d.configure(o)
	return d
}

// configure copies the options into fields of d: codecs look at them in loops.
func (d *decodeState) configure(o *DecodeOptions) {
	d.profile = o.profile()
	d.limits = o.Limits
	d.rejectUnknown, d.rejectDuplicates, d.requireAll = o.RejectUnknown, o.RejectDuplicates, o.RequireAll
	d.generic, d.noCopy, d.strict = o.GenericArrays, o.NoCopy, o.Strict
	d.typeTags, d.canonical = o.LegacyTypeTag, o.RequireCanonical
}

// begin prepares for the value at src[root:]. A pooled state comes from a call that
// may have failed anywhere, so all that such a call can have left is set here or was by clear.
// The block of short strings is kept on purpose: what is left of it serves this message.
func (d *decodeState) begin(src []byte, root int) {
	b := d.limits.Budget()
	b.ReadTypeTags(d.typeTags)
	b.RejectUnusedBits(d.strict)
	d.beginWithin(src, root, &b)
}

// beginWithin is begin under what is left of a budget.
func (d *decodeState) beginWithin(src []byte, root int, b *fault.Budget) {
	d.src, d.whole, d.root = src, src, root
	d.budget = *b
	d.stale = false
	d.block.Elsewhere = d.noCopy || d.arena != nil
	d.memory.Begin(len(src) - root)
	d.walk.Reset()
	d.same.at = -1
	if d.texts.Spent() {
		d.texts = costly.Texts{}
	}
	d.lists.Reset()
}

// release gives d back.
func (d *decodeState) release() {
	d.clear()
	decodePool.Put(d)
}

// keptText is the size of the largest JSON text whose memory a pool keeps.
const keptText = 64 << 10

// clear makes d forget what it knew of the user's data: a pool would keep it alive.
func (d *decodeState) clear() {
	d.src, d.whole = nil, nil
	if cap(d.asJSON) > keptText {
		d.asJSON = nil
	}
	d.lists.Reset()
	d.walk.Reset()
	d.Forget()
}

// enter descends into a container of n > 0 children at off. It counts the level and the
// children, once for all of them, so that their loop need not count. leave belongs to each
// enter that said yes, unless the decode fails: then budget is not used any more.
func (d *decodeState) enter(off, n int) bool {
	if d.budget.Enter(n) {
		return true
	}
	d.Fail(off, "", d.budget.Err())
	return false
}

func (d *decodeState) leave() { d.budget.Leave() }

// shortCount returns the count of a container with header h at src[off:], whose
// elements take at least unit bytes each, if it is of one byte and the bytes left
// can pay for it; else -1, and package wire judges. The elements are at off+2. It is inlined
// into the readers of structs and string arrays, whose usual case it is.
func shortCount(src []byte, off int, h wire.Header, unit int) int {
	if off+2 <= len(src) && wire.Header(src[off]) == h {
		if n := int(src[off+1]); n&3 == 0 && n>>2*unit <= len(src)-off-2 {
			return n >> 2
		}
	}
	return -1
}

// charge accounts for n bytes about to be allocated, and fails if the message is malformed
// and may not have them.
func (d *decodeState) charge(n int) bool { return d.memory.Charge(n) || d.prove() }

// prove validates the whole message, once: afterwards nothing can exceed allowed. A message
// that is malformed anywhere fails here, before it gets the memory, with the error that
// validation gives. Memory for a well-formed one is bounded by what its values need.
func (d *decodeState) prove() bool {
	b := d.limits.Budget()
	b.ReadTypeTags(d.typeTags)
	if _, err := wire.SkipWithin(d.whole, d.root, &b); err != nil {
		d.FailWhole(err.(*DecodeError))
		return false
	}
	d.memory.Prove()
	return true
}

// skip passes over the value at off, having checked it as a decode would.
func (d *decodeState) skip(off int) (next int, err error) {
	return wire.SkipWithin(d.src, off, &d.budget)
}

// message decodes data, which holds exactly one value, into the variable at p. The end is
// looked at last, so the target is filled even if bytes follow.
func (d *decodeState) message(data []byte, c *codec, p mem.Pointer) error {
	off, err := d.open(data)
	if err != nil {
		return err
	}
	if off = d.value(c, off, p); off < 0 {
		return d.Complete()
	}
	return wire.CheckEnd(data, off)
}

// open begins a message and returns where its value starts.
func (d *decodeState) open(data []byte) (off int, err error) {
	if !d.limits.Admits(len(data)) {
		return 0, fault.At(0, fault.Because(fault.ErrLimit, "message is longer than Limits.MaxBytes"))
	}
	if off, err = wire.ReadMessageStart(data); err != nil {
		return 0, err
	}
	if d.canonical != nil {
		if err := d.canonical.message(data, d.limits); err != nil {
			return 0, err
		}
	}
	d.begin(data, off)
	return off, nil
}

// target resolves what a user passed to Unmarshal.
func (p *profile) target(v any) (*codec, mem.Pointer, error) {
	if c, q, ok := p.targets.Target(v); ok {
		return c, q, nil
	}
	rv := reflect.ValueOf(v)
	if rv.Kind() != reflect.Pointer || rv.IsNil() {
		name := "nil"
		if v != nil {
			name = rv.Type().String()
		}
		return nil, mem.Pointer{}, &DecodeError{GoType: name,
			Err: fault.Because(fault.ErrUnsupported, "decoding needs a pointer that is not nil")}
	}
	return p.targets.LoadOrStore(rv.Type(), p.codecFor(rv.Type().Elem())), mem.From(rv.UnsafePointer()), nil
}

// plainPool holds states that have only ever been used with the default options.
var plainPool = sync.Pool{New: func() any { d := new(decodeState); d.configure(&plain); return d }}

var plain DecodeOptions

// Unmarshal is DecodeOptions{}.Unmarshal. It has a pool of its own, whose states are
// configured already, but for the profile, which SetStructTag may have changed since.
func Unmarshal(data []byte, v any) error {
	d := plainPool.Get().(*decodeState)
	d.profile = defaultProfile.Load()
	c, p, err := d.profile.target(v)
	if err == nil {
		err = d.message(data, c, p)
	}
	d.clear()
	plainPool.Put(d)
	return err
}

// Unmarshal decodes data, exactly one value, into the variable v points to.
func (o DecodeOptions) Unmarshal(data []byte, v any) error {
	d := newDecodeState(&o)
	c, p, err := d.profile.target(v)
	if err == nil {
		err = d.message(data, c, p)
	}
	d.release()
	return err
}

// UnmarshalPart decodes the value at src[off:end], which has been checked, into the
// variable v points to. What follows it in src is not read, but tells a type tag from a
// table. Offsets of errors are those in src, paths begin at the value.
func (o DecodeOptions) UnmarshalPart(src []byte, off, end int, v any) error {
	d := newDecodeState(&o)
	c, p, err := d.profile.target(v)
	if err == nil {
		err = d.part(src, off, end, c, p)
	} else if e, ok := err.(*DecodeError); ok {
		e.Offset = int64(off)
	}
	d.release()
	return err
}

// part is message for a value within src. The value was validated as part of its message,
// so memory is not charged any more. If it ends elsewhere than it did then, the message
// was changed, or the two readers disagree; either way the result cannot be trusted.
func (d *decodeState) part(src []byte, off, end int, c *codec, p mem.Pointer) error {
	if !d.limits.Admits(end - off) {
		return fault.At(off, fault.Because(fault.ErrLimit, "message is longer than Limits.MaxBytes"))
	}
	if d.canonical != nil {
		if err := d.canonical.part(src[:end], off, d.limits); err != nil {
			return err
		}
	}
	d.begin(src, off)
	d.memory.Prove()
	switch next := d.value(c, off, p); {
	case next < 0:
		return d.Complete()
	case next != end:
		return fault.At(off, fault.Because(fault.ErrSyntax, "value whose length differs from the one that was checked"))
	}
	return nil
}
