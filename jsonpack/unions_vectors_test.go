package jsonpack_test

import (
	"testing"

	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/internal/unionkit"
	"github.com/beve-org/beve-go/jsonpack"
)

// What becomes of the values of the vectors. Not written are nil and types that no schema describes: maps, tuples, those
// that contain themselves, and cases that a tag cannot stand beside.
const roundTrips = `adjacent, 4 flattened, 172 not written, 234 the same
external, 4 flattened, 88 not written, 113 the same
internal, 4 flattened, 186 not written, 172 the same
untagged, 172 not written, 180 the same
`

// TestUnionVectors writes and reads the values that serde and Glaze write.
func TestUnionVectors(t *testing.T) {
	got := unionkit.RoundTrips(t, "../testdata/unions",
		func(set *typeset.Set, v any) ([]byte, error) {
			schema, err := jsonpack.NewJSONPack().AddSchema("x", v, jsonpack.LittleEndian, set)
			if err != nil {
				return nil, err
			}
			return schema.Encode(v)
		},
		func(set *typeset.Set, data []byte, v any) error {
			schema, err := jsonpack.NewJSONPack().AddSchema("x", v, jsonpack.LittleEndian, set)
			if err != nil {
				return err
			}
			return schema.Decode(data, v)
		})
	if got != roundTrips {
		t.Errorf("%snot\n%s", got, roundTrips)
	}
}
