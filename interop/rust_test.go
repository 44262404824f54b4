// The crate beve, in the version that testdata/rust pins.

package interop

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	beve "github.com/beve-org/beve-go"
)

// rustPeer builds the peer in Rust.
func rustPeer(t *testing.T) []string {
	t.Helper()
	if _, err := exec.LookPath(*cargo); err != nil {
		t.Skip("there is no Rust: ", err)
	}
	target, err := os.UserCacheDir()
	if err != nil {
		target = os.TempDir()
	}
	target = filepath.Join(target, "beve-interop-rust")
	run(t, *cargo, "build", "--quiet", "--release", "--locked", "--ignore-rust-version",
		"--manifest-path", filepath.Join("testdata", "rust", "Cargo.toml"), "--target-dir", target)
	return []string{filepath.Join(target, "release", "peer")}
}

func TestRustReadsAndWritesWhatGoWrites(t *testing.T) {
	peer := rustPeer(t)
	d := NewDocuments(*seed + 2)
	d.WideKeys = true
	sent := messages(t, d)
	checkEcho(t, sent, echo(t, peer, sent))
}

// TestRustDoesNotReadKnown shows what docs/interop.md says that the crate refuses or
// misreads. When one of these comes back, correct the page.
func TestRustDoesNotReadKnown(t *testing.T) {
	key := []byte{0, 0, 0, 0, 0, 0, 0}
	sent := [][]byte{
		slices.Concat([]byte{0x6B, 2 << 2, 1}, key, []byte{0, 0, 1}, key[1:], []byte{0}), // keys that need 8 and 16 bits
		append(bytes.Repeat([]byte{0x05, 1 << 2}, 128), 0),                               // 129 levels
		slices.Concat([]byte{0x05, 1 << 2, 0x5C, 0x64, 1 << 2, 0}, key, []byte{0}),       // an aligned array within a value
	}
	for i, back := range echo(t, rustPeer(t), sent) {
		if !beve.Valid(sent[i]) {
			t.Errorf("% x is not valid", sent[i])
		}
		if len(back) != 0 && SameValue(back, sent[i]) == nil {
			t.Errorf("% x came back as % x", sent[i], back)
		}
	}
}

func TestGoReadsAndWritesWhatRustWrites(t *testing.T) {
	checkMade(t, rustPeer(t))
}
