// What this package has beyond encoding/json, and what no input may do.

package json_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/json"
)

type person struct {
	Name  string   `json:"name"`
	Age   int      `json:"age"`
	Tags  []string `json:"tags"`
	Inner struct {
		Value float64 `json:"value"`
	} `json:"inner"`
	Other any
}

func TestAppendKeepsItsBufferOnFailure(t *testing.T) {
	b, err := json.Append([]byte("x"), map[string]int{"b": 1, "<": 2}, json.SortMapKeys)
	if string(b) != `x{"<":2,"b":1}` || err != nil {
		t.Errorf("%s, %v", b, err)
	}
	b, err = json.Append([]byte("x"), []any{1, make(chan int)}, 0)
	var unsupported *json.UnsupportedTypeError
	if string(b) != "x" || !errors.As(err, &unsupported) {
		t.Errorf("%s, %v", b, err)
	}
	b, err = json.Append(nil, json.RawMessage(" not json"), json.TrustRawMessage)
	if string(b) != " not json" || err != nil {
		t.Errorf("%s, %v", b, err)
	}
}

func TestParseReturnsTheRest(t *testing.T) {
	rest, err := json.Parse([]byte(` {"name":"x","Age":3}  [1] `), new(person), 0)
	if string(rest) != "[1] " || err != nil {
		t.Errorf("%q, %v", rest, err)
	}
	if rest, err = json.Parse([]byte(`1x`), new(int), 0); string(rest) != "x" || err != nil {
		t.Errorf("%q, %v", rest, err)
	}
	var syntax *json.SyntaxError
	if rest, err = json.Parse([]byte(`[1`), new(any), 0); string(rest) != "[1" || !errors.As(err, &syntax) {
		t.Errorf("%q, %v", rest, err)
	}
}

func TestParseFlags(t *testing.T) {
	huge, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	for _, c := range []struct {
		flags json.ParseFlags
		in    string
		want  any
	}{
		{0, "1", 1.0},
		{json.UseNumber, "1", json.Number("1")},
		{json.UseInt64, "-1", int64(-1)},
		{json.UseInt64, "18446744073709551615", 18446744073709551615.0},
		{json.UseInt64 | json.UseUint64, "1", uint64(1)},
		{json.UseInt64 | json.UseUint64, "-1", int64(-1)},
		{json.UseBigInt, huge.String(), huge},
		{json.UseBigInt | json.UseInt64, "5", int64(5)},
		{json.UseBigInt | json.UseNumber, "1.5", json.Number("1.5")},
		{json.UseInt64, "1.0", 1.0},
		{json.UseUint64, "1e2", 100.0},
	} {
		var got any
		if _, err := json.Parse([]byte(c.in), &got, c.flags); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s with %b: %T %v, %v", c.in, c.flags, got, got, err)
		}
	}
	var p person
	if _, err := json.Parse([]byte(`{"NAME":"x"}`), &p, json.DontMatchCaseInsensitiveStructFields); err != nil || p.Name != "" {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err := json.Parse([]byte(`{"nobody":1}`), &p, json.DisallowUnknownFields); err == nil || !strings.Contains(err.Error(), "nobody") {
		t.Errorf("%v", err)
	}
}

func TestZeroCopyPointsIntoTheInput(t *testing.T) {
	type record struct {
		S, Escaped string
		N          json.Number
		R          json.RawMessage
	}
	const doc = `{"S":"text","Escaped":"a\nb","N":12,"R":[1]}`
	in := []byte(doc)
	var zero, copied record
	if _, err := json.Parse(in, &zero, json.ZeroCopy); err != nil {
		t.Fatal(err)
	}
	if _, err := json.Parse(in, &copied, 0); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(zero, copied) || zero.Escaped != "a\nb" {
		t.Errorf("%+v, %+v", zero, copied)
	}
	for i := range in {
		in[i] = 'x'
	}
	if copied.S != "text" || copied.N != "12" || string(copied.R) != "[1]" {
		t.Errorf("what was copied changed: %+v", copied)
	}
	if string(zero.R) != "xxx" || zero.Escaped != "a\nb" {
		t.Errorf("%+v", zero)
	}
}

func TestEscape(t *testing.T) {
	for _, s := range []string{"", "plain", "<a>", "\x00\"\\é\u2028\xff", strings.Repeat("long & ", 20)} {
		quoted := json.Escape(s)
		var back string
		if err := json.Unmarshal(quoted, &back); err != nil || back != strings.ToValidUTF8(s, "\uFFFD") || string(json.Unescape(quoted)) != back {
			t.Errorf("%q: %s, %q, %v", s, quoted, back, err)
		}
	}
	if got := json.AppendEscape([]byte("x"), "<", 0); string(got) != `x"<"` {
		t.Errorf("%s", got)
	}
	for _, s := range []string{``, `"`, `x`, `"a`, `"a"b`, `"\x"`} {
		if got := json.Unescape([]byte(s)); len(got) != 0 {
			t.Errorf("%s is unescaped to %q", s, got)
		}
	}
}

func TestCodecErrorsHaveOffsetAndPath(t *testing.T) {
	codec := json.CodecOf[[]person]()
	var people []person
	err := codec.Unmarshal([]byte(`[{"name":"a"},{"inner":{"value":1.5},"tags":["x",true]}]`), &people)
	var located *json.DecodeError
	var mismatch *json.UnmarshalTypeError
	if !errors.As(err, &located) || located.Path != "/1/tags/1" || located.Offset != 53 || located.GoType != "string" || !errors.As(err, &mismatch) {
		t.Errorf("%#v", err)
	}
	err = codec.Unmarshal([]byte(`[{"name":]`), &people)
	var syntax *json.SyntaxError
	if !errors.As(err, &located) || located.Offset != 10 || !errors.As(err, &syntax) {
		t.Errorf("%v", err)
	}
	if err := codec.Unmarshal([]byte(`[{"age":7}]`), &people); err != nil || len(people) != 1 || people[0].Age != 7 {
		t.Errorf("%+v, %v", people, err)
	}
	b, err := codec.Append([]byte("x"), &people)
	want, _ := json.Marshal(people)
	if string(b) != "x"+string(want) || err != nil {
		t.Errorf("%s, %v", b, err)
	}
}

// TestDepthIsBounded gives every entry point ten thousand levels, one more, and
// millions.
func TestDepthIsBounded(t *testing.T) {
	many := 1_000_000
	if testing.Short() {
		many = 50_000
	}
	for _, open := range []string{"[", `{"a":`, `{"Next":`, `[{"x":`} {
		closing := strings.NewReplacer("[", "]", "{", "}").Replace(strings.Trim(open, `"abcdefghijklmnopqrstuvwxyzN:`))
		if len(closing) == 4 {
			closing = "}]"
		}
		unit := 1
		if open == `[{"x":` {
			closing, unit = "}]", 2
		} else {
			closing = string(closing[0])
		}
		for _, levels := range []int{10000 / unit, 10000/unit + 1, many} {
			doc := []byte(strings.Repeat(open, levels) + "1" + strings.Repeat(closing, levels))
			if open == "[" {
				doc = []byte(strings.Repeat("[", levels) + strings.Repeat("]", levels))
			}
			want := levels*unit <= 10000
			type nested struct{ Next *nested }
			var wanted struct{ Nobody int }
			for name, f := range map[string]func() error{
				"Valid": func() error {
					if !json.Valid(doc) {
						return &json.SyntaxError{}
					}
					return nil
				},
				"any":        func() error { var v any; return json.Unmarshal(doc, &v) },
				"raw":        func() error { var v json.RawMessage; return json.Unmarshal(doc, &v) },
				"recursive":  func() error { var v nested; return json.Unmarshal(doc, &v) },
				"unknown":    func() error { return json.Unmarshal(doc, &wanted) },
				"Decode":     func() error { var v any; return json.NewDecoder(bytes.NewReader(doc)).Decode(&v) },
				"Decode raw": func() error { var v json.RawMessage; return json.NewDecoder(bytes.NewReader(doc)).Decode(&v) },
				"Compact":    func() error { return json.Compact(new(bytes.Buffer), doc) },
				"Parse":      func() error { var v any; _, err := json.Parse(doc, &v, 0); return err },
			} {
				err := f()
				var syntax *json.SyntaxError
				var mismatch *json.UnmarshalTypeError
				if ok := err == nil || errors.As(err, &mismatch); ok != want || !ok && !errors.As(err, &syntax) {
					t.Errorf("%s of %d times %s: %v", name, levels, open, err)
				}
			}
		}
	}
}

func TestHostileInputCostsWhatItsBytesCan(t *testing.T) {
	for name, doc := range map[string]string{
		"brackets": strings.Repeat("[", 1<<20), "empties": "[" + strings.Repeat("[],", 1<<18) + "[]]",
		"objects": "[" + strings.Repeat("{},", 1<<18) + "{}]", "nulls": "[" + strings.Repeat("null,", 1<<17) + "1]",
		"quotes": strings.Repeat(`"`, 1<<20), "digits": strings.Repeat("1", 1<<20), "exponent": "1e" + strings.Repeat("9", 1<<20),
		"zeros": "0." + strings.Repeat("0", 1<<20) + "1", "escapes": `"` + strings.Repeat(`\u0000`, 1<<17) + `"`, "minus": strings.Repeat("-", 1<<20),
		"bad UTF-8": `"` + strings.Repeat("\xff", 1<<19) + `"`,
	} {
		testkit.Costs(t, name, 4*len(doc), func() {
			var v any
			_ = json.Unmarshal([]byte(doc), &v)
			var p []person
			_ = json.Unmarshal([]byte(doc), &p)
			_ = json.Valid([]byte(doc))
		})
	}
}

func TestParsingSuite(t *testing.T) {
	files := testkit.Untar(t, "../testdata/json-suite/test_parsing.tar.gz", ".json")
	if len(files) < 300 {
		t.Fatalf("only %d files in the suite", len(files))
	}
	for name, data := range files {
		var v any
		err := json.Unmarshal(data, &v)
		if want := name[0] == 'y'; name[0] != 'i' && (err == nil) != want || json.Valid(data) != (err == nil) && name[0] != 'i' {
			t.Errorf("%s: %v", name, err)
		}
		checkText(t, data)
	}
}

func TestDocumentsAgreeWithEncodingJSON(t *testing.T) {
	for _, name := range []string{"code", "twitter", "citm_catalog", "canada", "synthea_fhir", "string_escaped", "string_unicode"} {
		doc := testkit.Gunzip(t, "../testdata/corpora/"+name+".json.gz")
		checkText(t, doc)
		var v any
		if err := json.Unmarshal(doc, &v); err != nil {
			t.Fatal(err)
		}
		checkMarshal(t, v)
	}
}

func TestAllocations(t *testing.T) {
	doc := []byte(`{"name":"a name","age":7,"inner":{"value":1.5}}`)
	p := &person{Name: "a name", Age: 7, Tags: []string{"x"}}
	buf := make([]byte, 0, 256)
	codec := json.CodecOf[person]()
	texts, counts := map[string]string{"a": "b", "c": "d"}, map[int]int{1: 2, 123456: 3}
	dynamic := any(map[string]any{"name": "x", "list": []any{map[string]any{"n": 1.5}, map[string]any{"n": 2.5}}})
	otherCase := []byte(`{"NAME":"a name","AGE":7,"Inner":{"VALUE":1.5}}`)
	for name, c := range map[string]struct {
		most float64
		f    func()
	}{
		"Marshal":   {1, func() { _, _ = json.Marshal(p) }},
		"Append":    {0, func() { buf, _ = json.Append(buf[:0], p, 0) }},
		"Codec":     {0, func() { buf, _ = codec.Append(buf[:0], p) }},
		"Valid":     {0, func() { json.Valid(doc) }},
		"Unmarshal": {2, func() { var p person; _ = json.Unmarshal(doc, &p) }},
		// Beyond encoding/json's: keys in another case, maps, and maps of known shape.
		"OtherCase": {2, func() { var p person; _ = json.Unmarshal(otherCase, &p) }},
		"Map":       {1, func() { _, _ = json.Marshal(texts) }},
		"IntMap":    {1, func() { _, _ = json.Marshal(counts) }},
		"Any":       {1, func() { _, _ = json.Marshal(dynamic) }},
	} {
		if n := testing.AllocsPerRun(100, c.f); n > c.most && !testkit.Raced && mem.Unchecked {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// TestPanicOfAMethodLeavesThePackageUsable lets a method end a call in the middle.
func TestPanicOfAMethodLeavesThePackageUsable(t *testing.T) {
	for range 10 {
		func() {
			defer func() { _ = recover() }()
			_, _ = json.Marshal([]any{1, panics{}})
		}()
		func() {
			defer func() { _ = recover() }()
			var v struct {
				A int
				P panics
			}
			_ = json.Unmarshal([]byte(`{"A":1,"P":2}`), &v)
		}()
		if b, err := json.Marshal([]int{1, 2}); string(b) != "[1,2]" || err != nil {
			t.Fatalf("%s, %v", b, err)
		}
		var v []int
		if err := json.Unmarshal([]byte("[3,4]"), &v); err != nil || v[1] != 4 {
			t.Fatal(v, err)
		}
	}
	runtime.GC()
}

type panics struct{}

func (panics) MarshalJSON() ([]byte, error) { panic("by design") }
func (*panics) UnmarshalJSON([]byte) error  { panic("by design") }

func Example() {
	var p person
	err := json.Unmarshal([]byte(`{"name":"Ada","age":36,"tags":["math"]}`), &p)
	fmt.Println(p.Name, p.Age, p.Tags, err)
	b, err := json.Marshal(map[string]any{"b": 1, "a": []int{2}})
	fmt.Println(string(b), err)
	// Output:
	// Ada 36 [math] <nil>
	// {"a":[2],"b":1} <nil>
}

func ExampleParse() {
	var v any
	rest, err := json.Parse([]byte(`18446744073709551615 "next"`), &v, json.UseUint64)
	fmt.Println(v, string(rest), err)
	// Output: 18446744073709551615 "next" <nil>
}

func ExampleCodecOf() {
	codec := json.CodecOf[map[string][]int]()
	var m map[string][]int
	err := codec.Unmarshal([]byte(`{"a":[1,"2"]}`), &m)
	fmt.Println(err)
	// Output: json: /a/1 at byte 11: json: cannot unmarshal string into Go value of type int (Go type int)
}
