package interop

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/wire"
)

var (
	documents = flag.Int("documents", 10_000, "how many documents each pair exchanges in each direction")
	seed      = flag.Uint64("seed", 1, "what documents are made of")
	python    = flag.String("python", "python3", "the Python that runs the peer")
	cargo     = flag.String("cargo", "cargo", "the cargo that builds the peer in Rust")
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

// checkMade reads documents that a peer makes, and holds what is written for them to
// the bytes of the peer where it defines the same.
func checkMade(t *testing.T, peer []string) (identical int) {
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
	opts := beve.EncodeOptions{Deterministic: true}
	for i := 0; i < len(frames); i += 2 {
		message, text := frames[i], frames[i+1]
		if err := SameAsJSON(message, text); err != nil {
			t.Fatalf("document %d, % x, is not %s: %v", i/2, message, text, err)
		}
		var value any
		if err := beve.Unmarshal(message, &value); err != nil {
			t.Fatalf("document %d, % x: %v", i/2, message, err)
		}
		again, err := opts.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(again, message) {
			identical++
		} else if err := SameValue(again, message); err != nil {
			t.Fatalf("document %d, % x, is written as % x: %v", i/2, message, again, err)
		}
	}
	t.Logf("%d documents were read, %d of them are written with the same bytes", len(frames)/2, identical)
	return identical
}

// pythonPeer returns the command of the peer in Python.
func pythonPeer(t *testing.T) []string {
	t.Helper()
	if _, err := exec.LookPath(*python); err != nil {
		t.Skip("there is no Python: ", err)
	}
	return []string{*python, filepath.Join("testdata", "python", "peer.py")}
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

// TestPythonTakesWhatGoTakes changes bytes of the project's vectors: both sides have to
// agree on what is still a message.
func TestPythonTakesWhatGoTakes(t *testing.T) {
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
	sent := make([][]byte, 5**documents)
	valid := 0
	for i := range sent {
		sent[i] = change(r, vectors)
	}
	for i, verdict := range ask(t, pythonPeer(t), "check", sent) {
		err := wire.Validate(sent[i])
		if (err == nil) != (len(verdict) == 0) {
			t.Errorf("% x: Go says %v, and Python %q", sent[i], err, verdict)
		}
		if err == nil {
			valid++
		}
	}
	t.Logf("%d changed messages, %d of them valid", len(sent), valid)
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
// misreads. When one of these comes back, the page is to be corrected.
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
