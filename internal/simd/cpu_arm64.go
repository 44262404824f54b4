//go:build gc && !purego

// What the processor can do: Advanced SIMD, with the conversions of binary16, is
// part of every arm64 processor that Go runs on.

package simd

// hasVector says that the kernels may run, hasHalf that the two of binary16 may.
// Tests turn them off to reach the Go forms; nobody else writes them.
var hasVector, hasHalf = true, true
