package core

import (
	"reflect"
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// encodeState is what one call of encoding passes down.
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
	hops    int // pointers and interfaces followed since the last container

	// The first failure; it is never replaced. Callers up the stack add to trail.
	err   *EncodeError
	trail fault.Trail

	// Pointers, maps and slices that are being written, from cycleLevel on.
	open map[visit]struct{}

	buf  []byte // kept for Marshal
	keys keyBuffer
	ends []int // of the values of indexed objects that are being written
	date dateMemo
}

// EncodeError says which part of a Go value could not be written.
type EncodeError = fault.EncodeError

// Values nested deeper than cycleLevel are watched for cycles; nobody pays for
// that before.
const cycleLevel = 64

// maxHops is how many pointers in a row may lead to a value.
const maxHops = 1000

// keptBuffer is the largest scratch that goes back to a pool.
const keptBuffer = 1 << 20

// visit identifies memory that is being written.
type visit struct {
	typ  reflect.Type
	data mem.Pointer
	len  int
}

var encodePool = sync.Pool{New: func() any { return new(encodeState) }}

// newEncodeState returns a pooled state set up for o.
func newEncodeState(o *EncodeOptions) *encodeState {
	e := encodePool.Get().(*encodeState)
	e.configure(o)
	return e
}

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

// release gives e back.
func (e *encodeState) release() {
	if cap(e.buf) > keptBuffer {
		e.buf = nil
	}
	e.recover()
	encodePool.Put(e)
}

// recover makes e ready for the next message after a failure or a success.
func (e *encodeState) recover() {
	if e.err != nil {
		e.err = nil
		e.trail.Reset()
		clear(e.open)
		clear(e.keys)
		e.keys, e.ends = e.keys[:0], e.ends[:0]
	}
	e.level, e.hops = 0, 0
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
	out = c.append(e, out, p)
	if e.err != nil {
		return dst, e.failure()
	}
	return out, nil
}

// failure returns the error with its path, which is complete only now.
func (e *encodeState) failure() error {
	e.err.Path = e.trail.Pointer()
	return e.err
}

// fail records the first failure and returns dst.
func (e *encodeState) fail(dst []byte, goType string, cause error) []byte {
	if e.err == nil {
		e.err = &EncodeError{GoType: goType, Err: cause}
		if inner, ok := cause.(*EncodeError); ok {
			// A nested Marshal of a user's method failed: its path goes on ours.
			e.trail.Inner(inner.Path)
			*e.err = *inner
		}
	}
	return dst
}

// enter descends into a container that has children.
func (e *encodeState) enter() bool {
	e.level++
	e.hops = 0
	if e.level >= e.limit {
		e.fail(nil, "", fault.ErrDepth)
		return false
	}
	return true
}

func (e *encodeState) leave() { e.level-- }

// begin notes that the memory of a pointer, map or slice is being written, and
// fails if it already is. It is for values below cycleLevel only.
func (e *encodeState) begin(t reflect.Type, data mem.Pointer, n int) bool {
	v := visit{t, data, n}
	if _, again := e.open[v]; again {
		e.fail(nil, t.String(), fault.ErrCycle)
		return false
	}
	if e.open == nil {
		e.open = map[visit]struct{}{}
	}
	e.open[v] = struct{}{}
	return true
}

func (e *encodeState) end(t reflect.Type, data mem.Pointer, n int) {
	delete(e.open, visit{t, data, n})
}

// grow returns dst with room for n more bytes.
func grow(dst []byte, n int) []byte {
	// Append of a made slice is the growth that the runtime does without
	// clearing what it copies over.
	return append(dst, make([]byte, n)...)[:len(dst)]
}

// appendRoot appends v, whatever a user passed to Marshal, as a message.
func (e *encodeState) appendRoot(dst []byte, v any) ([]byte, error) {
	out := e.beginMessage(dst)
	out = e.appendAny(out, v)
	if e.err != nil {
		return dst, e.failure()
	}
	return out, nil
}

// Append appends the encoding of v to dst. On failure it returns dst unchanged.
func (o EncodeOptions) Append(dst []byte, v any) ([]byte, error) {
	e := newEncodeState(&o)
	dst, err := e.appendRoot(dst, v)
	e.release()
	return dst, err
}

// Marshal returns the encoding of v.
func (o EncodeOptions) Marshal(v any) ([]byte, error) {
	e := newEncodeState(&o)
	b, err := e.appendRoot(e.buf[:0], v)
	return e.result(b, err)
}

// result copies the message out of the scratch buffer and releases e.
func (e *encodeState) result(b []byte, err error) ([]byte, error) {
	var out []byte
	if err == nil {
		out = append(out, b...)
	}
	e.buf = b[:0]
	e.release()
	return out, err
}
