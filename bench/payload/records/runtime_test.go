package records

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOurRuntimeServesTheCodeOfMsgp builds what msgp has generated for this package with
// our runtime in place of its own: changing the import path is all that it takes.
func TestOurRuntimeServesTheCodeOfMsgp(t *testing.T) {
	files, err := filepath.Glob("*_msgp_gen.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	dir := t.TempDir()
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for _, file := range files {
		code, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		path, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		ours := strings.ReplaceAll(string(code), `"github.com/tinylib/msgp/msgp"`, `"github.com/beve-org/beve-go/msgpack/msgp"`)
		overlay.Replace[path] = filepath.Join(dir, file)
		if err := os.WriteFile(overlay.Replace[path], []byte(ours), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(list, text, 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-overlay", list, ".").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
