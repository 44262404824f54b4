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
	err           *EncodeError
	trail         fault.Trail
}

var encodePool = sync.Pool{New: func() any { return new(encodeState) }}

func (g *Engine) newEncodeState(o *EncodeOptions) *encodeState {
	e := encodePool.Get().(*encodeState)
	e.profile, e.deterministic = g.encodeProfile(o), o.Deterministic
	e.level, e.limit = 0, fault.Depth(o.MaxDepth)
	return e
}

// keptBuffer is the most memory that a state keeps for the next call.
const keptBuffer = 1 << 20

func (e *encodeState) release() {
	if cap(e.buf) > keptBuffer {
		e.buf = nil
	}
	if e.err != nil {
		e.err = nil
		e.trail.Reset()
	}
	encodePool.Put(e)
}

// fail records the first failure and returns nil.
func (e *encodeState) fail(goType string, cause error) []byte {
	if e.err != nil {
		return nil
	}
	e.err = &EncodeError{GoType: goType, Err: cause, Format: e.profile.key.format.Name}
	if inner, ok := fault.Encoding(cause); ok {
		// The method of a user failed in this library: its path goes on ours.
		e.trail.Inner(inner.Path)
		*e.err = *inner
	}
	return nil
}

// inIndex and inKey note, while a failure unwinds, where it happened.
func (e *encodeState) inIndex(i int) []byte {
	e.trail.Index(i)
	return nil
}

func (e *encodeState) inKey(name string) []byte {
	e.trail.Key(name)
	return nil
}

// failure returns the error with its path, which is complete only now.
func (e *encodeState) failure() error {
	e.err.Path = e.trail.Pointer()
	return e.err
}

// enter descends into a value that has children.
func (e *encodeState) enter() bool {
	e.level++
	return e.level < e.limit || e.fail("", fault.ErrDepth) != nil
}

func (e *encodeState) leave() { e.level-- }

// grow returns dst with room for n more bytes.
func grow(dst []byte, n int) []byte { return append(dst, make([]byte, n)...)[:len(dst)] }

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
		return dst, e.failure()
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
	var out []byte
	if err == nil {
		out = append(out, b...)
	}
	e.buf = b[:0]
	e.release()
	return out, err
}
