package engine

import (
	"bufio"
	"bytes"
	"os/exec"
	"regexp"
	"runtime"
	"testing"
)

// TestHotLoopsCallNothing pins what makes structs fast: the loops over members are
// compiled without a call, whose price is that every variable of the loop goes to
// memory and back. BenchmarkCodec/rows of the suite in bench shows it at once when
// one slips in: something that was inlined has become too large for that.
func TestHotLoopsCallNothing(t *testing.T) {
	if runtime.GOARCH != "amd64" || testing.Short() {
		t.Skip("reads the compiler's output for amd64")
	}
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("needs the go command")
	}
	out, err := exec.Command(tool, "build", "-gcflags=-S", ".", "../shorttext", "../rfc3339").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	function := regexp.MustCompile(`^\S+/internal/(\S+) STEXT`)
	call := regexp.MustCompile(`\tCALL\t(\S+)`)
	seen := map[string]bool{}
	want := map[string]bool{
		"engine.putMembers": true, "engine.putCells": true, "engine.readRun": true,
		"shorttext.Start": true, "rfc3339.Start": true, "rfc3339.StartSized": true,
	}
	current := ""
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		if m := function.FindSubmatch(lines.Bytes()); m != nil {
			current = string(m[1])
			seen[current] = true
			continue
		}
		m := call.FindSubmatch(lines.Bytes())
		if m == nil || !want[current] || bytes.HasPrefix(m[1], []byte("runtime.panic")) || bytes.HasPrefix(m[1], []byte("runtime.morestack")) {
			continue
		}
		t.Errorf("%s calls %s", current, m[1])
	}
	for name := range want {
		if !seen[name] {
			t.Errorf("there is no function %s in the compiler's output", name)
		}
	}
}

// TestStoresOfGeneratedCodeAreInlined: the budget of the compiler just suffices.
func TestStoresOfGeneratedCodeAreInlined(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("needs the go command")
	}
	out, err := exec.Command(tool, "build", "-gcflags=-m", "../../beverun").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{"MakeRoom", "Room.Put", "Room.PutByte", "Room.PutBool", "Room.PutInt", "Room.PutUint", "Room.PutText", "Room.PutTime", "Room.PutShort"} {
		if !bytes.Contains(out, []byte("can inline "+name+"\n")) {
			t.Errorf("%s is not inlined", name)
		}
	}
}
