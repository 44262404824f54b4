package translator

import "github.com/beve-org/beve-go/internal/fault"

// Options are the choices of a translation. The zero value is what the functions
// of the package use. Options may be copied and used concurrently.
type Options struct {
	// TypedArrays writes JSON arrays of one kind as typed arrays: booleans as a
	// boolean array, strings as a string array, and integers in the narrowest width
	// that holds them all, unsigned unless one is negative. Numbers with a float
	// among them are float64, provided that every integer among them is exactly a
	// float64 and prints as the same digits, which holds up to 2^53.
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
	if fault.Limits(o.Limits).Admits(n) {
		return nil
	}
	return &fault.DecodeError{Err: fault.Because(fault.ErrLimit, "message is longer than Limits.MaxBytes"), Format: format}
}
