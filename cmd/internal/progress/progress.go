// Package progress shows how far a long read has got.
package progress

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// Delay is how long a reading takes before a bar is shown: most are over by then.
const Delay = 700 * time.Millisecond

// A Bar shows bytes, rate and remaining time. The nil Bar shows nothing.
type Bar struct {
	w     io.Writer
	total int64
	delay time.Duration
	start time.Time
	n     int64
	bar   *progressbar.ProgressBar
}

// New returns a bar for total bytes, -1 if that is not known, on the terminal w.
func New(w io.Writer, total int64, delay time.Duration) *Bar {
	return &Bar{w: w, total: total, delay: delay, start: time.Now()}
}

// Add tells of n more bytes.
func (b *Bar) Add(n int) {
	if b == nil {
		return
	}
	b.n += int64(n)
	if b.bar != nil {
		b.bar.Add(n)
		return
	}
	if time.Since(b.start) < b.delay {
		return
	}
	b.bar = progressbar.NewOptions64(b.total,
		progressbar.OptionSetWriter(b.w),
		progressbar.OptionShowBytes(true),
		progressbar.OptionShowTotalBytes(true),
		progressbar.OptionUseIECUnits(true),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetWidth(24),
		progressbar.OptionFullWidth(),
		progressbar.OptionClearOnFinish(),
	)
	b.bar.Add64(b.n)
}

// Done takes the bar away.
func (b *Bar) Done() {
	if b != nil && b.bar != nil {
		b.bar.Clear()
		b.bar.Close()
	}
}
