package zebra_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/cmd/internal/gen"
	"github.com/beve-org/beve-go/cmd/internal/gen/zebra"
	"github.com/beve-org/beve-go/zebrapack"
)

// noImports knows no package: what a source imports is of no known type.
type noImports struct{}

func (noImports) Import(string) (*types.Package, error) { return nil, errors.New("no packages here") }

// checked returns a package of one file, whatever is wrong with it; nil if it is no Go.
func checked(source string) *gen.Package {
	p := &gen.Package{Fset: token.NewFileSet(), Path: "x", Dir: "."}
	file, err := parser.ParseFile(p.Fset, "x.go", source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	p.Name, p.Files = file.Name.Name, []*ast.File{file}
	p.Info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: noImports{}, FakeImportC: true, Error: func(err error) { p.Errors = append(p.Errors, err) }}
	p.Types, _ = config.Check("x", p.Fset, p.Files, p.Info) // its errors are in p.Errors
	return p
}

// FuzzGenerate holds that whatever the source is, the generator makes Go of it or says
// what is wrong, always the same, and that schemas of what it takes can be read.
func FuzzGenerate(f *testing.F) {
	data, err := os.ReadFile("../../../../zebrapack/testdata/generate.json")
	if err != nil {
		f.Fatal(err)
	}
	var cases []struct{ Source string }
	if err := json.Unmarshal(data, &cases); err != nil {
		f.Fatal(err)
	}
	for i, c := range cases {
		f.Add(c.Source, byte(i))
	}
	f.Fuzz(func(t *testing.T, source string, flags byte) {
		p := checked(source)
		if p == nil || strings.Contains(source, "\r") {
			return
		}
		o := zebra.Options{IO: flags&1 != 0, Marshal: true, Unexported: flags&2 != 0, Msgp: flags&4 != 0,
			Msgpack: flags&68 == 68, FastStrings: flags&8 != 0, NoStructNames: flags&16 != 0, NoSchema: flags&32 != 0}
		result, err := zebra.Generate(zebra.FromFiles(p), &o, "x_gen.go", true)
		if err != nil {
			if strings.Contains(err.Error(), "generated text is not Go") {
				t.Fatal(err)
			}
			return
		}
		again, err := zebra.Generate(zebra.FromFiles(checked(source)), &o, "x_gen.go", true)
		if err != nil || string(again.Code) != string(result.Code) || string(again.Tests) != string(result.Tests) {
			t.Fatalf("not the same twice: %v", err)
		}
		if !o.Msgp {
			if _, err := zebrapack.ParseSchema(result.Schema.AppendMsgpack(nil)); err != nil {
				t.Fatalf("%v\n%s", err, result.Schema.AppendJSON(nil))
			}
		}
	})
}
