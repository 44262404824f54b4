package translator

import "github.com/beve-org/beve-go/internal/fault"

// Pointer is a JSON Pointer (RFC 6901), the path of errors.
type Pointer = fault.Pointer

// Causes of a [DecodeError], for errors.Is.
var (
	// ErrTruncated: the input ends inside a value.
	ErrTruncated = fault.ErrTruncated
	// ErrSyntax: the input is not JSON, or not BEVE.
	ErrSyntax = fault.ErrSyntax
	// ErrUTF8: a string or key is not valid UTF-8.
	ErrUTF8 = fault.ErrUTF8
	// ErrTrailing: something follows the one value that was asked for.
	ErrTrailing = fault.ErrTrailing
	// ErrDepth: values are nested deeper than Limits.MaxDepth.
	ErrDepth = fault.ErrDepth
	// ErrLimit: another limit is used up.
	ErrLimit = fault.ErrLimit
	// ErrOverflow: a JSON number that no BEVE number holds.
	ErrOverflow = fault.ErrOverflow
	// ErrUnsupported: a BEVE value that has no JSON form.
	ErrUnsupported = fault.ErrUnsupported
)
