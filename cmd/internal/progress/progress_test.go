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
