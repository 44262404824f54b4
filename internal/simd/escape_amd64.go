//go:build gc && !purego

package simd

// hasEscape says that copyEscapedVector exists.
const hasEscape = true

// copyEscapedVector is CopyEscaped with the tables of stopHalves; high is not zero where
// a byte that it has seen is not ASCII. The caller guarantees len(src)+EscapeRoom <=
// len(dst).
//
//go:noescape
func copyEscapedVector(dst []byte, src string, stops *[2][16]byte, escapes *Escapes) (read, written int, high uint64)
