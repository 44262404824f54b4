package canonical_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/json/canonical"
)

// TestRFC8785 has the examples of the RFC: the whole of section 3.2.2, the order of names of
// section 3.2.3 and the numbers of appendix B.
func TestRFC8785(t *testing.T) {
	for text, want := range map[string]string{
		"{\n  \"numbers\": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],\n" +
			`"string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}`: `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],` +
			`"string":"€$\u000f\nA'B\"\\\\\"/"}`,
		`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`: "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\",\"ö\":\"Latin Small Letter O With Diaeresis\",\"€\":\"Euro Sign\",\"😀\":\"Emoji: Grinning Face\",\"\ufb33\":\"Hebrew Letter Dalet With Dagesh\"}",
		// Order of names that local rules would have otherwise; text that is not normalized; nesting.
		`{"p\u00eache":"1","peach":"2","p\u00e9ch\u00e9":"3","sin":"4","p\u00e9che":"5"}`:                      `{"peach":"2","péche":"5","péché":"3","pêche":"1","sin":"4"}`,
		`{"A\u030a":"A\u030a","\u00c5":"\u00c5"}`:                                                              "{\"A\u030a\":\"A\u030a\",\"Å\":\"Å\"}",
		`{"1":{"f":{"f":"hi","F":5},"\n":56.0},"10":{},"":"empty","a":{},"111":[{"e":"yes","E":"no"}],"A":{}}`: `{"":"empty","1":{"\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{"E":"no","e":"yes"}],"A":{},"a":{}}`,
		`[56.0,{"d":true,"10":null,"1":[ ]}]`:                                                                  `[56,{"1":[],"10":null,"d":true}]`,
		`"<script>\u2028\u2029\u007f\u0000\u001f&"`:                                                            "\"<script>\u2028\u2029\u007f\\u0000\\u001f&\"",
		` -0 `: "0", `-0.0e5`: "0", `[ ]`: "[]", `{ }`: "{}", `-1.50`: "-1.5", `9007199254740992`: "9007199254740992", `1e21`: "1e+21", `100000000000000000000`: "100000000000000000000",
	} {
		got, err := canonical.Append([]byte("x"), []byte(text))
		if err != nil || string(got) != "x"+want {
			t.Errorf("%s:\n%s, %v, not\n%s", text, got, err, want)
		}
		if err := canonical.Check([]byte(want)); err != nil {
			t.Errorf("%s: %v", want, err)
		}
		if err := canonical.Check([]byte(text)); (err == nil) != (text == want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	for bits, want := range map[uint64]string{
		0x0000000000000000: "0", 0x8000000000000000: "0", 0x0000000000000001: "5e-324", 0x8000000000000001: "-5e-324",
		0x7fefffffffffffff: "1.7976931348623157e+308", 0x4340000000000000: "9007199254740992", 0xc340000000000000: "-9007199254740992",
		0x4430000000000000: "295147905179352830000", 0x44b52d02c7e14af5: "9.999999999999997e+22", 0x44b52d02c7e14af6: "1e+23",
		0x44b52d02c7e14af7: "1.0000000000000001e+23", 0x444b1ae4d6e2ef4e: "999999999999999700000", 0x444b1ae4d6e2ef4f: "999999999999999900000",
		0x444b1ae4d6e2ef50: "1e+21", 0x3eb0c6f7a0b5ed8c: "9.999999999999997e-7", 0x3eb0c6f7a0b5ed8d: "0.000001",
		0x41b3de4355555553: "333333333.3333332", 0x41b3de4355555557: "333333333.33333343", 0xbecbf647612f3696: "-0.0000033333333333333333",
	} {
		f := math.Float64frombits(bits)
		text := strconv.FormatFloat(f, 'e', -1, 64)
		if got, err := canonical.Append(nil, []byte(text)); err != nil || string(got) != want {
			t.Errorf("%x: %s, %v, not %s", bits, got, err, want)
		}
	}
}

func TestWhatHasNoCanonicalForm(t *testing.T) {
	for text, want := range map[string]struct {
		cause error
		path  json.Pointer
		off   int64
	}{
		`{"a":1,"\u0061":2}`:                   {json.ErrDuplicate, "", 7},
		`[1,{"x":[1e999]}]`:                    {json.ErrOverflow, "/1/x/0", 9},
		`9007199254740993`:                     {json.ErrOverflow, "", 0},
		`["a\ud800"]`:                          {json.ErrUTF8, "/0", 3},
		`["\udc00\ud800"]`:                     {json.ErrUTF8, "/0", 2},
		`["\ud800\ud800\udc00"]`:               {json.ErrUTF8, "/0", 2},
		"\"\xff\"":                             {json.ErrUTF8, "", 1},
		`[1`:                                   {json.ErrTruncated, "", 2},
		`{} x`:                                 {json.ErrTrailing, "", 3},
		`nul`:                                  {json.ErrTruncated, "", 3},
		strings.Repeat("[", 20000):             {json.ErrDepth, "", -1},
		`{"\ud83d\ude00x":{"\ud83dx":[true]}}`: {json.ErrUTF8, "/😀x", -1},
	} {
		out, err := canonical.Append([]byte("x"), []byte(text))
		var e *json.DecodeError
		if !errors.Is(err, want.cause) || !errors.As(err, &e) || string(out) != "x" {
			t.Errorf("%.40s: %q, %v", text, out, err)
			continue
		}
		if want.off >= 0 && (e.Offset != want.off || want.cause != json.ErrTruncated && e.Path != want.path) {
			t.Errorf("%.40s: %q at %d, not %q at %d", text, e.Path, e.Offset, want.path, want.off)
		}
		if err := canonical.Check([]byte(text)); !errors.Is(err, want.cause) {
			t.Errorf("%.40s: %v", text, err)
		}
	}
}

// TestEveryFloatHasACanonicalForm: what is printed of a float64 is in canonical form, and canonical again.
func TestEveryFloatHasACanonicalForm(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 200_000 {
		f := math.Float64frombits(r.Uint64())
		if i%2 == 0 {
			f = math.Ldexp(float64(r.Uint64N(1<<53)), r.IntN(30)) // integers, most beyond 2^53
		}
		if math.IsNaN(f) || math.IsInf(f, 0) {
			continue
		}
		text, err := canonical.Marshal(f)
		if err != nil {
			t.Fatalf("%v: %v", f, err)
		}
		if err := canonical.Check(text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if back, err := strconv.ParseFloat(string(text), 64); err != nil || back != f {
			t.Fatalf("%v became %s", f, text)
		}
	}
}

// TestRandomTextsAgreeWithAModel: sorted by utf16.Encode, printed by encoding/json.
func TestRandomTextsAgreeWithAModel(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	for range 3000 {
		text := appendRandom(r, nil, 4)
		var v any
		if err := stdjson.Unmarshal(text, &v); err != nil {
			t.Fatal(err)
		}
		want := appendModel(nil, v)
		got, err := canonical.Append(nil, text)
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%s:\n%s, %v, not\n%s", text, got, err, want)
		}
		again, err := canonical.Append(nil, got)
		if err != nil || !bytes.Equal(again, got) || canonical.Check(got) != nil {
			t.Fatalf("%s: %s, %v", got, again, err)
		}
		var back any
		if err := stdjson.Unmarshal(got, &back); err != nil || !reflect.DeepEqual(back, v) {
			t.Fatalf("%s reads as %v, %v", got, back, err)
		}
	}
}

func appendModel(dst []byte, v any) []byte {
	switch v := v.(type) {
	case map[string]any:
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		slices.SortFunc(names, func(a, b string) int {
			return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
		})
		dst = append(dst, '{')
		for i, name := range names {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendModel(append(appendModel(dst, name), ':'), v[name])
		}
		return append(dst, '}')
	case []any:
		dst = append(dst, '[')
		for i, e := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendModel(dst, e)
		}
		return append(dst, ']')
	}
	var b bytes.Buffer
	e := stdjson.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return append(dst, bytes.TrimSpace(b.Bytes())...)
}

func appendRandom(r *rand.Rand, dst []byte, depth int) []byte {
	space := func() { dst = append(dst, " \n\t"[:r.IntN(4)]...) }
	n := r.IntN(4)
	switch kind := r.IntN(6); {
	case depth == 0 || kind < 2:
		leaves := []string{"null", "true", "1.0", "-2.50e1", strconv.FormatFloat(r.NormFloat64(), 'e', -1, 64), `"\u00e9\n"`, `"<&>"`, strconv.Itoa(r.Int() >> 12)}
		return append(dst, leaves[r.IntN(len(leaves))]...)
	case kind < 4:
		dst = append(dst, '[')
		for i := range n {
			if i > 0 {
				dst = append(dst, ',')
			}
			space()
			dst = appendRandom(r, dst, depth-1)
			space()
		}
		return append(dst, ']')
	}
	dst = append(dst, '{')
	names := []string{`"a"`, `"\u0062"`, `"\ud83d\ude00"`, "\"\uffee\"", "\"\ue000x\"", `"aa"`, "\"\U0001F601\"", `""`}
	for i, at := range r.Perm(len(names))[:n] {
		if i > 0 {
			dst = append(dst, ',')
		}
		space()
		dst = append(dst, names[at]...)
		space()
		dst = append(dst, ':')
		space()
		dst = appendRandom(r, dst, depth-1)
		space()
	}
	return append(dst, '}')
}
