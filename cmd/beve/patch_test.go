package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/msgpack"
)

// randomJSON is a document of numbers, text, arrays and objects.
func randomJSON(r *rand.Rand, depth int) string {
	switch n := r.IntN(9); {
	case n < 2 && depth > 0:
		var parts []string
		for range r.IntN(4) {
			parts = append(parts, randomJSON(r, depth-1))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case n < 5 && depth > 0:
		var parts []string
		for _, name := range []string{"a", "b", "c~/d", ""} {
			if r.IntN(2) == 0 {
				parts = append(parts, strconv.Quote(name)+":"+randomJSON(r, depth-1))
			}
		}
		return "{" + strings.Join(parts, ",") + "}"
	case n < 6:
		return strconv.Itoa(r.IntN(5))
	case n < 7:
		return strconv.FormatFloat(r.Float64(), 'g', -1, 64)
	}
	return []string{"null", "true", `"x"`, `"y\n"`}[r.IntN(4)]
}

// What diff makes of two files makes the one of the other, whatever their formats.
func TestPatchUndoesDiff(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		data := []byte(text)
		switch filepath.Ext(name) {
		case ".beve":
			data = beveOf(t, text)
		case ".msgpack":
			var v any
			err := json.Unmarshal(data, &v)
			if err == nil {
				data, err = msgpack.Marshal(v)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	changes := 0
	for i := range 60 {
		a, b := "["+randomJSON(r, 4)+"]", "["+randomJSON(r, 4)+"]"
		from := write([]string{"a.json", "a.beve", "a.msgpack"}[i%3], a)
		to := write([]string{"b.json", "b.beve", "b.msgpack"}[r.IntN(3)], b)
		form := []string{"json", "beve"}[r.IntN(2)]
		made := beveIn(t, "", "diff", "--patch="+form, from, to)
		if made.err != "" || made.code > exitBad {
			t.Fatalf("diff of %s and %s: %+v", a, b, made)
		}
		changes += made.code
		how := write("patch.bin", made.out)
		beveOK(t, "patch", "-w", from, how)
		if d := beveIn(t, "", "diff", from, to); d.code != exitOK {
			t.Errorf("%s, not %s, by %q: %s", a, b, made.out, d.out)
		}
	}
	if changes < 30 {
		t.Errorf("%d pairs differ", changes)
	}
}

func TestPatchKeepsWhatItDoesNotName(t *testing.T) {
	name := file(t, "a.json", []byte("{ \"n\": 1.0,\n  \"list\": [1, 2] }\n"))
	if got := beveOK(t, "patch", name, "-e", `[{"op":"add","path":"/list/-","value":3}]`); got != "{ \"n\": 1.0,\n  \"list\": [1, 2,3] }\n" {
		t.Errorf("%q", got)
	}
	stream := file(t, "s.ndjson", []byte("{\"a\":1}\n{\"a\":2}\n"))
	if got := beveOK(t, "patch", stream, "-e", `{"b":null,"c":0}`); got != "{\"a\":1,\"c\":0}\n{\"a\":2,\"c\":0}\n" {
		t.Errorf("%q", got)
	}
	for _, ending := range []string{"beve", "beve.gz", "ndjson.zst"} {
		packed := filepath.Join(t.TempDir(), "s."+ending)
		beveOK(t, "convert", stream, packed)
		beveOK(t, "patch", "-w", packed, "-e", `{"a":null}`)
		if got := beveOK(t, "cat", packed); got != "{}\n{}\n" {
			t.Errorf("%s: %q", ending, got)
		}
	}
}

// A patch that fails, be it at the last value of a stream, leaves the file and the folder as they were.
func TestPatchFailsAsAWhole(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "s.ndjson")
	const text = "{\"a\":1}\n{\"a\":2}\n{\"b\":2}\n"
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	message := beveFails(t, exitBad, "patch", "-w", name, "-e", `[{"op":"remove","path":"/a"}]`)
	if want := name + ": 16: /a: operation 0, {\"op\":\"remove\",\"path\":\"/a\"}: no member \"a\" (line 3, column 1)\n"; message != want {
		t.Errorf("%q, want %q", message, want)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || read(t, name) != text {
		t.Errorf("%v, %v, %q", err, entries, read(t, name))
	}
}

// A patch that changes nothing leaves all bytes of a file, and one that changes a value those that are not of it.
func TestPatchLeavesWhatLiesBetweenValues(t *testing.T) {
	files := map[string]string{}
	for _, v := range vectors(t, "glaze", "rust", "crafted") {
		if len(withTags("cat", v.path)) == 2 {
			files[v.Name+".beve"] = read(t, v.path+".beve")
		}
	}
	for i, text := range []string{
		"{}", "{}\n", "{}\r\n", "\r\n{}\r\n\r\n", "\ufeff{}\n", "\ufeff \t{}", "{\r\n\t\"a\" : 1.0,\r\n\t\"b\" : [ 1 , 2 ]\r\n}\r\n",
		"{\"a\":1}\r\n{\"b\":2}\r\n", "{\"a\":1}{\"b\":2}", "1 2\t3\n\n4", "\"x\"  \n[]   \n{}   ", "1\n2", " 1", "[1]{}\"x\"[2]",
	} {
		name := "text" + strconv.Itoa(i)
		files[name+".json"], files[name+".ndjson"], files[name] = text, text, text
	}
	a, b := string(beveOf(t, `{"a":1}`)), string(beveOf(t, `[1,"x"]`))
	for i, stream := range []string{a + b, a + "\x06" + b, a + "\x06", "\x06" + a, a + "\x06\x06" + b, "\xfe\x01" + a} {
		files["stream"+strconv.Itoa(i)+".beve"] = stream
	}
	for name, text := range map[string]string{"one": "\x81\xa1a\x01", "two": "\x81\xa1a\x01\x92\x01\xa1x", "wide": "\xde\x00\x01\xd9\x01a\xcd\x00\x01"} {
		files[name+".msgpack"] = text
	}
	same := 0
	for name, data := range files {
		path := file(t, name, []byte(data))
		if beveIn(t, "", "valid", path).code != exitOK {
			continue // two of the streams may not be any
		}
		same++
		if got := beveOK(t, "patch", path, "-e", "[]"); got != data {
			t.Errorf("%s: %q became %q", name, data, got)
		}
		beveOK(t, "patch", "-w", path, "-e", "[]")
		if got := read(t, path); got != data {
			t.Errorf("%s: %q became %q in place", name, data, got)
		}
	}
	if same < len(files)-2 {
		t.Errorf("%d of %d files are valid", same, len(files))
	}
	for _, c := range []struct{ in, patch, want string }{
		{"\ufeff{\"a\":1}\r\n{\"a\":2}\r\n", `{"a":3}`, "\ufeff{\"a\":3}\r\n{\"a\":3}\r\n"},
		{"{\"a\":1}{\"a\":2}", `[{"op":"replace","path":"","value":7}]`, "7\n7"},
		{"[1][2]", `[{"op":"replace","path":"","value":"x"}]`, `"x""x"`},
		{"1 2", `[{"op":"replace","path":"","value":7}]`, "7 7"},
	} {
		if got := beveOK(t, "patch", file(t, "a.json", []byte(c.in)), "-e", c.patch); got != c.want {
			t.Errorf("%q became %q, want %q", c.in, got, c.want)
		}
		if got := beveOK(t, "cat", file(t, "a.json", []byte(c.want))); strings.Count(got, "\n") != strings.Count(beveOK(t, "cat", file(t, "b.json", []byte(c.in))), "\n") {
			t.Errorf("%q has other values: %q", c.want, got)
		}
	}
	// What is malformed and passed over stays, too.
	bad := file(t, "bad.ndjson", []byte("{\"a\":1}\n{\"a\":\n\n {\"a\":2} x\n{\"a\":3}\n"))
	if r := beveIn(t, "", "patch", "--skip-bad", bad, "-e", `{"b":0}`); r.code != exitOK || r.out != "{\"a\":1,\"b\":0}\n{\"a\":\n\n {\"a\":2,\"b\":0} x\n{\"a\":3,\"b\":0}\n" {
		t.Errorf("%+v", r)
	}
}

// TestPatchWritesRegularFilesOnly: what is no file to replace is refused before it is opened, which may take for ever.
func TestPatchWritesRegularFilesOnly(t *testing.T) {
	dir := t.TempDir()
	pipe, link, socket := filepath.Join(dir, "pipe"), filepath.Join(dir, "link"), filepath.Join(dir, "socket")
	names := []string{os.DevNull}
	if exec.Command("mkfifo", pipe).Run() == nil && os.Symlink(pipe, link) == nil {
		names = append(names, pipe, link)
	}
	if l, err := net.Listen("unix", socket); err == nil {
		defer l.Close()
		names = append(names, socket)
	}
	for _, name := range names {
		for _, args := range [][]string{{"-e", "{}"}, {file(t, "patch.json", []byte("{}"))}, {"--force", "-e", "{}"}} {
			if got := beveFails(t, exitUsage, append([]string{"patch", "-w", name}, args...)...); !strings.Contains(got, "regular file") {
				t.Errorf("%s: %s", name, got)
			}
		}
	}
	beveFails(t, exitBad, "patch", "-w", dir, "-e", "{}")
	beveFails(t, exitBad, "patch", "-w", filepath.Join(dir, "nosuch"), "-e", "{}")
}

// TestPatchSaysWhichOperationFails: whichever it is, in whatever format file and patch are.
func TestPatchSaysWhichOperationFails(t *testing.T) {
	const doc = `{"a":1,"list":[1]}`
	packed, err := msgpack.Marshal(map[string]any{"a": 1, "list": []int{1}})
	if err != nil {
		t.Fatal(err)
	}
	files := []string{file(t, "a.json", []byte(doc)), file(t, "a.beve", beveOf(t, doc)), file(t, "a.mp", packed)}
	const good = `{"op":"test","path":"/a","value":1}`
	for _, bad := range []string{
		`{"op":"test","path":"/a","value":2}`, `{"op":"remove","path":"/b"}`, `{"op":"replace","path":"/list/1","value":0}`, `{"op":"add","path":"/list/7","value":0}`,
		`{"op":"move","from":"/b","path":"/c"}`, `{"op":"copy","from":"/list/3","path":"/c"}`, `{"op":"add","path":"/a/x","value":0}`,
	} {
		for at := range 3 {
			for of := at + 1; of <= 3; of++ {
				operations := slices.Repeat([]string{good}, of)
				operations[at] = bad
				patch := "[" + strings.Join(operations, ",") + "]"
				for _, name := range files {
					for _, args := range [][]string{{name, "-e", patch}, {name, file(t, "p.beve", beveOf(t, patch))}} {
						got := beveFails(t, exitBad, append([]string{"patch"}, args...)...)
						if want := fmt.Sprintf("operation %d, %s: ", at, bad); strings.Count(got, want) != 1 || strings.Count(got, "operation") != 1 {
							t.Errorf("%s of %s: %s, which has no %q", patch, name, got, want)
						}
					}
				}
			}
		}
	}
	long := beveFails(t, exitBad, "patch", files[0], "-e", `[{"op":"test","path":"/a","value":"`+strings.Repeat("x", 10_000)+`"}]`)
	if len(long) > 500 {
		t.Errorf("%d bytes: %s", len(long), long)
	}
}
