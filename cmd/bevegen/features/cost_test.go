package features

import (
	"bytes"
	"fmt"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/cost"
)

// TestGeneratedReadersCostInProportion holds generated code to the cost law, from memory
// and from streams.
func TestGeneratedReadersCostInProportion(t *testing.T) {
	var entries []cost.Entry
	for _, zero := range all() {
		add := func(name string, read func(v generated, data []byte) error) {
			entries = append(entries, cost.Entry{Name: fmt.Sprintf("%s %T", name, zero), Formats: []string{cost.BEVE}, Maps: true, Names: true,
				Run: func(data []byte) (int, error) { return 0, read(fresh(zero), data) }})
		}
		add("UnmarshalBEVE of", func(v generated, data []byte) error { return v.UnmarshalBEVE(data) })
		if !testing.Short() {
			add("a stream of", func(v generated, data []byte) error { return beve.NewDecoder(bytes.NewReader(data)).Decode(v) })
		}
	}
	cost.Check(t, entries, cost.BEVEFamilies(), cost.Usual())
}
