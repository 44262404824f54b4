// The tests of encoding/json, as they are installed with Go, run against this
// package: rewritten when the test runs, compiled into the package by an overlay.

package json_test

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
)

// A standardSuite is one of the two sets of tests that encoding/json has: that of the
// package as it has always been, and, since Go 1.27, that of what it is where it stands
// on version 2. The first is the reference; what of the second does not hold here is in
// the table of differences.
type standardSuite struct {
	prefix string // of the names of its files
	files  []string
	shim   string
	// skipped are tests, and cases of tests, that cannot hold here, by the reason.
	skipped map[string][]string
	least   int // tests that pass
}

// original are the tests of encoding/json itself. Not among them are tags_test.go,
// whose one test is of an internal function that package plan has of its own, and
// bench_test.go, which needs packages internal to the standard library.
var original = standardSuite{
	files: []string{
		"decode_test.go", "encode_test.go", "example_marshaling_test.go", "example_test.go", "example_text_marshaling_test.go",
		"fold_test.go", "fuzz_test.go", "number_test.go", "scanner_test.go", "stream_test.go", "tagkey_test.go",
	},
	shim:  shim + originalShim,
	least: 100,
}

// textsOfVersion2 are cases of the original suite that pass unless encoding/json
// stands on version 2.
var textsOfVersion2 = map[string][]string{
	"syntax errors are made by encoding/json, and have its texts": {"TestDecodeInStream/#16", "TestTokenError"},
}

// adapted are the tests that encoding/json has where it stands on version 2. Not among
// them is v2_diff_test.go, which compares version 2 with the package itself.
var adapted = standardSuite{
	prefix: "v2_",
	files: []string{
		"decode_test.go", "encode_test.go", "example_marshaling_test.go", "example_test.go", "example_text_marshaling_test.go",
		"fuzz_test.go", "scanner_test.go", "stream_test.go", "tagkey_test.go",
	},
	shim: shim + adaptedShim,
	// Every reason is a row of the table of differences.
	skipped: map[string][]string{
		"invalid UTF-8 in what is marshaled": {
			"TestMarshalInvalidUTF8/#00", "TestMarshalInvalidUTF8/#02", "TestMarshalInvalidUTF8/#03",
			"TestMarshalInvalidUTF8/#04", "TestMarshalInvalidUTF8/#05",
		},
		"errors about values that do not fit": {
			"TestUnmarshal/#18", "TestUnmarshal/#19", "TestUnmarshal/#84", "TestUnmarshal/#85", "TestUnmarshal/#86",
			"TestUnmarshal/#87", "TestUnmarshal/#88", "TestUnmarshal/#89", "TestUnmarshal/#107", "TestUnmarshal/#108",
			"TestUnmarshal/#132", "TestUnmarshal/#133", "TestUnmarshal/#134", "TestUnmarshal/#137", "TestUnmarshal/#138",
			"TestUnmarshal/#139", "TestUnmarshal/#141", "TestUnmarshal/#142", "TestUnmarshal/#145", "TestUnmarshal/#146",
			"TestUnmarshal/#147", "TestUnmarshal/#148", "TestUnmarshal/#149", "TestUnmarshal/#150", "TestUnmarshal/#152",
			"TestUnmarshal/#153", "TestUnmarshal/#154", "TestUnmarshal/#155", "TestUnmarshal/#160", "TestUnmarshal/#163",
			"TestUnmarshal/ErrorForNestedUnamed", "TestUnmarshal/ErrorInterface", "TestErrorMessageFromMisusedString",
			"TestInvalidUnmarshal/#06", "TestUnmarshalEmbeddedUnexported/#00", "TestUnmarshalEmbeddedUnexported/#04",
		},
		"offset and type of a Decoder's syntax errors": {
			"TestDecodeInStream/#14", "TestDecodeInStream/#15", "TestDecodeInStream/#16", "TestDecodeInStream/#17",
			"TestDecodeInStream/#18", "TestTokenError",
		},
	},
	least: 100,
}

// rewrites make a test file of the standard library compile here: error values
// with unexported fields are made by functions of the shim.
var rewrites = []struct{ from, to string }{
	{`//go:build .*`, ``},
	{`"encoding/json"`, `"github.com/beve-org/beve-go/json"`},
	{`"encoding/json/internal/jsontest"`, ``},
	{`jsontest\.`, `test`},
	{`&SyntaxError\{\s*(?:msg:\s*)?("(?:[^"\\]|\\.)*"|` + "`[^`]*`" + `|errUnexpectedEnd.Error\(\)),\s*(?:Offset: )?((?:[^{}` + "`" + `]|` + "`[^`]*`" + `)*?),?\s*\}`, `stdSyntaxError($1, $2)`},
	{`&MarshalerError\{([^{}]*(?:\{\})?[^{}]*), ("[^"]*")\}`, `stdMarshalerError($1, $2)`},
	{`&UnmarshalTypeError\{("[^"]*"), ([^"]*), (0|len64\(` + "`[^`]*`" + `\)), ("[^"]*"), ("[^"]*")\}`, `&UnmarshalTypeError{Value: $1, Type: $2, Offset: $3, Struct: $4, Field: $5}`},
}

// shim stands in for the internals that the tests use.
const shim = `package json

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"unsafe"
)

var _, _, _ = errors.New, fmt.Sprintf, runtime.Caller // not all shims use all

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

const originalShim = `
type isZeroer = interface{ IsZero() bool }

const startDetectingCyclesAfter = cycleLevel

type scanner struct{}

func checkValid(data []byte, _ *scanner) error {
	if !Valid(data) {
		return syntaxError(data)
	}
	return nil
}

func foldName(name []byte) []byte { return []byte(fold(string(name))) }
func isValidNumber(s string) bool { return isNumber(s) }
`

const adaptedShim = `
var errUnexpectedEnd = errors.New("unexpected end of JSON input")

func checkValid(data []byte) error {
	if !Valid(data) {
		return syntaxError(data)
	}
	return nil
}

type testCaseName struct {
	Name  string
	Where testCasePos
}

type testCasePos string

func testName(name string) testCaseName {
	_, file, line, _ := runtime.Caller(1)
	return testCaseName{name, testCasePos(fmt.Sprintf("%s:%d", file, line))}
}
`

func TestStandardLibraryTestsPass(t *testing.T) {
	suite := original
	if testkit.Version2 {
		suite.skipped = textsOfVersion2
	}
	runStandardSuite(t, suite)
}

func TestAdaptedStandardLibraryTestsPass(t *testing.T) {
	if !testkit.Version2 {
		t.Skip("encoding/json does not stand on version 2")
	}
	for reason := range adapted.skipped {
		if !slices.ContainsFunc(differences, func(d *difference) bool { return d.where == reason }) {
			t.Errorf("no row of the table of differences is %q", reason)
		}
	}
	runStandardSuite(t, adapted)
}

func runStandardSuite(t *testing.T, suite standardSuite) {
	if testing.Short() {
		t.Skip("compiles the tests of the standard library")
	}
	args := []string{"test", "-vet=off", "-overlay", overlayOf(t, suite), "-v"}
	var skip []string
	for _, name := range slices.Sorted(slices.Values(slices.Concat(slices.Collect(maps.Values(suite.skipped))...))) {
		parts := strings.Split(name, "/")
		for i, part := range parts {
			parts[i] = "^" + regexp.QuoteMeta(part) + "$"
		}
		skip = append(skip, strings.Join(parts, "/"))
	}
	if len(skip) > 0 {
		args = append(args, "-skip", strings.Join(skip, "|"))
	}
	out, err := exec.Command("go", append(args, ".")...).CombinedOutput()
	passed := strings.Count(string(out), "\n--- PASS: ")
	if err != nil || passed < suite.least {
		t.Fatalf("%v, %d tests passed:\n%s", err, passed, failures(string(out)))
	}
	t.Logf("%d tests of the standard library passed, %d tests and cases skipped", passed, len(skip))
}

// overlayOf writes the files of a suite as they compile here, and returns the overlay
// that puts them in the place of our own tests.
func overlayOf(t *testing.T, suite standardSuite) string {
	t.Helper()
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
	for _, file := range suite.files {
		text, err := os.ReadFile(filepath.Join(source, suite.prefix+file))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rewrites {
			text = regexp.MustCompile(r.from).ReplaceAll(text, []byte(r.to))
		}
		write(file, string(text))
	}
	write("shim_test.go", suite.shim)
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlayFile := filepath.Join(temp, "overlay.json")
	if err := os.WriteFile(overlayFile, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	return overlayFile
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
		kept = kept[:300]
	}
	return strings.Join(kept, "")
}
