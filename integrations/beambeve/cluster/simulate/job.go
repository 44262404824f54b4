// The simulation: tasks are given to workers, the next to the first that is free.

package main

import (
	"container/heap"
	"math"
	"math/rand"

	"github.com/beve-org/beve-go/integrations/beambeve/cluster/point"
)

const (
	// blockMB is a block, taskBlocks how many a span has, and shardMB what a shard has at most.
	blockMB, taskBlocks, shardMB = 16 * 1.048576, 4, 512
	// drillBlockMB is a block where points are measured, and drillSums the files of totals there.
	drillBlockMB, drillSums = 1.048576, 1
	// shardsPerWorker spreads the last shards.
	shardsPerWorker = 4
	// partMB is a part of an upload, by Beam's writer.
	partMB = 5
	// requestSeconds is what the copy, the deletion and the look-ups of a name take.
	requestSeconds = 0.3
	// passMB is how many megabytes of a file without an index are walked over in a second, by
	// bench/results/epyc-scale.
	passMB = 985
)

// job is what is simulated.
type job struct {
	mb            float64
	files, walked float64 // of them, those without an index
	shards        float64
	blockMB       float64
	workers       int
	named         float64 // seconds of a name
}

// newJob returns a job over files of a size, or one file, on workers of one core each.
func newJob(mb, fileMB float64, index bool, workers int) job {
	j := job{mb: mb, files: 1, workers: workers, blockMB: blockMB, named: requestSeconds}
	if fileMB > 0 {
		j.files = math.Ceil(mb / fileMB)
	}
	if !index {
		j.walked = j.files
	}
	j.shards = max(math.Ceil(mb/shardMB), float64(shardsPerWorker*workers))
	return j
}

// jobOf returns the job of a run that was measured, on as many workers as it had slots.
func jobOf(p point.Point) job {
	return job{mb: p.MB, files: float64(p.Files), walked: float64(p.Files - p.Indexed), shards: float64(p.Shards), blockMB: drillBlockMB, workers: 2 * p.Workers}
}

// calls are calls of a filesystem.
type calls struct{ lists, sizes, seeks, opens, creates, renames, removes, parts float64 }

// total returns the number of those that the drill counts.
func (c calls) total() float64 {
	return c.lists + c.sizes + c.seeks + c.opens + c.creates + c.renames + c.removes
}

// readRequests returns the requests of an object store that cost as a read. Whether an object can be
// opened in the middle takes none.
func (c calls) readRequests() float64 { return c.sizes + c.opens }

// writeRequests returns those that cost as a write: a rename copies. Deletions are free.
func (c calls) writeRequests() float64 { return c.lists + c.creates + c.renames + c.parts }

// calls returns the calls of the sources and sinks of a job, with blocks of a size, and some files
// of totals.
func (j job) calls(blockMB, totals float64) calls {
	c := calls{lists: 1 + j.shards}
	for _, in := range []struct{ files, walked float64 }{{j.files, j.walked}, {j.shards, 0}} {
		c.sizes += in.files
		mb := j.mb / in.files
		if mb <= blockMB {
			c.opens += in.files
			continue
		}
		c.seeks += in.files
		c.opens += in.files + in.walked // indexes, whether they are there or not, and the pass
		c.opens += in.files * math.Ceil(mb/blockMB/taskBlocks)
	}
	sinks := j.shards + totals
	c.creates, c.renames, c.removes = 2*sinks, 2*sinks, sinks
	c.sizes += 2 * sinks
	c.parts = j.shards * math.Floor(j.mb/j.shards/partMB)
	return c
}

// chance is what goes wrong; nil is nothing.
type chance struct{ *rand.Rand }

func newChance(seed int64) *chance { return &chance{rand.New(rand.NewSource(seed))} }

// longer returns how long a task of so many hours takes: some are slow, and one whose worker dies is
// done again.
func (c *chance) longer(hours float64) float64 {
	if c == nil {
		return hours
	}
	took := hours
	if c.Float64() < *slow {
		took *= 5
	}
	for c.Float64() < hours / *life {
		took += hours
	}
	return took
}

// result is what a job took.
type result struct{ hours, core float64 }

// run simulates a job on workers that have a part of a processor each. A stage ends with its last
// task, and the next begins.
func (l *law) run(j job, speed float64, c *chance) (r result) {
	add := func(tasks, seconds float64) {
		r.core += seconds / 3600
		r.hours += stage(c, tasks, j.workers, seconds/speed)
	}
	managers := float64(j.workers) // each has one worker
	if j.blockMB == drillBlockMB {
		managers /= 2
	}
	add(1, l.job)
	add(managers, l.manager*managers)
	perFile, perShard := j.mb/j.files, j.mb/j.shards
	if j.walked > 0 && perFile > j.blockMB {
		add(j.walked, perFile/passMB*j.walked)
	}
	before := (l.mb - l.sums) / 2 // the shuffle is in the middle of reading and writing
	tasks := func(files, mb float64) float64 { return files * math.Ceil(mb/j.blockMB/taskBlocks) }
	add(tasks(j.files, perFile), before*j.mb+l.file*j.files)
	add(j.shards, before*j.mb+l.shard*j.shards)
	r.hours += math.Ceil(j.shards/float64(j.workers)) * j.named / 3600
	add(tasks(j.shards, perShard), l.sums*j.mb)
	return r
}

// stage returns the hours until the last of so many tasks has ended, which take so many seconds
// together on one worker.
func stage(c *chance, tasks float64, workers int, seconds float64) float64 {
	n := int(tasks)
	for n > 1000*workers { // the last tasks of so many are too short to matter
		n /= 2
	}
	if n < 1 || seconds <= 0 {
		return 0
	}
	free := make(freeAt, workers)
	each := seconds / float64(n) / 3600
	last := 0.0
	for range n {
		free[0] += c.longer(each)
		last = max(last, free[0])
		heap.Fix(&free, 0)
	}
	return last
}

// freeAt are the hours at which workers are free, the first on top.
type freeAt []float64

func (f freeAt) Len() int           { return len(f) }
func (f freeAt) Less(i, j int) bool { return f[i] < f[j] }
func (f freeAt) Swap(i, j int)      { f[i], f[j] = f[j], f[i] }
func (f *freeAt) Push(any)          {} // their number does not change
func (f *freeAt) Pop() any          { return nil }

// restarted returns the hours that are to be expected of a job which a death of any worker starts
// again, as Flink does with a batch.
func restarted(hours float64, workers int) float64 {
	deaths := float64(workers) / *life
	return math.Expm1(deaths*hours) / deaths
}
