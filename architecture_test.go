// What ARCHITECTURE.md and README.md say about the tree, held to the tree itself.

package beve_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// maxLines is how long a Go file may be before it is split by subject.
const maxLines = 800

// unsafeFolders may import unsafe.
var unsafeFolders = []string{"internal/mem"}

// reflectionFree packages are what generated code and small programs build on. Package msgp
// is none of them: signatures that others know name reflect.Type and json.Number.
var reflectionFree = []string{"wire", "beverun", "scalar", "internal/fault", "internal/jsontext", "internal/mem", "internal/msgwire"}

// projectFiles returns the paths of all files of the project that end in suffix, with
// slashes and relative to the root.
func projectFiles(t *testing.T, suffix string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && path != "." && (name == "testdata" || name == "node_modules" || strings.HasPrefix(name, ".")) {
			return filepath.SkipDir
		}
		if !d.IsDir() && strings.HasSuffix(name, suffix) {
			files = append(files, filepath.ToSlash(path))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("no %s files found", suffix)
	}
	return files
}

// goFiles returns all Go files of the project, whatever their build constraints.
func goFiles(t *testing.T) []string {
	t.Helper()
	return projectFiles(t, ".go")
}

// isGenerated reports whether a file says that a generator wrote it.
func isGenerated(t *testing.T, file string) bool {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly|parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return ast.IsGenerated(parsed)
}

// ownFiles leaves out of goFiles what generators of others wrote, which is in
// modules of their own only.
func ownFiles(t *testing.T) []string {
	t.Helper()
	var own []string
	for _, file := range goFiles(t) {
		if !inLibrary(file) && isGenerated(t, file) {
			continue
		}
		own = append(own, file)
	}
	return own
}

// inLibrary reports whether a file belongs to the root module.
func inLibrary(file string) bool {
	for dir := filepath.Dir(filepath.FromSlash(file)); dir != "."; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return false
		}
	}
	return true
}

// fencedBlocks returns the lines of the code blocks of a Markdown file that are
// opened by the given fence.
func fencedBlocks(t *testing.T, file, fence string) [][]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var blocks [][]string
	var block []string
	inside, wanted := false, false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		switch {
		case inside && line == "```":
			if wanted {
				blocks = append(blocks, block)
			}
			inside = false
		case inside:
			block = append(block, line)
		case strings.HasPrefix(line, "```"):
			inside, wanted, block = true, line == fence, nil
		}
	}
	if inside {
		t.Fatalf("%s: a code block is not closed", file)
	}
	return blocks
}

// treeFolders returns the folders that the tree in ARCHITECTURE.md names. A line
// of it is indentation of four columns a level, drawn with lines, then a name
// that ends in a slash, then what it is for.
func treeFolders(t *testing.T) map[string]bool {
	t.Helper()
	blocks := fencedBlocks(t, "ARCHITECTURE.md", "```tree")
	if len(blocks) != 1 {
		t.Fatalf("ARCHITECTURE.md has %d tree blocks, not one", len(blocks))
	}
	folders := map[string]bool{}
	var path []string
	for _, line := range blocks[0] {
		name := strings.TrimLeft(line, "│├└─ ")
		depth := len([]rune(line[:len(line)-len(name)])) / 4
		name, what, _ := strings.Cut(name, " ")
		if !strings.HasSuffix(name, "/") {
			continue // the text of the line above goes on
		}
		if strings.TrimSpace(what) == "" {
			t.Errorf("ARCHITECTURE.md does not say what %s is for", name)
		}
		if depth > len(path) {
			t.Fatalf("ARCHITECTURE.md: %q is indented further than its place", line)
		}
		path = append(path[:depth], strings.TrimSuffix(name, "/"))
		folder := strings.Join(path[1:], "/")
		if folder == "" {
			folder = "."
		}
		if folders[folder] {
			t.Errorf("ARCHITECTURE.md names %s twice", folder)
		}
		folders[folder] = true
	}
	return folders
}

func TestArchitectureNamesEveryFolder(t *testing.T) {
	named := treeFolders(t)
	for folder := range named {
		if info, err := os.Stat(filepath.FromSlash(folder)); err != nil || !info.IsDir() {
			t.Errorf("ARCHITECTURE.md names %s, which is not a folder", folder)
		}
	}
	for _, file := range goFiles(t) {
		folder := filepath.ToSlash(filepath.Dir(file))
		if !named[folder] {
			t.Errorf("ARCHITECTURE.md does not name %s, the folder of %s", folder, filepath.Base(file))
			named[folder] = true // say it once
		}
	}
}

func TestLibraryRequiresNothing(t *testing.T) {
	text, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if word, _, _ := strings.Cut(strings.TrimSpace(line), " "); word == "require" || word == "replace" {
			t.Errorf("go.mod: %s", strings.TrimSpace(line))
		}
	}
}

// TestUnsafeHasOneDoor reads the sources rather than asking go list, so that
// files for other processors and tags are seen too.
func TestUnsafeHasOneDoor(t *testing.T) {
	for _, file := range ownFiles(t) {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, spec := range parsed.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Errorf("%s: %v", file, err)
			}
			if path == "unsafe" && !slices.Contains(unsafeFolders, filepath.ToSlash(filepath.Dir(file))) {
				t.Errorf("%s imports unsafe", file)
			}
			if path == "C" {
				t.Errorf("%s uses cgo", file)
			}
		}
	}
}

// TestMemoryIsJudgedWhereItSaysSomething finds tests that count allocations by themselves, and so
// in builds whose pools forget: testkit.Allocated knows them.
func TestMemoryIsJudgedWhereItSaysSomething(t *testing.T) {
	// The law has its own clock; fault lies below testkit; an example imports nothing internal.
	apart := []string{"internal/testkit", "internal/cost", "internal/fault", "examples/mmap"}
	counter := []byte(".Total" + "Alloc") // in two parts, or this file would be found
	for _, file := range ownFiles(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, counter) && strings.HasSuffix(file, "_test.go") && !slices.Contains(apart, path.Dir(file)) {
			t.Errorf("%s counts allocations without testkit.Allocated", file)
		}
	}
}

// TestTimeIsJudgedWithPatience finds tests that measure by themselves what something takes, and so judge a machine that
// does other work too: testkit knows what to do about that.
func TestTimeIsJudgedWithPatience(t *testing.T) {
	// How long another process or a server takes is what its user's clock says.
	apart := []string{"internal/testkit", "integrations/beambeve/cluster", "integrations/redisbeve", "conformance/testee", "conformance/testees/go", "bench/machine"}
	for _, file := range ownFiles(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte("time.Sin"+"ce(")) && strings.HasSuffix(file, "_test.go") && !slices.Contains(apart, path.Dir(file)) {
			t.Errorf("%s measures time without testkit", file)
		}
	}
	// In other languages, too, one file knows.
	clocks := regexp.MustCompile(`\b(process_time|thread_time|perf_counter|monotonic|time\.time|cpuUsage|performance\.now|hrtime|Date\.now)\b`)
	for of, knows := range map[string]string{"python/tests/*.py": "python/tests/cost.py", "js/test/*": "js/test/cost.js"} {
		files, err := filepath.Glob(of)
		if err != nil || len(files) < 20 {
			t.Fatalf("%d files %s, %v", len(files), of, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if clocks.Match(text) != (file == knows) {
				t.Errorf("%s: the one file here that measures time is to be %s", file, knows)
			}
		}
	}
}

func TestNobodyLinksToNamesOfOthers(t *testing.T) {
	directive := []byte("\n//go:" + "linkname ") // in two parts, or this file would be found
	for _, file := range ownFiles(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, directive) {
			t.Errorf("%s uses linkname", file)
		}
	}
}

func TestFilesAreShortEnoughToRead(t *testing.T) {
	for _, file := range goFiles(t) {
		if isGenerated(t, file) {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(text, []byte("\n")); n > maxLines {
			t.Errorf("%s has %d lines, more than %d: split it by subject", file, n, maxLines)
		}
	}
}

// Modules that people require beside the root may be older or newer than the root that they are built with, so they
// stand on what a version promises.
func TestIntegrationsUseNothingInternal(t *testing.T) {
	n := 0
	for _, file := range goFiles(t) {
		if !strings.HasPrefix(file, "integrations/") || strings.HasSuffix(file, "_test.go") {
			continue
		}
		n++
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range parsed.Imports {
			if strings.Contains(spec.Path.Value, "beve-go/internal/") {
				t.Errorf("%s imports %s", file, spec.Path.Value)
			}
		}
	}
	if n < 50 {
		t.Errorf("%d files of integrations were looked at", n)
	}
}

func TestLowerPackagesDoNotReflect(t *testing.T) {
	for _, pkg := range reflectionFree {
		out, err := exec.Command("go", "list", "-deps", "./"+pkg).Output()
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		deps := strings.Fields(string(out))
		if !slices.Contains(deps, "github.com/beve-org/beve-go/"+pkg) {
			t.Fatalf("go list -deps ./%s says %q", pkg, deps)
		}
		for _, dep := range deps {
			if dep == "reflect" || dep == "fmt" || dep == "math/big" || dep == "encoding" || strings.HasPrefix(dep, "encoding/") {
				t.Errorf("%s depends on %s", pkg, dep)
			}
		}
	}
}

// TestCodeOfDocumentsIsTested finds every Go block of the documents, line by line,
// in the files of examples, where it compiles and its output is checked.
func TestCodeOfDocumentsIsTested(t *testing.T) {
	examples, err := filepath.Glob("example_*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	examples = append(examples, "core/example_test.go", "extended/example_test.go", "interop/example_vmihailenco_test.go")
	// Bodies of functions stand one tab further in.
	var flat, dedented strings.Builder
	for _, name := range examples {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(source)) {
			flat.WriteString(line)
			dedented.WriteString(strings.TrimPrefix(line, "\t"))
		}
	}
	documents, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, document := range append(documents, "README.md") {
		for _, block := range fencedBlocks(t, document, "```go") {
			found++
			code := strings.Join(block, "\n") + "\n"
			if !strings.Contains(flat.String(), "\n"+code) && !strings.Contains(dedented.String(), "\n"+code) {
				t.Errorf("%s has code that is in no file of examples:\n%s", document, code)
			}
		}
	}
	if found == 0 {
		t.Error("the documents have no Go code")
	}
}

// TestDocumentsLinkToFiles follows the links of all documents that lead to files, and
// to headings in them.
// TestPromisesNameTheirTests: each line of what README.md promises names tests, and they
// are there.
func TestPromisesNameTheirTests(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "## What you can rely on\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var all []byte
	for _, file := range projectFiles(t, "_test.go") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data...)
	}
	promises := strings.Split(section, "\n- ")[1:]
	if len(promises) < 5 {
		t.Fatalf("%d promises", len(promises))
	}
	names := regexp.MustCompile("`(Test[A-Za-z0-9]+)`")
	for _, promise := range promises {
		found := names.FindAllStringSubmatch(promise, -1)
		if found == nil {
			t.Errorf("no test for: %s", promise)
		}
		for _, name := range found {
			if !bytes.Contains(all, []byte("func "+name[1]+"(t *testing.T)")) {
				t.Errorf("there is no %s for: %s", name[1], promise)
			}
		}
	}
}

func TestDocumentsLinkToFiles(t *testing.T) {
	links := 0
	for _, document := range projectFiles(t, ".md") {
		for _, link := range linksOf(t, document) {
			file, heading, _ := strings.Cut(link, "#")
			if strings.Contains(file, "://") {
				continue
			}
			links++
			target := document
			if file != "" {
				target = path.Join(path.Dir(document), file)
			}
			if _, err := os.Stat(filepath.FromSlash(target)); err != nil {
				t.Errorf("%s links to %s, which does not exist", document, target)
			} else if heading != "" && !slices.Contains(headingsOf(t, target), heading) {
				t.Errorf("%s links to %s, which has no heading #%s", document, target, heading)
			}
		}
	}
	if links == 0 {
		t.Error("the documents have no links")
	}
}

// TestExamplesAreInTheirTable finds the folder of each example in the first column of
// the table of examples.
func TestExamplesAreInTheirTable(t *testing.T) {
	folders, err := os.ReadDir("examples")
	if err != nil {
		t.Fatal(err)
	}
	table := proseOf(t, "examples/README.md")
	for _, folder := range folders {
		name := folder.Name()
		linked := "\n| [" + name + "](" + name + ") |"
		if folder.IsDir() && !strings.Contains(table, linked) && !strings.Contains(table, "\n| "+name+" |") {
			t.Errorf("examples/README.md has no row for %s", name)
		}
	}
}

// proseOf returns a document without its code blocks.
func proseOf(t *testing.T, document string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(document))
	if err != nil {
		t.Fatal(err)
	}
	var prose strings.Builder
	for i, part := range strings.Split(string(text), "```") {
		if i%2 == 0 {
			prose.WriteString(part)
		}
	}
	return prose.String()
}

// linksOf returns the targets of the links of a document.
func linksOf(t *testing.T, document string) []string {
	t.Helper()
	var links []string
	for _, part := range strings.Split(proseOf(t, document), "](")[1:] {
		target, _, _ := strings.Cut(part, ")")
		links = append(links, target)
	}
	return links
}

// headingsOf returns the names by which the headings of a document are linked to: in
// lower case, with hyphens for spaces, and without punctuation.
func headingsOf(t *testing.T, document string) []string {
	t.Helper()
	var names []string
	for line := range strings.Lines(proseOf(t, document)) {
		title := strings.TrimLeft(line, "#")
		if title == line {
			continue
		}
		names = append(names, strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-', r == '_', unicode.IsLetter(r), unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, strings.TrimSpace(title)))
	}
	return names
}
