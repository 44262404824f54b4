package main

import (
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"testing"
)

func TestLawOfExactPoints(t *testing.T) {
	name := filepath.Join(t.TempDir(), "points")
	table := "| MB | TaskManagers | s | processor s |\n| 10 | 1 | 9 | 5.0 | x |\n| 40 | 2 | 9 | 11.0 | x |\n| 90 | 1 | 9 | 99 | x |\n"
	if err := os.WriteFile(name, []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	all, err := readPoints(name)
	if err != nil || len(all) != 3 {
		t.Fatalf("%v, %v", all, err)
	}
	// The largest is not fitted.
	if start, rate := check(all); math.Abs(start-3) > 1e-9 || math.Abs(rate-0.2) > 1e-9 {
		t.Errorf("%g s and %g s a megabyte, want 3 and 0.2", start, rate)
	}
}

func TestStageOnWorkersThatDoNotFail(t *testing.T) {
	*slow, *life = 0, math.Inf(1)
	random := rand.New(rand.NewSource(1))
	for _, c := range []struct {
		tasks, workers int
		want           float64 // hours of 3,600 s of work
	}{{100, 1, 1}, {100, 10, 0.1}, {5, 10, 0.2}, {11, 10, 2. / 11}} {
		if got := stage(random, c.tasks, c.workers, 3600); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%d tasks on %d workers take %g hours, want %g", c.tasks, c.workers, got, c.want)
		}
	}
}
