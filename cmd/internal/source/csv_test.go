package source

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/translator"
)

// TestEveryCellIsAValue: whatever a cell holds, BEVE can hold what is read of it.
func TestEveryCellIsAValue(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	cells := []string{"", "007", "1e400", "1e-400", "-0", "0e5", "0.0e-400", "3.141592653589793238", strings.Repeat("9", 60), strings.Repeat("9", 36), "true", "NaN", "1.5", "-12"}
	for range 20_000 {
		b := make([]byte, r.IntN(40))
		for i := range b {
			b[i] = "0123456789012345678901234567890123456789.e-+E"[r.IntN(45)]
		}
		cells = append(cells, string(b))
	}
	for _, text := range cells {
		json := appendCell(nil, cell{text: []byte(text)})
		if _, err := translator.FromJSON(json); err != nil {
			t.Errorf("%s is read as %s: %v", text, json, err)
		}
	}
	for text, number := range map[string]bool{"1.5": true, "-12": true, "0.1": true, "1e3": true, "007": false, "1e400": false, "3.141592653589793238": false, "3.141592653589793": true} {
		if Bare([]byte(text)) != number {
			t.Errorf("%s: a number is %v", text, !number)
		}
	}
}
