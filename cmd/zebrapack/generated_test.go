package main

import (
	"bytes"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/cmd/internal/gen"
	"github.com/beve-org/beve-go/cmd/internal/gen/gentest"
	"github.com/beve-org/beve-go/cmd/internal/gen/zebra"
)

// This file makes the code that the other tests run. The types are in
// testdata/golden/types and testdata/evolution. TestGeneratedCode generates their code in
// every mode, gives it to the go command as an overlay, and runs these tests once more
// with it: nothing is written into the tree, and the build cache keeps what does not
// change. A few generated files are checked in for readers; TestGoldenCodeIsFresh
// compares them with what is generated now.

// modes are how the types are generated.
var modes = map[string]zebra.Options{
	"names": {IO: true, Marshal: true},
	"plain": {IO: true, Marshal: true, NoStructNames: true, FastStrings: true},
	"msgp":  {IO: true, Marshal: true, Msgp: true},
}

// golden makes a zero value of each type with generated code, by mode, source file and
// name. animalsOf makes what the interfaces of 31_iface hold. They are empty unless
// TestGeneratedCode runs the tests: a file that it generates fills them.
var (
	golden    = map[string]map[string]func() generated{}
	animalsOf = map[string]animals{}
	// bareUnions makes a Page of testdata/unions in a copy of that package without generated code.
	bareUnions func() any
)

// testsOfGenerated are the tests that TestGeneratedCode runs.
var testsOfGenerated = []string{
	"TestGeneratedCodeWritesAndReadsTheVectors", "TestGeneratedCodeDecodesAsTheVectorsSay", "TestGeneratedIsReflected",
	"TestGeneratedCodeBelievesNoLength", "TestTenGenerationsReadEachOther", "FuzzGeneratedDecoders",
	"TestDeclaredTypesInGeneratedCode", "TestDeclaredErrorsOfGeneratedCode", "TestDeclaredTypesCostWhatTheyHold", "TestDeclaredTypesEnd",
	"TestKeysAreThoseOfThePackage", "TestOptionsHoldForGeneratedCode", "TestOptionsChangeNoForm",
	"TestMethodsWriteTheirOwnKeys", "TestCodeFailsAsReflectionDoes",
}

// needsGenerated skips a test that TestGeneratedCode runs.
func needsGenerated(t testing.TB) {
	t.Helper()
	if len(golden) > 0 {
		return
	}
	if !slices.Contains(testsOfGenerated, t.Name()) {
		t.Fatal("the test needs a place in testsOfGenerated")
	}
	t.Skip("runs in TestGeneratedCode")
}

func TestGeneratedCode(t *testing.T) {
	o := overlay{gentest.NewOverlay(t.TempDir()), t}
	registry := bytes.NewBufferString("package main\n\nfunc init() {\n")
	var imports []string
	packages, err := filepath.Glob("testdata/golden/types/*")
	if err != nil || len(packages) == 0 {
		t.Fatal(err, "no types")
	}
	for mode, options := range modes {
		fmt.Fprintf(registry, "golden[%q] = map[string]func() generated{}\n", mode)
		fmt.Fprintf(registry, "animalsOf[%q] = animals{\"Dog\": (*%[1]s_iface.Dog)(nil), \"Owl\": (*%[1]s_iface.Owl)(nil)}\n", mode)
		for _, dir := range packages {
			name, to := mode+"_"+filepath.Base(dir), filepath.Join("testdata", "golden", mode, filepath.Base(dir))
			imports = append(imports, fmt.Sprintf("%s %q", name, zebrapackPath+filepath.ToSlash(to)))
			for file, types := range o.generate(dir, to, options) {
				for _, typ := range types {
					fmt.Fprintf(registry, "golden[%q][\"%s.%s\"] = func() generated { return new(%s.%[3]s) }\n", mode, file, typ, name)
				}
			}
		}
	}
	for _, dir := range []string{"testdata/evolution", "testdata/unions"} {
		o.generate(dir, dir, zebra.Options{IO: true, Marshal: true, NoSchema: true})
	}
	source, err := os.ReadFile("testdata/unions/types.go")
	if err != nil {
		t.Fatal(err)
	}
	// A type of another package is declared once.
	o.put("testdata/golden/bare/unions/types.go", bytes.Replace(source, []byte("types.Convert(netip.AddrPort.String, netip.ParseAddrPort),"), nil, 1))
	imports = append(imports, fmt.Sprintf("bare %q", zebrapackPath+"testdata/golden/bare/unions"))
	mixed, register := o.putMixtures()
	imports = append(imports, mixed...)
	registry.WriteString("bareUnions = func() any { return new(bare.Page) }\n" + register + "}\n")
	o.put("registry_test.go", bytes.Replace(registry.Bytes(), []byte("\n\n"), []byte("\n\nimport (\n"+strings.Join(imports, "\n")+"\n)\n\n"), 1))
	o.test()
}

const zebrapackPath = "github.com/beve-org/beve-go/cmd/zebrapack/"

// overlay has what is generated.
type overlay struct {
	*gentest.Overlay
	t *testing.T
}

// put has the go command read text as the file at path.
func (o overlay) put(path string, text []byte) {
	o.t.Helper()
	if err := o.Put(path, text); err != nil {
		o.t.Fatal(err)
	}
}

// generate puts the package of dir and its code into to. It returns the types of each
// file that have methods.
func (o overlay) generate(dir, to string, options zebra.Options) map[string][]string {
	o.t.Helper()
	types := map[string][]string{}
	for name, result := range generateAll(o.t, dir, options) {
		if to != dir {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				o.t.Fatal(err)
			}
			o.put(filepath.Join(to, name), text)
		}
		name = strings.TrimSuffix(name, ".go")
		o.put(filepath.Join(to, name+"_gen.go"), result.Code)
		types[name] = result.Types
		needsNoReflection(o.t, name, result.Code)
	}
	return types
}

// test runs the tests of generated code with the overlay.
func (o overlay) test() {
	flags, err := o.Flags()
	if err != nil {
		o.t.Fatal(err)
	}
	args := append([]string{"test", "-v", "-run", "^(" + strings.Join(testsOfGenerated, "|") + ")$"}, flags...)
	if testing.Short() {
		args = append(args, "-short")
	}
	out, err := exec.Command("go", append(args, ".")...).CombinedOutput()
	for _, name := range testsOfGenerated {
		if !bytes.Contains(out, []byte("\n--- PASS: "+name+" ")) {
			o.t.Errorf("%s has not passed", name)
		}
	}
	if err == nil && !o.t.Failed() {
		return
	}
	var failures []string
	for line := range strings.Lines(string(out)) {
		if !strings.Contains(line, "--- PASS") && !strings.HasPrefix(line, "=== ") {
			failures = append(failures, line)
		}
	}
	o.t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, strings.Join(failures[:min(len(failures), 200)], ""))
}

// generateAll generates for each file of a package. It returns the results by the name of
// the file.
func generateAll(t *testing.T, dir string, options zebra.Options) map[string]*zebra.Result {
	t.Helper()
	all, err := load(dir)
	if err != nil {
		t.Fatal(err)
	}
	results := map[string]*zebra.Result{}
	for _, file := range all.Sources {
		name := filepath.Base(all.Fset.Position(file.Package).Filename)
		if name == "generate.go" {
			continue // says how the others are generated
		}
		options.SourcePath = name
		output := strings.TrimSuffix(filepath.Join(dir, name), ".go") + "_gen.go"
		if results[name], err = zebra.Generate(zebra.FromFiles(all.Package, name), &options, output, false); err != nil {
			t.Fatal(err)
		}
	}
	return results
}

// needsNoReflection looks at what generated code imports. What it calls, the package msgp,
// does import reflect: signatures that others know name its types.
func needsNoReflection(t *testing.T, name string, code []byte) {
	file, err := parser.ParseFile(token.NewFileSet(), name, code, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	runtime := false
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		runtime = runtime || path == zebra.RuntimePath
		if path == "reflect" || path == "fmt" || strings.HasPrefix(path, "encoding/") {
			t.Errorf("%s: generated code imports %s", name, path)
		}
	}
	if !runtime {
		t.Errorf("%s: generated code does not import %s", name, zebra.RuntimePath)
	}
}

// TestGoldenCodeIsFresh compares the generated files that are checked in with what would
// be generated now; go generate brings them up to date.
func TestGoldenCodeIsFresh(t *testing.T) {
	dirs := map[string]zebra.Options{
		"testdata/directives": {IO: true, Marshal: true, NoSchema: true}, "../../examples/unions/numbered": {Marshal: true, NoSchema: true},
	}
	for mode, options := range modes {
		dirs["testdata/golden/"+mode] = options
	}
	for dir, options := range dirs {
		for name, result := range generateAll(t, dir, options) {
			path := filepath.Join(dir, name)
			if diff, err := gen.Check(strings.TrimSuffix(path, ".go")+"_gen.go", result.Code); err != nil {
				t.Errorf("%v\n%s", err, diff)
			}
			if !strings.HasPrefix(dir, "testdata/golden/") {
				continue
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			types, err := filepath.Glob("testdata/golden/types/*/" + name)
			if err != nil || len(types) != 1 {
				t.Fatal(name, types, err)
			}
			if want, err := os.ReadFile(types[0]); err != nil || !bytes.Equal(text, want) {
				t.Errorf("%s is not the same as %s: %v", path, types[0], err)
			}
		}
	}
}
