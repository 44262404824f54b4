//go:build !((amd64 || arm64) && gc && !purego)

package simd

import "testing"

// turnOff has nothing to turn off in this build.
func turnOff(testing.TB) {}
