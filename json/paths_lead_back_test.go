package json_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/json"
)

// TestPathsLeadBack goes through documents whose names have anything in them: the path of each part leads to it, be it
// that of a View, of a token or of an error.
func TestPathsLeadBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 26))
	names := []string{"a", `\u0061`, `~`, `\/`, "\xff", `\ud800`, `\ud83d\ude00`, "\xf0\x9f\x98", "ü", `\u00fc\"`, "", `\n`, "\xed\xa0\x80", "�"}
	var document func(depth int) []byte
	document = func(depth int) []byte {
		if depth == 0 {
			return []byte("true")
		}
		var parts [][]byte
		object := rng.IntN(3) > 0
		for i := range rng.IntN(3) + 1 {
			part := document(depth - 1)
			if object {
				part = slices.Concat([]byte(`"`), []byte{'0' + byte(i)}, []byte(names[rng.IntN(len(names))]+names[rng.IntN(len(names))]), []byte(`":`), part)
			}
			parts = append(parts, part)
		}
		if object {
			return slices.Concat([]byte("{"), bytes.Join(parts, []byte(" , ")), []byte("}"))
		}
		return slices.Concat([]byte("["), bytes.Join(parts, []byte(",")), []byte("]"))
	}
	for range testkit.Rounds(2000) {
		text := document(rng.IntN(4) + 1)
		root, err := json.NewView(text)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		var paths []json.Pointer
		var walk func(v json.View)
		walk = func(v json.View) {
			path := v.Path()
			paths = append(paths, path)
			there, err := root.At(path)
			if err != nil || there.Path() != path || there.Kind() != v.Kind() {
				t.Fatalf("%q: %q leads to %q, %v", text, path, there.Path(), err)
			}
			var wrong *json.DecodeError
			if err := v.Decode(new(chan int)); !errors.As(err, &wrong) || wrong.Path != path {
				t.Fatalf("%q: an error at %q says %v", text, path, err)
			}
			switch v.Kind() {
			case json.Object:
				for m, err := range v.Members() {
					if err != nil {
						t.Fatal(err)
					}
					name, err := m.Name()
					if err != nil || m.Value.Path() != path.Key(name) {
						t.Fatalf("%q: %q of %q is at %q, %v", text, name, path, m.Value.Path(), err)
					}
					walk(m.Value)
				}
			case json.Array:
				for e, err := range v.Elements() {
					if err != nil {
						t.Fatal(err)
					}
					walk(e)
				}
			}
		}
		walk(root)
		// Tokens come in the order of the document, with their ends and keys between.
		d, seen := json.NewDecoder(bytes.NewReader(text)), 0
		for {
			token, err := d.Token()
			if err != nil {
				break
			}
			if path := d.Path(); token == json.Delim('{') || token == json.Delim('[') || token == true {
				if seen == len(paths) || path != paths[seen] {
					t.Fatalf("%q: token %d is at %q, not at %q", text, seen, path, paths[min(seen, len(paths)-1)])
				}
				seen++
			}
		}
		if seen != len(paths) {
			t.Fatalf("%q: %d tokens of %d parts", text, seen, len(paths))
		}
	}
}
