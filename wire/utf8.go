package wire

import "github.com/beve-org/beve-go/internal/simd"

// ValidText reports whether b is valid UTF-8 in the sense of the format: shortest
// forms, no surrogates, nothing above U+10FFFF. Empty text is valid.
func ValidText(b []byte) bool { return simd.ValidUTF8(b) }
