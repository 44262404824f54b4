//go:build !race && !checked && !purego

package cost

// slowed says that this build does more than a release does.
const slowed = false
