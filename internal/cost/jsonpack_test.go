package cost_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/cost"
	"github.com/beve-org/beve-go/iso8601"
	"github.com/beve-org/beve-go/jsonpack"
)

func TestJSONPack(t *testing.T) {
	judge(t, jsonpackEntries(), slices.Concat(cost.PackedFamilies(), cost.PackedSchemaFamilies(), cost.JSONFamilies(), packedUnionFamilies()))
}

// packedUnion is the schema of a list of unions of two cases that look alike, with unions within them, and a unit.
func packedUnion(form string) string {
	union := func(inner string) string {
		object := func(last string) string {
			return `{"type":"object","properties":{"K":{"type":"array","items":` + inner + `},"N":{"type":"` + last + `"}},"order":["K","N"]}`
		}
		return `{"type":"oneOf",` + form + `,"ids":["fork","spoon","tip"],"oneOf":[` + object("uint8") + `,` + object("string") + `,null]}`
	}
	return `{"type":"array","items":` + union(union(union(`{"type":"bool"}`))) + `}`
}

// packedUnionFamilies are texts of what packedUnion describes.
func packedUnionFamilies() []cost.Family {
	list := func(one string) func(size int) []byte {
		return func(size int) []byte { return []byte("[" + strings.Repeat(one+",", size/len(one)) + one + "]") }
	}
	families := []cost.Family{
		{Name: "packed unions", Make: list(`{"t":"fork","K":[],"N":1}`)},
		{Name: "packed unions, ids last", Make: list(`{"K":[{"K":[{"K":[true],"N":"x","t":"spoon"}],"N":1,"t":"fork"}],"N":"x","t":"spoon"}`)},
		{Name: "packed unions without ids", Make: list(`{"K":[{"K":[{"K":[true],"N":"x"}],"N":"y"}],"N":"z"}`)},
		{Name: "packed unions without ids, long", Make: func(size int) []byte {
			return []byte(`[{"K":[` + strings.Repeat(`{"K":[],"N":"x"},`, size/20) + `{"K":[],"N":"x"}],"N":"z"}]`)
		}},
		{Name: "packed unions by names", Make: list(`{"spoon":{"K":[{"fork":{"K":["tip"],"N":1}},"tip"],"N":"x"}}`)},
		{Name: "packed unions, ids twice", Make: list(`{"t":"fork","K":[],"N":1,"t":"fork"}`)},
		{Name: "packed contents first", Make: list(`{"c":[1,2,3],"t":"a"}`)},
	}
	for i := range families {
		families[i].Format = cost.JSON
	}
	return families
}

func jsonpackEntries() []cost.Entry {
	var all []cost.Entry
	add := func(name, format string, run func(data []byte) (int, error)) {
		all = append(all, cost.Entry{Name: name, Formats: []string{format}, Maps: true, Run: run})
	}
	none := func(err error) (int, error) { return 0, err }
	// Names are the program's, and what they cost in JSON is as well.
	long := strings.Repeat("k", 40)
	for what, text := range map[string]string{
		"lists of lists": `{"type":"array","items":{"type":"array","items":{"type":"uint8"}}}`,
		"objects":        `{"type":"array","items":{"type":"object","properties":{"A":{"type":"int8"},"k":{"type":"string"}},"order":["A","k"]}}`,
		"long names":     `{"type":"array","items":{"type":"object","properties":{"` + long + `":{"type":"string"}},"order":["` + long + `"]}}`,
		"nothing":        `{"type":"array","items":{"type":"object","properties":{},"order":[]}}`,
		"texts":          `{"type":"array","items":{"type":"string"}}`,
		"unions":         packedUnion(`"tag":"t"`),
		"named unions":   packedUnion(`"notNull":true`),
		"loose unions":   packedUnion(`"untagged":true`),
		"wide unions":    `{"type":"array","items":{"type":"oneOf","tag":"t","content":"c","ids":["a","b"],"oneOf":[{"type":"array","items":{"type":"uint8"}},null]}}`,
	} {
		schema, err := jsonpack.NewJSONPack().AddSchema(what, text)
		if err != nil {
			panic(err)
		}
		add("jsonpack.Schema.Decode of "+what+" into any", cost.Packed, func(data []byte) (int, error) { return none(schema.Decode(data, new(any))) })
		add("jsonpack.DecodeOptions.Unmarshal of "+what, cost.Packed, func(data []byte) (int, error) {
			return none(jsonpack.DecodeOptions{ValidUTF8: true}.Unmarshal(schema, data, new(any)))
		})
		add("jsonpack.Schema.DecodePrefix of "+what, cost.Packed, func(data []byte) (int, error) {
			_, err := schema.DecodePrefix(data, new([]any))
			return 0, err
		})
		add("jsonpack.Schema.ToJSON of "+what, cost.Packed, func(data []byte) (int, error) {
			out, err := schema.ToJSON(data)
			return len(out), err
		})
		add("jsonpack.NewDecoder of "+what, cost.Packed, func(data []byte) (int, error) {
			d := jsonpack.NewDecoder(stream(data), schema)
			for {
				if err := d.Decode(new(any)); err != nil {
					return none(notEOF(err))
				}
			}
		})
		add("jsonpack.NewDecoderBytes of "+what, cost.Packed, func(data []byte) (int, error) {
			d := jsonpack.NewDecoderBytes(data, schema)
			for {
				if err := d.Skip(); err != nil {
					return none(notEOF(err))
				}
			}
		})
		add("jsonpack.Schema.FromJSON of "+what, cost.JSON, func(data []byte) (int, error) {
			out, err := schema.FromJSON(data)
			return len(out), err
		})
	}
	objects, err := jsonpack.NewJSONPack().AddSchema("objects", []small{})
	if err == nil {
		add("jsonpack.Schema.Unmarshal into structs", cost.Packed, func(data []byte) (int, error) {
			return none(objects.Unmarshal(data, reflect.New(reflect.TypeFor[[]small]()).Interface()))
		})
	}
	add("jsonpack.JSONPack.AddSchema", cost.PackedSchema, func(data []byte) (int, error) {
		s, err := jsonpack.NewJSONPack().AddSchema("k", data)
		if err == nil {
			_, err = s.GetSchemaDef()
		}
		return none(err)
	})
	add("jsonpack.JSONPack.AddSchema of any text", cost.JSON, func(data []byte) (int, error) {
		_, err := jsonpack.NewJSONPack().AddSchema("k", data)
		return none(err)
	})
	add("jsonpack.ValidateSchema", cost.PackedSchema, func(data []byte) (int, error) { return none(jsonpack.ValidateSchema(data)) })
	add("iso8601.Parse", cost.JSON, func(data []byte) (int, error) {
		text := string(data)
		for _, prefix := range []string{"", "2024-01-01T00:00:00.", "P", "P1", "PT0."} {
			iso8601.Parse(prefix + text)         //nolint:errcheck // only what it costs counts
			iso8601.ParseDuration(prefix + text) //nolint:errcheck // as above
		}
		_, err := iso8601.ParseBytes(data)
		return none(err)
	})
	add("iso8601.ParseDuration", cost.JSON, func(data []byte) (int, error) { _, err := iso8601.ParseDuration(string(data)); return none(err) })
	return all
}
