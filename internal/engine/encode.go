package engine

import (
	"reflect"
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// encodeState is what one call of encoding passes down. A codec may assume that p is a
// variable of its type which nobody writes meanwhile. It appends exactly one value to dst,
// whose bytes it does not change, or calls fail and returns nil; then the whole message is
// dropped, so a codec need not restore anything, neither level nor open nor names.
//
// The codecs of stateless types are also called with a nil state, on which enter, leave,
// fail, inIndex and inKey may be called. They do not look at its fields.
type encodeState struct {
	profile *profile
	sorted  bool // EncodeOptions.Deterministic
	aligned bool
	framing bool
	start   int // where byte 0 of the message lies in dst
	level   int // containers entered
	limit   int
	minRows int // of a table; 0 is none
	indexed int // the least members of an object that gets an index
	hops    int // pointers and conversions followed since the innermost container that is open

	failed fault.Refusal
	open   fault.Open[reflect.Type]

	buf  []byte // kept for Marshal
	keys keyBuffer
	// The names of members and the ends of values of indexed objects that are being
	// written, innermost last.
	names []string
	ends  []int
}

// EncodeError says which part of a Go value could not be written.
type EncodeError = fault.EncodeError

// maxHops is how many pointers in a row may lead to a value.
const maxHops = 1000

var encodePool = sync.Pool{New: func() any { return new(encodeState) }}

// newEncodeState returns a pooled state set up for o.
func newEncodeState(o *EncodeOptions) *encodeState {
	e := encodePool.Get().(*encodeState)
	e.configure(o)
	return e
}

// configure copies the options into fields of e. Extended sets minRows, which is 0 without
// it, so that codecs need not ask for both.
func (e *encodeState) configure(o *EncodeOptions) {
	e.profile = o.profile()
	e.sorted, e.aligned, e.framing = o.Deterministic, o.Aligned, o.Framing
	e.limit = fault.Depth(o.MaxDepth)
	e.minRows, e.indexed = 0, 0
	if o.Extended {
		if e.minRows = o.MinTableRows; e.minRows <= 0 {
			e.minRows = DefaultMinTableRows
		}
	}
}

// release gives e back. It is not deferred: a state that a panic of the user's methods
// has left in the middle of a value is not used again.
func (e *encodeState) release() {
	mem.Trim(&e.buf)
	e.recover()
	encodePool.Put(e)
}

// recover makes e ready for the next message after a failure or a success. After a success
// every stack is empty again, since each codec has taken off what it put on; only a failure
// leaves them in the middle. Shapes of keys alias strings of the user's and are
// forgotten in any case.
func (e *encodeState) recover() {
	if e.failed.Err != nil {
		e.failed.Forget()
		e.open.Clear()
		clear(e.names)
		e.names, e.ends = e.names[:0], e.ends[:0]
		e.keys.drop(0)
	}
	e.level, e.hops = 0, 0
	if e.keys.shaped {
		e.keys.forget()
	}
}

// beginMessage notes where the message starts.
func (e *encodeState) beginMessage(dst []byte) []byte {
	e.start = len(dst)
	if e.framing {
		dst = wire.AppendFraming(dst)
	}
	return dst
}

// message appends v as a message of its own, or returns dst as it was and the
// error.
func (e *encodeState) message(dst []byte, c *codec, p mem.Pointer) ([]byte, error) {
	out := e.beginMessage(dst)
	if out = c.append(e, out, p); out == nil {
		return dst, e.failed.Complete()
	}
	return out, nil
}

// refusal returns what knows of a failure, nil without a state: the caller asks again
// with one.
func (e *encodeState) refusal() *fault.Refusal {
	if e == nil {
		return nil
	}
	return &e.failed
}

// fail records the first failure and returns nil. Inlined it would keep its callers from
// being so.
//
//go:noinline
func (e *encodeState) fail(goType string, cause error) []byte {
	return e.refusal().Fail("", published(goType), cause)
}

// inIndex and inKey note, while a failure unwinds, where it happened.
func (e *encodeState) inIndex(i int) []byte     { return e.refusal().InIndex(i) }
func (e *encodeState) inKey(name string) []byte { return e.refusal().InKey(name) }

// enter descends into a container that has children. A nil e has no limit: the values of a
// stateless type nest less deep than any limit that is used without a state.
func (e *encodeState) enter() bool { return e == nil || e.deeper() }

//go:noinline
func (e *encodeState) deeper() bool {
	e.level++
	e.hops = 0
	return e.level < e.limit || e.fail("", fault.ErrDepth) != nil
}

// descend enters a container of n children. done says that there is nothing to append: the
// container is empty, which is not a level, or too deep, and then out is nil.
func (e *encodeState) descend(dst []byte, n int) (out []byte, done bool) {
	if n == 0 || e.enter() {
		return dst, n == 0
	}
	return nil, true
}

func (e *encodeState) leave() {
	if e != nil {
		e.level--
	}
}

// begin notes that the memory of a pointer, map or slice is being written, and
// fails if it already is. It is for values deeper than fault.CycleLevel only: few values are,
// and a cycle gets there before it costs anything.
func (e *encodeState) begin(t reflect.Type, data mem.Pointer, n int) bool {
	return e.open.Begin(fault.Part[reflect.Type]{Type: t, Data: data, Len: n}) || e.fail(t.String(), fault.ErrCycle) != nil
}

func (e *encodeState) end(t reflect.Type, data mem.Pointer, n int) {
	e.open.End(fault.Part[reflect.Type]{Type: t, Data: data, Len: n})
}

// root returns the codec of what the pointer v leads to, and false if v is not a
// pointer, or nil.
func (p *profile) root(v any) (*codec, mem.Pointer, bool) {
	if c, q, ok := p.targets.Target(v); ok {
		return c, q, true
	}
	c, ok := p.targets.Pointed(reflect.TypeOf(v), p.codecFor)
	if !ok {
		return nil, mem.Pointer{}, false
	}
	q := mem.From(reflect.ValueOf(v).UnsafePointer())
	return c, q, !q.IsNil()
}

// marshalAlone returns the encoding of the variable at p by a stateless codec, or nil where it
// fails. Of the state only the memory is used.
func marshalAlone(c *codec, p mem.Pointer) []byte {
	e := encodePool.Get().(*encodeState)
	var b []byte
	if out := c.appendAlone(e.buf[:0], p); out != nil {
		b = mem.Result(out, nil)
		e.buf = mem.Kept(out)
	}
	encodePool.Put(e)
	return b
}

// appendRoot appends v, whatever a user passed to Marshal, as a message.
func (e *encodeState) appendRoot(dst []byte, v any) ([]byte, error) {
	out := e.beginMessage(dst)
	if c, p, ok := e.profile.root(v); ok {
		out = c.append(e, out, p)
	} else {
		out = e.appendAny(out, v)
	}
	if out == nil {
		return dst, e.failed.Complete()
	}
	return out, nil
}

// Append is EncodeOptions{}.Append. A value of a stateless type is appended without a state,
// once its type is known. Where that fails it is done again with one, which knows the reason.
// dst is not changed by that: what was appended lies beyond its length.
func Append(dst []byte, v any) ([]byte, error) {
	if c, p, ok := defaultProfile.Load().targets.Target(v); ok && c.stateless {
		if out := c.appendAlone(dst, p); out != nil {
			return out, nil
		}
	}
	return EncodeOptions{}.Append(dst, v)
}

// Append appends the encoding of v to dst. On failure it returns dst unchanged.
func (o EncodeOptions) Append(dst []byte, v any) ([]byte, error) {
	e := newEncodeState(&o)
	dst, err := e.appendRoot(dst, v)
	e.release()
	return dst, err
}

// Marshal is EncodeOptions{}.Marshal. What is said of Append holds here too.
func Marshal(v any) ([]byte, error) {
	if c, p, ok := defaultProfile.Load().targets.Target(v); ok && c.stateless {
		if b := marshalAlone(c, p); b != nil {
			return b, nil
		}
	}
	e := newEncodeState(&EncodeOptions{})
	b, err := e.appendRoot(e.buf[:0], v)
	return e.result(b, err)
}

// Marshal returns the encoding of v.
func (o EncodeOptions) Marshal(v any) ([]byte, error) {
	e := newEncodeState(&o)
	b, err := e.appendRoot(e.buf[:0], v)
	return e.result(b, err)
}

// result copies the message out of the scratch buffer and releases e. The copy has just the
// size of the message; returning the scratch would give away its spare capacity, and the next
// message would have to grow another.
func (e *encodeState) result(b []byte, err error) ([]byte, error) {
	out := mem.Result(b, err)
	e.buf = b
	e.release()
	return out, err
}
