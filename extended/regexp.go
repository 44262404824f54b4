package extended

import (
	"regexp"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/scalar"
)

// RegExpFlags are the flags of a regular expression; their text is letters: "im".
type RegExpFlags = scalar.RegExpFlags

// The flags of a regular expression. Go knows i, m and s.
const (
	FlagIgnoreCase = scalar.FlagIgnoreCase // i
	FlagMultiline  = scalar.FlagMultiline  // m: ^ and $ match at lines
	FlagDotAll     = scalar.FlagDotAll     // s: . matches a newline
	FlagUnicode    = scalar.FlagUnicode    // u: of other languages
	FlagGlobal     = scalar.FlagGlobal     // g: of other languages
)

// AppendRegExp is [beve.MarshalRegExp] that appends to dst.
func AppendRegExp(dst []byte, re *regexp.Regexp) ([]byte, error) {
	out, err := engine.AppendRegExpMessage(dst, re)
	return out, encodeError(err)
}

// EncodeRegExp returns a pattern of any syntax and its flags as a regular
// expression. The pattern is not compiled.
func EncodeRegExp(pattern string, flags RegExpFlags) ([]byte, error) {
	return AppendRegExpData(make([]byte, 0, len(pattern)+engine.PatternRoom), pattern, flags)
}

// AppendRegExpData is EncodeRegExp that appends to dst.
func AppendRegExpData(dst []byte, pattern string, flags RegExpFlags) ([]byte, error) {
	out, err := engine.AppendPatternMessage(dst, pattern, flags)
	return out, encodeError(err)
}

// DecodeRegExp returns pattern and flags of a regular expression, not compiled.
// [beve.UnmarshalRegExp] compiles it.
func DecodeRegExp(data []byte) (beve.RegExpData, error) {
	v, err := engine.ReadPatternMessage(data)
	return v, decodeError(err)
}
