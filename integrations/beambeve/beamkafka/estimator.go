// How far the time of a partition has come.

package beamkafka

import (
	"sync/atomic"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/mtime"
)

// estimator is a watermark: a time that nothing which follows is older than, if partitions
// keep what Lag promises. It never goes back. Runners ask for it at any time.
type estimator struct{ ms atomic.Int64 }

// CurrentWatermark returns the time.
func (e *estimator) CurrentWatermark() time.Time { return mtime.FromMilliseconds(e.ms.Load()).ToTime() }

// reach moves the time on to t. Only the reader calls it.
func (e *estimator) reach(t time.Time) {
	if ms := mtime.FromTime(t).Milliseconds(); ms > e.ms.Load() {
		e.ms.Store(ms)
	}
}
