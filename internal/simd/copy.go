// Copying text into a JSON string up to what has to be escaped.

package simd

import "github.com/beve-org/beve-go/internal/mem"

// minCopy is the least length that the vector form is called for: two vectors of 16
// bytes that may overlap.
const minCopy = 16

// CopyPlain copies src to dst up to the first byte that may not stand as it is in a
// JSON string, and returns how many bytes it copied and whether these are all ASCII.
// Such bytes are the quote, the backslash and those below 0x20; with html also <, >
// and &; and 0xE2, with which U+2028 and U+2029 begin. dst must be as long as src;
// what it holds behind the copied bytes, up to the length of src, is unspecified.
func CopyPlain(dst []byte, src string, html bool) (n int, ascii bool) {
	dst = dst[:len(src)]
	if !hasVector || len(src) < minCopy {
		return copyPlainGeneric(dst, src, html)
	}
	stops := &stopHalves[0]
	if html {
		stops = &stopHalves[1]
	}
	n, high := copyPlainVector(dst, src, stops)
	touched := min(n+32, len(src)) // up to the end of the vector with the stop
	raceRead(mem.Bytes(src)[:touched])
	raceWrite(dst[:touched])
	return n, high == 0
}

// CopyString copies src to dst up to the first quote, backslash or byte below 0x20, and
// returns how many bytes it copied and whether these are all ASCII. dst must be as long
// as src; what it holds behind the copied bytes, up to the length of src, is
// unspecified.
func CopyString(dst, src []byte) (n int, ascii bool) {
	dst = dst[:len(src)]
	if !hasVector || len(src) < minCopy {
		n, ascii = IndexStop(src)
		copy(dst, src[:n])
		return n, ascii
	}
	n, high := copyPlainVector(dst, mem.String(src), &stringHalves)
	touched := min(n+32, len(src))
	raceRead(src[:touched])
	raceWrite(dst[:touched])
	return n, high == 0
}

// stringHalves is stopHalves for CopyString.
var stringHalves = stopTables(func(c byte) bool { return c < ' ' || c == '"' || c == '\\' })

// The bytes that CopyPlain stops at share a bit of two tables, by the upper and by
// the lower half of the byte. One bit stands for each group of upper halves.
const (
	stopControl   = 1 << iota // 0 and 1, all lower halves
	stopQuote                 // 2: the quote, and with html the ampersand
	stopAngle                 // 3: < and >
	stopBackslash             // 5
	stopSeparator             // E
)

// stopHalves holds these tables, without and with html; the assembly reads them.
var stopHalves = [2][2][16]byte{
	stopTables(func(c byte) bool { return isStop(c, false) }),
	stopTables(func(c byte) bool { return isStop(c, true) }),
}

func stopTables(stops func(c byte) bool) (t [2][16]byte) {
	groups := [16]byte{0: stopControl, 1: stopControl, 2: stopQuote, 3: stopAngle, 5: stopBackslash, 0xE: stopSeparator}
	t[0] = groups
	for c := range 256 {
		if stops(byte(c)) {
			t[1][c&15] |= groups[c>>4]
		}
	}
	return t
}

// isStop reports whether CopyPlain stops at c.
func isStop(c byte, html bool) bool {
	return c < ' ' || c == '"' || c == '\\' || c == 0xE2 || html && (c == '<' || c == '>' || c == '&')
}
