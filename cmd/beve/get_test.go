package main

import (
	"strings"
	"testing"

	"github.com/beve-org/beve-go/cmd/internal/doc"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

func TestGetFollowsPointers(t *testing.T) {
	dir := "../../testdata/beve/"
	doc := file(t, "doc.json", []byte(`{"a/b":{"m~n":[10,[true,null],"x\ty"]},"":{"":0},"d":1,"d":2}`))
	for _, c := range []struct{ name, pointer, want string }{
		{doc, "/a~1b/m~0n/0", "10"},
		{doc, "/a~1b/m~0n/1", "[true,null]"},
		{doc, "/a~1b/m~0n/2", `"x\ty"`},
		{doc, "//", "0"},
		{doc, "/d", "2"},
		{dir + "crafted/matrix_complex_aligned.beve", "/layout", `"layout_right"`},
		{dir + "crafted/matrix_complex_aligned.beve", "/extents/1", "1"},
		{dir + "crafted/matrix_complex_aligned.beve", "/value/0/1", "2"},
		{dir + "crafted/typetag_nested.beve", "/value/index", "1"},
		{dir + "crafted/typetag_nested.beve", "/value/value", "false"},
		{dir + "rust/complex_f64.beve", "", strings.TrimSpace(beveOK(t, "cat", dir+"rust/complex_f64.beve"))},
		{dir + "glaze/bool_array_len7.beve", "/6", "true"},
		{dir + "rust/string_array_mixed.beve", "/0", `""`},
	} {
		args := withTags("get", c.name)
		if got := beveOK(t, append(args, c.pointer)...); got != c.want+"\n" {
			t.Errorf("%s %q: got %s, want %s", c.name, c.pointer, got, c.want)
		}
	}
}

func TestGetSaysHowFarThePointerLeads(t *testing.T) {
	name := file(t, "doc.beve", beveOf(t, `{"a":[1,{"b":"x"}]}`))
	for pointer, want := range map[string]string{
		"/z":       ": 0: no member \"z\" in an object of 1 member",
		"/a/2":     ": 4: /a: no element \"2\" in an array of 2 elements",
		"/a/01":    ": 4: /a: no element \"01\" in an array of 2 elements",
		"/a/-":     ": 4: /a: no element \"-\" in an array of 2 elements",
		"/a/-1":    ": 4: /a: no element \"-1\" in an array of 2 elements",
		"/a/1/b/c": ": 12: /a/1/b: no member \"c\" in a string",
		"/a/1/c":   ": 8: /a/1: no member \"c\" in an object of 1 member",
	} {
		if got := beveFails(t, 1, "get", name, pointer); got != name+want+"\n" {
			t.Errorf("%s: got %q, want %q", pointer, got, want)
		}
	}
	for _, pointer := range []string{"a", "/~", "/~2"} {
		beveFails(t, 2, "get", name, pointer)
	}
	beveFails(t, 2, "get", "--raw", "--text", name, "/a")
	beveFails(t, 2, "get", name)
}

func TestGetForms(t *testing.T) {
	name := file(t, "doc.ndjson", []byte("{\"s\":\"é\\n\",\"n\":[1,2]}\n{}\n{\"s\":5,\"n\":\"x\"}"))
	if got := beveOK(t, "get", "-r", "--skip-missing", name, "/s"); got != "é\n\n5\n" {
		t.Errorf("text %q", got)
	}
	if got := beveOK(t, "get", "-i", "--skip-missing", name, "/n"); got != "[\n  1,\n  2\n]\n\"x\"\n" {
		t.Errorf("indented %q", got)
	}
	if got := beveOK(t, "get", "--raw", "--skip-missing", name, "/n"); got != "\x05\x08\x11\x01\x11\x02\x06\x02\x04x" {
		t.Errorf("raw %q", got)
	}
	r := beveIn(t, "", "get", name, "/s")
	if r.code != 1 || r.out != "\"é\\n\"\n" || !strings.HasSuffix(r.err, ": 23: no member \"s\" in an object of 0 members (line 2, column 1)\n") {
		t.Errorf("got %+v", r)
	}
}

// Every part that can be pointed at is a valid message of its own.
func TestGetRawIsAValue(t *testing.T) {
	for _, v := range vectors(t, "glaze", "rust", "crafted", "extended") {
		if v.Stream {
			continue
		}
		args := withTags("get", "--raw", v.path+".beve")
		if got := beveOK(t, append(args, "")...); !validBEVE([]byte(got)) && len(args) == 3 {
			t.Errorf("%s: % x", v.Name, got)
		}
	}
}

// What get finds in a file, in one pass, is what a look at the whole document finds, wherever it is.
func TestGetFindsEveryPart(t *testing.T) {
	parts := 0
	for _, v := range vectors(t, "glaze", "rust", "crafted", "extended") {
		if v.Stream {
			continue
		}
		name := v.path + ".beve"
		if strings.HasPrefix(read(t, name), string([]byte{byte(wire.HeaderFraming)})) {
			continue
		}
		args := withTags("get", name)
		d, err := doc.New([]byte(read(t, name)), wire.Limits{}, len(args) > 2)
		if err != nil {
			t.Fatalf("%s: %v", v.Name, err)
		}
		eachPointer(d.Root(), "", 3, func(p translator.Pointer) {
			parts++
			n, missing := find(d.Root(), p)
			want, err := translator.Options{LegacyTypeTag: len(args) > 2}.ToJSON(n.AppendBEVE(nil))
			if got := beveOK(t, append(args, string(p))...); missing != nil || err != nil || got != string(want)+"\n" {
				t.Errorf("%s %s: %s, want %s, %v", v.Name, p, got, want, err)
			}
		})
	}
	if parts < 500 {
		t.Errorf("only %d parts", parts)
	}
}

// eachPointer calls f for n and what it holds, of long arrays the first elements.
func eachPointer(n doc.Node, at translator.Pointer, depth int, f func(translator.Pointer)) {
	f(at)
	i := 0
	for name, child := range n.Children() {
		if i++; i > 3 || depth == 0 {
			break
		}
		eachPointer(child, at.Key(name), depth-1, f)
	}
}

func TestGetOfAllElements(t *testing.T) {
	in := `{"items":[{"price":1,"tags":["a","b"]},{"name":"x"},{"price":2.5,"tags":[]},7],"*":{"*":3},"nums":[1,2]}`
	for _, typed := range []bool{false, true} {
		data, err := translator.Options{TypedArrays: typed}.FromJSON([]byte(in))
		if err != nil {
			t.Fatal(err)
		}
		name := file(t, "in.beve", data)
		for pointer, want := range map[string]string{
			"/items/*/price": "1\n2.5\n", "/items/*/tags/*": "\"a\"\n\"b\"\n", "/nums/*": "1\n2\n", "/*/0": "{\"price\":1,\"tags\":[\"a\",\"b\"]}\n1\n",
			"/*/*": "{\"price\":1,\"tags\":[\"a\",\"b\"]}\n{\"name\":\"x\"}\n{\"price\":2.5,\"tags\":[]}\n7\n3\n1\n2\n",
		} {
			if got := beveOK(t, "get", name, pointer); got != want {
				t.Errorf("%s: %q, want %q", pointer, got, want)
			}
			if got := beveOK(t, "get", "--first", name, pointer); got != want[:strings.Index(want, "\n")+1] {
				t.Errorf("--first %s: %q", pointer, got)
			}
		}
		if got := beveOK(t, "get", "--literal", name, "/*/*"); got != "3\n" {
			t.Error(got)
		}
		for pointer, want := range map[string]string{
			"/items/*/none": ": /items: nothing there that \"/items/*/none\" leads to\n",
			"/item/*":       ": no member \"item\" in an object of 3 members; did you mean \"items\"?\n",
			"/ITEMS":        ": no member \"ITEMS\" in an object of 3 members; did you mean \"items\"?\n",
		} {
			if got := beveFails(t, 1, "get", name, pointer); !strings.HasSuffix(got, want) {
				t.Errorf("%s: %q", pointer, got)
			}
		}
	}
	if got := beveFails(t, 2, "get", "x", "items.0"); !strings.Contains(got, `perhaps "/items/0"`) {
		t.Error(got)
	}
}

// TestWildcardsLeadToTheLast: of repeated members every command sees the last, also one that sees all members.
func TestWildcardsLeadToTheLast(t *testing.T) {
	for _, c := range []struct{ doc, pointer, want string }{
		{`{"a":1,"a":2}`, "/*", "2\n"}, {`{"a":1,"b":3,"a":2}`, "/*", "2\n3\n"}, {`{"a":{"x":1},"a":5}`, "/*/x", ""},
		{`[{"a":1,"a":[7,8]},{"b":2}]`, "/*/*", "[7,8]\n2\n"}, {`[{"a":1,"a":[7,8]},{"b":2}]`, "/*/*/1", "8\n"},
		{`{"a":{"c":1,"c":2},"a":{"d":3,"d":4}}`, "/*/*", "4\n"},
	} {
		data := beveOf(t, c.doc)
		for _, name := range []string{file(t, "a.json", []byte(c.doc)), file(t, "a.beve", data)} {
			if got := beveOK(t, "get", "--skip-missing", name, c.pointer); got != c.want {
				t.Errorf("%s of %s: %q, want %q", c.pointer, c.doc, got, c.want)
			}
		}
	}
	// In the rows of a table, too, which are not looked into as they are read.
	var rows []byte
	rows = wire.AppendTable(rows, []string{"t"}, 1)
	rows = append(rows, beveOf(t, `{"a":1,"a":2}`)...)
	name := file(t, "t.beve", rows)
	if r := beveIn(t, "", "valid", name); r.code == exitOK {
		if got := beveOK(t, "get", name, "/*/t/*"); got != "2\n" {
			t.Errorf("%q", got)
		}
	} else {
		t.Error(r.err)
	}
}
