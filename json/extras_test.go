// What users of segmentio's package find again: the values of flags and kinds, what a
// RawValue is, and the flags of streams.

package json_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/json"
)

func TestFlagsAndKindsHaveTheKnownValues(t *testing.T) {
	for name, pair := range map[string][2]uint{
		"EscapeHTML": {uint(json.EscapeHTML), 1}, "SortMapKeys": {uint(json.SortMapKeys), 2}, "TrustRawMessage": {uint(json.TrustRawMessage), 4},
		"DisallowUnknownFields": {uint(json.DisallowUnknownFields), 1}, "UseNumber": {uint(json.UseNumber), 2},
		"DontCopyString": {uint(json.DontCopyString), 4}, "DontCopyNumber": {uint(json.DontCopyNumber), 8},
		"DontCopyRawMessage":                   {uint(json.DontCopyRawMessage), 16},
		"DontMatchCaseInsensitiveStructFields": {uint(json.DontMatchCaseInsensitiveStructFields), 32},
		"UseBigInt":                            {uint(json.UseBigInt), 64}, "UseInt64": {uint(json.UseInt64), 128}, "UseUint64": {uint(json.UseUint64), 256},
		"ZeroCopy":  {uint(json.ZeroCopy), 4 + 8 + 16},
		"Undefined": {uint(json.Undefined), 0}, "Null": {uint(json.Null), 1}, "Bool": {uint(json.Bool), 2}, "False": {uint(json.False), 2},
		"True": {uint(json.True), 3}, "Num": {uint(json.Num), 4}, "Uint": {uint(json.Uint), 5}, "Int": {uint(json.Int), 6},
		"Float": {uint(json.Float), 7}, "String": {uint(json.String), 8}, "Unescaped": {uint(json.Unescaped), 9},
		"Array": {uint(json.Array), 16}, "Object": {uint(json.Object), 32},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s is %d, want %d", name, pair[0], pair[1])
		}
	}
	for kind, class := range map[json.Kind]json.Kind{
		json.Undefined: json.Undefined, json.Null: json.Null, json.False: json.Bool, json.True: json.Bool, json.Num: json.Num, json.Uint: json.Num,
		json.Int: json.Num, json.Float: json.Num, json.String: json.String, json.Unescaped: json.String, json.Array: json.Array, json.Object: json.Object,
	} {
		if kind.Class() != class {
			t.Errorf("the class of %d is %d, want %d", kind, kind.Class(), class)
		}
	}
}

func TestRawValueTellsWhatItIs(t *testing.T) {
	for text, want := range map[string][5]bool{
		`"a\n"`: {0: true}, "null": {1: true}, "true": {2: true}, "false": {3: true}, "12": {4: true}, "-1.5e3": {4: true}, "{": {}, ",": {}, "": {},
	} {
		v := json.RawValue(text)
		if got := [5]bool{v.String(), v.Null(), v.True(), v.False(), v.Number()}; got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	v := json.RawValue(`"a\n\u00e9"`)
	if got := string(v.Unquote()) + string(v.AppendUnquote([]byte("x"))); got != "a\néxa\né" {
		t.Errorf("%q", got)
	}
}

func TestParseCopiesWhatItIsNotToldToShare(t *testing.T) {
	type record struct {
		S string
		N json.Number
		R json.RawMessage
	}
	for flags, want := range map[json.ParseFlags][3]bool{
		0: {}, json.DontCopyString: {0: true}, json.DontCopyNumber: {1: true}, json.DontCopyRawMessage: {2: true}, json.ZeroCopy: {true, true, true},
	} {
		doc := []byte(`{"S":"some text","N":1234567890,"R":[1,2]}`)
		var r record
		if _, err := json.Parse(doc, &r, flags); err != nil {
			t.Fatal(err)
		}
		clear(doc)
		got := [3]bool{r.S != "some text", r.N != "1234567890", string(r.R) != "[1,2]"}
		if want[0], want[1] = want[0] && mem.Unchecked, want[1] && mem.Unchecked; got != want {
			t.Errorf("flags %b: %v share memory, want %v", flags, got, want)
		}
	}
}

func TestDecoderTakesTheFlagsOfParse(t *testing.T) {
	type record struct {
		S string
		N json.Number
		R json.RawMessage
	}
	want := record{"some text", "12", json.RawMessage("[1]")}
	for name, set := range map[string]func(*json.Decoder){
		"ZeroCopy": (*json.Decoder).ZeroCopy, "DontCopyString": (*json.Decoder).DontCopyString,
		"DontCopyNumber": (*json.Decoder).DontCopyNumber, "DontCopyRawMessage": (*json.Decoder).DontCopyRawMessage,
	} {
		d := json.NewDecoder(strings.NewReader(strings.Repeat(`{"S":"some text","N":12,"R":[1]}`, 100)))
		set(d)
		var all []record
		for d.More() {
			var r record
			if err := d.Decode(&r); err != nil {
				t.Fatal(err)
			}
			all = append(all, r)
		}
		for i, r := range all {
			if !reflect.DeepEqual(r, want) {
				t.Fatalf("%s: record %d is %+v", name, i, r)
			}
		}
		if len(all) != 100 {
			t.Errorf("%s: %d records", name, len(all))
		}
	}
	d := json.NewDecoder(strings.NewReader(`{"s":"x","S":"y"} {"s":"x"}`))
	d.DontMatchCaseInsensitiveStructFields()
	var first, second record
	if err := d.Decode(&first); err != nil || first.S != "y" {
		t.Errorf("%+v, %v", first, err)
	}
	if err := d.Decode(&second); err != nil || second.S != "" {
		t.Errorf("%+v, %v", second, err)
	}
}
