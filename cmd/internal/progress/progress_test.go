package progress

import (
	"strings"
	"testing"
	"time"
)

func TestBarIsShownOnlyAfterAWhile(t *testing.T) {
	var b strings.Builder
	bar := New(&b, 1000, time.Hour)
	for range 10 {
		bar.Add(100)
	}
	bar.Done()
	if b.Len() != 0 {
		t.Errorf("shown: %q", b.String())
	}
	bar = New(&b, 1<<20, 0)
	bar.Add(1 << 19)
	time.Sleep(150 * time.Millisecond) // two showings are at least that far apart
	bar.Add(1 << 18)
	bar.Done()
	if got := b.String(); !strings.Contains(got, "75%") || !strings.Contains(got, "MiB") {
		t.Errorf("shown: %q", got)
	}
	var none *Bar
	none.Add(1)
	none.Done()
}

func TestLines(t *testing.T) {
	for _, c := range []struct {
		n, total int64
		want     string
	}{
		{3 << 19, 3 << 20, " 50% ████████████░░░░░░░░░░░░ 1.5 MiB, 768.0 KiB/s, 2s left"},
		{1000, 1000, "100% ████████████████████████ 1000.0 B, 500.0 B/s, 0s left"},
		{0, 1 << 40, "  0% ░░░░░░░░░░░░░░░░░░░░░░░░ 0.0 B, 0.0 B/s"},
		{2048, -1, "2.0 KiB, 1.0 KiB/s"}, // how much there is is not known
		{2048, 1024, "2.0 KiB, 1.0 KiB/s"},
	} {
		if got := (&Bar{n: c.n, total: c.total}).line(2 * time.Second); got != c.want {
			t.Errorf("%d of %d: %q, want %q", c.n, c.total, got, c.want)
		}
	}
}
