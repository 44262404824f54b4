package gen

import (
	"cmp"
	"go/types"
	"slices"
	"strings"
)

// This file finds names for types that code of a package cannot call by their own: they are declared in an internal
// package, or are not exported there, and other packages have aliases of them.

// nameable returns t with such aliases in the place of what the package cannot name. A type without one stays as it is.
func (p *Package) nameable(t types.Type) types.Type {
	switch u := t.(type) {
	case *types.Alias:
		if p.names(u.Obj()) {
			return aliasWith(u.Obj(), p.nameableArgs(u.TypeArgs()), t)
		}
		return p.nameable(types.Unalias(u))
	case *types.Named:
		if !p.names(u.Obj()) {
			if a := p.aliasOf(u); a != nil {
				return a
			}
		}
		if args := p.nameableArgs(u.TypeArgs()); len(args) > 0 {
			if with, err := types.Instantiate(nil, u.Origin(), args, false); err == nil {
				return with
			}
		}
	case *types.Pointer:
		return types.NewPointer(p.nameable(u.Elem()))
	case *types.Slice:
		return types.NewSlice(p.nameable(u.Elem()))
	case *types.Array:
		return types.NewArray(p.nameable(u.Elem()), u.Len())
	case *types.Map:
		return types.NewMap(p.nameable(u.Key()), p.nameable(u.Elem()))
	case *types.Struct:
		var fields []*types.Var
		var tags []string
		for i := range u.NumFields() {
			f := u.Field(i)
			fields = append(fields, types.NewField(f.Pos(), f.Pkg(), f.Name(), p.nameable(f.Type()), f.Embedded()))
			tags = append(tags, u.Tag(i))
		}
		return types.NewStruct(fields, tags)
	}
	return t
}

// CanName reports whether code of the package can name a declared type, by an alias perhaps.
func (p *Package) CanName(t *types.Named) bool {
	if t.Obj().Pkg() != nil && t.Obj().Parent() != nil && t.Obj().Parent() != t.Obj().Pkg().Scope() {
		return false // declared in a function
	}
	if !p.names(t.Obj()) {
		return p.aliasOf(t) != nil
	}
	for arg := range t.TypeArgs().Types() {
		if !p.canNameAll(arg) {
			return false
		}
	}
	return true
}

// canNameAll is CanName for any type.
func (p *Package) canNameAll(t types.Type) bool {
	switch u := types.Unalias(t).(type) {
	case *types.Named:
		return p.CanName(u)
	case *types.Pointer:
		return p.canNameAll(u.Elem())
	case *types.Slice:
		return p.canNameAll(u.Elem())
	case *types.Array:
		return p.canNameAll(u.Elem())
	case *types.Map:
		return p.canNameAll(u.Key()) && p.canNameAll(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !p.canNameAll(f.Type()) {
				return false
			}
		}
	}
	return true
}

func (p *Package) nameableArgs(list *types.TypeList) (args []types.Type) {
	for arg := range list.Types() {
		args = append(args, p.nameable(arg))
	}
	return args
}

// names reports whether code of the package can name what obj declares.
func (p *Package) names(obj *types.TypeName) bool {
	switch of := obj.Pkg(); {
	case of == nil || of == p.Types || of.Path() == p.Types.Path():
		return true
	default:
		return obj.Exported() && p.mayImport(of.Path())
	}
}

// mayImport reports whether the package may import another: what is in a folder "internal" is for those beside it.
func (p *Package) mayImport(path string) bool {
	above, inside := "", false
	if i := strings.LastIndex("/"+path+"/", "/internal/"); i >= 0 {
		above, inside = strings.TrimSuffix(("/" + path)[1:max(i, 1)], "/"), true
	}
	return !inside || above == "" && !strings.Contains(p.Types.Path(), ".") || p.Types.Path() == above || strings.HasPrefix(p.Types.Path(), above+"/")
}

// aliasOf returns an alias of t that the package can name: one that its files use, or of a package that it imports, the
// nearest first; nil if there is none.
func (p *Package) aliasOf(t *types.Named) types.Type {
	if p.aliases == nil {
		p.findAliases()
	}
	for _, obj := range p.aliases {
		a, ok := obj.Type().(*types.Alias)
		if !ok {
			continue
		}
		if a.TypeParams().Len() == 0 {
			if types.Identical(a, t) {
				return a
			}
			continue
		}
		target, ok := types.Unalias(a).(*types.Named)
		if !ok || target.Origin() != t.Origin() || a.TypeParams().Len() != t.TypeArgs().Len() {
			continue
		}
		if with, ok := aliasWith(obj, slices.Collect(t.TypeArgs().Types()), nil).(*types.Alias); ok && types.Identical(with, t) {
			return aliasWith(obj, p.nameableArgs(t.TypeArgs()), with)
		}
	}
	return nil
}

// aliasWith returns an alias with its type arguments, or otherwise if it has none.
func aliasWith(obj *types.TypeName, args []types.Type, otherwise types.Type) types.Type {
	if len(args) > 0 {
		if with, err := types.Instantiate(nil, obj.Type(), args, false); err == nil {
			return with
		}
	}
	return otherwise
}

// findAliases makes the list of aliases that the package can name.
func (p *Package) findAliases() {
	used := map[*types.TypeName]bool{}
	for _, obj := range p.Info.Uses {
		if name, ok := obj.(*types.TypeName); ok && name.IsAlias() && name.Pkg() != nil {
			used[name] = true
		}
	}
	p.aliases = []*types.TypeName{}
	for name := range used {
		p.aliases = append(p.aliases, name)
	}
	slices.SortFunc(p.aliases, func(a, b *types.TypeName) int {
		return cmp.Or(strings.Compare(a.Pkg().Path(), b.Pkg().Path()), strings.Compare(a.Name(), b.Name()))
	})
	todo, seen := []*types.Package{p.Types}, map[*types.Package]bool{p.Types: true}
	for ; len(todo) > 0; todo = todo[1:] {
		scope := todo[0].Scope()
		for _, name := range scope.Names() {
			if obj, ok := scope.Lookup(name).(*types.TypeName); ok && obj.IsAlias() {
				p.aliases = append(p.aliases, obj)
			}
		}
		next := slices.SortedFunc(slices.Values(todo[0].Imports()), func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
		for _, q := range next {
			if !seen[q] {
				seen[q] = true
				todo = append(todo, q)
			}
		}
	}
	p.aliases = slices.DeleteFunc(p.aliases, func(a *types.TypeName) bool {
		return !p.names(a) || a.Parent() != a.Pkg().Scope()
	})
}
