//go:build (amd64 || arm64) && gc && !purego

package simd

// hasStop says that indexStopVector may run. It is what hasVector is, except in
// tests, which turn both off.
var hasStop = hasVector

// indexStopVector is IndexStop for the whole vectors of b: n is the offset of the
// first stop in them or of their end, and high is not zero where a byte before n is
// not ASCII. The caller guarantees minStop <= len(b).
//
//go:noescape
func indexStopVector(b []byte) (n int, high uint64)
