package msgpack_test

import (
	"encoding/hex"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/msgpack"
)

// TestUnionVectors reads and writes what serde writes for enums.
func TestUnionVectors(t *testing.T) {
	testkit.RunUnions(t, "../testdata/unions", &testkit.UnionFormat{
		Name:   "msgpack_named",
		Inputs: "msgpack",
		Written: func(c *testkit.UnionCase) []byte {
			b, err := hex.DecodeString(c.MsgpackNamed)
			if err != nil || len(b) == 0 {
				return nil
			}
			return b
		},
		Input: func(in *testkit.UnionInput) []byte { return testkit.Hex(t, in.Input) },
		Marshal: func(set *typeset.Set, v any) ([]byte, error) {
			return msgpack.EncodeOptions{Types: set}.Marshal(v)
		},
		Unmarshal: func(set *typeset.Set, data []byte, v any, strict bool) error {
			return msgpack.DecodeOptions{Types: set, RejectUnknown: strict, RequireAll: true}.Unmarshal(data, v)
		},
		Meaning: func(data []byte) (string, error) {
			text, err := msgpack.Raw(data).MarshalJSON()
			return string(text), err
		},
		Choices: "testdata/unions.choices",
	})
}
