package scalar

import "time"

// Interval is the time from Start, included, to End, excluded. End is not before
// Start; an interval that ends when it starts is empty.
type Interval struct {
	Start time.Time `beve:"start" json:"start"`
	End   time.Time `beve:"end" json:"end"`
}

// Duration returns the length of the interval, or the longest time.Duration if it
// is longer.
func (v Interval) Duration() time.Duration { return v.End.Sub(v.Start) }

// Contains reports whether t lies in the interval.
func (v Interval) Contains(t time.Time) bool { return !t.Before(v.Start) && t.Before(v.End) }

// Overlaps reports whether there is an instant that lies in both intervals.
func (v Interval) Overlaps(w Interval) bool {
	return v.Start.Before(w.End) && w.Start.Before(v.End) && v.Start.Before(v.End) && w.Start.Before(w.End)
}
