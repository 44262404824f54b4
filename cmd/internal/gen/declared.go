package gen

import (
	"go/ast"
	"go/constant"
	"go/types"
	"reflect"
	"strconv"

	"github.com/beve-org/beve-go/internal/typeset"
)

// This file finds what the package declares by package types: its unions, and the types that code for them leaves to
// reflection.

// typesPath is the package by which programs declare unions and the codecs of types of others.
const typesPath = "github.com/beve-org/beve-go/types"

// declarers are the functions of that package whose first type argument is a type that they declare.
var declarers = map[string]bool{"Union": true, "OneOf": true, "Convert": true, "TryConvert": true, "Codec": true}

// Declared returns the types that the files of the package declare by package types. Methods that are generated for
// them, or call those that they have, would write something else than the library does.
func (p *Package) Declared() map[*types.Named]bool {
	declared := map[*types.Named]bool{}
	for _, f := range p.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && declarers[p.declarer(id)] {
				if named, ok := types.Unalias(p.typeArgument(id)).(*types.Named); ok {
					declared[named] = true
				}
			}
			return true
		})
	}
	return declared
}

// declarer returns the name of the function of package types that id is, or nothing.
func (p *Package) declarer(id *ast.Ident) string {
	fn, ok := p.Info.Uses[id].(*types.Func)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != typesPath {
		return ""
	}
	return fn.Name()
}

// typeArgument returns the first type argument that the generic function id is used with, or nil.
func (p *Package) typeArgument(id *ast.Ident) types.Type {
	if args := p.Info.Instances[id].TypeArgs; args.Len() > 0 {
		return args.At(0)
	}
	return nil
}

// A Declaration is what the package declares of a type for the whole program. With none of its parts set, it is not
// written in so many words.
type Declaration struct {
	Union   *Union
	Convert *Conversion
	Codecs  []typeset.Format // with functions for bytes
}

// A Union is a union that the package declares for the whole program: an interface, or with OneOf a struct of pointers.
type Union struct {
	Type         *types.Named
	OneOf        bool
	Tag, Content string
	Untagged     bool
	NotNil       bool
	Cases        []UnionCase
	// Other is the type that keeps what is no case, or nil.
	Other types.Type
}

// Internal reports whether the id is a member among those of the value.
func (u *Union) Internal() bool { return u.Tag != "" && u.Content == "" }

// A UnionCase is one of its cases.
type UnionCase struct {
	Type types.Type
	// ID is the id as a text, of a number too, which Int is if IsInt is set.
	ID     string
	Int    int64
	IsInt  bool
	Unit   bool
	Number int    // or -1
	Field  string // of OneOf
}

// A Conversion says that values of a type are written as those of another.
type Conversion struct {
	Inner    types.Type
	To, From *Func
	ToFails  bool
}

// Declarations returns what the package declares for the whole program, by a call of Register or by a variable of the
// package that is passed to one. What it passes to New is for options.
func (p *Package) Declarations() map[*types.Named]*Declaration {
	program := map[*ast.Ident]bool{} // the functions that are called, and whether for the program
	calls := map[*ast.Ident]*ast.CallExpr{}
	p.inspect(func(call *ast.CallExpr, id *ast.Ident) {
		name := p.declarer(id)
		if name != "Register" && name != "New" {
			return
		}
		for _, arg := range call.Args {
			if inner, ok := p.initial(arg).(*ast.CallExpr); ok {
				if id := calledIdent(inner); id != nil {
					program[id], calls[id] = program[id] || name == "Register", inner
				}
			}
		}
	})
	found := map[*types.Named]*Declaration{}
	for id := range p.Info.Instances {
		named, ok := types.Unalias(p.typeArgument(id)).(*types.Named)
		known := calls[id] != nil
		if !ok || !declarers[p.declarer(id)] || known && !program[id] {
			continue
		}
		d := found[named]
		if d == nil {
			d = &Declaration{}
			found[named] = d
		}
		if known {
			p.declaration(d, named, id, calls[id])
		}
	}
	return found
}

// inspect calls visit with the calls of the files, and the name that is called.
func (p *Package) inspect(visit func(call *ast.CallExpr, id *ast.Ident)) {
	for _, f := range p.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if id := calledIdent(call); id != nil {
					visit(call, id)
				}
			}
			return true
		})
	}
}

// declaration adds to d what a call of id declares of a type, if that can be told.
func (p *Package) declaration(d *Declaration, named *types.Named, id *ast.Ident, call *ast.CallExpr) {
	switch name := p.declarer(id); {
	case call.Ellipsis.IsValid():
	case name == "Union" || name == "OneOf":
		d.Union = p.union(named, name == "OneOf", call)
	case name == "Convert" || name == "TryConvert":
		args := p.Info.Instances[id].TypeArgs
		d.Convert = &Conversion{Inner: args.At(1), To: p.funcOf(call.Args[0]), From: p.funcOf(call.Args[1]), ToFails: name == "TryConvert"}
	default:
		if value := p.Info.Types[call.Args[0]].Value; value != nil && value.Kind() == constant.Int {
			format, _ := constant.Int64Val(value)
			d.Codecs = append(d.Codecs, typeset.Format(format))
		}
	}
}

// Unions returns the interfaces that are unions for the whole program. Those with a part that is not written in so many
// words are left out.
func (p *Package) Unions() map[*types.Named]*Union {
	found := map[*types.Named]*Union{}
	for t, d := range p.Declarations() {
		if d.Union != nil && !d.Union.OneOf {
			found[t] = d.Union
		}
	}
	return found
}

// calledIdent returns the name of the function that is called, which may be qualified and have type arguments.
func calledIdent(call *ast.CallExpr) *ast.Ident {
	fun := call.Fun
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	if s, ok := fun.(*ast.SelectorExpr); ok {
		return s.Sel
	}
	id, _ := fun.(*ast.Ident)
	return id
}

// initial returns what a variable of the package is declared with, and other expressions as they are.
func (p *Package) initial(e ast.Expr) ast.Expr {
	id, ok := e.(*ast.Ident)
	if !ok {
		return e
	}
	for _, f := range p.Files {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range g.Specs {
				v, ok := spec.(*ast.ValueSpec)
				for i := 0; ok && i < min(len(v.Names), len(v.Values)); i++ {
					if p.Info.Defs[v.Names[i]] == p.Info.Uses[id] {
						return v.Values[i]
					}
				}
			}
		}
	}
	return e
}

// union returns the union that a call of Union or OneOf declares, or nil.
func (p *Package) union(t *types.Named, oneOf bool, call *ast.CallExpr) *Union {
	u := &Union{Type: t, OneOf: oneOf}
	for _, arg := range call.Args {
		if !p.unionOption(u, arg) {
			return nil
		}
	}
	st, ok := t.Underlying().(*types.Struct)
	if !oneOf || !ok {
		return u
	}
	for i := range st.NumFields() {
		tag := reflect.StructTag(st.Tag(i))
		if name, skip := typeset.MemberName(st.Field(i).Name(), tag); !skip {
			u.Cases = append(u.Cases, UnionCase{Type: st.Field(i).Type(), ID: name, Number: typeset.NumberOf(tag), Field: st.Field(i).Name()})
		}
	}
	return u
}

// unionOption adds what one argument of Union says, and reports whether that is known.
func (p *Package) unionOption(u *Union, e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	id := calledIdent(call)
	if id == nil {
		return false
	}
	var value constant.Value
	if len(call.Args) > 0 {
		if value = p.Info.Types[call.Args[0]].Value; value == nil {
			return false
		}
	}
	if s, ok := call.Fun.(*ast.SelectorExpr); ok && id.Name == "Number" { // a method of what Case returns
		if !p.unionOption(u, s.X) || value == nil || len(u.Cases) == 0 {
			return false
		}
		number, _ := constant.Int64Val(value)
		u.Cases[len(u.Cases)-1].Number = int(number)
		return true
	}
	switch p.declarer(id) {
	case "Tag":
		u.Tag = constant.StringVal(value)
	case "Content":
		u.Content = constant.StringVal(value)
	case "Untagged":
		u.Untagged = true
	case "NotNil":
		u.NotNil = true
	case "Other":
		u.Other = p.typeArgument(id)
	case "Case", "Unit":
		c := UnionCase{Type: p.typeArgument(id), Unit: id.Name == "Unit", Number: -1}
		switch value.Kind() {
		case constant.String:
			c.ID = constant.StringVal(value)
		case constant.Int:
			c.Int, c.IsInt = constant.Int64Val(value)
			c.ID = strconv.FormatInt(c.Int, 10)
			if c.Number = int(c.Int); c.Int < 0 {
				c.Number = -1
			}
		default:
			return false
		}
		u.Cases = append(u.Cases, c)
	default:
		return false
	}
	return true
}

// A Func is a function that the package can call by a name: one of a package, or as such a method of a type.
type Func struct {
	obj  types.Object
	recv types.Type // of a method
}

// funcOf returns the function that an expression names, or nil.
func (p *Package) funcOf(e ast.Expr) *Func {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if obj := p.Info.Uses[e]; obj != nil && obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope() {
			return &Func{obj: obj}
		}
	case *ast.SelectorExpr:
		if s := p.Info.Selections[e]; s != nil && s.Kind() == types.MethodExpr {
			return &Func{obj: s.Obj(), recv: s.Recv()}
		} else if s == nil {
			return p.funcOf(e.Sel)
		}
	}
	return nil
}

// Func returns the text of a function as it is called in the file, importing what it needs.
func (f *File) Func(fn *Func) string {
	switch {
	case fn.recv != nil:
		return "(" + f.Type(fn.recv) + ")." + fn.obj.Name()
	case fn.obj.Pkg() == f.pkg.Types:
		return Own(fn.obj.Name())
	}
	return f.Import(fn.obj.Pkg().Path(), fn.obj.Pkg().Name()) + "." + fn.obj.Name()
}
