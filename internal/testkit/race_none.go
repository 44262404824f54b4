//go:build !race

package testkit

// Raced says that the detector of races is there.
const Raced = false
