package jsonpack

import (
	"bytes"
	"sync/atomic"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// A Schema encodes and decodes documents of one definition. It is safe for concurrent
// use, and goes on working when it is removed from its JSONPack or replaced there.
type Schema struct {
	// Name is the name that it was added by. Errors have it.
	Name   string
	doc    *document
	sealed bool
	buffer atomic.Int64 // see SetEncodeBufSize
}

// Encode returns the encoding of v: a struct, slice, array or map with keys of kind
// string, or a pointer to one, that the schema fits. It is cheaper with a pointer. On
// failure the error is an [*EncodeError] and the result is nil.
func (s *Schema) Encode(v any) ([]byte, error) { return EncodeOptions{}.Marshal(s, v) }

// Marshal is Encode.
func (s *Schema) Marshal(v any) ([]byte, error) { return s.Encode(v) }

// Append appends the encoding of v to dst, as Encode has it. On failure it returns dst
// unchanged.
func (s *Schema) Append(dst []byte, v any) ([]byte, error) { return EncodeOptions{}.Append(s, dst, v) }

// EncodeTo overwrites *dataPtr with the encoding of v, as Encode has it. It uses the
// memory of *dataPtr up to its capacity, and other memory if that is too small. On
// failure *dataPtr keeps its length, and what its bytes are is not specified.
func (s *Schema) EncodeTo(v any, dataPtr *[]byte) error {
	if dataPtr == nil {
		return encodeError(&fault.EncodeError{GoType: "*[]uint8", Format: format,
			Err: fault.Because(fault.ErrUnsupported, "EncodeTo needs a pointer to a slice that is not nil")})
	}
	out, err := s.Append((*dataPtr)[:0], v)
	if err == nil {
		*dataPtr = out
	}
	return err
}

// made reports whether s has a definition: nil and the zero Schema have none.
func (s *Schema) made() bool { return s != nil && s.doc != nil }

var errNoSchema = fault.Because(fault.ErrUnsupported, "a nil Schema, or one that JSONPack has not made")

// result returns what write appends, in memory of its own.
func (s *Schema) result(write func(dst []byte) ([]byte, error)) ([]byte, error) {
	e := encodePool.Get().(*encodeState)
	defer e.release()
	if s != nil {
		if size := int(s.buffer.Load()); cap(e.buf) < size {
			e.buf = make([]byte, 0, size)
		}
	}
	b, err := write(e.buf[:0])
	if err != nil {
		return nil, err
	}
	e.buf = b // what is large is not kept
	return present(mem.Result(b, nil)), nil
}

// SetEncodeBufSize says how long documents are expected to be, in bytes. Encode makes
// room for as many at once; the result is never larger than its document. A negative
// size counts as 0, and one of more than a mebibyte as that.
func (s *Schema) SetEncodeBufSize(size int64) { s.buffer.Store(min(max(size, 0), mem.MaxKept)) }

// Decode reads data, exactly one document, into what v points to: a struct, slice,
// array, map with keys of kind string or interface that the schema fits. v may be such
// a map itself. See the package documentation for what becomes of what is there
// already. Results do not alias data. On failure the error is a [*DecodeError], and the
// target is partly written.
func (s *Schema) Decode(data []byte, v any) error { return DecodeOptions{}.Unmarshal(s, data, v) }

// Unmarshal is Decode.
func (s *Schema) Unmarshal(data []byte, v any) error { return s.Decode(data, v) }

// DecodePrefix reads the document that data starts with, as Decode does, and returns
// how many bytes it takes.
func (s *Schema) DecodePrefix(data []byte, v any) (n int, err error) {
	return DecodeOptions{}.DecodePrefix(s, data, v)
}

// GetSchemaDef returns the definition as Go values, without members that have no
// meaning. They are the caller's. It is an error only where the Schema is zero.
func (s *Schema) GetSchemaDef() (*SchemaDef, error) {
	if !s.made() {
		return nil, encodeError(&fault.EncodeError{Err: errNoSchema, Format: format})
	}
	return s.doc.definition(), nil
}

// GetSchemaDefText returns the definition as compact JSON with the members of objects
// sorted by name. Members without a meaning are kept. It is a copy.
func (s *Schema) GetSchemaDefText() []byte {
	if !s.made() {
		return nil
	}
	return bytes.Clone(s.doc.text)
}
