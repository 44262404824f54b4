package columns

import (
	"fmt"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/cmd/internal/parquetfile"
	"github.com/beve-org/beve-go/internal/rfc3339"
)

// This file tells text that is times: instants in UTC, local times and dates, each in the one way that they are read
// back in, but for zeros at the end of a fraction of a second. Text with an offset or a space is not, since it would
// come back as other text.

// ErrNotTime is the error for text in a column whose first values were all times.
var ErrNotTime = fmt.Errorf("not a time, as all were before: %w", beve.ErrMismatch)

// timeKinds are the kinds of times that text may be, in the order in which they are preferred.
var timeKinds = [...]kind{instant, local, date}

// readTime reads text as a time of a kind, in UTC if it is local.
func readTime(k kind, text []byte) (seconds, nanos int64, ok bool) {
	const dateSize, longest = len("2006-01-02"), len("2006-01-02T15:04:05.123456789")
	var b [rfc3339.Room]byte
	switch {
	case k == instant:
		return rfc3339.ReadUTC(text, 0, len(text))
	case k == local && len(text) <= longest:
		return rfc3339.ReadClock(b[:], 0, copy(b[:], text))
	case k == date && len(text) == dateSize:
		n := copy(b[:], text)
		return rfc3339.ReadClock(b[:], 0, n+copy(b[n:], "T00:00:00"))
	}
	return 0, 0, false
}

// textTimes is what times all texts of a column are.
type textTimes struct {
	begun bool
	none  [len(timeKinds)]bool
	fine  bool // some are finer than microseconds
}

// add counts a text.
func (t *textTimes) add(text []byte) {
	t.begun = true
	for i, k := range timeKinds {
		if t.none[i] {
			continue
		}
		_, nanos, ok := readTime(k, text)
		t.none[i] = !ok
		t.fine = t.fine || nanos%1000 != 0
	}
}

// kind returns the kind of times that all are, if they are.
func (t *textTimes) kind() (kind, bool) {
	for i, k := range timeKinds {
		if t.begun && !t.none[i] {
			return k, true
		}
	}
	return text, false
}

// unit returns the unit that holds them: microseconds, of all years, where it can.
func (t *textTimes) unit() parquetfile.Unit {
	if t.fine {
		return parquetfile.Nanosecond
	}
	return parquetfile.Microsecond
}

// textBits returns what a column of times in text holds of one.
func (c *column) textBits(text []byte) (uint64, bool) {
	seconds, nanos, ok := readTime(c.kind, text)
	if !ok {
		return 0, false
	}
	if c.kind == date {
		return uint64(floorDiv(seconds, 24*60*60)), true
	}
	per := c.unit.PerSecond()
	whole := nanos%(1e9/per) == 0
	n := seconds*per + nanos/(1e9/per)
	return uint64(n), whole && floorDiv(n, per) == seconds // which it is not where that overflows
}

// floorDiv divides towards the past.
func floorDiv(n, by int64) int64 {
	q := n / by
	if n%by < 0 {
		q--
	}
	return q
}

// timeLeaf returns what such a column holds of a value.
func (c *column) timeLeaf(v beve.View) (x parquetfile.Value, err error) {
	if v.Kind() != beve.KindString {
		return x, at(v, fmt.Errorf("%v: %w", v.Kind(), ErrNotTime))
	}
	b, err := v.ViewText()
	if err != nil {
		return x, err
	}
	bits, ok := c.textBits(b)
	if !ok {
		return x, at(v, fmt.Errorf("%.60q: %w", b, ErrNotTime))
	}
	return bitsOf(bits), nil
}
