package beve

import (
	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// Marshal returns the encoding of v in BEVE version 2, without extensions:
// structs and maps with string keys are objects, maps with integer keys
// integer-keyed objects, slices and arrays of numbers, booleans and strings typed
// arrays. Pass a pointer to a struct rather than the struct: it saves a copy.
//
// Errors are *[EncodeError]: channels, functions, cyclic values, strings that are
// not UTF-8, and what else the format cannot hold.
func Marshal(v any) (data []byte, err error) {
	data, err = engine.Marshal(v)
	if e, ok := err.(*fault.EncodeError); ok { // encodeError, for the budget of inlining
		err = (*EncodeError)(e)
	}
	return
}

// Append appends the encoding of v to dst and returns the extended slice; where
// dst has room it allocates nothing. On failure it returns dst as it was.
func Append(dst []byte, v any) (out []byte, err error) {
	out, err = engine.Append(dst, v)
	if e, ok := err.(*fault.EncodeError); ok { // encodeError, for the budget of inlining
		err = (*EncodeError)(e)
	}
	return
}

// MarshalZeroCopy is Marshal into a pooled buffer that is lent out instead of
// copied. Release the [Lease] when its Bytes are no longer used.
func MarshalZeroCopy(v any) (Lease, error) { return engine.EncodeOptions{}.MarshalZeroCopy(v) }

// MarshalWithOptions is opts.Marshal(v).
func MarshalWithOptions(v any, opts EncodeOptions) ([]byte, error) { return opts.Marshal(v) }

// Unmarshal decodes data, which holds exactly one value, into the variable that v
// points to. It takes any number that the target holds exactly, and rounds a wider
// float into a float32; it takes any form of array that fits. It reuses the memory
// of the target as encoding/json does: existing maps are added to, pointers
// followed, slices refilled. Nothing of the result aliases data.
//
// Members that no field takes are skipped, fields without a member stay as they
// are, the last of repeated members wins; [DecodeOptions] is stricter on request.
// Errors are *[DecodeError], with the offset in data and the path in the value.
func Unmarshal(data []byte, v any) error { return decodeError(engine.Unmarshal(data, v)) }

// UnmarshalWithOptions is opts.Unmarshal(data, v).
func UnmarshalWithOptions(data []byte, v any, opts DecodeOptions) error {
	return opts.Unmarshal(data, v)
}

// Valid reports whether data is exactly one well-formed value within the default
// limits. wire.Validate says what is wrong.
func Valid(data []byte) bool { return wire.Validate(data) == nil }

// A Codec encodes and decodes values of one type without looking the type up and
// without an interface per call, by its methods Marshal, Append and Unmarshal: see
// [engine.Codec]. It is safe for concurrent use.
type Codec[T any] = engine.Codec[T]

// CodecOf compiles T, with the struct tag that SetStructTag has chosen.
func CodecOf[T any]() *Codec[T] { return engine.CodecOf[T]() }

// CodecWith is CodecOf with options.
func CodecWith[T any](e EncodeOptions, d DecodeOptions) *Codec[T] { return engine.CodecWith[T](e, d) }

// Lease is an encoded message in a pooled buffer, its Bytes, until Release gives the
// buffer back; see [MarshalZeroCopy].
type Lease = engine.Lease

// An Encoder writes a stream of values: Encode writes the next, BeginArray and
// BeginObject one that is larger than memory. All methods are at [engine.Encoder].
type Encoder = engine.Encoder

// A Decoder reads a stream of values: Decode reads the next, Skip passes over it, and
// More says whether there is one. All methods are at [engine.Decoder].
type Decoder = engine.Decoder
