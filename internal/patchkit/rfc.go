package patchkit

import (
	"errors"
	"reflect"
	"testing"
)

func is(err, target error) bool { return errors.Is(err, target) }

// patches are the examples of RFC 6902, appendix A, and more errors: a document, a patch and
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
