// Package gen is the engine of the code generators: it loads a package as the type checker sees it, chooses the types
// to generate for, collects the text of a file with its imports, and writes the file or says how it differs. What is
// generated is up to a back end, one for each format.
//
//	load ──▶ plan (internal/plan/gotypes) ──▶ print (a back end, into a File) ──▶ write or check
package gen

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Package is a package whose types are known, whatever else is wrong with it.
type Package struct {
	Dir   string // absolute
	Path  string // import path
	Name  string
	Fset  *token.FileSet
	Files []*ast.File
	Types *types.Package
	// Info holds the types of expressions and what identifiers define and use.
	Info *types.Info
	// Errors are what the parser and the type checker had to say. Code that calls what is yet to be generated is
	// among it, and alone they are not a reason to stop.
	Errors []error

	aliases []*types.TypeName // that the package can name, once they are asked for
}

// LoadOptions are the choices of [Load].
type LoadOptions struct {
	// Tags are build tags, as the flag -tags of the go command has them, separated by commas.
	Tags string
	// Generated reports whether the file of that name is the generator's own output, which is left out: stale or
	// broken output never stops a run.
	Generated func(name string) bool
	// TestFile, if it is not empty, is a file of tests to load beside the files of the package, because the types
	// are declared there.
	TestFile string
}

// Load parses and checks the package in dir. Other packages are known by their export data, which the go command
// makes and keeps, so that vendored ones and workspaces work as they do in a build.
func Load(dir string, o LoadOptions) (*Package, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	p := &Package{Dir: dir, Fset: token.NewFileSet()}
	if err := p.parse(o); err != nil {
		return nil, err
	}
	imports, err := p.load(o)
	if err != nil {
		return nil, err
	}
	p.Info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Instances: map[*ast.Ident]types.Instance{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	config := types.Config{
		Importer:    imports,
		FakeImportC: true,
		Error:       func(err error) { p.Errors = append(p.Errors, err) },
	}
	p.Types, _ = config.Check(p.Path, p.Fset, p.Files, p.Info) // its errors are in p.Errors
	for _, err := range p.Errors {
		// Types that have no end cannot be walked.
		if e, ok := errors.AsType[types.Error](err); ok && strings.HasPrefix(e.Msg, "instantiation cycle") {
			return nil, err
		}
	}
	return p, nil
}

// parse reads the files of the package that the build tags choose.
func (p *Package) parse(o LoadOptions) error {
	context := build.Default
	if o.Tags != "" {
		context.BuildTags = strings.Split(o.Tags, ",")
	}
	entries, err := os.ReadDir(p.Dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") && name != o.TestFile {
			continue
		}
		if o.Generated != nil && o.Generated(name) {
			continue
		}
		if match, err := context.MatchFile(p.Dir, name); err != nil || !match {
			if err != nil {
				p.Errors = append(p.Errors, err)
			}
			continue
		}
		f, err := parser.ParseFile(p.Fset, filepath.Join(p.Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			p.Errors = append(p.Errors, err)
		}
		if f == nil || f.Name == nil || f.Name.Name == "_" {
			continue
		}
		if p.Name == "" {
			p.Name = f.Name.Name
		}
		if f.Name.Name != p.Name {
			return fmt.Errorf("%s: packages %s and %s in one folder", p.Dir, p.Name, f.Name.Name)
		}
		p.Files = append(p.Files, f)
	}
	if len(p.Files) == 0 {
		return errors.Join(fmt.Errorf("%s: no Go files", p.Dir), errors.Join(p.Errors...))
	}
	return nil
}

// load finds the import path of the package and the types of what it imports.
func (p *Package) load(o LoadOptions) (importer, error) {
	var paths []string
	for _, f := range p.Files {
		for _, spec := range f.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil && path != "C" && path != "unsafe" {
				paths = append(paths, path)
			}
		}
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)
	var flags []string
	if o.Tags != "" {
		flags = []string{"-tags=" + o.Tags}
	}
	named := make(chan error, 1)
	go func() {
		list, err := packages.Load(&packages.Config{Mode: packages.NeedName, Dir: p.Dir, BuildFlags: flags}, ".")
		if err == nil && len(list) == 1 {
			p.Path = list[0].PkgPath
		}
		named <- err
	}()
	found := importer{}
	if len(paths) > 0 {
		config := &packages.Config{Mode: packages.NeedName | packages.NeedTypes, Dir: p.Dir, BuildFlags: flags}
		list, err := packages.Load(config, paths...)
		if err != nil {
			return nil, errors.Join(err, <-named)
		}
		for _, q := range list {
			found[q.PkgPath] = q.Types
			for _, path := range paths {
				// A vendored package is listed by the path of its folder.
				if q.PkgPath != path && strings.HasSuffix(q.PkgPath, "/vendor/"+path) {
					found[path] = q.Types
				}
			}
		}
	}
	return found, <-named
}

// importer gives the type checker what was loaded.
type importer map[string]*types.Package

func (i importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := i[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("cannot find package %q", path)
}
