package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/klauspost/compress/zstd"

	beve "github.com/beve-org/beve-go"
)

func TestMain(m *testing.M) { ptest.Main(m) }

// readFiles returns the values of the files that match.
func readFiles[T any](t *testing.T, pattern string) (all []T) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: files %v, %v", pattern, files, err)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		in := io.Reader(f)
		if strings.HasSuffix(name, ".zst") {
			z, err := zstd.NewReader(f)
			if err != nil {
				t.Fatal(err)
			}
			defer z.Close()
			in = z
		}
		for v, err := range beve.Elements[T](in) {
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, v)
		}
	}
	return all
}

func TestSampleToTotals(t *testing.T) {
	dir := t.TempDir()
	logs := filepath.Join(dir, "sample.ndjson")
	if err := os.WriteFile(logs, []byte(sample), 0o600); err != nil {
		t.Fatal(err)
	}
	p, s := beam.NewPipelineWithRoot()
	out := filepath.Join(dir, "out")
	build(s, textio.Read(s, logs), out, 3)
	if err := ptest.Run(p); err != nil {
		t.Fatal(err)
	}

	requests := readFiles[Request](t, out+"-requests-*-of-00003.beve.zst")
	if len(requests) != 10 || !slices.Contains(requests, Request{"2025-03-01T12:00:05Z", "api.example.org", "/orders/17", 500, 91}) {
		t.Errorf("requests %v", requests)
	}
	totals := readFiles[Total](t, out+"-totals-00000-of-00001.beve")
	slices.SortFunc(totals, func(a, b Total) int { return strings.Compare(a.Host, b.Host) })
	want := []Total{
		{"api.example.org", 5, 2, 2300},
		{"shop.example.org", 4, 0, 60400},
		{"static.example.org", 1, 0, 1048576},
	}
	if !slices.Equal(totals, want) {
		t.Errorf("totals %v, want %v", totals, want)
	}
	rejected, err := os.ReadFile(out + "-rejected.txt")
	if err != nil || strings.Count(string(rejected), "\n") != 2 || !strings.Contains(string(rejected), "rebooted by hand") {
		t.Errorf("rejected %q, %v", rejected, err)
	}
}
