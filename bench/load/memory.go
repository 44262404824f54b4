// How much memory the process has while it works.

package main

import (
	"fmt"
	"os"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/beve-org/beve-go/bench/report"
)

// A memory is a series of samples, in bytes.
type memory struct {
	live     []uint64 // what the last collection of garbage found reachable
	resident []uint64 // what the system has given; zeros where it does not tell
}

// watch takes samples until a time.
func watch(until time.Time) *memory {
	m := new(memory)
	for time.Now().Before(until) {
		sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(sample)
		m.live = append(m.live, sample[0].Value.Uint64())
		m.resident = append(m.resident, residentBytes())
		time.Sleep(20 * time.Millisecond)
	}
	return m
}

// residentBytes is the memory of the process as Linux tells it.
func residentBytes() uint64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseUint(fields[1], 10, 64)
	if err != nil {
		return 0
	}
	return pages * uint64(os.Getpagesize())
}

// Memory is flat if the second half of the time has no more than this over the first:
// a part of it, and what bodies that are on their way may take by chance.
const (
	growth = 1.25
	slack  = 16 << 20
)

// flat returns an error if memory grows.
func (m *memory) flat() error {
	for what, samples := range map[string][]uint64{"live": m.live, "resident": m.resident} {
		before, after := halves(samples)
		if float64(after) > float64(before)*growth+slack {
			return fmt.Errorf("memory grows: %d bytes %s at most in the first half, %d in the second", before, what, after)
		}
	}
	return nil
}

// halves returns the most of each half of the samples.
func halves(samples []uint64) (before, after uint64) {
	if len(samples) < 2 {
		return 0, 0
	}
	middle := len(samples) / 2
	return slices.Max(samples[:middle]), slices.Max(samples[middle:])
}

// String says how much there was at most, first half and second half.
func (m *memory) String() string {
	liveBefore, live := halves(m.live)
	residentBefore, resident := halves(m.resident)
	mb := func(n uint64) string { return report.Figure(float64(n) / (1 << 20)) }
	return fmt.Sprintf("at most %s MB were live in the first half and %s MB in the second, %s MB and %s MB resident",
		mb(liveBefore), mb(live), mb(residentBefore), mb(resident))
}
