// Spans of time.

package scalar

import (
	"math"

	"github.com/beve-org/beve-go/internal/rfc3339"
)

// Duration is a span of time, also one that no time.Duration holds.
type Duration struct {
	Negative    bool
	Seconds     uint64
	Nanoseconds uint32 // 0 to 999,999,999
}

// DurationOf returns the duration of that many nanoseconds.
func DurationOf(ns int64) Duration {
	u := uint64(ns)
	if ns < 0 {
		u = -u
	}
	return Duration{ns < 0, u / nanosPerSecond, uint32(u % nanosPerSecond)}
}

// Valid reports whether the nanoseconds are in range.
func (d Duration) Valid() bool { return d.Nanoseconds < nanosPerSecond }

// Nanos returns the duration in nanoseconds; ok is false if an int64 does not hold
// that many.
func (d Duration) Nanos() (ns int64, ok bool) {
	if d.Seconds > math.MaxInt64/nanosPerSecond {
		return 0, false
	}
	u := d.Seconds*nanosPerSecond + uint64(d.Nanoseconds)
	if d.Negative {
		return int64(-u), u <= 1<<63
	}
	return int64(u), u <= math.MaxInt64
}

// AppendISO appends the duration as ISO 8601 writes it, in hours, minutes and
// seconds: PT1H30M, PT1.5S, -PT0.000001S, and PT0S.
func (d Duration) AppendISO(dst []byte) []byte {
	return rfc3339.AppendDuration(dst, d.Negative, d.Seconds, d.Nanoseconds)
}
