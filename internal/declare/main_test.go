package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDeclarationsAreWhatIsPrinted holds the files in the tree to the template.
func TestDeclarationsAreWhatIsPrinted(t *testing.T) {
	for _, f := range files() {
		want, err := f.print()
		if err != nil {
			t.Fatalf("%s: %v", f.path, err)
		}
		got, err := os.ReadFile(filepath.Join("..", "..", f.path))
		if err != nil {
			t.Error(err)
			continue
		}
		if got = bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n")); !bytes.Equal(got, want) {
			t.Errorf("%s is not what is printed: run go generate ./internal/declare", f.path)
		}
	}
}

// TestFillKeepsTextAndCode breaks comments that are too long, too short and indented.
func TestFillKeepsTextAndCode(t *testing.T) {
	const src = "package p\n\n// One two.\n// Three \"…\" four.\n//\n// Five.\ntype t struct {\n\t// Six\n\t// seven.\n\tf int // eight\n}\n\n// "
	long := strings.TrimSpace(strings.Repeat("word ", 60))
	const want = "package p\n\n// One two. Three \"…\" four.\n//\n// Five.\ntype t struct {\n\t// Six seven.\n\tf int // eight\n}\n\n"
	got, ok := strings.CutPrefix(string(fill([]byte(src+long+"\n"))), want)
	if !ok {
		t.Fatalf("%s", got)
	}
	for line := range strings.Lines(got) {
		if len(line) > width+1 || !strings.HasPrefix(line, "// word") || len(line) < width-5 && !strings.HasSuffix(got, line) {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
	if words := strings.Join(strings.Fields(strings.ReplaceAll(got, "//", "")), " "); words != long {
		t.Errorf("%q", words)
	}
}
