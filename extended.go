// The published functions of the extended profile. Package extended has those of the
// single forms that are left.

package beve

import (
	"regexp"
	"time"

	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// MarshalAuto is Marshal in the extended profile: times, durations, intervals, UUIDs
// and regular expressions in forms of their own, and slices of at least five
// structs, or maps with the same keys, as tables. Messages are smaller and keep more
// of the types of Go; only this library reads them, by [Unmarshal]. See
// [EncodeOptions.Extended].
func MarshalAuto(v any) ([]byte, error) { return EncodeOptions{Extended: true}.Marshal(v) }

// MarshalTyped is MarshalAuto that makes tables of slices however short they are.
func MarshalTyped(v any) ([]byte, error) {
	return EncodeOptions{Extended: true, MinTableRows: 1}.Marshal(v)
}

// EncodeIndexedObject returns a struct, or a map whose keys are text, as an object
// whose names come first, sorted, with the offset of each value, so that one member can
// be read without the others. Values are written in the extended profile. Any other v is
// an error that matches ErrUnsupported. See [IndexOptions].
func EncodeIndexedObject(v any) ([]byte, error) { return IndexOptions{}.Marshal(v) }

// ReadFieldByName decodes one member of an object, as Unmarshal into an interface
// does. If the object has an index, it reads the index and the value; otherwise it walks
// over the object. A missing name is an error that matches ErrMissing.
func ReadFieldByName(data []byte, name string) (v any, err error) {
	err = engine.Member(data, name, &v)
	return v, decodeError(err)
}

// MarshalTimestamp returns t as a timestamp of the extended profile, to the
// nanosecond, with its zone offset if that is a whole number of minutes and in UTC
// otherwise. It fails only for times billions of years off.
func MarshalTimestamp(t time.Time) ([]byte, error) {
	out, err := engine.AppendTimeMessage(make([]byte, 0, 16), t)
	if err != nil {
		return nil, encodeError(err)
	}
	return out, nil
}

// UnmarshalTimestamp returns the time that a timestamp, or a draft time, stands for:
// in UTC, or in a zone without a name.
func UnmarshalTimestamp(data []byte) (time.Time, error) {
	if s, next, err := wire.ReadTimestamp(data, 0); err == nil && next == len(data) {
		if t, err := scalar.TimeOf(s); err == nil {
			return t, nil
		}
	}
	t, err := engine.ReadTimeMessage(data)
	return t, decodeError(err)
}

// EncodeDuration returns d as a duration of the extended profile. It does not fail.
func EncodeDuration(d time.Duration) ([]byte, error) {
	return wire.AppendDuration(nil, scalar.DurationOf(int64(d))), nil
}

// EncodeInterval returns the time from start, included, to end, excluded. An end
// before the start is an error that matches ErrMismatch.
func EncodeInterval(start, end time.Time) ([]byte, error) {
	out, err := engine.AppendIntervalMessage(nil, &Interval{Start: start, End: end})
	return out, encodeError(err)
}

// MarshalUUID returns sixteen bytes as a UUID of the extended profile. It does not
// fail: every version is written, the nil UUID and ULIDs too.
func MarshalUUID(id [16]byte) ([]byte, error) { return wire.AppendUUID(nil, id), nil }

// MarshalUUIDString is MarshalUUID for the text of a UUID: 36 characters in either
// case, in braces or after "urn:uuid:", or 32 digits. Other text is an error that
// matches ErrMismatch.
func MarshalUUIDString(s string) ([]byte, error) {
	out, err := engine.AppendUUIDText(nil, s)
	return out, encodeError(err)
}

// MarshalRegExp returns the source of re as a regular expression of the extended
// profile. Flags in a group at its start, as in (?im)^a, become flags that other
// languages know too. A nil re is an error.
func MarshalRegExp(re *regexp.Regexp) ([]byte, error) {
	out, err := engine.AppendRegExpMessage(nil, re)
	return out, encodeError(err)
}

// UnmarshalRegExp compiles a regular expression. Patterns that were compiled lately
// are copied from a cache of 256. A pattern that Go does not know is an error that
// matches ErrMismatch, one of more than 4096 bytes an error that matches ErrLimit.
func UnmarshalRegExp(data []byte) (*regexp.Regexp, error) {
	re := new(regexp.Regexp)
	err := engine.ReadRegExpMessage(data, re)
	return re, decodeError(err)
}
