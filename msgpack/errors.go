package msgpack

import "github.com/beve-org/beve-go/internal/fault"

// A DecodeError says where in the input, and where in the value, decoding failed. It is
// the DecodeError of package beve, with Offset, Path, GoType and Err, of which
// errors.Is finds one of the Err values below.
type DecodeError = fault.DecodeError

// An EncodeError says which part of a Go value could not be written. It is the
// EncodeError of package beve, with Path, GoType and Err.
type EncodeError = fault.EncodeError

// decodeError returns err as users see it.
func decodeError(err error) error { return err }

// encodeError returns err as users see it.
func encodeError(err error) error { return err }

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
