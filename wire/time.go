// Timestamps as times of Go.

package wire

import (
	"math"
	"sync/atomic"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
)

// LastStamp is the latest second since 1970 that a time.Time holds, whose own
// seconds count from the year 1.
const LastStamp = math.MaxInt64 - 62_135_596_800

// TimeOf returns a timestamp as a time, in UTC or a zone of that offset without a
// name. It fails beyond what a time.Time holds.
func TimeOf(s Timestamp) (time.Time, error) {
	if s.Seconds > LastStamp {
		return time.Time{}, fault.Because(fault.ErrOverflow, "timestamp is too far off for a time.Time")
	}
	t := time.Unix(s.Seconds, int64(s.Nanoseconds))
	if s.TimezoneOffset == 0 {
		return t.UTC(), nil
	}
	return t.In(zone(int(s.TimezoneOffset))), nil
}

// mostOffset is a zone offset that no timestamp has.
const mostOffset = 24 * 60

// zones are the zones without names, made when first asked for.
var zones [2 * mostOffset]atomic.Pointer[time.Location]

func zone(minutes int) *time.Location {
	slot := &zones[minutes+mostOffset]
	if l := slot.Load(); l != nil {
		return l
	}
	l := time.FixedZone("", minutes*60)
	slot.Store(l)
	return l
}
