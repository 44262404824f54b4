//go:build unix

// Memory: that of each process does not depend on what a file and a shard have.

package cluster

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const (
	// large is what one file and one shard have: more than Beam's runner lets wait of a bundle, than all memory
	// of a task on a TaskManager, and than two or three copies in a worker would leave unnoticed.
	large = 600_000_000
	// mostManager are the megabytes that a TaskManager may have; with a file of 10 MB it has about 400.
	mostManager = 650
	// mostWorker are the megabytes that a worker may have; with a shard of 10 MB it has about 100.
	mostWorker = 180
)

func TestFileAndShardLargerThanMemory(t *testing.T) {
	if !*long {
		t.Skip("takes a minute of processors: -long runs it")
	}
	c := started(t, flink)
	program, dir := build(t, "drill"), t.TempDir()
	const records = large / 72
	command(t, program, "-make", fmt.Sprint(records), "-files", "1", "-indexed", "all", "-block", "1048576", "-input", filepath.Join(dir, "in"))
	begun, stop := time.Now(), c.Peaks()
	err := c.Run(within(t, 10*time.Minute), program, nil, "-input", filepath.Join(dir, "in", "*.beve"), "-output", filepath.Join(dir, "out"), "-shards", "1", "-block", "1048576")
	peaks := stop()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%.1f s, %v MB, %d restarts", time.Since(begun).Seconds(), peaks, c.Restarts())
	if c.Restarts() > 0 {
		t.Errorf("%d machines died", c.Restarts())
	}
	workers := 0
	for name, mb := range peaks {
		if strings.HasSuffix(name, " java") {
			if mb > mostManager {
				t.Errorf("%s had %d MB, want at most %d", name, mb, mostManager)
			}
			continue
		}
		if workers++; mb > mostWorker {
			t.Errorf("%s had %d MB, want at most %d", name, mb, mostWorker)
		}
	}
	if workers == 0 {
		t.Error("no workers were seen")
	}
	if got := len(values(t, filepath.Join(dir, "out-records-00000-of-00001.beve"))); got != records {
		t.Errorf("%d records, want %d", got, records)
	}
}
