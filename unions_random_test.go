package beve_test

import (
	stdjson "encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/unionkit"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/jsonpack"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/types"
	"github.com/beve-org/beve-go/zebrapack"
)

// unionFormats write and read values of unions.
var unionFormats = map[string]struct {
	marshal   func(set *types.Set, v any) ([]byte, error)
	unmarshal func(set *types.Set, data []byte, v any) error
}{
	"beve": {
		func(set *types.Set, v any) ([]byte, error) { return beve.EncodeOptions{Types: set}.Marshal(v) },
		func(set *types.Set, data []byte, v any) error {
			return beve.DecodeOptions{Types: set}.Unmarshal(data, v)
		},
	},
	"json": {
		func(set *types.Set, v any) ([]byte, error) { return json.EncodeOptions{Types: set}.Marshal(v) },
		func(set *types.Set, data []byte, v any) error {
			return json.DecodeOptions{Types: set}.Unmarshal(data, v)
		},
	},
	"msgpack": {
		func(set *types.Set, v any) ([]byte, error) { return msgpack.EncodeOptions{Types: set}.Marshal(v) },
		func(set *types.Set, data []byte, v any) error {
			return msgpack.DecodeOptions{Types: set}.Unmarshal(data, v)
		},
	},
	"zebrapack": {
		func(set *types.Set, v any) ([]byte, error) { return zebrapack.EncodeOptions{Types: set}.Marshal(v) },
		func(set *types.Set, data []byte, v any) error {
			return zebrapack.DecodeOptions{Types: set}.Unmarshal(data, v)
		},
	},
	"jsonpack": {
		func(set *types.Set, v any) ([]byte, error) {
			schema, err := jsonpack.NewJSONPack().AddSchema("x", v, set)
			if err != nil {
				return nil, err
			}
			return schema.Encode(v)
		},
		func(set *types.Set, data []byte, v any) error {
			schema, err := jsonpack.NewJSONPack().AddSchema("x", v, set)
			if err != nil {
				return err
			}
			return schema.Decode(data, v)
		},
	},
}

// TestRandomUnions writes and reads random values of all types of the vectors of unions in all formats. What one format reads
// is what the others do, and the JSON of the BEVE is the JSON that is written at once.
func TestRandomUnions(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 7))
	read := map[string]int{}
	for _, file := range unionkit.UnionFiles(t, "testdata/unions") {
		for _, group := range unionkit.SortedKeys(file.Types) {
			g := file.Group(group, false)
			if g.Unsupported != "" {
				continue
			}
			for range 12 {
				roots := g.Roots()
				root := roots[rng.IntN(len(roots))]
				value := g.Random(rng, root, 6)
				p, err := g.Make(root, value)
				if err != nil {
					t.Fatal(file.Source, group, root, err)
				}
				data := map[string][]byte{}
				for name, f := range unionFormats {
					where := []any{file.Source, file.Tagging, group, root, name}
					if data[name], err = f.marshal(g.Set, p.Interface()); err != nil {
						continue
					}
					back := reflect.New(p.Type().Elem())
					if err := f.unmarshal(g.Set, data[name], back.Interface()); err != nil {
						// Elements of tuples are of type any, and what keeps other cases is no Raw.
						if !g.Mentions("tuple") && (name != "zebrapack" || !g.Mentions("other")) {
							t.Error(append(where, err)...)
						}
						continue
					}
					read[name]++
					if difference := g.Differs(back, root, value); difference != "" && !g.Mentions("untagged") && !g.Mentions("tuple") {
						t.Error(append(where, difference)...)
					}
				}
				if (data["beve"] == nil) != (data["json"] == nil) || (data["beve"] == nil) != (data["msgpack"] == nil) {
					t.Errorf("%s %s %s %s: written as %d formats", file.Source, file.Tagging, group, root, len(data))
				}
				if data["beve"] == nil || g.Mentions("list<u8>") { // bytes are base64 in JSON, and numbers in BEVE
					continue
				}
				var a, b any
				text, err := translator.ToJSON(data["beve"])
				if err != nil || stdjson.Unmarshal(text, &a) != nil || stdjson.Unmarshal(data["json"], &b) != nil || !reflect.DeepEqual(a, b) {
					t.Errorf("%s %s %s %s: %s, not %s, %v", file.Source, file.Tagging, group, root, text, data["json"], err)
				}
			}
		}
	}
	for name, least := range map[string]int{"beve": 3000, "json": 3000, "msgpack": 3000, "zebrapack": 3000, "jsonpack": 2000} {
		if read[name] < least {
			t.Errorf("%s: only %d values are read: %v", name, read[name], read)
		}
	}
}
