// The table of docs/siblings.md: what the formats have in common, read from the packages and
// found out by running them.

package beve_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/jsonpack"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/zebrapack"
)

var updateSiblings = flag.Bool("update", false, "write docs/siblings.md anew")

const siblingsFile = "docs/siblings.md"

// A sibling is a package of a format, as users see it.
type sibling struct {
	name  string
	dir   string
	types map[string]reflect.Type // by the names that all packages have
	// extra is what functions of this format take beside what those of others do.
	extra []any

	encode any // the zero options
	decode any
	codec  any // of siblingRow
	// shapes are the declarations of functions, by name, without the name of the package.
	shapes map[string]string
}

// siblingRow is what the formats carry in these tests.
type siblingRow struct {
	N int64            `json:"n" zid:"0"`
	S string           `json:"s" zid:"1"`
	L []string         `json:"l" zid:"2"`
	M map[string]int64 `json:"m" zid:"3"`
	P *int64           `json:"p" zid:"4"`
}

func of[T any]() reflect.Type { return reflect.TypeFor[T]() }

// siblings returns the packages in the order of the columns.
func siblings(t *testing.T) []*sibling {
	t.Helper()
	type packed struct {
		N int64    `json:"n"`
		S string   `json:"s"`
		L []string `json:"l"`
	}
	schema, err := jsonpack.NewJSONPack().AddSchema("row", packed{})
	if err != nil {
		t.Fatal(err)
	}
	positional, err := jsonpack.CodecOf[siblingRow](schema)
	if err != nil {
		t.Fatal(err)
	}
	all := []*sibling{
		{name: "beve", dir: ".", encode: beve.EncodeOptions{}, decode: beve.DecodeOptions{}, codec: beve.CodecOf[siblingRow](),
			types: map[string]reflect.Type{"Encoder": of[*beve.Encoder](), "Decoder": of[*beve.Decoder](), "Codec": of[*beve.Codec[siblingRow]](),
				"EncodeOptions": of[beve.EncodeOptions](), "DecodeOptions": of[beve.DecodeOptions](), "Limits": of[beve.Limits](),
				"DecodeError": of[*beve.DecodeError](), "EncodeError": of[*beve.EncodeError](), "View": of[beve.View](), "Member": of[beve.Member]()}},
		{name: "json", dir: "json", encode: json.EncodeOptions{}, decode: json.DecodeOptions{}, codec: json.CodecOf[siblingRow](),
			types: map[string]reflect.Type{"Encoder": of[*json.Encoder](), "Decoder": of[*json.Decoder](), "Codec": of[*json.Codec[siblingRow]](),
				"EncodeOptions": of[json.EncodeOptions](), "DecodeOptions": of[json.DecodeOptions](), "Limits": of[json.Limits](),
				"DecodeError": of[*json.DecodeError](), "EncodeError": of[*json.EncodeError](), "View": of[json.View](), "Member": of[json.Member]()}},
		{name: "msgpack", dir: "msgpack", encode: msgpack.EncodeOptions{}, decode: msgpack.DecodeOptions{}, codec: msgpack.CodecOf[siblingRow](),
			types: map[string]reflect.Type{"Encoder": of[*msgpack.Encoder](), "Decoder": of[*msgpack.Decoder](), "Codec": of[*msgpack.Codec[siblingRow]](),
				"EncodeOptions": of[msgpack.EncodeOptions](), "DecodeOptions": of[msgpack.DecodeOptions](), "Limits": of[msgpack.Limits](),
				"DecodeError": of[*msgpack.DecodeError](), "EncodeError": of[*msgpack.EncodeError](), "View": of[msgpack.View](), "Member": of[msgpack.Member]()}},
		{name: "zebrapack", dir: "zebrapack", encode: zebrapack.EncodeOptions{}, decode: zebrapack.DecodeOptions{}, codec: zebrapack.CodecOf[siblingRow](),
			types: map[string]reflect.Type{"Encoder": of[*zebrapack.Encoder](), "Decoder": of[*zebrapack.Decoder](), "Codec": of[*zebrapack.Codec[siblingRow]](),
				"EncodeOptions": of[zebrapack.EncodeOptions](), "DecodeOptions": of[zebrapack.DecodeOptions](), "Limits": of[zebrapack.Limits](),
				"DecodeError": of[*zebrapack.DecodeError](), "EncodeError": of[*zebrapack.EncodeError]()}},
		{name: "jsonpack", dir: "jsonpack", encode: jsonpack.EncodeOptions{}, decode: jsonpack.DecodeOptions{}, codec: positional, extra: []any{schema},
			types: map[string]reflect.Type{"Encoder": of[*jsonpack.Encoder](), "Decoder": of[*jsonpack.Decoder](), "Codec": of[*jsonpack.Codec[siblingRow]](),
				"EncodeOptions": of[jsonpack.EncodeOptions](), "DecodeOptions": of[jsonpack.DecodeOptions](), "Limits": of[jsonpack.Limits](),
				"DecodeError": of[*jsonpack.DecodeError](), "EncodeError": of[*jsonpack.EncodeError]()}},
		{name: "translator", dir: "translator", types: map[string]reflect.Type{"Limits": of[translator.Limits](), "DecodeError": of[*translator.DecodeError]()}},
	}
	for _, s := range all {
		s.shapes = declared(t, s.dir)
	}
	return all
}

// declared returns the functions that the files of a folder declare, and the methods of
// Schema, which stand for functions where a schema is needed.
func declared(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	names, err := fs.Glob(os.DirFS(dir), "*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, dir+"/"+name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !f.Name.IsExported() {
				continue
			}
			method := ""
			if f.Recv != nil {
				star, ok := f.Recv.List[0].Type.(*ast.StarExpr)
				if !ok {
					continue
				}
				if id, ok := star.X.(*ast.Ident); !ok || id.Name != "Schema" {
					continue
				}
				method = "method of Schema: "
			}
			// The names of parameters do not matter, nor in which letters a tag is written.
			shape := *f.Type
			shape.TypeParams = nil // the results show them
			var out bytes.Buffer
			unnamed(shape.Params)
			unnamed(shape.Results)
			if err := printer.Fprint(&out, fset, &shape); err != nil {
				t.Fatal(err)
			}
			if _, ok := all[f.Name.Name]; !ok || method == "" {
				all[f.Name.Name] = method + out.String()
			}
		}
	}
	return all
}

// unnamed leaves the types of a list of parameters.
func unnamed(list *ast.FieldList) {
	if list == nil {
		return
	}
	var types []*ast.Field
	for _, f := range list.List {
		for range max(1, len(f.Names)) {
			types = append(types, &ast.Field{Type: f.Type})
		}
	}
	list.List = types
}

// shapeOf returns the parameters and results of a method, as declarations write them.
func shapeOf(s *sibling, t reflect.Type, method string) string {
	m, ok := t.MethodByName(method)
	if !ok {
		return none
	}
	var in, out []string
	for i := 1; i < m.Type.NumIn(); i++ {
		in = append(in, typeText(m.Type.In(i)))
	}
	for i := range m.Type.NumOut() {
		out = append(out, typeText(m.Type.Out(i)))
	}
	text := "func(" + strings.Join(in, ", ") + ")"
	switch len(out) {
	case 0:
	case 1:
		text += " " + out[0]
	default:
		text += " (" + strings.Join(out, ", ") + ")"
	}
	return text
}

// none stands for what a package does not have.
const none = "—"

// typeText returns a type as a program of its package spells it. The types that every
// package names in its own way, but that are one thing, have one name.
func typeText(t reflect.Type) string {
	text := strings.ReplaceAll(t.String(), "typeset.Set", "types.Set")
	for _, r := range [][2]string{{"beve_test.siblingRow", "T"}, {"github.com/beve-org/beve-go/internal/", ""}, {"github.com/beve-org/beve-go/", ""}, {"github.com/beve-org/beve-go.", "beve."}, {"interface {}", "any"}, {"[]uint8", "[]byte"},
		{"json.RawValue", "Raw"}, {"fault.", ""}, {"engine.", ""}, {"msgcodec.", ""}, {"msgwire.", ""}, {"msgp.", ""}, {"wire.", ""},
		{"token.Token", "Token"}, {"translator.", ""}, {"zebrapack.", ""}, {"jsonpack.", ""}, {"msgpack.", ""}, {"json.", ""}, {"beve.", ""}, {"view.", ""}} {
		text = strings.ReplaceAll(text, r[0], r[1])
	}
	return text
}

// A finding is a row of the table: what each package has or does.
type finding struct {
	what  string
	cells map[string]string
}

func (f *finding) same() bool {
	seen := map[string]bool{}
	for _, cell := range f.cells {
		seen[cell] = true
	}
	return len(seen) == 1
}

// functionRows compares the functions.
func functionRows(all []*sibling) (rows []finding) {
	for _, name := range []string{"Marshal", "Unmarshal", "Append", "Valid", "NewEncoder", "NewDecoder", "NewDecoderBytes", "CodecOf", "CodecWith", "NewView", "ElementsAt"} {
		f := finding{"`" + name + "`", map[string]string{}}
		for _, s := range all {
			if s.encode == nil {
				continue
			}
			cell := none
			if shape := s.shapes[name]; shape != "" {
				cell = "`" + shape + "`"
				if method, ok := strings.CutPrefix(shape, "method of Schema: "); ok {
					cell = "of `Schema`: `" + method + "`"
				}
			}
			f.cells[s.name] = cell
		}
		rows = append(rows, f)
	}
	return rows
}

// methodRows compares the methods of each type between the packages that have the type: a
// method of one is a method of all, except the methods for values of one format.
func methodRows(all []*sibling) (rows []finding) {
	for _, m := range []struct{ typ, methods string }{
		{"EncodeOptions", "Marshal Append NewEncoder"},
		{"DecodeOptions", "Unmarshal NewDecoder NewDecoderBytes NewView"},
		{"Codec", "Marshal Append Unmarshal"},
		{"Encoder", "Encode SetOptions Reset"},
		{"Decoder", "Decode Skip ViewRaw More Token Path InputOffset SetOptions Reset ResetBytes Buffered"},
		{"View", "Kind IsNull Len Index Key At Path Elements Members Raw ViewRaw Bool Int64 Uint64 Float64 String ViewText Decode DecodeWithOptions"},
		{"Member", "Name"},
		{"DecodeError", "Error Unwrap As"},
		{"EncodeError", "Error Unwrap As"},
	} {
		for _, method := range strings.Fields(m.methods) {
			f := finding{"`" + m.typ + "." + method + "`", map[string]string{}}
			for _, s := range all {
				if s.encode == nil && m.typ != "DecodeError" {
					continue
				}
				if t := s.types[m.typ]; t != nil {
					f.cells[s.name] = none
					if shape := shapeOf(s, t, method); shape != none {
						f.cells[s.name] = "`" + shape + "`"
					}
				}
			}
			rows = append(rows, f)
		}
	}
	return rows
}

// fieldRows compares the fields of the types: options, limits and errors.
func fieldRows(all []*sibling) (rows []finding) {
	for _, typ := range []string{"EncodeOptions", "DecodeOptions", "Limits", "DecodeError", "EncodeError", "Member"} {
		var names []string
		for _, s := range all {
			for _, name := range fieldsOf(s.types[typ]) {
				if !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
		for _, name := range names {
			f := finding{"`" + typ + "." + name + "`", map[string]string{}}
			for _, s := range all {
				if s.encode == nil && typ != "DecodeError" && typ != "Limits" {
					continue
				}
				if t := s.types[typ]; t != nil {
					f.cells[s.name] = none
					if field, ok := elemOf(t).FieldByName(name); ok {
						f.cells[s.name] = "`" + typeText(field.Type) + "`"
					}
				}
			}
			rows = append(rows, f)
		}
	}
	return rows
}

func elemOf(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

func fieldsOf(t reflect.Type) (names []string) {
	if t == nil {
		return nil
	}
	for i := range elemOf(t).NumField() {
		if f := elemOf(t).Field(i); f.IsExported() {
			names = append(names, f.Name)
		}
	}
	return names
}

// TestSiblings compares the packages with each other, and what is found with the table in
// the documentation. Where they differ the table has a reason, and nowhere else.
func TestSiblings(t *testing.T) {
	all := siblings(t)
	var out strings.Builder
	out.WriteString(siblingsHead)
	used := map[string]bool{}
	for _, part := range []struct {
		title, text string
		rows        []finding
	}{
		{"Functions", "", functionRows(all)},
		{"Methods", "", methodRows(all)},
		{"Fields", "", fieldRows(all)},
		{"Behaviour", "Each cell is what the package does, found out by running it.\n", behaviourRows(t, all)},
	} {
		fmt.Fprintf(&out, "\n## %s\n\n%s", part.title, part.text)
		if part.text != "" {
			out.WriteString("\n")
		}
		out.WriteString("| | all, or most | differs | why |\n|---|---|---|---|\n")
		for _, row := range part.rows {
			reason := siblingReasons[row.what]
			used[row.what] = true
			switch {
			case row.same() && reason != "":
				t.Errorf("%s is the same in all packages; the table still says why not: %s", row.what, reason)
			case !row.same() && reason == "":
				t.Errorf("%s differs without a reason: %v", row.what, row.cells)
			}
			common, differing := split(all, row)
			fmt.Fprintf(&out, "| %s | %s | %s | %s |\n", row.what, common, differing, reason)
		}
	}
	for what := range siblingReasons {
		if !used[what] {
			t.Errorf("there is a reason for %s, which is not a row", what)
		}
	}
	if *updateSiblings {
		if err := os.WriteFile(siblingsFile, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(siblingsFile)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := strings.Split(string(have), "\n"), strings.Split(out.String(), "\n"); !slices.Equal(a, b) {
		for i := range max(len(a), len(b)) {
			if i >= len(a) || i >= len(b) || a[i] != b[i] {
				t.Fatalf("%s is not what the packages are, from line %d on; go test -run TestSiblings . -update writes it\nfile: %s\npackages: %s",
					siblingsFile, i+1, lineAt(a, i), lineAt(b, i))
			}
		}
	}
}

func lineAt(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(ends)"
}

// split returns what the packages have in common, or most of them, and who differs.
func split(all []*sibling, row finding) (common, differing string) {
	count := map[string]int{}
	for _, s := range all {
		if cell, ok := row.cells[s.name]; ok {
			if count[cell]++; count[cell] > count[common] && cell != none || common == "" {
				common = cell
			}
		}
	}
	var others []string
	for i := 0; i < len(all); i++ {
		cell, ok := row.cells[all[i].name]
		if !ok || cell == common {
			continue
		}
		names := all[i].name
		for j := i + 1; j < len(all); j++ {
			if row.cells[all[j].name] == cell {
				names += ", " + all[j].name
			}
		}
		if first := slices.IndexFunc(all, func(s *sibling) bool { return row.cells[s.name] == cell }); first == i {
			others = append(others, names+": "+cell)
		}
	}
	return common, strings.Join(others, "; ")
}

const siblingsHead = `# What the formats have in common

A person who knows the package of one format knows those of the others: ` + "`beve`, `json`, `msgpack`,\n`zebrapack` and `jsonpack`" + ` have the same verbs, options, streams, Views and errors, and behave alike.
` + "`siblings_test.go`" + ` writes and checks these tables: it reads the packages and runs them. The second
column shows what all of them, or most, have in common; the third says which differ, and the fourth why.
A dash marks what a package does not have. A row leaves out packages that do not have the type, or whose
bytes cannot express such a value. ` + "`translator`" + ` has no Go values: it shares limits and errors only.
Raw is ` + "`beve.Raw`, `msgpack.Raw` and `json.RawValue`" + `.
`
