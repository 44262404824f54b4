//go:build race && (amd64 || arm64) && gc && !purego

// Assembly is invisible to the race detector, so its callers say what it touches.

package simd

import (
	"runtime"

	"github.com/beve-org/beve-go/internal/mem"
)

// raceRead records that a kernel reads all of s.
func raceRead[T any](s []T) {
	if len(s) > 0 {
		runtime.RaceReadRange(mem.Of(&s[0]).Unsafe(), len(s)*mem.SizeOf[T]())
	}
}

// raceWrite records that a kernel writes all of s.
func raceWrite[T any](s []T) {
	if len(s) > 0 {
		runtime.RaceWriteRange(mem.Of(&s[0]).Unsafe(), len(s)*mem.SizeOf[T]())
	}
}
