package gen

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// This file keeps variables of generated functions from hiding what the package declares. Names of the package are marked in the
// text. When it is whole, its functions say which names they declare, and those of the package that are among them are called by
// others.

// ownMark begins names of the package, as part of the identifier.
const ownMark = "own_of_package_"

var ownName = regexp.MustCompile(ownMark + `[\pL_][\pL_\pN]*`)

// Own marks a name, of which the package has a function or a type perhaps.
func Own(name string) string {
	if !token.IsIdentifier(name) {
		return name
	}
	return ownMark + name
}

// noteEmbedded notes the types of the package which structs without a name embed in t: another name would be that of another
// field.
func (f *File) noteEmbedded(t types.Type) {
	switch u := t.(type) {
	case *types.Named:
		for arg := range u.TypeArgs().Types() {
			f.noteEmbedded(arg)
		}
	case *types.Pointer:
		f.noteEmbedded(u.Elem())
	case *types.Slice:
		f.noteEmbedded(u.Elem())
	case *types.Array:
		f.noteEmbedded(u.Elem())
	case *types.Map:
		f.noteEmbedded(u.Key())
		f.noteEmbedded(u.Elem())
	case *types.Struct:
		for field := range u.Fields() {
			if field.Embedded() {
				f.embedded[field.Name()] = true
			}
			f.noteEmbedded(field.Type())
		}
	}
}

// uncover takes the marks off, and adds the other names for what is hidden.
func (f *File) uncover() error {
	locals, err := f.locals()
	if err != nil {
		return err
	}
	scope, prefix := f.pkg.Types.Scope(), f.tool+"In"+f.Of
	var hidden []string
	text := ownName.ReplaceAllFunc(f.body.Bytes(), func(marked []byte) []byte {
		name := string(marked[len(ownMark):])
		if !locals[name] || scope.Lookup(name) == nil {
			return []byte(name)
		}
		if !slices.Contains(hidden, name) {
			hidden = append(hidden, name)
		}
		return []byte(prefix + "Of_" + name)
	})
	f.body = *bytes.NewBuffer(text)
	var errs Errors
	for _, name := range hidden {
		if f.embedded[name] {
			errs.Add(f.pkg, scope.Lookup(name).Pos(), "a variable of generated code has the name of the type %s, which a struct without a name embeds: give it another one", name)
		}
		switch obj := scope.Lookup(name).(type) {
		case *types.TypeName:
			params, args := f.declaredParams(obj.Type())
			f.P("type %sOf_%s%s = %[2]s%[4]s\n", prefix, name, params, args)
		default:
			f.P("var %sOf_%s = %[2]s\n", prefix, name)
		}
	}
	return errs.Err()
}

// declaredParams returns the type parameters of a generic type as a declaration has them, "[K comparable]", and as arguments, "[K]".
func (f *File) declaredParams(t types.Type) (declared, args string) {
	generic, ok := t.(interface{ TypeParams() *types.TypeParamList })
	if !ok || generic.TypeParams().Len() == 0 {
		return "", ""
	}
	var with, names []string
	for p := range generic.TypeParams().TypeParams() {
		name := p.Obj().Name()
		if name == "_" {
			name = fmt.Sprint("P", len(names))
		}
		with, names = append(with, name+" "+strings.ReplaceAll(f.Type(p.Constraint()), ownMark, "")), append(names, name)
	}
	return "[" + strings.Join(with, ", ") + "]", "[" + strings.Join(names, ", ") + "]"
}

// locals returns the names that functions of the text declare: receivers, parameters, results and variables. A type parameter of the
// receiver that has such a name is an error: no other stands for it.
func (f *File) locals() (map[string]bool, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package x\n"+f.body.String(), parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("generated text is not Go: %w", err)
	}
	all := map[string]bool{}
	var errs Errors
	for _, decl := range file.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		locals := localsOf(fn)
		maps.Copy(all, locals)
		of, params := receiverOf(fn)
		for _, param := range params {
			if obj := f.pkg.Types.Scope().Lookup(of); obj != nil && locals[param] {
				errs.Add(f.pkg, obj.Pos(), "a variable of generated code has the name of the type parameter %s of %s, which needs another one", param, of)
				return nil, errs.Err()
			}
		}
	}
	return all, nil
}

// localsOf returns the names that a function declares.
func localsOf(fn *ast.FuncDecl) map[string]bool {
	locals := map[string]bool{}
	add := func(names ...*ast.Ident) {
		for _, name := range names {
			locals[name.Name] = true
		}
	}
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StructType: // its fields are no variables
			return false
		case *ast.Field:
			add(n.Names...)
		case *ast.ValueSpec:
			add(n.Names...)
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if name, ok := left.(*ast.Ident); ok && n.Tok == token.DEFINE {
					add(name)
				}
			}
		case *ast.RangeStmt:
			for _, left := range []ast.Expr{n.Key, n.Value} {
				if name, ok := left.(*ast.Ident); ok && n.Tok == token.DEFINE {
					add(name)
				}
			}
		}
		return true
	})
	return locals
}

// receiverOf returns the type of a method, with the names of its type parameters.
func receiverOf(fn *ast.FuncDecl) (of string, params []string) {
	if fn.Recv == nil {
		return "", nil
	}
	t := fn.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	var args []ast.Expr
	switch x := t.(type) {
	case *ast.IndexExpr:
		t, args = x.X, []ast.Expr{x.Index}
	case *ast.IndexListExpr:
		t, args = x.X, x.Indices
	}
	for _, arg := range args {
		if name, ok := arg.(*ast.Ident); ok {
			params = append(params, name.Name)
		}
	}
	if name, ok := t.(*ast.Ident); ok {
		of = strings.TrimPrefix(name.Name, ownMark)
	}
	return of, params
}
