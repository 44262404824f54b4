package testkit

import (
	"iter"
	"testing"
)

// Slow says that all takes about ten times as long: where races are looked for, and on a processor that is emulated.
const Slow = Raced || Emulated

// Rounds is how often a test on random values repeats what it does: n times, and a quarter of that in short runs, a
// sixteenth in those of slow builds. The least number of things that it wants to have seen goes through Rounds, too.
func Rounds(n int) int {
	switch {
	case testing.Short() && Slow:
		return (n + 15) / 16
	case testing.Short():
		return (n + 3) / 4
	}
	return n
}

// Long is how long a test makes what is to take little time or memory, whatever its length: n, and an eighth of that
// in slow builds.
func Long(n int) int {
	if Slow {
		return (n + 7) / 8
	}
	return n
}

// Cuts has the lengths below n that a message of n bytes is cut to: all of them, and in short runs of long messages 192, of
// which most are near its ends; an eighth of that in slow builds.
func Cuts(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		near, between := Long(64), Long(64)
		step := 1
		if middle := n - 2*near; testing.Short() && middle > between {
			step = middle / between
		}
		for i := 0; i < n; {
			if !yield(i) {
				return
			}
			if i >= near && i+step < n-near {
				i += step
			} else {
				i++
			}
		}
	}
}
