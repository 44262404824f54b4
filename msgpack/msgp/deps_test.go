// What the package may not depend on, so that generated code stays small.

package msgp_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

func TestImportGraphHasNoReflection(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(string(out))
	if !slices.Contains(deps, "github.com/beve-org/beve-go/msgpack/msgp") {
		t.Fatalf("go list says %q", deps)
	}
	for _, bad := range []string{"reflect", "fmt", "encoding/json", "encoding/binary", "math/big"} {
		if slices.Contains(deps, bad) {
			t.Errorf("depends on %s", bad)
		}
	}
}
