package main

import (
	"bytes"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// numbered returns the result of number for a source without package clause.
func numbered(t *testing.T, src string, opts options) string {
	t.Helper()
	out, err := number("x.go", []byte("package x\n\n"+src), opts)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(string(out), "package x\n\n")
}

func TestNumberAddsTagsAndKeepsTheRest(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"comments stay",
			"// T is a thing.\ntype T struct {\n\t// A comes first.\n\tA int // one\n\n\t/* b */ B string /* two */\n}\n",
			"// T is a thing.\ntype T struct {\n\t// A comes first.\n\tA int `zid:\"0\"` // one\n\n\t/* b */ B string `zid:\"1\"` /* two */\n}\n"},
		{"ids go on after the largest",
			"type T struct {\n\tA int `zid:\"1\"`\n\tB int\n\tC int `zid:\"0\"`\n\tD int\n}\n",
			"type T struct {\n\tA int `zid:\"1\"`\n\tB int `zid:\"2\"`\n\tC int `zid:\"0\"`\n\tD int `zid:\"3\"`\n}\n"},
		{"other keys stay",
			"type T struct {\n\tA int `json:\"a,omitempty\" msg:\"b\"`\n}\n",
			"type T struct {\n\tA int `json:\"a,omitempty\" msg:\"b\" zid:\"0\"`\n}\n"},
		{"a tag in double quotes is a tag",
			"type T struct {\n\tA int \"json:\\\"a\\\"\"\n}\n",
			"type T struct {\n\tA int `json:\"a\" zid:\"0\"`\n}\n"},
		{"a tag with a back quote stays in double quotes",
			"type T struct {\n\tA int \"json:\\\"`\\\"\"\n}\n",
			"type T struct {\n\tA int \"json:\\\"`\\\" zid:\\\"0\\\"\"\n}\n"},
		{"fields left alone",
			"type T struct {\n\tA int `msg:\"-\"`\n\tB int `json:\"b\" msg:\"-\"`\n\tC int `zid:\"-\"`\n\tD int `zid:\"skip\"`\n\tE int `zid:\"-2\"`\n\tf int\n\t_ int\n}\n",
			"type T struct {\n\tA int `msg:\"-\"`\n\tB int `json:\"b\" msg:\"-\"`\n\tC int `zid:\"-\"`\n\tD int `zid:\"skip\"`\n\tE int `zid:\"-2\"`\n\tf int\n\t_ int\n}\n"},
		{"a field for unknown members has no number of its own",
			"type T struct {\n\tA int\n\tMore map[int64]msgp.Raw `msg:\",unknown\"`\n\tB int\n}\n",
			"type T struct {\n\tA int `zid:\"0\"`\n\tMore map[int64]msgp.Raw `msg:\",unknown\"`\n\tB int `zid:\"1\"`\n}\n"},
		{"every kind of field",
			"type t struct {\n\t*E\n\tp.F\n\tG[int]\n\tA interface{}\n\tB []interface{}\n\tC struct{}\n\tD chan int\n\tH func(a, b int)\n\tStruct, Import int\n}\n",
			"type t struct {\n\t*E      `zid:\"0\"`\n\tp.F     `zid:\"1\"`\n\tG[int]  `zid:\"2\"`\n\tA       interface{}     `zid:\"3\"`\n\tB       []interface{}   `zid:\"4\"`\n\tC       struct{}        `zid:\"5\"`\n\tD       chan int        `zid:\"6\"`\n\tH       func(a, b int)  `zid:\"7\"`\n\tStruct  int             `zid:\"8\"`\n\tImport  int             `zid:\"9\"`\n}\n"},
		{"several names get several ids",
			"type T struct {\n\t// doc\n\tA, b, C int `json:\"x\"` // end\n}\n",
			"type T struct {\n\t// doc\n\tA int `json:\"x\" zid:\"0\"`\n\tb int `json:\"x\"`\n\tC int `json:\"x\" zid:\"1\"` // end\n}\n"},
		{"promoted fields count as those of the struct around them",
			"type T struct {\n\tA int\n\tbase\n\tB int\n}\ntype base struct {\n\tX, Y int\n\tinner\n}\ntype inner struct {\n\tZ int\n}\ntype U struct {\n\tOpen `msg:\",flatten\"`\n\tC int\n}\ntype Open struct {\n\tV int\n}\ntype V struct {\n\tOpen\n\tD int\n}\n",
			"type T struct {\n\tA int `zid:\"3\"`\n\tbase\n\tB int `zid:\"4\"`\n}\ntype base struct {\n\tX int `zid:\"1\"`\nY int `zid:\"2\"`\n\tinner\n}\ntype inner struct {\n\tZ int `zid:\"0\"`\n}\ntype U struct {\n\tOpen `msg:\",flatten\"`\n\tC int `zid:\"1\"`\n}\ntype Open struct {\n\tV int `zid:\"0\"`\n}\ntype V struct {\n\tOpen `zid:\"0\"`\n\tD int `zid:\"1\"`\n}\n"},
		{"structs in groups and within structs",
			"type (\n\tT struct{ A int }\n\tU []struct {\n\t\tB struct{ C, D int }\n\t\tE int\n\t}\n)\n\nvar v = struct{ A int }{1}\n\nfunc f() { type L struct{ A int } }\n",
			"type (\n\tT struct {\n\t\tA int `zid:\"0\"`\n\t}\n\tU []struct {\n\t\tB struct {\n\t\t\tC int `zid:\"0\"`\n\t\t\tD int `zid:\"1\"`\n\t\t} `zid:\"0\"`\n\t\tE int `zid:\"1\"`\n\t}\n)\n\nvar v = struct{ A int }{1}\n\nfunc f() { type L struct{ A int } }\n"},
	} {
		want, err := format.Source([]byte("package x\n\n" + c.want))
		if err != nil {
			t.Fatal(c.name, err)
		}
		got := numbered(t, c.in, options{})
		if got != strings.TrimPrefix(string(want), "package x\n\n") {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, want)
		}
		if again := numbered(t, got, options{}); again != got {
			t.Errorf("%s: numbered again it is\n%s", c.name, again)
		}
	}
}

func TestNumberUnexported(t *testing.T) {
	got := numbered(t, "type T struct {\n\ta int\n\te\n\t_ int\n}\n", options{unexported: true})
	if want := "type T struct {\n\ta int `zid:\"0\"`\n\te `zid:\"1\"`\n\t_ int\n}\n"; strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") {
		t.Error(got)
	}
}

func TestNumberRejects(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"an id twice":              {"type T struct {\n\tA int `zid:\"0\"`\n\tB int `zid:\"0\"`\n}", "x.go:5:2: T.B and T.A share zid 0"},
		"an id out of reach":       {"type T struct {\n\tA int `zid:\"7\"`\n}", "no field of T has zid 0, but A has 7"},
		"a gap":                    {"type T struct {\n\tA int `zid:\"0\"`\n\tB int `zid:\"2\"`\n\tC int\n}", "no field of T has zid 1"},
		"one id for two":           {"type T struct {\n\tA, B int `zid:\"0\"`\n}", "one zid for 2 fields"},
		"no number":                {"type T struct {\n\tA int `zid:\"x\"`\n}", "x.go:4:8: zid:\"x\""},
		"a malformed tag":          {"type T struct {\n\tA int `json`\n}", "malformed"},
		"no Go":                    {"type T struct {", "x.go:3"},
		"two of one inline struct": {"type T struct {\n\tA, B struct{ C int }\n}", "declare each by itself"},
	} {
		_, err := number("x.go", []byte("package x\n\n"+c.in), options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRunWritesWhereItIsTold(t *testing.T) {
	src := "package x\n\ntype T struct{ A int }\n"
	want := "package x\n\ntype T struct {\n\tA int `zid:\"0\"`\n}\n"
	read := func(path string) string {
		t.Helper()
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	dir := t.TempDir()
	file, out := filepath.Join(dir, "in", "x.go"), filepath.Join(dir, "out")
	if err := writeFile(file, []byte(src)); err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	if status := run([]string{"-debug", "-o", out, file}, &stderr, &stderr); status != 0 {
		t.Fatal(status, stderr.String())
	}
	if read(file) != src || read(filepath.Join(out, "x.go")) != want {
		t.Error("not a numbered copy beside an untouched source")
	}
	if !strings.Contains(stderr.String(), "x.go:3:16: T.A gets zid 0") {
		t.Error(stderr.String())
	}
	if status := run([]string{"-OVERWRITE", "-o", out, file}, &stderr, &stderr); status != 0 || read(file) != want || read(filepath.Join(out, "bk", "x.go")) != src {
		t.Error("not overwritten after a copy", status)
	}
	if status := run([]string{"-w", "-p", "y", file}, &stderr, &stderr); status != 0 || !strings.HasPrefix(read(file), "package y\n") {
		t.Error("not written in place, as package y", status)
	}
	if err := os.Chmod(file, 0o444); err != nil {
		t.Fatal(err)
	}
	was := read(file)
	stderr.Reset()
	if status := run([]string{"-w", "-p", "z", file}, &stderr, &stderr); status != 1 || read(file) != was || !strings.Contains(stderr.String(), file+": the file is read-only") {
		t.Error("a file that is read-only is written", status, stderr.String())
	}
	for _, c := range []struct {
		args   []string
		status int
	}{{[]string{"-h"}, 0}, {[]string{"-version"}, 0}, {nil, 2}, {[]string{"-nonsense"}, 2}, {[]string{filepath.Join(dir, "none.go")}, 1}} {
		if status := run(c.args, &stderr, &stderr); status != c.status {
			t.Errorf("%v: exit status %d", c.args, status)
		}
	}
}

// FuzzNumber holds that whatever is numbered is Go, and stays as it is when it is
// numbered again.
func FuzzNumber(f *testing.F) {
	f.Add("package x\ntype T struct { A, B int; C string `json:\"x\"`; *D; E struct { F int } }")
	f.Add("package x\ntype ( T struct { A int `zid:\"0\"`; B []byte \"msg:\\\"b\\\"\" /* c */ } )")
	f.Fuzz(func(t *testing.T, src string) {
		once, err := number("x.go", []byte(src), options{})
		if err != nil {
			return
		}
		twice, err := number("x.go", once, options{})
		if err != nil {
			t.Fatalf("%v in\n%s", err, once)
		}
		// gofmt may move what stands between when it runs again.
		if !slices.Equal(strings.Fields(string(once)), strings.Fields(string(twice))) {
			t.Fatalf("%s\nthen\n%s", once, twice)
		}
	})
}

// TestLinksNothingForeign holds that the command is made of the standard library and this
// project alone.
func TestLinksNothingForeign(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".").CombinedOutput()
	if err != nil || len(out) == 0 {
		t.Fatalf("go list: %v, %s", err, out)
	}
	for _, path := range strings.Fields(string(out)) {
		if !strings.HasPrefix(path, "github.com/beve-org/beve-go/") {
			t.Errorf("addzid links %s", path)
		}
	}
}

// TestPromotedFieldsOfOtherFilesAreGenerated numbers the files of a package one by one: the result
// is what zebrapack takes, whichever comes first.
func TestPromotedFieldsOfOtherFilesAreGenerated(t *testing.T) {
	files := map[string]string{"a.go": "package x\n\ntype A struct {\n\tz\n\tN int\n}\n", "z.go": "package x\n\ntype z struct {\n\tX, Y string\n}\ntype Z struct {\n\tM int\n\tz\n}\n"}
	for _, order := range [][]string{{"a.go", "z.go"}, {"z.go", "a.go"}} {
		dir := t.TempDir()
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range order {
			var out bytes.Buffer
			if status := run([]string{"-w", filepath.Join(dir, name)}, &out, &out); status != 0 {
				t.Fatal(out.String())
			}
		}
		for name, want := range map[string]string{"a.go": "N int `zid:\"2\"`", "z.go": "M int `zid:\"2\"`"} {
			if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !bytes.Contains(text, []byte(want)) {
				t.Errorf("%v: %s: %v\n%s", order, name, err, text)
			}
		}
	}
}

// TestEmbeddedStructsWithNamesAreNumbered has what is a field by its tag, although its type is not
// exported: zebrapack and reflection ask for its number.
func TestEmbeddedStructsWithNamesAreNumbered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.go")
	source := "package x\n\ntype emb struct{ A int }\ntype g[T any] struct{ A T }\ntype num int\ntype V struct {\n\temb `json:\"v\"`\n\tB int\n}\n" +
		"type P struct {\n\t*emb `msg:\"p\"`\n\tB int\n}\ntype G struct {\n\tg[int] `msg:\"g\"`\n\tB int\n}\ntype N struct {\n\tnum `msg:\"n\"`\n\tB int\n}\ntype S struct {\n\temb `msg:\"-\"`\n\tB int\n}\n"
	if err := os.WriteFile(path, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if status := run([]string{"-w", path}, &out, &out); status != 0 {
		t.Fatal(out.String())
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile(`[ \t]+`).ReplaceAllString(string(text), " ")
	for _, want := range []string{"emb `json:\"v\" zid:\"0\"`\n B int `zid:\"1\"`", "*emb `msg:\"p\" zid:\"0\"`\n B int `zid:\"1\"`", "g[int] `msg:\"g\" zid:\"0\"`\n B int `zid:\"1\"`",
		"num `msg:\"n\"`\n B int `zid:\"0\"`", "emb `msg:\"-\"`\n B int `zid:\"0\"`"} {
		if !strings.Contains(lines, want) {
			t.Errorf("no %q in\n%s", want, lines)
		}
	}
}
