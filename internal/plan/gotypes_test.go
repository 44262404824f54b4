package plan

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
)

// This file shows that the rules do not lean on reflection: run over the zoo as the type checker of go/types sees it,
// they give the plans that reflection gives.

// checked implements [Source] for types.Type.
type checked struct{}

func (checked) Name(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}
func (checked) Same(a, b types.Type) bool    { return types.Identical(a, b) }
func (checked) Elem(t types.Type) types.Type { return t.Underlying().(*types.Pointer).Elem() }
func (checked) NumField(t types.Type) int    { return t.Underlying().(*types.Struct).NumFields() }
func (checked) Defined(t types.Type) (is bool) {
	switch types.Unalias(t).(type) {
	case *types.Named, *types.Basic:
		return true
	}
	return false
}

func (checked) Shape(t types.Type) Shape {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&(types.IsBoolean|types.IsInteger|types.IsFloat|types.IsString) != 0 {
			return ShapeScalar
		}
	case *types.Struct:
		return ShapeStruct
	case *types.Pointer:
		return ShapePointer
	case *types.Interface:
		return ShapeInterface
	}
	return ShapeOther
}

func (checked) IsZeroMethod(t types.Type) (onValue, onPointer bool) {
	result := types.NewTuple(types.NewParam(token.NoPos, nil, "", types.Typ[types.Bool]))
	method := types.NewFunc(token.NoPos, nil, "IsZero", types.NewSignatureType(nil, nil, nil, nil, result, false))
	zeroer := types.NewInterfaceType([]*types.Func{method}, nil).Complete()
	return types.Implements(t, zeroer), types.Implements(types.NewPointer(t), zeroer)
}

func (checked) Member(t types.Type, i int) Member[types.Type] {
	s := t.Underlying().(*types.Struct)
	f := s.Field(i)
	return Member[types.Type]{
		Name: f.Name(), Type: f.Type(), Embedded: f.Embedded(), Exported: f.Exported(),
		Lookup: reflect.StructTag(s.Tag(i)).Lookup,
	}
}

func TestGoTypesGivesTheSamePlans(t *testing.T) {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range []string{"zoo.go", "zoo_embed.go"} {
		f, err := parser.ParseFile(fset, "../testkit/"+name, nil, parser.SkipObjectResolution)
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
		want, err := Of(rt, jsonTag)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Build(checked{}, object.Type(), jsonTag)
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
			same := FieldOf[types.Type]{
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
