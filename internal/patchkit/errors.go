package patchkit

import (
	"errors"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/edit"
	"github.com/beve-org/beve-go/internal/fault"
)

// badValues holds what is wrong with values, and with parts that have none of their own, to one error: with the path of the
// change, and in a batch with its number.
func (f *Format) badValues(t *testing.T) {
	msg := f.message(t, []byte(`[[1,2],[1,2]]`))
	bad := map[string]any{"a channel": make(chan int), "a function in a list": []any{func() {}}}
	for name, value := range bad {
		for i, put := range f.Put {
			_, err := put(msg, "/1", value)
			if e, ok := fault.Decoding(err); !ok || e.Path != "/1" {
				t.Errorf("function %d with %s: %v", i, name, err)
			}
		}
		_, err := f.Sets(msg, 1, value)
		if e, ok := fault.Decoding(err); !ok || e.Path != "/1" || !strings.Contains(err.Error(), "operation 1: ") {
			t.Errorf("a batch with %s: %v", name, err)
		}
	}
	raw := f.message(t, []byte(`0`))
	_, alone := f.Set(msg, "/1/1/x", raw)
	_, batch := f.Batch(fault.Limits{}, msg, "set", "/1/1/x", "", raw)
	a, ok := fault.Decoding(alone)
	b, also := fault.Decoding(batch)
	if !ok || !also || a.Offset != b.Offset || a.Path != b.Path || a.Offset == 0 {
		t.Errorf("what has no parts: Set says %v, a batch %v", alone, batch)
	}
}

// mistakes holds what is wrong with a patch itself to one error whatever it is applied to: that of the operation, at its
// place in the patch.
func (f *Format) mistakes(t *testing.T) {
	for _, op := range []string{
		`7`, `{}`, `{"op":"drop","path":"/a"}`, `{"op":"add","value":1}`, `{"op":"add","path":"/a"}`, `{"op":"add","path":1,"value":1}`,
		`{"op":"add","path":"a","value":1}`, `{"op":"replace","path":"/a~","value":1}`, `{"op":"test","path":"#/a","value":1}`,
		`{"op":"remove","path":"a/b"}`, `{"op":"remove","path":"/~2"}`, `{"op":"remove","path":""}`,
		`{"op":"copy","path":"/a"}`, `{"op":"copy","from":"a","path":"/b"}`, `{"op":"copy","from":"/a","path":"b"}`,
		`{"op":"move","path":"/a"}`, `{"op":"move","from":"a","path":"/b"}`, `{"op":"move","from":"/a","path":"b"}`,
		`{"op":"move","from":"/a","path":"/a/b"}`, `{"op":"move","from":"","path":"/a"}`,
	} {
		patch := f.message(t, []byte(`[{"op":"test","path":"/a","value":1},`+op+`]`))
		var first *fault.DecodeError
		for _, document := range []string{`{"a":1}`, `[]`, `null`} {
			_, err := f.Apply(f.message(t, []byte(document)), patch)
			e, ok := fault.Decoding(err)
			switch {
			case !ok || e.Path != "/1" || e.Offset <= 0:
				t.Errorf("%s of %s: %v", op, document, err)
			case errors.Is(err, edit.ErrTest):
				t.Errorf("%s of %s: a test is not what is wrong", op, document)
			case first == nil:
				first = e
			case e.Error() != first.Error():
				t.Errorf("%s of %s: %v, and of another document %v", op, document, e, first)
			}
		}
	}
}
