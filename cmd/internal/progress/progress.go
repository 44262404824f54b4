// Package progress shows how far a long read has got: one line of a terminal, written
// over again.
package progress

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// Delay is how long a reading takes before a bar is shown: most are over by then.
const Delay = 700 * time.Millisecond

// again is how long a bar stays before it is shown again.
const again = 100 * time.Millisecond

// A Bar shows bytes, rate and remaining time. The nil Bar shows nothing.
type Bar struct {
	w     io.Writer
	total int64
	start time.Time
	next  time.Time // when it is to be shown
	n     int64
	shown bool
}

// New returns a bar for total bytes, -1 if that is not known, on the terminal w.
func New(w io.Writer, total int64, delay time.Duration) *Bar {
	now := time.Now()
	return &Bar{w: w, total: total, start: now, next: now.Add(delay)}
}

// Add tells of n more bytes.
func (b *Bar) Add(n int) {
	if b == nil {
		return
	}
	b.n += int64(n)
	if now := time.Now(); !now.Before(b.next) {
		b.next, b.shown = now.Add(again), true
		fmt.Fprint(b.w, "\r"+b.line(now.Sub(b.start))+clearLine)
	}
}

// clearLine clears what follows on the line.
const clearLine = "\x1b[K"

// width is how many characters the bar itself takes.
const width = 24

// line returns what is shown after some time.
func (b *Bar) line(took time.Duration) string {
	rate := float64(b.n) / max(took.Seconds(), 1e-3)
	text := fmt.Sprintf("%s, %s/s", size(float64(b.n)), size(rate))
	if b.total <= 0 || b.n > b.total {
		return text
	}
	part := float64(b.n) / float64(b.total)
	full := int(part * width)
	text = fmt.Sprintf("%3.0f%% %s%s %s", 100*part, strings.Repeat("█", full), strings.Repeat("░", width-full), text)
	if left := float64(b.total-b.n) / max(rate, 1); left < 1e6 { // longer ones are a guess
		text += fmt.Sprintf(", %s left", time.Duration(left)*time.Second)
	}
	return text
}

// size writes a number of bytes for people.
func size(n float64) string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB"}
	for len(units) > 1 && n >= 1<<10 {
		n, units = n/(1<<10), units[1:]
	}
	return fmt.Sprintf("%.1f %s", n, units[0])
}

// Done takes the bar away.
func (b *Bar) Done() {
	if b != nil && b.shown {
		fmt.Fprint(b.w, "\r"+clearLine)
	}
}
