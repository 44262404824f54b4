package bevecode

import (
	"fmt"
	"go/types"

	"github.com/beve-org/beve-go/beverun"
	"github.com/beve-org/beve-go/internal/plan/gotypes"
	"github.com/beve-org/beve-go/wire"
)

// This file prints upper bounds of the size of values.

// onStack is the bound up to which MarshalBEVE of a flat struct writes on the stack, from where the result is copied
// into memory that fits. Larger results are written into a pooled buffer.
const onStack = 304

const (
	// maxSize is the most that SIZE takes.
	maxSize = 8
	// startSize is the start of a container or a string.
	startSize = 1 + maxSize
)

// flat reports whether the bound of a struct is cheap to find, and close.
func (g *generator) flat(p *gotypes.Struct) bool {
	if p.Unknown != nil {
		return false
	}
	for i := range p.Fields {
		switch g.form(p.Fields[i].Type) {
		case formBool, formInt, formUint, formFloat32, formFloat64, formString, formTime, formDuration, formTexts, formNumbers, formBools:
			if p.Fields[i].Quoted || p.Fields[i].ThroughPointer {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// sizeBody prints the body of a function that returns the bound of the struct x.
func (g *generator) sizeBody(p *gotypes.Struct) {
	if p.Unknown != nil {
		g.P("return %s.Reflect(x).Struct().Size()\n}\n", g.root())
		return
	}
	fixed := len(wire.AppendObject(nil, len(p.Fields)))
	fields := g.fields(p)
	g.P("n := 0")
	for i := range fields {
		f := &fields[i]
		fixed += len(wire.AppendText(nil, f.Name))
		if len(f.hops) > 0 {
			g.P("if %s {", f.present())
		}
		fixed += g.sizeOf(f)
		if len(f.hops) > 0 {
			g.P("}")
		}
	}
	g.P("return n + %d\n}\n", fixed)
}

// sizeOf prints what adds the bound of a member to n, and returns what is the same for every value.
func (g *generator) sizeOf(f *field) int {
	if f.Quoted {
		g.P("n += %s.Reflect(&%s).Quoted().Size()", g.root(), f.expr)
		return 0
	}
	return g.sizeValue(f.Type, f.expr, 0)
}

// fixedSize returns the bound of types whose values have one that is always the same.
func (g *generator) fixedSize(t types.Type) (int, bool) {
	switch g.form(t) {
	case formBool:
		return 1, true
	case formInt, formUint, formDuration, formFloat32, formFloat64:
		return 1 + g.sizeof(t), true
	case formTime:
		return 1 + beverun.TimeRoom, true
	}
	if a, ok := t.Underlying().(*types.Array); ok {
		n, fixed := g.fixedSize(a.Elem())
		switch g.form(t) {
		case formNumbers:
			return startSize + int(a.Len())*g.sizeof(a.Elem()), true
		case formBools:
			return startSize + (int(a.Len())+7)/8, true
		case formElements:
			return startSize + int(a.Len())*n, fixed
		}
	}
	return 0, false
}

// sizeValue is sizeOf for a value; depth tells variables of nested loops apart.
func (g *generator) sizeValue(t types.Type, v string, depth int) int {
	if n, ok := g.fixedSize(t); ok {
		return n
	}
	return g.sizeAs(g.form(t), t, v, depth)
}

// sizeAs is sizeValue for a type of form f.
func (g *generator) sizeAs(f form, t types.Type, v string, depth int) int {
	switch f {
	case formString:
		g.P("n += len(%s)", v)
		return startSize
	case formNumbers:
		g.P("n += len(%s) * %d", v, g.sizeof(elem(t)))
		return startSize
	case formBools:
		g.P("n += (len(%s) + 7) / 8", v)
		return startSize
	case formTexts:
		g.P("for i := range %s {\nn += %d + len(%s[i])\n}", v, maxSize, v)
		return startSize
	case formElements, formMap, formIntMap:
		g.sizeElements(f, elem(t), v, depth)
		return startSize
	case formPointer:
		g.P("if %s != nil {", v)
		g.P("n += %d\n}", g.sizeValue(elem(t), "(*"+v+")", depth))
		return 1
	case formStruct:
		if g.byMethod(t) {
			g.P("n += %s.SizeBEVE()", v)
		} else {
			g.P("n += size%s(%s)", g.helperName(g.helper(t)), address(v))
		}
	case formForeign:
		g.P("n += %s.SizeBEVE()", v)
	case formReflect, formUnion:
		v = address(v)
		if g.byMethod(t) {
			v += ").Struct("
		}
		g.P("n += %s.Reflect(%s).Size()", g.root(), v)
	default:
		return startSize
	}
	return 0
}

// sizeElements prints what adds the bounds of the elements of v, of type t, to n.
func (g *generator) sizeElements(f form, t types.Type, v string, depth int) {
	fixed, ok := g.fixedSize(t)
	x := fmt.Sprint("v", depth)
	switch {
	case f == formElements && ok:
		g.P("n += len(%s) * %d", v, fixed)
		return
	case f == formIntMap && ok:
		g.P("n += len(%s) * %d", v, maxSize+fixed)
		return
	case f == formMap && ok:
		g.P("for key := range %s {\nn += %d + len(key)\n}", v, maxSize+fixed)
		return
	case f == formElements:
		g.P("for i%d := range %s {\n%s := &%s[i%d]", depth, v, x, v, depth)
		x = "(*" + x + ")"
	case f == formIntMap:
		g.P("for _, %s := range %s {\nn += %d", x, v, maxSize)
	default:
		g.P("for key, %s := range %s {\nn += %d + len(key)", x, v, maxSize)
	}
	if n := g.sizeValue(t, x, depth+1); n > 0 {
		g.P("n += %d", n)
	}
	g.P("}")
}
