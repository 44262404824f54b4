//go:build !race && !checked && !purego

package cost

// Slowed says that this build does more than a release does.
const Slowed = false
