//go:build (amd64 || arm64) && gc && !purego

package simd

// hasCopy says that copyPlainVector may run. It is what hasVector is, except in
// tests, which turn both off.
var hasCopy = hasVector

// copyPlainVector is CopyPlain with the tables of stopHalves; high is not zero where
// a byte that was copied is not ASCII. The caller guarantees minCopy <= len(src) <=
// len(dst).
//
//go:noescape
func copyPlainVector(dst []byte, src string, stops *[2][16]byte) (n int, high uint64)
