package jsonpack_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/jsonpack"
)

func TestSchemasAreKeptByName(t *testing.T) {
	p := jsonpack.NewJSONPack()
	first, err := p.AddSchema("", object("a", "int8"))
	if err != nil || p.GetSchema("") != first || first.Name != "" {
		t.Fatal(err)
	}
	second, err := p.AddSchema("", object("b", "int8"))
	if err != nil || p.GetSchema("") != second {
		t.Fatal(err)
	}
	if _, err := p.AddSchema("", "{"); err == nil || p.GetSchema("") != second {
		t.Errorf("a definition that fails replaces one that does not: %v", err)
	}
	if data, err := first.Encode(map[string]int{"a": 1}); err != nil || !bytes.Equal(data, []byte{1}) {
		t.Errorf("a schema that was replaced: %x, %v", data, err)
	}
	if _, err := p.AddSchema("other", textDocument{}); err != nil {
		t.Fatal(err)
	}
	schemas, defs, texts := p.GetAllSchemas(), p.GetAllSchemaDefs(), p.GetAllSchemaDefTexts()
	if len(schemas) != 2 || len(defs) != 2 || len(texts) != 2 || schemas["other"].Name != "other" ||
		!reflect.DeepEqual(defs["other"], &jsonpack.SchemaDef{Type: "object", Properties: map[string]*jsonpack.SchemaDef{"s": {Type: "string"}}, Order: []string{"s"}}) {
		t.Errorf("%v, %v, %s", schemas, defs, texts)
	}
	clear(schemas)
	if p.GetSchema("other") == nil {
		t.Error("clearing the result of GetAllSchemas clears the schemas")
	}
	if err := p.RemoveSchema("other"); err != nil || p.GetSchema("other") != nil {
		t.Error(err)
	}
	p.Reset()
	if p.GetSchema("") != nil {
		t.Error("there is a schema after Reset")
	}
	_, errDef := p.GetSchemaDef("x")
	_, errText := p.GetSchemaDefText("x")
	_, errEncode := p.Encode("x", 1)
	_, errMarshal := p.Marshal("x", 1)
	for i, err := range []error{errDef, errText, errEncode, errMarshal, p.EncodeTo("x", 1, new([]byte)), p.Decode("x", nil, nil),
		p.Unmarshal("x", nil, nil), p.RemoveSchema("x")} {
		var missing *jsonpack.SchemaNonExistError
		if !errors.As(err, &missing) || missing.Name != "x" || err.Error() != "jsonpack: schema definition 'x' does not exist" {
			t.Errorf("call %d: %v", i, err)
		}
	}
}

func TestTheZeroJSONPackHoldsNothing(t *testing.T) {
	var p jsonpack.JSONPack
	p.Reset()
	all := p.GetAllSchemas()
	all["mine"] = nil // the map is the caller's
	if p.GetSchema("x") != nil || p.RemoveSchema("x") == nil || len(p.GetAllSchemas()) != 0 {
		t.Error("it holds a schema")
	}
	schema, err := p.AddSchema("x", struct{ A int8 }{})
	if err != nil || p.GetSchema("x") != schema {
		t.Error(err)
	}
}

func TestEveryWayToEncodeGivesTheSameBytes(t *testing.T) {
	p := jsonpack.NewJSONPack()
	s, err := p.AddSchema("doc", complexDocument{})
	if err != nil {
		t.Fatal(err)
	}
	_, want, v := complexValue(t)
	var m map[string]any
	if err := p.Decode("doc", want, &m); err != nil {
		t.Fatal(err)
	}
	c, err := jsonpack.CodecOf[complexDocument](s)
	if err != nil {
		t.Fatal(err)
	}
	var boxed any = v
	buf := make([]byte, 3, 2000)
	for i, f := range []func() ([]byte, error){
		func() ([]byte, error) { return p.Encode("doc", v) },
		func() ([]byte, error) { return p.Marshal("doc", *v) },
		func() ([]byte, error) { return s.Encode(&v) },
		func() ([]byte, error) { return s.Marshal(&boxed) },
		func() ([]byte, error) { return s.Encode(m) },
		func() ([]byte, error) { return s.Encode(&m) },
		func() ([]byte, error) { err := s.EncodeTo(v, &buf); return buf, err },
		func() ([]byte, error) { b := []byte(nil); err := p.EncodeTo("doc", m, &b); return b, err },
		func() ([]byte, error) { b, err := s.Append([]byte("xy"), v); return b[2:], err },
		func() ([]byte, error) { b, err := s.Append(nil, v); return b, err },
		func() ([]byte, error) { b, err := c.Append([]byte("xy"), v); return b[2:], err },
		func() ([]byte, error) { return c.Marshal(v) },
		func() ([]byte, error) { b, err := s.Sealed().Encode(v); return b[8:], err },
	} {
		if got, err := f(); err != nil || !bytes.Equal(got, want) {
			t.Errorf("way %d: %x, %v", i, got, err)
		}
	}
	for i, f := range []func(out *complexDocument) error{
		func(out *complexDocument) error { return p.Decode("doc", want, out) },
		func(out *complexDocument) error { return p.Unmarshal("doc", want, &out) },
		func(out *complexDocument) error { return s.Unmarshal(want, out) },
		func(out *complexDocument) error { return c.Unmarshal(want, out) },
		func(out *complexDocument) error { _, err := s.DecodePrefix(want, out); return err },
		func(out *complexDocument) error {
			return jsonpack.DecodeOptions{AllowTrailing: true}.Unmarshal(s, append(want[:len(want):len(want)], 1, 2), out)
		},
		func(out *complexDocument) error {
			return jsonpack.DecodeOptions{ValidUTF8: true}.Unmarshal(s, want, out)
		},
		func(out *complexDocument) error { return jsonpack.DecodeOptions{NoCopy: true}.Unmarshal(s, want, out) },
	} {
		var out complexDocument
		if err := f(&out); err != nil || !reflect.DeepEqual(&out, v) {
			t.Errorf("way %d: %+v, %v", i, out, err)
		}
	}
}

func TestDocumentsOfNoBytes(t *testing.T) {
	s := mustAdd(t, struct{}{})
	for _, v := range []any{struct{}{}, &struct{}{}, map[string]any{}, struct{ Other int }{}} {
		data, err := s.Encode(v)
		if err != nil || data == nil || len(data) != 0 {
			t.Errorf("%#v, %v", data, err)
		}
		if dst, err := s.Append(nil, v); err != nil || len(dst) != 0 {
			t.Errorf("%#v, %v", dst, err)
		}
	}
	var v any
	if err := s.Decode(nil, &v); err != nil || !reflect.DeepEqual(v, map[string]any{}) {
		t.Errorf("%#v, %v", v, err)
	}
	if err := s.Decode([]byte{0}, &v); !errors.Is(err, jsonpack.ErrTrailing) {
		t.Error(err)
	}
	if text, err := s.ToJSON(nil); err != nil || string(text) != "{}" {
		t.Errorf("%s, %v", text, err)
	}
	def, err := s.GetSchemaDef()
	if err != nil {
		t.Fatal(err)
	}
	mustAdd(t, *def)
}

func TestFingerprints(t *testing.T) {
	base := mustAdd(t, object("name", "string", "area", "uint32le"))
	// As documented: printf '{"name":string,"area":uint32le}' | sha256sum.
	if got := fmt.Sprintf("%016x", base.Fingerprint()); got != "0dda545c0248058c" {
		t.Errorf("fingerprint %s", got)
	}
	for _, same := range []string{object("name", "STRING", "area", "UInt32LE"),
		`{"type":"object","title":"x","properties":{"z":{"type":"int8"},"area":{"type":"uint32le"},"name":{"type":"string","a":1}},"order":["name","area"]}`} {
		if s := mustAdd(t, same); s.Fingerprint() != base.Fingerprint() {
			t.Errorf("%s has another fingerprint", same)
		}
	}
	if mustAdd(t, object("f", "float64le", "b", "boolean")).Fingerprint() != mustAdd(t, object("f", "doubleLE", "b", "bool")).Fingerprint() {
		t.Error("aliases have other fingerprints")
	}
	seen := map[uint64]string{base.Fingerprint(): "base"}
	for _, other := range []string{object("area", "uint32le", "name", "string"), object("name", "string", "area", "uint32be"),
		object("name", "string", "area", "int32le"), object("name", "string", "size", "uint32le"), object("name", "string"),
		array("string"), array(array("string")), object(), object("a", object()), object("a", array("string")), array(object("a", "string")),
		object("a,b", "string"), object(`a":string,"b`, "string")} {
		f := mustAdd(t, other).Fingerprint()
		if seen[f] != "" {
			t.Errorf("%s has the fingerprint of %s", other, seen[f])
		}
		seen[f] = other
	}
}

func TestSealedMessages(t *testing.T) {
	s := mustAdd(t, object("a", "uint16le"))
	sealed := s.Sealed()
	v := map[string]any{"a": 258}
	data, err := sealed.Encode(v)
	if err != nil || hex.EncodeToString(data) != fmt.Sprintf("%016x0201", s.Fingerprint()) {
		t.Fatalf("%x, %v", data, err)
	}
	var out any
	if err := sealed.Decode(data, &out); err != nil || out.(map[string]any)["a"] != uint16(258) {
		t.Errorf("%v, %v", out, err)
	}
	other := mustAdd(t, object("a", "uint16be")).Sealed()
	err = other.Decode(data, &out)
	checkDecodeError(t, err)
	if !errors.Is(err, jsonpack.ErrMismatch) || !strings.Contains(err.Error(), "message is sealed with schema") {
		t.Error(err)
	}
	for i := range data {
		if err := sealed.Decode(data[:i], new(any)); !errors.Is(err, jsonpack.ErrTruncated) {
			t.Errorf("%d bytes: %v", i, err)
		}
	}
	text, err := sealed.ToJSON(data)
	if err != nil || string(text) != `{"a":258}` {
		t.Errorf("%s, %v", text, err)
	}
	if again, err := sealed.FromJSON(text); err != nil || !bytes.Equal(again, data) {
		t.Errorf("%x, %v", again, err)
	}
	if n, err := sealed.DecodePrefix(append(data, 1), &out); n != 10 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	var at *jsonpack.DecodeError
	if err := sealed.Decode(append(data, 1), &out); !errors.As(err, &at) || at.Offset != 10 || !errors.Is(err, jsonpack.ErrTrailing) {
		t.Error(err)
	}
	c, err := jsonpack.CodecOf[map[string]any](sealed)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := c.Marshal(&map[string]any{"a": 258}); err != nil || !bytes.Equal(again, data) {
		t.Errorf("%x, %v", again, err)
	}
	d := jsonpack.NewDecoder(bytes.NewReader(data), other)
	if err := d.Decode(&out); !errors.Is(err, jsonpack.ErrMismatch) {
		t.Error(err)
	}
}

// level is a number with a text form.
type level uint8

func (l level) MarshalText() ([]byte, error) {
	if l > 2 {
		return nil, errors.New("no such level")
	}
	return []byte(strings.Repeat("!", int(l))), nil
}

func (l *level) UnmarshalText(text []byte) error {
	if strings.Trim(string(text), "!") != "" {
		return errors.New("not a level")
	}
	*l = level(len(text))
	return nil
}

func TestTextTypes(t *testing.T) {
	type doc struct {
		At    time.Time         `json:"at"`
		Addr  netip.Addr        `json:"addr"`
		Text  testkit.TextValue `json:"text"`
		Took  time.Duration     `json:"took"`
		Level level             `json:"level"`
		Opt   *time.Time        `json:"opt"`
	}
	s := mustAdd(t, doc{})
	def, _ := s.GetSchemaDef()
	for name, want := range map[string]string{"at": "string", "addr": "string", "text": "string", "took": "int64LE", "level": "uint8", "opt": "string"} {
		if got := def.Properties[name].Type; got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	at := time.Date(2024, 2, 29, 12, 30, 0, 5e8, time.UTC)
	v := doc{At: at, Addr: netip.MustParseAddr("::1"), Text: testkit.TextValue{N: 5}, Took: time.Second, Level: 2, Opt: &at}
	data, err := s.Encode(&v)
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := s.Decode(data, &out); err != nil || out["at"] != "2024-02-29T12:30:00.5Z" || out["addr"] != "::1" || out["text"] != "(5)" || out["level"] != uint8(2) {
		t.Errorf("%v, %v", out, err)
	}
	var back doc
	if err := s.Decode(data, &back); err != nil || !reflect.DeepEqual(back, v) {
		t.Errorf("%+v, %v", back, err)
	}
	// Where the schema has a string, a number with a text form is that text.
	s = mustAdd(t, object("level", "string"))
	type leveled struct {
		Level level `json:"level"`
	}
	if data, err := s.Encode(leveled{2}); err != nil || !bytes.Equal(data, []byte("\x02!!")) {
		t.Errorf("%q, %v", data, err)
	}
	if data, err := s.Encode(map[string]any{"level": level(1)}); err != nil || !bytes.Equal(data, []byte("\x01!")) {
		t.Errorf("%q, %v", data, err)
	}
	_, err = s.Encode(leveled{3})
	checkEncodeError(t, err)
	if err == nil || !strings.Contains(err.Error(), "/level: no such level") {
		t.Error(err)
	}
	err = s.Decode([]byte("\x01?"), &leveled{})
	checkDecodeError(t, err)
	if err == nil || !strings.Contains(err.Error(), "/level at byte 0: not a level") {
		t.Error(err)
	}
	// Text may be longer than a length of one byte says.
	s = mustAdd(t, array("string"))
	long := []longText{longText(strings.Repeat("x", 300)), "y"}
	data, err = s.Encode(long)
	if want := "\x02\xac\x02" + strings.Repeat("x", 300) + "\x01y"; err != nil || string(data) != want {
		t.Errorf("%q, %v", data, err)
	}
	boxes := []appended{{strings.Repeat("z", 200)}, {"a"}}
	data, err = s.Encode(boxes)
	if want := "\x02\xc8\x01" + strings.Repeat("z", 200) + "\x01a"; err != nil || string(data) != want {
		t.Errorf("%q, %v", data, err)
	}
}

// longText is a kind of string, and as such written as it is, whatever its methods say.
type longText string

func (longText) MarshalText() ([]byte, error) { return nil, errors.New("not to be called") }

func (*longText) UnmarshalText([]byte) error { return errors.New("not to be called") }

// appended has the method that needs no memory of its own.
type appended struct{ text string }

func (a appended) AppendText(b []byte) ([]byte, error) { return append(b, a.text...), nil }

func (a appended) MarshalText() ([]byte, error) { return nil, errors.New("not to be called") }

func (a *appended) UnmarshalText(text []byte) error { a.text = string(text); return nil }

func TestValuesInInterfacesAndMaps(t *testing.T) {
	type point struct {
		X int32 `json:"x"`
		Y int32 `json:"y"`
	}
	s := mustAdd(t, object("a", object("x", "int32be", "y", "int32be"), "l", array("uint8")))
	type key string
	for _, v := range []any{
		map[string]any{"a": point{1, 2}, "l": []byte{5}},
		map[string]any{"a": &point{1, 2}, "l": [1]int{5}},
		map[key]any{"a": map[key]int{"x": 1, "y": 2}, "l": []any{5.0}},
		struct {
			A any                `json:"a"`
			L interface{ Len() } `json:"l"`
		}{map[string]float64{"x": 1, "y": 2}, list{5}},
		map[string]any{"a": map[string]any{"x": int64(1), "y": uint(2), "other": 1}, "l": &[]uint64{5}, "more": nil},
	} {
		if data, err := s.Encode(v); err != nil || !bytes.Equal(data, unhex("00000001 00000002 0105")) {
			t.Errorf("%#v: %x, %v", v, data, err)
		}
	}
	var mixed struct {
		A any `json:"a"`
		L any `json:"l"`
	}
	mixed.L = "replaced"
	for range 2 {
		if err := s.Decode(unhex("00000001 00000002 0105"), &mixed); err != nil ||
			!reflect.DeepEqual(mixed.A, map[string]any{"x": int32(1), "y": int32(2)}) || !reflect.DeepEqual(mixed.L, []any{uint8(5)}) {
			t.Errorf("%+v, %v", mixed, err)
		}
	}
	var typed map[key]map[string]any
	if err := mustAdd(t, object("a", object("x", "int8"))).Decode([]byte{3}, &typed); err != nil || typed["a"]["x"] != int8(3) {
		t.Errorf("%v, %v", typed, err)
	}
	byValue := map[string]int64{"kept": 1}
	if err := mustAdd(t, object("x", "int8")).Decode([]byte{3}, byValue); err != nil || byValue["x"] != 3 || byValue["kept"] != 1 {
		t.Errorf("%v, %v", byValue, err)
	}
	for _, v := range []any{map[string]any{"a": point{}}, map[string]any{"a": point{}, "l": nil}, map[string]point{"a": {}}} {
		_, err := s.Encode(v)
		checkEncodeError(t, err)
		if err == nil || !strings.Contains(err.Error(), "/l") {
			t.Errorf("%v: %v", v, err)
		}
	}
	for _, v := range []any{map[string]uint16{"x": 1}, map[string]uint16{"x": 1, "y": 300}} {
		_, err := mustAdd(t, object("x", "uint8", "y", "uint8")).Encode(v)
		checkEncodeError(t, err)
		if err == nil || !strings.Contains(err.Error(), "/y") {
			t.Errorf("%v: %v", v, err)
		}
	}
	var closed struct {
		A point              `json:"a"`
		L interface{ Len() } `json:"l"`
	}
	if err := s.Decode(unhex("00000001 00000002 0105"), &closed); !errors.Is(err, jsonpack.ErrMismatch) {
		t.Error(err)
	}
}

type list []int

func (list) Len() {}

func TestNumbersLieAsInMemoryOrNot(t *testing.T) {
	type point struct {
		X, Y float64
		N    uint32
		A, B uint16
	}
	for _, order := range []jsonpack.ByteOrder{jsonpack.LittleEndian, jsonpack.BigEndian} {
		s := mustAdd(t, []point{}, order)
		v := []point{{1.5, -2, 3, 4, 5}, {math.Inf(1), 0, math.MaxUint32, 1, math.MaxUint16}}
		data, err := s.Encode(&v)
		if err != nil || len(data) != 1+2*24 {
			t.Fatalf("%x, %v", data, err)
		}
		var out []point
		if err := s.Decode(data, &out); err != nil || !reflect.DeepEqual(out, v) {
			t.Errorf("%v, %v", out, err)
		}
		var boxed any
		if err := s.Decode(data, &boxed); err != nil {
			t.Fatal(err)
		}
		if again, err := s.Encode(boxed); err != nil || !bytes.Equal(again, data) {
			t.Errorf("%x, %v", again, err)
		}
	}
	// Bools among them may be any byte on the wire, but not in memory.
	type flags struct {
		A bool  `json:"a"`
		B uint8 `json:"b"`
		C bool  `json:"c"`
	}
	s := mustAdd(t, []flags{})
	var out []flags
	if err := s.Decode(unhex("02 020300 00ff80"), &out); err != nil || !reflect.DeepEqual(out, []flags{{true, 3, false}, {false, 255, true}}) {
		t.Fatalf("%v, %v", out, err)
	}
	if data, err := s.Encode(out); err != nil || !bytes.Equal(data, unhex("02 010300 00ff01")) {
		t.Errorf("%x, %v", data, err)
	}
	for _, n := range []int{0, 1, 7, 100, 5000} {
		for _, order := range []jsonpack.ByteOrder{jsonpack.LittleEndian, jsonpack.BigEndian} {
			v := make([]int32, n)
			for i := range v {
				v[i] = int32(i * 7919)
			}
			s := mustAdd(t, v, order)
			data, err := s.Encode(&v)
			var out []int32
			if err == nil {
				err = s.Decode(data, &out)
			}
			if err != nil || len(out) != n || !reflect.DeepEqual(append(out, 1), append(v, 1)) {
				t.Errorf("%d: %v, %v", n, out, err)
			}
		}
	}
}

func TestDefinitionsAreKept(t *testing.T) {
	s := mustAdd(t, ` { "type" : "OBJECT", "title":"<t>", "properties":{"b":{"type":"UInt8","x":1e2},"a":{"items":{"type":"string"},"type":"array"}}, "order":["b","a"] } `)
	const want = `{"order":["b","a"],"properties":{"a":{"items":{"type":"string"},"type":"array"},"b":{"type":"UInt8","x":1e2}},"title":"\u003ct\u003e","type":"OBJECT"}`
	if got := string(s.GetSchemaDefText()); got != want {
		t.Errorf("%s", got)
	}
	def, err := s.GetSchemaDef()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(def)
	if err != nil || string(text) != `{"order":["b","a"],"properties":{"a":{"items":{"type":"string"},"type":"array"},"b":{"type":"UInt8"}},"type":"OBJECT"}` {
		t.Errorf("%s, %v", text, err)
	}
	var back jsonpack.SchemaDef
	if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(&back, def) {
		t.Errorf("%+v, %v", back, err)
	}
	if mustAdd(t, back).Fingerprint() != s.Fingerprint() {
		t.Error("the definition means something else after a round trip")
	}
	if got := jsonpack.LittleEndian; got != 0 {
		t.Error(got)
	}
}

func TestStructsThatHaveNoSchema(t *testing.T) {
	type ambiguous struct {
		trapEmb
		Other struct{} `json:"-"`
		testkit.Base
		X2 string `json:"x"`
	}
	for _, v := range []any{struct{ C complex64 }{}, struct{ M map[string]int }{}, struct{ A uintptr }{}, [4]byte{}, []byte(nil), new([]int), time.Time{}, &time.Time{}, 5, 1.5, true} {
		s, err := jsonpack.NewJSONPack().AddSchema("x", v)
		if err == nil {
			t.Errorf("%T has schema %s", v, s.GetSchemaDefText())
		}
		checkCompileError(t, err)
	}
	if _, err := jsonpack.NewJSONPack().AddSchema("x", ambiguous{}); err != nil {
		t.Error(err) // the field of least depth has the name
	}
}
