//go:build (amd64 || arm64) && gc && !purego

// The switch to the Go forms, and what only the kernels can be asked.

package simd

import (
	"bytes"
	"testing"
)

// turnOff makes the Go forms run until the test ends.
func turnOff(t testing.TB) {
	vector, half := hasVector, hasHalf
	t.Cleanup(func() { hasVector, hasHalf = vector, half })
	hasVector, hasHalf = false, false
}

// TestPackVectorTakesTheLowestBitAlone feeds the kernel booleans that are none.
func TestPackVectorTakesTheLowestBitAlone(t *testing.T) {
	if !hasVector {
		t.Skip("this processor runs the Go form")
	}
	for n := minBools; n < 200; n++ {
		raw, clean := make([]byte, n), make([]byte, n)
		fillRandom(newRand(), raw)
		for i := range raw {
			clean[i] = raw[i] & 1
		}
		got, want := make([]byte, bytesOfBits(n)), make([]byte, bytesOfBits(n))
		packBoolsVector(got, as[bool](raw))
		packBoolsVector(want, as[bool](clean))
		if !bytes.Equal(got, want) {
			t.Fatalf("PackBools(% x) = % x, want % x", raw, got, want)
		}
	}
}
