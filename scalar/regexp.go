// Regular expressions that are not compiled, and their flags.

package scalar

import "github.com/beve-org/beve-go/internal/fault"

// RegExpData is a regular expression of whatever syntax, not compiled. It is what
// an interface gets. Portably it is an object; its flags are letters, as "im".
type RegExpData struct {
	Pattern string      `json:"pattern" beve:"pattern"`
	Flags   RegExpFlags `json:"flags" beve:"flags"`
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

// MarshalText returns the letters of the flags.
func (f RegExpFlags) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads the letters of flags.
func (f *RegExpFlags) UnmarshalText(text []byte) error {
	v, ok := ParseRegExpFlags(string(text))
	if !ok {
		return fault.Because(fault.ErrMismatch, fault.Quote(string(text[:min(len(text), 20)]))+" are not flags of a regular expression")
	}
	*f = v
	return nil
}
