// The tests of encoding/json, as they are installed with Go, run against this
// package: rewritten when the test runs, compiled into the package by an overlay.

package json_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// standardFiles are the test files that are run. Not among them are tags_test.go,
// whose one test is of an internal function that package plan has of its own, and
// bench_test.go, which needs packages internal to the standard library.
var standardFiles = []string{
	"decode_test.go", "encode_test.go", "example_marshaling_test.go", "example_test.go", "example_text_marshaling_test.go",
	"fold_test.go", "fuzz_test.go", "number_test.go", "scanner_test.go", "stream_test.go", "tagkey_test.go",
}

// skippedStandardTests are tests of encoding/json that cannot hold here, each with
// its reason. There is none.
var skippedStandardTests = map[string]string{}

// rewrites make a test file of the standard library compile here: error values
// with unexported fields are made by functions of the shim.
var rewrites = []struct{ from, to string }{
	{`"encoding/json"`, `"github.com/beve-org/beve-go/json"`},
	{`&SyntaxError\{\s*(?:msg:\s*)?("(?:[^"\\]|\\.)*"|` + "`[^`]*`" + `),\s*(?:Offset: )?((?:[^{}` + "`" + `]|` + "`[^`]*`" + `)*?),?\s*\}`, `stdSyntaxError($1, $2)`},
	{`&MarshalerError\{([^{}]*(?:\{\})?[^{}]*), ("[^"]*")\}`, `stdMarshalerError($1, $2)`},
}

// shim stands in for the internals that the tests use.
const shim = `package json

import (
	"reflect"
	"unsafe"
)

type isZeroer = interface{ IsZero() bool }

const startDetectingCyclesAfter = cycleLevel

type scanner struct{}

func checkValid(data []byte, _ *scanner) error {
	if !Valid(data) {
		return syntaxError(data)
	}
	return nil
}

func foldName(name []byte) []byte   { return []byte(fold(string(name))) }
func isValidNumber(s string) bool { return isNumber(s) }

func stdSyntaxError(text string, offset int64) *SyntaxError {
	e := &SyntaxError{Offset: offset}
	*(*string)(unsafe.Pointer(e)) = text
	return e
}

func stdMarshalerError(t reflect.Type, err error, source string) *MarshalerError {
	e := &MarshalerError{Type: t, Err: err}
	type layout struct {
		Type   reflect.Type
		Err    error
		source string
	}
	(*layout)(unsafe.Pointer(e)).source = source
	return e
}
`

func TestStandardLibraryTestsPass(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the tests of the standard library")
	}
	temp := t.TempDir()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(strings.TrimSpace(string(root)), "src", "encoding", "json")
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	replace := map[string]string{}
	own, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range own {
		replace[filepath.Join(here, file)] = "" // our tests are left out
	}
	write := func(name, text string) {
		file := filepath.Join(temp, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(here, "standard_"+name)] = file
	}
	for _, file := range standardFiles {
		text, err := os.ReadFile(filepath.Join(source, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rewrites {
			text = regexp.MustCompile(r.from).ReplaceAll(text, []byte(r.to))
		}
		write(file, string(text))
	}
	write("shim_test.go", shim)
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlayFile := filepath.Join(temp, "overlay.json")
	if err := os.WriteFile(overlayFile, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	var skip []string
	for name := range skippedStandardTests {
		skip = append(skip, "^"+name+"$")
	}
	args := []string{"test", "-vet=off", "-overlay", overlayFile, "-v"}
	if len(skip) > 0 {
		args = append(args, "-skip", strings.Join(skip, "|"))
	}
	out, err := exec.Command("go", append(args, ".")...).CombinedOutput()
	passed := strings.Count(string(out), "\n--- PASS: ")
	if err != nil || passed < 100 {
		t.Fatalf("%v, %d tests passed:\n%s", err, passed, failures(string(out)))
	}
	t.Logf("%d tests of the standard library passed, %d skipped", passed, len(skip))
}

// failures cuts what passed from the output of go test -v.
func failures(out string) string {
	var kept []string
	for line := range strings.Lines(out) {
		trimmed := strings.TrimSpace(line)
		if !strings.HasPrefix(trimmed, "=== ") && !strings.HasPrefix(trimmed, "--- PASS") {
			kept = append(kept, line)
		}
	}
	if len(kept) > 200 {
		kept = kept[:200]
	}
	return strings.Join(kept, "")
}
