// What the published package gets wrong, trap by trap as they are known, and what this
// one does instead.

package jsonpack_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/jsonpack"
)

// object returns the definition of an object from pairs of names and type names; a type
// may also be a whole definition.
func object(pairs ...string) string {
	var properties, order []string
	for i := 0; i < len(pairs); i += 2 {
		def := pairs[i+1]
		if !strings.HasPrefix(def, "{") {
			def = fmt.Sprintf(`{"type":%q}`, def)
		}
		properties = append(properties, fmt.Sprintf("%q:%s", pairs[i], def))
		order = append(order, fmt.Sprintf("%q", pairs[i]))
	}
	return `{"type":"object","properties":{` + strings.Join(properties, ",") + `},"order":[` + strings.Join(order, ",") + `]}`
}

func array(items string) string {
	if !strings.HasPrefix(items, "{") {
		items = fmt.Sprintf(`{"type":%q}`, items)
	}
	return `{"type":"array","items":` + items + `}`
}

func unhex(s string) []byte {
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		panic(err)
	}
	return b
}

func TestTrap1FieldsAreHeldToTheSchema(t *testing.T) {
	s := mustAdd(t, object("a", "uint32le", "b", "string"))
	type narrow struct {
		A    uint8  `json:"a"`
		B    string `json:"b"`
		Next [8]byte
	}
	v := narrow{A: 200, B: "x", Next: [8]byte{1, 2, 3, 4, 5, 6, 7, 8}}
	data, err := s.Encode(&v)
	if err != nil || !bytes.Equal(data, unhex("c8000000 0178")) {
		t.Fatalf("%x, %v", data, err)
	}
	got := narrow{Next: v.Next}
	if err := s.Decode(data, &got); err != nil || got != v {
		t.Errorf("%+v, %v", got, err)
	}
	err = s.Decode(unhex("78563412 0178"), &got)
	if !errors.Is(err, jsonpack.ErrOverflow) || !strings.Contains(err.Error(), "/a at byte 0: 305419896 does not fit uint8") || got.Next != v.Next {
		t.Errorf("%+v, %v", got, err)
	}
	wide := struct {
		A int64  `json:"a"`
		B string `json:"b"`
	}{A: -1}
	if err := s.Decode(unhex("78563412 0178"), &wide); err != nil || wide.A != 0x12345678 {
		t.Errorf("%+v, %v", wide, err)
	}
	wide.A = -1
	_, err = s.Encode(&wide)
	checkEncodeError(t, err)
	if !errors.Is(err, jsonpack.ErrOverflow) || !strings.Contains(err.Error(), "/a: -1 does not fit uint32le") {
		t.Error(err)
	}
	// What can never fit is refused with every value, and the field is named.
	for _, v := range []any{
		&struct {
			A uint32 `json:"a"`
			B uint64 `json:"b"`
		}{}, &struct {
			A uint32 `json:"a"`
			B []byte `json:"b"`
		}{}, &struct {
			A uint32           `json:"a"`
			B struct{ X int8 } `json:"b"`
		}{}, &struct {
			A uint32 `json:"a"`
			B *bool  `json:"b"`
		}{},
	} {
		for _, err := range []error{s.Decode(unhex("00000000 00"), v), func() error { _, err := s.Encode(v); return err }()} {
			var wrong *jsonpack.TypeAssertionError
			if !errors.As(err, &wrong) || wrong.ExpectedType != "string" || !errors.Is(err, jsonpack.ErrMismatch) || !strings.Contains(err.Error(), "/b") {
				t.Errorf("%T: %v", v, err)
			}
		}
	}
	var absent *jsonpack.StructFieldNonExistError
	_, err = s.Encode(struct{ A uint32 }{})
	if !errors.As(err, &absent) || absent.Field != "a" {
		t.Error(err)
	}
	var whole *jsonpack.WrongTypeError
	if _, err = s.Encode([]int{1}); !errors.As(err, &whole) || whole.DataType != "[]int" {
		t.Error(err)
	}
	if _, err = jsonpack.CodecOf[wrongItem](mustAdd(t, object("list", array(object("n", "int8"))))); err == nil ||
		!strings.Contains(err.Error(), "/list/*/n") {
		t.Error(err)
	}
	floats := struct {
		A float64 `json:"a"`
		B string  `json:"b"`
	}{A: 1.5}
	if _, err = s.Encode(&floats); !errors.Is(err, jsonpack.ErrOverflow) {
		t.Error(err)
	}
	floats.A = 7
	if data, err = s.Encode(&floats); err != nil || !bytes.Equal(data, unhex("07000000 00")) {
		t.Errorf("%x, %v", data, err)
	}
}

type wrongItem struct {
	List []struct {
		N string `json:"n"`
	} `json:"list"`
}

func TestTrap2GoArraysAreNotOverrun(t *testing.T) {
	s := mustAdd(t, object("l", array("uint8"), "s", array("string")))
	type target struct {
		L    [2]uint8  `json:"l"`
		S    [2]string `json:"s"`
		Next uint64
	}
	v := target{L: [2]uint8{9, 9}, S: [2]string{"a", "b"}, Next: 42}
	err := s.Decode(unhex("06 010203040506 00"), &v)
	if !errors.Is(err, jsonpack.ErrMismatch) || !strings.Contains(err.Error(), "/l at byte 0: array of 6 items for a Go array of 2") || v.Next != 42 {
		t.Errorf("%+v, %v", v, err)
	}
	if err := s.Decode(unhex("01 07 01 0163"), &v); err != nil || v != (target{L: [2]uint8{7}, S: [2]string{"c"}, Next: 42}) {
		t.Errorf("%+v, %v", v, err)
	}
	// Pointers in what is left over are cleared too.
	p := [2]*int8{new(int8), new(int8)}
	if err := mustAdd(t, array("int8")).Decode(unhex("01 05"), &p); err != nil || *p[0] != 5 || p[1] != nil {
		t.Errorf("%v, %v", p, err)
	}
}

func TestTrap3TypesOfTheSameElementsAreApart(t *testing.T) {
	type e struct {
		A uint8 `json:"a"`
	}
	s := mustAdd(t, array(object("a", "uint8")))
	for range 2 {
		for _, c := range []struct {
			v    any
			want string
		}{{[]e{{1}, {2}}, "020102"}, {[2]e{{1}, {2}}, "020102"}, {[1]e{{3}}, "0103"}, {&[1]e{{3}}, "0103"}, {[]*e{{4}}, "0104"},
			{&[]e{}, "00"}, {[0]e{}, "00"}, {[]map[string]uint8{{"a": 5}}, "0105"}, {[1]any{e{6}}, "0106"}, {[]any{&e{6}, map[string]any{"a": 7.0}}, "020607"}} {
			if got, err := s.Encode(c.v); err != nil || hex.EncodeToString(got) != c.want {
				t.Errorf("%#v: %x, %v", c.v, got, err)
			}
		}
	}
	if _, err := s.Encode(e{1}); !errors.Is(err, jsonpack.ErrMismatch) {
		t.Error(err)
	}
}

func TestTrap4ValuesInInterfacesAreNotWrittenTo(t *testing.T) {
	type e struct {
		A uint8 `json:"a"`
	}
	s := mustAdd(t, object("a", "uint8"))
	var v any = e{}
	if err := s.Decode([]byte{7}, &v); err == nil || v != (e{}) {
		t.Errorf("%v, %v", v, err)
	}
	if got := reflect.Zero(reflect.TypeFor[e]()).Interface(); got != (e{}) || map[int]e{}[1] != (e{}) {
		t.Errorf("the zero value is %v now", got)
	}
	var list any = []any{1}
	if err := mustAdd(t, array("int8")).Decode([]byte{1, 5}, &list); err == nil || list.([]any)[0] != 1 {
		t.Errorf("%v, %v", list, err)
	}
	target := &e{}
	v = target
	if err := s.Decode([]byte{7}, &v); err != nil || target.A != 7 || v != any(target) {
		t.Errorf("%v, %v", target, err)
	}
	kept := map[string]any{"other": 1}
	v = kept
	if err := s.Decode([]byte{7}, &v); err != nil || kept["a"] != uint8(7) || kept["other"] != 1 {
		t.Errorf("%v, %v", kept, err)
	}
	v = nil
	if err := s.Decode([]byte{7}, &v); err != nil || !reflect.DeepEqual(v, map[string]any{"a": uint8(7)}) {
		t.Errorf("%v, %v", v, err)
	}
}

type trapEmb struct {
	X int32 `json:"x"`
}

type TrapPointer struct {
	Y string `json:"y"`
}

func TestTrap5EmbeddedStructsAreFoundWhereTheyLie(t *testing.T) {
	type outer struct {
		A string `json:"a"`
		trapEmb
		*TrapPointer
		B string `json:"b"`
	}
	s := mustAdd(t, outer{})
	if got := string(s.GetSchemaDefText()); !strings.Contains(got, `"order":["a","x","y","b"]`) {
		t.Fatal(got)
	}
	v := outer{A: "a", trapEmb: trapEmb{7}, TrapPointer: &TrapPointer{"y"}, B: "b"}
	data, err := s.Encode(&v)
	if err != nil || !bytes.Equal(data, unhex("0161 07000000 0179 0162")) {
		t.Fatalf("%x, %v", data, err)
	}
	var got outer
	if err := s.Decode(data, &got); err != nil || !reflect.DeepEqual(got, v) {
		t.Errorf("%+v, %v", got, err)
	}
	v.TrapPointer = nil
	if _, err := s.Encode(&v); !errors.Is(err, jsonpack.ErrMissing) || !strings.Contains(err.Error(), "/y: nil pointer") {
		t.Error(err)
	}
	type hidden struct {
		*trapEmb
		B string `json:"b"`
	}
	if err := mustAdd(t, object("x", "int32le", "b", "string")).Decode(unhex("01000000 00"), new(hidden)); !errors.Is(err, jsonpack.ErrUnsupported) {
		t.Error(err)
	}
	m := map[string]any{"v": int8(-5)}
	s = mustAdd(t, struct {
		V int8 `json:"v"`
	}{})
	if data, err := s.Encode(m); err != nil || !bytes.Equal(data, []byte{0xfb}) {
		t.Errorf("%x, %v", data, err)
	}
}

func TestTrap6SlicesHaveTheLengthOfTheArray(t *testing.T) {
	type e struct {
		A     uint8 `json:"a"`
		Extra int
		P     *uint8  `json:"p"`
		L     []uint8 `json:"l"`
	}
	s := mustAdd(t, array(object("a", "uint8", "p", "uint8", "l", array("uint8"))))
	shared := new(uint8)
	v := []e{{1, 11, nil, nil}, {2, 12, shared, []uint8{1, 2}}, {3, 13, shared, nil}, {4, 14, nil, nil}}
	v = append(v[:1], v[2:]...) // leaves a copy of the last element after the end
	v = v[:2]
	if err := s.Decode(unhex("03 010100 020200 0303010a"), &v); err != nil || len(v) != 3 {
		t.Fatalf("%+v, %v", v, err)
	}
	for i, want := range []uint8{1, 2, 3} {
		if v[i].A != want || *v[i].P != want || v[i].Extra != 0 || v[i].L == nil {
			t.Errorf("element %d is %+v", i, v[i])
		}
	}
	if *shared != 0 {
		t.Errorf("decoding went through a pointer that was left behind: %d", *shared)
	}
	if err := s.Decode(unhex("00"), &v); err != nil || v == nil || len(v) != 0 {
		t.Errorf("%+v, %v", v, err)
	}
	// Pointers at every depth, single-pointer structs, and no writing to the input.
	type deep struct {
		P ***uint8 `json:"p"`
	}
	s = mustAdd(t, object("p", "uint8"))
	var d deep
	if err := s.Decode([]byte{9}, &d); err != nil || ***d.P != 9 {
		t.Fatal(err)
	}
	if data, err := s.Encode(&d); err != nil || !bytes.Equal(data, []byte{9}) {
		t.Errorf("%x, %v", data, err)
	}
	if _, err := s.Encode(deep{}); !errors.Is(err, jsonpack.ErrMissing) {
		t.Error(err)
	}
	type lists struct {
		L []uint8           `json:"l"`
		M []map[string]any  `json:"m"`
		O map[string]uint16 `json:"o"`
	}
	s = mustAdd(t, object("l", array("uint8"), "m", array(object("x", "bool")), "o", object("k", "uint16be")))
	in := lists{O: map[string]uint16{"k": 1}}
	if data, err := s.Encode(&in); err != nil || !bytes.Equal(data, unhex("00 00 0001")) || in.L != nil || in.M != nil {
		t.Errorf("%x, %+v, %v", data, in, err)
	}
	var out lists
	if err := s.Decode(unhex("00 0101 0102"), &out); err != nil || out.L == nil || out.M[0]["x"] != true || out.O["k"] != 0x0102 {
		t.Errorf("%+v, %v", out, err)
	}
}

func TestTrap7NothingPanics(t *testing.T) {
	type named string
	type raw []byte
	pack := jsonpack.NewJSONPack()
	def := object("a", "int8")
	for _, args := range [][]any{{}, {nil}, {def, 0}, {def, 1}, {def, jsonpack.ByteOrder(2)}, {def, jsonpack.BigEndian, 1}, {[3]byte{1, 2, 3}},
		{(*jsonpack.SchemaDef)(nil)}, {5}, {new(string)}, {map[string]any{"type": "object", "properties": map[string]string{"a": "int8"}, "order": []string{"a"}}},
		{`{"type":"object","properties":{"a":{"type":"int8"}},"order":[1]}`}, {`{"type":"object","properties":{"a":{"type":"int8"}},"order":"a"}`},
		{map[string]any{"type": "object", "properties": func() {}}}, {map[int]int{}}, {func() {}}, {jsonpack.SchemaDef{Type: "array"}},
		{jsonpack.SchemaDef{Type: "object", Properties: map[string]*jsonpack.SchemaDef{"a": nil}, Order: []string{"a"}}}} {
		_, err := pack.AddSchema("x", args...)
		if err == nil {
			t.Errorf("AddSchema(%v) succeeds", args)
		}
		checkCompileError(t, err)
	}
	for _, v := range []any{named(def), raw(def), []byte(def), json.RawMessage(def), mustDef(t, def), *mustDef(t, def)} {
		if _, err := pack.AddSchema("x", v); err != nil {
			t.Errorf("%T: %v", v, err)
		}
	}
	s := pack.GetSchema("x")
	for _, size := range []int64{-1, math.MinInt64, math.MaxInt64, 0} {
		s.SetEncodeBufSize(size)
		if data, err := s.Encode(map[string]any{"a": 1}); err != nil || cap(data) > 8 {
			t.Errorf("%x of capacity %d, %v", data, cap(data), err)
		}
	}
}

func mustDef(t *testing.T, def string) *jsonpack.SchemaDef {
	d, err := mustAdd(t, def).GetSchemaDef()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestTrap8TypesThatContainThemselves(t *testing.T) {
	type list struct {
		V    uint8 `json:"v"`
		Next *list `json:"next"`
	}
	var err error
	if _, err = jsonpack.NewJSONPack().AddSchema("x", list{}); err == nil {
		t.Error("a recursive type has a schema")
	}
	checkCompileError(t, err)
	type (
		rows  []rows
		cell  [1]*cell
		first *rows
		knots []struct{ Sub knots }
	)
	for _, v := range []any{rows{}, cell{}, first(nil), knots{}, struct{ R rows }{}, struct{ C cell }{}, struct{ R [2][]rows }{}} {
		if _, err := jsonpack.NewJSONPack().AddSchema("x", v); err == nil {
			t.Errorf("%T has a schema", v)
		}
	}
	type pointer *pointer
	if _, err := jsonpack.NewJSONPack().AddSchema("x", pointer(nil)); err == nil {
		t.Error("an endless pointer has a schema")
	}
	if _, err = jsonpack.NewJSONPack().AddSchema("x", struct{ P pointer }{}); err == nil {
		t.Error("an endless pointer has a schema")
	}
	// With a schema of its own such a type works as deep as that goes.
	s := mustAdd(t, object("v", "uint8", "next", object("v", "uint8")))
	var v list
	if err := s.Decode([]byte{1, 2}, &v); err != nil || v.Next.V != 2 || v.Next.Next != nil {
		t.Errorf("%+v, %v", v, err)
	}
	if _, err := s.Encode(struct {
		V    pointer `json:"v"`
		Next list    `json:"next"`
	}{}); err == nil {
		t.Error("an endless pointer is encoded")
	}
	def := &jsonpack.SchemaDef{Type: "array"}
	def.Items = def
	if _, err = jsonpack.NewJSONPack().AddSchema("x", def); err == nil {
		t.Error("a definition may contain itself")
	}
	tree := map[string]any{"type": "array"}
	tree["items"] = tree
	if _, err = jsonpack.NewJSONPack().AddSchema("x", tree); err == nil {
		t.Error("a map may contain itself")
	}
}

func TestTrap12ResultsDoNotAliasTheInput(t *testing.T) {
	s := mustAdd(t, object("s", "string", "b", array("uint8"), "long", "string"))
	type doc struct {
		S    string `json:"s"`
		B    []byte `json:"b"`
		Long string `json:"long"`
	}
	want := doc{"text", []byte{1, 2, 3}, strings.Repeat("long", 50)}
	data, err := s.Encode(&want)
	if err != nil {
		t.Fatal(err)
	}
	var v doc
	var m map[string]any
	input := bytes.Clone(data)
	if err := errors.Join(s.Decode(input, &v), s.Decode(input, &m)); err != nil {
		t.Fatal(err)
	}
	for i := range input {
		input[i] = '#'
	}
	if !reflect.DeepEqual(v, want) || m["s"] != want.S || m["long"] != want.Long {
		t.Errorf("the results changed with the input: %+v, %v", v, m)
	}
	input = bytes.Clone(data)
	v = doc{}
	if err := (jsonpack.DecodeOptions{NoCopy: true}).Unmarshal(s, input, &v); err != nil || !reflect.DeepEqual(v, want) {
		t.Fatalf("%+v, %v", v, err)
	}
	v.B = append(v.B, 99) // must not write to the input
	if !bytes.Equal(input, data) {
		t.Error("appending to a slice that aliases the input changed what follows it")
	}
}

func TestTrap13TextKeepsItsBytes(t *testing.T) {
	s := mustAdd(t, object("s", "string"))
	v := map[string]any{"s": "a\xff"}
	data, err := s.Encode(v)
	if err != nil || !bytes.Equal(data, unhex("02 61ff")) {
		t.Fatalf("%x, %v", data, err)
	}
	var out map[string]any
	if err := s.Decode(data, &out); err != nil || out["s"] != v["s"] {
		t.Errorf("%q, %v", out, err)
	}
	err = jsonpack.DecodeOptions{ValidUTF8: true}.Unmarshal(s, data, &out)
	if !errors.Is(err, jsonpack.ErrUTF8) || !strings.Contains(err.Error(), "/s at byte 1") {
		t.Error(err)
	}
	_, err = jsonpack.EncodeOptions{ValidUTF8: true}.Marshal(s, v)
	checkEncodeError(t, err)
	if !errors.Is(err, jsonpack.ErrUTF8) || !strings.Contains(err.Error(), "/s") {
		t.Error(err)
	}
	if data, err := (jsonpack.EncodeOptions{ValidUTF8: true}).Marshal(s.Sealed(), map[string]any{"s": "é"}); err != nil || len(data) != 11 {
		t.Errorf("%x, %v", data, err)
	}
}

func TestTrap15ErrorsSayWhere(t *testing.T) {
	s := mustAdd(t, object("accounts", array(object("name", "string", "ages", array("uint16be")))))
	data := unhex("02 0161 01 0001 0162 02 0002 00")
	for _, target := range []any{new(any), new(map[string]any), new(struct {
		Accounts []struct {
			Name string   `json:"name"`
			Ages []uint16 `json:"ages"`
		} `json:"accounts"`
	}), new(struct {
		Accounts [4]*struct {
			Name string   `json:"name"`
			Ages [3]int64 `json:"ages"`
		} `json:"accounts"`
	}), new(map[string][]map[string]any)} {
		err := s.Decode(data, target)
		checkDecodeError(t, err)
		var at *jsonpack.DecodeError
		if !errors.As(err, &at) || at.Path != "/accounts/1/ages" && at.Path != "/accounts/1/ages/1" || !errors.Is(err, jsonpack.ErrTruncated) {
			t.Errorf("%T: %v", target, err)
		}
	}
	_, err := s.Encode(map[string]any{"accounts": []any{map[string]any{"name": "a", "ages": []any{1, 70000}}}})
	checkEncodeError(t, err)
	if err == nil || !strings.Contains(err.Error(), "/accounts/0/ages/1: 70000 does not fit uint16be") {
		t.Error(err)
	}
}

func TestTrap16FailuresLeaveNothing(t *testing.T) {
	s := mustAdd(t, object("s", "string", "n", "uint8"))
	bad := map[string]any{"s": "text", "n": 256}
	if data, err := s.Encode(bad); err == nil || data != nil {
		t.Errorf("%x, %v", data, err)
	}
	buf := []byte{1, 2, 3}
	if err := s.EncodeTo(bad, &buf); err == nil || len(buf) != 3 {
		t.Errorf("%x, %v", buf, err)
	}
	dst := []byte("kept")
	if out, err := s.Append(dst, bad); err == nil || string(out) != "kept" {
		t.Errorf("%q, %v", out, err)
	}
}

func TestTrap17NumbersThatDoNotFit(t *testing.T) {
	for _, c := range []struct {
		typ  string
		v    any
		want string // empty for an error
	}{
		{"uint8", 1.9, ""}, {"int8", -1.9, ""}, {"uint8", 300.0, ""}, {"uint32le", float64(1<<32 + 1), ""}, {"uint32le", -1.0, ""},
		{"uint8", math.NaN(), ""}, {"int64le", 1e300, ""}, {"int64le", math.Inf(1), ""}, {"int64be", float64(-1 << 63), "8000000000000000"},
		{"int64be", float64(1 << 63), ""}, {"uint64be", float64(1 << 63), "8000000000000000"}, {"uint64be", float64(1 << 64), ""},
		{"float32le", 1e39, ""}, {"float32be", 0.1, "3dcccccd"}, {"float32be", 16777217, ""}, {"float32be", 16777216, "4b800000"},
		{"float64be", int64(1<<53 + 1), ""}, {"float64be", uint64(math.MaxUint64), ""}, {"float64be", float32(0.5), "3fe0000000000000"},
		{"uint64be", json.Number("18446744073709551615"), "ffffffffffffffff"}, {"uint64be", json.Number("18446744073709551616"), ""},
		{"int64be", json.Number("-9223372036854775808"), "8000000000000000"}, {"uint8", json.Number("1e2"), "64"}, {"uint8", json.Number("1.5"), ""},
		{"int64le", json.Number("9007199254740993.0"), "0100000000002000"}, {"uint8", json.Number("1e-400"), ""}, {"uint8", json.Number(""), ""}, {"uint8", json.Number("1 "), ""}, {"uint8", json.Number("0x1"), ""},
		{"float64be", json.Number("1e400"), ""}, {"float32be", json.Number("1e39"), ""}, {"float32be", json.Number("16777217"), "4b800000"},
		{"float64be", json.Number("340282366920938463463374607431768211456"), "47f0000000000000"},
		{"float32be", json.Number("1.00000017881393432617187499"), "3f800001"}, // rounding twice would give 3f800002
		{"uint8", "1", ""}, {"uint8", true, ""}, {"bool", 1, ""}, {"string", 5, ""}, {"uint8", nil, ""}, {"bool", nil, ""}, {"string", nil, ""},
	} {
		s := mustAdd(t, object("v", c.typ))
		got, err := s.Encode(map[string]any{"v": c.v})
		if c.want == "" {
			if err == nil {
				t.Errorf("%v of type %T is accepted as %s: %x", c.v, c.v, c.typ, got)
			}
			checkEncodeError(t, err)
		} else if err != nil || hex.EncodeToString(got) != c.want {
			t.Errorf("%v of type %T as %s: %x, %v; want %s", c.v, c.v, c.typ, got, err, c.want)
		}
	}
}

func TestTrap18EveryNumberIsTaken(t *testing.T) {
	type kind int16
	n := 5
	for _, v := range []any{5, int8(5), int16(5), int32(5), int64(5), uint(5), uint8(5), uint16(5), uint32(5), uint64(5), uintptr(5),
		float32(5), 5.0, kind(5), &n, json.Number("5")} {
		for _, typ := range []string{"int8", "uint8", "int16be", "uint16be", "int32be", "uint32be", "int64be", "uint64be", "float32be", "float64be"} {
			s := mustAdd(t, object("v", typ))
			data, err := s.Encode(map[string]any{"v": v})
			if err != nil {
				t.Errorf("%T as %s: %v", v, typ, err)
				continue
			}
			var back struct {
				V int `json:"v"`
			}
			if err := s.Decode(data, &back); err != nil || back.V != 5 {
				t.Errorf("%T as %s: %+v, %v", v, typ, back, err)
			}
			var number struct {
				V json.Number `json:"v"`
			}
			if err := s.Decode(data, &number); err != nil || number.V != "5" {
				t.Errorf("%T as %s: %+v, %v", v, typ, number, err)
			}
		}
	}
}

func TestTrap19EncodingTogetherIsNoRace(t *testing.T) {
	s, _, v := complexValue(t)
	want, err := s.Encode(v)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			s.SetEncodeBufSize(int64(i * 100))
			var out complexDocument
			for range 50 {
				data, err := s.Encode(v)
				if err == nil {
					err = s.Decode(data, &out)
				}
				if err != nil || !bytes.Equal(data, want) || !reflect.DeepEqual(&out, v) {
					t.Error("another document", err)
				}
			}
		})
	}
	all.Wait()
}

func TestTrap20ResultsAreOfTheirSize(t *testing.T) {
	s := mustAdd(t, object("s", "string"))
	if _, err := s.Encode(map[string]any{"s": strings.Repeat("x", 100_000)}); err != nil {
		t.Fatal(err)
	}
	if data, err := s.Encode(map[string]any{"s": "seven b"}); err != nil || cap(data) > 16 {
		t.Errorf("capacity %d, %v", cap(data), err)
	}
}

type textDocument struct {
	S string `json:"s"`
}

func TestTrap21AndTrap22(t *testing.T) {
	s := mustAdd(t, object("s", "string"))
	clear(s.GetSchemaDefText())
	if got := string(s.GetSchemaDefText()); got != `{"order":["s"],"properties":{"s":{"type":"string"}},"type":"object"}` {
		t.Error(got)
	}
	err := s.EncodeTo(map[string]any{"s": ""}, nil)
	checkEncodeError(t, err)
	if err == nil {
		t.Error("EncodeTo nil succeeds")
	}
	for _, v := range []any{nil, (*textDocument)(nil), map[string]any(nil), (*map[string]any)(nil), (*any)(nil)} {
		_, err := s.Encode(v)
		checkEncodeError(t, err)
		if err == nil || !strings.Contains(err.Error(), "nil") {
			t.Errorf("Encode(%T): %v", v, err)
		}
		err = s.Decode([]byte{0}, v)
		checkDecodeError(t, err)
		if err == nil {
			t.Errorf("Decode into %T succeeds", v)
		}
	}
}

func TestTrap23AStrictCheckOfDefinitions(t *testing.T) {
	unlisted := `{"type":"object","properties":{"a":{"type":"int8"},"b":{"type":"int8"}},"order":["a"]}`
	repeated := `{"type":"object","properties":{"a":{"type":"int8"}},"order":["a","a"]}`
	for _, def := range []string{unlisted, repeated, array(unlisted), object("deep", array(repeated))} {
		mustAdd(t, def)
		err := jsonpack.ValidateSchema(def)
		if err == nil {
			t.Errorf("%s is valid", def)
		}
		checkCompileError(t, err)
	}
	for _, def := range []any{object("a", "INT8"), array(array("boolean")), complexDocument{}} {
		if err := jsonpack.ValidateSchema(def); err != nil {
			t.Error(err)
		}
	}
	if err := jsonpack.ValidateSchema("{"); err == nil {
		t.Error("no error")
	}
}

func TestTrap26DefinitionsHaveADepth(t *testing.T) {
	deep := func(n int) string {
		return strings.Repeat(`{"type":"array","items":`, n) + `{"type":"int8"}` + strings.Repeat("}", n)
	}
	s := mustAdd(t, deep(9000))
	if _, err := s.Encode([]any{}); err != nil {
		t.Error(err)
	}
	if err := s.Decode([]byte{0}, new(any)); !errors.Is(err, jsonpack.ErrDepth) {
		t.Error(err)
	}
	data := append(bytes.Repeat([]byte{1}, 9000), 7)
	var v any
	if err := (jsonpack.DecodeOptions{Limits: jsonpack.Limits{MaxDepth: 10_000}}).Unmarshal(s, data, &v); err != nil {
		t.Fatal(err)
	}
	if again, err := s.Encode(v); err != nil || !bytes.Equal(again, data) {
		t.Error(err)
	}
	if _, err := jsonpack.NewJSONPack().AddSchema("x", deep(11_000)); err == nil {
		t.Error("11,000 levels are accepted")
	}
}
