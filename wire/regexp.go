// Regular expressions of the extended profile.

package wire

import "github.com/beve-org/beve-go/scalar"

// AppendRegExp appends a regular expression. The pattern must be valid UTF-8 and
// the flags valid.
func AppendRegExp(dst []byte, pattern string, flags scalar.RegExpFlags) []byte {
	return AppendText(append(dst, byte(HeaderRegExp), byte(flags)), pattern)
}

// ViewRegExp returns the pattern and the flags of a regular expression, aliasing
// src. Whether the pattern is one is not looked at.
func ViewRegExp(src []byte, off int) (pattern []byte, flags scalar.RegExpFlags, next int, err error) {
	if err := expect(src, off, HeaderRegExp); err != nil {
		return nil, 0, off, err
	}
	if len(src)-off < 2 {
		return nil, 0, off, truncated(len(src))
	}
	if flags = scalar.RegExpFlags(src[off+1]); !flags.Valid() {
		return nil, 0, off, malformed(off+1, "regular expression with reserved flags")
	}
	if pattern, next, err = ViewText(src, off+2); err != nil {
		return nil, 0, off, err
	}
	return pattern, flags, next, nil
}
