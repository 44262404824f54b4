package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	beve "github.com/beve-org/beve-go"
)

type request struct {
	Time   string `json:"time"`
	Host   string `json:"host"`
	Path   string `json:"path"`
	Status int    `json:"status"`
	Bytes  int64  `json:"bytes"`
}

const perFile = 5000

// requestAt returns request i, of one of three days.
func requestAt(i int) request {
	at := time.Date(2025, 3, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(i%3)*24*time.Hour + time.Duration(i)*time.Millisecond)
	return request{at.Format(time.RFC3339Nano), fmt.Sprintf("host-%d.example.org", i*i%7), fmt.Sprintf("/orders/%d", i), 200 + i%4*100, int64(i)}
}

// writeFile writes the requests from one on, compressed, as the sink of beambeve does.
func writeFile(t *testing.T, name string, from int) {
	t.Helper()
	enc := beve.NewEncoder(nil)
	for i := range perFile {
		if err := enc.Encode(requestAt(from + i)); err != nil {
			t.Fatal(err)
		}
	}
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, w.EncodeAll(enc.Bytes(), nil), 0o600); err != nil {
		t.Fatal(err)
	}
}

// python returns a Python that has pyiceberg and DuckDB, in an environment of the user's cache.
func python(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("pyiceberg is installed where it is missing")
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip("no folder for a Python environment: ", err)
	}
	env := filepath.Join(cache, "beve-go", "iceberg")
	python := filepath.Join(env, "bin", "python")
	if exec.Command(python, "-c", "import duckdb, pyarrow, pyiceberg").Run() == nil {
		return python
	}
	for _, args := range [][]string{{"python3", "-m", "venv", env}, {python, "-m", "pip", "install", "-q", "duckdb", "pyiceberg[pyarrow]"}} {
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Skipf("pyiceberg cannot be had: %v\n%s", err, out)
		}
	}
	return python
}

// Another program finds in the table what was written: totals by DuckDB over all that
// pyiceberg reads, and the rows of one day, for which it opens no file of another.
func TestOthersReadTheTable(t *testing.T) {
	python := python(t)
	dir := t.TempDir()
	lake := filepath.Join(dir, "lake")
	for commit := range 2 {
		for shard := range 2 {
			n := commit*2 + shard
			writeFile(t, filepath.Join(dir, fmt.Sprintf("%d-requests-%05d.beve.zst", commit, shard)), n*perFile)
		}
		if err := run(t.Context(), filepath.Join(dir, fmt.Sprintf("%d-requests-*", commit)), lake); err != nil {
			t.Fatal(err)
		}
	}
	metadata, err := filepath.Glob(filepath.Join(lake, "logs", "requests", "metadata", "v3*.metadata.json"))
	if err != nil || len(metadata) != 1 {
		t.Fatalf("metadata %q, %v; want one of version 3, that of a table after two commits", metadata, err)
	}
	got, err := exec.Command(python, "testdata/totals.py", metadata[0], "2025-03-02").Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, err.(*exec.ExitError).Stderr)
	}
	type total struct{ requests, status, bytes int64 }
	totals, ofDay := map[string]total{}, 0
	for i := range 4 * perFile {
		r := requestAt(i)
		sum := totals[r.Host]
		totals[r.Host] = total{sum.requests + 1, sum.status + int64(r.Status), sum.bytes + r.Bytes}
		if strings.HasPrefix(r.Time, "2025-03-02") {
			ofDay++
		}
	}
	var want bytes.Buffer
	for i := range 7 {
		host := fmt.Sprintf("host-%d.example.org", i)
		if sum, ok := totals[host]; ok {
			fmt.Fprintln(&want, host, sum.requests, sum.status, sum.bytes)
		}
	}
	// Each of four files has made one of each day.
	fmt.Fprintln(&want, "2025-03-02", ofDay, "rows in", 4, "of", 12, "files")
	if string(got) != want.String() {
		t.Errorf("others read\n%s\nwant\n%s", got, &want)
	}
}

// A file with a value that its column cannot hold is an error with row and path, and the
// table has nothing of the other files.
func TestTableHasAllFilesOrNone(t *testing.T) {
	dir := t.TempDir()
	lake := filepath.Join(dir, "lake")
	writeFile(t, filepath.Join(dir, "requests-0.beve.zst"), 0)
	bad, err := beve.Marshal(map[string]any{"time": "2025-03-01T00:00:00Z", "host": "h", "status": 1 << 40})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "requests-1.beve"), bad, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), filepath.Join(dir, "requests-*"), lake); err == nil || !strings.Contains(err.Error(), "/status") {
		t.Errorf("error %v, want one of /status", err)
	}
	requests, err := open(t.Context(), lake)
	if err != nil {
		t.Fatal(err)
	}
	if requests.CurrentSnapshot() != nil {
		t.Error("the table has a snapshot")
	}
}
