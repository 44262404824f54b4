//go:build !race

package engine

// raceEnabled says that this build looks for races.
const raceEnabled = false
