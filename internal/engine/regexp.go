// Regular expressions: flags in and out of a pattern, and the type of package regexp.
//
// That type is known by its name and used by its methods, so that only programs that have
// it link package regexp, which weighs more than all of BEVE's numbers.

package engine

import (
	"encoding"
	"errors"
	"fmt"
	"strings"

	"github.com/beve-org/beve-go/internal/costly"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// SplitRegExp takes the flags i, m and s out of a group at the start of a pattern,
// (?im), if it has nothing else in it.
func SplitRegExp(pattern string) (rest string, flags RegExpFlags) {
	if !strings.HasPrefix(pattern, "(?") {
		return pattern, 0
	}
	for i := 2; i < len(pattern); i++ {
		switch pattern[i] {
		case 'i':
			flags |= scalar.FlagIgnoreCase
		case 'm':
			flags |= scalar.FlagMultiline
		case 's':
			flags |= scalar.FlagDotAll
		case ')':
			if flags == 0 || repeats(pattern[i+1:]) {
				return pattern, 0
			}
			return pattern[i+1:], flags
		default:
			return pattern, 0
		}
	}
	return pattern, 0
}

// repeats reports whether a pattern starts with an operator that would bind to the
// group of flags before it, which is an error to keep, not to repair.
func repeats(pattern string) bool {
	return pattern != "" && strings.IndexByte("*+?{", pattern[0]) >= 0
}

// JoinRegExp puts the flags i, m and s in front of a pattern as Go writes them. The
// flags u and g are dropped: Go's patterns are always of Unicode, and whether all
// matches are wanted is for the caller of a method.
func JoinRegExp(pattern string, flags RegExpFlags) string {
	flags &= scalar.FlagIgnoreCase | scalar.FlagMultiline | scalar.FlagDotAll
	if flags == 0 {
		return pattern
	}
	return "(?" + flags.String() + ")" + pattern
}

// appendRegExp appends the extension.
func (e *encodeState) appendRegExp(dst []byte, pattern string, flags RegExpFlags) []byte {
	dst, err := AppendRegExp(dst, pattern, flags)
	if err != nil {
		return e.fail("beve.RegExpData", err)
	}
	return dst
}

var errRegExpFlags = fault.Because(fault.ErrUnsupported, "unknown flags of a regular expression")

// AppendRegExp appends a regular expression of the extended profile.
func AppendRegExp(dst []byte, pattern string, flags RegExpFlags) ([]byte, error) {
	if !flags.Valid() {
		return dst, errRegExpFlags
	}
	if !wire.ValidText(mem.Bytes(pattern)) {
		return dst, fault.ErrUTF8
	}
	return wire.AppendRegExp(dst, pattern, flags), nil
}

// compileRegExp fills k for regexp.Regexp. Its portable form is its source.
func (c *compiler) compileRegExp(k *codec) bool {
	if !costly.Regexp.Is(k.typ) {
		return false
	}
	extended := c.profile.key.extended
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		text := k.pointer(p).(fmt.Stringer).String()
		if extended {
			pattern, flags := SplitRegExp(text)
			return e.appendRegExp(dst, pattern, flags)
		}
		return e.appendText(dst, int(wire.HeaderString), text)
	}
	k.read = k.readRegExp
	return true
}

// regExpData reads the extension without compiling it.
func (d *decodeState) regExpData(off int) (v RegExpData, next int) {
	pattern, flags, next, err := wire.ViewRegExp(d.src, off)
	if err != nil {
		return v, d.Fail(off, "beve.RegExpData", err)
	}
	return RegExpData{Pattern: d.string(pattern), Flags: flags}, next
}

// regExpDataRead reads the extension, an object, or a string in Go's syntax.
func regExpDataRead(object readFunc) readFunc {
	return func(d *decodeState, off int, p mem.Pointer) int {
		v := mem.Ref[RegExpData](p)
		if off < len(d.src) {
			switch wire.Header(d.src[off]) {
			case wire.HeaderRegExp:
				next := 0
				*v, next = d.regExpData(off)
				return next
			case wire.HeaderString:
				text, next := d.text(off)
				v.Pattern, v.Flags = SplitRegExp(text)
				return next
			}
		}
		return object(d, off, p)
	}
}

// readRegExp compiles the extension, or a string in Go's syntax.
func (k *codec) readRegExp(d *decodeState, off int, p mem.Pointer) int {
	const goType = "regexp.Regexp"
	if next, ok := d.null(off); ok {
		k.zero(p)
		return next
	}
	h, err := wire.ReadHeader(d.src, off)
	if err != nil {
		return d.Fail(off, goType, err)
	}
	var pattern []byte
	var flags RegExpFlags
	var next int
	switch h {
	case wire.HeaderRegExp:
		pattern, flags, next, err = wire.ViewRegExp(d.src, off)
	case wire.HeaderString:
		pattern, next, err = wire.ViewString(d.src, off)
	default:
		return d.mismatch(off, h, goType)
	}
	if err == nil {
		err = compileRegExp(&d.texts, k.pointer(p), pattern, flags, len(d.whole))
	}
	if err != nil {
		return d.Fail(off, goType, err)
	}
	return next
}

// compileRegExp sets *re, a regexp.Regexp of a message of size bytes.
func compileRegExp(texts *costly.Texts, re any, pattern []byte, flags RegExpFlags, size int) error {
	if flags != 0 {
		pattern = []byte(JoinRegExp(string(pattern), flags))
	}
	err := texts.Unmarshal(costly.Regexp, re.(encoding.TextUnmarshaler), pattern, size)
	if err != nil && !errors.Is(err, fault.ErrLimit) {
		err = fault.Because(fault.ErrMismatch, err.Error())
	}
	return err
}
