package main

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
)

var extensions = []string{
	".json", ".ndjson", ".jsonl", ".beve", ".json.gz", ".json.zst", ".ndjson.gz", ".ndjson.zst", ".beve.gz", ".beve.zst",
}

func TestConvertBetweenAllFormats(t *testing.T) {
	text := string(sample) + "\n[]\n[1, 2.5, 340282366920938463463374607431768211455]\n\"\\n\"\n"
	first := file(t, "first.json", []byte(text))
	want := beveOK(t, "cat", first)
	if strings.Count(want, "\n") != 4 {
		t.Fatal(want)
	}
	dir := t.TempDir()
	for _, from := range extensions {
		a := filepath.Join(dir, "a"+from)
		beveOK(t, "convert", first, a)
		for _, to := range extensions {
			b := filepath.Join(dir, "b"+to)
			beveOK(t, "convert", a, b)
			if got := beveOK(t, "cat", b); got != want {
				t.Errorf("%s to %s: %s", from, to, got)
			}
		}
	}
	left, _ := filepath.Glob(filepath.Join(dir, ".*"))
	if len(left) > 0 {
		t.Errorf("not removed: %q", left)
	}
}

// TestConvertRefusesForeignEndings: a name that says another format is not filled with
// BEVE or JSON.
func TestConvertRefusesForeignEndings(t *testing.T) {
	in := file(t, "in.json", []byte(`{"a":1}`))
	for _, name := range []string{"out.xlsx", "out.XLSX", "out.xlsx.gz", "out.txt.zst", "out.xml", "out.pb", "out.beve.bak", "out.\x1b[31m"} {
		out := filepath.Join(t.TempDir(), name)
		message := beveFails(t, exitUsage, "convert", in, out)
		if !strings.Contains(message, ".parquet") || strings.Contains(message, "\x1b") {
			t.Errorf("%q: %q", name, message)
		}
		if _, err := os.Stat(out); !os.IsNotExist(err) {
			t.Errorf("%q: %v", name, err)
		}
		beveOK(t, "convert", in, out, "--to", "beve")
	}
	for _, name := range []string{"out", "out.gz", "out.zst"} {
		beveOK(t, "convert", in, filepath.Join(t.TempDir(), name))
	}
}

// TestConvertOneLargeArray: what is read twice gives what is held as a whole.
func TestConvertOneLargeArray(t *testing.T) {
	text := []byte("[" + strings.Repeat(`{"id":1,"tags":["a","b"],"values":[1,2.5,-3]},`, 60_000) + "[]]")
	plain, dir := file(t, "large.json", text), t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, flags := range [][]string{nil, {"--typed-arrays"}} {
		beveOK(t, "convert", plain, at("large.json.gz"))
		beveOK(t, append([]string{"convert", plain, at("twice.beve")}, flags...)...)
		beveOK(t, append([]string{"convert", at("large.json.gz"), at("held.beve")}, flags...)...)
		twice, err := os.ReadFile(at("twice.beve"))
		if err != nil {
			t.Fatal(err)
		}
		held, err := os.ReadFile(at("held.beve"))
		if err != nil || !bytes.Equal(twice, held) {
			t.Fatalf("%v: %d bytes and %d, %v", flags, len(twice), len(held), err)
		}
		beveOK(t, "convert", at("twice.beve"), at("back.json"))
		if back, err := os.ReadFile(at("back.json")); err != nil || string(back) != string(text)+"\n" {
			t.Fatalf("%v: %d bytes came back as %d, %v", flags, len(text), len(back), err)
		}
	}
}

func TestConvertVectorsThroughBEVE(t *testing.T) {
	for _, v := range vectors(t, "glaze", "rust", "crafted", "extended") {
		out := filepath.Join(t.TempDir(), "out.beve")
		tags := len(withTags("cat", v.path)) > 2
		if tags {
			continue // what they are in version 1 is written to no file of version 2
		}
		beveOK(t, "convert", v.path+".beve", out)
		if err := testkit.CompareJSON([]byte(beveOK(t, "cat", out)), []byte(read(t, v.path+".json"))); err != nil {
			t.Errorf("%s: %v", v.Name, err)
		}
		// Values are kept as they are: one that had neither framing nor delimiters
		// around it stays the same byte for byte.
		in := read(t, v.path+".beve")
		if !v.Stream && in[0] != 0x2e && in[0] != 0x06 && read(t, out) != in {
			t.Errorf("%s changes", v.Name)
		}
	}
}

func TestConvertOptions(t *testing.T) {
	in := file(t, "in.json", []byte(`{"a":[1,2,3]}`))
	out := filepath.Join(t.TempDir(), "out.beve")
	beveOK(t, "convert", in, out)
	if got := read(t, out); got != "\x03\x04\x04a\x05\x0c\x11\x01\x11\x02\x11\x03" {
		t.Errorf("generic: % x", got)
	}
	beveOK(t, "convert", in, out, "--typed-arrays")
	if got := read(t, out); got != "\x03\x04\x04a\x14\x0c\x01\x02\x03" {
		t.Errorf("typed: % x", got)
	}
	beveOK(t, "convert", in, out, "--typed-arrays", "--framing")
	if got := read(t, out); got != "\x2e\x02\x03\x04\x04a\x14\x0c\x01\x02\x03" {
		t.Errorf("framed: % x", got)
	}
	text := filepath.Join(t.TempDir(), "out.json")
	beveOK(t, "convert", out, text, "--indent")
	if got := read(t, text); got != "{\n  \"a\": [\n    1,\n    2,\n    3\n  ]\n}\n" {
		t.Errorf("indented: %s", got)
	}
	// A framing header without a value would be malformed.
	none := file(t, "none.json", nil)
	beveOK(t, "convert", none, out, "--framing")
	if got := read(t, out); got != "" {
		t.Errorf("nothing, framed: % x", got)
	}
}

func TestConvertStdinAndStdout(t *testing.T) {
	r := beveIn(t, "[1]\n2", "convert", "-", "-")
	if r.code != 0 || r.out != "\x05\x04\x11\x01\x06\x11\x02" {
		t.Errorf("from JSON: %+v", r)
	}
	r = beveIn(t, r.out, "convert", "-", "-")
	if r.code != 0 || r.out != "[1]\n2\n" {
		t.Errorf("from BEVE: %+v", r)
	}
	r = beveIn(t, "7", "convert", "-", "-", "--from", "ndjson", "--to", "ndjson.gz")
	if r.code != 0 || !strings.HasPrefix(r.out, "\x1f\x8b") {
		t.Errorf("compressed: %+v", r)
	}
	r = beveIn(t, r.out, "cat")
	if r.code != 0 || r.out != "7\n" {
		t.Errorf("from gzip: %+v", r)
	}
	out := filepath.Join(t.TempDir(), "out.dat")
	r = beveIn(t, "7", "convert", "-", out)
	if r.code != 0 || read(t, out) != "\x11\x07" {
		t.Errorf("to a name that says nothing: %+v", r)
	}
}

func TestConvertFailureLeavesTheTargetAlone(t *testing.T) {
	bad := map[string]string{
		"bad.json":    bigInput(3000) + "{\"id\":",
		"bad.ndjson":  "1\n2\nnul\n",
		"bad.beve":    "\x11\x01\x06\x11\x02\x06\xff",
		"bad.json.gz": "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03",
	}
	for name, data := range bad {
		in := file(t, name, []byte(data))
		for _, ext := range extensions {
			dir := t.TempDir()
			old := filepath.Join(dir, "old"+ext)
			os.WriteFile(old, []byte("precious"), 0o600)
			for _, out := range []string{old, filepath.Join(dir, "new"+ext)} {
				if got := beveFails(t, 1, "convert", in, out); !located.MatchString(got) {
					t.Errorf("%s to %s says %q", name, ext, got)
				}
			}
			if got := read(t, old); got != "precious" {
				t.Errorf("%s to %s wrote %q", name, ext, got)
			}
			if files, _ := os.ReadDir(dir); len(files) != 1 {
				t.Errorf("%s to %s leaves %v", name, ext, files)
			}
		}
	}
}

func TestConvertInPlaceKeepsMode(t *testing.T) {
	name := file(t, "a.json", []byte("{ \"a\" : 1 }"))
	os.Chmod(name, 0o640)
	beveOK(t, "convert", name, name)
	if got := read(t, name); got != "{\"a\":1}\n" {
		t.Errorf("got %q", got)
	}
	info, err := os.Stat(name)
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestConvertFollowsLinksAndPipes(t *testing.T) {
	real := file(t, "real.json", []byte("0"))
	link := filepath.Join(t.TempDir(), "link.json")
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	in := file(t, "in.beve", []byte("\x11\x07"))
	beveOK(t, "convert", in, link)
	if info, _ := os.Lstat(link); info.Mode()&fs.ModeSymlink == 0 || read(t, real) != "7\n" {
		t.Errorf("link %v, %q", info.Mode(), read(t, real))
	}
	beveOK(t, "convert", in, os.DevNull, "--to", "json")
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s has become %v", os.DevNull, info)
	}
}

func TestConvertToWhereNothingCanBe(t *testing.T) {
	in := file(t, "in.json", []byte("1"))
	for _, out := range []string{t.TempDir(), filepath.Join(t.TempDir(), "no", "such.beve")} {
		got := beveFails(t, 1, "convert", in, out, "--to", "beve")
		if !strings.HasPrefix(got, "beve: write: ") {
			t.Error(got)
		}
	}
}

func TestInterruptedConvertCleansUp(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out.beve")
	ctx, cancel := context.WithCancel(context.Background())
	in := io.MultiReader(strings.NewReader(bigInput(2000)), readFunc(func(p []byte) (int, error) {
		cancel()
		return copy(p, "{}\n"), nil
	}))
	var errs bytes.Buffer
	code := run(ctx, []string{"convert", "-", out}, streams{in: in, out: io.Discard, err: &errs})
	files, _ := os.ReadDir(dir)
	if code != exitInterrupted || len(files) != 0 || errs.Len() != 0 {
		t.Errorf("code %d, files %v, %q", code, files, errs.String())
	}
}

type readFunc func(p []byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

func TestConvertRefusesWhatMakesNoSense(t *testing.T) {
	text := file(t, "a.json", []byte("1"))
	binary := file(t, "a.beve", []byte("\x00"))
	for _, args := range [][]string{
		{text, "out.beve", "--indent"}, {text, "out.ndjson", "--indent"}, {binary, "out.json", "--framing"},
		{binary, "out.beve", "--typed-arrays"}, {text, "out.json", "--typed-arrays"},
		{text, "out.beve", "--to", "xml"}, {text, "out.beve", "--to", "json.bz2"}, {text, "out.beve", "--from", "yaml"},
		{text}, {text, "a", "b"}, {text, "out.beve", "--max-size", "many"}, {text, "out.beve", "--max-size", "-1"},
		{text, "out.beve", "--max-depth", "0"}, {text, "out.beve", "--max-depth", "1000000"},
	} {
		got := beveFails(t, 2, append([]string{"convert"}, args...)...)
		if !strings.Contains(got, "Run 'beve convert --help' for usage.") {
			t.Errorf("%q says %q", args, got)
		}
	}
	if _, err := os.Stat("out.beve"); err == nil {
		t.Error("a file was written")
	}
}

func TestConvertOnATerminal(t *testing.T) {
	in := file(t, "in.ndjson", []byte(bigInput(20_000)))
	out := filepath.Join(t.TempDir(), "out.beve")
	onTerminal := func(args ...string) (int, string, string) {
		var o, e bytes.Buffer
		a := newApp(context.Background(), streams{out: &o, err: &e, outIsTerminal: true, errIsTerminal: true})
		a.barDelay = 0
		return a.run(args), o.String(), e.String()
	}
	code, _, text := onTerminal("convert", in, out, "--color", "never")
	if code != 0 || !strings.Contains(text, "✓ ") || !strings.Contains(text, "20000 values") || !strings.Contains(text, "%") {
		t.Errorf("code %d, %q", code, text)
	}
	if !strings.Contains(text, "iB/s") {
		t.Errorf("no progress in %q", text)
	}
	if code, _, text = onTerminal("convert", in, out, "--quiet"); code != 0 || text != "" {
		t.Errorf("quiet: code %d, %q", code, text)
	}
	if code, stdout, _ := onTerminal("convert", in, "-"); code != 2 || stdout != "" {
		t.Errorf("binary on a terminal: code %d, %q", code, stdout)
	}
	if code, stdout, _ := onTerminal("convert", in, "-", "--force"); code != 0 || !strings.HasPrefix(stdout, "\x03") {
		t.Errorf("forced: code %d, %.10q", code, stdout)
	}
	if code, _, _ := onTerminal("get", "--raw", in, ""); code != 2 {
		t.Errorf("get --raw on a terminal: code %d", code)
	}
}
