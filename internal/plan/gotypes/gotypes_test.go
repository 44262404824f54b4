package gotypes

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"testing"

	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/internal/testkit"
)

// This file shows that the rules do not lean on reflection: run over the zoo as the type checker of go/types sees it,
// they give the plans that reflection gives.

var jsonTag = []string{"json"}

func TestGoTypesGivesTheSamePlans(t *testing.T) {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range []string{"zoo.go", "zoo_embed.go"} {
		f, err := parser.ParseFile(fset, "../../testkit/"+name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	config := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	pkg, err := config.Check("testkit", fset, files, nil)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, v := range testkit.Zoo() {
		rt := reflect.TypeOf(v)
		object := pkg.Scope().Lookup(rt.Name())
		if rt.Kind() != reflect.Struct || object == nil {
			continue // types of other packages, and instances of generic ones
		}
		compared++
		want, err := plan.Of(rt, jsonTag)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Of(object.Type(), jsonTag)
		if err != nil {
			t.Errorf("%v: %v", rt, err)
			continue
		}
		if got.MayOmit != want.MayOmit || got.NeedsAlloc != want.NeedsAlloc || len(got.Fields) != len(want.Fields) {
			t.Errorf("%v: plan %+v, want %+v", rt, got, want)
			continue
		}
		for i := range got.Fields {
			g, w := got.Fields[i], want.Fields[i]
			same := Field{
				w.Name, w.GoName, g.Type, w.Index, w.TagKey, w.Tagged, w.OmitEmpty, w.OmitZero, w.Zero, w.Quoted,
				w.ThroughPointer, w.Locked, w.Unexported, w.Options,
			}
			if !reflect.DeepEqual(g, same) {
				t.Errorf("%v: field %+v, want %+v", rt, g, same)
			}
		}
	}
	if compared < 80 {
		t.Errorf("only %d structs compared", compared)
	}
}
