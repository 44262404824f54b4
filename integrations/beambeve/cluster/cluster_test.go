//go:build unix

// What the tests share: a cluster, programs, results held to those of a run in one process.

package cluster

import (
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	beve "github.com/beve-org/beve-go"
)

var (
	schedules = flag.Int("schedules", 3, "how many seeded schedules of failures to run")
	seed      = flag.Int64("seed", 4, "seed of the first schedule")
	long      = flag.Bool("long", false, "run tests that take minutes of processors, too")
)

// started returns what start returns, which is closed when the test ends, and skips the
// test where there is nothing to start.
func started(t *testing.T, start func(ctx context.Context, dir string) (*Cluster, error)) *Cluster {
	t.Helper()
	if testing.Short() {
		t.Skip("starts processes of Java, and fetches them the first time")
	}
	c, err := start(t.Context(), t.TempDir())
	if errors.Is(err, ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Close()
		if t.Failed() {
			t.Log(c.Logs(25))
		}
	})
	return c
}

func flink(ctx context.Context, dir string) (*Cluster, error) {
	return Flink(ctx, dir, Options{TaskManagers: 2})
}

// build builds the program of a folder.
func build(t *testing.T, folder string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), filepath.Base(folder))
	cmd := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, ".")
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// command runs a program to its end.
func command(t *testing.T, program string, args ...string) {
	t.Helper()
	if out, err := exec.Command(program, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", program, err, last(string(out), 12))
	}
}

// within bounds one run of a pipeline.
func within(t *testing.T, limit time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	t.Cleanup(cancel)
	return ctx
}

// values returns the values of a file, as their bytes, sorted.
func values(t *testing.T, name string) (all []string) {
	t.Helper()
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
	dec := beve.NewDecoder(in)
	for {
		raw, err := dec.ViewRaw()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, string(raw))
	}
	slices.Sort(all)
	return all
}

// results returns the values of each file of a prefix that is neither an index nor
// temporary, by what follows the prefix.
func results(t *testing.T, prefix string) map[string][]string {
	t.Helper()
	names, err := filepath.Glob(prefix + "*")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for _, name := range names {
		if !strings.HasSuffix(name, ".index") && !strings.HasSuffix(name, ".tmp") {
			all[strings.TrimPrefix(name, prefix)] = values(t, name)
		}
	}
	return all
}

// sameResults fails the test where files differ, or values of a file.
func sameResults(t *testing.T, got, want map[string][]string) {
	t.Helper()
	if len(want) == 0 {
		t.Fatal("no results to compare with")
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("a file too many: %s", name)
		}
	}
	for name, all := range want {
		if !slices.Equal(got[name], all) {
			t.Errorf("%s: %d values, want %d, or others", name, len(got[name]), len(all))
		}
	}
}
