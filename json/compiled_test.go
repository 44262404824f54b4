package json

import (
	"bufio"
	"bytes"
	"maps"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// TestHotLoopsCallNothing pins what makes structs and validation fast: the loops over
// steps and over tokens are compiled without a call but those that they are meant to
// make, since every variable of the loop goes to memory and back for one. The benchmark
// of documents shows it when one slips in: something that was inlined has become too
// large for that.
func TestHotLoopsCallNothing(t *testing.T) {
	if runtime.GOARCH != "amd64" || testing.Short() {
		t.Skip("reads the compiler's output for amd64")
	}
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("needs the go command")
	}
	out, err := exec.Command(tool, "build", "-gcflags=-S", ".", "../internal/jsontext").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	function := regexp.MustCompile(`^\S+/json(?:text)?\.(\S+) STEXT`)
	call := regexp.MustCompile(`\tCALL\t(\S+)`)
	seen := map[string]bool{}
	// The calls that stand in each function, a register for one of a value of its own. Of those of structs, ahead and
	// a Grow come between two values.
	const structs = "(*encodeState).structs"
	want := map[string]map[string]int{structs: {"register": 1, "Grow": 2, "ahead": 1}, "skipZone": {}}
	found := map[string]map[string]int{structs: {}, "skipZone": {}}
	current := ""
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		if m := function.FindSubmatch(lines.Bytes()); m != nil {
			current = string(m[1])
			seen[current] = true
			continue
		}
		m := call.FindSubmatch(lines.Bytes())
		if m == nil || found[current] == nil || bytes.HasPrefix(m[1], []byte("runtime.panic")) || bytes.HasPrefix(m[1], []byte("runtime.morestack")) {
			continue
		}
		name := "register"
		if callee := string(m[1]); strings.HasSuffix(callee, "(SB)") {
			name = strings.TrimSuffix(callee[strings.LastIndexByte(callee, '.')+1:], "(SB)")
		}
		found[current][name]++
	}
	for name := range want {
		if !seen[name] {
			t.Errorf("there is no function %s in the compiler's output", name)
		}
		if !maps.Equal(found[name], want[name]) {
			t.Errorf("%s calls %v, want %v", name, found[name], want[name])
		}
	}
}
