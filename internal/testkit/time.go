// How tests judge time: by what the process has had of the processors where that is less than the clock says, by the
// least of several runs, and with patience, since other programs may use the machine.

package testkit

import (
	"math"
	"runtime"
	"testing"
	"time"
)

// Clock starts a clock and returns what tells how long it has gone. That is the lesser of what the clock says, which
// other processes slow down, and what the processors say, which garbage that is collected meanwhile adds to.
func Clock() func() time.Duration {
	start, used := time.Now(), cpuTime()
	return func() time.Duration {
		clock := time.Since(start)
		if cpu := cpuTime() - used; used > 0 && cpu < clock {
			return cpu
		}
		return clock
	}
}

// Patiently tries something until it succeeds, a number of times at once and then as many after pauses, which grow: who
// disturbs it may end within the half minute that this takes. It reports whether it has succeeded.
func Patiently(try func() bool) bool {
	const atOnce, paused = 8, 14
	for i := range atOnce + paused {
		if late := i - atOnce + 1; late > 0 {
			time.Sleep(time.Duration(late) * 250 * time.Millisecond)
			runtime.GC()
		}
		if try() {
			return true
		}
	}
	return false
}

// Within runs f until it takes no more than so long, and fails the test if it never does. F must do the same each time.
func Within(t testing.TB, what string, most time.Duration, f func()) {
	t.Helper()
	least := time.Duration(math.MaxInt64)
	if !Patiently(func() bool {
		took := Clock()
		f()
		least = min(least, took())
		return least <= most || t.Failed()
	}) {
		t.Errorf("%s takes %v, more than %v", what, least, most)
	}
}

// A Comparison is of the times that two functions take, in runs that take turns.
type Comparison struct{ A, B time.Duration } // the least that each has taken, 0 before the first

// Turn runs a and b once more.
func (c *Comparison) Turn(a, b func()) {
	c.A, c.B = shorter(c.A, a), shorter(c.B, b)
}

// shorter returns what f takes, or least where that is less.
func shorter(least time.Duration, f func()) time.Duration {
	clock := Clock()
	f()
	if took := clock(); least == 0 || took < least {
		return took
	}
	return least
}

// Ratio is how many times as long as a b takes.
func (c *Comparison) Ratio() float64 { return float64(c.B) / float64(max(c.A, 1)) }
