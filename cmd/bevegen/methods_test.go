package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Methods by which a type encodes itself stand for its fields, as they do by reflection: code for the fields beside
// them would write something else, and leave out all that the type does not export.
func TestTypesWithMethodsOfTheirOwnGoByReflection(t *testing.T) {
	methods := map[string]string{
		"MarshalText": "() ([]byte, error) { return nil, nil }", "UnmarshalText": "([]byte) error { return nil }",
		"MarshalBinary": "() ([]byte, error) { return nil, nil }", "UnmarshalBinary": "([]byte) error { return nil }",
		"MarshalJSON": "() ([]byte, error) { return nil, nil }", "UnmarshalJSON": "([]byte) error { return nil }",
	}
	var source strings.Builder
	source.WriteString("package m\n\nimport \"time\"\n\ntype Plain struct{ A Own0; B []Embeds1 }\n")
	refused := map[string]string{"Stamp": "MarshalText"}
	source.WriteString("type Stamp struct { time.Time; Zone string }\n")
	i := 0
	for name, rest := range methods {
		fmt.Fprintf(&source, "type Own%d struct{ n int }\nfunc (*Own%d) %s%s\n", i, i, name, rest)
		fmt.Fprintf(&source, "type Embeds%d struct { Own%d; Name string }\ntype Deep%d struct { *Embeds%d; More int }\n", i, i, i, i)
		for _, of := range []string{"Own", "Embeds", "Deep"} {
			refused[fmt.Sprint(of, i)] = name
		}
		i++
	}
	for _, name := range []string{"MarshalBEVE", "UnmarshalBEVE"} { // of its own it is in the way of what is generated
		fmt.Fprintf(&source, "type by%d struct{ N int }\nfunc (*by%d) %s%s\ntype Over%d struct { by%d; Name string }\n",
			i, i, name, methods[strings.Replace(name, "BEVE", "Text", 1)], i, i)
		refused[fmt.Sprint("Over", i)] = name
		i++
	}
	for name, rest := range map[string]string{
		"MarshalBEVE": methods["MarshalText"], "UnmarshalBEVE": methods["UnmarshalText"], "SizeBEVE": "() int { return 0 }",
		"AppendBEVE": "(b []byte) ([]byte, error) { return b, nil }", "DecodeBEVE": "([]byte) error { return nil }",
	} {
		fmt.Fprintf(&source, "type Itself%d struct{ N int }\nfunc (*Itself%d) %s%s\n", i, i, name, rest)
		refused[fmt.Sprint("Itself", i)] = name
		i++
	}
	dir := module(t, map[string]string{"a.go": source.String()})
	status, stdout, stderr := bevegen("-v", dir)
	if status != 0 {
		t.Fatal(stdout, stderr)
	}
	text, err := os.ReadFile(filepath.Join(dir, "m_beve.go"))
	if err != nil || !strings.Contains(string(text), "func (x *Plain) AppendBEVE(") {
		t.Fatalf("%v\n%s", err, text)
	}
	for typ, method := range refused {
		if strings.Contains(string(text), "func (x *"+typ+")") {
			t.Errorf("there is code for %s, which has a %s", typ, method)
		}
		if want := typ + " has a method " + method; !strings.Contains(stdout, want) {
			t.Errorf("%q is not in %q", want, stdout)
		}
		if status, _, stderr := bevegen("-type=Plain,"+typ, "-check", dir); status == 0 || !strings.Contains(stderr, typ+" has a method "+method) {
			t.Errorf("-type=%s: %d, %q", typ, status, stderr)
		}
	}
}

// A struct whose members no code of its package can name goes by reflection, selected or not.
func TestMembersWithoutANameGoByReflection(t *testing.T) {
	dir := module(t, map[string]string{
		"other/o.go": "package other\n\ntype inner struct{ N *int }\n\ntype ByValue struct{ inner }\n\ntype ByPointer struct{ *inner }\n",
		"a.go": "package m\n\nimport \"example.com/m/other\"\n\ntype A struct { other.ByValue; X int }\n\ntype B struct { *other.ByPointer; X int }\n\n" +
			"type Uses struct { A A; B *B; C []A; D map[string]B; E other.ByValue; F struct{ other.ByValue } }\n",
	})
	for _, args := range [][]string{{dir}, {"-type=Uses", dir}} {
		if status, _, stderr := bevegen(args...); status != 0 {
			t.Fatal(stderr)
		}
		goCommand(t, dir, nil, "build", "./...")
	}
	if status, _, stderr := bevegen("-type=Uses,B", dir); status == 0 || !strings.Contains(stderr, "a.go:7:6: B has members") {
		t.Errorf("%d %q", status, stderr)
	}
}
