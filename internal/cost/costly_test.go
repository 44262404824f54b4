package cost_test

import (
	"bytes"
	"crypto/x509"
	"math/big"
	"reflect"
	"regexp"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/cost"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/jsonpack"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/zebrapack"
)

// TestCostlyTexts reads texts into the types of the standard library whose methods cost more than the length of the text, by
// every way into a value.
func TestCostlyTexts(t *testing.T) {
	var all []cost.Entry
	addCostly[big.Int](&all)
	addCostly[big.Float](&all)
	addCostly[big.Rat](&all)
	addCostly[regexp.Regexp](&all)
	addCostly[x509.OID](&all)
	addCostly[struct{ big.Rat }](&all)
	addCostly[struct{ big.Int }](&all)
	addCostly[struct{ regexp.Regexp }](&all)
	judge(t, all, cost.CostlyFamilies())
}

// held is what holds a T where decoding meets it.
type held[T any] struct {
	V T `json:"v" zid:"0"`
}

func addCostly[T any](all *[]cost.Entry) {
	of := reflect.TypeFor[T]().String()
	add := func(name, format string, run func(data []byte) error) {
		*all = append(*all, cost.Entry{Name: name + " into []" + of, Formats: []string{format}, Maps: true,
			Run: func(data []byte) (int, error) { return 0, run(data) }})
	}
	add("beve.Unmarshal", cost.BEVETexts, func(data []byte) error { return beve.Unmarshal(data, new([]T)) })
	add("beve.Decoder.Decode", cost.BEVETexts, func(data []byte) error { return beve.NewDecoder(bytes.NewReader(data)).Decode(new([]*T)) })
	add("beve.Elements", cost.BEVETexts, func(data []byte) error { return drained(beve.Elements[T](bytes.NewReader(data))) })
	add("beve.View.Decode", cost.BEVETexts, func(data []byte) error {
		v, err := beve.NewView(data)
		if err != nil {
			return err
		}
		return v.Decode(new([]*T))
	})
	add("beve.Decoder.Token", cost.BEVETexts, func(data []byte) error {
		d := beve.NewDecoder(bytes.NewReader(data))
		_, err := d.Token()
		for err == nil && d.More() {
			err = d.Decode(new(T))
		}
		return err
	})

	add("msgpack.Unmarshal", cost.MsgPackTexts, func(data []byte) error { return msgpack.Unmarshal(data, new([]T)) })
	add("msgpack.Codec.Unmarshal", cost.MsgPackTexts, func(data []byte) error { return msgpack.CodecOf[[]*T]().Unmarshal(data, new([]*T)) })
	add("msgpack.Decoder.Decode", cost.MsgPackTexts, func(data []byte) error { return msgpack.NewDecoder(bytes.NewReader(data)).Decode(new([]*T)) })
	add("msgpack.ElementsAt", cost.MsgPackTexts, func(data []byte) error { return drained(msgpack.ElementsAt[T](bytes.NewReader(data), "")) })
	add("msgpack.View.Decode", cost.MsgPackTexts, func(data []byte) error {
		v, err := msgpack.NewView(data)
		if err != nil {
			return err
		}
		return v.Decode(new([]*T))
	})
	add("msgpack.Decoder.Token", cost.MsgPackTexts, func(data []byte) error {
		d := msgpack.NewDecoder(bytes.NewReader(data))
		_, err := d.Token()
		for err == nil && d.More() {
			err = d.Decode(new(T))
		}
		return err
	})
	add("zebrapack.Unmarshal", cost.MsgPackTexts, func(data []byte) error { return zebrapack.Unmarshal(data, new([]T)) })
	add("zebrapack.Decoder.Decode", cost.MsgPackTexts, func(data []byte) error { return zebrapack.NewDecoder(bytes.NewReader(data)).Decode(new([]*T)) })
	add("zebrapack.Unmarshal of a struct", cost.MsgPackTexts, func(data []byte) error {
		return zebrapack.Unmarshal(append([]byte{0x81, 0}, data...), new(held[[]T]))
	})

	add("json.Unmarshal", cost.JSONTexts, func(data []byte) error { return json.Unmarshal(data, new([]T)) })
	add("json.DecodeOptions.Unmarshal", cost.JSONTexts, func(data []byte) error {
		return json.DecodeOptions{Limits: json.Limits{MaxElements: 1 << 30}}.Unmarshal(data, new([]*T))
	})
	add("json.Decoder.Decode", cost.JSONTexts, func(data []byte) error { return json.NewDecoder(bytes.NewReader(data)).Decode(new([]*T)) })
	add("json.ElementsAt", cost.JSONTexts, func(data []byte) error { return drained(json.ElementsAt[T](bytes.NewReader(data), "")) })
	add("json.Decoder.Token", cost.JSONTexts, func(data []byte) error {
		d := json.NewDecoder(bytes.NewReader(data))
		_, err := d.Token()
		for err == nil && d.More() {
			err = d.Decode(new(T))
		}
		return err
	})
	add("json.Parse", cost.JSONTexts, func(data []byte) error { _, err := json.Parse(data, new([]T), 0); return err })

	schema, err := jsonpack.NewJSONPack().AddSchema(of, `{"type":"array","items":{"type":"string"}}`)
	if err != nil {
		panic(err)
	}
	add("jsonpack.Schema.Decode", cost.PackedTexts, func(data []byte) error { return schema.Decode(data, new([]T)) })
	add("jsonpack.Decoder.Decode", cost.PackedTexts, func(data []byte) error { return jsonpack.NewDecoder(bytes.NewReader(data), schema).Decode(new([]*T)) })
}
