package gen_test

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
	for _, line := range []string{
		"zebrapack -file t.go -tests=false -o OUT", "zebrapack -file t.go -tests=false -write-schema OUT",
		"zebrapack -file t.go -o OUT", "zebrapack check -lock OUT -update t.go", "bevegen -output=OUT", "bevegen -tests -output=OUT",
		"addzid -o OUT t.go", "beve jsonpack schema -s . -n T -o OUT", "beve convert in.json OUT --force", "beve convert in.json OUT.msgpack --force", "beve convert in.json OUT.parquet --force",
		"zebrapack -file t.go -tests=false -write-schema - >OUT", "zebrapack -genid >OUT", "beve version >OUT", "beve --help >OUT", "beve cat in.json >OUT",
		"beve cat --help >OUT", "beve completion bash >OUT", "beve stat in.json >OUT", "beve explain in.beve >OUT", "beve tour >OUT",
	} {
		for _, out := range []string{"/dev/full", "missing/x", "folder"} {
			args, place, redirected := strings.Cut(line, " >OUT")
			if redirected && out != "/dev/full" || place != "" || strings.Contains(line, "OUT.") && out != "missing/x" {
				continue
			}
			if out == "folder" && (strings.HasPrefix(line, "zebrapack -file t.go") && strings.Contains(line, "-o ") || strings.HasPrefix(line, "addzid") || strings.HasPrefix(line, "bevegen")) {
				continue // which may be folders
			}
			if out == "missing/x" && strings.HasPrefix(line, "addzid") {
				continue // which it makes
			}
			dir := t.TempDir()
			for name, text := range map[string]string{
				"go.mod": "module x\n\ngo 1.26\n\nrequire github.com/beve-org/beve-go v0.0.0\n\nreplace github.com/beve-org/beve-go => " + root + "\n",
				"t.go":   "package x\n\ntype T struct {\n\tA int `zid:\"0\"`\n}\n", "in.json": `[{"a":1},{"a":2}]`, "folder/x": "", "in.beve": "\x2cx",
			} {
				path := filepath.Join(dir, name)
				if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			words := strings.Fields(strings.ReplaceAll(args, "OUT", out))
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			cmd := exec.CommandContext(ctx, filepath.Join(bin, words[0]), words[1:]...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
			var printed bytes.Buffer
			cmd.Stderr = &printed
			if redirected {
				full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
				if err != nil {
					t.Fatal(err)
				}
				defer full.Close()
				cmd.Stdout = full
			}
			err := cmd.Run()
			if ctx.Err() != nil {
				t.Errorf("%s to %s: does not end", line, out)
			} else if err == nil || printed.Len() == 0 {
				t.Errorf("%s to %s: %v, prints %q", line, out, err, printed.String())
			}
			cancel()
		}
	}
}
