// The end of plain text in a JSON string.

package simd

// minStop is the least length that the vector form is called for: one vector.
const minStop = 32

// IndexStop returns the offset of the first byte of b that is a quote, a backslash
// or below 0x20, or len(b), and whether all bytes before it are ASCII.
func IndexStop(b []byte) (n int, ascii bool) {
	if !hasVector || len(b) < minStop {
		return indexStopGeneric(b)
	}
	n, high := indexStopVector(b)
	raceRead(b[:min(n+minStop, len(b))]) // up to the end of the vector with the stop
	if n < len(b) && n&^31 == n && len(b)-n < minStop {
		// The last whole vector is passed, or stops at its start.
		more, ascii := indexStopGeneric(b[n:])
		return n + more, ascii && high == 0
	}
	return n, high == 0
}
