// Package surface prints what packages export, one line a symbol, and holds a module to the
// lines that it has accepted: the files of folder api. It is for tests.
package surface

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// A Package is what a package exports.
type Package struct {
	Path  string
	Lines []string // sorted; one for each function, variable, constant, type, field and method
}

// Of returns the packages of the module in the current directory that other modules can import,
// for the processor and the build tags of the environment. The go command compiles what it needs.
func Of() ([]Package, error) {
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export,Name,Module,DepOnly", "./...")
	cmd.Env = append(os.Environ(), "GOWORK=off")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	exports := map[string]string{}
	var paths []string
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath, Export, Name string
			DepOnly                  bool
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		exports[p.ImportPath] = p.Export
		if !p.DepOnly && p.Name != "main" && !strings.Contains(p.ImportPath+"/", "/internal/") && !strings.Contains(p.ImportPath, "/testdata/") {
			paths = append(paths, p.ImportPath)
		}
	}
	imports := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	var all []Package
	for _, path := range paths {
		p, err := imports.Import(path)
		if err != nil {
			return nil, err
		}
		if lines := lines(p); len(lines) > 0 {
			all = append(all, Package{path, lines})
		}
	}
	return all, nil
}

// lines returns what p exports.
func lines(p *types.Package) []string {
	var out []string
	for _, name := range p.Scope().Names() {
		if !token.IsExported(name) {
			continue
		}
		switch o := p.Scope().Lookup(name).(type) {
		case *types.Const:
			out = append(out, fmt.Sprintf("const %s %s = %s", name, typeString(p, o.Type()), o.Val().ExactString()))
		case *types.TypeName:
			out = append(out, typeLines(p, o)...)
		default: // func F(…), var V T
			out = append(out, types.ObjectString(o, types.RelativeTo(p)))
		}
	}
	slices.Sort(out)
	return out
}

func typeString(p *types.Package, t types.Type) string {
	return types.TypeString(t, types.RelativeTo(p))
}

// typeLines returns the line of a type, and those of its fields and of the methods that its
// pointer has, embedded ones too: users call them alike, wherever they are declared.
func typeLines(p *types.Package, o *types.TypeName) []string {
	name := o.Name()
	t := o.Type()
	head := "type " + name
	if o.IsAlias() {
		return append([]string{head + " = " + typeString(p, types.Unalias(t))}, ofInternal(p, name, types.Unalias(t))...)
	}
	if named, ok := t.(*types.Named); ok && named.TypeParams().Len() > 0 {
		var params []string
		for tp := range named.TypeParams().TypeParams() {
			params = append(params, tp.Obj().Name()+" "+typeString(p, tp.Constraint()))
		}
		head += "[" + strings.Join(params, ", ") + "]"
	}
	kind := ""
	switch u := t.Underlying().(type) {
	case *types.Struct:
		kind = "struct"
		if slices.ContainsFunc(slices.Collect(u.Fields()), func(f *types.Var) bool { return !f.Exported() }) {
			kind = "struct, with fields that are not exported"
		}
	case *types.Interface:
		kind = "interface"
		if !u.IsMethodSet() {
			kind = typeString(p, u)
		}
	default:
		kind = typeString(p, u)
	}
	return append([]string{head + " " + kind}, members(p, name, t)...)
}

// ofInternal returns the members of a type that has an alias, where no one can import its package.
func ofInternal(p *types.Package, name string, t types.Type) []string {
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil || !strings.Contains(named.Obj().Pkg().Path()+"/", "/internal/") {
		return nil
	}
	return members(p, name, t)
}

func members(p *types.Package, name string, t types.Type) []string {
	var out []string
	if s, ok := t.Underlying().(*types.Struct); ok {
		out = append(out, fields(p, name, s)...)
	}
	byValue := types.NewMethodSet(t)
	all := byValue
	if !types.IsInterface(t) {
		all = types.NewMethodSet(types.NewPointer(t))
	}
	for sel := range all.Methods() {
		if !sel.Obj().Exported() {
			if types.IsInterface(t) {
				out = append(out, fmt.Sprintf("method %s has one that is not exported", name))
			}
			continue
		}
		receiver := name
		if byValue.Lookup(nil, sel.Obj().Name()) == nil {
			receiver = "*" + name
		}
		signature := strings.TrimPrefix(typeString(p, sel.Type()), "func")
		out = append(out, fmt.Sprintf("method (%s) %s%s", receiver, sel.Obj().Name(), signature))
	}
	return out
}

// fields returns the lines of the fields of s, and of those that it has from embedded structs that
// are not exported.
func fields(p *types.Package, name string, s *types.Struct) []string {
	var out []string
	for i := range s.NumFields() {
		f := s.Field(i)
		if !f.Exported() {
			t := f.Type()
			if pointer, ok := t.Underlying().(*types.Pointer); ok {
				t = pointer.Elem()
			}
			if inner, ok := t.Underlying().(*types.Struct); ok && f.Embedded() {
				out = append(out, fields(p, name, inner)...)
			}
			continue
		}
		line := fmt.Sprintf("field %s.%s %s", name, f.Name(), typeString(p, f.Type()))
		if f.Embedded() {
			line += ", embedded"
		}
		if tag := s.Tag(i); tag != "" {
			line += " `" + tag + "`"
		}
		out = append(out, line)
	}
	return out
}
