package columns

import (
	"bytes"
	"encoding/json"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/translator"
)

// readAll returns the rows of a file as lines of JSON.
func readAll(data []byte) (string, error) {
	rows, err := Open(bytes.NewReader(data), translator.Limits{})
	if err != nil {
		return "", err
	}
	defer rows.Close()
	var out bytes.Buffer
	_, err = translator.Transcode(&out, rows, translator.BEVEToJSON, translator.Options{})
	return out.String(), err
}

// sameJSON reports whether two lines of JSON say the same, numbers by their values.
func sameJSON(t *testing.T, a, b string) bool {
	t.Helper()
	parse := func(s string) (v any) {
		d := json.NewDecoder(strings.NewReader(s))
		d.UseNumber()
		if err := d.Decode(&v); err != nil && err != io.EOF {
			t.Fatalf("%v in %s", err, s)
		}
		return v
	}
	return sameValue(parse(a), parse(b))
}

func sameValue(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		x, ok1 := new(big.Rat).SetString(a.String())
		y, ok2 := new(big.Rat).SetString(b.String())
		return ok && ok1 && ok2 && x.Cmp(y) == 0
	case map[string]any:
		m, ok := b.(map[string]any)
		if !ok || len(a) != len(m) {
			return false
		}
		for k, v := range a {
			if w, ok := m[k]; !ok || !sameValue(v, w) {
				return false
			}
		}
		return true
	case []any:
		s, ok := b.([]any)
		if !ok || len(a) != len(s) {
			return false
		}
		for i := range a {
			if !sameValue(a[i], s[i]) {
				return false
			}
		}
		return true
	}
	return a == b
}

// What others have written is read as they read it: testdata/make.py.
func TestFilesOfOtherWriters(t *testing.T) {
	files, err := filepath.Glob("testdata/*.parquet")
	if err != nil || len(files) < 20 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(strings.TrimSuffix(name, ".parquet") + ".ndjson")
		if err != nil {
			t.Fatal(err)
		}
		got, err := readAll(data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
		if len(g) != len(w) {
			t.Errorf("%s: %d rows, want %d", name, len(g), len(w))
			continue
		}
		for i := range g {
			if !sameJSON(t, g[i], w[i]) {
				t.Errorf("%s, row %d:\ngot  %s\nwant %s", name, i, g[i], w[i])
				break
			}
		}
	}
}
