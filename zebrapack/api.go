package zebrapack

import (
	"github.com/beve-org/beve-go/internal/msgcodec"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

const formatName = "zebrapack"

// The engines with and without names of structs.
var (
	named   = msgcodec.NewEngine(msgcodec.Format{Name: formatName, IDs: true, StructNames: true}, msgcodec.TimeExt5)
	unnamed = msgcodec.NewEngine(msgcodec.Format{Name: formatName, IDs: true}, msgcodec.TimeExt5)
)

// Raw is an encoded value that is kept as it is and written again as it is. A nil or empty
// Raw is written as nil.
type Raw = msgp.Raw

// Marshal returns the encoding of v. Pass a pointer to a struct rather than the struct: it
// saves a copy. Errors are *[EncodeError].
func Marshal(v any) ([]byte, error) { return EncodeOptions{}.Marshal(v) }

// Append appends the encoding of v to dst; where dst has room it allocates nothing. On
// failure it returns dst as it was.
func Append(dst []byte, v any) ([]byte, error) { return EncodeOptions{}.Append(dst, v) }

// Unmarshal decodes data, which holds exactly one value, with names of structs or without,
// into the variable that v points to. Errors are *[DecodeError].
func Unmarshal(data []byte, v any) error { return DecodeOptions{}.Unmarshal(data, v) }

// Valid reports whether data is exactly one well-formed value within the default limits.
// Text that is not UTF-8 and repeated keys are well-formed.
func Valid(data []byte) bool { return msgwire.ValidateOptions{}.Validate(data) == nil }

// CodecOf compiles T.
func CodecOf[T any]() *Codec[T] { return CodecWith[T](EncodeOptions{}, DecodeOptions{}) }

// CodecWith is CodecOf with options.
func CodecWith[T any](e EncodeOptions, d DecodeOptions) *Codec[T] {
	g, inner := e.engine()
	return (*Codec[T])(msgcodec.CodecWith[T](g, inner, d.inner()))
}
