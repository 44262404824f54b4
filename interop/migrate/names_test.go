package migrate_test

import (
	"bufio"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/migrate"
)

// Each name that a package exports becomes what the tables say: what is the same is here with
// the same type, what is renamed under the other name, and the rest has a row that says what
// to do.
func TestNamesBecomeWhatTheTablesSay(t *testing.T) {
	var paths []string
	for _, lib := range migrate.All() {
		for _, p := range lib.Packages {
			if p.Here != "" {
				paths = append(paths, p.Here)
			}
			if published(p.Path) == "" && (p.Here != "" || len(p.Symbols) > 0) {
				paths = append(paths, p.Path)
			}
		}
	}
	for _, name := range []string{"", "/extended", "/zebrapack"} {
		paths = append(paths, "github.com/beve-org/beve-go"+name)
	}
	exported := load(t, paths)
	for _, lib := range migrate.All() {
		for _, p := range lib.Packages {
			if p.Here == "" && len(p.Symbols) == 0 {
				continue
			}
			t.Run(strings.ReplaceAll(p.Path, "/", "·"), func(t *testing.T) {
				there := exported[p.Path]
				if file := published(p.Path); file != "" {
					there = read(t, file)
				}
				rowsAreThere(t, &p, there)
				if p.Here != "" {
					compare(t, &p, there, exported[p.Here])
				}
				placesExist(t, &p, there, exported)
			})
		}
	}
}

// rowsAreThere looks for the names of the table of p.
func rowsAreThere(t *testing.T, p *migrate.Package, there map[string]string) {
	for _, s := range p.Symbols {
		for _, name := range s.Names() {
			known := func(n string) bool { ok, _ := path.Match(name, n); return ok }
			if !slices.ContainsFunc(slices.Collect(maps.Keys(there)), known) {
				t.Errorf("%s has a row and is not there", name)
			}
		}
	}
}

// compare holds the table of p to what is exported there and here.
func compare(t *testing.T, p *migrate.Package, there, here map[string]string) {
	if len(there) < 3 || len(here) < 3 {
		t.Fatalf("%d names there, %d here", len(there), len(here))
	}
	for name, what := range there {
		s, covered := p.Becomes(name)
		if covered {
			continue
		}
		now := here[name]
		if s.Change == migrate.Renamed {
			now = here[s.Here]
			what = strings.ReplaceAll(what, "·."+name, "·."+s.Here)
		}
		alike := now == what || what == "?" && now != "" || strings.HasPrefix(what, "type") && strings.HasPrefix(now, "type")
		switch {
		case s.Change.Mechanical() && !alike:
			t.Errorf("%s is %s, but %q there and %q here", name, s.Change, what, now)
		case s.Change == migrate.Differs && now == "":
			t.Errorf("%s differs, but is not here", name)
		case s.Change == migrate.Rewrite && p.Find(name) != nil && now == what && !strings.HasPrefix(what, "type"):
			t.Errorf("%s is to be rewritten, but is the same here: %s", name, now)
		case s.Change == migrate.Rewrite && s.Here == "" && !strings.HasPrefix(what, "const") && !strings.HasPrefix(what, "field") && !strings.HasPrefix(what, "type int") && !strings.HasPrefix(what, "type uint"):
			t.Errorf("%s has no row: %s", name, what)
		}
	}
}

// What is named with its package in place of another name.
var qualified = regexp.MustCompile("`(beve|extended|json|msgp|msgpack|zebrapack)\\.([A-Za-z0-9.]+)")

// placesExist looks for what the table of p puts in the place of other names.
func placesExist(t *testing.T, p *migrate.Package, there map[string]string, exported map[string]map[string]string) {
	for name := range there {
		s, _ := p.Becomes(name)
		for _, found := range qualified.FindAllStringSubmatch(s.Here, -1) {
			pkg := "github.com/beve-org/beve-go/" + found[1]
			switch found[1] {
			case "beve":
				pkg = "github.com/beve-org/beve-go"
			case "msgp":
				pkg = "github.com/beve-org/beve-go/msgpack/msgp"
			}
			if exported[pkg][found[2]] == "" {
				t.Errorf("%s becomes %s, which is not there", name, found[0])
			}
		}
	}
}

// published returns the file with the names of a package that the go command does not find:
// functions, methods and types with their signatures, where they are known.
func published(pkg string) string {
	file := filepath.Join("testdata", strings.ReplaceAll(strings.TrimPrefix(pkg, "github.com/"), "/", "-")+".txt")
	if _, err := os.Stat(file); err != nil {
		return ""
	}
	return file
}

// read reads such a file: a name a line, and after a tab what it is.
func read(t *testing.T, file string) map[string]string {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	names := map[string]string{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		name, what, ok := strings.Cut(lines.Text(), "\t")
		if !ok {
			what = "?"
		}
		names[name] = what
	}
	return names
}

// load returns what packages export, by their import paths: from name to type, without the
// names of parameters, and with a dot for the package itself.
func load(t *testing.T, paths []string) map[string]map[string]string {
	t.Helper()
	all := map[string]map[string]string{}
	for _, p := range packages(t, paths) {
		all[p.Path()] = exports(p)
	}
	return all
}

// packages returns the types of packages, by their import paths.
func packages(t *testing.T, paths []string) (all []*types.Package) {
	t.Helper()
	args := append([]string{"list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}"}, paths...)
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOWORK=off")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		pkg, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		files[pkg] = file
	}
	imports := importer.ForCompiler(token.NewFileSet(), "gc", func(pkg string) (io.ReadCloser, error) {
		return os.Open(files[pkg])
	})
	for _, pkg := range paths {
		p, err := imports.Import(pkg)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

func exports(p *types.Package) map[string]string {
	// The same package has one name, wherever it is, so that types compare as text.
	qualify := func(q *types.Package) string {
		if q == p {
			return "·"
		}
		return path.Base(q.Path())
	}
	names := map[string]string{}
	for _, name := range p.Scope().Names() {
		o := p.Scope().Lookup(name)
		if !o.Exported() {
			continue
		}
		names[name] = describe(o, qualify)
		if _, ok := o.(*types.TypeName); !ok {
			continue
		}
		if _, ok := o.Type().(*types.TypeParam); ok {
			continue
		}
		if in, ok := o.Type().Underlying().(*types.Interface); ok {
			for m := range in.ExplicitMethods() {
				names[name+"."+m.Name()] = describe(m, qualify)
			}
			continue
		}
		for m := range types.NewMethodSet(types.NewPointer(types.Unalias(o.Type()))).Methods() {
			if m.Obj().Exported() {
				names[name+"."+m.Obj().Name()] = describe(m.Obj(), qualify)
			}
		}
		if s, ok := o.Type().Underlying().(*types.Struct); ok {
			for f := range s.Fields() {
				if f.Exported() {
					names[name+"."+f.Name()] = "field " + spell(f.Type(), qualify)
				}
			}
		}
	}
	return names
}

// describe says what an object is, without the names of parameters.
func describe(o types.Object, qualify types.Qualifier) string {
	switch o := o.(type) {
	case *types.Func:
		s := o.Signature()
		what := spell(types.NewSignatureType(nil, nil, nil, unnamed(s.Params()), unnamed(s.Results()), s.Variadic()), qualify)
		for i := range s.TypeParams().Len() {
			what += fmt.Sprintf("[%d]", i)
		}
		return what
	case *types.TypeName:
		return "type " + spell(o.Type().Underlying(), qualify)
	case *types.Const:
		return "const"
	}
	return "var " + spell(o.Type(), qualify)
}

func spell(t types.Type, qualify types.Qualifier) string {
	return strings.ReplaceAll(types.TypeString(t, qualify), "interface{}", "any")
}

func unnamed(t *types.Tuple) *types.Tuple {
	var vars []*types.Var
	for v := range t.Variables() {
		vars = append(vars, types.NewParam(token.NoPos, nil, "", v.Type()))
	}
	return types.NewTuple(slices.Clip(vars)...)
}
