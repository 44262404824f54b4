package beve_test

import (
	"encoding/hex"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/internal/unionkit"
	"github.com/beve-org/beve-go/translator"
)

// TestUnionVectors reads and writes what serde and Glaze write for enums and variants.
func TestUnionVectors(t *testing.T) {
	unionkit.RunUnions(t, "testdata/unions", &unionkit.UnionFormat{
		Name: "beve",
		Written: func(c *unionkit.UnionCase) []byte {
			b, err := hex.DecodeString(c.BEVE)
			if err != nil || len(b) == 0 {
				return nil
			}
			return b
		},
		Input: func(in *unionkit.UnionInput) []byte { return testkit.Hex(t, in.Input) },
		Marshal: func(set *typeset.Set, v any) ([]byte, error) {
			return beve.EncodeOptions{Types: set, FixedWidth: true}.Marshal(v)
		},
		Unmarshal: func(set *typeset.Set, data []byte, v any, strict bool) error {
			return beve.DecodeOptions{Types: set, RejectUnknown: strict, Strict: true, RequireAll: true}.Unmarshal(data, v)
		},
		Meaning: func(data []byte) (string, error) {
			text, err := translator.ToJSON(data)
			return string(text), err
		},
		Choices: "testdata/unions/beve.choices",
	})
}
