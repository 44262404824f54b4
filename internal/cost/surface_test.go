package cost_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// readers are the packages whose exported functions are held to the law.
var readers = []string{".", "core", "extended", "wire", "beverun", "scalar", "translator", "json", "msgpack", "msgpack/msgp", "zebrapack", "jsonpack", "jsonpack/buffer", "iso8601",
	"patch", "canonical", "column", "json/patch", "json/canonical", "json/column", "msgpack/patch", "msgpack/column"}

// TestEveryReaderHasFamilies finds each exported function and method that takes bytes,
// text or a reader in the names of entries, or in the file of those that need none.
func TestEveryReaderHasFamilies(t *testing.T) {
	judged := map[string]bool{}
	for _, e := range entries() {
		words := strings.FieldsFunc(e.Name, func(r rune) bool { return r == ' ' || r == ',' })
		judged[words[0]] = true
	}
	exempt := exemptions(t)
	exported := takersOfBytes(t)
	for _, name := range slices.Sorted(maps.Keys(exported)) {
		switch {
		case judged[name] && exempt[name] != "":
			t.Errorf("%s is judged, and exempt as well", name)
		case !judged[name] && exempt[name] == "":
			t.Errorf("%s takes bytes and is held to no law: give it an entry in a file of this package, or a reason in testdata/exempt.txt", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(exempt)) {
		if !exported[name] {
			t.Errorf("%s is exempt but is not exported, or takes no bytes", name)
		}
	}
}

// exemptions reads what needs no entry: paragraphs of a reason that ends in a colon, and
// the names it holds for.
func exemptions(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("testdata/exempt.txt")
	if err != nil {
		t.Fatal(err)
	}
	exempt := map[string]string{}
	for paragraph := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
		reason, names, ok := strings.Cut(paragraph, ":\n")
		if !ok {
			t.Fatalf("a paragraph without a reason: %q", paragraph)
		}
		for _, name := range strings.Fields(names) {
			if exempt[name] != "" {
				t.Errorf("%s is exempt twice", name)
			}
			exempt[name] = reason
		}
	}
	return exempt
}

// takersOfBytes returns the exported functions and methods that take input.
func takersOfBytes(t *testing.T) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, dir := range readers {
		files, err := filepath.Glob(filepath.Join("../..", dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", dir, len(files), err)
		}
		pkg := path.Base(dir)
		switch {
		case dir == ".":
			pkg = "beve"
		case slices.Contains(readers, pkg) && pkg != dir:
			pkg = dir // several have the name
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range parsed.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Name.IsExported() && takesInput(f) {
					if of := receiver(f); of == "" || ast.IsExported(of) {
						found[strings.ReplaceAll(pkg+"."+of+"."+f.Name.Name, "..", ".")] = true
					}
				}
			}
		}
	}
	return found
}

// takesInput reports whether f has a parameter of bytes, text, a reader or anything that
// can be one of them. What an append function appends to is not input.
func takesInput(f *ast.FuncDecl) bool {
	for i, p := range f.Type.Params.List {
		switch kind := typeName(p.Type); {
		case i == 0 && kind == "[]byte" && len(p.Names) == 1 && (strings.HasPrefix(f.Name.Name, "Append") || strings.HasPrefix(f.Name.Name, "Put")):
		case kind == "[]byte", kind == "string", kind == "io.Reader", kind == "Pointer":
			return true
		case kind == "any" && p.Names[0].Name == "src":
			return true
		}
	}
	return false
}

func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	return strings.TrimPrefix(typeName(f.Recv.List[0].Type), "*")
}

// typeName returns what a type is called, without arguments.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return "*" + typeName(e.X)
	case *ast.SelectorExpr:
		return typeName(e.X) + "." + e.Sel.Name
	case *ast.ArrayType:
		if e.Len == nil {
			return "[]" + typeName(e.Elt)
		}
	case *ast.Ellipsis:
		return "[]" + typeName(e.Elt)
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.IndexListExpr:
		return typeName(e.X)
	}
	return ""
}
