//go:build unix

// Failures: whatever happens to machines, workers, disks and the job server, the results
// are those of a run in one process that nothing happened to, or there are none.

package cluster

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// dataset is the input of the drill, and what its pipeline makes of it.
type dataset struct {
	program string
	dir     string
	want    map[string][]string
}

const drillRecords = 20_000

func newDataset(t *testing.T) *dataset {
	t.Helper()
	d := &dataset{program: build(t, "drill"), dir: t.TempDir()}
	command(t, d.program, "-make", fmt.Sprint(drillRecords), "-input", filepath.Join(d.dir, "in"))
	command(t, d.program, d.flags("expected")...)
	d.want = results(t, filepath.Join(d.dir, "expected"))
	records := 0
	for name, all := range d.want {
		if strings.HasPrefix(name, "-records-") {
			records += len(all)
		}
	}
	if records != drillRecords {
		t.Fatalf("the run in one process has %d records, want %d", records, drillRecords)
	}
	return d
}

// flags returns the flags of a run whose files begin with a name.
func (d *dataset) flags(name string) []string {
	return []string{"-input", filepath.Join(d.dir, "in", "*.beve"), "-output", filepath.Join(d.dir, name)}
}

// run runs the pipeline on a cluster with a fault, and returns how often its step was taken.
func (d *dataset) run(ctx context.Context, t *testing.T, c *Cluster, name, fault string) (int, error) {
	t.Helper()
	counted := t.TempDir()
	var env map[string]string
	if fault != "" {
		env = map[string]string{"DRILL": fault + " " + counted}
	}
	err := c.Run(ctx, d.program, env, d.flags(name)...)
	steps, readErr := os.ReadDir(counted)
	if readErr != nil {
		t.Fatal(readErr)
	}
	return len(steps), err
}

// moments are the steps that schedules disturb: a step, a part of names, and how often it is
// taken at least in a run that nothing disturbs.
var moments = []struct {
	what, step, part string
	least            int
}{
	{"a source is walked over or read", "read", "plain-", 2},
	{"an index is read", "read", ".beve.index", 2},
	{"a shard is created", "create", "-of-00006.beve.", 6},
	{"a shard is written", "write", "-records-", 6},
	{"an index is written", "write", ".index.", 6},
	{"a shard is renamed", "rename", "-of-00006.beve", 6},
	{"an index is renamed", "rename", ".beve.index", 6},
	{"totals are renamed", "rename", "-sums-", 1},
}

func TestFailures(t *testing.T) {
	c := started(t, flink)
	d := newDataset(t)
	t.Run("schedules", func(t *testing.T) { d.schedules(t, c) })
	t.Run("job server", func(t *testing.T) { d.jobServerDies(t, c) })
	t.Run("source", func(t *testing.T) { d.sourceReplaced(t, c) })
	t.Run("hang", func(t *testing.T) { d.hangs(t, c) })
}

// schedules runs seeded ones: at one moment a machine dies, a worker dies, or the disk is
// full until it was tried some times.
func (d *dataset) schedules(t *testing.T, c *Cluster) {
	begun := time.Now()
	for i := range *schedules {
		random := rand.New(rand.NewSource(*seed + int64(i)))
		// Neighbouring seeds take the moments in turns, so that few of them see most.
		at := moments[(int(*seed)+i)%len(moments)]
		what := []string{"machine", "worker", "full"}[random.Intn(3)]
		from, times := 1+random.Intn(at.least), 1
		if what == "full" {
			times += random.Intn(2)
		}
		fault := fmt.Sprintf("%s %s %d %d %s", at.step, at.part, from, times, what)
		t.Run(fmt.Sprintf("seed %d", *seed+int64(i)), func(t *testing.T) {
			restarts := c.Restarts()
			begun := time.Now()
			name := fmt.Sprintf("seed-%d", *seed+int64(i))
			steps, err := d.run(within(t, 5*time.Minute), t, c, name, fault)
			t.Logf("%s while %s, from time %d for %d: taken %d times, %.1f s", what, at.what, from, times, steps, time.Since(begun).Seconds())
			if err != nil {
				t.Fatal(err)
			}
			if steps < from {
				t.Errorf("the fault did not happen: the step was taken %d times", steps)
			}
			if what == "machine" && c.Restarts() == restarts {
				t.Error("no TaskManager died")
			}
			sameResults(t, results(t, filepath.Join(d.dir, name)), d.want)
		})
		if t.Failed() {
			break
		}
	}
	t.Logf("%d schedules from seed %d in %.0f s, %v MB", *schedules, *seed, time.Since(begun).Seconds(), c.Memory())
}

// jobServerDies: the client of a job has an error, and the same pipeline again has
// exact results, while the cluster may still work on the first.
func (d *dataset) jobServerDies(t *testing.T, c *Cluster) {
	done := make(chan error, 1)
	go func() {
		// It is opened to see whether it can be sought, its index is read, then its blocks are.
		_, err := d.run(within(t, 5*time.Minute), t, c, "again", "")
		done <- err
	}()
	// It is under way when the first file is there, and at the latest when it ends: a slow machine is waited for.
	for underWay := false; !underWay; {
		select {
		case err := <-done:
			t.Fatalf("the job ended before it had a file: %v", err)
		case <-time.After(20 * time.Millisecond):
			files, err := filepath.Glob(filepath.Join(d.dir, "again*"))
			underWay = err != nil || len(files) > 0
		}
	}
	c.StopJobServer()
	if err := <-done; err == nil {
		t.Error("the client of a job server that died has no error")
	}
	if err := c.StartJobServer(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := d.run(within(t, 5*time.Minute), t, c, "again", ""); err != nil {
		t.Fatal(err)
	}
	sameResults(t, results(t, filepath.Join(d.dir, "again")), d.want)
	d.shuffledOnce(t, c)
}

// shuffledOnce fails the test where the last run sent much more than each record once, to its shard:
// their sums are added up where they are read, and no group is one message.
func (d *dataset) shuffledOnce(t *testing.T, c *Cluster) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(d.dir, "in", "*.beve"))
	if err != nil {
		t.Fatal(err)
	}
	input := int64(0)
	for _, name := range files {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		input += info.Size()
	}
	shuffled, err := c.Shuffled(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if t.Logf("%d bytes shuffled of %d", shuffled, input); shuffled < input || shuffled > input*5/4 {
		t.Errorf("%d bytes were shuffled, want little more than the %d of the input", shuffled, input)
	}
}

// sourceReplaced: a stream that is another one when its blocks are read is an
// error that names it, and no result has a name.
func (d *dataset) sourceReplaced(t *testing.T, c *Cluster) {
	name := filepath.Join(d.dir, "in", "indexed-003.beve")
	source, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // the other tests read it, too
		if err := os.WriteFile(name, source, 0o644); err != nil {
			t.Error(err)
		}
	})
	// It is opened to see whether it can be sought, its index is read, then its blocks are.
	_, err = d.run(within(t, 5*time.Minute), t, c, "replaced", "read indexed-003.beve 3 1 replace")
	if err == nil || !strings.Contains(err.Error(), "checksum") || !strings.Contains(err.Error(), "indexed-003.beve") {
		t.Errorf("error %v; want one of the checksum of indexed-003.beve", err)
	}
	if got := results(t, filepath.Join(d.dir, "replaced")); len(got) > 0 {
		names := make([]string, 0, len(got))
		for name := range got {
			names = append(names, name)
		}
		slices.Sort(names)
		t.Errorf("results of a pipeline that failed: %q", names)
	}
}
