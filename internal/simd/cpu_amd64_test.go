//go:build linux && gc && !purego

// The look-up against what the operating system found.

package simd

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestDetectAgreesWithTheKernel(t *testing.T) {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Fatal(err)
	}
	_, flags, _ := strings.Cut(string(text), "\nflags")
	flags, _, _ = strings.Cut(flags, "\n")
	has := func(flag string) bool { return slices.Contains(strings.Fields(flags), flag) }
	vector, half := detect()
	if want := has("avx2"); vector != want {
		t.Errorf("AVX2 is %t, the system says %t", vector, want)
	}
	if want := has("avx2") && has("f16c"); half != want {
		t.Errorf("F16C is %t, the system says %t", half, want)
	}
}
