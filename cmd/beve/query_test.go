package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/translator"
)

// A query gives the same whatever the format of its input.
func TestQueryInEveryFormat(t *testing.T) {
	text := `{"id":1,"big":123456789012345678901234567890,"t":"2024-01-02T03:04:05Z","n":[1,2.5,-3e-7],"s":"é","o":{"b":null,"a":true}}`
	typed, err := translator.Options{TypedArrays: true}.FromJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	names := []string{file(t, "in.json", []byte(text)), file(t, "in.beve", beveOf(t, text)), file(t, "typed.beve", typed)}
	for expr, want := range map[string]string{
		".":                            `{"big":123456789012345678901234567890,"id":1,"n":[1,2.5,-3e-7],"o":{"a":true,"b":null},"s":"é","t":"2024-01-02T03:04:05Z"}`,
		".big + 1, (.n|add), .s+\"x\"": "123456789012345678901234567891\n3.4999997\n\"éx\"", ".t|fromdate": "1704164645",
		"empty": "", "123456789012345678901234567890123456789012345678901234567890 * 10": "1234567890123456789012345678901234567890123456789012345678900", "def f: .+1; .id|f|f": "3", ".n[1:]": "[2.5,-3e-7]", "[.[]|type]": `["number","number","array","object","string","string"]`,
		"$x, $y.a": "\"1=2\"\n3",
	} {
		if want != "" {
			want += "\n"
		}
		for _, name := range names {
			r := beveIn(t, "", "query", "--arg", "x=1=2", "--argjson", `y={"a":3}`, expr, name)
			if r.code != 0 || r.out != want {
				t.Errorf("%s of %s: %+v, want %s", expr, name, r, want)
			}
		}
	}
}

// Extensions are to a query what they are in the JSON that cat prints, and nothing in a message makes it fail.
func TestQuerySeesTheJSON(t *testing.T) {
	for _, v := range vectors(t, "glaze", "rust", "crafted", "extended") {
		args := withTags("cat", v.path+".beve")
		cat := beveIn(t, "", args...)
		args[0] = "query"
		got := beveIn(t, "", append([]string{"query", "--compact", "."}, args[1:]...)...)
		want := beveIn(t, cat.out, "query", "--compact", ".", "--from", "json")
		if got.code != 0 || got.out != want.out {
			t.Errorf("%s: %s%s want %s%s", v.Name, got.out, got.err, want.out, want.err)
		}
	}
}

func TestQueryForms(t *testing.T) {
	in := file(t, "in.ndjson", []byte("{\"a\":1,\"s\":\"x\\ty\"}\n{\"a\":2}\n"))
	for _, c := range []struct{ args, want string }{
		{"-s map(.a)", "[1,2]\n"}, {"-n [inputs.a]", "[1,2]\n"}, {"-n input.a,input.a", "1\n2\n"}, {"-r .s//.a", "x\ty\n2\n"}, {"--csv {a,s}", "a,s\n1,x\ty\n2,\n"},
		{"-n 1", "1\n"}, {"-i {a}", "{\n  \"a\": 1\n}\n{\n  \"a\": 2\n}\n"}, {"[.,input]|length", "2\n"},
	} {
		args := append([]string{"query"}, strings.Fields(c.args)...)
		if got := beveOK(t, append(args, in)...); got != c.want {
			t.Errorf("%s: %q, want %q", c.args, got, c.want)
		}
		if r := beveIn(t, read(t, in), append(args, "--from", "json")...); r.out != c.want {
			t.Errorf("%s of standard input: %+v", c.args, r)
		}
	}
	if got := beveOK(t, "query", ".a", in, in); got != "1\n2\n1\n2\n" {
		t.Error(got)
	}
	r := beveIn(t, "", "query", ".a", in, "nosuch", in)
	if r.code != 1 || r.out != "1\n2\n1\n2\n" || r.err != "nosuch: no such file or directory\n" {
		t.Errorf("%+v", r)
	}
	for expr, want := range map[string]string{
		".a[": `after ".a["`, "nosuch": "function not defined: nosuch/0", "$z": "variable not defined: $z", ". as": "expression", "\"": "expression",
	} {
		if got := beveFails(t, exitUsage, "query", expr, in); !strings.Contains(got, want) {
			t.Errorf("%s: %s", expr, got)
		}
	}
	for expr, code := range map[string]int{".s.x": 1, "error(\"no\")": 1, "halt": 0, "halt_error": 1} {
		if r := beveIn(t, "", "query", expr, in); r.code != code || code > 0 && !strings.HasPrefix(r.err, in+": 0: ") {
			t.Errorf("%s: %+v", expr, r)
		}
	}
	for _, args := range [][]string{{"--arg", "x", "."}, {"--argjson", "x={", "."}, {"--csv", "--tsv", "."}, {}} {
		beveFails(t, exitUsage, append([]string{"query"}, args...)...)
	}
}

// Values are printed as they come, and a query without end is ended by an interrupt.
func TestQueryStreams(t *testing.T) {
	in := bigInput(1000) + "x"
	r := beveIn(t, in, "query", ".id", "--from", "json")
	if r.code != 1 || strings.Count(r.out, "7\n") != 1000 || !strings.Contains(r.err, "(line 1001, column 1)") {
		t.Errorf("%d, %d lines, %s", r.code, strings.Count(r.out, "\n"), r.err)
	}
	for _, args := range [][]string{{"query", "-n", "repeat(1)|empty"}, {"query", "-n", "def f: f; f"}, {"where", file(t, "x.json", []byte("1")), "repeat(1)|empty"}} {
		ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
		var out, errs bytes.Buffer
		code := run(ctx, args, streams{in: strings.NewReader("1"), out: &out, err: &errs})
		if stop(); code == 0 || !errors.Is(ctx.Err(), context.DeadlineExceeded) {
			t.Errorf("%q: %d, %s", args, code, errs.String())
		}
	}
}

func TestEveryday(t *testing.T) {
	lines := file(t, "in.ndjson", []byte(`{"id":3,"c":{"n":"b"}}
{"id":1,"c":{"n":"a"},"x":1.50}
{"id":2.5,"c":{"n":"b"}}
{"c":{}}
{"id":"t"}
`))
	dir := t.TempDir()
	stream, array, typed := filepath.Join(dir, "s.beve"), filepath.Join(dir, "a.json"), filepath.Join(dir, "t.beve")
	beveOK(t, "convert", lines, stream)
	if err := os.WriteFile(array, []byte(beveOK(t, "query", "-s", "-c", ".", lines)), 0o666); err != nil {
		t.Fatal(err)
	}
	beveOK(t, "convert", array, typed)
	for _, in := range []string{lines, stream, array, typed} {
		for _, c := range []struct{ verb, args, want string }{
			{"count", "", "5\n"}, {"count", "/c/n", `{"value":null,"count":2}` + "\n" + `{"value":"b","count":2}` + "\n" + `{"value":"a","count":1}` + "\n"},
			{"head", "-n 1", "[0]"}, {"head", "-n 0", ""}, {"head", "", "[0 1 2 3 4]"},
			{"sort", "/id", "[3 1 2 0 4]"}, {"sort", "/id -d", "[4 0 2 1 3]"}, {"sort", "/c/n", "[3 4 1 0 2]"},
			{"where", ".id==1", "[1]"}, {"where", ".c.n", "[0 1 2]"}, {"where", ".id|numbers|.>2", "[0 2]"}, {"where", "empty", ""},
			{"select", "/id n=/c/n", `{"id":3,"n":"b"}` + "\n" + `{"id":1,"n":"a"}` + "\n" + `{"id":2.5,"n":"b"}` + "\n{}\n" + `{"id":"t"}` + "\n"},
			{"select", "/c/n --csv", "n\nb\na\nb\n\n\n"},
		} {
			args := append([]string{c.verb, in}, strings.Fields(c.args)...)
			got := beveOK(t, args...)
			want := c.want
			if strings.HasPrefix(want, "[") { // lines of the input, by number
				want = ""
				for _, i := range strings.Fields(strings.Trim(c.want, "[]")) {
					want += strings.Split(beveOK(t, "query", "-c", ".[]? // .", array), "\n")[i[0]-'0'] + "\n"
				}
				if in == lines || in == stream {
					got = beveIn(t, got, "query", "-c", ".", "--from", "json").out // names in their order
				}
			}
			if got != want {
				t.Errorf("%q: %q, want %q", args, got, want)
			}
		}
	}
	// What is not asked for keeps its bytes.
	if got := beveOK(t, "where", stream, ".id==1"); got != `{"id":1,"c":{"n":"a"},"x":1.5}`+"\n" {
		t.Error(got)
	}
	for _, args := range [][]string{{"select", lines}, {"select", lines, "id"}, {"select", lines, "/a", "/b/a"}, {"select", lines, "/~"}, {"sort", lines, "x"}, {"head", "-n", "-1", lines}, {"where", lines, ".["}, {"where", lines}, {"count"}} {
		beveFails(t, exitUsage, args...)
	}
	// head does not read what it need not.
	if got := beveIn(t, "1 2 3 x", "head", "-n", "2", "-", "--from", "json"); got.code != 0 || got.out != "1\n2\n" {
		t.Errorf("%+v", got)
	}
}

// TestSelectNamesByTheLastStep: whatever the steps of a pointer, the name is the last of them.
func TestSelectNamesByTheLastStep(t *testing.T) {
	steps := []string{"", "a", "/", "~", "~1", ".", "..", "*", "a b", "0", "é"}
	for i, first := range steps {
		for _, second := range append(steps, "-") {
			p, last := translator.Pointer("").Key(first), first
			doc := map[string]any{first: 1}
			if second != "-" || i == 0 {
				p, last = p.Key(second), second
				doc = map[string]any{first: map[string]any{second: 1}}
			}
			text, err := json.Marshal(doc)
			if err != nil {
				t.Fatal(err)
			}
			want, _ := json.Marshal(map[string]any{last: 1})
			if got := beveOK(t, "select", file(t, "a.json", text), string(p)); got != string(want)+"\n" {
				t.Errorf("%q of %s: %s, want %s", p, text, got, want)
			}
		}
	}
	if got := beveOK(t, "select", file(t, "a.json", []byte("1")), ""); got != "{\"\":1}\n" {
		t.Errorf("the whole value: %s", got)
	}
}

// TestArgumentsOfJSONSayWhatIsWrong: with the name of the variable and the reason.
func TestArgumentsOfJSONSayWhatIsWrong(t *testing.T) {
	for text, why := range map[string]string{
		"1e400": "range", "3.14159265358979323846": "float64", "{": "inside", "": "inside", "[1,]": "value", "1 2": "after", "nope": "literal", "\"\xff\"": "UTF-8",
		strings.Repeat("[", 100_000): "deep",
	} {
		got := beveFails(t, exitUsage, "query", "--argjson", "good=1", "--argjson", "x="+text, ".")
		if !strings.Contains(got, " of x ") || !strings.Contains(got, why) || len(got) > 10_000 {
			t.Errorf("%.50q: %.300s, which does not say %q", text, got, why)
		}
	}
	if got := beveFails(t, exitUsage, "query", "--argjson", "x", "."); !strings.Contains(got, "name=JSON, not \"x\"") {
		t.Error(got)
	}
}
