package jsonpack

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// Codec encodes and decodes values of one type with one schema, without looking the
// type up and without an interface per call. It is safe for concurrent use. [CodecOf] and
// [CodecWith] make one: the zero Codec has neither.
type Codec[T any] struct {
	schema *Schema
	codec  *codec
	eopts  EncodeOptions
	dopts  DecodeOptions
}

// CodecOf compiles T for a schema with the default options. That the two fit is checked
// here: the error is an [*EncodeError] that names the field which does not.
func CodecOf[T any](s *Schema) (*Codec[T], error) {
	return CodecWith[T](s, EncodeOptions{}, DecodeOptions{})
}

// CodecWith is CodecOf with options.
func CodecWith[T any](s *Schema, e EncodeOptions, d DecodeOptions) (*Codec[T], error) {
	if !s.made() {
		return nil, encodeError(&fault.EncodeError{Err: errNoSchema, Format: format})
	}
	k := compile(reflect.TypeFor[T](), s.doc.root)
	if k.err != nil {
		return nil, encodeError(k.err)
	}
	return &Codec[T]{schema: s, codec: k, eopts: e, dopts: d}, nil
}

// Append appends the encoding of *v to dst. On failure it returns dst unchanged.
func (c *Codec[T]) Append(dst []byte, v *T) ([]byte, error) {
	if v == nil || c.codec == nil {
		return dst, encodeError(&fault.EncodeError{Err: fault.CodecMisused(c.codec != nil), Format: format})
	}
	dst = present(dst)
	var out []byte
	if c.codec.stateless {
		out = c.codec.append(nil, c.schema.appendSeal(dst), mem.Of(v))
	}
	if out == nil {
		var err error
		write := func(e *encodeState, dst []byte) []byte { return e.appendWith(dst, c.schema, c.codec, mem.Of(v)) }
		if out, err = c.schema.appendAs(dst, write); err != nil {
			return dst, err
		}
	}
	return c.eopts.check(c.schema, dst, out)
}

// Marshal returns the encoding of *v.
func (c *Codec[T]) Marshal(v *T) ([]byte, error) {
	return c.schema.result(func(dst []byte) ([]byte, error) { return c.Append(dst, v) })
}

// Unmarshal decodes data, exactly one document, into *v.
func (c *Codec[T]) Unmarshal(data []byte, v *T) error {
	if v == nil || c.codec == nil {
		return decodeError(&fault.DecodeError{Err: fault.CodecMisused(c.codec != nil), Format: format})
	}
	_, err := c.dopts.decode(c.schema, data, !c.dopts.AllowTrailing,
		func(d *decodeState, off int) int { return c.codec.read(d, off, mem.Of(v)) })
	return decodeError(err)
}
