package gen

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestOutputsThatCannotBeWritten lets each command write to a full device, into a folder that is
// not there, and to a folder, by each flag that names an output: it fails soon, and says so.
func TestOutputsThatCannotBeWritten(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("there is no /dev/full")
	}
	if testing.Short() {
		t.Skip("builds the commands")
	}
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin, "../../addzid", "../../beve", "../../bevegen", "../../zebrapack").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	fails := func(line, out string, stdout *os.File) {
		t.Helper()
		dir := write(t, map[string]string{
			"go.mod": "module x\n\ngo 1.26\n\nrequire github.com/beve-org/beve-go v0.0.0\n\nreplace github.com/beve-org/beve-go => " + root + "\n",
			"t.go":   "package x\n\ntype T struct {\n\tA int `zid:\"0\"`\n}\n", "in.json": `[{"a":1},{"a":2}]`, "folder/x": "", "in.beve": "\x2cx",
		})
		words := strings.Fields(strings.ReplaceAll(line, "OUT", out))
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, filepath.Join(bin, words[0]), words[1:]...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod")
		var printed bytes.Buffer
		cmd.Stderr = &printed
		if stdout != nil {
			cmd.Stdout = stdout
		}
		err := cmd.Run()
		if ctx.Err() != nil {
			t.Errorf("%s to %s: does not end", line, out)
		} else if err == nil || printed.Len() == 0 {
			t.Errorf("%s to %s: %v, prints %q", line, out, err, printed.String())
		}
	}
	for line, outs := range map[string][]string{
		"zebrapack -file t.go -tests=false -write-schema OUT": {"/dev/full", "missing/x", "folder"},
		"zebrapack check -lock OUT -update t.go":              {"/dev/full", "missing/x", "folder"},
		"bevegen schema -type T -output OUT":                  {"/dev/full", "missing/x", "folder"},
		"beve convert in.json OUT --force":                    {"/dev/full", "missing/x", "folder"},
		"beve convert in.json OUT.msgpack --force":            {"missing/x"},
		"beve convert in.json OUT.parquet --force":            {"missing/x"},
		// These write into a folder that there is, and addzid makes one.
		"zebrapack -file t.go -tests=false -o OUT": {"/dev/full", "missing/x"},
		"zebrapack -file t.go -o OUT":              {"/dev/full", "missing/x"},
		"bevegen -output=OUT":                      {"/dev/full", "missing/x"},
		"bevegen -tests -output=OUT":               {"/dev/full", "missing/x"},
		"addzid -o OUT t.go":                       {"/dev/full"},
	} {
		for _, out := range outs {
			fails(line, out, nil)
		}
	}
	for _, line := range []string{
		"zebrapack -file t.go -tests=false -write-schema -", "zebrapack -genid", "bevegen schema -type T", "beve version", "beve --help", "beve cat in.json",
		"beve cat --help", "beve completion bash", "beve stat in.json", "beve explain in.beve", "beve tour",
	} {
		fails(line, "the standard output", full)
	}
}
