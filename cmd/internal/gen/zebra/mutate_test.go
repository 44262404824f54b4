package zebra_test

import (
	"bytes"
	"flag"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/cmd/internal/gen"
	"github.com/beve-org/beve-go/cmd/internal/gen/zebra"
)

// This file runs the generator on what is valid Go, types included: packages of the
// standard library, or other folders, as they are and with types exchanged for others.

var (
	mutateFor  = flag.Duration("mutate", 0, "mutate sources for so long, instead of a few times")
	mutateDirs = flag.String("mutate-dirs", "", "folders of packages to mutate, separated by commas, instead of the standard library's")
)

// extra are types that a mutation can put anywhere, beside those of the package.
var extra = []string{"func()", "chan int", "struct{}", "any", "error", "uintptr", "complex64", "[]any", "map[string]struct{}", "[0]int", "[]byte",
	"map[any]any", "map[[2]bool]int8", "struct{ A, b int }", "*struct{ X []func() }", "interface{ M() }", "[2][]map[int]*string", "**int", "rune", "map[float64]chan bool"}

// source is a package as it is parsed.
type source struct {
	path  string
	fset  *token.FileSet
	files []*ast.File
}

// parseFolder parses the package in a folder; nil for none.
func parseFolder(dir string) *source {
	s := &source{path: filepath.Base(dir), fset: token.NewFileSet()}
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(s.fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil || len(s.files) > 0 && file.Name.Name != s.files[0].Name.Name {
			continue
		}
		s.files = append(s.files, file)
	}
	if len(s.files) == 0 {
		return nil
	}
	return s
}

// checked returns the package with its types, whatever is wrong with them.
func (s *source) checked(imports types.Importer) *gen.Package {
	p := &gen.Package{Fset: s.fset, Path: s.path, Dir: ".", Name: s.files[0].Name.Name, Files: s.files}
	p.Info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: imports, FakeImportC: true, IgnoreFuncBodies: true, Error: func(err error) { p.Errors = append(p.Errors, err) }}
	p.Types, _ = config.Check(s.path, s.fset, s.files, p.Info)
	return p
}

// mutate exchanges the types of some fields for others, and returns what undoes that.
func (s *source) mutate(r *rand.Rand) (undo func()) {
	var fields []*ast.Field
	texts := slices.Clone(extra)
	for _, file := range s.files {
		for _, d := range file.Decls {
			group, ok := d.(*ast.GenDecl)
			if !ok || group.Tok != token.TYPE {
				continue
			}
			ast.Inspect(group, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.TypeSpec:
					if texts = append(texts, n.Name.Name); n.TypeParams != nil {
						texts = texts[:len(texts)-1]
					}
				case *ast.StructType:
					fields = append(fields, n.Fields.List...)
				}
				return true
			})
		}
	}
	some := func() ast.Expr {
		e, err := parser.ParseExpr(texts[r.IntN(len(texts))])
		if err != nil {
			panic(err)
		}
		return e
	}
	var undos []func()
	for range min(len(fields), 1+r.IntN(8)) {
		f := fields[r.IntN(len(fields))]
		was, tag := f.Type, f.Tag
		undos = append(undos, func() { f.Type, f.Tag = was, tag })
		if len(f.Names) > 0 {
			f.Type = some()
			if r.IntN(4) == 0 {
				f.Type = &ast.MapType{Key: some(), Value: f.Type}
			}
		}
		tags := []string{"", "-", "x", ",omitempty", ",omitzero", ",allownil", ",zerocopy", ",flatten", ",limit=3", ",extension", ",unknown", ",inline"}
		f.Tag = &ast.BasicLit{ValuePos: f.Pos(), Kind: token.STRING, Value: "`msg:\"" + tags[r.IntN(len(tags))] + "\"`"}
	}
	return func() {
		for i := len(undos) - 1; i >= 0; i-- {
			undos[i]()
		}
	}
}

// generateOf runs the generator on a package in all modes: it must not crash, and what it
// makes is Go.
func generateOf(t *testing.T, s *source, imports types.Importer) (made bool) {
	t.Helper()
	defer func() {
		if reason := recover(); reason != nil {
			var text bytes.Buffer
			for _, file := range s.files {
				_ = format.Node(&text, s.fset, file) // best effort, for the report
			}
			stack := make([]byte, 4096)
			t.Fatalf("%s: %v\n%s\n%.3000s", s.path, reason, stack[:runtime.Stack(stack, false)], text.Bytes())
		}
	}()
	p := s.checked(imports)
	for _, o := range []zebra.Options{{IO: true, Marshal: true, Msgp: true, Unexported: true}, {Marshal: true}, {IO: true, Msgp: true, Strict: true}, {Marshal: true, Msgp: true, Msgpack: true}} {
		result, err := zebra.Generate(zebra.FromFiles(p), &o, "x_gen.go", true)
		if err != nil {
			if strings.Contains(err.Error(), "generated text is not Go") {
				t.Errorf("%s: %v", s.path, err)
			}
			continue
		}
		if len(result.Types) > 0 {
			made = true
			s.compiles(t, p, result.Code, imports)
		}
	}
	return made
}

// compiles checks the types of generated code together with its package, unless that has
// errors of its own.
func (s *source) compiles(t *testing.T, p *gen.Package, code []byte, imports types.Importer) {
	t.Helper()
	if len(p.Errors) > 0 {
		return
	}
	file, err := parser.ParseFile(s.fset, "x_gen.go", code, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	failed := 0
	config := types.Config{Importer: imports, FakeImportC: true, Error: func(err error) {
		e, ok := err.(types.Error)
		if ok && e.Fset.Position(e.Pos).Filename == "x_gen.go" && failed < 3 {
			failed++
			line := bytes.Split(code, []byte("\n"))[e.Fset.Position(e.Pos).Line-1]
			t.Errorf("%s: %v: %s", s.path, e, bytes.TrimSpace(line))
		}
	}}
	_, _ = config.Check(s.path, s.fset, append(s.files[:len(s.files):len(s.files)], file), nil)
}

func TestGeneratorSurvivesAnySource(t *testing.T) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(strings.TrimSpace(string(out)), "src")
	dirs := []string{"go/token", "net/mail", "image", "text/template/parse", "archive/tar", "container/list", "net/url"}
	for i := range dirs {
		dirs[i] = filepath.Join(root, dirs[i])
	}
	if *mutateDirs != "" {
		dirs = strings.Split(*mutateDirs, ",")
	}
	if testing.Short() {
		dirs = dirs[:min(len(dirs), 3)]
	}
	seed := uint64(1)
	if *mutateFor > 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	imports := importer.ForCompiler(token.NewFileSet(), "source", nil)
	var sources []*source
	made := false
	for _, dir := range dirs {
		if s := parseFolder(dir); s != nil {
			sources = append(sources, s)
			made = generateOf(t, s, imports) || made
		}
	}
	if !made {
		t.Error("nothing was generated")
	}
	end := time.Now().Add(max(*mutateFor, 0))
	for i := 0; (i < 40 && *mutateFor == 0 || time.Now().Before(end)) && !t.Failed(); i++ {
		s := sources[r.IntN(len(sources))]
		undo := s.mutate(r)
		generateOf(t, s, imports)
		undo()
	}
}
