//go:build unix

// A cluster that cannot go on says so soon: a process that ends by itself, memory that is exhausted, a
// pipeline without progress.

package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestProcessesSayHowTheyEnd(t *testing.T) {
	for _, c := range []struct{ script, status string }{
		{"exit 0", "0"},
		{"exit 3", "3"},
		{"kill -KILL $$", "137"},       // as a system without memory does
		{"sleep 60 & exit 4", "4"},     // its children end with it
		{"kill -KILL 0; sleep 60", ""}, // a machine that dies
	} {
		p, err := start(t.TempDir(), filepath.Join(t.TempDir(), "log"), []string{"sh", "-c", c.script})
		if err != nil {
			t.Fatal(err)
		}
		select {
		case <-p.exited:
		case <-time.After(30 * time.Second):
			t.Fatalf("%s: goes on", c.script)
		}
		if p.status != c.status {
			t.Errorf("%s: status %q, want %q", c.script, p.status, c.status)
		}
		p.kill()
	}
}

// TestProcessThatEndsIsAnError: whichever process of a cluster ends, all that waits has the text of its log.
func TestProcessThatEndsIsAnError(t *testing.T) {
	for script, want := range map[string]string{
		"echo out of something; exit 3":                                 "out of something",
		"echo FATAL java.lang.OutOfMemoryError: heap; seq 1 30; exit 3": "java.lang.OutOfMemoryError: heap\n[…]\n19\n20\n",
	} {
		c := newCluster("none", t.TempDir(), "", []int{1})
		var err error
		if c.jobs, err = c.start("jobserver", []string{"sh", "-c", script}); err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		waiting := c.until(t.Context(), "nothing", func() error { return errors.New("not yet") })
		running := c.run(t.Context(), "sleep", nil, []string{"60"})
		for _, err := range []error{waiting, running} {
			if err == nil || !strings.Contains(err.Error(), "jobserver ended with status 3\n"+want) {
				t.Errorf("error %v; want one of the job server", err)
			}
		}
		if took := time.Since(begun); took > 30*time.Second {
			t.Errorf("that took %v", took)
		}
		c.Close()
	}
}

// TestWhatMoves: what is progress, and what is only the work of processes that wait.
func TestWhatMoves(t *testing.T) {
	const within = 2 * time.Minute
	for _, c := range []struct {
		what     string
		from, to standing
		want     bool
	}{
		{"nothing", standing{"a", 0}, standing{"a", 0}, false},
		{"vertices", standing{"a", 0}, standing{"b", 0}, true},
		{"heartbeats", standing{"", 10 * time.Second}, standing{"", 12 * time.Second}, false},
		{"work", standing{"", 10 * time.Second}, standing{"", 17 * time.Second}, true},
		{"a process that was started again", standing{"a", 10 * time.Second}, standing{"a", time.Second}, true},
	} {
		if got := moved(c.from, c.to, within); got != c.want {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
}

// TestFatalErrorsInLogs: a process that goes on without one of its threads says so in its log alone.
func TestFatalErrorsInLogs(t *testing.T) {
	for _, l := range []struct{ before, fatal string }{
		{"", "java.lang.OutOfMemoryError: Java heap space"},
		{"Terminating due to ", "java.lang.OutOfMemoryError: Metaspace"},
		{"An exception '", "java.lang.OutOfMemoryError: Cannot reserve 2097152 bytes of direct buffer memory' was thrown"},
		{"Caused by: ", "java.lang.StackOverflowError"},
		{"io.netty.util.internal.", "OutOfDirectMemoryError: failed to allocate"},
	} {
		c := newCluster("none", t.TempDir(), "", []int{1})
		c.Stall = time.Second // so that it looks often
		var err error
		if c.jobs, err = c.start("jobserver", []string{"sh", "-c", `echo "$0"; sleep 60`, "INFO -XX:+ExitOnOutOfMemoryError\n" + l.before + l.fatal + "\nINFO more"}); err != nil {
			t.Fatal(err)
		}
		err = c.run(t.Context(), "sleep", nil, []string{"60"})
		if err == nil || !strings.Contains(err.Error(), "jobserver does not get over "+l.fatal+";") {
			t.Errorf("%s%s: error %v", l.before, l.fatal, err)
		}
		c.Close()
	}
}

// TestExhaustedMemoryIsAnError: a TaskManager whose memory cannot hold what workers send ends what runs, whether
// the machine of Java notices first or a thread that catches it.
func TestExhaustedMemoryIsAnError(t *testing.T) {
	c := started(t, func(ctx context.Context, dir string) (*Cluster, error) { return Flink(ctx, dir, Options{Heap: 72}) })
	program, dir := build(t, "drill"), t.TempDir()
	command(t, program, "-make", fmt.Sprint(1_500_000), "-files", "2", "-input", filepath.Join(dir, "in"))
	begun := time.Now()
	err := c.Run(within(t, 5*time.Minute), program, nil, "-input", filepath.Join(dir, "in", "*.beve"), "-output", filepath.Join(dir, "out"))
	t.Logf("%.1f s: %v", time.Since(begun).Seconds(), err)
	if err == nil || !strings.Contains(err.Error(), "taskmanager-0") || !strings.Contains(err.Error(), "java.lang.OutOfMemoryError") {
		t.Error("want the name of the TaskManager and its last words")
	}
}

// hangs: workers that wait for ever end the run, with the stacks of all. The cluster is of no use then.
func (d *dataset) hangs(t *testing.T, c *Cluster) {
	c.Stall = 15 * time.Second
	begun := time.Now()
	_, err := d.run(within(t, 5*time.Minute), t, c, "hangs", "create -of-00006.beve. 1 100 hang")
	t.Logf("%.1f s: %v", time.Since(begun).Seconds(), err)
	if err == nil || !strings.Contains(err.Error(), "no progress for 15s: RUNNING") || !strings.Contains(err.Error(), c.dir) {
		t.Error("want an error that says where the logs are")
	}
	for name, stack := range map[string]string{"taskmanager-0.log": "Full thread dump", "jobmanager.log": "Full thread dump", "worker.log": "main.reach("} {
		if text, err := os.ReadFile(filepath.Join(c.dir, name)); err != nil || !strings.Contains(string(text), stack) {
			t.Errorf("%s has no stacks: %v", name, err)
		}
	}
}
