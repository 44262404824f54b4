package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// inputs are files that cannot be read, or hold nothing or damage: the name of each, what makes it, whether it
// can come by standard input, and the place of the damage that a message has after the name: the offset, and the
// path of what is not a value as a whole.
var inputs = []struct {
	name, data string
	stdin      bool
	flags      []string // of standard input, which has no name to tell the format
	place      string
	fine       bool // an empty stream is one without values
}{
	{name: "missing.beve", place: ""},
	{name: "folder.beve", place: ""},
	{name: "unreadable.beve", place: ""},
	{name: "empty.beve", stdin: true, fine: true},
	{name: "empty.json", stdin: true, flags: []string{"--from", "json"}, fine: true},
	{name: "empty.msgpack", stdin: true, flags: []string{"--from", "msgpack"}, fine: true},
	{name: "empty.json.gz", stdin: true, flags: []string{"--from", "json.gz"}, place: "0: "},
	{name: "short.beve", data: "\x05\x08\x01", stdin: true, place: "1: "},
	{name: "header.beve", data: "\x07", stdin: true, place: "0: "},
	{name: "inner.beve", data: "\x03\x04\x04a\x02\x04\xff", stdin: true, place: "6: /a: "},
	{name: "key.json", data: `{"a":1,}`, stdin: true, place: "7: "},
	{name: "inner.json", data: `{"a":[1,x]}`, stdin: true, place: "8: /a/1: "},
	{name: "text.json", data: "nothing of the kind\nat all", stdin: true, place: "1: "},
	{name: "escapes.json", data: "{\"\x1b[31m\": 1}", stdin: true, place: "2: "},
	{name: "quotes.csv", data: "a,b\n1,\"x\n", stdin: true, flags: []string{"--from", "csv"}, place: "6: "},
	{name: "cells.csv", data: "a,b\n1,2,3\n", stdin: true, flags: []string{"--from", "csv"}, place: "4: "},
	{name: "latin.csv", data: "a\n1\n\xe9\n", stdin: true, flags: []string{"--from", "csv"}, place: "4: "},
	{name: "café.csv", data: "name,price\nCaf\xe9,1\n", stdin: true, flags: []string{"--from", "csv"}, place: "14: "},
	{name: "title.csv", data: "Stra\xdfe;Ort\n1;2\n", stdin: true, flags: []string{"--from", "csv"}, place: "4: "},
	{name: "semicolons.csv", data: "a;b\n1;2;3\n", stdin: true, flags: []string{"--from", "csv"}, place: "4: "},
	{name: "latin.json", data: "{\"a\":\"Caf\xe9\"}", stdin: true, place: "9: /a: "},
	{name: "page.json", data: "<!DOCTYPE html><p>\n", stdin: true, place: "0: "},
	{name: "short.parquet", data: "PAR1\x15\x04\x15\x00 and more", stdin: true, place: "0: "},
	{name: "none.parquet", data: "a,b\n1,2\nand more", place: "0: "},
	{name: "twice.csv", data: "a,a\n", stdin: true, flags: []string{"--from", "csv"}, place: "0: "},
	{name: "cells.tsv", data: "a\tb\n\n1\n", stdin: true, flags: []string{"--from", "tsv"}, place: "5: "},
	{name: "short.msgpack", data: "\x81\xa1a", stdin: true, flags: []string{"--from", "msgpack"}, place: "3: "},
	{name: "code.msgpack", data: "\xc1", stdin: true, flags: []string{"--from", "msgpack"}, place: "0: "},
	{name: "text.msgpack", data: "\xa1\xff", stdin: true, flags: []string{"--from", "msgpack"}, place: "0: "},
	{name: "short.json.gz", data: "\x1f\x8b", stdin: true, place: "0: "},
	{name: "damaged.json.gz", data: "\x1f\x8b\x08\x00abcdefgh", stdin: true, place: "0: "},
	{name: "short.beve.zst", data: "\x28\xb5\x2f\xfd", stdin: true, place: "0: "},
}

// verbs are what reads files: IN stands for the input, OK for a file that is fine, and DIR for a folder.
var verbs = map[string][]string{
	"cat":              {"cat", "IN"},
	"cat --tail":       {"cat", "--tail", "1", "IN"},
	"cat --indent":     {"cat", "--indent", "IN"},
	"cat, two":         {"cat", "OK", "IN"},
	"convert to BEVE":  {"convert", "IN", "DIR/out.beve"},
	"convert to JSON":  {"convert", "IN", "DIR/out.json.gz"},
	"cat --csv":        {"cat", "--csv", "IN"},
	"cat --table":      {"cat", "--table", "IN"},
	"get --first":      {"get", "--first", "--skip-missing", "IN", "/none"},
	"get, any":         {"get", "--skip-missing", "IN", "/*"},
	"convert to CSV":   {"convert", "IN", "DIR/out.csv"},
	"convert to -":     {"convert", "IN", "-", "--to", "json"},
	"valid":            {"valid", "IN"},
	"explain":          {"explain", "IN"},
	"get":              {"get", "IN", ""},
	"stat":             {"stat", "IN"},
	"query":            {"query", ".", "IN"},
	"query --slurp":    {"query", "-s", ".", "IN"},
	"schema":           {"schema", "IN"},
	"head":             {"head", "IN"},
	"select":           {"select", "IN", "/a"},
	"where":            {"where", "IN", "."},
	"sort":             {"sort", "IN"},
	"count":            {"count", "IN", "/a"},
	"patch":            {"patch", "IN", "-e", `{"b":1}`},
	"patch, the patch": {"patch", "OK", "IN"},
	"diff --patch":     {"diff", "--patch", "IN", "OK"},
	"diff, the first":  {"diff", "IN", "OK"},
	"diff, the second": {"diff", "OK", "IN"},
}

// A message about input is one line: the name once, the place, the reason; the code is 1.
func TestMessagesAboutInput(t *testing.T) {
	dir := t.TempDir()
	write := func(name, data string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(data), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	ok := write("ok.json", `{"a":1}`, 0o666)
	if err := os.Mkdir(filepath.Join(dir, "folder.beve"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, in := range inputs {
		path := filepath.Join(dir, in.name)
		switch {
		case in.name == "unreadable.beve":
			if path = unreadable(t, write); path == "" {
				continue
			}
		case in.name != "missing.beve" && in.name != "folder.beve":
			write(in.name, in.data, 0o666)
		}
		rows := strings.HasSuffix(in.name, ".csv") || strings.HasSuffix(in.name, ".tsv")
		for verb, words := range verbs {
			if rows && verb == "patch" {
				continue // which is wrong use
			}
			args := filled(words, path, ok, dir)
			r := beveIn(t, "", args...)
			checkMessage(t, verb+" "+in.name, r, path, in.place, in.fine, verb)
			if in.stdin {
				if len(in.flags) > 0 && slices.Contains(words, "OK") {
					continue // which would be of the same format
				}
				r = beveIn(t, in.data, append(filled(words, "-", ok, dir), in.flags...)...)
				checkMessage(t, verb+" - of "+in.name, r, "standard input", in.place, in.fine, verb)
			}
		}
	}
}

// filled puts names into the words of a verb.
func filled(words []string, in, ok, dir string) (args []string) {
	for _, w := range words {
		switch w {
		case "IN":
			w = in
		case "OK":
			w = ok
		}
		args = append(args, strings.Replace(w, "DIR", dir, 1))
	}
	return args
}

// unreadable is a file that opens or reads with an error, if there is one for whoever runs the test.
func unreadable(t *testing.T, write func(name, data string, mode os.FileMode) string) string {
	path := write("unreadable.beve", "\x00", 0)
	for _, path := range []string{path, "/proc/self/mem"} {
		if f, err := os.Open(path); err != nil {
			if !errors.Is(err, os.ErrNotExist) {
				return path
			}
		} else {
			_, err := f.Read(make([]byte, 1))
			f.Close()
			if err != nil {
				return path
			}
		}
	}
	t.Log("every file is readable here")
	return ""
}

// temporary is a name that only the program knows.
var temporary = regexp.MustCompile(`\.[0-9a-f]{8}\.tmp`)

// checkMessage looks at the shape of what a run said about the input of this name.
func checkMessage(t *testing.T, what string, r result, name, place string, fine bool, verb string) {
	t.Helper()
	if fine && (verb == "patch, the patch" || verb == "diff --patch") {
		fine, place = false, "0: no value" // these want one
	}
	if fine {
		differs := strings.HasPrefix(verb, "diff") // from a file with a value
		if r.err != "" || (r.code == exitBad) != differs || r.code > exitBad {
			t.Errorf("%s: code %d, %s", what, r.code, r.err)
		}
		return
	}
	line, ended := strings.CutSuffix(r.err, "\n")
	reason, named := strings.CutPrefix(line, name+": "+place)
	code := exitBad
	if strings.HasPrefix(verb, "diff") {
		code = exitTrouble
	}
	switch {
	case r.code != code:
		t.Errorf("%s: code %d, %s", what, r.code, r.err)
	case !ended || strings.Contains(line, "\n"):
		t.Errorf("%s: not one line: %q", what, r.err)
	case !named, strings.Contains(reason, name):
		t.Errorf("%s: not %q, the place and the reason: %q", what, name, line)
	case reason == "" && !strings.Contains(place, "no value"), strings.Contains(line, "-: "), temporary.MatchString(line),
		strings.Contains(reason, "at byte"), strings.HasPrefix(reason, "beve: "), strings.ContainsRune(line, '\x1b'):
		t.Errorf("%s: %q", what, line)
	}
}

// A message about output names the file that was asked for, not the one beside it that is written first.
func TestMessagesAboutOutput(t *testing.T) {
	dir := t.TempDir()
	ok := file(t, "ok.json", []byte(`{"a":1}`))
	for _, name := range []string{dir, filepath.Join(dir, "nowhere", "out.beve"), filepath.Join(ok, "out.json"), "/dev/full"} {
		if _, err := os.Stat("/dev/full"); name == "/dev/full" && err != nil {
			continue
		}
		r := beveIn(t, "", "convert", "--to", "json", ok, name)
		line, _ := strings.CutSuffix(r.err, "\n")
		reason, named := strings.CutPrefix(line, "beve: write: "+name+": ")
		if r.code != exitBad || !named || reason == "" || strings.Contains(reason, name) || strings.Contains(line, "\n") || temporary.MatchString(line) {
			t.Errorf("%s: code %d, %q", name, r.code, r.err)
		}
	}
}

// A message about a schema has the same shape.
func TestMessagesAboutSchemas(t *testing.T) {
	ok := file(t, "ok.msgpack", []byte("\x80"))
	for data, place := range map[string]string{"": "0: ", `{"a":1,}`: "8: ", "\x81\xa1a": "3: /a: ", "\x05": "0: "} {
		name := file(t, "schema", []byte(data))
		checkMessage(t, "schema", beveIn(t, "", "cat", "--schema", name, ok), name, place, false, "cat")
	}
	for _, name := range []string{t.TempDir(), filepath.Join(t.TempDir(), "missing")} {
		checkMessage(t, "schema", beveIn(t, "", "cat", "--schema", name, ok), name, "", false, "cat")
	}
}

// Standard input that fails is named, too.
func TestMessagesAboutStandardInput(t *testing.T) {
	for verb, words := range verbs {
		var out, errs bytes.Buffer
		args := filled(words, "-", file(t, "ok.json", []byte("1")), t.TempDir())
		code := run(context.Background(), args, streams{in: refusing{}, out: &out, err: &errs})
		checkMessage(t, verb, result{code, out.String(), errs.String()}, "standard input", "0: ", false, verb)
	}
}

// refusing is a reader that fails as files do.
type refusing struct{}

func (refusing) Read([]byte) (int, error) {
	return 0, &os.PathError{Op: "read", Path: "/dev/stdin", Err: io.ErrClosedPipe}
}

// The table of exit codes: what a run says, in the form of the message, and its code.
func TestExitCodes(t *testing.T) {
	dir := t.TempDir()
	good := file(t, "good.json", []byte(`{"a":[1,2]}`))
	other := file(t, "other.json", []byte(`{"a":[1,3]}`))
	bad := file(t, "bad.json", []byte("{\"a\":\n x}"))
	arrow := file(t, "x.arrow", []byte("ARROW1\x00\x00"))
	pair := file(t, "pair.json", []byte("{}\n{}\n"))
	pointer := file(t, "pointer.json", []byte("\ufeff\n [{\"op\":\"remove\",\"path\":\"a\"}]"))
	const help = `\nRun 'beve[a-z ]* --help' for usage\.`
	for _, c := range []struct {
		args    string
		code    int
		message string // a pattern for all that is said of errors
	}{
		{"cat " + good, exitOK, ""},
		{"diff " + good + " " + good, exitOK, ""},
		{"cat --skip-bad " + bad, exitOK, `beve: passed over 2 bad values; the first: .*bad\.json: \d+: .*`},
		{"get --skip-missing " + good + " /b", exitOK, ""},
		{"diff " + good + " " + other, exitBad, ""},
		{"cat " + bad, exitBad, `.*bad\.json: 7: /a: 'x' where a value must start \(line 2, column 2\)`},
		{"cat nosuch", exitBad, `nosuch: no such file or directory`},
		{"cat " + arrow, exitBad, `.*x\.arrow: 0: files of Arrow are not read: make it Parquet, as pyarrow does by .*`},
		{"get " + good + " /b", exitBad, `.*good\.json: 0: no member "b" in an object of 1 member \(line 1, column 1\)`},
		{"query .a.b " + good, exitBad, `.*good\.json: 0: expected an object but got: array .*`},
		{"convert " + good + " " + dir, exitBad, `beve: write: .*: is a directory`},
		{"convert " + good + " " + filepath.Join(dir, "out.xlsx"), exitUsage, `beve: no format is named "xlsx": name OUT \.beve, .*` + help},
		{"convert " + good + " " + filepath.Join(dir, "out.arrow"), exitUsage, `beve: files of Arrow are written by the command beve2arrow.*` + help},
		{"conver", exitUsage, `beve: unknown command "conver"; did you mean convert\?` + help},
		{"cat --indnet", exitUsage, `beve: unknown flag: --indnet; did you mean --indent\?` + help},
		{"get " + good + " a.0", exitUsage, `beve: "a\.0" is not a JSON Pointer: want /name/0/…, perhaps "/a/0"` + help},
		{"get " + good + " .a[0]", exitUsage, `beve: "\.a\[0\]" is not a JSON Pointer: want /name/0/…, perhaps "/a/0"` + help},
		{"get " + good + " $.a[0].b", exitUsage, `beve: "\$\.a\[0\]\.b" is not a JSON Pointer: want /name/0/…, perhaps "/a/0/b"` + help},
		{"select " + good + " a.0", exitUsage, `beve: "a\.0" is not a JSON Pointer: want /name/0/…, perhaps "/a/0"` + help},
		{"select " + good + " x=a", exitUsage, `beve: "a" is not a JSON Pointer: want /name/0/…, perhaps "/a"` + help},
		{"select " + good + " /a~", exitUsage, `beve: "/a~" is not a JSON Pointer: in a name, ~ is written ~0 and / is ~1` + help},
		{"get /a " + good, exitUsage, `beve: there is no file "/a", and ".*good\.json" is one: the file comes first\nusage: beve get FILE POINTER \[flags\]` + help},
		{"where .a " + good, exitUsage, `beve: there is no file "\.a", and ".*good\.json" is one: the file comes first\nusage: beve where FILE EXPR \[flags\]` + help},
		{"sort /a " + good, exitUsage, `beve: there is no file "/a", and ".*good\.json" is one: the file comes first\nusage: beve sort FILE \[POINTER\] \[flags\]` + help},
		{"query " + good, exitUsage, `beve: .*\nthe expression comes before the files, as in: beve query \. .*good\.json` + help},
		{"patch nosuch " + good, exitBad, `nosuch: no such file or directory`},
		{"query .[ " + good, exitUsage, `beve: unexpected .* in the expression, after "\.\["` + help},
		{"cat --color=x", exitUsage, `beve: --color must be auto, always or never, not "x"` + help},
		{"patch " + good + ` -e {"b":1}`, exitOK, ""},
		{"patch " + good + ` -e [{"op":"remove","path":"/a/7"}]`, exitBad, `.*good\.json: 5: /a/7: operation 0, \{"op":"remove","path":"/a/7"\}: no element 7 in an array of 2 \(line 1, column 6\)`},
		{"patch " + good + ` -e [{"op":"test","path":"/a/0","value":2}]`, exitBad, `.*good\.json: \d+: /a/0: operation 0, \{"op":"test","path":"/a/0","value":2\}: the value is another one than the patch says .*`},
		{"patch " + good + ` -e [{"op":"drop","path":"/a"}]`, exitBad, `--expression: 1: /0: operation "drop", which JSON Patch does not have \(line 1, column 2\)`},
		{"patch " + good + ` -e 7`, exitBad, `--expression: 0: neither an array, .*`},
		{"patch " + good + ` -e [{"op":"test","path":"/a/0","value":1},{"op":"add","path":"a","value":1}]`, exitBad, `--expression: 39: /1: "a" is not a JSON Pointer \(line 1, column 40\)`},
		{"patch " + good + ` -e [{"op":"move","from":"a/0","path":"/b"}]`, exitBad, `--expression: 1: /0: "a/0" is not a JSON Pointer \(line 1, column 2\)`},
		{"patch " + good + " " + pointer, exitBad, `.*pointer\.json: 6: /0: "a" is not a JSON Pointer \(line 2, column 3\)`},
		{"patch " + good + " " + pair, exitBad, `.*pair\.json: 3: a second value, and a patch is one: .* \(line 2, column 1\)`},
		{"patch --from csv " + good + " -e {}", exitUsage, `beve: patch changes BEVE, JSON and MessagePack, not csv: convert it first` + help},
		{"patch " + good, exitUsage, `beve: one patch is wanted: a file, or --expression, as in: beve patch .*good\.json -e '{"name":"new value"}'` + help},
		{"patch -w - -e {}", exitUsage, `beve: --write needs a file` + help},
		{"diff --patch " + good + " " + good, exitOK, ""},
		{"diff --patch " + good + " " + other, exitBad, ""},
		{"diff --patch " + pair + " " + good, exitTrouble, `.*pair\.json: 3: a second value, and --patch compares files of one: .*--slurp \. \(line 2, column 1\)`},
		{"diff --patch " + good + " " + pair, exitTrouble, `.*pair\.json: 3: a second value, and --patch compares files of one: .*--slurp \. \(line 2, column 1\)`},
		{"cat --separator ab " + good, exitUsage, `beve: --separator: "ab" does not separate cells: want .*` + help},
		{"cat --separator ; --from tsv " + good, exitUsage, `beve: --separator is for CSV, and --from says tsv` + help},
		{"diff --patch=xml " + good + " " + other, exitUsage, `beve: --patch must be json or beve, not "xml"` + help},
		{"diff " + good + " nosuch", exitTrouble, `nosuch: no such file or directory`},
		{"diff " + good + " " + bad, exitTrouble, `.*bad\.json: 7: .*`},
	} {
		r := beveIn(t, "", strings.Fields(c.args)...)
		want := "^" + c.message + "\n$"
		if c.message == "" {
			want = "^$"
		}
		if r.code != c.code || !regexp.MustCompile(want).MatchString(r.err) {
			t.Errorf("beve %s: code %d, want %d, %q", c.args, r.code, c.code, r.err)
		}
	}
	page := read(t, filepath.Join("..", "..", "docs", "cli.md"))
	for _, e := range exitCodes {
		if !strings.Contains(strings.ReplaceAll(page, "`", ""), "| "+strconv.Itoa(e.code)+" | "+e.meaning+" |") {
			t.Errorf("docs/cli.md does not say what code %d means: %s", e.code, e.meaning)
		}
	}
}

// Who gives a command too few or too many arguments sees how it is used, and an example.
func TestWrongNumbersOfArguments(t *testing.T) {
	for _, c := range newApp(t.Context(), streams{}).root().Commands() {
		least, most := arguments(c.Use)
		var wrong []int
		if least > 0 {
			wrong = append(wrong, 0, least-1)
		}
		if most >= 0 {
			wrong = append(wrong, most+1, most+9)
		}
		for _, n := range wrong {
			got := beveFails(t, exitUsage, append([]string{c.Name()}, slices.Repeat([]string{"x"}, n)...)...)
			want := fmt.Sprintf(`^beve: %s takes (no arguments|(at least |1 or )?\d+ arguments?), not %d\nusage: %s\n`, c.Name(), n, regexp.QuoteMeta("beve "+c.Use+" [flags]"))
			if c.Example != "" {
				want += "as in: " + regexp.QuoteMeta(strings.TrimSpace(strings.Split(c.Example, "\n")[0])) + "\n"
			}
			want += `Run 'beve ` + c.Name() + ` --help' for usage\.\n$`
			if !regexp.MustCompile(want).MatchString(got) {
				t.Errorf("%d arguments of %s: %s", n, c.Name(), got)
			}
		}
	}
	for use, want := range map[string][2]int{"a": {0, 0}, "a B": {1, 1}, "a B C": {2, 2}, "a B [C]": {1, 2}, "a [B...]": {0, -1}, "a B...": {1, -1}, "a B [C...]": {1, -1}} {
		if least, most := arguments(use); least != want[0] || most != want[1] {
			t.Errorf("%s: %d to %d", use, least, most)
		}
	}
}

// No command replaces a file that is read-only unless it is told to, and none changes who may do what with it.
func TestReadOnlyFilesAreReplacedByForce(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no such modes")
	}
	rows := file(t, "rows.ndjson", []byte("{\"a\":1}\n"))
	for _, c := range []struct{ name, args string }{
		{"out.json", "convert ROWS OUT"}, {"out.beve", "convert ROWS OUT"}, {"out.csv", "convert ROWS OUT"}, {"out.parquet", "convert ROWS OUT"},
		{"out.ndjson.gz", "convert ROWS OUT"}, {"out.beve.zst", "convert ROWS OUT"},
		{"out.json", "patch -w OUT -e []"}, {"out.beve", "patch --write OUT -e []"}, {"out.json.gz", "patch -w OUT -e []"},
	} {
		for _, mode := range []os.FileMode{0o444, 0o400, 0o555} {
			dir := t.TempDir()
			out := filepath.Join(dir, c.name)
			beveOK(t, "convert", rows, out)
			was := read(t, out)
			if err := os.Chmod(out, mode); err != nil {
				t.Fatal(err)
			}
			args := strings.Fields(strings.NewReplacer("ROWS", rows, "OUT", out).Replace(c.args))
			message := beveFails(t, exitBad, args...)
			if want := "beve: write: " + out + ": the file is read-only: --force replaces it\n"; message != want || read(t, out) != was {
				t.Errorf("%s: %q, want %q", c.args, message, want)
			}
			beveOK(t, append(args, "--force")...)
			info, err := os.Stat(out)
			if entries, _ := os.ReadDir(dir); err != nil || info.Mode() != mode || len(entries) != 1 {
				t.Errorf("%s: %v, %v, %v", c.args, info.Mode(), err, entries)
			}
		}
	}
}
