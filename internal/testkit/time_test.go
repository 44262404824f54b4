package testkit

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestPatienceEnds(t *testing.T) {
	for _, c := range []struct {
		succeeds int // at this try
		tries    int
		least    time.Duration
		most     time.Duration
	}{
		{1, 1, 0, 0},
		{8, 8, 0, 0},
		{9, 9, time.Millisecond, time.Second},
		{1000, 22, 20 * time.Second, 30 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			tries, start := 0, time.Now()
			good := Patiently(func() bool { tries++; return tries == c.succeeds })
			took := time.Since(start)
			if good != (c.succeeds <= c.tries) || tries != c.tries || took < c.least || took > c.most {
				t.Errorf("success at try %d: %v after %d tries and %v", c.succeeds, good, tries, took)
			}
		})
	}
}

func TestComparisonTellsWhoIsSlower(t *testing.T) {
	spin := func(n int) func() {
		return func() {
			x := uint32(1)
			for range n {
				x = x*1664525 + 1013904223
			}
			if x == 0 {
				t.Log("zero") // so that the work is done
			}
		}
	}
	var c Comparison
	if !Patiently(func() bool {
		c.Turn(spin(1e5), spin(1e6))
		return c.Ratio() > 5 && c.Ratio() < 20
	}) {
		t.Errorf("ten times as much takes %v instead of %v", c.B, c.A)
	}
}
