package beve

import "github.com/beve-org/beve-go/internal/fault"

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
