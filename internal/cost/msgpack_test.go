package cost_test

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/cost"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/msgpack/msgp/setof"
	"github.com/beve-org/beve-go/zebrapack"
)

func TestMsgPack(t *testing.T) {
	judge(t, msgpackEntries(), cost.MsgPackFamilies())
}

// Structs for numbered fields.
type (
	numbered struct {
		A int32     `zid:"0"`
		K *numbered `zid:"1" msg:"k"`
	}
	keeping struct {
		A    int32              `zid:"0"`
		Rest map[int64]msgp.Raw `msg:",unknown"`
	}
	keepingNames struct {
		A    int32
		Rest map[string]msgp.Raw `msg:",unknown"`
	}
)

func msgpackEntries() []cost.Entry {
	var all []cost.Entry
	add := func(name string, run func(data []byte) error) {
		// Each part of a view is asked for, and a raw value of another format is made of each element.
		calls := strings.Contains(name, "NewView, ") || strings.Contains(name, "NewDecoder, ") || strings.Contains(name, "ElementsAt") || strings.Contains(name, "[]engine.Raw") || strings.Contains(name, "[]json.RawMessage")
		all = append(all, cost.Entry{Name: name, Formats: []string{cost.MsgPack}, Maps: true, Calls: calls,
			Run: func(data []byte) (int, error) { return 0, run(data) }})
	}
	output := func(name string, run func(data []byte) (int, error)) {
		all = append(all, cost.Entry{Name: name, Formats: []string{cost.MsgPack}, Run: run})
	}
	strict := msgpack.DecodeOptions{RejectUnknown: true, RejectDuplicates: true, RequireAll: true}
	for _, target := range []reflect.Type{
		reflect.TypeFor[any](), reflect.TypeFor[[]any](), reflect.TypeFor[map[string]any](), reflect.TypeFor[[]map[string]any](),
		reflect.TypeFor[map[any]any](), reflect.TypeFor[map[[1]any]any](), reflect.TypeFor[map[int]any](), reflect.TypeFor[map[float64]any](),
		reflect.TypeFor[some](), reflect.TypeFor[[]some](), reflect.TypeFor[[]*small](), reflect.TypeFor[struct{}](), reflect.TypeFor[[]struct{}](),
		reflect.TypeFor[linked](), reflect.TypeFor[linkedSlice](), reflect.TypeFor[linkedMap](), alike, reflect.TypeFor[keepingNames](),
		reflect.TypeFor[msgp.Raw](), reflect.TypeFor[[]msgp.Raw](), reflect.TypeFor[map[string]msgp.Raw](), reflect.TypeFor[[]msgp.Number](),
		reflect.TypeFor[json.RawMessage](), reflect.TypeFor[[]json.RawMessage](), reflect.TypeFor[[]beve.Raw](), reflect.TypeFor[[]json.Number](),
		reflect.TypeFor[int](), reflect.TypeFor[string](), reflect.TypeFor[[]int](), reflect.TypeFor[[]string](), reflect.TypeFor[[][]byte](),
		reflect.TypeFor[[]time.Time](), reflect.TypeFor[[]complex128](), reflect.TypeFor[[]float32](), reflect.TypeFor[[][0]int](),
	} {
		add("msgpack.Unmarshal into "+name(target), func(data []byte) error { return msgpack.Unmarshal(data, reflect.New(target).Interface()) })
		add("msgpack.DecodeOptions.Unmarshal into "+name(target), func(data []byte) error {
			return strict.Unmarshal(data, reflect.New(target).Interface())
		})
	}
	for _, target := range []reflect.Type{reflect.TypeFor[any](), reflect.TypeFor[[]numbered](), reflect.TypeFor[numbered](), reflect.TypeFor[keeping](),
		reflect.TypeFor[[]keeping](), reflect.TypeFor[map[int]any](), reflect.TypeFor[map[[1]any]any]()} {
		add("zebrapack.Unmarshal into "+name(target), func(data []byte) error { return zebrapack.Unmarshal(data, reflect.New(target).Interface()) })
		add("zebrapack.DecodeOptions.Unmarshal into "+name(target), func(data []byte) error {
			return zebrapack.DecodeOptions{RejectUnknown: true, RejectDuplicates: true}.Unmarshal(data, reflect.New(target).Interface())
		})
	}
	for _, target := range []reflect.Type{reflect.TypeFor[any](), reflect.TypeFor[[]small](), reflect.TypeFor[some]()} {
		drain := func(d *msgpack.Decoder) error {
			v := reflect.New(target).Interface()
			for {
				if err := d.Decode(v); err != nil {
					return notEOF(err)
				}
			}
		}
		add("msgpack.NewDecoder into "+name(target), func(data []byte) error { return drain(msgpack.NewDecoder(stream(data))) })
	}
	addTokensOfMsgPack(add)
	add("zebrapack.NewDecoder", func(data []byte) error {
		d := zebrapack.NewDecoder(stream(data))
		for {
			if err := d.Decode(new(any)); err != nil {
				return notEOF(err)
			}
		}
	})
	add("msgpack.NewDecoderBytes", func(data []byte) error {
		d := msgpack.NewDecoderBytes(data)
		for d.More() {
			if err := d.Decode(new(any)); err != nil {
				return err
			}
		}
		return nil
	})
	add("zebrapack.NewDecoderBytes", func(data []byte) error {
		d := zebrapack.NewDecoderBytes(data)
		for d.More() {
			if _, err := d.ViewRaw(); err != nil {
				return err
			}
		}
		return nil
	})
	add("zebrapack.Valid", func(data []byte) error { zebrapack.Valid(data); return nil })
	add("msgpack.Valid", func(data []byte) error { msgpack.Valid(data); return nil })
	add("msgpack.Validate", func(data []byte) error {
		return msgpack.Validate(data, msgpack.ValidateOptions{UTF8: true, Duplicates: true, Canonical: true, Timestamps: true})
	})
	add("msgpack.Validate, keys", func(data []byte) error { return msgpack.Validate(data, msgpack.ValidateOptions{Duplicates: true}) })
	add("msgpack.NewView, every part", func(data []byte) error {
		v, err := msgpack.NewView(data)
		if err == nil {
			walkMsgPack(v)
		}
		return err
	})
	add("msgpack.NewView, errors of elements", func(data []byte) error {
		v, err := msgpack.NewView(data)
		if err != nil {
			return err
		}
		n := 0
		for e := range v.Elements() {
			if n++; n%40 == 0 {
				_, err = e.Time()
			}
		}
		for m := range v.Members() {
			if n++; n%40 == 0 {
				m.Key.Time() //nolint:errcheck // as below
				_, err = m.Value.Time()
			}
		}
		return err
	})
	add("msgpack.View.At", func(data []byte) error {
		v, err := msgpack.NewView(data)
		if err == nil {
			_, err = v.At("/k/k/0/k")
		}
		return err
	})
	add("msgpack.View.Key", func(data []byte) error {
		v, err := msgpack.NewView(data)
		if err == nil {
			_, err = v.Key("kk")
		}
		return err
	})
	add("msgp.ReadIntfBytes", func(data []byte) error { _, _, err := msgp.ReadIntfBytes(data); return err })
	add("msgp.ReadAnyBytes", func(data []byte) error { _, _, err := msgp.ReadAnyBytes(data); return err })
	add("msgp.ReadMapStrIntfBytes", func(data []byte) error { _, _, err := msgp.ReadMapStrIntfBytes(data, nil); return err })
	add("msgp.ReadMapStrStrBytes", func(data []byte) error { _, _, err := msgp.ReadMapStrStrBytes(data, nil); return err })
	add("msgp.Skip", func(data []byte) error { _, err := msgp.Skip(data); return err })
	add("msgp.HasKey", func(data []byte) error { msgp.HasKey("kk", data); return nil })
	add("msgp.Locate", func(data []byte) error { msgp.Locate("kk", data); return nil })
	output("msgp.Remove", func(data []byte) (int, error) { return len(msgp.Remove("k", bytes.Clone(data))), nil })
	output("msgp.Replace", func(data []byte) (int, error) { return len(msgp.Replace("k", bytes.Clone(data), []byte{0xC0})), nil })
	output("msgp.CopyReplace", func(data []byte) (int, error) { return len(msgp.CopyReplace("k", data, []byte{0xC0})), nil })
	output("msgp.UnmarshalAsJSON", func(data []byte) (int, error) {
		var c counter
		_, err := msgp.UnmarshalAsJSON(&c, data)
		return int(c), err
	})
	add("msgp.ReadDecodable", func(data []byte) error { _, err := msgp.ReadDecodable(data, new(msgp.Raw)); return err })
	add("setof.String.UnmarshalMsg", func(data []byte) error { _, err := new(setof.String).UnmarshalMsg(data); return err })
	add("setof.Int.UnmarshalMsg", func(data []byte) error { _, err := new(setof.Int).UnmarshalMsg(data); return err })
	add("setof.Uint8.DecodeMsg", func(data []byte) error { return msgp.Decode(stream(data), new(setof.Uint8)) })
	output("msgp.ReadJSONMethod", func(data []byte) (int, error) {
		var text json.RawMessage
		_, err := msgp.ReadJSONMethod(data, &text)
		return len(text), err
	})
	output("msgp.CopyToJSON", func(data []byte) (int, error) {
		var c counter
		_, err := msgp.CopyToJSON(&c, iotest.HalfReader(stream(data)))
		return int(c), err
	})
	add("msgp.NewReader, any", func(data []byte) error {
		r := msgp.NewReader(stream(data))
		for {
			if _, err := r.ReadIntf(); err != nil {
				return notEOF(err)
			}
		}
	})
	add("msgp.NewReader, skipped", func(data []byte) error {
		r := msgp.NewReader(stream(data))
		for {
			if err := r.Skip(); err != nil {
				return notEOF(err)
			}
		}
	})
	add("msgp.NewReader, copied", func(data []byte) error {
		r := msgp.NewReader(stream(data))
		for {
			if _, err := r.CopyNext(new(counter)); err != nil {
				return notEOF(err)
			}
		}
	})
	schema, err := zebrapack.SchemaOf[numbered]()
	if err != nil {
		panic(err)
	}
	loose := zebrapack.TranslateOptions{AllowUnnamed: true}
	output("zebrapack.ToJSON", func(data []byte) (int, error) { out, err := zebrapack.ToJSON(schema, data); return len(out), err })
	output("zebrapack.ToMsgpack", func(data []byte) (int, error) { out, err := zebrapack.ToMsgpack(schema, data); return len(out), err })
	output("zebrapack.TranslateOptions.ToJSON", func(data []byte) (int, error) { out, err := loose.ToJSON(schema, data); return len(out), err })
	add("zebrapack.Decode", func(data []byte) error { _, err := zebrapack.Decode(schema, data); return err })
	add("zebrapack.ParseSchema", func(data []byte) error { _, err := zebrapack.ParseSchema(data); return err })
	return all
}

func notEOF(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// walkMsgPack reads every part of v.
func walkMsgPack(v msgpack.View) {
	switch v.Kind() {
	case msgpack.KindArray:
		for e := range v.Elements() {
			walkMsgPack(e)
		}
	case msgpack.KindMap:
		for m := range v.Members() {
			walkMsgPack(m.Key)
			walkMsgPack(m.Value)
		}
	}
	if v.Kind() == msgpack.KindStr {
		v.ViewText() //nolint:errcheck // it is one
	}
}
