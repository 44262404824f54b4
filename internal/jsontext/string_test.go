package jsontext_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
)

var texts = []string{
	"", "a", "plain ASCII text that is longer than a word", "é", "漢字かな", "😀", "tab\tnewline\nquote\"back\\slash/",
	"\x00\x01\x08\x0c\x0d\x1f\x20\x7f", "<html> & 'quotes'", "\u2028\u2029\ufeff\ufffd", "mixed é text with 漢 and \" and \x1f end",
	strings.Repeat("x", 1000), strings.Repeat("\\", 100), strings.Repeat("é", 100), "1234567\"", "12345678\"", "123456789\n",
}

func TestStringsRoundTripAtEveryOffset(t *testing.T) {
	for _, s := range texts {
		for pad := range 18 {
			text := strings.Repeat(".", pad) + s
			quoted := jsontext.AppendText(nil, text)
			var back string
			if err := json.Unmarshal(quoted, &back); err != nil || back != text {
				t.Fatalf("%q printed as %q, which reads as %q (%v)", text, quoted, back, err)
			}
			src := append(append([]byte(strings.Repeat(" ", pad)), quoted...), "tail\"\\"...)
			got, next, _, err := jsontext.ViewString(src, pad, nil)
			if err != nil || string(got) != text || next != pad+len(quoted) {
				t.Fatalf("%q read as %q to %d (%v)", quoted, got, next, err)
			}
			for cut := range len(quoted) {
				if _, _, _, err := jsontext.ViewString(quoted[:cut:cut], 0, nil); cut > 0 && !errors.Is(err, fault.ErrTruncated) {
					// A cut inside a rune is found by the missing quote first.
					t.Fatalf("%q cut at %d: %v", quoted, cut, err)
				}
			}
		}
	}
}

func TestAppendStringEscapesOnlyWhatItMust(t *testing.T) {
	got := jsontext.AppendText([]byte("x"), "\x00\b\t\n\x0b\f\r\x1f \"\\/<>&é\u2028\x7f")
	want := `x"\u0000\b\t\n\u000b\f\r\u001f \"\\/<>&é` + "\u2028\x7f\""
	if string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for from := range want {
		for to := from; to <= len(want); to++ {
			part := []byte(want[from:to])
			if n := jsontext.StringLen(part); n != len(jsontext.AppendString(nil, part)) {
				t.Errorf("%q takes %d bytes, not %d", part, len(jsontext.AppendString(nil, part)), n)
			}
		}
	}
}

func TestViewStringAgreesWithEncodingJSON(t *testing.T) {
	for _, s := range []string{
		`""`, `"\""`, `"\\\/\b\f\n\r\t"`, `"\u0041\u00e9\u6f22\uFFFF\uabCD"`, `"\ud83d\ude00"`, `"\ud83d"`, `"\ude00"`, `"\ud83d\u0041"`,
		`"\ud83d\ud83d\ude00"`, `"\ud83d\n"`, `"\ud83dx"`, `"\ude00\ud83d"`, `"a\u0000b"`, `"\u12g4"`, `"\u123"`, `"\q"`, "\"\n\"",
		`"0123456789\u0030"`, `"\ud800\udc00\udbff\udfff"`, `"\`, `"\u`, `"`,
	} {
		var want string
		wantErr := json.Unmarshal([]byte(s), &want)
		got, next, _, err := jsontext.ViewString([]byte(s), 0, nil)
		if (err == nil) != (wantErr == nil) {
			t.Errorf("%s: got %v, want %v", s, err, wantErr)
		}
		if err == nil && (string(got) != want || next != len(s)) {
			t.Errorf("%s: got %q to %d, want %q", s, got, next, want)
		}
		checkError(t, []byte(s), err)
	}
}

func TestViewStringRefusesBadUTF8(t *testing.T) {
	for _, bad := range []string{"\xff", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe6\xbc", "\x80"} {
		for pad := range 10 {
			src := []byte(`"` + strings.Repeat("é", pad) + bad + `\n"`)
			_, _, _, err := jsontext.ViewString(src, 0, nil)
			var d *fault.DecodeError
			if !errors.As(err, &d) || !errors.Is(err, fault.ErrUTF8) || d.Offset != int64(1+2*pad) {
				t.Errorf("%q: %v", src, err)
			}
			if next, f, err := jsontext.ScanString(src, 0); next != len(src) || f&jsontext.NonASCII == 0 || f&jsontext.Escaped == 0 || err != nil {
				t.Errorf("%q scans as %d %v %v", src, next, f, err)
			}
		}
	}
}

func TestViewStringAliasesOnlyPlainText(t *testing.T) {
	src := []byte(`"plain é" "es\naped"`)
	text, next, grown, err := jsontext.ViewString(src, 0, nil)
	if err != nil || grown != nil || &text[0] != &src[1] {
		t.Errorf("plain text was copied: %v", err)
	}
	scratch := make([]byte, 0, 64)
	text, _, grown, err = jsontext.ViewString(src, next+1, scratch)
	if err != nil || string(text) != "es\naped" || &text[0] != &grown[0] || &grown[:1][0] != &scratch[:1][0] {
		t.Errorf("escaped text %q is not in scratch: %v", text, err)
	}
}

func TestFormTellsWhatAStringHolds(t *testing.T) {
	for s, want := range map[string]jsontext.Form{
		`"abcdefgh"`: 0, `"abcdefghé"`: jsontext.NonASCII, `"é"`: jsontext.NonASCII, `"a\n"`: jsontext.Escaped,
		`"abc"é`: 0, `"abcdefghijk"éééé`: 0, `"é\u0000"`: jsontext.NonASCII | jsontext.Escaped,
	} {
		if _, f, err := jsontext.ScanString([]byte(s), 0); f != want || err != nil {
			t.Errorf("%s: got %v %v, want %v", s, f, err, want)
		}
	}
}

func FuzzString(f *testing.F) {
	for _, s := range texts {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if utf8.Valid(data) {
			quoted := jsontext.AppendString(nil, data)
			got, next, _, err := jsontext.ViewString(quoted, 0, nil)
			if err != nil || next != len(quoted) || !bytes.Equal(got, data) {
				t.Fatalf("%q came back as %q (%v)", data, got, err)
			}
		}
		src := append([]byte{'"'}, data...)
		got, next, _, err := jsontext.ViewString(src, 0, nil)
		checkError(t, src, err)
		if err != nil {
			return
		}
		var want string
		if err := json.Unmarshal(src[:next], &want); err != nil || string(got) != want {
			t.Fatalf("%q: got %q, want %q (%v)", src[:next], got, want, err)
		}
	})
}
