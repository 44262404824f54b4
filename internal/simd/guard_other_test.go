//go:build !linux

package simd

import "testing"

// guarded returns plain memory: pages are made unreadable on Linux only.
func guarded(_ testing.TB, n int) []byte { return make([]byte, n) }
