package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
)

func TestCatPrintsEveryVector(t *testing.T) {
	for _, v := range vectors(t, "glaze", "rust", "crafted", "extended") {
		got := beveOK(t, withTags("cat", v.path+".beve")...)
		want := read(t, v.path+".json")
		if err := testkit.CompareJSON([]byte(got), []byte(want)); err != nil {
			t.Errorf("%s: %v", v.Name, err)
		}
		if !v.Stream && strings.Count(got, "\n") != 1 {
			t.Errorf("%s: %q is not one line", v.Name, got)
		}
		indented := beveOK(t, withTags("cat", "--indent", v.path+".beve")...)
		if err := testkit.CompareJSON([]byte(indented), []byte(want)); err != nil {
			t.Errorf("%s indented: %v", v.Name, err)
		}
		if !v.Stream && got != beveOK(t, withTags("cat", "--single", v.path+".beve")...) {
			t.Errorf("%s differs with --single", v.Name)
		}
	}
}

func TestMalformedVectorsFailWithAPosition(t *testing.T) {
	for _, v := range vectors(t, "malformed") {
		name := v.path + ".beve"
		for _, args := range [][]string{
			{"valid", "--single", name}, {"cat", "--single", name}, {"explain", "--single", name},
			{"stat", "--single", name}, {"get", "--single", name, ""}, {"diff", "--single", name, name},
			{"query", "--single", ".", name}, {"schema", "--single", name}, {"cat", "--csv", "--single", name}, {"sort", "--single", name},
			{"convert", "--single", name, "-", "--to", "beve"},
		} {
			if v.Level == "strict" {
				if args[0] != "valid" {
					continue
				}
				args = append(args, "--strict")
			}
			code := exitBad
			if args[0] == "diff" {
				code = exitTrouble
			}
			text := beveFails(t, code, args...)
			if !located.MatchString(text) || !strings.HasPrefix(text, name+": ") {
				t.Errorf("%q says %q", args, text)
			}
		}
	}
}

func TestCatReadsJSONFromStdin(t *testing.T) {
	r := beveIn(t, " {\"b\": [1.0, 2e3],\n\"a\":\"\\u00e9\"}  7\n", "cat")
	if want := "{\"b\":[1,2000],\"a\":\"é\"}\n7\n"; r.code != 0 || r.out != want {
		t.Errorf("got %+v, want %q", r, want)
	}
	r = beveIn(t, string(beveOf(t, `[1]`, `{}`)), "cat", "-")
	if want := "[1]\n{}\n"; r.code != 0 || r.out != want {
		t.Errorf("got %+v, want %q", r, want)
	}
}

func TestCatSaysWhereInputIsWrong(t *testing.T) {
	r := beveIn(t, "{\"a\":1}\n{\"b\":[1,x]}", "cat", "--from", "json")
	if want := "standard input: 16: /b/1: 'x' where a value must start (line 2, column 9)\n"; r.code != 1 || r.err != want || r.out != "{\"a\":1}\n" {
		t.Errorf("got %+v, want %q", r, want)
	}
	// The same through the path that goes value by value.
	r = beveIn(t, "{\"a\":1}\n{\"b\":[1,x]}", "cat", "--from", "json", "--indent")
	if want := "standard input: 16: /b/1: 'x' where a value must start (line 2, column 9)\n"; r.code != 1 || r.err != want || r.out != "{\n  \"a\": 1\n}\n" {
		t.Errorf("got %+v, want %q", r, want)
	}
}

func TestCatGoesOnAfterABadFile(t *testing.T) {
	good := file(t, "good.json", []byte("1"))
	r := beveIn(t, "", "cat", good, "nosuch.beve", good)
	if r.code != 1 || r.out != "1\n1\n" || r.err != "nosuch.beve: no such file or directory\n" {
		t.Errorf("got %+v", r)
	}
}

func TestSingleIsExactlyOneValue(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"two.beve", "\x00\x06\x00", ": 1: data after the value"},
		{"trailing.beve", "\x00\x06", ": 1: data after the value"},
		{"none.beve", "", ": 0: input ends inside a value"},
		{"delimiter.beve", "\x06", ": 1: input ends inside a value"},
		{"framing.beve", "\x2e\x02", ": 2: input ends inside a value"},
		{"two.json", "1 2", ": 2: data after the value (line 1, column 3)"},
		{"none.json", " ", ": 1: input ends inside a value (line 1, column 2)"},
	} {
		name := file(t, c.name, []byte(c.data))
		if got := beveFails(t, 1, "cat", "--single", name); got != name+c.want+"\n" {
			t.Errorf("%s: %q", c.name, got)
		}
	}
	// As streams, all but a framing header alone are well-formed.
	if got := beveFails(t, 1, "valid", file(t, "framing.beve", []byte("\x2e\x02"))); !strings.Contains(got, ": 2: ") {
		t.Error(got)
	}
	if got := beveOK(t, "cat", file(t, "none.beve", nil)); got != "" {
		t.Error(got)
	}
	if got := beveOK(t, "cat", "--single", file(t, "one.beve", []byte("\x06\x06\x00"))); got != "null\n" {
		t.Error(got)
	}
}

func TestLimitsHold(t *testing.T) {
	deep := file(t, "deep.json", []byte(strings.Repeat("[", 40)+strings.Repeat("]", 40)))
	for _, command := range []string{"cat", "explain", "stat", "valid"} {
		beveOK(t, command, "--max-depth", "40", deep)
		if got := beveFails(t, 1, command, "--max-depth", "39", deep); !strings.Contains(got, "nesting too deep") {
			t.Error(got)
		}
	}
	long := file(t, "long.json", []byte(`"`+strings.Repeat("x", 300_000)+`"`))
	for _, args := range [][]string{{"cat", long}, {"cat", "--indent", long}} {
		beveOK(t, append(args, "--max-size", "1MB")...)
		if got := beveFails(t, 1, append(args, "--max-size", "100KiB")...); !strings.Contains(got, "longer than") {
			t.Error(got)
		}
	}
	bottom := file(t, "deepest.json", []byte(strings.Repeat("[", deepest)+strings.Repeat("]", deepest)))
	for _, args := range [][]string{{"cat", bottom}, {"explain", bottom}, {"stat", bottom}, {"diff", bottom, bottom}, {"get", bottom, "/0"}} {
		beveOK(t, append(args, "--max-depth", "10000")...)
	}
	million := file(t, "million.beve", bytes.Repeat([]byte{5, 4}, 1_000_000))
	for _, command := range []string{"cat", "explain", "stat", "valid"} {
		if got := beveFails(t, 1, command, million); !located.MatchString(got) {
			t.Errorf("%.200s", got)
		}
	}
	// A claim of 2^60 elements in nine bytes must not be believed.
	bomb := file(t, "bomb.beve", []byte("\x05\xff\xff\xff\xff\xff\xff\xff\x3f"))
	if got := beveFails(t, 1, "explain", bomb); !located.MatchString(got) {
		t.Error(got)
	}
}

// Output is in proportion to input, also where a long name is part of many paths.
func TestLongNamesAreShownShort(t *testing.T) {
	long := strings.Repeat("n", 1_000_000)
	many := func(v string) string { return `{"` + long + `":[` + strings.Repeat(v+",", 9_999) + v + `]}` }
	a, b := file(t, "a.json", []byte(many("1"))), file(t, "b.json", []byte(many("2")))
	for _, args := range [][]string{{"explain", a}, {"stat", a}, {"diff", a, b}} {
		r := beveIn(t, "", args...)
		if r.err != "" || len(r.out) > 50_000_000 {
			t.Errorf("%q: %d bytes, %.100s", args, len(r.out), r.err)
		}
	}
}

func TestClosedOutputEndsQuietly(t *testing.T) {
	in := file(t, "in.ndjson", []byte(bigInput(5000)))
	for _, c := range []struct {
		err  error
		code int
		text string
	}{
		{syscall.EPIPE, exitBrokenPipe, ""},
		{os.ErrClosed, exitBrokenPipe, ""},
		{errors.New("disk full"), exitBad, "beve: write: disk full\n"},
	} {
		for _, args := range [][]string{
			{"cat", in}, {"cat", "-i", in}, {"explain", in}, {"get", in, ""}, {"valid", in, in}, {"stat", in},
			{"convert", in, "-", "--to", "beve"}, {"convert", in, "-", "--to", "beve.gz"}, {"tour"},
			{"convert", in, "-", "--to", "json.zst"}, {"version"},
		} {
			var errs bytes.Buffer
			code := run(context.Background(), args, streams{out: &failingWriter{0, c.err}, err: &errs})
			if code != c.code || errs.String() != c.text {
				t.Errorf("%q after %v: code %d, %q", args, c.err, code, errs.String())
			}
		}
	}
}
