package msgpack

import "github.com/beve-org/beve-go/internal/fault"

// A DecodeError says where in the input, and where in the value, decoding failed.
// errors.As finds it by the DecodeError of every other format, too.
type DecodeError struct {
	// Offset is the position in bytes, from the start of the message or, for a
	// [Decoder], from the start of the stream.
	Offset int64
	// Path is the JSON Pointer of the value inside its message; "" is the whole value. It
	// has at most 8 KB: of a longer one the middle is left out, and "…" stands there.
	Path Pointer
	// GoType names the Go type that was to hold the value, or is empty where there was
	// none.
	GoType string
	// Err is the cause: one of the Err values below, perhaps with particulars, or the
	// error of a method that was called.
	Err error
	// Format names the format: "msgpack" here.
	Format string
}

// Error says it as "msgpack: /users/3/age at byte 118: cause (Go type int32)", without the
// parts that are empty. The text is one line of at most 2 KB, whatever the input is.
func (e *DecodeError) Error() string { return (*fault.DecodeError)(e).Error() }

// Unwrap returns Err.
func (e *DecodeError) Unwrap() error { return e.Err }

// As lets errors.As find e by the DecodeError of another format.
func (e *DecodeError) As(target any) bool { return (*fault.DecodeError)(e).As(target) }

// An EncodeError says which part of a Go value could not be written. errors.As finds it
// by the EncodeError of every other format, too.
type EncodeError struct {
	// Path is the JSON Pointer of the part; "" is the whole value. Its length is bounded
	// as that of a [DecodeError] is.
	Path Pointer
	// GoType names the Go type that could not be written.
	GoType string
	// Err is the cause, as in a [DecodeError].
	Err error
	// Format names the format: "msgpack" here.
	Format string
}

// Error says it as "msgpack: /users/3/next: cause (Go type main.User)", or for the whole value
// as "msgpack: encode: cause". The text is bounded as that of a [DecodeError] is.
func (e *EncodeError) Error() string { return (*fault.EncodeError)(e).Error() }

// Unwrap returns Err.
func (e *EncodeError) Unwrap() error { return e.Err }

// As lets errors.As find e by the EncodeError of another format.
func (e *EncodeError) As(target any) bool { return (*fault.EncodeError)(e).As(target) }

func init() {
	fault.Declare(fault.Types[*DecodeError, *EncodeError]{
		Decode:   func(e *fault.DecodeError) *DecodeError { return (*DecodeError)(e) },
		Decoding: func(e *DecodeError) *fault.DecodeError { return (*fault.DecodeError)(e) },
		Encode:   func(e *fault.EncodeError) *EncodeError { return (*EncodeError)(e) },
		Encoding: func(e *EncodeError) *fault.EncodeError { return (*fault.EncodeError)(e) },
	})
}

// decodeError makes an error of the engine one of this package. It is small enough to be
// inlined together with the call that it stands around.
func decodeError(err error) error {
	if e, ok := err.(*fault.DecodeError); ok {
		return (*DecodeError)(e)
	}
	return err
}

// encodeError is decodeError for what encodes.
func encodeError(err error) error {
	if e, ok := err.(*fault.EncodeError); ok {
		return (*EncodeError)(e)
	}
	return err
}

// Pointer is a JSON Pointer (RFC 6901), the path of errors.
type Pointer = fault.Pointer

// The causes of failure, for errors.Is; they are those of package beve.
var (
	ErrTruncated    = fault.ErrTruncated
	ErrSyntax       = fault.ErrSyntax
	ErrUTF8         = fault.ErrUTF8
	ErrTrailing     = fault.ErrTrailing
	ErrDepth        = fault.ErrDepth
	ErrLimit        = fault.ErrLimit
	ErrMismatch     = fault.ErrMismatch
	ErrOverflow     = fault.ErrOverflow
	ErrUnknownField = fault.ErrUnknownField
	ErrDuplicate    = fault.ErrDuplicate
	ErrMissing      = fault.ErrMissing
	ErrUnsupported  = fault.ErrUnsupported
	ErrCycle        = fault.ErrCycle
)
