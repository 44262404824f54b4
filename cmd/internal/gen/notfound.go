package gen

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/beve-org/beve-go/cmd/internal/suggest"
)

// This file says what is wrong with a name that is none of a type to generate for.

// notType returns what is wrong with a name, and where that can be seen, if anywhere.
func (p *Package) notType(name string) (pos token.Pos, why string) {
	switch object := p.Types.Scope().Lookup(name).(type) {
	case nil:
	case *types.TypeName:
		of := types.Unalias(object.Type())
		why = name + " is an alias of " + types.TypeString(of, types.RelativeTo(p.Types))
		switch n, ok := of.(*types.Named); {
		case !ok:
			why += ", which cannot have methods"
		case n.Obj().Pkg() == p.Types:
			why += ": generate for that"
		case n.Obj().Pkg() != nil:
			why += ": generate for that in its package"
		}
		return object.Pos(), why
	default:
		what := map[bool]string{true: "a function", false: "a constant or a variable"}
		_, isFunc := object.(*types.Func)
		return object.Pos(), name + " is " + what[isFunc] + " and no type"
	}
	if pkg, short, ok := strings.Cut(name, "."); ok {
		return token.NoPos, fmt.Sprintf("%s is of package %s, where its methods have to be: generate for %s there", name, pkg, short)
	}
	if where := p.declaredElsewhere(name); where != "" {
		return token.NoPos, name + " is declared in " + where
	}
	var found []string
	for _, other := range p.Types.Scope().Names() {
		if p.named(other) != nil {
			found = append(found, other)
		}
	}
	why = fmt.Sprintf("package %s has no type %s", p.Name, name)
	for _, other := range found {
		if strings.EqualFold(other, name) || suggest.Edits(other, name) == 1 {
			return token.NoPos, why + "; did you mean " + other + "?"
		}
	}
	const most = 12
	switch {
	case len(found) == 0:
		why += ", and no other"
	case len(found) > most:
		why += fmt.Sprintf("; it has %s and %d more", strings.Join(found[:most], ", "), len(found)-most)
	default:
		why += "; it has " + strings.Join(found, ", ")
	}
	return token.NoPos, why
}

// declaredElsewhere returns the file of the folder that declares a type and was not loaded, and why; "" if there is none.
func (p *Package) declaredElsewhere(name string) string {
	entries, err := os.ReadDir(p.Dir)
	if err != nil {
		return ""
	}
	loaded := func(file string) bool {
		return slices.ContainsFunc(p.Files, func(f *ast.File) bool { return filepath.Base(p.Fset.Position(f.Package).Filename) == file })
	}
	for _, e := range entries {
		file := e.Name()
		if !strings.HasSuffix(file, ".go") || loaded(file) {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, file), nil, parser.SkipObjectResolution|parser.ParseComments)
		if f == nil || err != nil {
			continue
		}
		for spec := range typeSpecs(f) {
			if spec.Name.Name != name {
				continue
			}
			match, err := build.Default.MatchFile(p.Dir, file)
			switch {
			case strings.HasSuffix(file, "_test.go"):
				return file + ", a file of tests: put the line with go:generate into that file"
			case err != nil || !match:
				return file + ", which build tags leave out: see -tags"
			}
			return file + ", which is output of the generator"
		}
	}
	return ""
}
