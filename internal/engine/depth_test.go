package engine

import (
	"bytes"
	"errors"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

type chain struct {
	Next *chain         `json:"n"`
	Map  map[string]any `json:"m,omitempty"`
	List []chain        `json:"l,omitempty"`
}

// TestGreatestDepthFitsTheStack decodes and encodes values as deep as Limits can
// allow, through every kind of codec that recurses.
func TestGreatestDepthFitsTheStack(t *testing.T) {
	// Structs take a level for themselves; slices of them one more.
	const most = fault.MaxMaxDepth - 4
	object := func(key string) []byte { return wire.AppendText(wire.AppendObject(nil, 1), key) }
	for _, c := range []struct {
		name   string
		prefix []byte
		per    int
		target any
	}{
		{"any array", wire.AppendArray(nil, 1), 1, new(any)},
		{"any object", object("k"), 1, new(any)},
		{"type tag", []byte{0x0E, 0}, 1, new(any)},
		{"struct", object("n"), 1, new(chain)},
		{"map", object("m"), 1, new(chain)},
		{"slice", append(object("l"), wire.AppendArray(nil, 1)...), 2, new(chain)},
		{"nested maps", append(object("k"), object("k")...), 2, new(map[string]map[string]any)},
	} {
		data := append(bytes.Repeat(c.prefix, most/c.per), 0x00)
		o := DecodeOptions{Limits: Limits{MaxDepth: 1 << 30}, LegacyTypeTag: c.name == "type tag"}
		if err := o.Unmarshal(data, c.target); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if c.name == "type tag" {
			continue
		}
		b, err := EncodeOptions{MaxDepth: 1 << 30}.Marshal(c.target)
		if err != nil || len(b) < len(data)/2 {
			t.Errorf("%s: %d bytes, %v", c.name, len(b), err)
		}
		deeper := append(bytes.Repeat(c.prefix, 2*most/c.per), 0x00)
		if err := o.Unmarshal(deeper, c.target); !errors.Is(err, fault.ErrDepth) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
