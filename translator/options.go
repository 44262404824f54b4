// This file holds the options and the names shared with the other packages.

package translator

import (
	"github.com/beve-org/beve-go/internal/fault"
)

// The failure vocabulary, shared by all formats of the library.
type (
	// DecodeError says where in the input and in the value a translation failed. It is the
	// DecodeError of package beve, with Offset, Path and Err.
	DecodeError = fault.DecodeError
	// Limits bounds what one message may cost: MaxDepth, MaxElements and MaxBytes are as in
	// the Limits of package beve.
	Limits = fault.Limits
	// Pointer is a JSON Pointer.
	Pointer = fault.Pointer
)

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

// Options are the choices of a translation. The zero value is what the functions
// of the package use. Options may be copied and used concurrently.
type Options struct {
	// TypedArrays writes JSON arrays of one kind as typed arrays: booleans as a
	// boolean array, strings as a string array, integers in the narrowest width
	// that holds them all, unsigned unless one is negative, and numbers of which
	// some are floats as float64, provided that every integer among them is
	// exactly a float64 and prints as the same digits, which holds up to 2^53.
	// Other arrays, and empty ones, stay generic.
	// It affects the direction from JSON.
	TypedArrays bool

	// Extended writes what is the JSON meaning of a value of the extended profile as
	// that value: a time stamp of RFC 3339, a duration of ISO 8601, a UUID, the objects
	// of an interval, a regular expression and a matrix. It does so only where ToJSON
	// gives the same characters again. Tables and indexed objects are arrays and
	// objects in JSON, and stay what those are. With Extended, a value of a stream is
	// always held as a whole.
	// It affects the direction from JSON.
	Extended bool

	// NonFiniteError makes NaN and the infinities an error (ErrUnsupported)
	// instead of null. It affects the direction to JSON.
	NonFiniteError bool

	// TimeNanos writes a timestamp as {"ns":n}, nanoseconds since 1970, instead
	// of an RFC 3339 string. It affects the direction to JSON.
	TimeNanos bool

	// Single makes a second value in a stream an error (ErrTrailing). It affects
	// Transcode; the functions that take one message always refuse a second.
	Single bool

	// LegacyTypeTag reads all that has the header of both as type tags of version 1;
	// otherwise what follows decides. They share it with
	// tables; those are not read then. It affects the direction to JSON.
	LegacyTypeTag bool

	// Limits bounds depth, elements and bytes of each value, in both directions.
	Limits Limits
}

// admit refuses a message that is longer than the limits allow.
func (o *Options) admit(n int, format string) error {
	if o.Limits.Admits(n) {
		return nil
	}
	return &DecodeError{Err: fault.Because(fault.ErrLimit, "message is longer than Limits.MaxBytes"), Format: format}
}
