package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/cmd/internal/gen/zebra"
	"github.com/beve-org/beve-go/zebrapack"
)

// goldenSchema is an entry of schema.json.
type goldenSchema struct {
	Structs  int
	Msgpack2 any // hex, or what a long one is known by
	JSON     json.RawMessage
}

// goldenSchemas are the schemas of the vectors, by type file.
func goldenSchemas(t *testing.T) map[string]goldenSchema {
	var out map[string]goldenSchema
	vectors(t, "schema.json", &out)
	return out
}

// generatedSchema returns what the generator says of a file of testdata/golden.
func generatedSchema(t *testing.T, file string) *zebrapack.Schema {
	t.Helper()
	paths, err := filepath.Glob("testdata/golden/types/*/" + file + ".go")
	if err != nil || len(paths) != 1 {
		t.Fatal(file, paths, err)
	}
	s, err := schemaAt(paths[0], false)
	if err != nil {
		t.Fatal(err)
	}
	s.SourcePath = file + ".go"
	for i, path := range s.Imports {
		s.Imports[i] = strings.Replace(path, zebra.RuntimePath, "github.com/glycerine/zebrapack/msgp", 1)
	}
	return s
}

func TestGeneratedSchemasAreTheVectors(t *testing.T) {
	for file, want := range goldenSchemas(t) {
		got := generatedSchema(t, file)
		if len(got.Structs) != want.Structs {
			t.Errorf("%s: %d structs, want %d", file, len(got.Structs), want.Structs)
		}
		// Reading gives a struct that the reference has inlined the name that it lost.
		forms := map[string][]byte{"JSON": want.JSON}
		if text, ok := want.Msgpack2.(string); ok {
			forms["MessagePack"] = unhex(t, text)
		} else if text := got.AppendMsgpack(nil); !matches(text, want.Msgpack2) {
			t.Errorf("%s: %x", file, text)
		}
		for form, text := range forms {
			parsed, err := zebrapack.ParseSchema(text)
			if err != nil {
				t.Errorf("%s, %s: %v", file, form, err)
				continue
			}
			if a, b := string(got.AppendJSON(nil)), string(withTuples(parsed, got).AppendJSON(nil)); a != b {
				t.Errorf("%s, %s:\n%s\nwant\n%s", file, form, a, b)
			}
		}
	}
}

// withTuples returns s with the tuples of other, which the reference does not record.
func withTuples(s, other *zebrapack.Schema) *zebrapack.Schema {
	for name, st := range other.Structs {
		if s.Structs[name] != nil {
			s.Structs[name].Tuple = st.Tuple
		}
	}
	return s
}

// TestSchemaBecomesGo turns each schema into Go, generates from that, and compares the
// schemas.
func TestSchemaBecomesGo(t *testing.T) {
	for file := range goldenSchemas(t) {
		s := generatedSchema(t, file)
		if len(s.Structs) == 0 || file == "31_iface" {
			continue // there is nothing to declare, or an interface that no schema holds
		}
		dir := tempPackage(t)
		path := filepath.Join(dir, "s.zebra")
		if err := os.WriteFile(path, s.AppendMsgpack(nil), 0o666); err != nil {
			t.Fatal(err)
		}
		var out, errs strings.Builder
		if status := run([]string{"-schema-to-go", path}, &out, &errs); status != 0 {
			t.Fatalf("%s: exit status %d\n%s", file, status, errs.String())
		}
		source := filepath.Join(dir, "s.go")
		if err := os.WriteFile(source, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		again, err := schemaAt(source, false)
		if err != nil {
			t.Errorf("%s: %v\n%s", file, err, out.String())
			continue
		}
		if vs := append(zebrapack.Check(s, again), zebrapack.Check(again, s)...); len(vs) > 0 {
			t.Errorf("%s: %v\n%s", file, vs, out.String())
		}
		if again.ID != s.ID {
			t.Errorf("%s: id %d, want %d", file, again.ID, s.ID)
		}
		for name, st := range s.Structs {
			for i, f := range st.Fields {
				g := again.Structs[name].Fields[i]
				f.Pos, g.Pos, f.TypeStr, g.TypeStr = "", "", "", ""
				if f.Skip {
					f.Category, f.Primitive, g.Category, g.Primitive = 0, 0, 0, 0
				}
				if !reflect.DeepEqual(f, g) {
					t.Errorf("%s: %s.%s is %+v, want %+v", file, name, f.GoName, g, f)
				}
			}
		}
	}
}

// tempPackage returns a new folder inside this module, so that its packages can import
// the library.
func tempPackage(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("testdata", "tmp-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// TestCheckTellsTypesOfOneNameApart compares sources in which a name stands for two types.
func TestCheckTellsTypesOfOneNameApart(t *testing.T) {
	dir := tempPackage(t)
	var paths []string
	for version, imports := range []string{"k \"go/token\"", "k \"text/scanner\""} {
		path := filepath.Join(dir, "v"+string(rune('1'+version)), "x.go")
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		source := "package x\n\nimport " + imports + "\n\n//msgp:shim " + []string{"token.Position as:string", "scanner.Position as:int"}[version] + " using:to/from\n\ntype T struct {\n A k.Position `zid:\"0\"`\n}\n"
		if err := os.WriteFile(path, []byte(source), 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	var out bytes.Buffer
	if status := run(append([]string{"check"}, paths...), &out, &out); status != 1 || !strings.Contains(out.String(), "changed its type from") || strings.Contains(out.String(), "from k.Position to k.Position") {
		t.Errorf("exit status %d: %s", status, out.Bytes())
	}
}

// TestUnionsBecomeGo prints a union, which is a struct of pointers there, and finds what a change of it breaks.
func TestUnionsBecomeGo(t *testing.T) {
	const union = `{"Structs":{"Disc":{"StructName":"Disc"},"Shape":{"StructName":"Shape","OneOf":true,"Fields":[
		{"Zid":4,"FieldGoName":"Disc","FieldTagName":"disc","FieldTypeStr":"*Disc","FieldCategory":28,"FieldFullType":{"Kind":28,"Domain":{"Kind":22,"Str":"Disc"}}}%s]}}}`
	const name = `,{"Zid":9,"FieldGoName":"Name","FieldTypeStr":"string","FieldCategory":23,"FieldPrimitive":2,"FieldFullType":{"Kind":2,"Str":"string"}}`
	dir := t.TempDir()
	one, two := filepath.Join(dir, "one.json"), filepath.Join(dir, "two.json")
	for path, more := range map[string]string{one: "", two: name} {
		if err := os.WriteFile(path, fmt.Appendf(nil, union, more), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"-schema-to-go", one}, 0, "// types.OneOf[Shape] declares that one of the fields is set.\ntype Shape struct {\n\tDisc *Disc `zid:\"4\" msg:\"disc\"`\n}"},
		{[]string{"check", one, two}, 0, ""},
		{[]string{"check", two, one}, 1, "zid 9: Name string was removed; keep the case"},
	} {
		var out, errs bytes.Buffer
		if status := run(c.args, &out, &errs); status != c.status || !strings.Contains(out.String(), c.says) {
			t.Errorf("%v: status %d, %s%s", c.args, status, &out, &errs)
		}
	}
}
