// Command simulate says what a pipeline costs on many workers, by rates that command law has
// measured: hours, core-hours, bytes shuffled, requests and money.
//
//	go run ./simulate -points law.txt
//
// A law is fitted to all points but those of the largest input, and the simulation is held to all of
// them: in processor time, seconds, megabytes shuffled and calls of the filesystem. Then it runs
// jobs that nobody has measured.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"slices"

	"github.com/beve-org/beve-go/integrations/beambeve/cluster/point"
)

var (
	points = flag.String("points", "law.txt", "the table of law")
	seeds  = flag.Int("seeds", 5, "number of simulations of each job; the median is printed")
	slow   = flag.Float64("slow", 0.02, "part of tasks that take five times as long")
	life   = flag.Float64("life", 1000, "hours until a worker dies, on average")
	price  = flag.Float64("core-hour", 0.04, "dollars for a core-hour")
	reads  = flag.Float64("reads", 0.40, "dollars for a million reads of objects")
	writes = flag.Float64("writes", 5, "dollars for a million writes, copies and lists of objects")
)

func main() {
	flag.Parse()
	measured, err := readPoints(*points)
	if err != nil {
		log.Fatal(err)
	}
	l, err := fit(measured)
	if err != nil {
		log.Fatal(err)
	}
	printCheck(l, measured)
	printJobs(l)
}

func readPoints(name string) ([]point.Point, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return point.Read(f)
}

// machine has as many processors as those that were measured on.
const machine = 2

// printCheck prints the law, and each point beside what the simulation says of it.
func printCheck(l law, measured []point.Point) {
	fmt.Printf("processor seconds: %.1f for a job, %.2f for a TaskManager, %.4f for a megabyte, %.4f for a file, %.4f for a shard\n", l.job, l.manager, l.mb, l.file, l.shard)
	fmt.Printf("of those for a megabyte, %.4f are for reading and adding up\n", l.sums)
	fmt.Printf("shuffled: %.2f MB for a job, %.3f for a megabyte; seconds until a job is under way: %.1f\n\n", l.shuffleJob, l.shuffleMB, l.latency)
	fmt.Println("| MB | files | shards | % hot | TaskManagers | processor s | simulated | s | simulated | MB shuffled | simulated | calls | simulated |\n|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
	for _, p := range measured {
		if p.Steps != "all" {
			continue
		}
		note := ""
		if p.MB == largest(measured) {
			note = " (not fitted)"
		}
		j := jobOf(p)
		// The slots of a TaskManager share the processors that others left.
		speed := min(1, max(0.1, machine-p.Others)/float64(j.workers))
		seconds := l.latency + l.run(j, speed, nil).hours*3600
		shuffled := l.shuffleJob + l.shuffleMB*p.MB
		calls := j.calls(drillBlockMB, drillSums).total()
		fmt.Printf("| %.0f | %d | %d | %d | %d | %.1f | %.1f, %s%s | %.1f | %.1f, %s | %.0f | %.0f, %s | %d | %.0f, %s |\n", p.MB, p.Files, p.Shards, p.Hot, p.Workers,
			p.CPU, l.cpu(p), off(l.cpu(p), p.CPU), note, p.Seconds, seconds, off(seconds, p.Seconds), p.Shuffle, shuffled, off(shuffled, p.Shuffle),
			p.Calls, calls, off(calls, float64(p.Calls)))
	}
}

func off(simulated, measured float64) string {
	return fmt.Sprintf("%+.0f %%", 100*(simulated/measured-1))
}

// layouts are how an input may lie.
var layouts = []struct {
	name   string
	fileMB float64 // of a file; 0 is one file
	index  bool
}{
	{"files of 512 MB", 512, true},
	{"files of 1 MB", 1, true},
	{"one file", 0, true},
	{"one file, no index", 0, false},
}

// printJobs prints jobs of sizes that nobody has measured, on workers of one core each.
func printJobs(l law) {
	fmt.Println("\n| GB | input | workers | shards | hours | slowest of the seeds | core-hours | hours where a death restarts all | TB shuffled | MB/s a worker sends | million requests | dollars |\n|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
	for _, gb := range []float64{100, 1000, 10_000, 100_000} {
		for _, layout := range layouts {
			for _, workers := range []int{10, 30, 100, 300, 1000} {
				printJob(l, gb, workers, layout.name, layout.fileMB, layout.index)
			}
		}
	}
}

func printJob(l law, gb float64, workers int, name string, fileMB float64, index bool) {
	j := newJob(gb*1000, fileMB, index, workers)
	all := make([]result, *seeds)
	for i := range all {
		all[i] = l.run(j, 1, newChance(int64(i)))
	}
	slices.SortFunc(all, func(a, b result) int { return int(1e6 * (a.hours - b.hours)) })
	r := all[len(all)/2]
	c := j.calls(blockMB, 1)
	shuffled := l.shuffleMB * j.mb
	dollars := r.hours*float64(workers)**price + c.readRequests()/1e6**reads + c.writeRequests()/1e6**writes
	fmt.Printf("| %.0f | %s | %d | %.0f | %s | %s | %.0f | %s | %.1f | %.1f | %.2f | %.0f |\n", gb, name, workers, j.shards, long(r.hours), long(all[len(all)-1].hours), r.core,
		long(restarted(r.hours, workers)), shuffled/1e6, shuffled/(r.hours*3600)/float64(workers), (c.readRequests()+c.writeRequests())/1e6, dollars)
}

// long prints hours, also those that never end.
func long(hours float64) string {
	switch {
	case hours > 100_000:
		return "never"
	case hours >= 100:
		return fmt.Sprintf("%.0f", hours)
	}
	return fmt.Sprintf("%.2f", hours)
}
