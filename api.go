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
func MarshalZeroCopy(v any) (Lease, error) { return EncodeOptions{}.MarshalZeroCopy(v) }

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

// Valid reports whether data is exactly one well-formed value within the default
// limits. wire.Validate says what is wrong.
func Valid(data []byte) bool { return wire.Validate(data) == nil }

// CodecOf compiles T with the default options and returns its Codec. What SetStructTag
// chooses afterwards does not change it.
func CodecOf[T any]() *Codec[T] { return (*Codec[T])(engine.CodecOf[T]()) }

// CodecWith is CodecOf with options.
func CodecWith[T any](e EncodeOptions, d DecodeOptions) *Codec[T] {
	return (*Codec[T])(engine.CodecWith[T](e.inner(), d.inner()))
}

// Lease is an encoded message in a pooled buffer; see [MarshalZeroCopy].
type Lease engine.Lease

// Bytes returns the message. It is valid until Release.
func (l Lease) Bytes() []byte { return engine.Lease(l).Bytes() }

// Release gives the buffer back; the bytes must not be used any more. A Lease is
// released once; copies of it are the same Lease.
func (l *Lease) Release() { (*engine.Lease)(l).Release() }
