package translator_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// bytesOf reads hexadecimal with spaces.
func bytesOf(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestFromJSONWritesTheNarrowestForm(t *testing.T) {
	for text, want := range map[string]string{
		`null`: "00", `false`: "08", `true`: "18", `""`: "02 00", `"abc"`: "02 0c 616263", `"\u00e9"`: "02 08 c3a9",
		`0`: "11 00", `255`: "11 ff", `256`: "31 0001", `65536`: "51 00000100", `4294967296`: "71 0000000001000000",
		`18446744073709551615`: "71 ffffffffffffffff", `18446744073709551616`: "91 0000000000000000 0100000000000000",
		`340282366920938463463374607431768211455`: "91 ffffffffffffffff ffffffffffffffff",
		`-1`:                    "09 ff",
		`-128`:                  "09 80",
		`-129`:                  "29 7fff",
		`-32769`:                "49 ff7fffff",
		`-2147483649`:           "69 ffffff7fffffffff",
		`-9223372036854775808`:  "69 0000000000000080",
		`-9223372036854775809`:  "89 ffffffffffffff7f ffffffffffffffff",
		`-18446744073709551616`: "89 0000000000000000 ffffffffffffffff",
		`-170141183460469231731687303715884105728`: "89 0000000000000000 0000000000000080",
		`1.0`: "61 000000000000f03f", `1e0`: "61 000000000000f03f", `-0`: "61 0000000000000080", `-0.0`: "61 0000000000000080",
		`[]`: "05 00", `{}`: "03 00", ` [ 1 , "a" , null ] `: "05 0c 11 01 02 04 61 00",
		`{"a":true,"":{"b":[]}}`: "03 08 04 61 18 00 03 04 04 62 05 00",
		`{"b":1,"a":2,"b":3}`:    "03 0c 04 62 11 01 04 61 11 02 04 62 11 03",
	} {
		got, err := translator.FromJSON([]byte(text))
		if err != nil || !bytes.Equal(got, bytesOf(t, want)) {
			t.Errorf("%s: got %x %v, want %s", text, got, err, want)
		}
		if err := translator.ValidateJSON([]byte(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		roundTrip(t, []byte(text))
	}
}

func TestTypedArraysOfOneKind(t *testing.T) {
	for text, want := range map[string]string{
		`[]`: "05 00", `[true,false,true]`: "1c 0c 05", `["a",""]`: "3c 08 04 61 00", `[1]`: "14 04 01",
		`[1,2,255]`: "14 0c 01 02 ff", `[1,256]`: "34 08 0100 0001", `[1,-1]`: "0c 08 01 ff", `[-1,127]`: "0c 08 ff 7f", `[-1,128]`: "2c 08 ffff 8000",
		`[-1,65535]`: "4c 08 ffffffff ffff0000", `[-1,4294967295]`: "6c 08 ffffffffffffffff ffffffff00000000",
		`[1,18446744073709551615]`:                     "74 08 0100000000000000 ffffffffffffffff",
		`[-1,18446744073709551615]`:                    "8c 08 ffffffffffffffffffffffffffffffff ffffffffffffffff0000000000000000",
		`[1,18446744073709551616]`:                     "94 08 01000000000000000000000000000000 00000000000000000100000000000000",
		`[1.5,2]`:                                      "64 08 000000000000f83f 0000000000000040",
		`[-0,-1]`:                                      "64 08 0000000000000080 000000000000f0bf",
		`[1.5,9007199254740992]`:                       "64 08 000000000000f83f 0000000000004043",
		`[1.5,-9007199254740994]`:                      "05 08 61 000000000000f83f 69 feffffffffffdfff",
		`[1.5,9007199254740993]`:                       "05 08 61 000000000000f83f 71 0100000000002000",
		`[-1,340282366920938463463374607431768211455]`: "05 08 09 ff 91 ffffffffffffffffffffffffffffffff",
		`[1,null]`:                                     "05 08 11 01 00", `[1,"a"]`: "05 08 11 01 02 04 61", `[true,1]`: "05 08 18 11 01", `[[1],[2]]`: "05 08 14 04 01 14 04 02",
		`{"a":["x"],"b":[[true]]}`: "03 08 04 61 3c 04 04 78 04 62 05 04 1c 04 01",
	} {
		got, err := translator.Options{TypedArrays: true}.FromJSON([]byte(text))
		if err != nil || !bytes.Equal(got, bytesOf(t, want)) {
			t.Errorf("%s: got %x %v, want %s", text, got, err, want)
		}
		roundTrip(t, []byte(text))
	}
}

// TestCountsOfEverySizeForm nests containers whose SIZE takes one, two and four
// bytes, before, inside and after one another.
func TestCountsOfEverySizeForm(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var build func(depth int) string
	build = func(depth int) string {
		n := []int{0, 1, 5, 63, 64, 65}[rng.IntN(6)]
		var b strings.Builder
		object := rng.IntN(2) == 0
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			if object {
				b.WriteString(strconv.Quote("k"+strconv.Itoa(i%7)) + ":")
			}
			if depth > 0 && rng.IntN(n+1) < 3 {
				b.WriteString(build(depth - 1))
			} else {
				b.WriteString([]string{"1", "true", `"s"`, "-1.5", "null"}[rng.IntN(5)])
			}
		}
		if object {
			return "{" + b.String() + "}"
		}
		return "[" + b.String() + "]"
	}
	for range testkit.Rounds(40) {
		roundTrip(t, []byte(build(6)))
	}
	for _, n := range []int{63, 64, 16383, 16384, testkit.Long(100_000)} {
		list := strings.TrimSuffix(strings.Repeat("1,", n), ",")
		roundTrip(t, []byte("["+list+"]"))
		roundTrip(t, []byte(`{"before":[`+list+`],"a":{"b":[[`+list+`],null]},"after":0}`))
		roundTrip(t, []byte(`[`+strings.TrimSuffix(strings.Repeat(`{"`+strings.Repeat("x", n)+`":"`+strings.Repeat("y", n)+`"},`, 3), ",")+`]`))
	}
}

// TestDeepWideNestingStaysLinear has at every level a container whose SIZE does
// not fit the byte reserved for it, around megabytes. Were each shifted on its own,
// half a terabyte would have to move.
func TestDeepWideNestingStaysLinear(t *testing.T) {
	depth := 99_000
	if testing.Short() {
		depth = 10_000
	}
	text := []byte(strings.Repeat("["+strings.Repeat("0,", 63), depth) + `"` + strings.Repeat("x", 1<<22) + `"` + strings.Repeat("]", depth))
	o := translator.Options{Limits: translator.Limits{MaxDepth: depth + 1}}
	message, err := o.FromJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	back, err := o.ToJSON(message)
	if err != nil || !bytes.Equal(back, text) {
		t.Errorf("%d bytes came back as %d (%v)", len(text), len(back), err)
	}
	if _, err := translator.FromJSON(text); !errors.Is(err, translator.ErrDepth) {
		t.Errorf("by the default limits: %v", err)
	}
}

func TestParsingSuite(t *testing.T) {
	for name, data := range testkit.Untar(t, "../testdata/json-suite/test_parsing.tar.gz", ".json") {
		message, err := translator.FromJSON(data)
		if verdict := translator.ValidateJSON(data); (verdict == nil) != (err == nil) || err != nil && err.Error() != verdict.Error() {
			t.Errorf("%s: FromJSON says %v, ValidateJSON %v", name, err, verdict)
		}
		switch {
		case strings.HasPrefix(name, "y_"):
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		case strings.HasPrefix(name, "n_"):
			if err == nil {
				t.Errorf("%s: accepted as %x", name, message)
			}
		}
		acceptedAsDocumented(t, data, err)
		if err == nil {
			roundTrip(t, data)
		}
	}
}

// acceptedAsDocumented asserts that err is nil exactly for what encoding/json
// accepts, but for the exceptions that the package documents.
func acceptedAsDocumented(t *testing.T, data []byte, err error) {
	t.Helper()
	valid := json.Valid(data)
	switch {
	case err == nil:
		if !valid || !utf8.Valid(data) {
			t.Fatalf("%q: accepted", data)
		}
	case errors.Is(err, translator.ErrUTF8):
		if utf8.Valid(data) {
			t.Fatalf("%q: %v", data, err)
		}
	case errors.Is(err, translator.ErrOverflow), errors.Is(err, translator.ErrDepth):
	default:
		if valid {
			t.Fatalf("%q: %v", data, err)
		}
	}
}

func TestRealDocumentsSurviveARoundTrip(t *testing.T) {
	files, err := filepath.Glob("../testdata/corpora/*.json.gz")
	if err != nil || len(files) < 7 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) { roundTrip(t, testkit.Gunzip(t, f)) })
	}
}

func TestFromJSONErrorsSayWhatAndWhere(t *testing.T) {
	for text, want := range map[string]string{
		``:                      `json: at byte 0: input ends inside a value`,
		`  `:                    `json: at byte 2: input ends inside a value`,
		`[1,{"a/b":[0,1e400]}]`: `json: /1/a~1b/1 at byte 13: number beyond the range of binary64`,
		`{"big":` + strings.Repeat("9", 40) + `}`:    `json: /big at byte 7: integer of 40 characters does not fit 128 bits`,
		`[-170141183460469231731687303715884105729]`: `json: /0 at byte 1: integer of 40 characters does not fit 128 bits`,
		`{"a\n~":{"b":tru}}`:                         `json: "/a\n~0/b" at byte 16: '}' in the literal true`,
		`{"a":1,}`:                                   `json: at byte 7: '}' where a key must start`,
		`{"a" 1}`:                                    `json: at byte 5: '1' where a colon must follow a key`,
		`{"a":1 2}`:                                  `json: at byte 7: '2' where a comma or } must follow a member`,
		`[1 2]`:                                      `json: at byte 3: '2' where a comma or ] must follow an element`,
		`[1,]`:                                       `json: /1 at byte 3: ']' where a value must start`,
		`[nul`:                                       `json: /0 at byte 4: input ends inside a value`,
		"[\"\xff\"]":                                 `json: /0 at byte 2: invalid UTF-8`,
		"{\"\xff\":1}":                               `json: at byte 2: invalid UTF-8`,
		`1 2`:                                        `json: at byte 2: data after the value`,
	} {
		dst := []byte("before")
		got, err := translator.AppendBEVE(dst, []byte(text))
		if err == nil || err.Error() != want {
			t.Errorf("%.60q: got %v, want %s", text, err, want)
		}
		if string(got) != "before" {
			t.Errorf("%.60q: destination became %q", text, got)
		}
		if verdict := translator.ValidateJSON([]byte(text)); verdict == nil || verdict.Error() != want {
			t.Errorf("%.60q: ValidateJSON says %v", text, verdict)
		}
	}
}

func TestFromJSONObeysLimits(t *testing.T) {
	for _, c := range []struct {
		text   string
		limits translator.Limits
		want   error
	}{
		{`[]`, translator.Limits{MaxDepth: 1}, nil},
		{`[1]`, translator.Limits{MaxDepth: 1}, translator.ErrDepth},
		{`{"a":[]}`, translator.Limits{MaxDepth: 2}, nil},
		{`{"a":{"b":1}}`, translator.Limits{MaxDepth: 2}, translator.ErrDepth},
		{`[1,[2,3]]`, translator.Limits{MaxElements: 4}, nil},
		{`[1,[2,3]]`, translator.Limits{MaxElements: 3}, translator.ErrLimit},
		{`{"a":1,"b":2}`, translator.Limits{MaxElements: 1}, translator.ErrLimit},
		{`[1,2]`, translator.Limits{MaxBytes: 5}, nil},
		{`[1,2] `, translator.Limits{MaxBytes: 5}, translator.ErrLimit},
	} {
		for _, typed := range []bool{false, true} {
			o := translator.Options{Limits: c.limits, TypedArrays: typed}
			message, err := o.FromJSON([]byte(c.text))
			if !errors.Is(err, c.want) {
				t.Errorf("%s under %+v: %v", c.text, c.limits, err)
			}
			if err == nil {
				// What was written under limits is read under the same ones.
				if _, err := (translator.Options{Limits: translator.Limits{MaxDepth: c.limits.MaxDepth, MaxElements: c.limits.MaxElements}}).ToJSON(message); err != nil {
					t.Errorf("%s under %+v comes back with %v", c.text, c.limits, err)
				}
			}
		}
	}
}

func TestAppendBEVEKeepsWhatIsThere(t *testing.T) {
	text := []byte(`{"a":[` + strings.TrimSuffix(strings.Repeat("1,", 100), ",") + `]}`)
	alone, err := translator.FromJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	for spare := range 300 {
		dst := append(make([]byte, 0, 6+spare), "before"...)
		got, err := translator.AppendBEVE(dst, text)
		if err != nil || string(got) != "before"+string(alone) {
			t.Fatalf("with %d bytes to spare: %q %v", spare, got, err)
		}
	}
}

func TestFromJSONStringLeavesItsInput(t *testing.T) {
	s := strings.Clone(`{"k":"v\n","n":[1,2,3]}`)
	b, err := translator.FromJSONString(s)
	if err != nil || s != `{"k":"v\n","n":[1,2,3]}` {
		t.Fatal(s, err)
	}
	want, _ := translator.FromJSON([]byte(s))
	if !bytes.Equal(b, want) {
		t.Errorf("got %x, want %x", b, want)
	}
}

func TestFromJSONAllocatesInProportion(t *testing.T) {
	deep := strings.Repeat("[", 1<<20)
	long := `["` + strings.Repeat(`\n`, 1<<20)
	for _, text := range []string{deep, long, strings.Repeat(`{"a":`, 1<<18), "[" + strings.Repeat("0,", 1<<20)} {
		for _, typed := range []bool{false, true} {
			got := testkit.Allocated(func() {
				if _, err := (translator.Options{TypedArrays: typed}).FromJSONString(text); err == nil {
					t.Error("accepted")
				}
			})
			if got > 16*uint64(len(text)) {
				t.Errorf("%.10s…: %d bytes allocated for %d", text, got, len(text))
			}
		}
	}
}

func FuzzFromJSON(f *testing.F) {
	for _, s := range []string{
		`null`, `[1,-2,3.5e3,"x\u00e9",true,{"a":{"b":[]}}]`, `{"a":1,"a":2}`, `[true,false]`, `["a","b"]`, `[1,2,300,-5]`, `[1.5,2]`, `1e400`,
		`340282366920938463463374607431768211456`, `-0`, `[[[[1]]]]`, "\"\xff\"", `"\ud800"`, `{"":[{}]}`, ` [ 1 , 2 ] x`, `[1e5,18446744073709551616]`,
		`[` + strings.Repeat("1,", 70) + `1]`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		message, err := translator.FromJSON(data)
		acceptedAsDocumented(t, data, err)
		if verdict := translator.ValidateJSON(data); (verdict == nil) != (err == nil) || err != nil && err.Error() != verdict.Error() {
			t.Fatalf("%q: FromJSON says %v, ValidateJSON %v", data, err, verdict)
		}
		var d *translator.DecodeError
		if err != nil && (!errors.As(err, &d) || d.Offset < 0 || d.Offset > int64(len(data))) {
			t.Fatalf("%q: bad error %v", data, err)
		}
		if err == nil {
			if wire.Validate(message) != nil {
				t.Fatalf("%q: invalid message %x", data, message)
			}
			roundTrip(t, data)
		}
	})
}
