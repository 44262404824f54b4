// jsonpack with buffer-plus of npm, which the tests of the package know how to ask.

package interop

import (
	"bytes"
	"os/exec"
	"strconv"
	"testing"
)

func TestJSONPackWithBufferPlus(t *testing.T) {
	test := exec.Command("go", "test", "-count=1", "-v", "-run", "^TestInteropWithBufferPlus$", "./jsonpack",
		"-documents", strconv.Itoa(*documents), "-seed", strconv.FormatUint(*seed, 10))
	test.Dir = ".."
	out, err := test.CombinedOutput()
	switch {
	case err != nil:
		t.Fatalf("%v\n%s", err, out)
	case bytes.Contains(out, []byte("--- SKIP")):
		t.Skipf("%s", out)
	case !bytes.Contains(out, []byte("--- PASS: TestInteropWithBufferPlus")):
		t.Fatalf("nothing was tested:\n%s", out)
	}
	t.Logf("%s", out)
}
