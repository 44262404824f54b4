// Names of members, found in whatever case they come.

package json

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// fold returns the form that names have in common which differ in case only.
func fold(name string) string {
	ascii := true
	for i := range len(name) {
		ascii = ascii && name[i] < utf8.RuneSelf
	}
	if ascii {
		return strings.ToUpper(name)
	}
	return strings.Map(func(r rune) rune {
		// The least of the runes that differ in case only.
		for {
			next := unicode.SimpleFold(r)
			if next <= r {
				return next
			}
			r = next
		}
	}, name)
}

// find returns the field for a name, or nil.
func (s *structDecoder) find(name []byte, flags ParseFlags) *fieldDecoder {
	i := s.exact.Find(name)
	if i < 0 && flags&DontMatchCaseInsensitiveStructFields == 0 {
		var upper [64]byte
		folded, ok := foldASCII(upper[:0], name)
		if !ok {
			folded = []byte(fold(string(name)))
		}
		i = s.folded.Find(folded)
	}
	if i < 0 {
		return nil
	}
	return &s.fields[i]
}

// foldASCII appends fold(name) to dst, if name is ASCII and there is room for it.
func foldASCII(dst, name []byte) (folded []byte, ok bool) {
	if len(name) > cap(dst)-len(dst) {
		return dst, false
	}
	for _, c := range name {
		if c >= utf8.RuneSelf {
			return dst, false
		}
		if c-'a' < 26 {
			c -= 'a' - 'A'
		}
		dst = append(dst, c)
	}
	return dst, true
}
