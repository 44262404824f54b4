//go:build emulated

package testkit

// Emulated says that the build is for a processor that is emulated: the tag tells.
const Emulated = true
