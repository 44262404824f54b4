package testkit

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// This file reads vectors: lists of cases in JSON, whose bytes are in hex, and the
// messages of testdata/beve.

// Vectors returns the cases of a file, which has at least one.
func Vectors[T any](t testing.TB, file string) (cases []T) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, &cases)
	}
	if err != nil {
		t.Fatal(file, err)
	}
	if len(cases) == 0 {
		t.Fatal(file, "has no cases")
	}
	return cases
}

// Hex returns the bytes that text stands for.
func Hex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatalf("%.100q: %v", text, err)
	}
	return b
}

// BEVEVector is one message of testdata/beve.
type BEVEVector struct {
	Name   string
	Stream bool
	Level  string // of malformed ones
	Class  string // of malformed ones
	Bytes  int
	Data   []byte `json:"-"`
	JSON   []byte `json:"-"` // what it means, except for malformed ones
}

// GoodVectors are the folders of testdata/beve whose messages are well-formed.
var GoodVectors = []string{"glaze", "rust", "crafted", "extended"}

// BEVEVectors reads the files that the manifest of a folder lists.
func BEVEVectors(t testing.TB, dir string) []BEVEVector {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "MANIFEST.json"))
	if err != nil {
		t.Fatal(err)
	}
	var m struct{ Vectors []BEVEVector }
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	for i := range m.Vectors {
		v := &m.Vectors[i]
		if v.Data, err = os.ReadFile(filepath.Join(dir, v.Name+".beve")); err != nil {
			t.Fatal(err)
		}
		if len(v.Data) != v.Bytes {
			t.Fatalf("%s has %d bytes, not %d", v.Name, len(v.Data), v.Bytes)
		}
		if v.Level == "" {
			if v.JSON, err = os.ReadFile(filepath.Join(dir, v.Name+".json")); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(m.Vectors) < 40 {
		t.Fatalf("only %d vectors in %s", len(m.Vectors), dir)
	}
	return m.Vectors
}
