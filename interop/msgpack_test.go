// MessagePack, and what zebrapack makes of it, with the packages msgpack of Python and
// @msgpack/msgpack of Node.

package interop

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

const msgpackForPython = "msgpack==1.1.1"

// pythonMsgpackPeer installs the package for Python, once for all runs, and returns the
// command of its peer.
func pythonMsgpackPeer(t *testing.T) []string {
	t.Helper()
	if _, err := exec.LookPath(*python); err != nil {
		t.Skip("there is no Python: ", err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	folder := filepath.Join(cache, "beve-interop-python")
	interpreter := filepath.Join(folder, "bin", "python")
	if exec.Command(interpreter, "-c", "import msgpack").Run() != nil {
		if out, err := exec.Command(*python, "-m", "venv", folder).CombinedOutput(); err != nil {
			t.Skipf("Python makes no environment, perhaps for want of python3-venv: %v\n%s", err, out)
		}
		install := exec.Command(interpreter, "-m", "pip", "install", "-q", "--disable-pip-version-check", msgpackForPython)
		if out, err := install.CombinedOutput(); err != nil {
			t.Skipf("pip cannot install %s, perhaps for want of a network: %v\n%s", msgpackForPython, err, out)
		}
	}
	return []string{interpreter, filepath.Join("testdata", "python", "msgpack_peer.py")}
}

// nodeMsgpackPeer returns the command of the peer in JavaScript.
func nodeMsgpackPeer(t *testing.T) []string { return nodePeer(t, "msgpack.mjs") }

// msgpackDocuments returns random documents, some of them with a time and an extension.
func msgpackDocuments(seed uint64) []any {
	d := NewDocuments(seed)
	r := rand.New(rand.NewPCG(seed, 4))
	made := make([]any, *documents)
	for i := range made {
		made[i] = d.Next()
		if r.IntN(8) == 0 {
			data := fill(r.IntN(20), func() byte { return byte(r.Uint32()) })
			made[i] = map[string]any{
				"document":  made[i],
				"extension": &msgp.RawExtension{Type: int8(10 + r.IntN(90)), Data: data},
				"time":      time.UnixMilli(r.Int64N(1 << 42)).UTC(), // as fine as JavaScript knows times
			}
		}
	}
	return made
}

// sortedMsgpack returns a message with its maps in the order, and their integer keys in
// the forms, that Go writes, and all else in the shortest form of its type.
func sortedMsgpack(t *testing.T, message []byte) []byte {
	t.Helper()
	var value any
	if err := msgpack.Unmarshal(message, &value); err != nil {
		t.Fatalf("% x: %v", message, err)
	}
	return marshalMsgpack(t, value)
}

func marshalMsgpack(t *testing.T, value any) []byte {
	t.Helper()
	opts := msgpack.EncodeOptions{Deterministic: true}
	message, err := opts.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return message
}

// checkMsgpackEcho sends documents through a peer, which has to write the bytes that Go
// writes for what the peer makes of them, but for the order of members.
func checkMsgpackEcho(t *testing.T, peer []string, seed uint64, form func(any) any) {
	t.Helper()
	made := msgpackDocuments(seed)
	sent := make([][]byte, len(made))
	for i := range made {
		sent[i] = marshalMsgpack(t, made[i])
	}
	identical := 0
	for i, back := range echo(t, peer, sent) {
		want := marshalMsgpack(t, form(made[i]))
		if len(back) != len(want) || !bytes.Equal(sortedMsgpack(t, back), sortedMsgpack(t, want)) {
			t.Fatalf("document %d, % x, came back as % x, not % x", i, sent[i], back, want)
		}
		if bytes.Equal(back, sent[i]) {
			identical++
		}
	}
	t.Logf("%d documents came back, %d of them with the same bytes", len(made), identical)
}

// checkMsgpackMade reads documents that a peer makes: they have to mean what their JSON
// text says, and to be written with the same bytes, but for integer keys: in an any they
// are signed, and have those forms.
func checkMsgpackMade(t *testing.T, peer []string) (identical int) {
	t.Helper()
	made, texts := makeDocuments(t, peer)
	for i, message := range made {
		var value any
		if err := msgpack.Unmarshal(message, &value); err != nil {
			t.Fatalf("% x: %v", message, err)
		}
		same, err := beve.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		if err := SameAsJSON(same, texts[i]); err != nil {
			t.Fatalf("% x is not %s: %v", message, texts[i], err)
		}
		again := marshalMsgpack(t, value)
		var other any
		if err := msgpack.Unmarshal(again, &other); err != nil {
			t.Fatalf("% x: %v", again, err)
		}
		if bytes.Equal(again, message) {
			identical++
		} else if !reflect.DeepEqual(value, other) {
			t.Fatalf("% x is written as % x", message, again)
		}
	}
	t.Logf("%d documents were read, %d of them are written with the same bytes", len(made), identical)
	return identical
}

func TestPythonMsgpackReadsAndWritesWhatGoWrites(t *testing.T) {
	checkMsgpackEcho(t, pythonMsgpackPeer(t), *seed+4, asPythonMsgpack)
}

func TestGoReadsAndWritesWhatPythonMsgpackWrites(t *testing.T) {
	checkMsgpackMade(t, pythonMsgpackPeer(t))
}

func TestNodeMsgpackReadsAndWritesWhatGoWrites(t *testing.T) {
	checkMsgpackEcho(t, nodeMsgpackPeer(t), *seed+5, asNodeMsgpack)
}

func TestGoReadsAndWritesWhatNodeMsgpackWrites(t *testing.T) {
	if n := checkMsgpackMade(t, nodeMsgpackPeer(t)); n != *documents {
		t.Errorf("%d documents are written with other bytes", *documents-n)
	}
}

// TestNodeMsgpackDoesNotReadKnown shows what docs/interop.md says that @msgpack/msgpack
// refuses, unless mapKeyConverter is set for the keys.
func TestNodeMsgpackDoesNotReadKnown(t *testing.T) {
	sent := [][]byte{
		marshalMsgpack(t, map[int64]any{1 << 40: nil}),
		marshalMsgpack(t, map[any]any{true: nil}),
		marshalMsgpack(t, map[string]any{"__proto__": nil}),
	}
	for i, verdict := range ask(t, nodeMsgpackPeer(t), "check", sent) {
		if !bytes.Contains(verdict, []byte("key")) {
			t.Errorf("of % x, Node says %q, not that it has no such keys", sent[i], verdict)
		}
	}
}

// TestNodeMsgpackDoesNotWriteKnown shows that JavaScript makes an integer of a float
// that is one, and loses the sign of zero. A float of Go refuses an integer; an any and
// msgp.Number read it.
func TestNodeMsgpackDoesNotWriteKnown(t *testing.T) {
	sent := [][]byte{marshalMsgpack(t, 8.0), marshalMsgpack(t, math.Copysign(0, -1))}
	for i, back := range echo(t, nodeMsgpackPeer(t), sent) {
		var float float64
		if err := msgpack.Unmarshal(back, &float); !errors.Is(err, msgpack.ErrMismatch) {
			t.Errorf("% x came back as % x, which is read as %v, %v", sent[i], back, float, err)
		}
		var number msgp.Number
		if err := msgpack.Unmarshal(back, &number); err != nil || number.Type() != msgp.IntType {
			t.Errorf("% x came back as % x, which is read as %v, %v", sent[i], back, number, err)
		}
	}
}
