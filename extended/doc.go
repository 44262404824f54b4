// Package extended has functions for single forms of the extended profile that package
// beve has no names for: timestamps, durations, intervals, UUIDs and regular expressions as
// messages of their own, tables, single members of objects with an index, and what a
// message holds, told from its first bytes.
//
// Most programs do without it: [beve.MarshalAuto] writes all of these forms inside of any
// Go value, and beve.Unmarshal reads them.
//
// Functions called Append… append to dst and return it as it was where they fail. Errors
// are those of package beve.
package extended

import (
	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/fault"
)

func decodeError(err error) error {
	if e, ok := err.(*fault.DecodeError); ok {
		return (*beve.DecodeError)(e)
	}
	return err
}

func encodeError(err error) error {
	if e, ok := err.(*fault.EncodeError); ok {
		return (*beve.EncodeError)(e)
	}
	return err
}
