// Package bevecode prints Go code that encodes and decodes BEVE without reflection: the back end of bevegen. What it
// prints calls packages beverun and wire; where a field needs reflection, it calls package beve for that field.
package bevecode

import (
	"fmt"
	"go/types"
	"reflect"
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/cmd/internal/gen"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/internal/plan/gotypes"
)

// Backend prints BEVE code.
type Backend struct {
	// Tag is the struct tag that names members; empty means "beve". Fields without it are named by "json".
	Tag string
	// View adds a type for each struct that reads single members of a message.
	View bool
}

// Suffix is what the names of the files end in.
func (b *Backend) Suffix() string { return "_beve" }

// locals are names that generated functions declare. An import has another one.
var locals = []string{"x", "d", "e", "w", "n", "o", "i", "p", "v", "m", "at", "off", "src", "dst", "name", "next", "seen", "first",
	"left", "start", "again", "key"}

// generator is one file in the making.
type generator struct {
	pkg      *gen.Package
	file     *gen.File
	tags     []string
	selected map[*types.Named]bool
	declared map[*types.Named]bool // by package types
	unions   map[*types.Named]*gen.Union
	// calledUnions are those that get functions, in the order of first use.
	calledUnions []*gen.Union
	forms        map[types.Type]form
	errs         gen.Errors
	// helpers are the structs that get functions because they cannot have methods, in the order of first use.
	// Those that are only written in place get none that appends: appends has what the others need.
	helpers []types.Type
	appends map[int]appending
}

func (b *Backend) generator(p *gen.Package, list []*types.Named) *generator {
	g := &generator{pkg: p, file: gen.NewFile(p, "bevegen", locals...), tags: []string{"beve", "json"}, selected: map[*types.Named]bool{},
		declared: p.Declared(), unions: p.Unions(), forms: map[types.Type]form{}, appends: map[int]appending{}}
	switch b.Tag {
	case "", "beve":
	case "json":
		g.tags = []string{"json"}
	default:
		g.tags = []string{b.Tag, "json"}
	}
	for _, name := range []string{"out", "err", "data", "size", "buf", "b"} {
		g.file.Take(name) // variables too, where no types are named
	}
	for i, t := range list {
		if i == 0 {
			g.file.Of = t.Obj().Name()
		}
		g.selected[t] = true
	}
	return g
}

// Generate returns the file with the methods of the types.
func (b *Backend) Generate(p *gen.Package, list []*types.Named) ([]byte, error) {
	g := b.generator(p, list)
	for _, t := range list {
		g.checkType(t)
	}
	if err := g.errs.Err(); err != nil {
		return nil, err
	}
	for _, t := range list {
		g.methods(t)
		if b.View {
			g.view(t)
		}
	}
	for i, j, more := 0, 0, true; more; {
		switch {
		case i < len(g.helpers):
			g.functions(g.helpers[i], i)
			i++
		case j < len(g.calledUnions):
			g.unionFunctions(g.calledUnions[j])
			j++
		default:
			more = g.lateAppends()
		}
	}
	for _, t := range list {
		if f := g.file.Clash(t.Obj().Name(), t); f != nil {
			g.errs.Add(g.pkg, f.Pos(), "%s has a field %s, which is the name of a method that is generated for it: give the field another one", t.Obj().Name(), f.Name())
		}
	}
	if err := g.errs.Err(); err != nil {
		return nil, err
	}
	return g.file.Bytes()
}

// checkType reports why there cannot be code for a type.
func (g *generator) checkType(t *types.Named) {
	pos := t.Obj().Pos()
	if _, ok := t.Underlying().(*types.Interface); ok {
		g.errs.Add(g.pkg, pos, "%s is an interface, which cannot have methods of its own", t.Obj().Name())
		return
	}
	if _, ok := t.Underlying().(*types.Pointer); ok {
		g.errs.Add(g.pkg, pos, "%s is a pointer, which cannot have methods of its own", t.Obj().Name())
		return
	}
	for _, name := range generatedMethods {
		for i := range t.NumMethods() {
			if m := t.Method(i); m.Name() == name {
				g.errs.Add(g.pkg, m.Pos(), "%s has a method %s already", t.Obj().Name(), name)
			}
		}
	}
	if _, ok := t.Underlying().(*types.Struct); ok {
		g.checkFields(t)
	} else {
		g.check(t.Underlying(), pos, map[types.Type]bool{})
	}
}

func (g *generator) checkFields(t *types.Named) {
	p, err := gotypes.Of(t, g.tags)
	if err != nil {
		g.errs.Add(g.pkg, t.Obj().Pos(), "%v", err)
		return
	}
	g.checkEmbedded(t)
	seen := map[types.Type]bool{}
	for i := range p.Fields {
		pos := g.pkg.FieldPos(t, p.Fields[i].Index)
		if !pos.IsValid() {
			pos = t.Obj().Pos()
		}
		delete(seen, p.Fields[i].Type) // so that every field of a bad type is named
		g.check(p.Fields[i].Type, pos, seen)
	}
	if u := p.Unknown; u != nil && !keepsUnknown(u.Type) {
		g.errs.Add(g.pkg, g.pkg.FieldPos(t, u.Index), "the option unknown needs a map[string]beve.Raw, not %s", gen.GoName(u.Type))
	}
}

// checkEmbedded reports embedded structs that package types declares: their fields are not members.
func (g *generator) checkEmbedded(t *types.Named) {
	s := t.Underlying().(*types.Struct)
	for i := range s.NumFields() {
		f := s.Field(i)
		inner := types.Unalias(f.Type())
		if p, ok := inner.(*types.Pointer); ok {
			inner = types.Unalias(p.Elem())
		}
		n, ok := inner.(*types.Named)
		if !ok || !f.Embedded() || !g.declared[n] {
			continue
		}
		if _, ok := n.Underlying().(*types.Struct); ok && !g.namesMember(s.Tag(i)) {
			g.errs.Add(g.pkg, f.Pos(), "%s embeds %s, of which something is declared: give the member a name by a tag", t.Obj().Name(), gen.GoName(n))
		}
	}
}

// namesMember reports whether a struct tag gives a member a name, or leaves it out.
func (g *generator) namesMember(tag string) bool {
	for _, key := range g.tags {
		if text, ok := reflect.StructTag(tag).Lookup(key); ok {
			name, _, _ := strings.Cut(text, ",")
			return name != ""
		}
	}
	return false
}

// keepsUnknown reports whether t is a map[string]beve.Raw.
func keepsUnknown(t types.Type) bool {
	m, ok := t.Underlying().(*types.Map)
	return ok && m.Key().Underlying() == types.Typ[types.String] && types.Unalias(m.Elem()).String() == enginePath+".Raw"
}

func (g *generator) wire() string { return g.file.Import(wirePath, "wire") }
func (g *generator) run() string  { return g.file.Import(runPath, "beverun") }
func (g *generator) root() string { return g.file.Import(rootPath, "beve") }

// P prints lines.
func (g *generator) P(text string, args ...any) { g.file.P(text, args...) }

// helper returns the number of the functions for a struct that cannot have methods.
func (g *generator) helper(t types.Type) int {
	for i, u := range g.helpers {
		if types.Identical(t, u) {
			return i
		}
	}
	g.helpers = append(g.helpers, t)
	return len(g.helpers) - 1
}

// byMethod reports whether t is a type that gets methods.
func (g *generator) byMethod(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && g.selected[n.Origin()]
}

// helperName is the suffix of the functions for helper i.
func (g *generator) helperName(i int) string {
	return "BEVE" + g.unique() + strconv.Itoa(i+1)
}

// unique tells the functions of one file from those of another in the package: it is made of the first type.
func (g *generator) unique() string {
	first := ""
	for t := range g.selected {
		if name := t.Obj().Name(); first == "" || name < first {
			first = name
		}
	}
	return first
}

// methods prints the methods of a selected type.
func (g *generator) methods(t *types.Named) {
	name := t.Obj().Name()
	recv := name + gen.TypeParams(t)
	run := g.run()
	need := g.needsOf(t)
	var p *gotypes.Struct
	if _, ok := t.Underlying().(*types.Struct); ok {
		p, _ = gotypes.Of(t, g.tags) // its error is reported already
	}
	g.P("// AppendBEVE appends the encoding of x to dst. On failure it returns dst unchanged.")
	g.P("func (x *%s) AppendBEVE(dst []byte) ([]byte, error) {", recv)
	if !need.state {
		g.P("if out := x.appendBEVE(nil, dst); out != nil {\nreturn out, nil\n}")
	}
	g.P("e := %s.OpenEncoder()\nreturn e.CloseMessage(x.appendBEVE(e, dst), dst)\n}\n", run)

	g.P("// MarshalBEVE returns the encoding of x.")
	g.P("func (x *%s) MarshalBEVE() ([]byte, error) {", recv)
	if p != nil && g.flat(p) {
		g.P("if x.SizeBEVE() <= %d {\nvar buf [%d + %s.Slack]byte", onStack, onStack, run)
		g.P("out, err := x.AppendBEVE(buf[:0])\nif err != nil {\nreturn nil, err\n}\nreturn %s.Clone(out), nil\n}", run)
	}
	g.P("b := %s.Scratch()\nreturn b.Result(x.AppendBEVE(b.Bytes))\n}\n", run)

	g.P("// UnmarshalBEVE decodes data, which holds exactly one value, into x.")
	g.P("func (x *%s) UnmarshalBEVE(data []byte) error {", recv)
	g.P("d, off := %s.OpenMessage(data)\nif off >= 0 {\noff = x.readBEVE(d, off)\n}\nreturn d.CloseMessage(off)\n}\n", run)

	g.P("// DecodeBEVE decodes the next value of d into x.")
	g.P("func (x *%s) DecodeBEVE(d *%s.Decoder) error {", recv, run)
	g.P("off := d.Start()\nif off >= 0 {\noff = x.readBEVE(d, off)\n}\nreturn d.Finish(off)\n}\n")

	g.P("// SizeBEVE returns the most bytes that the encoding of x takes.")
	g.P("func (x *%s) SizeBEVE() int {", recv)
	switch {
	case need.endless:
		g.P("b := %s.Scratch()\nreturn b.Len(x.AppendBEVE(b.Bytes))\n}\n", run)
	case p == nil:
		g.P("n := 0")
		g.P("return n + %d\n}\n", g.sizeAs(g.form(t.Underlying()), t, "(*x)", 0))
	default:
		g.sizeBody(p)
	}

	g.P("func (x *%s) appendBEVE(e *%s.Encoder, dst []byte) []byte {", recv, run)
	if p == nil {
		f := g.form(t.Underlying())
		g.P("return %s\n}\n", g.appendAs(f, t, "(*x)", "dst"))
		g.P("func (x *%s) readBEVE(d *%s.Decoder, off int) int {", recv, run)
		g.P("return %s\n}\n", g.readAs(f, t, "(*x)", "off"))
		return
	}
	g.appendBody(p)
	g.readFunctions(p, func(name, params string) string {
		return fmt.Sprintf("func (x *%s) %sBEVE(%s)", recv, name, params)
	}, func(name, args string) string { return "x." + name + "BEVE(" + args + ")" })
}

// functions prints the functions of helper i.
func (g *generator) functions(t types.Type, i int) {
	p, err := gotypes.Of(t, g.tags)
	if err != nil {
		g.errs.Add(g.pkg, g.pkg.Files[0].Pos(), "%v", err)
		return
	}
	suffix, text := g.helperName(i), g.file.Type(t)
	g.P("// Functions for %s.\n", text)
	if g.appends[i] == appendCalled {
		g.appendFunction(i, p)
	}
	if !g.needsOf(t).endless {
		g.P("func size%s(x *%s) int {", suffix, text)
		g.sizeBody(p)
	}
	g.readFunctions(p, func(name, params string) string {
		return fmt.Sprintf("func %s%s(x *%s, %s)", name, suffix, text, params)
	}, func(name, args string) string { return name + suffix + "(x, " + args + ")" })
}

// appending says of a helper what there is of its function that appends.
type appending int

const (
	appendUnused appending = iota
	appendCalled
	appendPrinted
)

// appendName returns the name of the function that appends a struct that cannot have methods, for a call.
func (g *generator) appendName(t types.Type) string {
	i := g.helper(t)
	g.appends[i] = max(g.appends[i], appendCalled)
	return "append" + g.helperName(i)
}

// appendFunction prints the function that appends helper i.
func (g *generator) appendFunction(i int, p *gotypes.Struct) {
	g.appends[i] = appendPrinted
	g.P("func append%s(e *%s.Encoder, dst []byte, x *%s) []byte {", g.helperName(i), g.run(), g.file.Type(g.helpers[i]))
	g.appendBody(p)
}

// lateAppends prints the functions that append helpers whose first call was printed after their other functions, and
// reports whether there were any.
func (g *generator) lateAppends() (any bool) {
	for i := range g.helpers {
		if g.appends[i] == appendCalled {
			p, _ := gotypes.Of(g.helpers[i], g.tags) // its error is reported already
			g.appendFunction(i, p)
			any = true
		}
	}
	return any
}

// omitZero returns the condition of the option omitzero.
func (g *generator) omitZero(f *field) string {
	switch f.Zero {
	case plan.ZeroByValue, plan.ZeroByAddress:
		return f.expr + ".IsZero()"
	case plan.ZeroByPointer:
		return f.expr + " == nil || " + f.expr + ".IsZero()"
	case plan.ZeroByInterface:
		return f.expr + " == nil || " + g.root() + ".Reflect(&" + f.expr + ").IsNil() || " + f.expr + ".IsZero()"
	}
	return g.isZero(f.expr, f.Type)
}

// present returns the condition under which f is written, or nothing if that is always.
func (f *field) present() string {
	var all []string
	for _, h := range f.hops {
		all = append(all, h.expr+" != nil")
	}
	for _, c := range f.conds {
		all = append(all, not(c))
	}
	return strings.Join(all, " && ")
}

// not returns the opposite of a condition.
func not(c string) string {
	switch {
	case strings.Contains(c, "||"):
		return "!(" + c + ")"
	case strings.HasPrefix(c, "!"):
		return c[1:]
	case strings.Count(c, " == ") == 1:
		return strings.Replace(c, " == ", " != ", 1)
	}
	return "!" + c
}
