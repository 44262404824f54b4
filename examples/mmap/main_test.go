package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

func TestReadingIsOfWhatIsAskedFor(t *testing.T) {
	const size = 64
	path := filepath.Join(t.TempDir(), "stations.beve")
	var out strings.Builder
	if err := run(&out, path, size); err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for i := range 4 {
		sum += math.Sin(float64(i))
	}
	x := math.Sin(3)
	lines := strings.Split(out.String(), "\n")
	for i, want := range []string{
		"written in ", "index of 4 stations\t", "event 12345 of station 3\t",
		"samples 1000000 to 1000002: [" + f(x+1_000_000) + " " + f(x+1_000_001) + " " + f(x+1_000_002) + "]\t",
		"sum of the first samples: " + f(sum) + "\t",
	} {
		if !strings.HasPrefix(lines[i], want) {
			t.Errorf("line %d is %q, want %q", i, lines[i], want)
		}
	}
	var own, mapped, whole int
	_, err := fmt.Sscanf(lines[5], "%d KiB of memory more, %d KiB of pages mapped, of %d", &own, &mapped, &whole)
	if err != nil || whole < size*900 || own > 2<<10 || mapped > whole/2 || runtime.GOOS == "linux" && mapped == 0 {
		t.Errorf("%v in %q", err, lines[5])
	}
}

func f(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }

// Neither writing nor reading makes room for the file on the heap.
func TestMemoryDoesNotGrowWithTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "stations.beve")
	allocated := func(what func() error) int {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := what(); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return int(after.TotalAlloc - before.TotalAlloc)
	}
	allocated(func() error { return generate(path, 2) })
	if n := allocated(func() error { return read(os.Stderr, path) }); n > 1<<20 {
		t.Errorf("reading allocated %d bytes", n)
	}
}
