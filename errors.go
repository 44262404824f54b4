package beve

import "github.com/beve-org/beve-go/internal/fault"

// A DecodeError says where in the input, and where in the value, decoding failed:
// Offset is the position in bytes, from the start of the message or of the stream, Path
// the JSON Pointer of the value, GoType the Go type that was to hold it, if there was
// one, and Err the cause, of which errors.Is finds one of the Err values below. Format
// names a format other than BEVE.
type DecodeError = fault.DecodeError

// An EncodeError says which part of a Go value could not be written: Path, GoType, Err
// and Format are as in a [DecodeError].
type EncodeError = fault.EncodeError

// Pointer is a JSON Pointer (RFC 6901), the path of errors and of [View.At]: "" is the
// whole value, "/users/3/name" a part of it. In names "~" is written "~0" and "/" is
// written "~1", as the method Key of a Pointer does when it appends one; Index appends
// a position.
type Pointer = fault.Pointer

// The causes of failure, for errors.Is.
var (
	// ErrTruncated: the input ends inside a value.
	ErrTruncated = fault.ErrTruncated
	// ErrSyntax: the bytes are not BEVE.
	ErrSyntax = fault.ErrSyntax
	// ErrUTF8: a string or key is not valid UTF-8; on input also an ErrSyntax.
	ErrUTF8 = fault.ErrUTF8
	// ErrTrailing: bytes follow the value.
	ErrTrailing = fault.ErrTrailing
	// ErrDepth: values are nested deeper than Limits.MaxDepth.
	ErrDepth = fault.ErrDepth
	// ErrLimit: another budget of Limits is used up.
	ErrLimit = fault.ErrLimit
	// ErrMismatch: the value is of another kind than its Go target.
	ErrMismatch = fault.ErrMismatch
	// ErrOverflow: a number that the target does not hold exactly.
	ErrOverflow = fault.ErrOverflow
	// ErrUnknownField: a member that no field takes, under RejectUnknown.
	ErrUnknownField = fault.ErrUnknownField
	// ErrDuplicate: a repeated member or key, under RejectDuplicates.
	ErrDuplicate = fault.ErrDuplicate
	// ErrMissing: a field without a member, under RequireAll, or a part that a
	// View does not have.
	ErrMissing = fault.ErrMissing
	// ErrUnsupported: a value, Go type or option that cannot be represented.
	ErrUnsupported = fault.ErrUnsupported
	// ErrCycle: a Go value that contains itself.
	ErrCycle = fault.ErrCycle
)
