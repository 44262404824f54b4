//go:build !linux

package testkit

import "testing"

// Guarded returns plain memory: pages are made unreadable on Linux only.
func Guarded(_ testing.TB, n int) []byte { return make([]byte, n) }
