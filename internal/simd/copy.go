// Copying the text of a JSON string up to the first byte that is not plain.

package simd

import "github.com/beve-org/beve-go/internal/mem"

// minCopy is the least length that the vector form is called for: two vectors of 16
// bytes that may overlap.
const minCopy = 16

// CopyString copies src to dst up to the first quote, backslash or byte below 0x20, and
// returns how many bytes it copied and whether these are all ASCII. dst must be as long
// as src; what it holds after the copied bytes, up to the length of src, is
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

// stopTables returns tables by the upper and by the lower half of a byte which share a bit
// for the bytes that stop. One bit stands for each group of upper halves.
func stopTables(stops func(c byte) bool) (t [2][16]byte) {
	const (
		control   = 1 << iota // 0 and 1, all lower halves
		quote                 // 2: the quote and the ampersand
		angle                 // 3: < and >
		backslash             // 5
		separator             // E
	)
	groups := [16]byte{0: control, 1: control, 2: quote, 3: angle, 5: backslash, 0xE: separator}
	t[0] = groups
	for c := range 256 {
		if stops(byte(c)) {
			t[1][c&15] |= groups[c>>4]
		}
	}
	return t
}
