// The package in python, in the same tree.

package interop

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// pythonPeer returns the command of the peer in Python.
func pythonPeer(t *testing.T) []string {
	t.Helper()
	if _, err := exec.LookPath(*python); err != nil {
		t.Skip("there is no Python: ", err)
	}
	return []string{*python, filepath.Join("testdata", "python", "beve_peer.py")}
}

func TestPythonReadsAndWritesWhatGoWrites(t *testing.T) {
	peer := pythonPeer(t)
	t.Run("plain", func(t *testing.T) {
		d := NewDocuments(*seed)
		d.Plain = true
		sent := messages(t, d)
		if n := checkEcho(t, sent, echo(t, peer, sent)); n != len(sent) {
			t.Errorf("%d documents came back with other bytes", len(sent)-n)
		}
	})
	t.Run("all", func(t *testing.T) {
		d := NewDocuments(*seed + 1)
		d.Complex = true
		sent := messages(t, d)
		checkEcho(t, sent, echo(t, peer, sent))
	})
}

func TestGoReadsAndWritesWhatPythonWrites(t *testing.T) {
	if n := checkMade(t, pythonPeer(t)); n != *documents {
		t.Errorf("%d documents are written with other bytes", *documents-n)
	}
}
