//go:build !race

package core

// raceEnabled says that this build looks for races.
const raceEnabled = false
