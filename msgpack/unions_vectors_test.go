package msgpack_test

import (
	"encoding/hex"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/internal/unionkit"
	"github.com/beve-org/beve-go/msgpack"
)

// TestUnionVectors reads and writes what serde writes for enums, with names.
func TestUnionVectors(t *testing.T) {
	f := unionFormat("msgpack_named", func(c *unionkit.UnionCase) string { return c.MsgpackNamed })
	f.Inputs, f.Input = "msgpack", func(in *unionkit.UnionInput) []byte { return testkit.Hex(t, in.Input) }
	f.Choices = "testdata/unions.choices"
	unionkit.RunUnions(t, "../testdata/unions", f)
}

// TestUnionVectorsOfTuples does so with structs that are arrays, as serde writes them by default.
func TestUnionVectorsOfTuples(t *testing.T) {
	f := unionFormat("msgpack_positional", func(c *unionkit.UnionCase) string { return c.MsgpackPositional })
	f.Tuples = true
	f.Choices = "testdata/unions_tuples.choices"
	unionkit.RunUnions(t, "../testdata/unions", f)
}

func unionFormat(name string, written func(c *unionkit.UnionCase) string) *unionkit.UnionFormat {
	return &unionkit.UnionFormat{
		Name: name,
		Written: func(c *unionkit.UnionCase) []byte {
			b, err := hex.DecodeString(written(c))
			if err != nil || len(b) == 0 {
				return nil
			}
			return b
		},
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
	}
}
