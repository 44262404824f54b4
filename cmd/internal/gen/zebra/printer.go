package zebra

import (
	"go/types"
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/cmd/internal/gen"
)

// This file is what the printers of methods share.

// printer prints the methods of declarations into a file.
type printer struct {
	*gen.File
	opts *Options
	pkg  *types.Package
	msgp string // the name by which the runtime is imported
	vars int    // how many variables the present function has
	// recursive says that the present method counts levels, rules are those of its type.
	recursive bool
	rules     *rules
	// factory is the id of the present field if the struct makes values for its
	// interfaces, else empty.
	factory string
}

// variables are names that generated functions use. An import has another one.
var variables = []string{"z", "b", "o", "n", "s", "t", "v", "w", "r", "err", "cfg", "seen", "at", "key", "deeper",
	"empty", "name", "data", "left"}

// newPrinter returns the printer of a file. The runtime is imported if it is used: an
// import that is not is an error.
func newPrinter(p *gen.Package, opts *Options, usesRuntime bool) *printer {
	g := &printer{File: gen.NewFile(p, "zebrapack", variables...), opts: opts, pkg: p.Types}
	if usesRuntime {
		g.msgp = g.Import(RuntimePath, "msgp")
	}
	return g
}

// fresh returns the name of a variable that the present function does not have.
func (g *printer) fresh(name string) string {
	g.vars++
	return name + strconv.Itoa(g.vars)
}

// method returns the name of a generated method.
func (g *printer) method(name string) string { return g.opts.MethodPrefix + name }

// appendName and readName are the methods that the others stand on: MarshalMsg and
// UnmarshalMsgWithCfg, or where those are not wanted, methods of our own.
func (g *printer) appendName(d *decl) string {
	if d.functions {
		return d.name + "Append"
	}
	if g.opts.Marshal && !d.left["marshal"] {
		return g.method("MarshalMsg")
	}
	return "append" + g.method("Msg")
}

func (g *printer) readName(d *decl) string {
	if d.functions {
		return d.name + "Read"
	}
	if g.opts.Marshal && !d.left["unmarshal"] {
		return g.method("UnmarshalMsgWithCfg")
	}
	return "read" + g.method("Msg")
}

// needsAppend and needsRead say whether anything stands on these methods.
func (g *printer) needsAppend(d *decl) bool {
	return g.opts.Marshal && !d.left["marshal"] || g.opts.IO && !d.left["encode"]
}

func (g *printer) needsRead(d *decl) bool {
	return g.opts.Marshal && !d.left["unmarshal"] || g.opts.IO && !d.left["decode"]
}

// sizeName is Msgsize, or what stands in for it.
func (g *printer) sizeName(d *decl) string {
	if d.functions {
		return d.name + "Size"
	}
	return g.method("Msgsize")
}

// begin prints the first line of a method of d, or of the function that stands in for it.
func (g *printer) begin(d *decl, receiver, name, params, results string) {
	switch {
	case !d.functions:
		g.P("func (%s) %s(%s) (%s) {", receiver, name, params, results)
	case params == "":
		g.P("func %s(%s) (%s) {", name, receiver, results)
	default:
		g.P("func %s(%s, %s) (%s) {", name, receiver, params, results)
	}
}

// receiver returns the receiver of the encoding methods.
func (g *printer) receiver(d *decl) string {
	if d.functions {
		if d.byValue {
			return "z " + g.Type(d.typ)
		}
		return "z *" + g.Type(d.typ)
	}
	if d.byValue {
		return "z " + d.name + d.generic.params()
	}
	return "z *" + d.name + d.generic.params()
}

// path is what leads from the receiver to a part of it: expressions for the arguments
// of WrapError.
type path []string

func (p path) plus(expr string) path { return append(p[:len(p):len(p)], expr) }

// args returns the path as further arguments.
func (p path) args() string {
	if len(p) == 0 {
		return ""
	}
	return ", " + strings.Join(p, ", ")
}

// keyBytes returns the bytes of a key as Go arguments of append.
func (g *printer) keyBytes(f *field) string {
	if g.opts.Msgp {
		return strconv.Quote(string(appendText(nil, f.key))) + "..."
	}
	var args []string
	for _, c := range appendID(nil, f.id) {
		args = append(args, hex(c))
	}
	return strings.Join(args, ", ")
}

func hex(c byte) string {
	const digits = "0123456789abcdef"
	return "0x" + digits[c>>4:c>>4+1] + digits[c&15:c&15+1]
}

// shimTo returns the expression that makes of a value the one that is sent.
func (g *printer) shimTo(v *value, expr string) string {
	switch {
	case v.shim.atomic:
		return expr + ".Load()"
	case v.shim.auto != nil:
		return "(" + g.msgp + ".AutoShim{})." + v.shim.to + "(" + g.Type(v.shim.auto) + "(" + expr + "))"
	case v.shim.converts:
		return "(" + g.Type(v.elem.typ) + ")(" + expr + ")"
	}
	to, _ := g.functions(v.shim)
	return to + "(" + expr + ")"
}

// functions returns how the functions of a shim are called.
func (g *printer) functions(s *shim) (to, from string) {
	if s.declared == nil {
		return gen.Own(s.to), gen.Own(s.from)
	}
	return g.Func(s.declared.To), g.Func(s.declared.From)
}

// fails reports whether a value that was sent may be none of what it is sent for.
func (s *shim) fails() bool {
	return !s.atomic && !s.converts && (s.auto != nil || s.fromFails)
}

// shimFrom prints what makes of expr, the value that was sent where from begins, the value of target.
func (g *printer) shimFrom(v *value, target, expr, from string, at path) {
	_, function := g.functions(v.shim)
	call := function + "(" + expr + ")"
	switch {
	case v.shim.atomic:
		g.P("%s.Store(%s)", target, expr)
		return
	case v.shim.converts:
		call = "(" + g.Type(v.typ) + ")(" + expr + ")"
	case v.shim.auto != nil:
		tmp := g.fresh("v")
		g.P("var %s %s", tmp, g.Type(v.shim.auto))
		g.P("if %s, err = (%s.AutoShim{}).%s(%s); err != nil {", tmp, g.msgp, v.shim.from, expr)
		g.failAt(from, v.typ, at)
		g.P("}")
		g.P("%s = %s(%s)", target, g.Type(v.typ), tmp)
		return
	}
	if v.shim.fails() {
		g.P("if %s, err = %s; err != nil {", target, call)
		g.failAt(from, v.typ, at)
		g.P("}")
		return
	}
	g.P("%s = %s", target, call)
}

// self returns the receiver as a value to read or write through.
func self(d *decl, pointer bool) string {
	if pointer {
		return "(*z)"
	}
	return "z"
}

// plain reports whether the functions of the runtime take and give the type
// of v without a conversion.
func (v *value) plain() bool { return types.Identical(v.typ, v.base) }
