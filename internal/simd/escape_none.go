//go:build !(amd64 && gc && !purego)

// Processors on which CopyEscaped has no vector form.

package simd

const hasEscape = false

func copyEscapedVector([]byte, string, *[2][16]byte, *Escapes) (read, written int, high uint64) {
	panic("simd: no assembly")
}
