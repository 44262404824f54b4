package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestCommandsTakeListsOfStructs gives a schema with a list of structs, as the documentation of the
// original has it, to everything that takes a schema, beside the form that is written.
func TestCommandsTakeListsOfStructs(t *testing.T) {
	dir := tempPackage(t)
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	source := write("old/old.go", firstVersion)
	s, err := schemaAt(source, false)
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]any
	if err := json.Unmarshal(s.AppendJSON(nil), &tree); err != nil {
		t.Fatal(err)
	}
	var list []any
	for _, name := range s.Names() {
		list = append(list, tree["Structs"].(map[string]any)[name])
	}
	tree["Structs"] = list
	text, err := json.MarshalIndent(tree, "", "    ")
	if err != nil {
		t.Fatal(err)
	}
	present, listed := write("present.z.json", string(s.AppendJSONIndent(nil))), write("listed.z.json", string(text))
	changed := write("changed/changed.go", strings.Replace(firstVersion, "B string", "B int", 1))
	ran := func(want int, args ...string) string {
		t.Helper()
		var out, errs strings.Builder
		if status := run(args, &out, &errs); status != want {
			t.Errorf("%v: exit status %d, want %d\n%s%s", args, status, want, out.String(), errs.String())
		}
		return out.String() + errs.String()
	}
	got, want := ran(0, "-schema-to-go", listed), ran(0, "-schema-to-go", present)
	if strings.Replace(got, "listed.z", "present.z", 1) != want || !strings.Contains(got, "type T struct") {
		t.Errorf("%s\nwant %s", got, want)
	}
	ran(0, "check", listed, present)
	ran(0, "check", present, listed)
	ran(0, "check", "-lock", listed, source)
	if out := ran(1, "check", listed, changed); !strings.Contains(out, "B changed its type from string to int") {
		t.Error(out)
	}
	broken := write("broken.z.json", strings.Replace(string(text), `"Zid": 1`, `"Zid": "1"`, 1))
	for _, args := range [][]string{{"-schema-to-go", broken}, {"check", broken, source}} {
		if out := ran(1, args...); !regexp.MustCompile(`^[^:]+broken\.z\.json: \d+: /Structs/0/Fields/1/Zid: `).MatchString(out) {
			t.Error(out)
		}
	}
}
