package cost_test

import (
	"slices"
	"testing"

	"github.com/beve-org/beve-go/internal/cost"
	"github.com/beve-org/beve-go/internal/testkit"
)

// maxGuarded is the longest input that is read next to memory that must not be.
const maxGuarded = 300

// TestReadersStayWithinTheirInput gives every entry the start of every hostile input, of
// every length, once so that it ends in front of memory that cannot be read and once so
// that it begins after such memory.
func TestReadersStayWithinTheirInput(t *testing.T) {
	families := slices.Concat(cost.BEVEFamilies(), cost.JSONFamilies(), cost.DeepJSONFamilies())
	step := 7
	if sampled() || !cost.Timed() {
		step = 41
	}
	page := testkit.Guarded(t, 4096)
	all := entries()
	for i := range families {
		f := &families[i]
		whole := f.Make(maxGuarded)
		whole = whole[:min(len(whole), maxGuarded)]
		for at, e := range all {
			if !slices.Contains(e.Formats, f.Format) {
				continue
			}
			// Every length is reached by some entries, and by each after a few families.
			for n := (at + i) % step; n <= len(whole); n += step {
				end, start := page[len(page)-n:], page[:n:n]
				copy(end, whole)
				e.Run(end)
				copy(start, whole)
				e.Run(start)
			}
			end := page[len(page)-len(whole):]
			copy(end, whole)
			e.Run(end)
		}
	}
}
