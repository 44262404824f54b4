package json_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/json/canonical"
	"github.com/beve-org/beve-go/json/column"
	"github.com/beve-org/beve-go/json/patch"
)

// TestMalformedTextIsAtOnePlace: whatever reads a text with errors of this package says the same offset and path of what is
// malformed in it.
func TestMalformedTextIsAtOnePlace(t *testing.T) {
	texts := [][]byte{[]byte(`{} x`), []byte(`[1,]`), []byte(`[1`), []byte(`nul`), []byte(``), []byte(` `), []byte(`{"a":{"b":[1,{"c" 1}]}}`), []byte("  [1 2]"),
		[]byte(`{"a":1,}`), []byte(`{"a":1`), []byte(`{"a~/":[tru]}`), []byte(`"a`), []byte(`-`), []byte(`01`), []byte(`{"a":"\x"}`), []byte("[\"\n\"]")}
	for _, data := range testkit.Untar(t, "../testdata/json-suite/test_parsing.tar.gz", ".json") {
		texts = append(texts, data)
	}
	bad := 0
	for _, text := range texts {
		_, err := json.NewView(text)
		var want *json.DecodeError
		if !errors.As(err, &want) || errors.Is(err, json.ErrDepth) {
			continue
		}
		bad++
		for name, read := range map[string]func() error{
			"DecodeOptions": func() error { var v any; return json.DecodeOptions{}.Unmarshal(text, &v) },
			"Decoder": func() error {
				var v any
				d := json.DecodeOptions{}.NewDecoder(bytes.NewReader(text))
				if err := d.Decode(&v); err != nil {
					return err
				}
				return nil // what follows is another value
			},
			"canonical.Append": func() error { _, err := canonical.Append(nil, text); return err },
			"canonical.Check":  func() error { return canonical.Check(text) },
			"patch.Apply":      func() error { _, err := patch.Apply(text, []byte(`[]`)); return err },
			"a patch":          func() error { _, err := patch.Apply([]byte(`{}`), text); return err },
			"patch.Merge":      func() error { _, err := patch.Merge(text, []byte(`{}`)); return err },
			"a merge patch":    func() error { _, err := patch.Merge([]byte(`{}`), text); return err },
			"patch.Diff":       func() error { _, err := patch.Diff(text, []byte(`{}`)); return err },
			"a batch":          func() error { _, err := new(patch.Batch).Set("/a", 1).Do(text); return err },
			"patch.Set":        func() error { _, err := patch.Set(bytes.Clone(text), "/a/b/1/c", 1); return err },
			"patch.Delete":     func() error { _, err := patch.Delete(bytes.Clone(text), "/9"); return err },
			"column": func() error {
				v, err := json.NewView(text)
				if err == nil {
					_, err = column.From(v, "/*").Count()
				}
				return err
			},
		} {
			err := read()
			var got *json.DecodeError
			if single := name == "patch.Set" || name == "patch.Delete"; single && !errors.Is(err, json.ErrSyntax) && !errors.Is(err, json.ErrTruncated) {
				continue // what is malformed was not read
			}
			if name == "Decoder" && (err == nil || err.Error() == "EOF" || errors.Is(want, json.ErrTrailing)) {
				continue
			}
			if !errors.As(err, &got) || got.Offset != want.Offset || got.Path != want.Path {
				t.Errorf("%s of %.60q: %v; NewView says %v, at %d, %s", name, text, err, want, want.Offset, want.Path)
			}
		}
	}
	if bad < 150 {
		t.Errorf("only %d texts are malformed", bad)
	}
}

// TestTextThatIsNotUTF8: what reads parts replaces it, what checks a whole text refuses it, and single changes leave it.
func TestTextThatIsNotUTF8(t *testing.T) {
	for _, wrong := range []string{"\xff", "\xc3", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\x80"} {
		for _, text := range []string{`{"a":"` + wrong + `","b":[1]}`, `{"` + wrong + `":1,"b":[1]}`, `{"b":[1],"z":[["x` + wrong + `"]]}`} {
			doc := []byte(text)
			v, err := json.NewView(doc)
			if err != nil {
				t.Errorf("%q: a View: %v", text, err)
			}
			if n, err := column.From(v, "/b/*").Count(); n != 1 || err != nil {
				t.Errorf("%q: a column: %d, %v", text, n, err)
			}
			for name, read := range map[string]func() error{
				"canonical.Append": func() error { _, err := canonical.Append(nil, doc); return err },
				"patch.Apply":      func() error { _, err := patch.Apply(doc, []byte(`[]`)); return err },
				"a patch": func() error {
					_, err := patch.Apply([]byte(`{}`), []byte(`[{"op":"add","path":"","value":`+text+`}]`))
					return err
				},
				"patch.Merge":   func() error { _, err := patch.Merge(doc, []byte(`{}`)); return err },
				"a merge patch": func() error { _, err := patch.Merge([]byte(`{}`), doc); return err },
				"patch.Diff":    func() error { _, err := patch.Diff(doc, doc); return err },
				"a batch":       func() error { _, err := new(patch.Batch).Set("/b", 1).Do(doc); return err },
				"a name":        func() error { _, err := patch.Set([]byte(`{}`), json.Pointer("/"+wrong), 1); return err },
			} {
				if err := read(); !errors.Is(err, json.ErrUTF8) {
					t.Errorf("%s of %q: %v", name, text, err)
				}
			}
			want := bytes.Replace(doc, []byte(`[1]`), []byte(`[2]`), 1)
			if got, err := patch.Set(bytes.Clone(doc), "/b/0", 2); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%q: Set: %q, %v", text, got, err)
			}
		}
	}
}
