//go:build !(race && (amd64 || arm64) && gc && !purego)

// Without the race detector there is nobody to tell.

package simd

func raceRead[T any]([]T)  {}
func raceWrite[T any]([]T) {}
