// The errors of a read, in the vocabulary that all formats share.

package wire

import (
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
)

// The failure vocabulary, shared by all formats of the library.
type (
	// DecodeError says where in the input and in the value a read failed. It is the
	// DecodeError of package beve, with Offset, Path, GoType and Err.
	DecodeError = fault.DecodeError
	// Limits bounds what one message may cost: MaxDepth, MaxElements and MaxBytes are as in
	// the Limits of package beve.
	Limits = fault.Limits
	// Budget is what is left of Limits during a walk.
	Budget = fault.Budget
)

// shortOf is the error for a SIZE that the remaining input cannot back.
func shortOf(off int, n uint64) error {
	return fault.At(off, fault.Because(fault.ErrTruncated,
		"size "+strconv.FormatUint(n, 10)+" is more than the bytes left can hold"))
}

// malformed is a syntax error at off.
func malformed(off int, detail string) error {
	return fault.At(off, fault.Because(fault.ErrSyntax, detail))
}

// askHeader decides whether the header at off, which the table does not settle,
// starts a value.
func askHeader(src []byte, off int, h Header) error {
	if h != HeaderIndexed && h != HeaderDuration {
		return malformed(off, h.String())
	}
	if len(src)-off < 2 {
		return truncated(len(src))
	}
	second := src[off+1]
	switch {
	case h == HeaderIndexed && second == byte(HeaderObject), h == HeaderDuration && isDuration(second):
		return nil
	case h == HeaderIndexed:
		return malformed(off, "delimiter where a value must start")
	case second == 1 || second == framingVersion:
		return malformed(off, "framing header where a value must start")
	}
	return malformed(off+1, "duration header with reserved bits")
}

// wrongHeader is the error for a header that ReadHeader accepted and that is not
// the kind asked for.
func wrongHeader(off int, h Header, want string) error {
	return fault.At(off, fault.Because(fault.ErrMismatch, h.String()+" is not "+want))
}
