// UUIDs and regular expressions of the extended profile.

package wire

import (
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
)

// AppendUUID appends the sixteen bytes of a UUID, in the order of RFC 9562.
func AppendUUID(dst []byte, id [16]byte) []byte {
	const size = 18
	n := len(dst)
	if cap(dst)-n < size {
		dst = room(dst, size)
	}
	dst = dst[:n+size]
	dst[n], dst[n+1] = byte(HeaderUUID), id[6]>>4
	*(*[16]byte)(dst[n+2:]) = id
	return dst
}

// ReadUUID reads a UUID.
func ReadUUID(src []byte, off int) (id [16]byte, next int, err error) {
	if err := expect(src, off, HeaderUUID); err != nil {
		return id, off, err
	}
	if len(src)-off < 18 {
		return id, off, truncated(len(src))
	}
	copy(id[:], src[off+2:off+18])
	if v := src[off+1]; v != id[6]>>4 {
		return id, off, malformed(off+1, "version "+strconv.Itoa(int(v))+" before a UUID of version "+strconv.Itoa(int(id[6]>>4)))
	}
	return id, off + 18, nil
}

// AppendUUIDText appends the text of a UUID in lower case: eight digits, four,
// four, four and twelve.
func AppendUUIDText(dst []byte, id [16]byte) []byte {
	const hex = "0123456789abcdef"
	for i, b := range id {
		switch i {
		case 4, 6, 8, 10:
			dst = append(dst, '-')
		}
		dst = append(dst, hex[b>>4], hex[b&15])
	}
	return dst
}

// ParseUUID reads the text of a UUID: 36 characters with hyphens, in either case,
// optionally after "urn:uuid:" or in braces, or 32 digits.
func ParseUUID(s string) (id [16]byte, err error) {
	text := s
	switch len(s) {
	case 38:
		if s[0] == '{' && s[37] == '}' {
			text = s[1:37]
		}
	case 45:
		if s[:9] == "urn:uuid:" {
			text = s[9:]
		}
	}
	hyphens := len(text) == 36
	if !hyphens && len(text) != 32 {
		return [16]byte{}, badUUID(s)
	}
	for i := range id {
		if hyphens && (i == 4 || i == 6 || i == 8 || i == 10) {
			if text[0] != '-' {
				return [16]byte{}, badUUID(s)
			}
			text = text[1:]
		}
		hi, ok := hexDigit(text[0])
		lo, ok2 := hexDigit(text[1])
		if !ok || !ok2 {
			return [16]byte{}, badUUID(s)
		}
		id[i] = hi<<4 | lo
		text = text[2:]
	}
	return id, nil
}

func hexDigit(c byte) (byte, bool) {
	switch {
	case c >= '0' && c <= '9':
		return c - '0', true
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10, true
	}
	return 0, false
}

func badUUID(s string) error {
	return fault.Because(fault.ErrMismatch, fault.Quote(s[:min(len(s), 50)])+" is not the text of a UUID")
}

// RegExpFlags are the flags of a regular expression that are not in its pattern.
type RegExpFlags uint8

// The flags. Letters are those of JavaScript, which are also those of other
// languages where they have the flag.
const (
	FlagIgnoreCase RegExpFlags = 1 << iota // i
	FlagMultiline                          // m
	FlagDotAll                             // s
	FlagUnicode                            // u
	FlagGlobal                             // g

	allFlags = 1<<iota - 1
)

const flagLetters = "imsug"

// Valid reports whether no other bits are set.
func (f RegExpFlags) Valid() bool { return f&^allFlags == 0 }

// String returns the letters of the flags: "im".
func (f RegExpFlags) String() string {
	var b [len(flagLetters)]byte
	n := 0
	for i := range len(flagLetters) {
		if f>>i&1 != 0 {
			b[n] = flagLetters[i]
			n++
		}
	}
	return string(b[:n])
}

// ParseRegExpFlags is the inverse of String; ok is false for other letters and for
// repeated ones.
func ParseRegExpFlags(s string) (f RegExpFlags, ok bool) {
	for i := range len(s) {
		bit := RegExpFlags(0)
		for j := range len(flagLetters) {
			if s[i] == flagLetters[j] {
				bit = 1 << j
			}
		}
		if bit == 0 || f&bit != 0 {
			return 0, false
		}
		f |= bit
	}
	return f, true
}

// AppendRegExp appends a regular expression. The pattern must be valid UTF-8 and
// the flags valid.
func AppendRegExp(dst []byte, pattern string, flags RegExpFlags) []byte {
	return AppendText(append(dst, byte(HeaderRegExp), byte(flags)), pattern)
}

// ViewRegExp returns the pattern and the flags of a regular expression, aliasing
// src. Whether the pattern is one is not looked at.
func ViewRegExp(src []byte, off int) (pattern []byte, flags RegExpFlags, next int, err error) {
	if err := expect(src, off, HeaderRegExp); err != nil {
		return nil, 0, off, err
	}
	if len(src)-off < 2 {
		return nil, 0, off, truncated(len(src))
	}
	if flags = RegExpFlags(src[off+1]); !flags.Valid() {
		return nil, 0, off, malformed(off+1, "regular expression with reserved flags")
	}
	if pattern, next, err = ViewText(src, off+2); err != nil {
		return nil, 0, off, err
	}
	return pattern, flags, next, nil
}

// MarshalText returns the letters of the flags.
func (f RegExpFlags) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads the letters of flags.
func (f *RegExpFlags) UnmarshalText(text []byte) error {
	v, ok := ParseRegExpFlags(string(text))
	if !ok {
		return fault.Because(fault.ErrMismatch, fault.Quote(string(text[:min(len(text), 20)]))+" are no flags of a regular expression")
	}
	*f = v
	return nil
}
