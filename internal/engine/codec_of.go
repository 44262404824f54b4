package engine

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// Codec encodes and decodes values of one type without looking the type up and
// without an interface per call. It is safe for concurrent use.
type Codec[T any] struct {
	encode, decode *codec
	direct         bool // encode needs no state
	eopts          EncodeOptions
	dopts          DecodeOptions
}

// CodecOf compiles T with the default options and returns its Codec. What
// SetStructTag chooses afterwards does not change it.
func CodecOf[T any]() *Codec[T] { return CodecWith[T](EncodeOptions{}, DecodeOptions{}) }

// CodecWith is CodecOf with options.
func CodecWith[T any](e EncodeOptions, d DecodeOptions) *Codec[T] {
	t := reflect.TypeFor[T]()
	c := &Codec[T]{encode: e.profile().codecFor(t), decode: d.profile().codecFor(t), eopts: e, dopts: d}
	c.direct = c.encode.stateless && !e.Framing && e.MaxDepth == 0
	return c
}

// Append appends the encoding of *v to dst. On failure it returns dst unchanged.
func (c *Codec[T]) Append(dst []byte, v *T) ([]byte, error) {
	if v == nil || c.encode == nil {
		return dst, &fault.EncodeError{Err: fault.CodecMisused(c.encode != nil)}
	}
	if c.direct {
		if out := c.encode.appendAlone(dst, mem.Of(v)); out != nil {
			return out, nil
		}
	}
	e := newEncodeState(&c.eopts)
	dst, err := e.message(dst, c.encode, mem.Of(v))
	e.release()
	return dst, err
}

// Marshal returns the encoding of *v.
func (c *Codec[T]) Marshal(v *T) ([]byte, error) {
	if v == nil || c.encode == nil {
		return nil, &fault.EncodeError{Err: fault.CodecMisused(c.encode != nil)}
	}
	if c.direct {
		if b := marshalAlone(c.encode, mem.Of(v)); b != nil {
			return b, nil
		}
	}
	e := newEncodeState(&c.eopts)
	b, err := e.message(e.buf[:0], c.encode, mem.Of(v))
	return e.result(b, err)
}

// Unmarshal decodes data, exactly one value, into *v.
func (c *Codec[T]) Unmarshal(data []byte, v *T) error {
	if v == nil || c.decode == nil {
		return &fault.DecodeError{Err: fault.CodecMisused(c.encode != nil)}
	}
	d := newDecodeState(&c.dopts)
	err := d.message(data, c.decode, mem.Of(v))
	d.release()
	return err
}
