package bevecode

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/beve-org/beve-go/cmd/internal/gen"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/internal/plan/gotypes"
)

// This file decides in which way values of a type are encoded and decoded.

// form is such a way.
type form int

const (
	formReflect form = iota // through the codec that reflection has for the type
	formBool
	formInt // in its narrowest form
	formUint
	formFloat32
	formFloat64
	formString
	formTime
	formDuration
	formNumbers  // slice or array of numbers: one typed array
	formBools    // slice or array of booleans
	formTexts    // slice or array of strings
	formElements // any other slice or array
	formMap      // with string keys
	formIntMap   // with integer keys
	formPointer
	formStruct  // by functions of this file
	formForeign // by the methods that were generated for it in another package
	formUnion   // by the functions of a union
)

const (
	rootPath   = "github.com/beve-org/beve-go"
	wirePath   = rootPath + "/wire"
	runPath    = rootPath + "/beverun"
	scalarPath = rootPath + "/scalar"
	enginePath = rootPath + "/internal/engine"
)

// form returns the form of t. A type that contains itself other than through a struct is left to reflection.
func (g *generator) form(t types.Type) form {
	t = types.Unalias(t)
	if f, known := g.forms[t]; known {
		return f
	}
	g.forms[t] = formReflect
	f := g.findForm(t)
	g.forms[t] = f
	return f
}

func (g *generator) findForm(t types.Type) form {
	if _, ok := t.(*types.TypeParam); ok {
		return formReflect
	}
	if n, ok := t.(*types.Named); ok {
		if !g.pkg.CanName(n) {
			return formReflect
		}
		if f, ok := g.namedForm(n); ok {
			return f
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return basicForm(u)
	case *types.Slice:
		return g.listForm(u.Elem())
	case *types.Array:
		return g.listForm(u.Elem())
	case *types.Map:
		return g.mapForm(u)
	case *types.Pointer:
		if g.form(u.Elem()) != formReflect {
			return formPointer
		}
	case *types.Struct:
		if g.reachable(t, u) {
			return formStruct
		}
	}
	return formReflect
}

// namedForm returns the form of types that are known by name or by their methods.
func (g *generator) namedForm(n *types.Named) (form, bool) {
	obj := n.Obj()
	if g.unionOf(n) != nil {
		return formUnion, true
	}
	if g.declared[n] {
		return formReflect, true
	}
	_, basic := n.Underlying().(*types.Basic)
	if basic && (g.selected[n.Origin()] || isGenerated(n)) {
		return 0, false // numbers, booleans and strings, of which lists are made as wholes, whether they have methods
	}
	if g.selected[n.Origin()] {
		return formStruct, true
	}
	if obj.Pkg() == nil {
		return 0, false
	}
	switch path, name := obj.Pkg().Path(), obj.Name(); {
	case path == "time" && name == "Time":
		return formTime, true
	case path == "time" && name == "Duration":
		return formDuration, true
	case path == rootPath, path == enginePath, path == wirePath, path == scalarPath, path == "math/big", path == "regexp":
		return formReflect, true
	case name == "Number" && (path == "encoding/json" || path == "encoding/json/v2" || path == rootPath+"/json"):
		return formReflect, true
	case name == "UUID" || name == "ULID":
		if a, ok := n.Underlying().(*types.Array); ok && a.Len() == 16 {
			return formReflect, true
		}
	}
	if _, ok := n.Underlying().(*types.Interface); ok {
		return 0, false
	}
	if isGenerated(n) {
		return formForeign, true
	}
	if ownMethod(n) != "" {
		return formReflect, true
	}
	return 0, false
}

// ownMethod returns the name of a method by which n encodes or decodes itself, its own or promoted, or nothing. What
// was generated for an embedded type is promoted, too, but does not stand for the type around it.
func ownMethod(n *types.Named) string {
	for _, name := range ownMethods {
		r := gotypes.Receiver(n, name)
		if r != nil && (r.Origin() == n.Origin() || !strings.HasSuffix(name, "BEVE") || !isGenerated(r)) {
			return name
		}
	}
	return ""
}

// Refuse says why a type goes by reflection: code for its fields would write something else than its methods do, or
// cannot name them. It is empty for a type that there can be code for, and for one asked for by name whose methods are
// those of generated code: checkType says where they stand.
func (b *Backend) Refuse(p *gen.Package, n *types.Named, asked bool) string {
	if _, ok := n.Underlying().(*types.Interface); ok {
		return ""
	}
	if p.Declared()[n] {
		return "is declared by package types, which stands for its fields"
	}
	if name := ownMethod(n); name != "" && !(strings.HasSuffix(name, "BEVE") && gotypes.Declares(n, name)) {
		return "has a method " + name + ", which stands for its fields"
	}
	for _, name := range generatedMethods {
		if !asked && gotypes.Declares(n, name) {
			return "has a method " + name + " of its own"
		}
	}
	if _, ok := n.Underlying().(*types.Struct); ok {
		g := b.generator(p, nil)
		if !g.named(n) {
			return "has members that are promoted through what another package does not export"
		}
		if s, err := gotypes.Of(n, g.tags); err == nil && s.Hidden != nil {
			return "has all it holds in fields that are not exported, which is an error"
		}
	}
	return ""
}

// isGenerated reports whether n has generated methods of its own.
func isGenerated(n *types.Named) bool {
	return gotypes.Declares(n, "AppendBEVE", "DecodeBEVE", "SizeBEVE")
}

// generatedMethods are those that generated code declares.
var generatedMethods = []string{"AppendBEVE", "MarshalBEVE", "UnmarshalBEVE", "DecodeBEVE", "SizeBEVE"}

// ownMethods are the methods by which types encode themselves in ways that reflection knows to choose from.
var ownMethods = []string{
	"AppendBEVE", "MarshalBEVE", "UnmarshalBEVE", "MarshalText", "UnmarshalText", "MarshalBinary", "UnmarshalBinary",
	"MarshalJSON", "UnmarshalJSON",
}

func basicForm(b *types.Basic) form {
	switch info := b.Info(); {
	case info&types.IsBoolean != 0:
		return formBool
	case info&types.IsUnsigned != 0:
		return formUint
	case info&types.IsInteger != 0:
		return formInt
	case b.Kind() == types.Float32:
		return formFloat32
	case b.Kind() == types.Float64:
		return formFloat64
	case info&types.IsString != 0:
		return formString
	}
	return formReflect
}

func (g *generator) listForm(elem types.Type) form {
	switch g.form(elem) {
	case formInt, formUint, formFloat32, formFloat64:
		return formNumbers
	case formBool:
		return formBools
	case formString:
		return formTexts
	case formReflect:
		return formReflect
	case formDuration:
		return formReflect // elements may come in two forms
	}
	return formElements
}

func (g *generator) mapForm(m *types.Map) form {
	if g.form(m.Elem()) == formReflect {
		return formReflect
	}
	switch g.form(m.Key()) {
	case formString:
		return formMap
	case formInt, formUint, formDuration:
		return formIntMap
	}
	return formReflect
}

// reachable reports whether code in this package can name all members of the struct: those of a struct that is
// declared elsewhere may be promoted through what is not exported there.
func (g *generator) reachable(t types.Type, s *types.Struct) bool {
	if n, ok := t.(*types.Named); ok && (n.Obj().Parent() == nil || n.Obj().Pkg().Scope() != n.Obj().Parent()) {
		return false // declared in a function
	}
	return g.named(t)
}

// named reports whether the way to every member of a struct has names that are known here.
func (g *generator) named(t types.Type) bool {
	p, err := gotypes.Of(t, g.tags)
	if err != nil {
		return true // which is reported where the struct is printed
	}
	for i := range p.Fields {
		for at, j := types.Type(t), 0; j < len(p.Fields[i].Index); j++ {
			if ptr, ok := at.Underlying().(*types.Pointer); ok {
				at = ptr.Elem()
			}
			f := at.Underlying().(*types.Struct).Field(p.Fields[i].Index[j])
			if !f.Exported() && f.Pkg() != g.pkg.Types {
				return false
			}
			at = f.Type()
		}
	}
	return true
}

// check reports what no form can represent, at pos. seen ends recursion.
func (g *generator) check(t types.Type, pos token.Pos, seen map[types.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if _, ok := g.namedForm(n); ok {
			return // checked by itself, or its own business
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch u.Kind() {
		case types.Invalid:
			g.errs.Add(g.pkg, pos, "the type is not known: %s", g.pkg.Invalid(pos))
		case types.UnsafePointer:
			g.errs.Add(g.pkg, pos, "values of type %s cannot be encoded", gen.GoName(t))
		}
	case *types.Chan, *types.Signature:
		g.errs.Add(g.pkg, pos, "values of type %s cannot be encoded", gen.GoName(t))
	case *types.Slice:
		g.check(u.Elem(), pos, seen)
	case *types.Array:
		g.check(u.Elem(), pos, seen)
	case *types.Pointer:
		g.check(u.Elem(), pos, seen)
	case *types.Map:
		if !g.goodKey(u.Key()) {
			g.errs.Add(g.pkg, pos, "map keys of type %s are neither strings nor integers nor marshal to text", gen.GoName(u.Key()))
		}
		g.check(u.Elem(), pos, seen)
	case *types.Struct:
		p, err := plan.Shown(gotypes.Of(t, g.tags))
		if err != nil {
			g.errs.Add(g.pkg, pos, "%v", err)
			return
		}
		for i := range p.Fields {
			at := g.pkg.FieldPos(t, p.Fields[i].Index)
			if at == token.NoPos {
				at = pos
			}
			g.check(p.Fields[i].Type, at, seen)
		}
	}
}

func (g *generator) goodKey(t types.Type) bool {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return true
	}
	if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&(types.IsString|types.IsInteger) != 0 {
		return true
	}
	set := types.NewMethodSet(types.NewPointer(t))
	return set.Lookup(nil, "MarshalText") != nil || set.Lookup(nil, "UnmarshalText") != nil
}

// header returns the text of the header of a number of type t in its own width.
func (g *generator) header(t types.Type) string {
	names := map[types.BasicKind]string{
		types.Int: "Int64", types.Int8: "Int8", types.Int16: "Int16", types.Int32: "Int32", types.Int64: "Int64",
		types.Uint: "Uint64", types.Uint8: "Uint8", types.Uint16: "Uint16", types.Uint32: "Uint32", types.Uint64: "Uint64",
		types.Uintptr: "Uint64", types.Float32: "Float32", types.Float64: "Float64",
	}
	return g.wire() + ".Header" + names[t.Underlying().(*types.Basic).Kind()]
}

// needs is what a type asks of an Encoder.
type needs struct{ state, endless bool }

// needsOf reports whether encoding t needs an Encoder, because values of it may nest without end or are encoded by
// someone else.
func (g *generator) needsOf(t types.Type) needs {
	var n needs
	g.walk(t, nil, &n)
	return n
}

func (g *generator) walk(t types.Type, above []types.Type, n *needs) {
	if slices.ContainsFunc(above, func(u types.Type) bool { return types.Identical(t, u) }) {
		n.state, n.endless = true, true
		return
	}
	above = append(above, t)
	f := g.form(t)
	if _, ok := t.Underlying().(*types.Struct); f == formStruct && !ok {
		f = g.form(t.Underlying()) // a selected type that is not a struct
	}
	switch f {
	case formReflect, formForeign:
		n.state = true
	case formUnion:
		n.state, n.endless = true, true
	case formElements, formMap, formIntMap, formPointer:
		switch u := t.Underlying().(type) {
		case *types.Slice:
			g.walk(u.Elem(), above, n)
		case *types.Array:
			g.walk(u.Elem(), above, n)
		case *types.Pointer:
			g.walk(u.Elem(), above, n)
		case *types.Map:
			g.walk(u.Elem(), above, n)
		}
	case formStruct:
		p, err := gotypes.Of(t, g.tags)
		if err != nil || p.Unknown != nil {
			n.state = true
			return
		}
		for i := range p.Fields {
			if p.Fields[i].Quoted {
				n.state = true
			}
			g.walk(p.Fields[i].Type, above, n)
		}
	}
}

// field is a member as code reaches it.
type field struct {
	*gotypes.Field
	expr  string   // the field of x
	hops  []hop    // embedded pointers on the way
	conds []string // under which the member is left out
}

// hop is one embedded pointer.
type hop struct {
	expr   string
	typ    types.Type // what it points to
	locked bool
}

// fields returns the members of a plan, as fields of the variable x.
func (g *generator) fields(p *gotypes.Struct) []field { return g.fieldsOf(p, "x") }

// fieldsOf returns the members of a plan, as fields of the struct v.
func (g *generator) fieldsOf(p *gotypes.Struct, v string) []field {
	list := make([]field, len(p.Fields))
	for i := range p.Fields {
		f := &list[i]
		f.Field = &p.Fields[i]
		f.expr = v
		t := p.Type
		for j, index := range f.Index {
			if ptr, ok := t.Underlying().(*types.Pointer); ok {
				t = ptr.Elem()
			}
			part := t.Underlying().(*types.Struct).Field(index)
			f.expr += "." + part.Name()
			t = part.Type()
			if ptr, ok := t.Underlying().(*types.Pointer); ok && j < len(f.Index)-1 {
				f.hops = append(f.hops, hop{f.expr, ptr.Elem(), !part.Exported()})
			}
		}
		f.conds = g.omits(f)
	}
	return list
}

// omits returns the conditions under which f is left out, beside a nil pointer on the way.
func (g *generator) omits(f *field) (conds []string) {
	t := f.Type
	if f.OmitEmpty {
		switch u := t.Underlying().(type) {
		case *types.Slice, *types.Map:
			conds = append(conds, "len("+f.expr+") == 0")
		case *types.Array:
			if u.Len() == 0 {
				conds = append(conds, "true")
			}
		case *types.Struct:
		case *types.Interface:
			if _, ok := types.Unalias(t).(*types.TypeParam); ok {
				conds = append(conds, g.root()+".Reflect(&"+f.expr+").IsEmpty()")
				break
			}
			conds = append(conds, f.expr+" == nil")
		case *types.Basic:
			if u.Info()&types.IsComplex == 0 {
				conds = append(conds, g.isZero(f.expr, t))
			}
		default:
			conds = append(conds, g.isZero(f.expr, t))
		}
	}
	if f.OmitZero {
		if c := g.omitZero(f); !slices.Contains(conds, c) {
			conds = append(conds, c)
		}
	}
	return conds
}

// isZero returns the condition that a value is the zero value of its type.
func (g *generator) isZero(expr string, t types.Type) string {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return g.root() + ".Reflect(&" + expr + ").IsZero()"
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsBoolean != 0:
			return "!bool(" + expr + ")"
		case info&types.IsString != 0:
			return "len(" + expr + ") == 0"
		case u.Kind() == types.UnsafePointer:
			return expr + " == nil"
		}
		return expr + " == 0"
	case *types.Struct, *types.Array:
		if types.Comparable(t) && g.form(t) != formReflect {
			return expr + " == (" + g.file.Type(t) + "{})"
		}
		return g.root() + ".Reflect(&" + expr + ").IsZero()"
	}
	return expr + " == nil"
}
