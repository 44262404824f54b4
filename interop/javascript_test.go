// The package in js, in the same tree.

package interop

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/wire"
)

// nodePeer returns the command of a peer in JavaScript. What peers need is installed in
// the folder of the package js, among what is needed to build that.
func nodePeer(t *testing.T, script string) []string {
	t.Helper()
	for _, command := range []string{*node, *npm} {
		if _, err := exec.LookPath(command); err != nil {
			t.Skip("there is no Node: ", err)
		}
	}
	folder := filepath.Join("..", "js")
	if _, err := os.Stat(filepath.Join(folder, "node_modules", ".package-lock.json")); err != nil {
		install := exec.Command(*npm, "ci", "--no-audit", "--no-fund")
		install.Dir = folder
		if out, err := install.CombinedOutput(); err != nil {
			t.Skipf("npm cannot install what builds js, perhaps for want of a network: %v\n%s", err, out)
		}
	}
	return []string{*node, filepath.Join("testdata", "node", script)}
}

// buildPackage builds the package in js.
var buildPackage = sync.OnceValues(func() ([]byte, error) {
	return exec.Command(*npm, "--prefix", filepath.Join("..", "js"), "run", "build").CombinedOutput()
})

// javaScriptPeer builds the package and returns the command of its peer.
func javaScriptPeer(t *testing.T) []string {
	t.Helper()
	peer := nodePeer(t, "beve.mjs")
	if out, err := buildPackage(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return peer
}

// TestJavaScriptReadsAndWritesWhatGoWrites also holds views and streams in JavaScript to
// what decode gives: the peer compares them.
func TestJavaScriptReadsAndWritesWhatGoWrites(t *testing.T) {
	peer := javaScriptPeer(t)
	d := NewDocuments(*seed + 3)
	d.Complex = true
	opts := beve.EncodeOptions{Deterministic: true}
	sent, want := make([][]byte, *documents), make([][]byte, *documents)
	for i := range sent {
		document := d.Next()
		var err error
		if sent[i], err = opts.Marshal(document); err != nil {
			t.Fatal(err)
		}
		if want[i], err = opts.Marshal(asJavaScript(document)); err != nil {
			t.Fatal(err)
		}
	}
	back := echo(t, peer, sent)
	checkEcho(t, sent, back)
	if n := checkEcho(t, want, back); n != len(want) {
		t.Errorf("%d documents are not what JavaScript makes of them", len(want)-n)
	}
}

func TestGoReadsAndWritesWhatJavaScriptWrites(t *testing.T) {
	if n := checkMade(t, javaScriptPeer(t)); n != *documents {
		t.Errorf("%d documents are written with other bytes", *documents-n)
	}
}

// TestJavaScriptAndPython lets the two packages read each other without Go between.
func TestJavaScriptAndPython(t *testing.T) {
	peers := map[string][]string{"JavaScript": javaScriptPeer(t), "Python": pythonPeer(t)}
	for maker, reader := range map[string]string{"JavaScript": "Python", "Python": "JavaScript"} {
		t.Run(reader+" reads "+maker, func(t *testing.T) {
			made, _ := makeDocuments(t, peers[maker])
			checkEcho(t, made, echo(t, peers[reader], made))
		})
	}
}

// TestJavaScriptDoesNotReadKnown shows what docs/interop.md says that the package
// refuses. When one of these is accepted, correct the page.
func TestJavaScriptDoesNotReadKnown(t *testing.T) {
	extended := beve.EncodeOptions{Extended: true}
	distant, err := extended.Marshal(time.Date(275761, 1, 1, 0, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	const most = 1 << 22 // elements, by default
	booleans, err := beve.Marshal(make([]bool, most+1))
	if err != nil {
		t.Fatal(err)
	}
	sent := [][]byte{distant, booleans}
	reasons := []string{"out of range", "too many elements"}
	for i, verdict := range ask(t, javaScriptPeer(t), "check", sent) {
		if err := wire.Validate(sent[i]); err != nil {
			t.Errorf("Go refuses %.20x: %v", sent[i], err)
		}
		if !bytes.Contains(verdict, []byte(reasons[i])) {
			t.Errorf("of %.20x, JavaScript says %q, not %s", sent[i], verdict, reasons[i])
		}
	}
}
