package bevecode

import (
	"fmt"
	"go/types"

	"github.com/beve-org/beve-go/cmd/internal/gen"
	"github.com/beve-org/beve-go/internal/plan/gotypes"
)

// This file prints tests of generated code: round trips, truncated input, benchmarks.

// Tests returns the file with the tests of the types. Generic types are left out: their tests need instances.
func (b *Backend) Tests(p *gen.Package, list []*types.Named) ([]byte, error) {
	g := b.generator(p, list)
	g.file.Of = "TestOf" + g.file.Of
	for _, name := range []string{"t", "y", "z", "data", "again"} {
		g.file.Take(name)
	}
	for _, t := range list {
		if t.TypeParams().Len() == 0 {
			g.test(t)
		}
	}
	return g.file.Bytes()
}

// test prints the tests of one type.
func (g *generator) test(t *types.Named) {
	name, typ, testing := t.Obj().Name(), g.file.Type(t), g.file.Import("testing", "")
	g.P("// sampleBEVE%s returns a value whose parts are not zero, as far as that can be known.", name)
	g.P("func sampleBEVE%s() (x %s) {", name, typ)
	g.sample(t, "x", 0)
	g.P("return x\n}\n")

	g.P("func TestBEVE%s(t *%s.T) {", name, testing)
	g.P("for _, x := range []%s{%s, sampleBEVE%s()} {", typ, g.zero(t), name)
	g.P("data, err := x.AppendBEVE(nil)\nif err != nil {\nt.Fatal(err)\n}")
	g.P("if n := x.SizeBEVE(); n < len(data) {\nt.Errorf(\"SizeBEVE is %%d for %%d bytes\", n, len(data))\n}")
	g.P("var y %s\nif err := y.UnmarshalBEVE(data); err != nil {\nt.Fatal(err)\n}", typ)
	g.P("if again, err := y.MarshalBEVE(); err != nil || !%s.Equal(again, data) {\nt.Errorf(\"%%x became %%x: %%v\", data, again, err)\n}", g.file.Import("bytes", ""))
	g.P("for n := range data {\nvar z %s\nif z.UnmarshalBEVE(data[:n]) == nil {\nt.Errorf(\"%%d of %%d bytes are enough\", n, len(data))\n}\n}", typ)
	g.P("}\n}\n")

	g.P("func BenchmarkAppendBEVE%s(b *%s.B) {", name, testing)
	g.P("x := sampleBEVE%s()\nvar data []byte\nb.ReportAllocs()\nfor b.Loop() {\ndata, _ = x.AppendBEVE(data[:0])\n}\n}\n", name)
	g.P("func BenchmarkUnmarshalBEVE%s(b *%s.B) {", name, testing)
	g.P("x := sampleBEVE%s()\ndata, err := x.AppendBEVE(nil)\nif err != nil {\nb.Fatal(err)\n}\nb.ReportAllocs()\nfor b.Loop() {\nvar y %s\nif err := y.UnmarshalBEVE(data); err != nil {\nb.Fatal(err)\n}\n}\n}\n", name, typ)
}

// zero returns the text of the zero value of a type that is neither an interface nor a pointer.
func (g *generator) zero(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return "{}"
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return `""`
		}
		if u.Info()&types.IsBoolean != 0 {
			return "false"
		}
		return "0"
	}
	return "nil"
}

// maxNested is how deep samples go, which ends those of types that contain themselves.
const maxNested = 3

// sample prints what sets v, of type t, to a value that is not zero.
func (g *generator) sample(t types.Type, v string, depth int) {
	f := g.form(t)
	if depth == 0 || f == formStruct {
		f = g.form(t.Underlying())
	}
	if depth > maxNested {
		return
	}
	x := fmt.Sprint("v", depth)
	switch f {
	case formBool:
		g.P("%s = true", v)
	case formInt, formUint, formDuration:
		g.P("%s = %d", v, 100+depth)
	case formFloat32, formFloat64:
		g.P("%s = 0.5", v)
	case formString:
		g.P("%s = \"text %d\"", v, depth)
	case formTime:
		g.P("%s = %s.Unix(1e9, 5).UTC()", v, g.file.Import("time", ""))
	case formNumbers, formBools, formTexts, formElements:
		if _, ok := t.Underlying().(*types.Slice); ok {
			g.P("%s = make(%s, 2)", v, g.file.Type(t))
		} else if t.Underlying().(*types.Array).Len() == 0 {
			return
		}
		g.sample(elem(t), v+"[0]", depth+1)
	case formMap, formIntMap:
		key := t.Underlying().(*types.Map).Key()
		g.P("%s = %s{}\n{\nvar k%d %s\nvar %s %s", v, g.file.Type(t), depth, g.file.Type(key), x, g.file.Type(elem(t)))
		g.sample(key, fmt.Sprint("k", depth), depth+1)
		g.sample(elem(t), x, depth+1)
		g.P("%s[k%d] = %s\n}", v, depth, x)
	case formPointer:
		if !g.leads(t, depth) {
			return // what it leads to would be null, and then the pointer is nil when it is read
		}
		g.P("%s = new(%s)", v, g.file.Type(elem(t)))
		g.sample(elem(t), "(*"+v+")", depth+1)
	case formStruct:
		p, err := gotypes.Of(t, g.tags)
		if err != nil {
			return
		}
		for _, f := range g.fields(p) {
			if len(f.hops) == 0 {
				s := f.expr[len("x"):]
				g.sample(f.Type, v+s, depth+1)
			}
		}
	}
}

// leads reports whether the sample of a pointer can lead to a value that is not null.
func (g *generator) leads(t types.Type, depth int) bool {
	for ; depth < maxNested; depth++ {
		if t = elem(t); g.form(t) != formPointer {
			return true
		}
	}
	return false
}
