// The state of one call of encoding.

package msgcodec

import (
	"reflect"
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// EncodeError says which part of a Go value could not be written.
type EncodeError = fault.EncodeError

// encodeState is what one call of encoding passes down.
type encodeState struct {
	profile       *profile
	deterministic bool
	level, limit  int
	buf           []byte // what Marshal encodes into, before it copies
	failed        fault.Refusal
}

var encodePool = sync.Pool{New: func() any { return new(encodeState) }}

func (g *Engine) newEncodeState(o *EncodeOptions) *encodeState {
	e := encodePool.Get().(*encodeState)
	e.profile, e.deterministic = g.encodeProfile(o), o.Deterministic
	e.level, e.limit = 0, fault.Depth(o.MaxDepth)
	return e
}

func (e *encodeState) release() {
	mem.Trim(&e.buf)
	if e.failed.Err != nil {
		e.failed.Forget()
	}
	encodePool.Put(e)
}

// fail records the first failure and returns nil. Inlined it would keep its callers from
// being so.
//
//go:noinline
func (e *encodeState) fail(goType string, cause error) []byte {
	return e.failed.Fail(e.profile.key.format.Name, goType, cause)
}

// inIndex and inKey note, while a failure unwinds, where it happened.
func (e *encodeState) inIndex(i int) []byte     { return e.failed.InIndex(i) }
func (e *encodeState) inKey(name string) []byte { return e.failed.InKey(name) }

// enter descends into a value that has children.
func (e *encodeState) enter() bool {
	e.level++
	return e.level < e.limit || e.fail("", fault.ErrDepth) != nil
}

func (e *encodeState) leave() { e.level-- }

// appendRoot appends v, whatever a user passed to Marshal.
func (e *encodeState) appendRoot(dst []byte, v any) ([]byte, error) {
	out := dst
	if c := e.profile.target(reflect.TypeOf(v)); c != nil {
		if p := mem.From(reflect.ValueOf(v).UnsafePointer()); !p.IsNil() {
			out = c.append(e, dst, p)
		} else {
			out = e.appendAny(dst, nil)
		}
	} else {
		out = e.appendAny(dst, v)
	}
	if out == nil {
		return dst, e.failed.Complete()
	}
	return out, nil
}

// Append appends the encoding of v to dst. On failure it returns dst unchanged.
func (g *Engine) Append(dst []byte, v any, o *EncodeOptions) ([]byte, error) {
	e := g.newEncodeState(o)
	dst, err := e.appendRoot(dst, v)
	e.release()
	return dst, err
}

// Marshal returns the encoding of v.
func (g *Engine) Marshal(v any, o *EncodeOptions) ([]byte, error) {
	e := g.newEncodeState(o)
	if e.buf == nil {
		e.buf = make([]byte, 0, 512)
	}
	b, err := e.appendRoot(e.buf[:0], v)
	return e.result(b, err)
}

// result copies the message out of the buffer and releases e.
func (e *encodeState) result(b []byte, err error) ([]byte, error) {
	out := mem.Result(b, err)
	e.buf = b
	e.release()
	return out, err
}
