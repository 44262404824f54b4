package cost

import (
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

// Timed reports whether the time that a test takes is that of a release: a detector of
// races, checks of pointers and bounds, counters of coverage and emulators slow down some
// things much more than others.
func Timed() bool {
	if Slowed || !native || testing.CoverMode() != "" {
		return false
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return true
	}
	for _, s := range info.Settings {
		if s.Key == "-gcflags" && strings.Contains(s.Value, "checkptr") {
			return false
		}
	}
	return true
}

// moment is a point in time, by the clock and by what the process has had of the
// processors.
type moment struct {
	clock time.Time
	cpu   time.Duration
}

func now() moment { return moment{time.Now(), cpuTime()} }

// Clock starts a clock and returns what tells how long it has gone: see since.
func Clock() func() time.Duration {
	m := now()
	return func() time.Duration { return since(m) }
}

// since returns the lesser of what the clock says, which other processes slow down, and
// what the processors say, which garbage that is collected meanwhile adds to.
func since(m moment) time.Duration {
	clock := time.Since(m.clock)
	if cpu := cpuTime() - m.cpu; m.cpu > 0 && cpu < clock {
		return cpu
	}
	return clock
}
