// One type, compiled for good.

package msgcodec

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// Codec encodes and decodes values of one type without looking the type up and without an
// interface per call. It is safe for concurrent use.
type Codec[T any] struct {
	engine         *Engine
	encode, decode *codec
	eopts          EncodeOptions
	dopts          DecodeOptions
}

// CodecWith compiles T.
func CodecWith[T any](g *Engine, e EncodeOptions, d DecodeOptions) *Codec[T] {
	t := reflect.TypeFor[T]()
	return &Codec[T]{engine: g, eopts: e, dopts: d,
		encode: g.encodeProfile(&e).codecFor(t), decode: g.decodeProfile(&d).codecFor(t)}
}

// Append appends the encoding of *v to dst. On failure it returns dst unchanged.
func (c *Codec[T]) Append(dst []byte, v *T) ([]byte, error) {
	if v == nil || c.encode == nil {
		return dst, &fault.EncodeError{Err: fault.CodecMisused(c.encode != nil), Format: c.engine.name()}
	}
	e := c.engine.newEncodeState(&c.eopts)
	out := c.encode.append(e, dst, mem.Of(v))
	var err error
	if out == nil {
		out, err = dst, e.failed.Complete()
	}
	e.release()
	return out, err
}

// Marshal returns the encoding of *v.
func (c *Codec[T]) Marshal(v *T) ([]byte, error) {
	if v == nil || c.encode == nil {
		return nil, &fault.EncodeError{Err: fault.CodecMisused(c.encode != nil), Format: c.engine.name()}
	}
	e := c.engine.newEncodeState(&c.eopts)
	out := c.encode.append(e, e.buf[:0], mem.Of(v))
	if out == nil {
		return e.result(e.buf, e.failed.Complete())
	}
	return e.result(out, nil)
}

// Unmarshal decodes data, exactly one value, into *v.
func (c *Codec[T]) Unmarshal(data []byte, v *T) error {
	if v == nil || c.decode == nil {
		return &fault.DecodeError{Err: fault.CodecMisused(c.encode != nil), Format: c.engine.name()}
	}
	d := c.engine.newDecodeState(&c.dopts)
	err := d.message(data, c.decode, mem.Of(v))
	d.release()
	return err
}
