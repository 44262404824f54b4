//go:build noarrow

package main

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestWithoutArrow(t *testing.T) {
	in := file(t, "in.json", []byte(`{"a":1}`))
	for _, args := range [][]string{
		{"convert", in, filepath.Join(t.TempDir(), "out.parquet")}, {"cat", file(t, "in.parquet", []byte("PAR1"))},
	} {
		if got := beveFails(t, exitBad, args...); !strings.Contains(got, "built without Arrow and Parquet") || !located.MatchString(got) {
			t.Errorf("%q: %s", args, got)
		}
	}
}
