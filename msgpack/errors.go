package msgpack

import "github.com/beve-org/beve-go/internal/fault"

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
