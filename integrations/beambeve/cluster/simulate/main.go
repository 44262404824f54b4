// Command simulate says what a pipeline costs on many workers, by rates that command law has
// measured: seconds, core-hours, requests and money.
//
//	go run ./simulate -points law.txt
//
// The law is that a job costs a start and so much processor time a megabyte. It is fitted to all
// points but the largest, and held to those. Then tasks are given to workers, the next to
// the first that is free, with stragglers and deaths.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"log"
	"math"
	"math/rand"
	"os"
	"slices"
)

var (
	points = flag.String("points", "law.txt", "the table of law")
	seed   = flag.Int64("seed", 1, "seed of stragglers and deaths")
	slow   = flag.Float64("slow", 0.02, "part of tasks that take five times as long")
	life   = flag.Float64("life", 1000, "hours until a worker dies, on average")
	price  = flag.Float64("core-hour", 0.04, "dollars for a core-hour")
	reads  = flag.Float64("reads", 0.40, "dollars for a million reads of objects")
	writes = flag.Float64("writes", 5, "dollars for a million writes, copies and lists of objects")
)

const (
	// taskMB is what a restriction has, and shardMB a shard at most.
	taskMB, shardMB = 64, 512
	// shardsPerWorker spreads the last shards.
	shardsPerWorker = 4
	// partMB is a part of an upload, by Beam's writer.
	partMB = 5
	// requestSeconds is what the copy, the delete and the look-ups of a name take.
	requestSeconds = 0.3
)

// point is a run that was measured.
type point struct{ mb, workers, seconds, cpu float64 }

func main() {
	flag.Parse()
	measured, err := readPoints(*points)
	if err != nil {
		log.Fatal(err)
	}
	start, rate := check(measured)
	fmt.Println("\n| GB | workers | shards | hours | core-hours | hours, ideal | hours, a death restarts all | million requests | dollars |\n|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
	for _, gb := range []float64{100, 1000, 10_000, 100_000} {
		for _, workers := range []int{10, 30, 100, 300, 1000} {
			print(gb, workers, start, rate)
		}
	}
}

func readPoints(name string) (all []point, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var p point
		if n, _ := fmt.Sscanf(lines.Text(), "| %f | %f | %f | %f |", &p.mb, &p.workers, &p.seconds, &p.cpu); n == 4 {
			all = append(all, p)
		}
	}
	if len(all) < 3 {
		return nil, fmt.Errorf("%s has %d points", name, len(all))
	}
	return all, nil
}

// check fits the law to all points but the largest, and prints how far it is from each. It
// returns processor seconds of a start, and of a megabyte.
func check(all []point) (start, rate float64) {
	largest := slices.MaxFunc(all, func(a, b point) int { return int(a.mb - b.mb) }).mb
	var n, x, y, xx, xy float64
	for _, p := range all {
		if p.mb < largest {
			n, x, y, xx, xy = n+1, x+p.mb, y+p.cpu, xx+p.mb*p.mb, xy+p.mb*p.cpu
		}
	}
	rate = (n*xy - x*y) / (n*xx - x*x)
	start = (y - rate*x) / n
	fmt.Printf("%.1f s of processors for the start, %.3f s a megabyte\n\n| MB | TaskManagers | processor s | by the law | off |\n|--:|--:|--:|--:|--:|\n", start, rate)
	for _, p := range all {
		law, note := start+rate*p.mb, ""
		if p.mb == largest {
			note = " (not fitted)"
		}
		fmt.Printf("| %.0f | %.0f | %.1f | %.1f | %+.0f %%%s |\n", p.mb, p.workers, p.cpu, law, 100*(law/p.cpu-1), note)
	}
	return start, rate
}

// print simulates one job, on workers of one core each.
func print(gb float64, workers int, start, rate float64) {
	random := rand.New(rand.NewSource(*seed))
	mb := gb * 1000
	shards := max(math.Ceil(mb/shardMB), float64(shardsPerWorker*workers))
	// Half of the work is before the shuffle, by restrictions, and half is after it, by shards.
	// A stage ends with its last task.
	hours := start / 3600
	hours += stage(random, int(math.Ceil(mb/taskMB)), workers, rate*mb/2)
	hours += stage(random, int(shards), workers, rate*mb/2)
	hours += shards / float64(workers) * requestSeconds / 3600
	// Batches of Flink begin again: the expected time until a run without a death.
	deaths := float64(workers) / *life
	restart := math.Expm1(deaths*hours) / deaths
	gets := mb/taskMB*2 + shards*3
	puts := shards*(2+2+2) + mb/partMB
	core := rate * mb / 3600
	dollars := hours*float64(workers)**price + gets/1e6**reads + puts/1e6**writes
	fmt.Printf("| %.0f | %d | %.0f | %.2f | %.0f | %.2f | %s | %.1f | %.0f |\n", gb, workers, shards, hours, core, core/float64(workers), long(restart), (gets+puts)/1e6, dollars)
}

// stage returns the hours until the last of so many tasks has ended, which take so many
// seconds together on one worker. A task of a worker that dies is done again.
func stage(random *rand.Rand, tasks, workers int, seconds float64) float64 {
	free := make([]float64, workers) // a heap would do; workers are few
	each := seconds / float64(tasks) / 3600
	for range tasks {
		at := slices.Index(free, slices.Min(free))
		took := each
		if random.Float64() < *slow {
			took *= 5
		}
		for random.Float64() < each / *life {
			took += each
		}
		free[at] += took
	}
	return slices.Max(free)
}

// long prints hours, also those that never end.
func long(hours float64) string {
	if hours > 10_000 {
		return "never"
	}
	return fmt.Sprintf("%.2f", hours)
}
