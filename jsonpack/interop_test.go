// Documents exchanged with buffer-plus 1.3.0, the published JavaScript peer, in Node.

package jsonpack_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	stdjson "encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/jsonpack"
)

const peer = "buffer-plus@1.3.0"

var (
	interopDocuments = flag.Int("documents", 1000, "how many documents are exchanged with "+peer)
	interopSeed      = flag.Uint64("seed", 1, "what these documents are made of")
)

// installPeer installs the peer once for all runs and returns where it is. Without Node,
// npm or the network there is nothing to test against.
func installPeer(t *testing.T) string {
	t.Helper()
	for _, command := range []string{"node", "npm"} {
		if _, err := exec.LookPath(command); err != nil {
			t.Skipf("%s is not installed", command)
		}
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	dir := filepath.Join(cache, "beve-go", peer)
	module := filepath.Join(dir, "node_modules", "buffer-plus")
	if _, err := os.Stat(filepath.Join(module, "package.json")); err == nil {
		return module
	}
	// Another run may do the same: each installs in a folder of its own, and the first
	// to finish has it.
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	temp, err := os.MkdirTemp(filepath.Dir(dir), "install-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(temp)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	install := exec.CommandContext(ctx, "npm", "install", "--prefix", temp, "--ignore-scripts", "--no-audit", "--no-fund", peer)
	if out, err := install.CombinedOutput(); err != nil {
		t.Skipf("npm cannot install %s, perhaps for want of a network: %v\n%s", peer, err, out)
	}
	if err := os.Rename(temp, dir); err != nil {
		if _, other := os.Stat(module); other != nil {
			t.Fatal(err)
		}
	}
	return module
}

// documents makes random schemas and values that both sides can hold: JavaScript has
// integers up to 2^53, and makes code of the names.
type documents struct{ *rand.Rand }

func (r documents) schema(depth int) map[string]any {
	kind := r.IntN(24)
	switch {
	case depth == 0 && kind < 18 || depth > 0 && depth < 3 && kind < 4:
		properties, order := map[string]any{}, []any{}
		for i := range 1 + r.IntN(6) {
			name := string(rune('a'+r.IntN(26))) + strconv.Itoa(i)
			properties[name] = r.schema(depth + 1)
			order = append(order, name)
		}
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		return map[string]any{"type": "object", "properties": properties, "order": order}
	case depth < 4 && (kind < 8 || depth == 0):
		return map[string]any{"type": "array", "items": r.schema(depth + 1)}
	}
	names := []string{"bool", "boolean", "int8", "uint8", "string"}
	for _, name := range []string{"int16", "uint16", "int32", "uint32", "int64", "uint64", "float", "double", "float32", "float64"} {
		names = append(names, name+"le", name+"be")
	}
	name := names[r.IntN(len(names))]
	if r.IntN(4) == 0 {
		name = strings.ToUpper(name)
	}
	return map[string]any{"type": name}
}

func (r documents) value(def map[string]any) any {
	name := strings.ToLower(def["type"].(string))
	switch name {
	case "object":
		v := map[string]any{}
		for name, part := range def["properties"].(map[string]any) {
			v[name] = r.value(part.(map[string]any))
		}
		return v
	case "array":
		n := r.IntN(5)
		if r.IntN(20) == 0 {
			n = 130
		}
		v := make([]any, n)
		for i := range v {
			v[i] = r.value(def["items"].(map[string]any))
		}
		return v
	case "bool", "boolean":
		return r.IntN(2) == 0
	case "string":
		letters := []rune("abc \"\\\n\x00äß€𝄞漢")
		n := r.IntN(12)
		if r.IntN(20) == 0 {
			n = 200
		}
		text := make([]rune, n)
		for i := range text {
			text[i] = letters[r.IntN(len(letters))]
		}
		return string(text)
	}
	base := strings.TrimSuffix(strings.TrimSuffix(name, "le"), "be")
	switch base {
	case "float", "float32":
		return []float64{0, math.Copysign(0, -1), 1.5, float64(float32(0.1)), math.MaxFloat32, math.Inf(-1), float64(r.Float32())}[r.IntN(7)]
	case "double", "float64":
		return []float64{0, math.Copysign(0, -1), -2.5, 0.1, math.MaxFloat64, math.Inf(1), r.NormFloat64()}[r.IntN(7)]
	}
	bits, err := strconv.Atoi(strings.TrimLeft(base, "uint"))
	if err != nil {
		panic(name)
	}
	unsigned := strings.HasPrefix(base, "u")
	if !unsigned {
		bits--
	}
	v := float64(r.Uint64N(1 << min(bits, 53)))
	if !unsigned && r.IntN(2) == 0 {
		v = -v - 1
	}
	if math.Abs(v) > 1<<53 {
		v = 1 << 53
	}
	return v
}

// asText writes numbers as {"$n": text}, as the script has them.
func asText(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k := range v {
			out[k] = asText(v[k])
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = asText(v[i])
		}
		return out
	case string, bool:
		return v
	}
	f := reflect.ValueOf(v).Convert(reflect.TypeFor[float64]()).Float()
	switch text := strconv.FormatFloat(f, 'g', -1, 64); text {
	case "+Inf":
		return map[string]any{"$n": "Infinity"}
	case "-Inf":
		return map[string]any{"$n": "-Infinity"}
	default:
		return map[string]any{"$n": text}
	}
}

// fromText undoes asText.
func fromText(t *testing.T, v any) any {
	t.Helper()
	switch v := v.(type) {
	case map[string]any:
		if text, ok := v["$n"].(string); ok {
			f, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			return f
		}
		for k := range v {
			v[k] = fromText(t, v[k])
		}
	case []any:
		for i := range v {
			v[i] = fromText(t, v[i])
		}
	}
	return v
}

func TestInteropWithBufferPlus(t *testing.T) {
	if testing.Short() {
		t.Skip("the peer reads the same bytes whatever this build is")
	}
	module := installPeer(t)
	script, err := filepath.Abs(filepath.Join("..", "testdata", "jsonpack", "buffer-plus.js"))
	if err != nil {
		t.Fatal(err)
	}
	n := *interopDocuments
	r := documents{rand.New(rand.NewPCG(*interopSeed, 2))}
	var input bytes.Buffer
	schemas, packed, lines := make([]*jsonpack.Schema, n), make([][]byte, n), make([]string, n)
	for i := range n {
		def := r.schema(0)
		if def["type"] == "array" {
			// The peer wants an object at the top of what it registers.
			def = map[string]any{"type": "object", "properties": map[string]any{"list": def}, "order": []any{"list"}}
		}
		schemas[i] = mustAdd(t, def)
		value := r.value(def)
		if packed[i], err = schemas[i].Encode(value); err != nil {
			t.Fatal(err)
		}
		line, err := stdjson.Marshal(map[string]any{"schema": def, "value": asText(value), "hex": hex.EncodeToString(packed[i])})
		if err != nil {
			t.Fatal(err)
		}
		lines[i] = string(line)
		input.WriteString(lines[i] + "\n")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	node := exec.CommandContext(ctx, "node", script, module)
	node.Stdin = &input
	var stderr bytes.Buffer
	node.Stderr = &stderr
	out, err := node.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	answers := bufio.NewScanner(bytes.NewReader(out))
	answers.Buffer(nil, 1<<24)
	for i := range n {
		if !answers.Scan() {
			t.Fatalf("%d answers: %v\n%s", i, answers.Err(), stderr.Bytes())
		}
		var answer struct {
			Hex, Error string
			Value      any
			Read       int
		}
		if err := stdjson.Unmarshal(answers.Bytes(), &answer); err != nil {
			t.Fatal(err)
		}
		if answer.Error != "" {
			t.Fatalf("%s: %s", lines[i], answer.Error)
		}
		// What the peer writes is what we write, and what it read is what we wrote.
		if answer.Hex != hex.EncodeToString(packed[i]) || answer.Read != len(packed[i]) {
			t.Fatalf("%s: the peer writes %s, and reads %d bytes of %d", lines[i], answer.Hex, answer.Read, len(packed[i]))
		}
		again, err := schemas[i].Encode(fromText(t, answer.Value))
		if err != nil || !bytes.Equal(again, packed[i]) {
			t.Fatalf("%s: the peer reads something else: %x, %v", lines[i], again, err)
		}
		// What the peer wrote is read as what was written.
		var v any
		if err := schemas[i].Decode(mustHex(t, answer.Hex), &v); err != nil {
			t.Fatalf("%s: %v", lines[i], err)
		}
		if got, want := fmt.Sprint(asText(v)), fmt.Sprint(asText(answer.Value)); got != want {
			t.Fatalf("%s is read as %s, and by the peer as %s", lines[i], got, want)
		}
	}
	t.Logf("%d documents went both ways", n)
}

func mustHex(t *testing.T, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
