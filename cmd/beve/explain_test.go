package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
)

// withTags is a command line for a file, with the flag that files of version 1 need.
func withTags(args ...string) []string {
	if strings.Contains(args[len(args)-1], "typetag") {
		args = append([]string{args[0], "--type-tags"}, args[1:]...)
	}
	return args
}

func TestExplainGolden(t *testing.T) {
	dir := "../../testdata/beve/"
	var b strings.Builder
	for _, name := range []string{
		"crafted/stream_framed", "crafted/stream_many_delimiters", "crafted/typetag_nested",
		"crafted/matrix_complex_aligned", "crafted/time_in_object", "crafted/acomplex_f16",
		"crafted/bool_array_256", "crafted/size_nonminimal_object", "rust/map_key_i128", "rust/string_array_mixed",
		"rust/complex_f32", "glaze/aligned_float64_3", "glaze/typed_float32_special", "glaze/string_controls",
		"glaze/struct_person_full", "crafted/time_array_empty", "extended/everything",
	} {
		fmt.Fprintf(&b, "%s\n%s\n", name, beveOK(t, withTags("explain", dir+name+".beve")...))
	}
	golden(t, "explain", b.String())
}

func TestExplainMalformedGolden(t *testing.T) {
	var b strings.Builder
	for _, data := range []string{
		"\x03\x08\x04a\x18\x04b\x61\x00\x00", "\x05\x0c\x00\x06\x00", "\x11\x01\x06\x02\x08a\xff",
		"\x16\x00\x14\x08\x02\x02\x14\x08\x01\x02", "\x3c\x08\x04a\x0cbc", "\x2e\x09\x00", "\x0e\x04", "\x8b\x04\x01",
		"\x05\x04\x0e\x04\x07",
	} {
		name := file(t, "bad.beve", []byte(data))
		r := beveIn(t, "", "explain", "--type-tags", name)
		if r.code != 1 {
			t.Errorf("% x: code %d", data, r.code)
		}
		fmt.Fprintf(&b, "%s%s\n", r.out, strings.ReplaceAll(r.err, name, "bad.beve"))
	}
	golden(t, "explain_malformed", b.String())
}

func TestExplainStopsAtItsLimit(t *testing.T) {
	in := file(t, "in.json", []byte("[1,2,3]"))
	lines := strings.Split(beveOK(t, "explain", "--limit", "2", in), "\n")
	if len(lines) != 5 || !strings.Contains(lines[3], "stopped after 2 lines") {
		t.Errorf("got %q", lines)
	}
	if got := beveOK(t, "explain", "--limit", "4", in); strings.Contains(got, "stopped") {
		t.Error(got)
	}
	beveFails(t, 2, "explain", "--limit", "-1", in)
	// What follows the limit is not read.
	bad := file(t, "bad.beve", []byte("\x11\x01\x06\x11\x02\x06\xff"))
	beveOK(t, "explain", "-n", "2", bad)
	beveFails(t, 1, "explain", "-n", "20", bad)
}

// The lines of an explanation lie end to end: together they are the file.
func TestExplainLeavesNoByteOut(t *testing.T) {
	for _, v := range vectors(t, "glaze", "rust", "crafted", "extended") {
		info, err := os.Stat(v.path + ".beve")
		if err != nil {
			t.Fatal(err)
		}
		last := -1
		scan := bufio.NewScanner(strings.NewReader(beveOK(t, withTags("explain", v.path+".beve")...)))
		scan.Scan() // heading
		for scan.Scan() {
			var off int
			if _, err := fmt.Sscan(scan.Text(), &off); err != nil {
				t.Fatalf("%s: %v in %q", v.Name, err, scan.Text())
			}
			if off <= last || off >= int(info.Size()) {
				t.Errorf("%s: offset %d after %d", v.Name, off, last)
			}
			last = off
		}
		if last < 0 {
			t.Errorf("%s: no lines", v.Name)
		}
	}
}

func TestExplainShowsJSONAsItsTranslation(t *testing.T) {
	r := beveIn(t, `{"a":1} [null]`, "explain", "-")
	want := beveOK(t, "explain", file(t, "x.beve", beveOf(t, `{"a":1} [null]`)))
	if r.code != 0 || r.out != want {
		t.Errorf("got\n%s\nwant\n%s", r.out, want)
	}
}

func TestNothingInInputReachesTheTerminal(t *testing.T) {
	evil := "\x1b[31m\u202e\u0007\n"
	data := beveOf(t, `{"\u001b[31m\u202e\u0007\n":["\u001b[31m\u202e\u0007\n"]}`)
	name := file(t, "evil.beve", data)
	other := file(t, "other.beve", beveOf(t, `{"\u001b[31m\u202e\u0007\n":["x"],"b\u001b":1}`))
	bad := file(t, "bad.beve", append(bytes.Clone(data[:len(data)-1]), 0xff))
	for _, args := range [][]string{
		{"explain", name}, {"stat", name}, {"diff", name, other}, {"get", name, "/" + evil}, {"explain", bad},
		{"get", name, "/" + evil + "/" + evil},
	} {
		r := beveIn(t, "", args...)
		for _, text := range []string{r.out, r.err} {
			if args[0] == "get" && r.code == 0 {
				continue // JSON is JSON
			}
			if strings.ContainsAny(text, "\x1b\u202e\a") {
				t.Errorf("%.20q: %q", args, text)
			}
		}
		if strings.Count(r.err, "\n") > 1 {
			t.Errorf("%.20q: %q", args, r.err)
		}
	}
}

func TestColoursOnRequestAndOnTerminals(t *testing.T) {
	in := file(t, "in.json", []byte(`{"a":1}`))
	other := file(t, "other.json", []byte(`{"a":2}`))
	coloured := func(terminal bool, args ...string) bool {
		t.Helper()
		var out bytes.Buffer
		run(t.Context(), args, streams{out: &out, err: &out, outIsTerminal: terminal, errIsTerminal: terminal})
		return strings.Contains(out.String(), "\x1b[")
	}
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "xterm")
	for _, args := range [][]string{{"explain", in}, {"stat", in}, {"diff", in, other}, {"valid", in}, {"tour"}, {"cat", "nosuch"}} {
		if coloured(false, args...) {
			t.Errorf("%q in colour without a terminal", args)
		}
		if !coloured(true, args...) {
			t.Errorf("%q without colour on a terminal", args)
		}
		if coloured(true, append(args, "--color=never")...) {
			t.Errorf("%q in colour in spite of --color=never", args)
		}
		if !coloured(false, append(args, "--color=always")...) {
			t.Errorf("%q without colour in spite of --color=always", args)
		}
		os.Setenv("NO_COLOR", "1")
		if coloured(true, args...) {
			t.Errorf("%q in colour in spite of NO_COLOR", args)
		}
		os.Unsetenv("NO_COLOR")
	}
	beveFails(t, 2, "cat", in, "--color=pink")
}
