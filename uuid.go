// UUIDs and regular expressions as messages of their own.

package beve

import (
	"regexp"

	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// MarshalUUID returns sixteen bytes as a UUID of the extended profile. It does not
// fail: every version is written, the nil UUID and ULIDs too.
func MarshalUUID(id [16]byte) ([]byte, error) { return AppendUUID(nil, id), nil }

// AppendUUID is MarshalUUID that appends to dst.
func AppendUUID(dst []byte, id [16]byte) []byte { return wire.AppendUUID(dst, id) }

// UnmarshalUUID returns a UUID.
func UnmarshalUUID(data []byte) ([16]byte, error) {
	id, next, err := wire.ReadUUID(data, 0)
	if err != nil || next != len(data) {
		return single(data, wire.ReadUUID)
	}
	return id, nil
}

// MarshalUUIDString is MarshalUUID for the text of a UUID: 36 characters in either
// case, in braces or after "urn:uuid:", or 32 digits. Other text is an error that
// matches ErrMismatch.
func MarshalUUIDString(s string) ([]byte, error) { return AppendUUIDString(nil, s) }

// AppendUUIDString is MarshalUUIDString that appends to dst. On failure it returns
// dst as it was.
func AppendUUIDString(dst []byte, s string) ([]byte, error) {
	id, err := scalar.ParseUUID(s)
	if err != nil {
		return encoded(dst, nil, "beve.UUID", err)
	}
	return wire.AppendUUID(dst, id), nil
}

// UnmarshalUUIDString returns a UUID as text, in lower case with hyphens.
func UnmarshalUUIDString(data []byte) (string, error) {
	id, err := UnmarshalUUID(data)
	if err != nil {
		return "", err
	}
	return UUID(id).String(), nil
}

// RegExpFlags are the flags of a regular expression; their text is letters: "im".
type RegExpFlags = engine.RegExpFlags

// The flags of a regular expression. Go knows i, m and s.
const (
	FlagIgnoreCase = scalar.FlagIgnoreCase // i
	FlagMultiline  = scalar.FlagMultiline  // m: ^ and $ match at lines
	FlagDotAll     = scalar.FlagDotAll     // s: . matches a newline
	FlagUnicode    = scalar.FlagUnicode    // u: of other languages
	FlagGlobal     = scalar.FlagGlobal     // g: of other languages
)

// MarshalRegExp returns the source of re as a regular expression of the extended
// profile. Flags in a group at its start, as in (?im)^a, become flags that other
// languages know too. A nil re is an error.
func MarshalRegExp(re *regexp.Regexp) ([]byte, error) {
	if re == nil {
		return AppendRegExp(nil, re)
	}
	return AppendRegExp(make([]byte, 0, len(re.String())+patternRoom), re)
}

// patternRoom is more than a pattern takes beside its text.
const patternRoom = 10

// AppendRegExp is MarshalRegExp that appends to dst. On failure it returns dst as it
// was.
func AppendRegExp(dst []byte, re *regexp.Regexp) ([]byte, error) {
	if re == nil {
		return encoded(dst, nil, "*regexp.Regexp", fault.Because(ErrUnsupported, "no regular expression"))
	}
	pattern, flags := engine.SplitRegExp(re.String())
	return AppendRegExpData(dst, pattern, flags)
}

// UnmarshalRegExp compiles a regular expression. Patterns that were compiled lately
// are copied from a cache of 256. A pattern that Go does not know is an error that
// matches ErrMismatch, one of more than 4096 bytes an error that matches ErrLimit.
func UnmarshalRegExp(data []byte) (*regexp.Regexp, error) {
	off, err := wire.ReadMessageStart(data)
	if err != nil {
		return nil, err
	}
	pattern, flags, next, err := wire.ViewRegExp(data, off)
	if err == nil {
		err = wire.CheckEnd(data, next)
	}
	if err != nil {
		return nil, err
	}
	re, err := engine.CompileRegExp(pattern, flags)
	if err != nil {
		return nil, &DecodeError{Offset: int64(off), GoType: "*regexp.Regexp", Err: err}
	}
	return re, nil
}

// EncodeRegExp returns a pattern of any syntax and its flags as a regular
// expression. The pattern is not compiled.
func EncodeRegExp(pattern string, flags RegExpFlags) ([]byte, error) {
	return AppendRegExpData(make([]byte, 0, len(pattern)+patternRoom), pattern, flags)
}

// AppendRegExpData is EncodeRegExp that appends to dst. On failure it returns dst as
// it was.
func AppendRegExpData(dst []byte, pattern string, flags RegExpFlags) ([]byte, error) {
	out, err := engine.AppendRegExp(dst, pattern, flags)
	return encoded(dst, out, "beve.RegExpData", err)
}

// DecodeRegExp returns pattern and flags of a regular expression, not compiled.
func DecodeRegExp(data []byte) (RegExpData, error) {
	off, err := wire.ReadMessageStart(data)
	if err != nil {
		return RegExpData{}, err
	}
	pattern, flags, next, err := wire.ViewRegExp(data, off)
	if err == nil {
		err = wire.CheckEnd(data, next)
	}
	if err != nil {
		return RegExpData{}, err
	}
	return RegExpData{Pattern: string(pattern), Flags: flags}, nil
}
