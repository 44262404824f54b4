package zebra

import (
	"go/types"
	"strconv"

	"github.com/beve-org/beve-go/cmd/internal/gen"
)

// This file prints what happens where reading fails: the functions of the runtime that say it as reflection does.

// failHere prints the return of a failure at the present place, of a value of type t, which is nil where no type matters.
func (g *printer) failHere(t types.Type, at path) { g.failAt("o", t, at) }

// failAt is failHere for the place that a variable begins at.
func (g *printer) failAt(from string, t types.Type, at path) {
	g.P("return b, %s.FailAs(b, %s, err, %s%s)", g.msgp, from, g.goType(t), at.args())
}

// orNil prints what follows a reader of a value for which nil is the zero value, which
// is what a reader that fails leaves.
func (g *printer) orNil(t types.Type, at path) {
	g.P("if err != nil {")
	g.P("if o, err = %s.OrNilAs(b, o, err, %s%s); err != nil {", g.msgp, g.goType(t), at.args())
	g.P("return b, err")
	g.P("}")
	g.P("}")
}

// skip prints what passes over a value.
func (g *printer) skip(at path) {
	g.P("if o, err = %s.Skip(o); err != nil {", g.msgp)
	g.P("return b, %s.FailSkip(b, o, err%s)", g.msgp, at.args())
	g.P("}")
}

// goType returns the literal of a type's name in errors.
func (g *printer) goType(t types.Type) string {
	if t == nil {
		return `""`
	}
	return strconv.Quote(gen.GoName(t))
}
