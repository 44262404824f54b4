//go:build unix

// Readers in Python of what the sink has written: alone, and as a job of Spark.

package cluster

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
)

var pyspark = flag.Bool("pyspark", false, "install PySpark, which takes 430 MB, and run the job of examples/spark")

const exampleSpark = "../../../examples/spark"

func TestPythonReadsShards(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	if exec.Command("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 10))").Run() != nil {
		t.Skip("python3 is missing, or older than 3.10")
	}
	d := newDataset(t)
	counts := map[string]int{}
	for name, all := range d.want {
		for _, raw := range all {
			var r struct {
				Key string `json:"key"`
			}
			if err := beve.Unmarshal([]byte(raw), &r); err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(name, "-records-") {
				counts[r.Key]++
			}
		}
	}
	var want strings.Builder
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintln(&want, key, counts[key])
	}
	cmd := exec.Command("python3", "shards.py", filepath.Join(d.dir, "expected-records-*"), "key")
	cmd.Dir = exampleSpark
	cmd.Env = append(os.Environ(), "PYTHONPATH=../../python/src", "PYTHONDONTWRITEBYTECODE=1")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, err.(*exec.ExitError).Stderr)
	}
	if string(out) != want.String() {
		t.Errorf("Python counts\n%s\nwant\n%s", out, want.String())
	}
}

// pysparkEnvironment returns the folder of the programs of an environment with PySpark and the
// package beve, in the user's cache.
func pysparkEnvironment(t *testing.T) string {
	t.Helper()
	if !*pyspark {
		t.Skip("PySpark is large: -pyspark installs it, once, and runs this test")
	}
	if _, err := exec.LookPath("java"); err != nil {
		t.Skip("java is missing: install a JRE, such as openjdk-17-jre-headless")
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	env := filepath.Join(cache, "beve-go", "pyspark")
	bin := filepath.Join(env, "bin")
	python, err := filepath.Abs("../../../python")
	if err != nil {
		t.Fatal(err)
	}
	// The package is built from a copy, so that nothing is left in the checkout.
	source := filepath.Join(t.TempDir(), "python")
	if err := os.CopyFS(source, os.DirFS(python)); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"python3", "-m", "venv", env},
		{filepath.Join(bin, "python"), "-m", "pip", "install", "-q", "-r", filepath.Join(exampleSpark, "requirements.txt")},
		{filepath.Join(bin, "python"), "-m", "pip", "install", "-q", "--force-reinstall", "--no-deps", source},
	} {
		command(t, args[0], args[1:]...)
	}
	return bin
}

func TestSparkReadsShards(t *testing.T) {
	bin := pysparkEnvironment(t)
	const lines = 50_000
	dir := t.TempDir()
	want := writeLog(t, filepath.Join(dir, "log.ndjson"), lines)
	out := filepath.Join(dir, "out")
	command(t, build(t, "../../../examples/etl"), "-input", filepath.Join(dir, "*.ndjson"), "-output", out)
	cmd := exec.Command(filepath.Join(bin, "spark-submit"), "--master", "local[2]", "--py-files", "shards.py,source.py", "totals.py", out+"-requests-*")
	cmd.Dir = exampleSpark
	cmd.Env = append(os.Environ(), "PYSPARK_PYTHON="+filepath.Join(bin, "python"), "PYTHONDONTWRITEBYTECODE=1")
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, last(string(err.(*exec.ExitError).Stderr), 30))
	}
	got := map[string]total{}
	for line := range strings.Lines(string(text)) {
		var sum total
		if err := json.Unmarshal([]byte(line), &sum); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		got[sum.Host] = sum
	}
	if !maps.Equal(got, want) {
		t.Errorf("totals %v, want %v", got, want)
	}
}
