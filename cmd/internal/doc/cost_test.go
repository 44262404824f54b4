package doc

import (
	"testing"

	"github.com/beve-org/beve-go/internal/cost"
	"github.com/beve-org/beve-go/wire"
)

// everything looks at each part of a document.
func everything(n Node) {
	switch n.Kind() {
	case Array, Object:
		for _, child := range n.Children() {
			everything(child)
		}
	case String:
		_ = n.Text()
	case Number:
		_ = n.Number()
	}
}

// TestDocumentsCostInProportion holds what the command line looks into to the cost law.
func TestDocumentsCostInProportion(t *testing.T) {
	document := func(use func(d *Doc) int) func(data []byte) (int, error) {
		return func(data []byte) (int, error) {
			d, err := New(data, wire.Limits{}, false)
			if err != nil {
				return 0, err
			}
			return use(d), nil
		}
	}
	cost.Check(t, []cost.Entry{
		{Name: "doc.New", Formats: []string{cost.BEVE}, Maps: true, Names: true, Calls: true,
			Run: document(func(*Doc) int { return 0 })},
		{Name: "every part", Formats: []string{cost.BEVE}, Maps: true, Names: true, Calls: true,
			Run: document(func(d *Doc) int { everything(d.Root()); return 0 })},
		{Name: "children as BEVE", Formats: []string{cost.BEVE}, Maps: true, Names: true, Calls: true, Run: document(func(d *Doc) int {
			size := 0
			var b []byte
			for _, child := range d.Root().Children() {
				b = child.AppendBEVE(b[:0])
				size += len(b)
			}
			return size
		})},
	}, cost.BEVEFamilies(), cost.Usual())
}
