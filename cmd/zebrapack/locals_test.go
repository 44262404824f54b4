package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/cmd/internal/gen"
	"github.com/beve-org/beve-go/cmd/internal/gen/bevecode"
	"github.com/beve-org/beve-go/cmd/internal/gen/gentest"
)

// This file gives types the names of variables of generated code, wherever a type can stand.

// generators make code for the files of a folder, which have no code: that of zebrapack in each mode, and of bevegen.
var generators = map[string]func(dir string) error{
	"numbers": func(dir string) error { return generateIn(dir) },
	"names":   func(dir string) error { return generateIn(dir, "-msgpack", "-unexported") },
	"tinylib": func(dir string) error { return generateIn(dir, "-msgp", "-unexported") },
	"beve": func(dir string) error {
		var out bytes.Buffer
		if err := gen.Run(dir, &gen.Flags{Unexported: true, Tests: true}, &bevecode.Backend{View: true}, &out); err != nil {
			return fmt.Errorf("%w\n%s", err, out.Bytes())
		}
		return nil
	},
}

func generateIn(dir string, flags ...string) error {
	var out bytes.Buffer
	if status := run(append(flags, "-tests=false", "-file", filepath.Join(dir, "x.go")), &out, &out); status != 0 {
		return fmt.Errorf("exit status %d: %s", status, out.Bytes())
	}
	return nil
}

// counted are the variables of which there are more with higher numbers.
var counted = regexp.MustCompile(`([2-9]|\d\d)$`)

// variablesOf returns the names that functions of the code in a folder declare.
func variablesOf(t *testing.T, dir string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, name := range files {
		if filepath.Base(name) == "x.go" {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			ast.Inspect(decl, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && id.Obj != nil && id.Obj.Kind == ast.Var && id.Name != "_" && !token.IsExported(id.Name) && !counted.MatchString(id.Name) {
					names[id.Name] = true
				}
				return true
			})
		}
	}
	return names
}

// kinds are the declarations of types that are called @, and how one of them is named.
var kinds = []struct{ declared, used string }{
	{"@ int", "@"}, {"@ uint8", "@"}, {"@ []string", "@"}, {"@[T any] struct { V *T `zid:\"0\"` }", "@[string]"},
	{"@ struct { V_@ int `zid:\"0\"` }\n\tEmbeds_@ struct { @; W int `zid:\"1\"` }", "@"}, {"Other_@ struct { V int `zid:\"0\"` }\n\t@ = Other_@", "@"},
}

// uses are the places of a type, and keys those of one that may be a key.
var (
	uses = []string{"@", "*@", "[]@", "[2]@", "[][]@", "map[string]@", "[]*@", "map[string][]@", "Holds[@]", "*Holds[@]", "[]Holds[@]", "Holds[[]@]",
		"Lists[Lists[@]]", "Holds[Holds[@]]", "Dict[Lists[Dict[@]]]", "Two[string, @]", "[2][]@", "struct { V @ `zid:\"0\"`; W []@ `zid:\"1\"` }"}
	keys = []string{"map[@]string", "map[@]@", "Two[@, @]"}
	tops = []string{"[]@", "map[string]@", "[2]@", "[]Holds[@]"}
)

// clashing returns a package in which types of these names are of all kinds, and stand in all places: of each name many, since there
// is much code for all of them.
func clashing(names []string, shift int) string {
	text := bytes.NewBufferString("package x\n\ntype (\n\tHolds[T any] struct{ In T `zid:\"0\"` }\n\tTwo[A comparable, B any] struct { A A `zid:\"0\"`; B *B `zid:\"1\"` }\n\tLists[T any] []T\n\tDict[T any] map[string]T\n")
	most := 9
	if testing.Short() {
		most = 3
	}
	for i, name := range names {
		i += shift
		kind := kinds[i%len(kinds)]
		of := strings.ReplaceAll(kind.used, "@", name)
		fmt.Fprintf(text, "\t%s\n\tUses_%s struct {\n", strings.ReplaceAll(kind.declared, "@", name), name)
		fields := append(slices.Clone(uses), uses...)[i*5%len(uses):][:most]
		if i%len(kinds) < 2 {
			fields = append(fields, keys[i/len(kinds)%len(keys)])
		}
		for j, field := range fields {
			fmt.Fprintf(text, "\t\tF%d %s `zid:\"%[1]d\" msg:\",omitempty\"`\n", j, strings.ReplaceAll(field, "@", of))
		}
		fmt.Fprintf(text, "\t}\n\tTop_%s %s\n", name, strings.ReplaceAll(tops[i%len(tops)], "@", of))
	}
	return text.String() + ")\n"
}

// TestTypesWithNamesOfVariablesHaveCode generates code for types that are called as the variables of code for such types are, and
// runs its tests.
func TestTypesWithNamesOfVariablesHaveCode(t *testing.T) {
	root := tempPackage(t)
	shift := 0
	for mode, generate := range generators {
		dir := filepath.Join(root, mode)
		names := map[string]bool{"some": true, "b": true, "o": true}
		for before := 0; before < len(names); { // code for other types may have other variables
			before = len(names)
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
			if err := os.MkdirAll(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "x.go"), []byte(clashing(slices.Sorted(maps.Keys(names)), shift)), 0o666); err != nil {
				t.Fatal(err)
			}
			if err := generate(dir); err != nil {
				t.Fatalf("%s: %v", mode, err)
			}
			for name := range variablesOf(t, dir) {
				if types.Universe.Lookup(name) == nil {
					names[name] = true
				}
			}
		}
		if len(names) < 15 {
			t.Errorf("%s: %d types were called as variables", mode, len(names))
		}
		shift++
	}
	gentest.Test(t, root)
}
