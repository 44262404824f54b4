package main

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/beve-org/beve-go/internal/migrate"
)

// values finds calls that encode or decode values of Go, and looks at the types of these.
func (s *search) values(file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		id := calleeOf(call)
		if id == nil {
			return true
		}
		o, ok := s.TypesInfo.Uses[id].(*types.Func)
		if !ok {
			return true
		}
		k, ok := s.lookup(o.Pkg())
		if !ok {
			return true
		}
		name := s.nameOf(o)
		writes, reads := slices.Contains(k.pkg.Writes, name), slices.Contains(k.pkg.Reads, name)
		if !writes && !reads {
			return true
		}
		params := o.Signature().Params()
		for i, arg := range call.Args {
			if i < params.Len() && takesValues(params.At(i).Type()) {
				s.value(arg, k.library, writes)
			}
		}
		return true
	})
}

// takesValues reports whether arguments for a parameter of type t are values to encode or decode.
func takesValues(t types.Type) bool {
	if m, ok := t.Underlying().(*types.Map); ok {
		t = m.Elem()
	}
	return types.IsInterface(t)
}

// value notes what the rules of a library say of one argument.
func (s *search) value(arg ast.Expr, lib *migrate.Library, writes bool) {
	for _, part := range lib.Parts(s.TypesInfo.TypeOf(arg), s.Pkg) {
		if part.Rule.Written && !writes {
			continue
		}
		if part.Name == "" {
			part.Name = "the value"
		}
		if !part.Rule.Together {
			s.once(arg, lib, part.Name, migrate.Differs, part.Name+" "+plain(part.Rule.Note))
			continue
		}
		at := slices.IndexFunc(s.together, func(m many) bool { return m.rule == part.Rule })
		if at < 0 {
			at = len(s.together)
			s.together = append(s.together, many{arg, lib, part.Rule, nil})
		}
		if m := &s.together[at]; !slices.Contains(m.names, part.Name) {
			m.names = append(m.names, part.Name)
		}
	}
}

// many are the parts of a package's values that one rule is about.
type many struct {
	at      ast.Node // where the first one was met
	library *migrate.Library
	rule    *migrate.FieldRule
	names   []string
}

// named is how many parts a finding names.
const named = 4

// sum makes one finding of the parts that are found together.
func (s *search) sum() {
	for _, m := range s.together {
		list := strings.Join(m.names[:min(named, len(m.names))], ", ")
		if more := len(m.names) - named; more > 0 {
			list += fmt.Sprintf(" and %d more", more)
		}
		s.add(m.at, m.library, list, migrate.Differs, list+": "+plain(m.rule.Note))
	}
}

// calleeOf returns the name of what is called.
func calleeOf(call *ast.CallExpr) *ast.Ident {
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return f
	case *ast.SelectorExpr:
		return f.Sel
	}
	return nil
}
