package beve_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/jsonpack"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/zebrapack"
)

// oddKey is a key that text can make incomparable.
type oddKey struct{ X any }

func (k *oddKey) UnmarshalText(text []byte) error {
	k.X = []string{string(text)}
	return nil
}

func (k oddKey) MarshalText() ([]byte, error) { return []byte("k"), nil }

type oddStruct struct {
	A  any              `zid:"0" json:"a"`
	P  *oddStruct       `zid:"1" json:"p"`
	M  map[[1]any]any   `zid:"2" json:"-" msg:"m" beve:"-"`
	E  error            `zid:"3" json:"e"`
	F  func()           `zid:"-" json:"-" msg:"-" beve:"-"`
	I  fmt.Stringer     `zid:"4" json:"i"`
	T  *time.Time       `zid:"5" json:"t"`
	S  []map[string]any `zid:"6" json:"s"`
	un int
}

// oddTargets are values that a program can hand to a verb, most of them by mistake.
func oddTargets() []any {
	var held any = []int{1}
	self := any(nil)
	self = &self
	var stringer fmt.Stringer
	return []any{
		nil, (*int)(nil), (*oddStruct)(nil), (**oddStruct)(nil), (*any)(nil), (*map[string]any)(nil), (*[]any)(nil), 0, "", 1.5, []int(nil),
		oddStruct{un: 1}, &oddStruct{}, &oddStruct{I: time.Duration(1), E: io.EOF}, new(*oddStruct), new(any), &held, self, new(error), &stringer,
		new(chan int), make(chan int), func() {}, new(func()), new(complex64), new(map[[1]any]any), new(map[any]any), new(map[oddKey]any),
		new(map[struct{ X fmt.Stringer }]int), new([0]int), new([3]*int), new([]struct{}), new(struct{}), new(uintptr), new([]chan int), new(map[string]func()),
		reflect.Value{}, reflect.ValueOf(1), new(reflect.Value), new(time.Time), (*time.Time)(nil), new(json.Number), new(json.RawMessage),
		new(beve.Raw), new(msgp.Raw), (*msgp.Raw)(nil), new(msgp.RawExtension), (*msgp.RawExtension)(nil), new(map[float64]int), new(***int),
		map[any]any{math.NaN(): 1, [1]any{1}: 2, 3: nil}, map[float64]int{math.NaN(): 1}, map[[1]any]any{{nil}: nil}, map[oddKey]int{{X: 1}: 1},
		[]any{nil, (*int)(nil), map[any]any{}, func() {}}, errors.New("x"), errors.New, struct{ error }{}, struct{ *oddStruct }{}, new(struct{ *oddStruct }),
		new(struct{ fmt.Stringer }), new(struct{ X, y any }), map[string]any{"k": func() {}}, [][]any{{[]any{make(chan int)}}},
	}
}

// calm runs f, which may fail in any way but by a panic.
func calm(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s panics: %v", what, r)
		}
	}()
	f()
}

// TestOddValuesAreErrors hands what nobody should to every verb that writes or reads.
func TestOddValuesAreErrors(t *testing.T) {
	pack := jsonpack.NewJSONPack()
	schemas := []*jsonpack.Schema{}
	for _, text := range []string{
		`{"type":"object","properties":{"a":{"type":"string"},"p":{"type":"array","items":{"type":"int8"}}},"order":["a","p"]}`,
		`{"type":"array","items":{"type":"object","properties":{},"order":[]}}`, `{"type":"array","items":{"type":"string"}}`,
	} {
		s, err := pack.AddSchema(text, text)
		if err != nil {
			t.Fatal(err)
		}
		schemas = append(schemas, s)
	}
	texts := []string{"", "null", "0", "1e999", `"x"`, "true", "[]", `[1,"x",null,[{}]]`, "{}", `{"a":{"b":[]},"p":{"p":null},"e":1,"i":{},"t":"x","s":[{}]}`, `{"1":{"2":[]}}`, "[[[", `{"`}
	packed := [][]byte{nil, {0xC0}, {0x01}, {0xA1, 'x'}, {0x90}, {0x92, 1, 0xC0}, {0x80}, {0x81, 0x91, 0x90, 0xC0}, {0x81, 0x90, 0xC0}, {0x81, 0x80, 0xC0},
		{0x81, 0xC4, 1, 1, 0xC0}, {0x82, 0x91, 0x81, 0xA0, 0x90, 1, 2, 3}, {0x81, 2, 0x81, 0x91, 0x90, 0xC0}, {0x81, 0xA1, 'm', 0x81, 0x91, 0x90, 0xC0},
		{0x81, 0xCB, 0x7F, 0xF8, 0, 0, 0, 0, 0, 1, 0xC0}, {0x81, 0xD4, 0x44, 0, 0xC0}, {0xC1}, {0x81, 0xC0, 0xC0}, {0x81, 0xD6, 0xFF, 0, 0, 0, 1, 0xC0}, {0xDD}}
	for i := range oddTargets() {
		name := fmt.Sprintf("value %d, a %T,", i, oddTargets()[i])
		write := func(what string, f func(v any)) { calm(t, name+" by "+what, func() { f(oddTargets()[i]) }) }
		write("beve.Marshal", func(v any) { beve.Marshal(v) })
		write("json.Marshal", func(v any) { json.Marshal(v) })
		write("json.Append", func(v any) { json.Append(nil, v, 0) })
		write("json.Encoder", func(v any) { json.NewEncoder(io.Discard).Encode(v) })
		write("msgpack.Marshal", func(v any) { msgpack.Marshal(v) })
		write("msgpack.EncodeOptions", func(v any) { msgpack.EncodeOptions{Deterministic: true}.Append(nil, v) })
		write("msgpack.Encoder", func(v any) { msgpack.NewEncoder(io.Discard).Encode(v) })
		write("zebrapack.Marshal", func(v any) { zebrapack.Marshal(v) })
		write("msgp.AppendIntf", func(v any) { msgp.AppendIntf(nil, v) })
		write("msgp.GuessSize", func(v any) { msgp.GuessSize(v) })
		write("msgp.Writer", func(v any) { msgp.NewWriter(io.Discard).WriteIntf(v) })
		write("jsonpack.AddSchema", func(v any) { jsonpack.NewJSONPack().AddSchema("x", v) })
		write("jsonpack.ValidateSchema", func(v any) { jsonpack.ValidateSchema(v) })
		for _, s := range schemas {
			write("jsonpack.Encode", func(v any) { s.Encode(v) })
			write("jsonpack.EncodeTo", func(v any) { s.EncodeTo(v, new([]byte)) })
			for _, data := range [][]byte{nil, {0}, {1, 0}, {1, 'x', 2, 1, 2}, {2, 1, 'x', 0}} {
				write("jsonpack.Decode", func(v any) { s.Decode(data, v) })
				write("jsonpack.NewDecoder", func(v any) { jsonpack.NewDecoder(bytes.NewReader(data), s).Decode(v) })
			}
		}
		for _, text := range texts {
			write("json.Unmarshal of "+text, func(v any) { json.Unmarshal([]byte(text), v) })
			write("json.Parse of "+text, func(v any) { json.Parse([]byte(text), v, json.UseBigInt|json.ZeroCopy) })
			write("json.DecodeOptions of "+text, func(v any) { json.DecodeOptions{Flags: json.DisallowUnknownFields}.Unmarshal([]byte(text), v) })
			write("json.Decoder of "+text, func(v any) { json.NewDecoder(bytes.NewReader([]byte(text))).Decode(v) })
			if view, err := json.NewView([]byte(text)); err == nil {
				write("json.View of "+text, func(v any) { view.Decode(v) })
			}
			for _, s := range schemas {
				calm(t, "jsonpack.FromJSON of "+text, func() { s.FromJSON([]byte(text)) })
			}
			if data, err := beve.Marshal(json.RawMessage(text)); err == nil {
				write("beve.Unmarshal of "+text, func(v any) { beve.Unmarshal(data, v) })
			}
		}
		for _, data := range packed {
			what := fmt.Sprintf(" of % x", data)
			write("msgpack.Unmarshal"+what, func(v any) { msgpack.Unmarshal(data, v) })
			write("msgpack.DecodeOptions"+what, func(v any) {
				msgpack.DecodeOptions{RejectDuplicates: true, RejectUnknown: true, RequireAll: true, NoCopy: true}.Unmarshal(data, v)
			})
			write("msgpack.Decoder"+what, func(v any) { msgpack.NewDecoder(bytes.NewReader(data)).Decode(v) })
			write("zebrapack.Unmarshal"+what, func(v any) { zebrapack.Unmarshal(data, v) })
			write("zebrapack.Decoder"+what, func(v any) { zebrapack.NewDecoder(bytes.NewReader(data)).Decode(v) })
			if view, err := msgpack.NewView(data); err == nil {
				write("msgpack.View"+what, func(v any) { view.Decode(v) })
			}
		}
	}
	for _, data := range packed {
		calm(t, fmt.Sprintf("functions of msgp on % x", data), func() {
			msgp.ReadIntfBytes(data)
			msgp.ReadMapStrIntfBytes(data, nil)
			msgp.NewReader(bytes.NewReader(data)).ReadIntf()
			msgp.UnmarshalAsJSON(io.Discard, data)
			msgp.Locate("x", data)
			msgp.Remove("x", bytes.Clone(data))
			msgp.Replace("x", bytes.Clone(data), nil)
			msgp.StructName(data)
			zebrapack.ParseSchema(data)
		})
	}
}

// TestZeroViewsFail asks the zero values of views for what they do not have.
func TestZeroViewsFail(t *testing.T) {
	calm(t, "zero views", func() {
		var j json.View
		j.At("/x")
		j.String()
		j.Int64()
		j.Decode(nil)
		j.Decode(new(any))
		for range j.Elements() {
		}
		for range j.Members() {
		}
		j.ViewRaw()
		var m msgpack.View
		m.At("/x")
		m.Time()
		m.Raw()
		m.Len()
		m.Decode(nil)
		m.Key("x")
		m.Index(0)
		m.Path()
		for range m.Elements() {
		}
		for range m.Members() {
		}
	})
}

// endless points at itself or at nothing: there is no value at its end.
type endless *endless

// TestPointersWithoutEnd decodes into pointers that lead to no value, which must end all the same.
func TestPointersWithoutEnd(t *testing.T) {
	type row struct {
		P endless   `json:"p" zid:"0"`
		Q **endless `json:"q" zid:"1"`
	}
	type value struct {
		P any `json:"p" zid:"0"`
		Q any `json:"q" zid:"1"`
	}
	for name, f := range map[string]struct {
		marshal   func(any) ([]byte, error)
		unmarshal func([]byte, any) error
	}{
		"beve": {beve.Marshal, beve.Unmarshal}, "extended": {beve.MarshalTyped, beve.Unmarshal}, "json": {json.Marshal, json.Unmarshal},
		"msgpack": {msgpack.Marshal, msgpack.Unmarshal}, "zebrapack": {zebrapack.Marshal, zebrapack.Unmarshal},
	} {
		for _, v := range []value{{P: 1}, {Q: 1}, {P: "x"}, {Q: map[string]any{"p": 1}}, {P: []any{1}}} {
			data, err := f.marshal([]value{v, v})
			if err != nil {
				t.Fatal(err)
			}
			var self endless
			self = &self
			for _, target := range []*[]row{new([]row), {{P: self}, {P: self}}} {
				if err := f.unmarshal(data, target); err == nil {
					t.Errorf("%s: %+v fits", name, v)
				}
			}
		}
		data, err := f.marshal([]row{{}})
		if err != nil {
			t.Fatal(err)
		}
		var self endless
		self = &self
		got := []row{{P: self}}
		if err := f.unmarshal(data, &got); err != nil || got[0].P != nil {
			t.Errorf("%s: null: %v, %v", name, got, err)
		}
	}
	if _, err := jsonpack.NewJSONPack().AddSchema("p", row{}); err == nil {
		t.Error("jsonpack: a schema of pointers without end")
	}
}
