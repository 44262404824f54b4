// Package canonical is the canonical form of BEVE: of all messages that say the same it is one, so
// that documents can be compared, hashed and signed by their bytes. What decodes to the same and reads
// the same in JSON says the same. [Append] writes it and [Check]
// accepts nothing else; beve.DecodeOptions.RequireCanonical decodes only what Check accepts.
//
// The form has nothing before its value, and every SIZE as short as it can be. In it
//
//   - An integer is unsigned if it is not negative and else signed, in the narrowest width that
//     holds it, up to 128 bits.
//   - A float has 32 bits if those hold its value and read the same in JSON, and else 64; floats of
//     16 bits become floats of 32. The one NaN is 7FC00000 of 32 bits; zero keeps its sign. A float
//     of 128 bits stays as it is. Integers and floats are not the same, 1 and 1.0.
//   - An object has its members in the order of their keys, strings by their bytes and integers
//     by value, each key once. Integer keys have the narrowest type that holds all of them, by
//     the rule for arrays.
//   - An array has a type if one type holds all its elements: booleans, strings, the narrowest
//     unsigned type for integers of which none is negative, the narrowest signed one for other
//     integers, 32 bits for floats that all have these, 64 for floats of which each reads the same
//     in them, and for complex numbers that of all their parts. All other arrays are generic, and so
//     are all that are empty. The bits after the last boolean are zero, and arrays are not aligned.
//   - A complex number has the narrowest type for both parts. A matrix has its layout, and extents and
//     elements of the narrowest types; without elements they are unsigned, of 8 bits.
//   - A table is an array of objects, and an object with an index one without.
//   - A draft time is the timestamp of the same instant in UTC, and an array of them one of timestamps.
//   - Timestamps, durations, intervals and regular expressions are as this library writes them, a
//     duration of nothing without a sign, and UUIDs, null and booleans have one form anyway.
//
// A key that is there twice has no canonical form, since leaving out one value would lose data, nor
// has a type tag of version 1.
package canonical

import (
	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/canon"
	"github.com/beve-org/beve-go/internal/fault"
)

// Append appends the canonical form of msg, one message, to dst. On failure it returns dst as it
// was, and a *[beve.DecodeError]: for a repeated key it matches beve.ErrDuplicate, and for a type
// tag beve.ErrUnsupported.
func Append(dst, msg []byte) ([]byte, error) {
	out, err := canon.Append(dst, msg, fault.Limits{})
	return out, decodeError(err)
}

// Marshal returns the canonical form of what beve.Marshal makes of v.
func Marshal(v any) ([]byte, error) {
	msg, err := beve.Marshal(v)
	if err != nil {
		return nil, err
	}
	return Append(nil, msg)
}

// Check reports why msg is not a message in canonical form, as a *[beve.DecodeError] with the offset
// and the path of what would be written otherwise, or nil. It allocates nothing unless it fails. What
// it accepts need not be of a kind that decoding takes, as floats of 128 bits are not.
func Check(msg []byte) error { return decodeError(canon.Check(msg, fault.Limits{})) }

func decodeError(err error) error {
	if e, ok := err.(*fault.DecodeError); ok {
		return (*beve.DecodeError)(e)
	}
	return err
}
