//go:build !((amd64 || arm64) && gc && !purego)

// Processors on which IndexStop has no vector form.

package simd

const hasStop = false

func indexStopVector([]byte) (n int, high uint64) { panic("simd: no assembly") }
