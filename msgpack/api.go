package msgpack

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgcodec"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

var engine = msgcodec.NewEngine(msgcodec.Plain, msgcodec.TimeTimestamp)

// The zero options, as the engine has them.
var (
	encodeDefaults = new(msgcodec.EncodeOptions)
	decodeDefaults = new(msgcodec.DecodeOptions)
)

// Marshal returns the encoding of v. Pass a pointer to a struct rather than the struct: it
// saves a copy. Errors are *[EncodeError].
func Marshal(v any) ([]byte, error) {
	b, err := engine.Marshal(v, encodeDefaults)
	return b, encodeError(err)
}

// Append appends the encoding of v to dst; where dst has room it allocates nothing. On
// failure it returns dst as it was.
func Append(dst []byte, v any) ([]byte, error) {
	b, err := engine.Append(dst, v, encodeDefaults)
	return b, encodeError(err)
}

// Unmarshal decodes data, which holds exactly one value, into the variable that v points
// to. Errors are *[DecodeError].
func Unmarshal(data []byte, v any) error {
	return decodeError(engine.Unmarshal(data, v, decodeDefaults))
}

// Valid reports whether data is exactly one well-formed value within the default limits.
// Text that is not UTF-8, repeated keys and times out of range are well-formed;
// [Validate] can be stricter.
func Valid(data []byte) bool { return Validate(data, ValidateOptions{}) == nil }

// Raw is an encoded value that is kept as it is and written again as it is. A nil or empty
// Raw is written as nil.
type Raw = msgp.Raw

// CodecOf compiles T.
func CodecOf[T any]() *Codec[T] { return CodecWith[T](EncodeOptions{}, DecodeOptions{}) }

// CodecWith is CodecOf with options.
func CodecWith[T any](e EncodeOptions, d DecodeOptions) *Codec[T] {
	return (*Codec[T])(msgcodec.CodecWith[T](engine, *e.inner(), d.inner()))
}

// ValidateOptions are the choices of [Validate]. The zero value checks structure, and what
// a message costs by its Limits.
type ValidateOptions struct {
	// Limits bounds what the message may cost.
	Limits Limits
	// UTF8 refuses a str that is not UTF-8.
	UTF8 bool
	// Duplicates refuses a map that has a key twice; integers of both families and all
	// widths are one kind of key.
	Duplicates bool
	// Canonical refuses what is not in the shortest form of its family.
	Canonical bool
	// Timestamps refuses an extension -1 that is not a time.
	Timestamps bool
}

// Validate reports what keeps data from being exactly one value, as a *[DecodeError] with
// the offset and the path, or nil.
func Validate(data []byte, o ValidateOptions) error { return o.Validate(data) }

// Validate is [Validate] with these options.
func (o ValidateOptions) Validate(data []byte) error {
	return decodeError(msgwire.ValidateOptions{Limits: fault.Limits(o.Limits), UTF8: o.UTF8, Duplicates: o.Duplicates,
		Canonical: o.Canonical, Timestamps: o.Timestamps}.Validate(data))
}
