package msgpack

import (
	"io"

	"github.com/beve-org/beve-go/internal/msgcodec"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

var engine = msgcodec.NewEngine(msgcodec.Plain, msgcodec.TimeTimestamp)

// Marshal returns the encoding of v. Pass a pointer to a struct rather than the struct: it
// saves a copy. Errors are *[EncodeError].
func Marshal(v any) ([]byte, error) { return EncodeOptions{}.Marshal(v) }

// Append appends the encoding of v to dst; where dst has room it allocates nothing. On
// failure it returns dst as it was.
func Append(dst []byte, v any) ([]byte, error) { return EncodeOptions{}.Append(dst, v) }

// MarshalWithOptions is o.Marshal(v).
func MarshalWithOptions(v any, o EncodeOptions) ([]byte, error) { return o.Marshal(v) }

// AppendWithOptions is o.Append(dst, v).
func AppendWithOptions(dst []byte, v any, o EncodeOptions) ([]byte, error) { return o.Append(dst, v) }

// Unmarshal decodes data, which holds exactly one value, into the variable that v points
// to. Errors are *[DecodeError].
func Unmarshal(data []byte, v any) error { return DecodeOptions{}.Unmarshal(data, v) }

// UnmarshalWithOptions is o.Unmarshal(data, v).
func UnmarshalWithOptions(data []byte, v any, o DecodeOptions) error { return o.Unmarshal(data, v) }

// Valid reports whether data is exactly one well-formed value within the default limits.
// Text that is not UTF-8, repeated keys and times out of range are well-formed;
// [Validate] can be stricter.
func Valid(data []byte) bool { return Validate(data, ValidateOptions{}) == nil }

// Raw is an encoded value that is kept as it is and written again as it is. A nil or empty
// Raw is written as nil.
type Raw = msgp.Raw

// A Codec encodes and decodes values of one type without looking the type up and
// without an interface per call, by its methods Marshal, Append and Unmarshal. It is
// safe for concurrent use.
type Codec[T any] = msgcodec.Codec[T]

// CodecOf compiles T.
func CodecOf[T any]() *Codec[T] { return CodecWith[T](EncodeOptions{}, DecodeOptions{}) }

// CodecWith is CodecOf with options.
func CodecWith[T any](e EncodeOptions, d DecodeOptions) *Codec[T] {
	return msgcodec.CodecWith[T](engine, *e.inner(), *d.inner())
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
	return engine.NewEncoder(w, *o.inner())
}

// NewDecoder returns a Decoder that reads from r.
func NewDecoder(r io.Reader) *Decoder { return NewDecoderWithOptions(r, DecodeOptions{}) }

// NewDecoderWithOptions is NewDecoder with options.
func NewDecoderWithOptions(r io.Reader, o DecodeOptions) *Decoder {
	return engine.NewDecoder(r, *o.inner())
}

// ValidateOptions are the choices of [Validate]. The zero value checks structure, and
// what a message costs by its Limits. UTF8 also refuses a str that is not UTF-8,
// Duplicates a key that a map has twice, Canonical what is not in the shortest form of
// its family, and Timestamps an extension -1 that is no time.
type ValidateOptions = msgwire.ValidateOptions

// Validate reports what keeps data from being exactly one value, as a *[DecodeError] with
// the offset and the path, or nil.
func Validate(data []byte, o ValidateOptions) error { return o.Validate(data) }
