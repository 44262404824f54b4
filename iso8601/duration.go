// Durations as text, PT1H2M3.5S.

package iso8601

import (
	"math"
	"time"

	"github.com/beve-org/beve-go/internal/rfc3339"
)

// ParseDuration returns the duration that text such as "PT1H2M3.5S", "P1DT12H" or
// "-P2W" names. A day is 24 hours; years and months are ErrCalendar unless they
// are zero. The last number may have a fraction, after a point or a comma, which is
// truncated to nanoseconds. A sign may come first. A duration that a time.Duration
// cannot hold is ErrOverflow; any other failure is ErrDuration.
func ParseDuration(input string) (time.Duration, error) {
	negative, seconds, nanoseconds, outcome := rfc3339.ReadDuration(input)
	switch {
	case outcome == rfc3339.IsNone:
		return 0, ErrDuration
	case outcome == rfc3339.IsCalendar:
		return 0, ErrCalendar
	case outcome == rfc3339.IsTooLong || seconds > math.MaxInt64/1_000_000_000:
		return 0, ErrOverflow
	}
	total := seconds*1e9 + uint64(nanoseconds)
	switch {
	case negative && total <= 1<<63:
		return time.Duration(-total), nil
	case total > math.MaxInt64:
		return 0, ErrOverflow
	}
	return time.Duration(total), nil
}

// AppendDuration appends d as hours, minutes and seconds, without those that are
// zero: "PT1H2M3.5S", "-PT0.000000001S", and "PT0S" for none.
func AppendDuration(b []byte, d time.Duration) []byte {
	n := uint64(d)
	if d < 0 {
		n = -n
	}
	return rfc3339.AppendDuration(b, d < 0, n/1e9, uint32(n%1e9))
}
