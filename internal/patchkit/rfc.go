package patchkit

import (
	"errors"
	"reflect"
	"testing"
)

func is(err, target error) bool { return errors.Is(err, target) }

// patches are the examples of RFC 6902, appendix A, and more cases: a document, a patch and
// the result, or "" where the patch cannot be applied.
func (f *Format) patches(t *testing.T) {
	for _, c := range [][3]string{
		{`{"foo":"bar"}`, `[{"op":"add","path":"/baz","value":"qux"}]`, `{"baz":"qux","foo":"bar"}`},
		{`{"foo":["bar","baz"]}`, `[{"op":"add","path":"/foo/1","value":"qux"}]`, `{"foo":["bar","qux","baz"]}`},
		{`{"baz":"qux","foo":"bar"}`, `[{"op":"remove","path":"/baz"}]`, `{"foo":"bar"}`},
		{`{"foo":["bar","qux","baz"]}`, `[{"op":"remove","path":"/foo/1"}]`, `{"foo":["bar","baz"]}`},
		{`{"baz":"qux","foo":"bar"}`, `[{"op":"replace","path":"/baz","value":"boo"}]`, `{"baz":"boo","foo":"bar"}`},
		{`{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}`, `[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]`,
			`{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}`},
		{`{"foo":["all","grass","cows","eat"]}`, `[{"op":"move","from":"/foo/1","path":"/foo/3"}]`, `{"foo":["all","cows","eat","grass"]}`},
		{`{"baz":"qux","foo":["a",2,"c"]}`, `[{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2}]`,
			`{"baz":"qux","foo":["a",2,"c"]}`},
		{`{"baz":"qux"}`, `[{"op":"test","path":"/baz","value":"bar"}]`, ""},
		{`{"foo":"bar"}`, `[{"op":"add","path":"/child","value":{"grandchild":{}}}]`, `{"foo":"bar","child":{"grandchild":{}}}`},
		{`{"foo":"bar"}`, `[{"op":"add","path":"/baz","value":"qux","xyz":123}]`, `{"foo":"bar","baz":"qux"}`},
		{`{"foo":"bar"}`, `[{"op":"add","path":"/baz/bat","value":"qux"}]`, ""},
		{`{"/":9,"~1":10}`, `[{"op":"test","path":"/~01","value":10}]`, `{"/":9,"~1":10}`},
		{`{"/":9,"~1":10}`, `[{"op":"test","path":"/~01","value":"10"}]`, ""},
		{`{"foo":["bar"]}`, `[{"op":"add","path":"/foo/-","value":["abc","def"]}]`, `{"foo":["bar",["abc","def"]]}`},
		{`{"a":[1,2]}`, `[{"op":"test","path":"/a/1","value":2.0},{"op":"test","path":"","value":{"a":[1,2e0]}}]`, `{"a":[1,2]}`},
		{`[1,2,3]`, `[{"op":"test","path":"","value":[1,2]}]`, ""},
		{`{"a":1}`, `[{"op":"replace","path":"","value":[null]}]`, `[null]`},
		{`{"a":1}`, `[{"op":"replace","path":"/b","value":1}]`, ""},
		{`{"a":{"b":1}}`, `[{"op":"move","from":"/a","path":"/a/b"}]`, ""},
		{`{"a":{"b":1}}`, `[{"op":"move","from":"/a","path":"/a"}]`, `{"a":{"b":1}}`},
		{`{"a":[0]}`, `[{"op":"copy","from":"/a","path":"/b"},{"op":"add","path":"/b/0","value":"x"}]`, `{"a":[0],"b":["x",0]}`},
		{`{"a":[0,1]}`, `[{"op":"remove","path":"/a/01"}]`, ""},
		{`{"a":1}`, `[{"op":"remove","path":""}]`, ""},
		{`{"a":1}`, `[{"op":"add","path":"b","value":1}]`, ""},
		{`{"a":1}`, `[{"op":"add","path":"/b"}]`, ""},
		{`{"a":1}`, `[{"op":"spoil","path":"/a"}]`, ""},
		{`{"a":1}`, `[{"path":"/a"}]`, ""},
		{`{"a":1}`, `[{"op":"remove"}]`, ""},
		{`{"a":1}`, `[{"op":"move","path":"/a"}]`, ""},
		{`{"a":1}`, `[{"op":"remove","path":7}]`, ""},
		{`{"a":1}`, `[7]`, ""},
		{`{"a":1}`, `{"op":"remove","path":"/a"}`, ""},

		// Whole documents, and arrays that are documents.
		{`{"x":1}`, `[]`, `{"x":1}`},
		{`[]`, `[{"op":"add","path":"/0","value":"x"}]`, `["x"]`},
		{`["x"]`, `[{"op":"add","path":"/1","value":"y"}]`, `["x","y"]`},
		{`["x"]`, `[{"op":"add","path":"/2","value":"y"}]`, ""},
		{`["x"]`, `[{"op":"add","path":"/-1","value":"y"}]`, ""},
		{`["x"]`, `[{"op":"add","path":"/y","value":"y"}]`, ""},
		{`"x"`, `[{"op":"replace","path":"","value":"y"}]`, `"y"`},
		{`{"x":1}`, `[{"op":"add","path":"","value":{"y":2}}]`, `{"y":2}`},
		{`{"x":1}`, `[{"op":"add","path":"","value":[]}]`, `[]`},
		{`[1,2]`, `[{"op":"add","path":"/-","value":{"y":[3]}},{"op":"add","path":"/2/y/0","value":0}]`, `[1,2,{"y":[0,3]}]`},
		// null is a value.
		{`{"x":null}`, `[{"op":"test","path":"/x","value":null}]`, `{"x":null}`},
		{`{"x":null}`, `[{"op":"replace","path":"/x","value":"y"}]`, `{"x":"y"}`},
		{`{"x":1}`, `[{"op":"replace","path":"/x","value":null}]`, `{"x":null}`},
		{`{"x":1}`, `[{"op":"add","path":"/y","value":null}]`, `{"x":1,"y":null}`},
		{`{"x":null}`, `[{"op":"move","from":"/x","path":"/y"}]`, `{"y":null}`},
		{`{"x":null}`, `[{"op":"copy","from":"/x","path":"/y"}]`, `{"x":null,"y":null}`},
		{`{"x":null}`, `[{"op":"remove","path":"/x"}]`, `{}`},
		{`{"x":1}`, `[{"op":"test","path":"/y","value":null}]`, ""},
		// Names that look like indices, are empty, or need escapes.
		{`{"0":1}`, `[{"op":"add","path":"/1","value":2},{"op":"remove","path":"/0"}]`, `{"1":2}`},
		{`{"":1}`, `[{"op":"replace","path":"/","value":2}]`, `{"":2}`},
		{`{"x":{"":{"":1}}}`, `[{"op":"test","path":"/x//","value":1}]`, `{"x":{"":{"":1}}}`},
		{`{"a/b":1,"m~n":2,"~1":3}`, `[{"op":"remove","path":"/a~1b"},{"op":"remove","path":"/m~0n"}]`, `{"~1":3}`},
		{`{"-":[1]}`, `[{"op":"add","path":"/-/-","value":2}]`, `{"-":[1,2]}`},
		{`{"x":1}`, `[{"op":"add","path":"/a~2b","value":2}]`, ""},
		// Indices are decimal, without a sign, an exponent or a zero before them, and of what is there.
		{`[1,2]`, `[{"op":"test","path":"/00","value":1}]`, ""},
		{`[1,2]`, `[{"op":"test","path":"/1e0","value":2}]`, ""},
		{`[1,2]`, `[{"op":"replace","path":"/1.0","value":2}]`, ""},
		{`[1,2]`, `[{"op":"remove","path":"/+1"}]`, ""},
		{`[1,2]`, `[{"op":"remove","path":"/-"}]`, ""},
		{`[1,2]`, `[{"op":"replace","path":"/2","value":3}]`, ""},
		{`[1,2]`, `[{"op":"copy","from":"/2","path":"/0"}]`, ""},
		{`[1,2]`, `[{"op":"remove","path":"/18446744073709551616"}]`, ""},
		// Moves within one container.
		{`[1,2,3]`, `[{"op":"move","from":"/0","path":"/2"}]`, `[2,3,1]`},
		{`[1,2,3]`, `[{"op":"move","from":"/2","path":"/0"}]`, `[3,1,2]`},
		{`[1,2,3]`, `[{"op":"move","from":"/0","path":"/3"}]`, ""},
		{`[1,2,3]`, `[{"op":"move","from":"/0","path":"/-"}]`, `[2,3,1]`},
		{`{"x":[1],"y":[2]}`, `[{"op":"move","from":"/x","path":"/y/0"}]`, `{"y":[[1],2]}`},
		{`{"x":1,"y":2}`, `[{"op":"move","from":"/x","path":"/y"}]`, `{"y":1}`},
		{`{"x":1}`, `[{"op":"move","from":"/y","path":"/x"}]`, ""},
		{`{"x":{"y":1}}`, `[{"op":"copy","from":"/x","path":"/x/z"}]`, `{"x":{"y":1,"z":{"y":1}}}`},
		// Tests of equality: by value, members in any order, elements in theirs.
		{`{"x":{"a":1,"b":[2,{"c":3}]}}`, `[{"op":"test","path":"/x","value":{"b":[2,{"c":3}],"a":1}}]`, `{"x":{"a":1,"b":[2,{"c":3}]}}`},
		{`{"x":[1,2]}`, `[{"op":"test","path":"/x","value":[2,1]}]`, ""},
		{`{"x":{"a":1}}`, `[{"op":"test","path":"/x","value":{"a":1,"b":2}}]`, ""},
		{`{"x":[]}`, `[{"op":"test","path":"/x","value":{}}]`, ""},
		{`{"x":0}`, `[{"op":"test","path":"/x","value":false}]`, ""},
		// Numbers of the same value, whatever their kinds and signs of zero.
		{`{"x":-0.0}`, `[{"op":"test","path":"/x","value":0.0},{"op":"remove","path":"/x"}]`, `{}`},
		{`{"x":0.0}`, `[{"op":"test","path":"/x","value":-0.0},{"op":"remove","path":"/x"}]`, `{}`},
		{`{"x":0}`, `[{"op":"test","path":"/x","value":-0.0},{"op":"remove","path":"/x"}]`, `{}`},
		{`{"x":[-0.0,1.5]}`, `[{"op":"test","path":"/x","value":[0.0,1.5]},{"op":"remove","path":"/x"}]`, `{}`},
		{`{"x":1.0}`, `[{"op":"test","path":"/x","value":1},{"op":"remove","path":"/x"}]`, `{}`},
		{`{"x":-1.5}`, `[{"op":"test","path":"/x","value":1.5}]`, ""},
		{`{"x":""}`, `[{"op":"test","path":"/x","value":null}]`, ""},
		{`{"x":"\u0041"}`, `[{"op":"test","path":"/x","value":"A"}]`, `{"x":"A"}`},
		// All or nothing, and each operation sees what those before have made.
		{`{"x":1}`, `[{"op":"add","path":"/y","value":2},{"op":"test","path":"/x","value":2}]`, ""},
		{`{"x":1}`, `[{"op":"remove","path":"/x"},{"op":"remove","path":"/x"}]`, ""},
		{`{"x":1}`, `[{"op":"replace","path":"/x","value":[]},{"op":"add","path":"/x/-","value":2},{"op":"copy","from":"/x/0","path":"/y"}]`, `{"x":[2],"y":2}`},
		// Operations that lack something, or are none.
		{`{"x":1}`, `[{"op":"copy","path":"/x"}]`, ""},
		{`{"x":1}`, `[{"op":"test","path":"/x"}]`, ""},
		{`{"x":1}`, `[{"op":"replace","path":"/x"}]`, ""},
		{`{"x":1}`, `[{"op":"Remove","path":"/x"}]`, ""},
		{`{"x":1}`, `[{"op":null,"path":"/x"}]`, ""},
		{`{"x":1}`, `[{"op":"remove","path":null}]`, ""},
		{`{"x":1}`, `[{"op":"move","from":3,"path":"/x"}]`, ""},
		{`{"x":1}`, `[[]]`, ""},
		{`{"x":1}`, `null`, ""},
		{`{"x":1}`, `[{"op":"remove","path":"#/x"}]`, ""},
	} {
		f.one(t, f.Apply, c)
	}
}

// merges are the examples of RFC 7396, appendix A.
func (f *Format) merges(t *testing.T) {
	for _, c := range [][3]string{
		{`{"a":"b"}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"b"}`, `{"b":"c"}`, `{"a":"b","b":"c"}`},
		{`{"a":"b"}`, `{"a":null}`, `{}`},
		{`{"a":"b","b":"c"}`, `{"a":null}`, `{"b":"c"}`},
		{`{"a":["b"]}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"c"}`, `{"a":["b"]}`, `{"a":["b"]}`},
		{`{"a":{"b":"c"}}`, `{"a":{"b":"d","c":null}}`, `{"a":{"b":"d"}}`},
		{`{"a":[{"b":"c"}]}`, `{"a":[1]}`, `{"a":[1]}`},
		{`["a","b"]`, `["c","d"]`, `["c","d"]`},
		{`{"a":"b"}`, `["c"]`, `["c"]`},
		{`{"a":"foo"}`, `null`, `null`},
		{`{"a":"foo"}`, `"bar"`, `"bar"`},
		{`{"e":null}`, `{"a":1}`, `{"e":null,"a":1}`},
		{`[1,2]`, `{"a":"b","c":null}`, `{"a":"b"}`},
		{`{}`, `{"a":{"bb":{"ccc":null}}}`, `{"a":{"bb":{}}}`},
	} {
		f.one(t, f.Merge, c)
	}
}

func (f *Format) one(t *testing.T, apply func(msg, patch []byte) ([]byte, error), c [3]string) {
	t.Helper()
	got, err := apply(f.message(t, []byte(c[0])), f.message(t, []byte(c[1])))
	switch {
	case err != nil && c[2] != "":
		t.Errorf("%s of %s: %v", c[1], c[0], err)
	case err == nil && c[2] == "":
		t.Errorf("%s of %s: %v and no error", c[1], c[0], f.Document(t, got))
	case err == nil && !reflect.DeepEqual(f.Document(t, got), decode(t, []byte(c[2]))):
		t.Errorf("%s of %s: %v", c[1], c[0], f.Document(t, got))
	}
}
