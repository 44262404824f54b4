// Package turns times things that do the same, all of them in turns within one
// process, and writes what came out into a folder as a run of the suite does: raw
// results, a table of ratios, a plot.
package turns

import (
	"fmt"
	"io"
	"runtime"
	"time"
)

// A Side is one way to do what a row is about.
type Side struct {
	Name string
	Call func()
}

// A Row is what the sides of it all do: something in a mode.
type Row struct {
	Document, Mode string
	Bytes          int // of text that a call reads or writes
	Sides          []Side
}

func (r *Row) name() string { return r.Document + "/" + r.Mode }

// Measure times every side of every row for span in each of so many rounds, and
// writes the results as Go benchmarks print theirs. The sides of a row take turns
// to be the first.
//
// Programs that measure by themselves are called once a round.
func Measure(w io.Writer, rows []Row, rounds int, span time.Duration, programs ...func(w io.Writer) error) error {
	if _, err := fmt.Fprintf(w, "goos: %s\ngoarch: %s\n", runtime.GOOS, runtime.GOARCH); err != nil {
		return err
	}
	for round := range rounds {
		for _, r := range rows {
			if err := r.measure(w, round, span); err != nil {
				return err
			}
		}
		for _, program := range programs {
			if err := program(w); err != nil {
				return err
			}
		}
	}
	return nil
}

// measure times the sides of r in a round.
func (r *Row) measure(w io.Writer, round int, span time.Duration) error {
	for i := range r.Sides {
		side := r.Sides[(round+i)%len(r.Sides)]
		n, nanos, allocs := turn(side.Call, span)
		_, err := fmt.Fprintf(w, "BenchmarkCodec/%s/%s %d %.2f ns/op %.2f MB/s %.1f allocs/op\n",
			r.name(), side.Name, n, nanos, float64(r.Bytes)/nanos*1e3, allocs)
		if err != nil {
			return err
		}
	}
	return nil
}

// turn returns how many calls fill the span, and time and allocations of one.
func turn(call func(), span time.Duration) (n int, nanos, allocs float64) {
	runtime.GC()
	call() // brings code and memory back to the caches
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	for batch := 1; ; {
		for range batch {
			call()
		}
		n += batch
		took := time.Since(start)
		if took >= span {
			runtime.ReadMemStats(&after)
			return n, float64(took.Nanoseconds()) / float64(n), float64(after.Mallocs-before.Mallocs) / float64(n)
		}
		// Enough that looking at the clock costs nothing.
		if batch < 1<<16 && took < span/16 {
			batch *= 2
		}
	}
}
