// UUIDs and their text.

package scalar

import "github.com/beve-org/beve-go/internal/fault"

// UUID is a UUID in the byte order of RFC 9562. Any array type of sixteen bytes
// that is named UUID or ULID is read and written in the same way.
type UUID [16]byte

// String returns the text of the UUID in lower case with hyphens.
func (u UUID) String() string { return string(AppendUUIDText(nil, u)) }

// MarshalText returns what String does.
func (u UUID) MarshalText() ([]byte, error) { return AppendUUIDText(nil, u), nil }

// UnmarshalText reads the text of a UUID, in either case, with or without hyphens,
// braces or "urn:uuid:".
func (u *UUID) UnmarshalText(text []byte) (err error) {
	id, err := ParseUUID(string(text))
	if err == nil {
		*u = id
	}
	return err
}

// Version returns the version nibble: 1 to 8, 0 for the nil UUID, 15 for the
// highest one.
func (u UUID) Version() int { return int(u[6] >> 4) }

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
