package jsontext_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/testkit"
)

// TestParsingSuite: every y_ file is accepted and every n_ file refused. The i_
// files are free, and there Check must agree with encoding/json but for UTF-8.
func TestParsingSuite(t *testing.T) {
	files := testkit.Untar(t, "../../testdata/json-suite/test_parsing.tar.gz", ".json")
	if len(files) < 300 {
		t.Fatalf("only %d files in the suite", len(files))
	}
	for name, data := range files {
		err := jsontext.Check(data, 0)
		want := json.Valid(data) && utf8.Valid(data)
		switch {
		case strings.HasPrefix(name, "y_"):
			want = true
		case strings.HasPrefix(name, "n_"):
			want = false
		}
		if (err == nil) != want {
			t.Errorf("%s: got %v, want accepted = %v", name, err, want)
		}
		checkError(t, data, err)
	}
}

// checkError asserts what holds of every error of the package.
func checkError(t *testing.T, data []byte, err error) {
	t.Helper()
	if err == nil {
		return
	}
	var d *fault.DecodeError
	if !errors.As(err, &d) {
		t.Fatalf("%q: error %v is no DecodeError", data, err)
	}
	if d.Offset < 0 || d.Offset > int64(len(data)) || !strings.HasPrefix(err.Error(), "json: ") {
		t.Errorf("%q: bad error %v at %d", data, err, d.Offset)
	}
	if errors.Is(err, fault.ErrTruncated) && d.Offset != int64(len(data)) {
		t.Errorf("%q: truncated at %d of %d", data, d.Offset, len(data))
	}
}

// grammar lists texts around every rule; mutations of them are compared with
// encoding/json.
var grammar = []string{
	``, ` `, `null`, `true`, `false`, `nul`, `nullx`, `tru e`, `nulL`, `0`, `-0`, `-`, `--1`, `+1`, `01`, `-01`, `1.`, `.5`, `1.5`,
	`1.5.2`, `1e`, `1e+`, `1e5`, `1E-5`, `1e5.`, `1e05`, `0e0`, `0x1`, `1_0`, `NaN`, `Infinity`, `[]`, `[ ]`, `[1]`, `[1,]`, `[,1]`,
	`[1 2]`, `[1,2`, `[`, `]`, `[[]]`, `[[]`, `{}`, `{ }`, `{"a":1}`, `{"a" : 1 , "b":[{}]}`, `{"a"}`, `{"a":}`, `{"a":1,}`,
	`{,}`, `{a:1}`, `{"a":1 "b":2}`, `{1:2}`, `{"a":1]`, `[1}`, `{`, `}`, `""`, `"a"`, `"`, `"\"`, `"\\"`, `"\x"`, `"\u12"`,
	`"\u1234"`, `"\uD83D\uDE00"`, `"\uD83D"`, `"\uDE00\uD83D"`, "\"\t\"", "\"\x00\"", "\"\x7f\"", "\"é漢😀\"", "\"\xff\"",
	`"a" "b"`, `1 2`, `[]]`, `{}{}`, "\ufeff1", "\n\t\r 1 \n\t\r", "\v1", "1\x00", `"abcdefghijklmnop\nqrstuvwxyz0123456789"`,
	`[1,[2,[3,{"a":[4,{"b":"c"}]}]],"x",true,null,-1.5e-3]`, `// c`, `/* */1`, `'a'`, `[1,2]//`, `{"a":1,"a":2}`, `[true,false,nulll]`,
}

func TestCheckAgreesWithEncodingJSON(t *testing.T) {
	compare := func(data []byte) {
		t.Helper()
		err := jsontext.Check(data, 0)
		if want := json.Valid(data) && utf8.Valid(data); (err == nil) != want {
			t.Errorf("%q: got %v, want accepted = %v", data, err, want)
		}
		checkError(t, data, err)
	}
	alphabet := []byte("{}[]:,\"\\ -+.019eEunltrfa/\n\x00\x80\xe9")
	for _, s := range grammar {
		compare([]byte(s))
		for i := range len(s) + 1 {
			compare([]byte(s[:i]))
			for _, c := range alphabet {
				compare([]byte(s[:i] + string([]byte{c}) + s[i:]))
				if i < len(s) {
					compare([]byte(s[:i] + string([]byte{c}) + s[i+1:]))
				}
			}
		}
	}
}

func FuzzCheck(f *testing.F) {
	for _, s := range grammar {
		f.Add([]byte(s), 3)
	}
	f.Fuzz(func(t *testing.T, data []byte, cut int) {
		err := jsontext.Check(data, 0)
		if want := json.Valid(data) && utf8.Valid(data); (err == nil) != want && !errors.Is(err, fault.ErrDepth) {
			t.Fatalf("%q: got %v, want accepted = %v", data, err, want)
		}
		checkError(t, data, err)
		scanInPieces(t, data, max(cut, 1))
	})
}

func TestCheckLimitsDepth(t *testing.T) {
	for _, c := range []struct {
		text  string
		depth int
		ok    bool
	}{
		{`1`, 1, true}, {`[]`, 1, true}, {`{}`, 1, true}, {`[1]`, 1, false}, {`{"a":1}`, 1, false}, {`[1]`, 2, true},
		{`[[]]`, 2, true}, {`[[1]]`, 2, false}, {`{"a":{"b":1}}`, 3, true}, {`{"a":{"b":1}}`, 2, false},
		{strings.Repeat("[", 511) + "1" + strings.Repeat("]", 511), 0, true},
		{strings.Repeat("[", 512) + "1" + strings.Repeat("]", 512), 0, false},
		{strings.Repeat("[", 5_000_000), 0, false},
		{strings.Repeat(`{"a":[`, 5000) + "1" + strings.Repeat("]}", 5000), 10_001, true},
		{strings.Repeat(`{"a":[`, 5000) + "1" + strings.Repeat("]}", 5000), 10_000, false},
	} {
		err := jsontext.Check([]byte(c.text), c.depth)
		if (err == nil) != c.ok || err != nil && !errors.Is(err, fault.ErrDepth) {
			t.Errorf("%.20s… (%d bytes) at depth %d: %v", c.text, len(c.text), c.depth, err)
		}
	}
}
