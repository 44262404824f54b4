package zebrapack

import (
	"io"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgcodec"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

const formatName = "zebrapack"

// The engines with and without names of structs.
var (
	named   = msgcodec.NewEngine(msgcodec.Format{Name: formatName, IDs: true, StructNames: true}, msgcodec.TimeExt5)
	unnamed = msgcodec.NewEngine(msgcodec.Format{Name: formatName, IDs: true}, msgcodec.TimeExt5)
)

// Limits bounds what one message may cost a reader, whatever its bytes claim: MaxDepth,
// MaxElements and MaxBytes are as in the Limits of package beve.
type Limits = fault.Limits

// A DecodeError says where in the input, and where in the value, decoding failed. It is
// the DecodeError of package beve, with Offset, Path, GoType and Err.
type DecodeError = fault.DecodeError

// An EncodeError says which part of a Go value could not be written. It is the
// EncodeError of package beve, with Path, GoType and Err.
type EncodeError = fault.EncodeError

// Raw is an encoded value that is kept as it is and written again as it is. A nil or empty
// Raw is written as nil.
type Raw = msgp.Raw

// Marshal returns the encoding of v. Pass a pointer to a struct rather than the struct: it
// saves a copy. Errors are *[EncodeError].
func Marshal(v any) ([]byte, error) { return EncodeOptions{}.Marshal(v) }

// MarshalWithOptions is o.Marshal(v).
func MarshalWithOptions(v any, o EncodeOptions) ([]byte, error) { return o.Marshal(v) }

// Append appends the encoding of v to dst; where dst has room it allocates nothing. On
// failure it returns dst as it was.
func Append(dst []byte, v any) ([]byte, error) { return EncodeOptions{}.Append(dst, v) }

// AppendWithOptions is o.Append(dst, v).
func AppendWithOptions(dst []byte, v any, o EncodeOptions) ([]byte, error) { return o.Append(dst, v) }

// Unmarshal decodes data, which holds exactly one value, with names of structs or without,
// into the variable that v points to. Errors are *[DecodeError].
func Unmarshal(data []byte, v any) error { return DecodeOptions{}.Unmarshal(data, v) }

// UnmarshalWithOptions is o.Unmarshal(data, v).
func UnmarshalWithOptions(data []byte, v any, o DecodeOptions) error { return o.Unmarshal(data, v) }

// A Codec encodes and decodes values of one type without looking the type up and
// without an interface per call, by its methods Marshal, Append and Unmarshal. It is
// safe for concurrent use.
type Codec[T any] = msgcodec.Codec[T]

// CodecOf compiles T.
func CodecOf[T any]() *Codec[T] { return CodecWith[T](EncodeOptions{}, DecodeOptions{}) }

// CodecWith is CodecOf with options.
func CodecWith[T any](e EncodeOptions, d DecodeOptions) *Codec[T] {
	g, inner := e.engine()
	return msgcodec.CodecWith[T](g, inner, d.inner())
}

// An Encoder writes a stream of values, one behind the other: Encode writes the next,
// and Reset starts over with another writer.
type Encoder = msgcodec.Encoder

// A Decoder reads a stream of values: Decode reads the next, and returns io.EOF at the
// end; Skip passes over it. InputOffset is the position behind the last, Buffered what
// was read beyond it, and Reset starts over with another reader.
type Decoder = msgcodec.Decoder

// NewEncoder returns an Encoder that writes to w. Each Encode is one Write: wrap w in a
// bufio.Writer for small values.
func NewEncoder(w io.Writer) *Encoder { return NewEncoderWithOptions(w, EncodeOptions{}) }

// NewEncoderWithOptions is NewEncoder with options.
func NewEncoderWithOptions(w io.Writer, o EncodeOptions) *Encoder {
	g, inner := o.engine()
	return g.NewEncoder(w, inner)
}

// NewDecoder returns a Decoder that reads from r.
func NewDecoder(r io.Reader) *Decoder { return NewDecoderWithOptions(r, DecodeOptions{}) }

// NewDecoderWithOptions is NewDecoder with options.
func NewDecoderWithOptions(r io.Reader, o DecodeOptions) *Decoder {
	return named.NewDecoder(r, o.inner())
}
