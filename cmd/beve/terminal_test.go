package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	beve "github.com/beve-org/beve-go"
)

// Nothing of input, and no name of a file, does anything to a terminal, whatever the command: neither control
// characters of ASCII and of the block beyond it, nor those that turn the order of text.
func TestNothingOfInputActsOnATerminal(t *testing.T) {
	const hostile = "a\x1b[31m\x07\x7f\u009b2J\u0085\u202e\u2066\u2028\r\"日本 👩‍🚀"
	dir := t.TempDir()
	name := filepath.Join(dir, hostile+".beve")
	data, err := beve.Marshal(map[string]any{hostile: []any{hostile, map[string]any{hostile: strings.Repeat("\u009b", 5000)}}, "s": hostile})
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "b.beve")
	for path, content := range map[string][]byte{name: data, other: data[:len(data)-3], filepath.Join(dir, "c.beve"): {0x03, 0x00}} {
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"cat", name}, {"cat", other}, {"cat", "--indent", name}, {"cat", "--log", name}, {"cat", "--tail", "1", name}, {"cat", hostile}, {"cat", "--from", hostile, name},
		{"convert", name, "-"}, {"convert", "--to", "ndjson", name, "-"}, {"convert", "--to", hostile, name, "-"}, {"convert", name, hostile + "/x.beve"}, {"convert", name, "x." + hostile},
		{"get", name, ""}, {"get", name, "/s"}, {"get", "-r", name, "/s"}, {"get", "-i", name, ""}, {"get", name, "/" + hostile + hostile},
		{"cat", "--csv", name}, {"cat", "--tsv", name}, {"cat", "--table", name}, {"get", "--csv", name, ""}, {"get", name, "/*"}, {"get", name, "/*/x"}, {"schema", name},
		{"query", ".", name}, {"query", "-r", ".s", name}, {"query", "--csv", ".s", name}, {"query", "error(.s)", name}, {"query", ".[" + hostile, name}, {"query", "--arg", hostile, ".", name},
		{"select", name, "/s"}, {"select", name, hostile + "=/s", "--table"}, {"select", name, hostile}, {"where", name, ".s"}, {"where", name, "error(.s)"}, {"sort", name, "/s"}, {"count", name, "/s"}, {"head", name, "--csv"},
		{"stat", name}, {"explain", name}, {"valid", name}, {"valid", other}, {"diff", name, filepath.Join(dir, "c.beve")}, {"diff", filepath.Join(dir, "c.beve"), name},
		{hostile}, {"cat", "--" + hostile}, {"cat", "--schema", hostile, name}, {"help", hostile},
	} {
		var out bytes.Buffer
		run(t.Context(), append([]string{"--color=never"}, args...), streams{out: &out, err: &out, outIsTerminal: true, errIsTerminal: true})
		if out.Len() == 0 {
			t.Errorf("%q prints nothing", args)
		}
		for i, r := range out.String() {
			if r != '\n' && r != '\t' && unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control) {
				t.Errorf("%q: %U at %d of %q", args, r, i, clip(out.String(), i))
				break
			}
		}
	}
	// Output that is not a terminal gets the bytes unchanged.
	var out bytes.Buffer
	if run(t.Context(), []string{"get", "-r", name, "/s"}, streams{out: &out, err: &out}); out.String() != hostile+"\n" {
		t.Errorf("%q", out.String())
	}
}

func clip(s string, at int) string { return s[max(0, at-40):min(len(s), at+40)] }
