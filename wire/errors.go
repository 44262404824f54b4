// The errors of a read, in the vocabulary that all formats share.

package wire

import (
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
)

// The failure vocabulary, shared by all formats of the library.
type (
	// DecodeError says where in the input and in the value a read failed.
	DecodeError = fault.DecodeError
	// Limits bounds what one message may cost.
	Limits = fault.Limits
	// Budget is what is left of Limits during a walk.
	Budget = fault.Budget
	// Pointer is a JSON Pointer.
	Pointer = fault.Pointer
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

// badHeader is the error for a header that starts no value.
func badHeader(off int, h Header) error {
	switch h.Kind() {
	case KindDelimiter, KindFraming:
		return malformed(off, h.String()+" where a value must start")
	}
	return malformed(off, h.String())
}

// wrongHeader is the error for a header that ReadHeader accepted and that is not
// the kind asked for.
func wrongHeader(off int, h Header, want string) error {
	return fault.At(off, fault.Because(fault.ErrMismatch, h.String()+" is not "+want))
}
