// What the tests of all commands share: running the program in this process, and
// files to run it on.

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestMain lets the test binary be the program itself, for tests that need a
// process.
func TestMain(m *testing.M) {
	if os.Getenv("BEVE_TEST_MAIN") != "" {
		main()
	}
	os.Exit(m.Run())
}

// process prepares a run of the program in a process of its own.
func process(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), "BEVE_TEST_MAIN=1", "GOCOVERDIR="+t.TempDir())
	return cmd
}

// result is what one run of the program gave.
type result struct {
	code     int
	out, err string
}

// beveIn runs the program with text on standard input.
func beveIn(t testing.TB, stdin string, args ...string) result {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(context.Background(), args, streams{in: strings.NewReader(stdin), out: &out, err: &errs})
	return result{code, out.String(), errs.String()}
}

// beveOK runs the program, which must succeed quietly, and returns its output.
func beveOK(t testing.TB, args ...string) string {
	t.Helper()
	r := beveIn(t, "", args...)
	if r.code != 0 || r.err != "" {
		t.Fatalf("beve %q: code %d, %s", args, r.code, r.err)
	}
	return r.out
}

// beveFails runs the program, which must fail with this code, and returns what it
// says.
func beveFails(t testing.TB, code int, args ...string) string {
	t.Helper()
	r := beveIn(t, "", args...)
	if r.code != code {
		t.Fatalf("beve %q: code %d, want %d: %s", args, r.code, code, r.err)
	}
	return r.err
}

// file writes a file into a new folder and returns its path.
func file(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// beveOf returns the BEVE of JSON texts, as one stream.
func beveOf(t testing.TB, texts ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	in := strings.NewReader(strings.Join(texts, "\n"))
	if _, err := translator.Transcode(&b, in, translator.JSONToBEVE, translator.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func read(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// golden compares got with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want := read(t, path); got != want {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

// vector is one entry of a manifest of the test vectors.
type vector struct {
	Name   string
	Stream bool
	Level  string
	Class  string
	path   string // without extension
}

func vectors(t testing.TB, dirs ...string) (list []vector) {
	t.Helper()
	for _, dir := range dirs {
		dir = filepath.Join("..", "..", "testdata", "beve", dir)
		var m struct{ Vectors []vector }
		if err := json.Unmarshal([]byte(read(t, filepath.Join(dir, "MANIFEST.json"))), &m); err != nil {
			t.Fatal(err)
		}
		if len(m.Vectors) < 40 {
			t.Fatalf("only %d vectors in %s", len(m.Vectors), dir)
		}
		for _, v := range m.Vectors {
			v.path = filepath.Join(dir, v.Name)
			list = append(list, v)
		}
	}
	return list
}

// located is the form in which bad input is reported.
var located = regexp.MustCompile(`(?m)^[^:\n]+: \d+: (/[^:\n]*: )?[^-/\n].*\n$`)

// failingWriter takes n bytes and then fails.
type failingWriter struct {
	n   int
	err error
}

func (w *failingWriter) Write(p []byte) (int, error) {
	if w.n < len(p) {
		return w.n, w.err
	}
	w.n -= len(p)
	return len(p), nil
}

// bigInput is JSON of some megabytes, in lines.
func bigInput(lines int) string {
	line := `{"id":7,"name":"north","samples":[1.5,2.5,-3,4e5],"ok":true,"note":null}` + "\n"
	return strings.Repeat(line, lines)
}

func validBEVE(data []byte) bool { return wire.Validate(data) == nil }

// TestHalfSurrogatesAreOneThing: every verb takes the escape of half a pair for the same.
func TestHalfSurrogatesAreOneThing(t *testing.T) {
	in := file(t, "half.json", []byte(`{"a":"x\ud800y","\udc00":1}`))
	want := "{\"a\":\"x\ufffdy\",\"\ufffd\":1}\n"
	beveOK(t, "valid", in)
	if got := beveOK(t, "cat", in); got != want {
		t.Errorf("cat: %q", got)
	}
	if got := beveOK(t, "get", in, "/a"); got != "\"x\ufffdy\"\n" {
		t.Errorf("get: %q", got)
	}
	if got := beveOK(t, "get", in, "/\ufffd"); got != "1\n" {
		t.Errorf("get of a key: %q", got)
	}
	for _, name := range []string{"out.beve", "out.json", "out.ndjson.gz", "out.parquet"} {
		out := filepath.Join(t.TempDir(), name)
		if name == "out.parquet" && beveIn(t, "", "convert", in, out).code != 0 {
			continue // built without
		}
		beveOK(t, "convert", in, out)
		if got := beveOK(t, "cat", out); got != want {
			t.Errorf("%s: %q", name, got)
		}
		beveOK(t, "diff", in, out)
	}
}

// TestErrorsAreShortLines: whatever input and its name are, each verb tells what is wrong
// on one line of less than 2 KB that does nothing to a terminal.
func TestErrorsAreShortLines(t *testing.T) {
	key := strings.Repeat("\n\x1b[31m\u202e", 400)
	deep := strings.Repeat("\x03\x04"+string(wire.AppendText(nil, key)), 60)
	for name, data := range map[string]string{
		"deep.beve":         deep,
		"bad.beve":          deep + "\xff",
		"deep.json":         strings.Repeat(`{"`+strings.Repeat("k", 900)+`":`, 60) + "]",
		"escapes.json":      strings.Repeat(`{"`+strings.Repeat(`\u001b\u202e`, 90)+`":`, 60) + "x",
		"deep.msgpack":      strings.Repeat("\x81\xda\x02\x58"+strings.Repeat("\x1b", 600), 60),
		"\x1b[31m\n\r.json": "{",
	} {
		in := file(t, name, []byte(data))
		for _, args := range [][]string{
			{"valid", in}, {"cat", in}, {"cat", "--log", in}, {"cat", "--indent", in}, {"stat", in}, {"explain", in},
			{"get", in, "/x"}, {"get", in, "/*"}, {"query", ".", in}, {"schema", in}, {"sort", in}, {"cat", "--csv", in}, {"diff", in, in}, {"convert", in, filepath.Join(t.TempDir(), "out.json")},
			{"convert", in, filepath.Join(t.TempDir(), "out.beve")},
		} {
			r := beveIn(t, "", args...)
			for line := range strings.SplitSeq(strings.TrimSuffix(r.err, "\n"), "\n") {
				if len(line) > 2048 || strings.ContainsFunc(line, func(c rune) bool { return !unicode.IsPrint(c) }) {
					t.Errorf("%q: %d bytes: %.300q", args, len(line), line)
				}
			}
			if r.code == 0 || strings.Count(r.err, "\n") > 2 {
				t.Errorf("%q: %d, %.300q", args, r.code, r.err)
			}
		}
	}
}

// TestEveryVerbTakesTheSameNumbers: a number of JSON is one to every verb, or to none.
func TestEveryVerbTakesTheSameNumbers(t *testing.T) {
	for text, good := range map[string]bool{
		"3.14159265358979323846": false, "1e-400": false, "1e400": false, "-1e400": false, "340282366920938463463374607431768211456": false,
		"3.141592653589793": true, "3.1415926535897931": true, "0.10000000000000000000": true, "0.1000000000000000055511151231257827": true, "0e-400": true,
		"1e308": true, "5e-324": true, "340282366920938463463374607431768211455": true, "1.00000000000000000000000000001": false,
	} {
		in := file(t, "in.json", []byte("["+text+"]\n"))
		for _, args := range []string{
			"valid IN", "cat IN", "convert IN -", "convert --to ndjson IN -", "convert --to csv IN -", "get IN /0", "query . IN", "head IN", "select IN /a", "where IN .",
			"sort IN", "count IN", "schema IN", "stat IN", "explain IN", "diff IN IN", "patch IN -e []", "cat --indent IN", "cat --table IN",
		} {
			args := strings.Fields(strings.ReplaceAll(args, "IN", in))
			if r := beveIn(t, "", args...); (r.code == exitOK) != good {
				t.Errorf("%q of %s: %+v", args, text, r)
			}
		}
	}
}
