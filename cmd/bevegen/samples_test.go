package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The tests that -tests writes pass for every type: their samples are values that come back as they were.
func TestWrittenTestsPass(t *testing.T) {
	var source strings.Builder
	source.WriteString("package m\n\ntype X struct{ N int }\n\ntype G[T any] struct {\n\tV T\n\tP *T `json:\"p,omitempty\"`\n\tQ *T `json:\"q,omitzero\"`\n\tS []T `json:\"s,omitempty\"`\n\tM map[string]T `json:\"m,omitempty\"`\n}\n\n")
	n := 0
	for _, of := range []string{"X", "string", "any"} {
		for _, option := range []string{"", ",omitempty", ",omitzero"} {
			fmt.Fprintf(&source, "type A%d struct {\n", n)
			for i, wrap := range []string{"T", "*T", "**T", "***T", "[]*T", "*[]T", "*[]**T", "map[string]**T", "*map[string]*T", "[2]**T", "*[1]**T", "§[T]", "§[*T]", "*§[**T]"} {
				fmt.Fprintf(&source, "\tF%d %s `json:\"f%[1]d%[3]s\"`\n", i, strings.ReplaceAll(strings.ReplaceAll(wrap, "T", of), "§", "G"), option)
			}
			// The same, deeper.
			fmt.Fprintf(&source, "}\n\ntype B%d struct { F A%[1]d `json:\"f%[2]s\"`; P *A%[1]d `json:\"p%[2]s\"` }\ntype C%[1]d struct { L []B%[1]d `json:\"l%[2]s\"`; P **B%[1]d `json:\"p%[2]s\"`; M map[string]*B%[1]d }\n", n, option)
			n++
		}
	}
	dir := module(t, map[string]string{"a.go": source.String()})
	if status, _, stderr := bevegen("-tests", dir); status != 0 {
		t.Fatal(stderr)
	}
	goCommand(t, dir, nil, "test", "-vet=off", "./...")
}

// Fields that have the names of generated methods are refused, by their places. Promoted fields of such names are hidden by the methods,
// which Go allows.
func TestFieldsWithNamesOfMethodsAreRefused(t *testing.T) {
	dir := module(t, map[string]string{"a.go": "package m\n\ntype A struct {\n\tX int\n\tN *A\n}\n"})
	if status, _, stderr := bevegen(dir); status != 0 {
		t.Fatal(stderr)
	}
	text, err := os.ReadFile(filepath.Join(dir, "m_beve.go"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range regexp.MustCompile(`(?m)^func \(x \*A\) (\w+)\(`).FindAllStringSubmatch(string(text), -1) {
		names = append(names, m[1])
	}
	if !slices.Contains(names, "SizeBEVE") || !slices.Contains(names, "MarshalBEVE") || len(names) < 6 {
		t.Fatalf("methods %q", names)
	}
	for _, name := range names {
		for _, source := range []string{"type A struct {\n\tX int\n\t" + name + " int\n}\n", "type A struct {\n\tX int\n\t" + name + " func() `json:\"-\"`\n}\n", "type " + name + " struct{ Y int }\n\ntype A struct {\n\tX int\n\t" + name + "\n}\n",
			"type A struct { X, Y int; " + name + " []byte `json:\"other\"` }\n"} {
			dir := module(t, map[string]string{"a.go": "package m\n\n" + source})
			status, _, stderr := bevegen("-type=A", dir)
			if status == 0 || !strings.Contains(stderr, "A has a field "+name+",") || !regexp.MustCompile(`a\.go:\d+:\d+: `).MatchString(stderr) {
				t.Errorf("%s: %d %q", source, status, stderr)
			}
		}
		dir := module(t, map[string]string{"a.go": "package m\n\ntype In struct { " + name + "_ int; In2 }\n\ntype In2 struct{ Z int }\n\ntype A struct {\n\tX int\n\tIn\n}\n\ntype Promoted struct { Deep }\n\ntype Deep struct { D int; " + name + " int }\n"})
		if status, _, stderr := bevegen("-type=A,Promoted", dir); status != 0 {
			t.Errorf("%s: %s", name, stderr)
		}
		goCommand(t, dir, nil, "build", "./...")
	}
}

// What reflection refuses, since all that a struct holds is in fields that are not exported, has no code: it would write nothing.
func TestStructsThatHideAllHaveNoCode(t *testing.T) {
	hidden := []string{"struct{ n []int }", "struct{ n int; m string }", "struct{ _ int; n *int }", "struct{ in struct{ n int } }", "struct{ inner }"}
	shown := []string{"struct{}", "struct{ n int; N int }", "struct{ _ int }", "struct{ shownInner }"}
	source := "package m\n\ntype inner struct{ n int }\n\ntype shownInner struct{ N int }\n\n"
	for i, text := range hidden {
		source += fmt.Sprintf("type H%d %s\n", i, text)
	}
	for i, text := range shown {
		source += fmt.Sprintf("type S%d %s\n", i, text)
	}
	dir := module(t, map[string]string{"a.go": source})
	status, stdout, stderr := bevegen("-v", dir)
	text, err := os.ReadFile(filepath.Join(dir, "m_beve.go"))
	if status != 0 || err != nil {
		t.Fatal(stderr, err)
	}
	for i := range shown {
		if !strings.Contains(string(text), fmt.Sprintf("func (x *S%d) AppendBEVE(", i)) {
			t.Errorf("there is no code for %s", shown[i])
		}
	}
	for i := range hidden {
		name := fmt.Sprintf("H%d", i)
		if strings.Contains(string(text), "func (x *"+name+") ") || !strings.Contains(stdout, name+" has all it holds in fields that are not exported") {
			t.Errorf("%s: there is code, or nothing is said: %s", hidden[i], stdout)
		}
		if status, _, stderr := bevegen("-type=S0,"+name, dir); status == 0 || !strings.Contains(stderr, name+" has all it holds in fields that are not exported") {
			t.Errorf("%s: %d %q", hidden[i], status, stderr)
		}
	}
}
