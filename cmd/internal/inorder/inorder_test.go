package inorder

import (
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

// TestResultsComeInOrder whatever the workers are and whoever is slow, and never more pieces are under way than Run says.
func TestResultsComeInOrder(t *testing.T) {
	for _, workers := range []int{1, 2, 3, 8} {
		for _, slow := range []string{"", "next", "work", "take"} {
			var under, most atomic.Int64
			wait := func(who string, i int) {
				if who == slow && i%7 == 0 {
					time.Sleep(100 * time.Microsecond)
				}
			}
			n, want := 0, 0
			err := Run(workers, workers, func() (int, bool) {
				wait("next", n)
				n++
				if u := under.Add(1); u > most.Load() {
					most.Store(u)
				}
				return n - 1, n <= 200
			}, func(i int) int {
				wait("work", i)
				return i * i
			}, func(r int) error {
				wait("take", want)
				if r != want*want {
					t.Errorf("%d workers, slow %s: result %d is %d", workers, slow, want, r)
				}
				want++
				under.Add(-1)
				return nil
			})
			if err != nil || want != 200 {
				t.Errorf("%d workers, slow %s: %d results, %v", workers, slow, want, err)
			}
			// One more is what next has just given, which waits for its place.
			if m := most.Load(); m > int64(2*workers)+1 {
				t.Errorf("%d workers, slow %s: %d under way", workers, slow, m)
			}
		}
	}
}

// TestAnErrorOfTakeEndsAll: soon, and with nothing left that runs.
func TestAnErrorOfTakeEndsAll(t *testing.T) {
	before := runtime.NumGoroutine()
	full := errors.New("full")
	for _, workers := range []int{1, 2, 5} {
		n, taken := 0, 0
		err := Run(workers, workers, func() (int, bool) { n++; return n, true }, func(i int) int { return i }, func(r int) error {
			if taken++; taken == 10 {
				return full
			}
			return nil
		})
		if err != full || taken != 10 || n > 10+2*workers+1 {
			t.Errorf("%d workers: %v after %d of %d", workers, err, taken, n)
		}
	}
	for i := 0; runtime.NumGoroutine() > before; i++ {
		if i == 100 {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
		time.Sleep(time.Millisecond)
	}
}

func TestNothingToDo(t *testing.T) {
	err := Run(4, 1, func() (int, bool) { return 0, false }, func(i int) int { return i }, func(int) error {
		t.Error("taken")
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestSpareGivesWhatWasPutLast, which is the warmest, and keeps no more than it says.
func TestSpareGivesWhatWasPutLast(t *testing.T) {
	s := KeepMost[int](3)
	for i := range 5 {
		s.Put(i + 1)
	}
	for _, want := range []int{3, 2, 1, 0, 0} {
		if got := s.Get(); got != want {
			t.Errorf("%d, want %d", got, want)
		}
	}
	var none *Spare[int]
	if got := none.Get(); got != 0 {
		t.Errorf("%d of nothing", got)
	}
}
