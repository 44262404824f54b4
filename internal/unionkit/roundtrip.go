package unionkit

import (
	"fmt"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/typeset"
)

// RoundTrips writes the values of the vectors in folder in a format for which no source has bytes, and reads them again. It
// returns what came of them, a line for each form of union.
func RoundTrips(t *testing.T, folder string, marshal func(set *typeset.Set, v any) ([]byte, error),
	unmarshal func(set *typeset.Set, data []byte, v any) error) string {
	counts := map[string]map[string]int{}
	note := func(form, outcome string) {
		if counts[form] == nil {
			counts[form] = map[string]int{}
		}
		counts[form][outcome]++
	}
	for _, file := range UnionFiles(t, folder) {
		for i := range file.Cases {
			c := &file.Cases[i]
			g := file.Group(c.Group, false)
			if g.Unsupported != "" {
				note(file.Tagging, "flattened")
				continue
			}
			name := file.Source + " " + file.Tagging + " " + c.Name
			p, err := g.Make(c.Root, c.Value)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			data, err := marshal(g.Set, p.Interface())
			if err != nil {
				note(file.Tagging, "not written")
				t.Logf("%s: %v", name, err)
				continue
			}
			back, _ := g.Make(c.Root, c.Value) // what a target holds is not there afterwards
			if err := unmarshal(g.Set, data, back.Interface()); err != nil {
				note(file.Tagging, "not read")
				t.Logf("%s: %x: %v", name, data, err)
			} else if difference := g.Differs(back, c.Root, c.Value); difference != "" {
				note(file.Tagging, "another value")
				t.Logf("%s: %x: %s", name, data, difference)
			} else {
				note(file.Tagging, "the same")
			}
		}
	}
	var b strings.Builder
	for _, form := range SortedKeys(counts) {
		b.WriteString(form)
		for _, outcome := range SortedKeys(counts[form]) {
			fmt.Fprintf(&b, ", %d %s", counts[form][outcome], outcome)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
