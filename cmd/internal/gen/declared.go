package gen

import (
	"go/ast"
	"go/constant"
	"go/types"
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

// A Union is a union that the package declares for the whole program.
type Union struct {
	Type         *types.Named
	Tag, Content string
	Untagged     bool
	NotNil       bool
	Cases        []UnionCase
}

// Internal reports whether the id is a member among those of the value.
func (u *Union) Internal() bool { return u.Tag != "" && u.Content == "" }

// A UnionCase is one of its cases.
type UnionCase struct {
	Type  types.Type
	ID    string
	Int   int64
	IsInt bool
	Unit  bool
}

// Unions returns the unions that calls of Register declare, in the call or by a variable of the package. Those with a
// part that is not written there in so many words are left out.
func (p *Package) Unions() map[*types.Named]*Union {
	found := map[*types.Named]*Union{}
	for _, f := range p.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || p.declarer(calledIdent(call)) != "Register" {
				return true
			}
			for _, arg := range call.Args {
				if u := p.union(p.initial(arg)); u != nil {
					found[u.Type] = u
				}
			}
			return true
		})
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

// union returns the union that a call of Union declares, or nil.
func (p *Package) union(e ast.Expr) *Union {
	call, ok := e.(*ast.CallExpr)
	if !ok || p.declarer(calledIdent(call)) != "Union" || call.Ellipsis.IsValid() {
		return nil
	}
	named, ok := types.Unalias(p.typeArgument(calledIdent(call))).(*types.Named)
	if !ok {
		return nil
	}
	u := &Union{Type: named}
	for _, arg := range call.Args {
		if !p.unionOption(u, arg) {
			return nil
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
	if id != nil && id.Name == "Number" { // a method of what Case returns
		if s, ok := call.Fun.(*ast.SelectorExpr); ok {
			return p.unionOption(u, s.X)
		}
	}
	var value constant.Value
	if len(call.Args) > 0 {
		if value = p.Info.Types[call.Args[0]].Value; value == nil {
			return false
		}
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
	case "Other": // reflection reads those, as it does whatever has no code
	case "Case", "Unit":
		c := UnionCase{Type: p.typeArgument(id), Unit: id.Name == "Unit"}
		switch value.Kind() {
		case constant.String:
			c.ID = constant.StringVal(value)
		case constant.Int:
			c.Int, c.IsInt = constant.Int64Val(value)
		default:
			return false
		}
		u.Cases = append(u.Cases, c)
	default:
		return false
	}
	return true
}
