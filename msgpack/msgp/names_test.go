package msgp_test

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// This file holds the exported names of this package to those of tinylib/msgp, which
// generated and hand-written code calls.

var namesOf = flag.String("names-of", "", "write the table of names anew, from the sources of tinylib/msgp in this `folder`")

const namesFile = "testdata/tinylib-1.6.5.txt"

// exported returns the exported names that the sources in a folder declare, with what
// calls of them must agree on: signatures without the names of parameters, fields of
// structs, methods of interfaces.
func exported(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no sources in %s: %v", dir, err)
	}
	out := map[string]string{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if key := nameOf(d); key != "" {
					out[key] = "func" + typeParams(d.Type.TypeParams) + signature(d.Type)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					declared(out, spec)
				}
			}
		}
	}
	return out
}

// declared adds the types, constants and variables of one declaration.
func declared(out map[string]string, spec ast.Spec) {
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		for _, id := range spec.Names {
			if id.IsExported() {
				out[id.Name] = "value"
			}
		}
	case *ast.TypeSpec:
		if !spec.Name.IsExported() {
			return
		}
		out[spec.Name.Name] = "type" + typeParams(spec.TypeParams)
		switch u := spec.Type.(type) {
		case *ast.StructType:
			for _, f := range u.Fields.List {
				for _, id := range f.Names {
					if id.IsExported() {
						out[spec.Name.Name+"."+id.Name] = "field " + types.ExprString(f.Type)
					}
				}
			}
		case *ast.InterfaceType:
			for _, f := range u.Methods.List {
				for _, id := range f.Names {
					out[spec.Name.Name+"."+id.Name] = "func" + signature(f.Type.(*ast.FuncType))
				}
			}
		}
	}
}

// nameOf returns the name of a function, or "Type.Method"; none if it is not exported.
func nameOf(d *ast.FuncDecl) string {
	if !d.Name.IsExported() || d.Recv == nil {
		if d.Name.IsExported() {
			return d.Name.Name
		}
		return ""
	}
	recv := strings.TrimPrefix(types.ExprString(d.Recv.List[0].Type), "*")
	if !ast.IsExported(recv) {
		return ""
	}
	return recv + "." + d.Name.Name
}

// typeParams returns how many type parameters there are.
func typeParams(list *ast.FieldList) string {
	return strings.Repeat("*", list.NumFields())
}

func signature(f *ast.FuncType) string {
	text := func(list *ast.FieldList) string {
		var all []string
		if list != nil {
			for _, p := range list.List {
				for range max(len(p.Names), 1) {
					all = append(all, strings.ReplaceAll(types.ExprString(p.Type), "interface{}", "any"))
				}
			}
		}
		return "(" + strings.Join(all, ", ") + ")"
	}
	return text(f.Params) + text(f.Results)
}

// leftOut are the names that are not here on purpose; docs/msgpack.md has the reasons.
var leftOut = []string{"Reader.R"}

func TestNamesAreThoseOfTinylib(t *testing.T) {
	if *namesOf != "" {
		names := exported(t, *namesOf)
		var text strings.Builder
		for _, name := range slices.Sorted(maps.Keys(names)) {
			text.WriteString(name + "\t" + names[name] + "\n")
		}
		if err := os.WriteFile(namesFile, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	table, err := os.ReadFile(namesFile)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile("../../docs/msgpack.md")
	if err != nil {
		t.Fatal(err)
	}
	ours := exported(t, ".")
	for line := range strings.Lines(string(table)) {
		name, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if slices.Contains(leftOut, name) {
			if !strings.Contains(string(doc), "`"+name+"`") {
				t.Errorf("%s is left out, and docs/msgpack.md does not say why", name)
			}
			continue
		}
		if got, ok := ours[name]; !ok {
			t.Errorf("%s is missing: %s", name, want)
		} else if got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}
