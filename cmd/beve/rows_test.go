package main

import (
	"bytes"
	"context"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/testkit"
)

// What is written as CSV comes back as it was, whatever is in its cells, but for members that are not there, which are
// null then, and for arrays and objects, which are text.
func TestCSVComesBack(t *testing.T) {
	texts := []string{"", "x", "12", "1e5", "-0", "007", "true", "null", " a ", "a,b", "\"", "\"\"", "a\nb", "\r", "a\r\n", "\ufeff", "日本", "\t", "\\", "\\t", "-", "1.", ".5", "1e999"}
	values := []string{"0", "-1", "12345678901234567890", "1.5", "1e+30", "true", "false", "null"}
	for _, s := range texts {
		values = append(values, strconv.Quote(s))
	}
	for i := range values { // Go and JSON quote these alike but for one
		values[i] = strings.ReplaceAll(values[i], `\ufeff`, "\ufeff")
	}
	r := rand.New(rand.NewPCG(5, 6))
	var in strings.Builder
	for range 1500 {
		for i, name := range []string{"a", "b \\\"q\\\"", "1", "d,e"} {
			in.WriteString([]string{"{", ",", ",", ","}[i] + `"` + name + `":` + values[r.IntN(len(values))])
		}
		in.WriteString("}\n")
	}
	name := file(t, "in.ndjson", []byte(in.String()))
	want := beveOK(t, "cat", name)
	for _, out := range []string{"out.csv", "out.csv.gz"} {
		out = filepath.Join(t.TempDir(), out)
		beveOK(t, "convert", name, out)
		if got := beveOK(t, "cat", out); got != want {
			for i, line := range strings.Split(want, "\n") {
				if g := strings.Split(got, "\n"); i >= len(g) || g[i] != line {
					t.Fatalf("row %d: %s, want %s", i, g[min(i, len(g)-1)], line)
				}
			}
		}
	}
	// TSV has no quotes, so what looks like a number becomes one, but no text is lost or moved to another cell.
	csv := beveOK(t, "cat", "--tsv", name)
	if n := strings.Count(csv, "\n"); n != 1501 || strings.Count(csv, "\t") != 3*n {
		t.Errorf("%d lines, %d tabs", n, strings.Count(csv, "\t"))
	}
}

// A file of one column comes back too, where nothing stands between the ends of two lines for null.
func TestCSVOfOneColumnComesBack(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	values := []string{"null", "null", `""`, `"\n"`, `"\r"`, `"x"`, "1", `"1"`, "true"}
	for range 20 {
		var in strings.Builder
		for range 1 + r.IntN(8) {
			in.WriteString(`{"a":` + values[r.IntN(len(values))] + "}\n")
		}
		csv := beveIn(t, in.String(), "cat", "--csv").out
		if r := beveIn(t, csv, "cat", "--from", "csv"); r.out != in.String() {
			t.Errorf("%q of %q: %q, %s", csv, in.String(), r.out, r.err)
		}
	}
}

func TestCSVOfOthers(t *testing.T) {
	for in, want := range map[string]string{
		"a,b\r\n1,\"x\"\r\n":                    `{"a":1,"b":"x"}` + "\n",
		"\ufeffa,b\n\n1,2\n\n\n\"\",\n":         `{"a":1,"b":2}` + "\n" + `{"a":"","b":null}` + "\n",
		"a\n\n1\r\n\r\n\"\"\n":                  `{"a":null}` + "\n" + `{"a":1}` + "\n" + `{"a":null}` + "\n" + `{"a":""}` + "\n",
		"\"a\r\",b\r1,\"x\ry\"\r\r2,\r":         `{"a\r":1,"b":"x\ry"}` + "\n" + `{"a\r":2,"b":null}` + "\n",
		"a,b\n1,x\ry\n2,z\r":                    `{"a":1,"b":"x\ry"}` + "\n" + `{"a":2,"b":"z"}` + "\n",
		"a\r1":                                  `{"a":1}` + "\n",
		"a,b\n1,\"two\nlines, \"\"both\"\"\"":   `{"a":1,"b":"two\nlines, \"both\""}` + "\n",
		"a,b\n,007\n-1.50,TRUE":                 `{"a":null,"b":"007"}` + "\n" + `{"a":-1.5,"b":"TRUE"}` + "\n",
		"a\n1" + strings.Repeat("0", 50) + "\n": `{"a":"1` + strings.Repeat("0", 50) + `"}` + "\n",
		"a,b\n":                                 "",
	} {
		if r := beveIn(t, in, "cat", "--from", "csv"); r.out != want || r.code != 0 {
			t.Errorf("%q: %+v", in, r)
		}
	}
	if r := beveIn(t, "a\tb\n1\\t\\\\\t\\x\n", "cat", "--from", "tsv"); r.out != `{"a":"1\t\\","b":"\\x"}`+"\n" {
		t.Errorf("%+v", r)
	}
}

// A row that is a whole file, in quotes or not, costs time in proportion.
func TestCSVOfOneLongRow(t *testing.T) {
	for what, in := range map[string]string{
		"lines":      "a\n\"" + strings.Repeat("x\n", 8<<20),
		"characters": "a\n" + strings.Repeat("x", 16<<20),
		"quotes":     "a\n\"" + strings.Repeat("\"\"\n", 5<<20),
	} {
		testkit.Within(t, "a row of "+what, 20*time.Second, func() { beveIn(t, in, "valid", "--from", "csv", "-") })
	}
}

func TestRowsOfValues(t *testing.T) {
	in := `{"id":1,"tags":["a","b"],"name":"日本語"} [{"id":20,"x":{"y":1}},5] null`
	for flag, want := range map[string]string{
		"--csv":   "id,tags,name,x,value\n1,\"[\"\"a\"\",\"\"b\"\"]\",日本語,,\n20,,,\"{\"\"y\"\":1}\",\n,,,,5\n,,,,\n",
		"--tsv":   "id\ttags\tname\tx\tvalue\n1\t[\"a\",\"b\"]\t日本語\t\t\n20\t\t\t{\"y\":1}\t\n\t\t\t\t5\n\t\t\t\t\n",
		"--table": "id  tags       name    x        value\n 1  [\"a\",\"b\"]  日本語\n20                     {\"y\":1}\n                                    5\n                                 null\n",
	} {
		if r := beveIn(t, in, "cat", flag, "--from", "json"); r.code != 0 || r.out != want {
			t.Errorf("%s: got\n%s\nwant\n%s%s", flag, r.out, want, r.err)
		}
	}
	r := beveIn(t, strings.Repeat("{\"a\":1}\n", 1000)+`{"b":2}`, "cat", "--csv")
	if r.code != 1 || !strings.Contains(r.err, `standard input: row 1000 has "b"`) || strings.Count(r.out, "\n") != 1001 {
		t.Errorf("%d lines, %s", strings.Count(r.out, "\n"), r.err)
	}
	for _, args := range [][]string{{"cat", "--csv", "--table"}, {"cat", "--log", "--csv"}, {"cat", "--csv", "-i"}, {"get", "--raw", "--csv", "x", ""}, {"cat", "--follow", "--csv", "x"}} {
		beveFails(t, exitUsage, args...)
	}
}

// A table is no wider than the terminal, if that has room for a column and the mark of others.
func TestTablesFit(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for width := 9; width < 120; width += 3 {
		var in strings.Builder
		for range 20 {
			in.WriteString(`{"a":"` + strings.Repeat("wörd 日", r.IntN(12)) + `","b":` + strconv.Itoa(r.IntN(1e9)) + `,"c":"` + strings.Repeat("x", r.IntN(90)) + `","d":null}`)
		}
		var out, errs bytes.Buffer
		args := []string{"cat", "--table", "--color=never"}
		if code := run(context.Background(), args, streams{in: strings.NewReader(in.String()), out: &out, err: &errs, outIsTerminal: true, outWidth: width}); code != 0 {
			t.Fatal(errs.String())
		}
		for line := range strings.Lines(out.String()) {
			n := 0
			for _, c := range strings.TrimSuffix(line, "\n") {
				if n++; c > 0x2e80 {
					n++
				}
			}
			if n > width {
				t.Errorf("%d of %d: %s", n, width, line)
			}
		}
	}
}

// escapes are the colours.
var escapes = regexp.MustCompile("\x1b\\[[0-9]*m")

// On a terminal JSON has colours and lines, and is the same value without them.
func TestJSONOnATerminal(t *testing.T) {
	in := `{"a":[1,-2.5e10,"x\"y\\",true,null],"b":{}} "\\" 3`
	show := func(args ...string) string {
		var out, errs bytes.Buffer
		if code := run(context.Background(), args, streams{in: strings.NewReader(in), out: &out, err: &errs, outIsTerminal: true}); code != 0 {
			t.Fatal(errs.String())
		}
		return out.String()
	}
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "xterm")
	coloured := show("cat")
	for _, want := range []string{"\x1b[36m\"a\"\x1b[0m:", "\x1b[33m25000000000\x1b[0m", "\x1b[32m\"x\\\"y\\\\\"\x1b[0m", "\x1b[35mtrue", "\x1b[2mnull"} {
		if !strings.Contains(strings.ReplaceAll(coloured, "-25", "25"), want) && !strings.Contains(coloured, strings.Replace(want, "25", "-25", 1)) {
			t.Errorf("no %q in %q", want, coloured)
		}
	}
	plain := beveIn(t, in, "cat", "--indent").out
	for i, got := range []string{show("cat", "--color=never"), escapes.ReplaceAllString(coloured, ""), escapes.ReplaceAllString(beveIn(t, in, "cat", "--indent", "--color=always").out, "")} {
		if got != plain {
			t.Errorf("%d: %q, want %q", i, got, plain)
		}
	}
	t.Setenv("NO_COLOR", "1")
	if got := show("cat"); got != plain {
		t.Errorf("%q", got)
	}
	if got := show("cat", "--compact"); got != beveIn(t, in, "cat").out {
		t.Errorf("%q", got)
	}
}

func TestFormatsAreKnownByTheirContent(t *testing.T) {
	rows := file(t, "rows.ndjson", []byte("{\"a\":1}\n{\"a\":2}\n"))
	parquet := filepath.Join(t.TempDir(), "rows.parquet")
	beveOK(t, "convert", rows, parquet)
	for data, want := range map[string]string{
		"\x81\xa1a\x01": `{"a":1}`, "\x92\x01\x02": `[1,2]`, "\x81\xa1a\x93\x01\x02\x03\x80": "{\"a\":[1,2,3]}\n{}", "\xde\x00\x01\xa1k\xc0": `{"k":null}`,
		read(t, parquet): "{\"a\":1}\n{\"a\":2}",
	} {
		if got := beveOK(t, "cat", file(t, "unknown", []byte(data))); got != want+"\n" {
			t.Errorf("%.20q: %s", data, got)
		}
	}
	for _, data := range []string{"ARROW1\x00\x00", "\xff\xff\xff\xff\x10\x00\x00\x00"} {
		if got := beveFails(t, 1, "cat", file(t, "unknown", []byte(data))); !strings.Contains(got, "0: files of Arrow are not read: make it Parquet") {
			t.Error(got)
		}
	}
	// No vector of BEVE is taken for anything else, but where the first byte may be JSON's too.
	for _, v := range vectors(t, "glaze", "rust", "crafted", "extended") {
		data := read(t, v.path+".beve")
		args := withTags("cat", v.path+".beve")
		if data == "" || strings.ContainsAny(data[:1], "\t0123456789") {
			continue
		}
		piped := strings.Split(strings.Replace(strings.Join(args, "\n"), v.path+".beve", "-", 1), "\n")
		if got, want := beveIn(t, data, piped...), beveIn(t, "", args...); got.out != want.out {
			t.Errorf("%s: %q, %s", v.Name, piped, got.err)
		}
	}
}

func TestSkipBad(t *testing.T) {
	in := "{\"a\":1}\n{\"a\":\n{\"b\":2}\nnope\n{\"c\":1e999}\n{\"d\":3} x\n[4]"
	name := file(t, "in.ndjson", []byte(in))
	for _, args := range [][]string{{"cat"}, {"get", "-i"}, {"cat", "--compact"}} {
		args = append(args, "--skip-bad", name)
		want := "{\"a\":1}\n{\"b\":2}\n{\"d\":3}\n[4]\n"
		if args[0] == "get" {
			args = append(args, "/b", "--skip-missing")
			want = "2\n"
		}
		r := beveIn(t, "", args...)
		if r.code != 0 || r.out != want || !strings.HasPrefix(r.err, "beve: passed over 4 bad values; the first: "+name+": ") {
			t.Errorf("%q: %+v", args, r)
		}
	}
	out := filepath.Join(t.TempDir(), "out.beve")
	if r := beveIn(t, "", "convert", "--skip-bad", name, out); r.code != 0 || beveOK(t, "cat", out) != "{\"a\":1}\n{\"b\":2}\n{\"d\":3}\n[4]\n" {
		t.Errorf("%+v", r)
	}
	r := beveIn(t, "a,b\n1,2\n3\n\"x\"y,z\n5,6\n", "cat", "--from", "csv", "--skip-bad")
	if r.out != "{\"a\":1,\"b\":2}\n{\"a\":5,\"b\":6}\n" || !strings.Contains(r.err, "2 bad values; the first: standard input: 8: row of 1 cell, and") {
		t.Errorf("%+v", r)
	}
	if r := beveIn(t, "\x07", "cat", "--from", "beve", "--skip-bad"); r.code != 1 {
		t.Errorf("BEVE, which has no lines: %+v", r)
	}
}

// Line and column are those of an editor, wherever the text comes from and however far into it the mistake is.
func TestErrorsOfTextHaveLines(t *testing.T) {
	for _, before := range []string{"", "1\n", strings.Repeat("{\"ä\":[1,\n2]}\n", 300_000), "\"" + strings.Repeat("ö", 3<<20) + "\"\n2 "} {
		in := before + "\t[\"é\", x]"
		line := strings.Count(before, "\n") + 1
		column := len([]rune(before[strings.LastIndexByte(before, '\n')+1:])) + 8
		want := " (line " + strconv.Itoa(line) + ", column " + strconv.Itoa(column) + ")\n"
		name := file(t, "in.json", []byte(in))
		for _, args := range [][]string{{"valid"}, {"cat"}, {"stat"}} {
			if got := beveFails(t, 1, append(args, name)...); !strings.HasSuffix(got, want) {
				t.Errorf("%q after %d: %.200q, want %q", args, len(before), got, want)
			}
			if got := beveIn(t, in, append(args, "-", "--from", "json")...); !strings.HasSuffix(got.err, want) {
				t.Errorf("%q of standard input after %d: %.200q, want %q", args, len(before), got.err, want)
			}
		}
	}
}

func TestSuggestions(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"conver", "did you mean convert?"}, {"statt x", "did you mean stat?"}, {"cat --indnet", "did you mean --indent?"}, {"get --frist x", "did you mean --first?"},
	} {
		if got := beveFails(t, exitUsage, strings.Fields(c.args)...); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s", c.args, got)
		}
	}
	if got := beveFails(t, exitUsage, "xyzzy"); strings.Contains(got, "did you mean") {
		t.Error(got)
	}
}

// TestArraysAreTheirElements: a stream that holds arrays says the same to what works on rows as one of their elements,
// however the elements are divided among arrays.
func TestArraysAreTheirElements(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for range 40 {
		var apart, together strings.Builder
		for range 1 + r.IntN(5) {
			var elements []string
			for range r.IntN(4) {
				elements = append(elements, []string{`{"a":1}`, `{"a":2}`, `{"a":null}`}[r.IntN(3)])
			}
			if len(elements) == 1 && r.IntN(2) == 0 {
				together.WriteString(elements[0] + "\n")
			} else {
				together.WriteString("[" + strings.Join(elements, ",") + "]\n")
			}
			for _, e := range elements {
				apart.WriteString(e + "\n")
			}
		}
		for _, form := range []string{"json", "beve"} {
			a, b := file(t, "a.ndjson", []byte(apart.String())), file(t, "b.ndjson", []byte(together.String()))
			if form == "beve" {
				a, b = file(t, "a.beve", beveOf(t, apart.String())), file(t, "b.beve", beveOf(t, together.String()))
			}
			for _, args := range []string{"count", "count /a", "head -n 3", "sort /a", "where .a", "select /a", "select --table /a", "cat --csv", "cat --tsv", "cat --table"} {
				words := strings.Fields(args)
				with := func(name string) []string {
					return append([]string{words[0], name}, words[1:]...)
				}
				if words[0] == "select" {
					with = func(name string) []string { return append([]string{words[0], name, "/a"}, words[1:len(words)-1]...) }
				}
				if got, want := beveOK(t, with(b)...), beveOK(t, with(a)...); got != want {
					t.Fatalf("%s of %q: %q, want %q", args, together.String(), got, want)
				}
			}
		}
	}
}

// TestArraysInArraysStay: they are rows of their own.
func TestArraysInArraysStay(t *testing.T) {
	in := file(t, "in.json", []byte(`[[1,2],[[]],[]]`))
	for args, want := range map[string]string{
		"count": "3\n", "head": "[1,2]\n[[]]\n[]\n", "head --csv": "value\n\"[1,2]\"\n[[]]\n[]\n", "cat --csv": "value\n\"[1,2]\"\n[[]]\n[]\n",
		"sort --tsv": "value\n[]\n[1,2]\n[[]]\n",
	} {
		words := strings.Fields(args)
		if got := beveOK(t, append([]string{words[0], in}, words[1:]...)...); got != want {
			t.Errorf("%s: %q, want %q", args, got, want)
		}
	}
}
