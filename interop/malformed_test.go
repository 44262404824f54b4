// Messages that are almost valid: what one side refuses, the others have to refuse.

package interop

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/beve-org/beve-go/wire"
)

// changedMessages returns the project's vectors with some of their bytes changed.
func changedMessages(t *testing.T) [][]byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "testdata", "beve", "*", "*.beve"))
	if err != nil || len(files) < 300 {
		t.Fatal(len(files), "vectors:", err)
	}
	var vectors [][]byte
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if len(data) > 0 && len(data) < 2000 {
			vectors = append(vectors, data)
		}
	}
	r := rand.New(rand.NewPCG(*seed, 3))
	changed := make([][]byte, 5**documents)
	for i := range changed {
		changed[i] = change(r, vectors)
	}
	return changed
}

// TestPythonTakesWhatGoTakes: both sides agree on what is still a message.
func TestPythonTakesWhatGoTakes(t *testing.T) { checkVerdicts(t, pythonPeer(t)) }

// TestJavaScriptTakesWhatGoTakes: both sides agree on what is still a message, but for
// times that no Date of JavaScript holds, and numbers of 128 bits, which Go does not decode
// either.
func TestJavaScriptTakesWhatGoTakes(t *testing.T) {
	checkVerdicts(t, javaScriptPeer(t), ": out of range", ": float128")
}

// checkVerdicts asks a peer of each changed message whether it is valid. It may refuse
// what is valid for the reasons given.
func checkVerdicts(t *testing.T, peer []string, reasons ...string) {
	t.Helper()
	sent := changedMessages(t)
	valid, refused := 0, 0
	for i, verdict := range ask(t, peer, "check", sent) {
		err := wire.Validate(sent[i])
		if err == nil {
			valid++
		}
		switch {
		case (err == nil) == (len(verdict) == 0):
		case err == nil && slices.ContainsFunc(reasons, func(reason string) bool {
			return bytes.HasSuffix(verdict, []byte(reason))
		}):
			refused++
		default:
			t.Errorf("% x: Go says %v, and the peer %q", sent[i], err, verdict)
		}
	}
	t.Logf("%d changed messages, %d of them valid; the peer has no value for %d of these", len(sent), valid, refused)
}

// change returns a vector with a few bytes changed, cut or put between.
func change(r *rand.Rand, vectors [][]byte) []byte {
	data := bytes.Clone(vectors[r.IntN(len(vectors))])
	for range 1 + r.IntN(3) {
		if len(data) == 0 {
			break
		}
		at := r.IntN(min(len(data), 1+r.IntN(len(data)))) // more often where headers are
		switch r.IntN(8) {
		case 0:
			data = slices.Delete(data, at, at+1)
		case 1:
			data = slices.Insert(data, at, byte(r.Uint32()))
		case 2:
			part := vectors[r.IntN(len(vectors))]
			data = slices.Insert(data, at, part[:min(len(part), 40)]...)
		case 3:
			data[at] ^= 1 << r.IntN(8)
		default:
			data[at] = byte(r.Uint32())
		}
	}
	return data
}
