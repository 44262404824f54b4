package inspect

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/cmd/internal/sniff"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// ask asks a question whose arguments are pairs of name and value.
func ask[T any](t testing.TB, f *File, question string, args ...string) T {
	t.Helper()
	a, err := f.Answer(t.Context(), question, func(name string) string {
		for i := 0; i < len(args); i += 2 {
			if args[i] == name {
				return args[i+1]
			}
		}
		return ""
	})
	if err != nil {
		t.Fatalf("%s %q: %v", question, args, err)
	}
	v, ok := a.(T)
	if !ok {
		p, isPointer := a.(*T)
		if !isPointer {
			t.Fatalf("%s: %T", question, a)
		}
		v = *p
	}
	return v
}

// all returns the nodes of a file in the order of the tree, read n at a time, and of each its container.
func all(t testing.TB, f *File, n int) (list []Node, up map[string]Node) {
	up = map[string]Node{}
	var walk func(in Node)
	walk = func(in Node) {
		if strings.Count(in.ID, ".") > 100 {
			return
		}
		for from := 0; ; from += n {
			c := ask[Children](t, f, "children", "id", in.ID, "from", strconv.Itoa(from), "n", strconv.Itoa(n))
			for _, node := range c.Nodes {
				if list, up[node.ID] = append(list, node), in; len(list) > 20*len(f.data)+100 {
					t.Fatalf("%q: more nodes than bytes: %+v in %+v", f.data, node, in)
				}
				walk(node)
			}
			if len(c.Nodes) < n {
				return
			}
		}
	}
	walk(ask[About](t, f, "file").Root)
	return list, up
}

// documents are files of every format, name and bytes, in the same order in every run.
func documents(t testing.TB) iter.Seq2[string, []byte] {
	files := map[string][]byte{}
	for _, dir := range []string{"glaze", "rust", "crafted", "extended"} {
		names, err := filepath.Glob(filepath.Join("..", "..", "..", "testdata", "beve", dir, "*.beve"))
		if err != nil {
			t.Fatal(err)
		}
		for i, name := range names {
			if testing.Short() && i%4 > 0 {
				continue
			}
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if len(data) < 1500 && !strings.Contains(name, "deep") && wire.Validate(data) == nil {
				files[dir+"/"+filepath.Base(name)] = data
			}
		}
	}
	random := 24
	if testing.Short() {
		random = 8
	}
	if len(files) < random {
		t.Fatalf("%d files", len(files))
	}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range random {
		text := randomJSON(r, 5)
		files[fmt.Sprintf("random%d.json", i)] = []byte(text)
		for _, typed := range []bool{false, true} {
			data, err := translator.Options{TypedArrays: typed}.AppendBEVE(nil, []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			files[fmt.Sprintf("random%d %v.beve", i, typed)] = data
		}
		var v any
		if err := unmarshal(text, &v); err != nil {
			t.Fatal(err)
		}
		packed, err := msgpack.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		files[fmt.Sprintf("random%d.msgpack", i)] = packed
	}
	files["stream.ndjson"] = []byte("{\"a\":1}\n[2]\n\n3 \"x\"")
	files["stream.beve"] = []byte{byte(wire.HeaderUint8), 1, byte(wire.HeaderDelimiter), 0x00, byte(wire.HeaderDelimiter), 0x18}
	return func(yield func(string, []byte) bool) {
		for _, name := range slices.Sorted(maps.Keys(files)) {
			if !yield(name, files[name]) {
				return
			}
		}
	}
}

func randomJSON(r *rand.Rand, depth int) string {
	n := r.IntN(10)
	if depth == 5 {
		n = r.IntN(5)
	}
	space := []string{"", " ", "\n\t"}[r.IntN(3)]
	switch {
	case n < 2 && depth > 0:
		var parts []string
		for range r.IntN(90) * (r.IntN(6) / 5) {
			parts = append(parts, strconv.Itoa(r.IntN(300)))
		}
		for range r.IntN(4) {
			parts = append(parts, randomJSON(r, depth-1))
		}
		return "[" + space + strings.Join(parts, ","+space) + space + "]"
	case n < 5 && depth > 0:
		var parts []string
		for i := range r.IntN(5) + 80*(r.IntN(40)/39) {
			parts = append(parts, strconv.Quote(string(rune('a'+i%26))+strings.Repeat("~/", i/26))+space+":"+randomJSON(r, depth-1))
		}
		return "{" + space + strings.Join(parts, space+",") + "}"
	case n < 7:
		return strconv.FormatFloat(r.NormFloat64(), 'g', -1, 64)
	}
	return []string{"null", "true", "false", `"x"`, `"y\n\u00e9"`, `""`, "-7", `"日本"`}[r.IntN(8)]
}

// The nodes of a file lie within each other and beside each other as the tree says, however many are asked for at a
// time.
func TestTreeIsTheFile(t *testing.T) {
	for name, data := range documents(t) {
		f := New(name, "", data, formatOf(name))
		list, up := all(t, f, 1000)
		again, _ := all(t, New(name, "", data, formatOf(name)), 7)
		backwards := New(name, "", data, formatOf(name))
		if len(list) != len(again) || len(list) == 0 {
			t.Fatalf("%s: %d and %d nodes", name, len(list), len(again))
		}
		last := map[string]int{}
		for i, n := range list {
			if n != again[i] {
				t.Fatalf("%s: %+v and %+v", name, n, again[i])
			}
			in := up[n.ID]
			begin := n.begin(in.Head)
			if n.Error != "" || n.Off > n.Head || n.Head > n.End || begin < max(in.Head, last[in.ID]) && n.What[:3] != "bit" || n.End > in.End {
				t.Fatalf("%s: %+v in %+v after %d", name, n, in, last[in.ID])
			}
			last[in.ID] = n.End
		}
		for i := len(list) - 1; i >= 0; i-- {
			if n := ask[Detail](t, backwards, "detail", "id", list[i].ID).Node; n != list[i] {
				t.Fatalf("%s: %+v and %+v", name, n, list[i])
			}
		}
	}
}

// unmarshal reads JSON as the msgpack tests want it.
func unmarshal(text string, v *any) error {
	data, err := translator.FromJSON([]byte(text))
	if err != nil {
		return err
	}
	return beve.Unmarshal(data, v)
}

// Every byte of a file belongs to the innermost node that it lies in, and every node is found by its path.
func TestBytesAndPathsLeadToNodes(t *testing.T) {
	for name, data := range documents(t) {
		f := New(name, "", data, formatOf(name))
		list, up := all(t, f, 1000)
		owner := make([]string, len(data))
		paths := map[string]string{} // of the last that have a path
		for _, n := range list {
			for at := n.begin(up[n.ID].Head); at < n.End; at++ {
				if n.What[:min(len(n.What), 3)] != "bit" || n.What == "bit 0" {
					owner[at] = n.ID
				}
			}
			value, _, _ := strings.Cut(n.ID, ".")
			paths["#"+value+n.Path] = n.ID
		}
		for at := 0; at < len(data); at += 1 + len(data)/500 {
			way := ask[Found](t, f, "at", "off", strconv.Itoa(at)).Way
			if got := way[len(way)-1].ID; got != owner[at] {
				t.Fatalf("%s: byte %d is in %q, not %q", name, at, owner[at], got)
			}
		}
		for i, path := range slices.Sorted(maps.Keys(paths)) {
			id := paths[path]
			if i > 300 {
				break
			}
			found := ask[Found](t, f, "find", "path", path)
			if got := found.Way[len(found.Way)-1]; got.ID != id || found.Missing != "" {
				t.Fatalf("%s: %s leads to %q, not %q: %s", name, path, got.ID, id, found.Missing)
			}
		}
		if found := ask[Found](t, f, "find", "path", "/no/such"); found.Missing == "" {
			t.Errorf("%s has /no/such", name)
		}
		// The pieces of parts of the file are those of the whole, and all bytes but punctuation are in one.
		whole := ask[Bytes](t, f, "bytes", "off", "0", "n", strconv.Itoa(len(data)))
		covered := make([]string, len(data))
		for _, p := range whole.Pieces {
			for at := p.Off; at < p.End; at++ {
				covered[at] = p.Role + p.ID
			}
		}
		for at := range data {
			if covered[at] == "" && !strings.Contains(name, "framing") && f.format != sniff.JSON && data[at] != byte(wire.HeaderDelimiter) && data[at] != 0 {
				t.Fatalf("%s: byte %d is in no piece", name, at)
			}
		}
		for off := 0; off < len(data); off += 50 {
			for _, p := range ask[Bytes](t, f, "bytes", "off", strconv.Itoa(off), "n", "50").Pieces {
				if covered[p.Off] != p.Role+p.ID && !strings.HasPrefix(covered[p.Off], "value") {
					t.Fatalf("%s: byte %d is %s, and %+v of a part", name, p.Off, covered[p.Off], p)
				}
			}
		}
	}
}

func formatOf(name string) sniff.Format {
	return map[string]sniff.Format{".beve": sniff.BEVE, ".msgpack": sniff.MsgPack}[filepath.Ext(name)] // else by the bytes
}

// document puts JSON together of what the tree says.
func document(t testing.TB, f *File, n Node) string {
	if n.Count == 0 && n.Kind != "object" && n.Kind != "array" {
		if n.Kind == "string" {
			return string(jsontext.AppendText(nil, ask[Detail](t, f, "detail", "id", n.ID).Text))
		}
		return n.Text
	}
	var parts []string
	for _, c := range ask[Children](t, f, "children", "id", n.ID, "n", "1000").Nodes {
		text := document(t, f, c)
		if c.Member {
			text = string(jsontext.AppendText(nil, c.Name)) + ":" + text
		}
		parts = append(parts, text)
	}
	if n.Kind == "object" {
		return "{" + strings.Join(parts, ",") + "}"
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// The tree says what the translator says.
func TestTreeIsTheDocument(t *testing.T) {
	for name, data := range documents(t) {
		if !strings.HasPrefix(name, "random") || strings.HasSuffix(name, "msgpack") {
			continue
		}
		f := New(name, "", data, formatOf(name))
		got := document(t, f, ask[Children](t, f, "children", "n", "1").Nodes[0])
		if strings.HasSuffix(name, ".json") {
			beve, err := translator.FromJSON(data)
			if err != nil {
				t.Fatal(err)
			}
			data = beve
			other, err := translator.FromJSON([]byte(got))
			if err != nil {
				t.Fatalf("%s: %v in %s", name, err, got)
			}
			if string(other) != string(data) {
				t.Errorf("%s: %s", name, got)
			}
			continue
		}
		want, err := translator.ToJSON(data)
		if err != nil || got != string(want) {
			t.Errorf("%s: %s, want %s, %v", name, got, want, err)
		}
	}
}

// A file that is cut or has a wrong byte is shown up to what is wrong.
func TestBrokenFilesAreShown(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	broken := 0
	for name, data := range documents(t) {
		for range 12 {
			bad := append([]byte(nil), data...)
			if at := r.IntN(len(bad)); r.IntN(2) == 0 {
				bad = bad[:at]
			} else {
				bad[at] ^= 1 << r.IntN(8)
			}
			format := formatOf(name)
			f := New(name, "", bad, format)
			c := ask[Check](t, f, "check")
			list, _ := all(t, f, 64)
			if c.Error == "" {
				continue
			}
			broken++
			if c.ErrorAt < 0 || c.ErrorAt > len(bad) {
				t.Fatalf("%s: %x: %+v", name, bad, c)
			}
			told := false
			for _, n := range list {
				told = told || n.Error != ""
				if n.Error != "" && (n.ErrorAt < 0 || n.ErrorAt > len(bad) || n.End != len(bad)) {
					t.Fatalf("%s: %x: %+v", name, bad, n)
				}
			}
			if !told && f.format == sniff.BEVE {
				t.Fatalf("%s: %x: %+v, but no node says so", name, bad, c)
			}
			ask[Bytes](t, f, "bytes", "off", "0", "n", "4096")
			for at := range min(len(bad), 40) {
				ask[Found](t, f, "at", "off", strconv.Itoa(at))
			}
		}
	}
	if broken < 300 && !testing.Short() || broken < 50 {
		t.Errorf("%d broken files", broken)
	}
}

func TestQuestionsThatMakeNoSense(t *testing.T) {
	f := New("x", "", []byte(`{"a":[1]}`), sniff.Unknown)
	for _, id := range []string{"1", "0.1", "0.0.1", "x", "0.-1", ".", "0..0", strings.Repeat("0.", 1000) + "0"} {
		if _, err := f.Answer(context.Background(), "detail", func(string) string { return id }); err == nil {
			t.Errorf("%q is a node", id)
		}
	}
	if _, err := f.Answer(context.Background(), "nothing", func(string) string { return "" }); err == nil {
		t.Error("no such question")
	}
}

// What an answer has lists of is never null, and where something is wrong is there also where that is the first byte: the
// page counts on both. Files that are none of the formats are told.
func TestAnswersAreWhole(t *testing.T) {
	files := map[string]string{
		"": "", " ": "", "\n": "", "1": "", "[]": "", "{}": "", "[1,2]": "", "[[1,2],[3,4]]": "", "[{}]": "", "\"x\"": "", "x": "jq", "{": "", "[1,": "",
		"\x00": "", "\x05\x00": "", "\x03\x00": "", "\x14\x00": "", "\x3c\x00": "", "\x07": "", "\xff": "", "\x90": "", "\x80": "", "\xc1": "",
		"\ufeffa,b\n1,2\n": "csv", "\ufeff{}": "", "a,b\n1,2\n": "csv", "<html>\n</html>\n": "HTML", "PAR1\x15\x04": "Parquet", "ARROW1\x00\x00\xff": "Arrow", "\xa1\x64name\x01": "CBOR",
		"\x80\x04\x95\x0b\x00\x00\x00\x00\x00\x00\x00}\x94.": "pickle", "\x28\xb5\x2f\xfd\x00": "zstd", "2026-01-02 03:04:05 INFO\n": "jq",
	}
	for data, note := range files {
		f := New("x", "", []byte(data), sniff.Unknown)
		if about := ask[About](t, f, "file"); !strings.Contains(about.Note, note) || (about.Note == "") != (note == "") {
			t.Errorf("%q: %q", data, about.Note)
		}
		for _, question := range []string{"file", "children", "find", "at", "bytes", "detail", "plot", "matrix", "grid", "check"} {
			for _, id := range []string{"", "0", "0.0"} {
				answer, err := f.Answer(t.Context(), question, func(name string) string { return map[string]string{"id": id, "n": "10", "path": "/0"}[name] })
				if err != nil {
					continue // there is no such part
				}
				text, err := json.Marshal(answer)
				if err != nil {
					t.Fatal(err)
				}
				for _, list := range []string{"nodes", "way", "bytes", "pieces", "low", "high", "values", "columns", "rows"} {
					if strings.Contains(string(text), `"`+list+`":null`) {
						t.Errorf("%q, %s of %q: %s", data, question, id, text)
					}
				}
				if strings.Contains(string(text), `"error":`) && !strings.Contains(string(text), `"errorAt":`) {
					t.Errorf("%q, %s of %q: %s", data, question, id, text)
				}
			}
		}
	}
}

// A byte order mark in front of JSON is of no value, and nothing is wrong with it.
func TestByteOrderMarkIsPassedOver(t *testing.T) {
	f := New("x", "", []byte("\ufeff {\"a\":1}\n[2]"), sniff.Unknown)
	if c := ask[Check](t, f, "check"); c != (Check{Values: 2}) {
		t.Errorf("%+v", c)
	}
	if found := ask[Found](t, f, "find", "path", "/a"); len(found.Way) != 3 || found.Way[2].Off != 9 {
		t.Errorf("%+v", found)
	}
	if found := ask[Found](t, f, "at", "off", "1"); len(found.Way) != 1 {
		t.Errorf("%+v", found)
	}
}
