// How documents go to a peer and back, and what has to hold of them then.

package interop

import (
	"bytes"
	"flag"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	beve "github.com/beve-org/beve-go"
)

var (
	documents = flag.Int("documents", 10_000, "how many documents each pair exchanges in each direction")
	seed      = flag.Uint64("seed", 1, "what documents are made of")
	python    = flag.String("python", "python3", "the Python that runs the peer")
	cargo     = flag.String("cargo", "cargo", "the cargo that builds the peer in Rust")
	node      = flag.String("node", "node", "the Node that runs the peers in JavaScript")
	npm       = flag.String("npm", "npm", "the npm that installs what they need")
)

// run runs a peer; a failure is one of the test.
func run(t *testing.T, command string, args ...string) {
	t.Helper()
	out, err := exec.Command(command, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", command, args, err, bytes.TrimSpace(out))
	}
	if len(out) > 0 {
		t.Logf("%s", out[:min(len(out), 4096)])
	}
}

// messages returns random documents as Marshal writes them.
func messages(t *testing.T, d *Documents) [][]byte {
	t.Helper()
	opts := beve.EncodeOptions{Deterministic: true}
	all := make([][]byte, *documents)
	for i := range all {
		var err error
		if all[i], err = opts.Marshal(d.Next()); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// echo sends messages through a peer, and returns what it writes for each.
func echo(t *testing.T, peer []string, sent [][]byte) [][]byte {
	t.Helper()
	return ask(t, peer, "echo", sent)
}

// ask sends messages to a peer, and returns its answers.
func ask(t *testing.T, peer []string, verb string, sent [][]byte) [][]byte {
	t.Helper()
	in, out := filepath.Join(t.TempDir(), "in"), filepath.Join(t.TempDir(), "out")
	if err := WriteFrames(in, sent); err != nil {
		t.Fatal(err)
	}
	run(t, peer[0], append(peer[1:], verb, in, out)...)
	back, err := ReadFrames(out)
	if err != nil {
		t.Fatal(err)
	}
	if len(back) != len(sent) {
		t.Fatalf("%d of %d documents came back", len(back), len(sent))
	}
	return back
}

// checkEcho holds the documents that came back to those that were sent, and returns
// how many have the same bytes.
func checkEcho(t *testing.T, sent, back [][]byte) (identical int) {
	t.Helper()
	for i := range sent {
		if bytes.Equal(sent[i], back[i]) {
			identical++
		} else if err := SameValue(back[i], sent[i]); err != nil {
			t.Errorf("document %d, % x, came back as % x: %v", i, sent[i], back[i], err)
		}
		if t.Failed() && i > 20 {
			t.FailNow()
		}
	}
	t.Logf("%d documents came back, %d of them with the same bytes", len(sent), identical)
	return identical
}

// makeDocuments returns documents that a peer makes, and the JSON text of each.
func makeDocuments(t *testing.T, peer []string) (messages, texts [][]byte) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "made")
	run(t, peer[0], append(peer[1:], "make", strconv.FormatUint(*seed, 10), strconv.Itoa(*documents), out)...)
	frames, err := ReadFrames(out)
	if err != nil {
		t.Fatal(err)
	}
	if len(frames) != 2**documents {
		t.Fatalf("%d frames for %d documents", len(frames), *documents)
	}
	for pair := range slices.Chunk(frames, 2) {
		messages, texts = append(messages, pair[0]), append(texts, pair[1])
	}
	return messages, texts
}

// checkMade reads documents that a peer makes, and holds what is written for them to
// the bytes of the peer where it defines the same.
func checkMade(t *testing.T, peer []string) (identical int) {
	t.Helper()
	made, texts := makeDocuments(t, peer)
	opts := beve.EncodeOptions{Deterministic: true}
	for i, message := range made {
		if err := SameAsJSON(message, texts[i]); err != nil {
			t.Fatalf("document %d, % x, is not %s: %v", i, message, texts[i], err)
		}
		var value any
		if err := beve.Unmarshal(message, &value); err != nil {
			t.Fatalf("document %d, % x: %v", i, message, err)
		}
		again, err := opts.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(again, message) {
			identical++
		} else if err := SameValue(again, message); err != nil {
			t.Fatalf("document %d, % x, is written as % x: %v", i, message, again, err)
		}
	}
	t.Logf("%d documents were read, %d of them are written with the same bytes", len(made), identical)
	return identical
}
