package main

import (
	"math"
	"testing"

	"github.com/beve-org/beve-go/integrations/beambeve/cluster/point"
)

// exact returns points that follow a law.
func exact() (all []point.Point) {
	for _, mb := range []float64{10, 40, 160, 640} {
		for _, workers := range []int{1, 2} {
			p := point.Point{Steps: "all", MB: mb, Files: 8 + int(mb)%7, Shards: 8 * workers, Workers: workers, Shuffle: 1 + 3*mb, Calls: 1}
			p.CPU = 3 + 0.5*float64(workers) + 0.2*mb + 0.01*float64(p.Files) + 0.02*float64(p.Shards)
			all = append(all, p)
		}
	}
	for i, p := range all[:6] { // of other shapes
		p.Files, p.Shards = 1000/(i+1), 200/(i+2)
		p.CPU = 3 + 0.5*float64(p.Workers) + 0.2*p.MB + 0.01*float64(p.Files) + 0.02*float64(p.Shards)
		all = append(all, p)
	}
	sums := point.Point{Steps: "sums", MB: 160, Files: 8, Workers: 1}
	sums.CPU = 3 + 0.5 + 0.05*160 + 0.01*8
	return append(all, sums)
}

func TestLawOfExactPoints(t *testing.T) {
	all := exact()
	for i := range all {
		if all[i].MB == 640 { // the largest are not fitted
			all[i].CPU *= 3
		}
	}
	l, err := fit(all)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ got, want float64 }{{l.job, 3}, {l.manager, 0.5}, {l.mb, 0.2}, {l.file, 0.01}, {l.shard, 0.02},
		{l.sums, 0.05}, {l.shuffleJob, 1}, {l.shuffleMB, 3}} {
		if math.Abs(c.got-c.want) > 1e-6 {
			t.Errorf("%+v: %g, want %g", l, c.got, c.want)
		}
	}
}

func TestFactorsAreNotNegative(t *testing.T) {
	x := leastSquares([][]float64{{1, 1}, {1, 2}, {1, 4}}, []float64{9, 18, 37})
	if x[0] != 0 || math.Abs(x[1]-9.1) > 0.1 {
		t.Errorf("factors %v", x)
	}
}

func TestStageOnWorkersThatDoNotFail(t *testing.T) {
	for _, c := range []struct {
		tasks   float64
		workers int
		want    float64 // hours of 3,600 s of work
	}{{100, 1, 1}, {100, 10, 0.1}, {5, 10, 0.2}, {11, 10, 2. / 11}, {1e6, 10, 0.1}} {
		if got := stage(nil, c.tasks, c.workers, 3600); math.Abs(got-c.want) > 1e-3 {
			t.Errorf("%g tasks on %d workers take %g hours, want %g", c.tasks, c.workers, got, c.want)
		}
	}
}

func TestWhatGoesWrongTakesLonger(t *testing.T) {
	ideal := stage(nil, 1000, 10, 3600)
	if got := stage(newChance(1), 1000, 10, 3600); got < 1.05*ideal || got > 1.3*ideal {
		t.Errorf("%g hours with stragglers, %g without", got, ideal)
	}
	// A worker dies once in a thousand hours: that of a day on 1,000 workers is done again and again.
	if got := restarted(24, 1000); got < 1e10 {
		t.Errorf("%g hours", got)
	}
	if got := restarted(1, 10); got < 1.004 || got > 1.006 {
		t.Errorf("%g hours", got)
	}
}

// Of one file that has no index, one worker walks over all before any reads.
func TestOneFileWithoutAnIndexIsWalkedOverByOne(t *testing.T) {
	l := law{mb: 0.1, sums: 0.03}
	with := l.run(newJob(1e6, 0, true, 1000), 1, nil).hours
	without := l.run(newJob(1e6, 0, false, 1000), 1, nil).hours
	if pass := 1e6 / passMB / 3600; math.Abs(without-with-pass) > 1e-9 {
		t.Errorf("%g hours and %g without an index, want %g more", with, without, pass)
	}
}
