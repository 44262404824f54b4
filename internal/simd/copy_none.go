//go:build !((amd64 || arm64) && gc && !purego)

// Processors on which CopyPlain has no vector form.

package simd

const hasCopy = false

func copyPlainVector([]byte, string, *[2][16]byte) (n int, high uint64) {
	panic("simd: no assembly")
}
