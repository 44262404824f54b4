package zebrapack_test

import (
	"testing"

	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/internal/unionkit"
	"github.com/beve-org/beve-go/zebrapack"
)

// What becomes of the values of the vectors. Not read are structs in tuples, whose elements are of type any, and cases that
// keep others, without a Raw. Without ids values of several structs without a name are alike, since empty members are left out.
const roundTrips = `adjacent, 4 flattened, 6 not read, 400 the same
external, 4 flattened, 4 not read, 197 the same
internal, 4 flattened, 10 not read, 348 the same
untagged, 44 another value, 308 the same
`

// TestUnionVectors writes and reads the values that serde and Glaze write.
func TestUnionVectors(t *testing.T) {
	got := unionkit.RoundTrips(t, "../testdata/unions",
		func(set *typeset.Set, v any) ([]byte, error) {
			return zebrapack.EncodeOptions{Types: set}.Marshal(v)
		},
		func(set *typeset.Set, data []byte, v any) error {
			return zebrapack.DecodeOptions{Types: set}.Unmarshal(data, v)
		})
	if got != roundTrips {
		t.Errorf("%snot\n%s", got, roundTrips)
	}
}
