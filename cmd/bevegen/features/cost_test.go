package features

import (
	"bytes"
	"fmt"
	"reflect"
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
		// What a null makes of memory is what the program's type takes.
		if list := reflect.SliceOf(reflect.TypeOf(zero).Elem()); list.Elem().Size() < 64 {
			add("Unmarshal into a slice of", func(_ generated, data []byte) error { return beve.Unmarshal(data, reflect.New(list).Interface()) })
		}
		if !testing.Short() {
			add("a stream of", func(v generated, data []byte) error { return beve.NewDecoder(bytes.NewReader(data)).Decode(v) })
		}
	}
	cost.Check(t, entries, cost.BEVEFamilies(), cost.Usual())
}
