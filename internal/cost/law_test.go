package cost

import (
	"math"
	"runtime"
	"testing"
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
	bytes := Family{Name: "bytes", Make: func(size int) []byte { return make([]byte, size) }}
	for _, c := range []struct {
		name   string
		steps  func(n int) int
		sizes  int
		guilty bool
	}{
		{"in proportion", func(n int) int { return 20 * n }, 3, false},
		{"slow", func(n int) int { return 300 * n }, 3, true},
		{"quadratic", func(n int) int { return n * n / 4096 }, 3, true},
		{"by a power of 1.5", func(n int) int { return n * int(math.Sqrt(float64(n))) / 7 }, 4, true},
	} {
		p := pair{entry: &Entry{Name: c.name, Run: func(data []byte) (int, error) {
			work(c.steps(len(data)))
			return 0, nil
		}}, family: &bytes}
		measure(t, &p, c.sizes)
		if p.guilty() != c.guilty {
			t.Errorf("%s: guilty is %v: %s", c.name, !c.guilty, p.times())
		}
	}
	// What a map costs grows where others use the caches of the processor, too.
	var plain pair
	for range 3 {
		plain = pair{entry: &plainMap, family: &bytes}
		measure(t, &plain, 4)
		if !plain.guilty() {
			return
		}
	}
	t.Errorf("the map that growth is compared with is guilty: %s", plain.times())
}

// measure takes the time of the first sizes.
func measure(t *testing.T, p *pair, sizes int) {
	t.Helper()
	for i := range sizes {
		took, _ := p.first(t, i)
		p.took = append(p.took, took)
	}
	p.again(3)
}
