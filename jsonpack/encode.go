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
	failed fault.Refusal
	hops   int    // interfaces around what is being written, as far as reflection leads
	buf    []byte // kept for Encode
}

var encodePool = sync.Pool{New: func() any { return new(encodeState) }}

func (e *encodeState) release() {
	mem.Trim(&e.buf)
	if e.failed.Err != nil {
		e.failed.Forget()
	}
	encodePool.Put(e)
}

// refusal returns what knows of a failure, nil without a state.
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
	return e.refusal().Fail(format, goType, cause)
}

// inKey and inIndex note, while a failure unwinds, where it happened.
func (e *encodeState) inKey(name string) []byte { return e.refusal().InKey(name) }
func (e *encodeState) inIndex(i int) []byte     { return e.refusal().InIndex(i) }

// failure returns the error with its path, which is complete only now.
func (e *encodeState) failure() error {
	return encodeError(e.failed.Complete())
}

// target returns the codec of what the pointer v leads to, and false if v is not a
// pointer, or nil.
func (d *document) target(v any) (*codec, mem.Pointer, bool) {
	if k, p, ok := d.targets.Target(v); ok {
		return k, p, true
	}
	k, ok := d.targets.Pointed(reflect.TypeOf(v), func(elem reflect.Type) *codec { return compile(elem, d.root) })
	if !ok {
		return nil, mem.Pointer{}, false
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
