package cost_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/beve-org/beve-go/internal/cost"
	"github.com/beve-org/beve-go/iso8601"
	"github.com/beve-org/beve-go/jsonpack"
)

func TestJSONPack(t *testing.T) {
	judge(t, jsonpackEntries(), append(append(cost.PackedFamilies(), cost.PackedSchemaFamilies()...), cost.JSONFamilies()...))
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
		add("jsonpack.NewDecoder of single bytes of "+what, cost.Packed, func(data []byte) (int, error) {
			d := jsonpack.NewDecoder(iotest.OneByteReader(bytes.NewReader(data)), schema)
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
