// Copying text into a JSON string, with escapes for what cannot stand there.

package simd

import "github.com/beve-org/beve-go/internal/mem"

// Escapes has what CopyEscaped writes in place of each ASCII character that it does not
// copy: up to seven bytes, the first lowest, and their number in the highest byte.
type Escapes [128]uint64

// EscapeRoom is how much longer than its source the target of CopyEscaped has to be.
const EscapeRoom = 8

// CopyEscaped copies src to dst with an escape in place of the quote, the backslash and
// bytes below 0x20, and with html also of <, > and &. It stops at 0xE2, with which U+2028
// and U+2029 begin, and where dst has become too short for escapes, and returns how many
// bytes of src it has read, how many of dst these became, and whether all that it has
// seen is ASCII. dst must be longer than src by EscapeRoom at least; what it holds after
// the copied bytes is unspecified.
func CopyEscaped(dst []byte, src string, html bool, escapes *Escapes) (read, written int, ascii bool) {
	room := dst[:len(src)+EscapeRoom]
	if !hasEscape || !hasVector {
		return copyEscapedGeneric(dst, src, html, escapes)
	}
	raceRead(mem.Bytes(src))
	raceWrite(room)
	read, written, high := copyEscapedVector(dst, src, stopsFor(html), escapes)
	return read, written, high == 0
}

// stopHalves holds the tables of the bytes that CopyEscaped does not copy, without and
// with html; the assembly reads them.
var stopHalves = [2][2][16]byte{
	stopTables(func(c byte) bool { return isStop(c, false) }),
	stopTables(func(c byte) bool { return isStop(c, true) }),
}

func stopsFor(html bool) *[2][16]byte {
	if html {
		return &stopHalves[1]
	}
	return &stopHalves[0]
}

// isStop reports whether CopyEscaped does not copy c.
func isStop(c byte, html bool) bool {
	return c < ' ' || c == '"' || c == '\\' || c == 0xE2 || html && (c == '<' || c == '>' || c == '&')
}
