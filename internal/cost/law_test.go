package cost

import (
	"math"
	"runtime"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
)

// The law has to find what is against it: work that grows by a power of the length, and
// work that is slow throughout. It must acquit what is in proportion, and what only grows
// as the memory of the machine does.
func TestLawTellsGrowth(t *testing.T) {
	if !Timed() {
		t.Skip("times mean nothing in this build")
	}
	work := func(steps int) {
		x := uint32(1)
		for range steps {
			x = x*1664525 + 1013904223
		}
		runtime.KeepAlive(x)
	}
	// What is guilty is so by far: maps, which the law asks how fast the machine is, may be disturbed by other programs
	// where work without memory is not.
	for _, c := range []struct {
		name   string
		steps  func(n int) int
		sizes  int
		guilty bool
	}{
		{"in proportion", func(n int) int { return 20 * n }, 3, false},
		{"slow", func(n int) int { return 2000 * n }, 2, true},
		{"quadratic", func(n int) int { return n * (n / 4096) }, 3, true},
		{"by a power of 1.5", func(n int) int { return n * int(math.Sqrt(float64(n))) / 3 }, 4, true},
	} {
		judge(t, &Entry{Name: c.name, Run: func(data []byte) (int, error) {
			work(c.steps(len(data)))
			return 0, nil
		}}, c.sizes, c.guilty)
	}
	// What maps cost grows where others use the caches of the processor, too.
	judge(t, &Entry{Name: "maps", Parts: true, Run: func(data []byte) (int, error) {
		fillMaps(len(data), uint64(100*len(data)))
		return 0, nil
	}}, 4, false)
}

// judge gives the law time to find out about e, where other programs use the machine.
func judge(t *testing.T, e *Entry, sizes int, guilty bool) {
	t.Helper()
	var p pair
	if !testkit.Patiently(func() bool {
		p = pair{entry: e, family: &Family{Name: "bytes", Make: func(size int) []byte { return make([]byte, size) }}}
		measure(t, &p, sizes)
		return p.guilty() == guilty
	}) {
		t.Errorf("%s: guilty is %v: %s", e.Name, !guilty, p.times())
	}
}

// measure takes the time of the first sizes.
func measure(t *testing.T, p *pair, sizes int) {
	t.Helper()
	for i := range sizes {
		took, _ := p.first(t, i)
		p.took = append(p.took, took)
	}
	p.again(3, 2*longest)
}
