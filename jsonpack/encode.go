// This file is the state of encoding and the ways in: what a user passes, turned into
// a codec and the address of a variable.

package jsonpack

import (
	"reflect"
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// encodeState is what one call of encoding passes down. Codecs without state take a
// nil one, and then only fail.
type encodeState struct {
	err   *fault.EncodeError // the first failure
	trail fault.Trail
	hops  int    // interfaces around what is being written, as far as reflection leads
	buf   []byte // kept for Encode
}

var encodePool = sync.Pool{New: func() any { return new(encodeState) }}

// keptBuffer is the largest scratch that goes back to the pool, and the most that
// SetEncodeBufSize asks for.
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
	if e == nil || e.err != nil {
		return nil
	}
	e.err = &fault.EncodeError{GoType: goType, Err: cause, Format: format}
	if inner, ok := fault.Encoding(cause); ok {
		*e.err = *inner
		e.trail.Inner(inner.Path)
	}
	return nil
}

// inKey and inIndex note, while a failure unwinds, where it happened.
func (e *encodeState) inKey(name string) []byte {
	if e != nil {
		e.trail.Key(name)
	}
	return nil
}

func (e *encodeState) inIndex(i int) []byte {
	if e != nil {
		e.trail.Index(i)
	}
	return nil
}

// failure returns the error with its path, which is complete only now.
func (e *encodeState) failure() error {
	e.err.Path = e.trail.Pointer()
	return encodeError(e.err)
}

// grow returns dst with room for n more bytes.
func grow(dst []byte, n int) []byte {
	// Append of a made slice is the growth that the runtime does without clearing what
	// it copies over.
	return append(dst, make([]byte, n)...)[:len(dst)]
}

// target returns the codec of what the pointer v leads to, and false if v is not a
// pointer, or nil.
func (d *document) target(v any) (*codec, mem.Pointer, bool) {
	t := reflect.TypeOf(v)
	k, ok := d.targets.Load(t)
	if !ok {
		if t == nil || t.Kind() != reflect.Pointer {
			return nil, mem.Pointer{}, false
		}
		k = d.targets.LoadOrStore(t, compile(t.Elem(), d.root))
	}
	p := mem.From(reflect.ValueOf(v).UnsafePointer())
	return k, p, !p.IsNil()
}

// appendValue appends v as a message, or returns nil.
func (e *encodeState) appendValue(dst []byte, s *Schema, v any) []byte {
	k, p, ok := s.doc.target(v)
	if !ok {
		return e.appendAny(s.appendSeal(dst), s.doc.root, v)
	}
	return e.appendWith(dst, s, k, p)
}

// appendWith appends the variable at p as a message, or returns nil.
func (e *encodeState) appendWith(dst []byte, s *Schema, k *codec, p mem.Pointer) []byte {
	if k.err != nil {
		return e.fail("", k.err)
	}
	return k.append(e, s.appendSeal(dst), p)
}

// direct appends v, if it points to a value of a stateless type, without a state. It
// returns nil where that does not do.
func (s *Schema) direct(dst []byte, v any) []byte {
	k, p, ok := s.doc.target(v)
	if !ok || !k.stateless {
		return nil
	}
	return k.append(nil, s.appendSeal(dst), p)
}

// appendAs appends what write does with a state, or returns dst as it was and the
// error.
func (s *Schema) appendAs(dst []byte, write func(e *encodeState, dst []byte) []byte) ([]byte, error) {
	e := encodePool.Get().(*encodeState)
	defer e.release()
	if out := write(e, dst); out != nil {
		return out, nil
	}
	return dst, e.failure()
}

// present returns dst as a slice that is not nil, since nil stands for failure and a
// document may take no bytes.
func present(dst []byte) []byte {
	if dst == nil {
		return []byte{}
	}
	return dst
}
