// What other languages make of our bytes, and we of theirs: each message is read by a peer,
// written again by it, and read here.

package msgpack_test

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"math"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// pythonPeer echoes messages through the package msgpack of Python.
const pythonPeer = `
import sys, msgpack
for line in sys.stdin:
    v = msgpack.unpackb(bytes.fromhex(line.strip()), strict_map_key=False, timestamp=0)
    print(msgpack.packb(v).hex(), flush=True)
`

// nodePeer echoes messages through @msgpack/msgpack.
const nodePeer = `
const { decode, encode } = require("@msgpack/msgpack");
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const v = decode(Buffer.from(line.trim(), "hex"), { useBigInt64: true });
  console.log(Buffer.from(encode(v, { useBigInt64: true })).toString("hex"));
});
`

// peers returns the commands of the peers that this machine has. scripts/peers installs
// both and says where.
func peers(t *testing.T) map[string]*exec.Cmd {
	t.Helper()
	found := map[string]*exec.Cmd{}
	python := os.Getenv("MSGPACK_PYTHON")
	if python == "" {
		python = "python3"
	}
	// In a folder of its own, so that Python does not take ours for a package.
	try := func(name, program string, check, run []string) {
		cmd := exec.Command(program, check...)
		cmd.Dir = t.TempDir()
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Logf("%s cannot be asked; scripts/peers installs it: %v %.200s", name, err, out)
			return
		}
		found[name] = exec.Command(program, run...)
		found[name].Dir = cmd.Dir
	}
	try("Python", python, []string{"-c", "import msgpack; msgpack.packb(1)"}, []string{"-c", pythonPeer})
	try("Node", "node", []string{"-e", `require("@msgpack/msgpack").encode(1)`}, []string{"-e", nodePeer})
	return found
}

// interopValues are values that all peers can hold: times of whole milliseconds, since
// JavaScript knows no others, and text that is valid.
func interopValues() []any {
	list := []any{nil, true, false, "", "text", "größer 世界 😀", strings.Repeat("x", 70_000), []byte{}, []byte{0, 255}, bytes.Repeat([]byte{7}, 300),
		1.5, -0.1, math.Inf(1), math.MaxFloat64, []any{}, []any{int64(1), "two", nil}, map[string]any{}, map[string]any{"k": []any{map[string]any{"deep": true}}},
		time.UnixMilli(0), time.UnixMilli(1_700_000_000_123), time.Unix(1<<33, 0), &msgp.RawExtension{Type: 77, Data: []byte{1, 2, 3}},
	}
	for _, v := range []int64{0, 1, 127, 128, 255, 256, 32767, 32768, 65535, 65536, math.MaxInt32, math.MaxInt32 + 1, math.MaxInt64,
		-1, -32, -33, -128, -129, -32768, -32769, math.MinInt32, math.MinInt32 - 1, math.MinInt64} {
		list = append(list, v)
	}
	for _, n := range []int{15, 16, 70_000} {
		list = append(list, make([]any, n))
	}
	return append(list, uint64(math.MaxUint64), uint64(1)<<40)
}

// asInt64 makes integers of both families comparable: peers choose among them.
func asInt64(v any) any {
	switch v := v.(type) {
	case uint64:
		if v <= math.MaxInt64 {
			return int64(v)
		}
	case []any:
		for i := range v {
			v[i] = asInt64(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = asInt64(v[key])
		}
	}
	return v
}

func TestPeersReadAndWriteTheSame(t *testing.T) {
	all := peers(t)
	if len(all) == 0 {
		t.Skip("this machine has neither msgpack for Python nor @msgpack/msgpack for Node")
	}
	var in strings.Builder
	values := interopValues()
	for _, v := range values {
		b, err := msgpack.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		in.WriteString(hex.EncodeToString(b) + "\n")
	}
	for name, peer := range all {
		peer.Stdin = strings.NewReader(in.String())
		var stderr bytes.Buffer
		peer.Stderr = &stderr
		out, err := peer.Output()
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, stderr.String())
			continue
		}
		lines := bufio.NewScanner(bytes.NewReader(out))
		lines.Buffer(nil, 1<<20)
		for i, v := range values {
			if !lines.Scan() {
				t.Fatalf("%s answers %d of %d messages", name, i, len(values))
			}
			var back any
			if err := msgpack.Unmarshal(testkit.Hex(t, lines.Text()), &back); err != nil || !testkit.EqualLoose(asInt64(back), asInt64(v)) {
				t.Errorf("%s gives %.100v back as %.100v, %v", name, v, back, err)
			}
		}
	}
}
