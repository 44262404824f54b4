// The state of generated decoders: where they read, what they may still take, and
// what went wrong.

package beverun

import (
	"io"
	"sync"

	"github.com/beve-org/beve-go/internal/delimited"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/slab"
	"github.com/beve-org/beve-go/internal/walked"
	"github.com/beve-org/beve-go/wire"
)

// A Decoder reads values into Go variables by generated code, which is what its
// methods that take offsets are for: they read the value at an offset and return
// the offset after it, or -1 when they failed, and then the Decoder knows why.
//
// Programs make one to choose limits, to alias the input, or to read a stream, and
// hand it to the method DecodeBEVE of a generated type, once for each value:
//
//	d := beverun.NewDecoder(data, beverun.DecoderOptions{NoCopy: true})
//	err := order.DecodeBEVE(d)
//
// A Decoder is not safe for concurrent use.
type Decoder struct {
	State
	opts DecoderOptions

	at   int // the value that DecodeBEVE is to read, and then the end of it
	deep int // calls of DecodeBEVE inside of values

	// A row of a table that the next object is to be, instead of what lies there.
	row *tableRows

	block slab.Text
	lists slab.Strings

	failed fault.Failure

	in    delimited.Reader // where a Decoder that programs made gets its values from
	final error            // of in
}

// State is what readers of one message hand to each other: generated code to
// reflection where a field needs that, and back.
type State struct {
	// Src is the message, or one value made of an element of a packed array. Whole
	// is always the message, whose value starts at Root.
	Src, Whole []byte
	Root       int
	// Limits are those of the message, and Budget is what is left of them.
	Limits wire.Limits
	Budget wire.Budget
	// NoCopy says that results may alias the message.
	NoCopy bool
	// Stale says that what the target holds must not show in the result: it is
	// memory kept from something else, as an element of a reused slice is.
	Stale bool
	// Memory accounts for what is allocated for the result; see [Decoder.Charge].
	Memory fault.Memory
	// Walk has what was passed over to find the ids of unions.
	Walk walked.Walk
	// Texts is what reflection knows of the cost of the texts before, nil if nothing.
	Texts any
}

// DecoderOptions are the choices of generated decoders. The zero value is the
// default.
type DecoderOptions struct {
	// Limits bounds what a message may cost.
	Limits wire.Limits
	// NoCopy lets strings and byte slices alias the input, which then must not
	// change as long as they are used. It is ignored for an io.Reader.
	NoCopy bool
}

// Unmarshaler is the method of generated types that a Decoder calls for fields of
// other packages.
type Unmarshaler interface {
	DecodeBEVE(d *Decoder) error
}

// NewDecoder returns a Decoder of the values in data, delimited or not.
func NewDecoder(data []byte, o DecoderOptions) *Decoder {
	d := &Decoder{opts: o}
	d.in.Limits, d.in.Buf, d.in.EOF = o.Limits, data, true
	return d
}

// NewStreamDecoder returns a Decoder of the values that r delivers. It buffers one
// at a time.
func NewStreamDecoder(r io.Reader, o DecoderOptions) *Decoder {
	o.NoCopy = false
	d := &Decoder{opts: o}
	d.in.Limits, d.in.Reader = o.Limits, r
	return d
}

var decoderPool = sync.Pool{New: func() any { return new(Decoder) }}

// OpenMessage returns a pooled Decoder of data, which holds exactly one value, and
// where that value starts. [Decoder.CloseMessage] must follow.
func OpenMessage(data []byte) (d *Decoder, off int) {
	d = decoderPool.Get().(*Decoder)
	off, err := wire.ReadMessageStart(data)
	if err != nil {
		d.Fail(0, "", err)
		off = -1
	}
	d.begin(data, off)
	return d, off
}

// CloseMessage gives back what OpenMessage returned, and returns the failure, or the
// error that something follows the value, which has ended at off.
func (d *Decoder) CloseMessage(off int) (err error) {
	if off < 0 {
		err = d.failed.Complete()
	} else if off != len(d.Src) {
		err = wire.CheckEnd(d.Src, off)
	}
	d.clear()
	decoderPool.Put(d)
	return err
}

// begin prepares for the value at src[root:].
func (d *Decoder) begin(src []byte, root int) {
	d.Src, d.Whole, d.Root = src, src, root
	d.Limits, d.NoCopy, d.Stale = d.opts.Limits, d.opts.NoCopy, false
	d.Budget = d.Limits.Budget()
	d.Memory.Begin(len(src) - root)
	d.Walk.Reset()
	d.Texts = nil
}

// clear makes d forget what it knew of the user's data.
func (d *Decoder) clear() {
	d.Src, d.Whole, d.row = nil, nil, nil
	d.lists.Reset()
	d.Walk.Reset()
	d.Texts = nil
	d.failed.Forget()
}

// Start returns where DecodeBEVE is to read, or -1 if there is nothing to read.
func (d *Decoder) Start() int {
	if d.deep > 0 {
		return d.at
	}
	return d.next()
}

// Finish ends what Start began: off is what was returned for the value. It returns
// the failure, complete if it is that of a whole message.
func (d *Decoder) Finish(off int) error {
	if d.deep > 0 {
		if off < 0 {
			return d.failed.Err
		}
		d.at = off
		return nil
	}
	return d.done(off)
}

// Nested reads the value at off into v, whose type is declared in another package.
func (d *Decoder) Nested(off int, v Unmarshaler, goType string) int {
	d.at = off
	d.deep++
	err := v.DecodeBEVE(d)
	d.deep--
	switch {
	case err == nil:
		return d.at
	case d.failed.Err == nil:
		return d.Fail(off, goType, err)
	}
	return -1
}

// Lend makes d a reader of the value at off of a message that someone else is
// reading, until Return. It is what reflection calls generated code with.
func (d *Decoder) Lend(s State, off int) {
	d.State = s
	d.at = off
	d.deep++
}

// Return ends what Lend began: it returns the state as generated code has left it,
// where the value has ended, or else its failure, whose path starts at the value.
func (d *Decoder) Return() (s State, off int, err error) {
	s, off = d.State, d.at
	d.Walk, d.Texts = walked.Walk{}, nil // they are the caller's again
	d.deep--
	if d.failed.Err != nil {
		off, err = -1, d.failed.Complete()
	}
	d.clear()
	return s, off, err
}

// Fail records the first failure and returns -1. If cause is a *[wire.DecodeError],
// its offset, path and type are kept.
func (d *Decoder) Fail(off int, goType string, cause error) int {
	return d.failed.Fail(off, goType, cause)
}

// InKey and InIndex note, while a failure unwinds, where it happened. They return
// -1. Generated code calls them too often to hold their bodies as well.
//
//go:noinline
func (d *Decoder) InKey(name string) int { return d.failed.InKey(name) }

// InIndex is InKey for an element.
//
//go:noinline
func (d *Decoder) InIndex(i int) int { return d.failed.InIndex(i) }

// mismatch records that a value with header h does not go into goType.
func (d *Decoder) mismatch(off int, h wire.Header, goType string) int {
	return d.Fail(off, goType, fault.Because(fault.ErrMismatch, h.String()+" does not decode into "+goType))
}

// enter descends into a container of n > 0 children at off.
func (d *Decoder) enter(off, n int) bool {
	if d.Budget.Enter(n) {
		return true
	}
	d.Fail(off, "", d.Budget.Err())
	return false
}

// Charge accounts for n bytes about to be allocated, and fails if the message is malformed
// and may not have them: a result that is much larger than its bytes makes the whole
// message prove itself first.
func (d *Decoder) Charge(n int) bool { return d.Memory.Charge(n) || d.prove() }

func (d *Decoder) prove() bool {
	b := d.Limits.Budget()
	if _, err := wire.SkipWithin(d.Whole, d.Root, &b); err != nil {
		d.failed.FailWhole(err.(*wire.DecodeError))
		return false
	}
	d.Memory.Prove()
	return true
}

// New makes *p point to a new variable, unless it points to one, and reports false
// if the message may not have the memory.
func New[T any](d *Decoder, p **T) bool {
	if *p == nil {
		if !d.Charge(mem.SizeOf[T]()) {
			return false
		}
		*p = new(T)
	}
	return true
}

// Locked fails because an embedded pointer to an unexported struct, of type goType,
// is nil: reflection may not set it either.
func (d *Decoder) Locked(off int, goType string) int {
	return d.Fail(off, goType, fault.Because(fault.ErrUnsupported, "cannot set embedded pointer to unexported struct "+goType))
}

// Skip passes over the value at off, a member that no field takes.
func (d *Decoder) Skip(off int) int {
	next, err := wire.SkipWithin(d.Src, off, &d.Budget)
	if err != nil {
		return d.Fail(off, "", err)
	}
	return next
}

// null reports whether null stands at off, where it may stand for the zero value of
// a type that has no nil.
func (d *Decoder) null(off int) (next int, ok bool) {
	if off < len(d.Src) && wire.Header(d.Src[off]) == wire.HeaderNull {
		return off + 1, true
	}
	return off, false
}
