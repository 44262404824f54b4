//go:build (amd64 || arm64) && gc && !purego

package simd

import "testing"

// turnOff makes the Go forms run until the test ends.
func turnOff(t testing.TB) {
	vector, half := hasVector, hasHalf
	t.Cleanup(func() { hasVector, hasHalf = vector, half })
	hasVector, hasHalf = false, false
}
