package json_test

import (
	"testing"

	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/internal/unionkit"
	"github.com/beve-org/beve-go/json"
)

// TestUnionVectors reads and writes what serde and Glaze write for enums and variants.
func TestUnionVectors(t *testing.T) {
	unionkit.RunUnions(t, "../testdata/unions", &unionkit.UnionFormat{
		Name: "json",
		Written: func(c *unionkit.UnionCase) []byte {
			if c.JSON == nil || c.JSONDefect != nil {
				return nil
			}
			return []byte(*c.JSON)
		},
		Input: func(in *unionkit.UnionInput) []byte { return []byte(in.Input) },
		Marshal: func(set *typeset.Set, v any) ([]byte, error) {
			return json.EncodeOptions{Types: set, NoEscapeHTML: true}.Marshal(v)
		},
		Unmarshal: func(set *typeset.Set, data []byte, v any, strict bool) error {
			o := json.DecodeOptions{Types: set, Strict: true, RequireAll: true, Flags: json.UseInt64} // for the tuples, which hold any
			if strict {
				o.Flags |= json.DisallowUnknownFields
			}
			return o.Unmarshal(data, v)
		},
		Meaning: func(data []byte) (string, error) { return string(data), nil },
		Choices: "../testdata/unions/json.choices",
	})
}
