package gen

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// This file chooses the types to generate for, and finds where things are declared.

// Selection says which types of a package are meant.
type Selection struct {
	// Names are the types by name. If there are none, all structs are meant but those of generated files.
	Names []string
	// Unexported adds the structs whose names are not exported to "all structs".
	Unexported bool
}

// Select returns the types in the order of their declaration. A name that is not a type of the package, or whose type is
// not known because of an error in the package, is an error.
func (p *Package) Select(s Selection) ([]*types.Named, error) {
	if len(s.Names) > 0 {
		return p.byName(s.Names)
	}
	var list []*types.Named
	generated := ""
	for _, f := range p.Files {
		if ast.IsGenerated(f) {
			generated = "; types of generated files are named by -type"
			continue
		}
		for spec := range typeSpecs(f) {
			named := p.named(spec.Name.Name)
			if named == nil || !spec.Name.IsExported() && !s.Unexported {
				continue
			}
			if _, ok := named.Underlying().(*types.Struct); ok {
				list = append(list, named)
			}
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: no structs to generate for%s", p.Dir, generated)
	}
	return list, nil
}

func (p *Package) byName(names []string) ([]*types.Named, error) {
	var errs Errors
	var list []*types.Named
	for _, name := range names {
		named := p.named(name)
		switch {
		case named == nil:
			pos, why := p.notType(name)
			errs.Add(p, pos, "%s", why)
		case types.Unalias(named.Underlying()) == types.Typ[types.Invalid]:
			errs.Add(p, named.Obj().Pos(), "the type of %s is not known: %s", name, p.reason(named.Obj().Pos()))
		case !slices.Contains(list, named):
			list = append(list, named)
		}
	}
	slices.SortFunc(list, func(a, b *types.Named) int {
		x, y := p.Fset.Position(a.Obj().Pos()), p.Fset.Position(b.Obj().Pos())
		if c := strings.Compare(x.Filename, y.Filename); c != 0 {
			return c
		}
		return x.Offset - y.Offset
	})
	return list, errs.Err()
}

// named returns the declared type of that name, or nil.
func (p *Package) named(name string) *types.Named {
	object, ok := p.Types.Scope().Lookup(name).(*types.TypeName)
	if !ok || object.IsAlias() {
		return nil
	}
	named, _ := object.Type().(*types.Named)
	return named
}

// reason returns the first error of the package on the line of pos or below, or any.
func (p *Package) reason(pos token.Pos) string {
	at := p.Fset.Position(pos)
	for _, err := range p.Errors {
		if e, ok := err.(types.Error); ok {
			if q := p.Fset.Position(e.Pos); q.Filename == at.Filename && q.Line >= at.Line {
				return e.Msg
			}
		}
	}
	if len(p.Errors) > 0 {
		return p.Errors[0].Error()
	}
	return "no reason found"
}

// Invalid explains why a type is not known: the reason that the type checker gave at pos.
func (p *Package) Invalid(pos token.Pos) string { return p.reason(pos) }

// typeSpecs returns the type declarations of a file at package level.
func typeSpecs(f *ast.File) func(yield func(*ast.TypeSpec) bool) {
	return func(yield func(*ast.TypeSpec) bool) {
		for _, decl := range f.Decls {
			g, ok := decl.(*ast.GenDecl)
			if !ok || g.Tok != token.TYPE {
				continue
			}
			for _, spec := range g.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok && !yield(t) {
					return
				}
			}
		}
	}
}

// FieldPos returns where the field that index leads to from the struct t is declared, or the position of the type
// where that is in another package.
func (p *Package) FieldPos(t types.Type, index []int) token.Pos {
	at := token.NoPos
	for _, i := range index {
		if ptr, ok := t.Underlying().(*types.Pointer); ok {
			t = ptr.Elem()
		}
		s, ok := t.Underlying().(*types.Struct)
		if !ok {
			break
		}
		f := s.Field(i)
		if f.Pkg() == p.Types {
			at = f.Pos()
		}
		t = f.Type()
	}
	return at
}

// Embedders returns a line for each struct of the package that embeds one of the types of list, and so has their
// methods, without being in list itself.
func (p *Package) Embedders(list []*types.Named) (lines []string) {
	scope := p.Types.Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() {
			continue
		}
		n, _ := obj.Type().(*types.Named)
		if n == nil || slices.Contains(list, n) {
			continue
		}
		if s, ok := n.Underlying().(*types.Struct); ok {
			if t := embedded(s, list, nil); t != nil {
				lines = append(lines, fmt.Sprintf("%s: %s embeds %s, whose methods leave out the other fields; generate for %s, too, or pass it to the library, which passes over them",
					p.Fset.Position(obj.Pos()), name, t.Obj().Name(), name))
			}
		}
	}
	return lines
}

// embedded returns the first of list that s embeds, at any depth.
func embedded(s *types.Struct, list, above []*types.Named) *types.Named {
	for i := range s.NumFields() {
		f := s.Field(i)
		if !f.Embedded() {
			continue
		}
		t := types.Unalias(f.Type())
		if ptr, ok := t.(*types.Pointer); ok {
			t = types.Unalias(ptr.Elem())
		}
		n, ok := t.(*types.Named)
		if !ok || slices.Contains(above, n) {
			continue
		}
		if slices.Contains(list, n.Origin()) {
			return n.Origin()
		}
		if inner, ok := n.Underlying().(*types.Struct); ok {
			if found := embedded(inner, list, append(above, n)); found != nil {
				return found
			}
		}
	}
	return nil
}
