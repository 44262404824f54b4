//go:build goexperiment.jsonv2

// The tests of encoding/json where it stands on version 2.

package json_test

import "testing"

var skippedOfOriginal = map[string]string{}

// adapted are the tests that encoding/json has where it stands on version 2. Not among
// them is v2_diff_test.go, which compares version 2 with the package itself.
var adapted = standardSuite{
	prefix: "v2_",
	files: []string{
		"decode_test.go", "encode_test.go", "example_marshaling_test.go", "example_test.go", "example_text_marshaling_test.go",
		"fuzz_test.go", "scanner_test.go", "stream_test.go", "tagkey_test.go",
	},
	shim:    shim + adaptedShim,
	skipped: skippedOfAdapted,
	least:   80,
}

var skippedOfAdapted = map[string]string{}

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

func TestAdaptedStandardLibraryTestsPass(t *testing.T) { runStandardSuite(t, adapted) }
