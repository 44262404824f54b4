package main

import (
	"strings"
	"testing"
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
	if r.code != 1 || r.out != "\"é\\n\"\n" || !strings.HasSuffix(r.err, ": 23: no member \"s\" in an object of 0 members\n") {
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
