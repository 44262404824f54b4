// Encoding: depth, errors and destinations.

package msgcodec

import (
	"errors"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

func TestCyclesEnd(t *testing.T) {
	type node struct{ Next *node }
	loop := &node{}
	loop.Next = loop
	list := []any{nil}
	list[0] = list
	type chain *chain
	var c chain
	c = &c
	for _, v := range []any{loop, list, map[string]any{"l": list}, c} {
		if _, err := msgpack.Marshal(v); !errors.Is(err, fault.ErrDepth) {
			t.Errorf("%T: %v", v, err)
		}
	}
	var into chain
	if err := msgpack.Unmarshal([]byte{0x01}, &into); !errors.Is(err, fault.ErrDepth) {
		t.Error(err)
	}
}

// TestAFailedAppendReturnsWhatItWasGiven in every place of a value, and leaves nothing
// for the next call.
func TestAFailedAppendReturnsWhatItWasGiven(t *testing.T) {
	bad := make(chan int)
	for name, f := range formats {
		for _, c := range []struct {
			v    any
			path fault.Pointer
		}{
			{bad, ""}, {&bad, ""}, {[]any{1, bad}, "/1"}, {map[string]any{"a/b": bad}, "/a~1b"}, {[]map[int]any{{5: bad}}, "/0/5"},
			{&struct {
				A string `msg:"a" zid:"0"`
				B any    `msg:"b" zid:"1"`
			}{strings.Repeat("x", 1000), []any{bad}}, "/b/0"},
			{[2]any{nil, &tuple{B: bad}}, "/1/b"},
		} {
			for _, dst := range [][]byte{nil, {}, {1, 2, 3}, make([]byte, 2, 4000)} {
				out, err := f.Append(dst, c.v)
				var got *EncodeError
				if !errors.As(err, &got) || got.Path != c.path || got.GoType != "chan int" || got.Format != f.format.Name {
					t.Errorf("%s: %T: %v", name, c.v, err)
				}
				if len(out) != len(dst) || (out == nil) != (dst == nil) || len(out) > 0 && &out[0] != &dst[0] {
					t.Errorf("%s: %T: %x is returned for %x", name, c.v, out, dst)
				}
			}
			if b, err := f.Marshal(c.v); b != nil || err == nil {
				t.Errorf("%s: %T: %x, %v", name, c.v, b, err)
			}
			if b, err := f.Marshal(5); err != nil || string(b) != "\x05" {
				t.Errorf("%s: after a failure %x, %v", name, b, err)
			}
		}
	}
}

// TestWhatUsersPass has values, pointers, nil pointers and nil.
func TestWhatUsersPass(t *testing.T) {
	five := 5
	p := &five
	var none *lineItem
	for _, v := range []any{five, &five, &p} {
		written(t, msgpack, v, EncodeOptions{}, "05")
	}
	for _, v := range []any{nil, none, &none, (*any)(nil), new(any)} {
		written(t, msgpack, v, EncodeOptions{}, "c0")
	}
}

// TestDepthIsBounded nests values of every kind of container as deep as MaxDepth, and one
// deeper.
func TestDepthIsBounded(t *testing.T) {
	type node struct {
		Next *node `msg:"n" zid:"0"`
	}
	type wrap func(v any) any
	structs := func(depth int) any {
		var n *node
		for range depth {
			n = &node{n}
		}
		return n
	}
	nest := func(w wrap) func(depth int) any {
		return func(depth int) any {
			v := any(5)
			for range depth {
				v = w(v)
			}
			return v
		}
	}
	for name, f := range formats {
		for what, make := range map[string]func(depth int) any{
			"structs": structs, "slices": nest(func(v any) any { return []any{v} }), "maps": nest(func(v any) any { return map[string]any{"k": v} }),
			"arrays": nest(func(v any) any { return [1]any{v} }), "other maps": nest(func(v any) any { return map[int]any{1: v} }),
		} {
			for _, o := range []EncodeOptions{{MaxDepth: 1}, {MaxDepth: 5}, {}, {MaxDepth: 600}, {MaxDepth: 5, Deterministic: true}} {
				most := fault.Depth(o.MaxDepth) - 1
				if _, err := f.MarshalWithOptions(make(most), o); err != nil {
					t.Errorf("%s: %d %s within %d: %v", name, most, what, o.MaxDepth, err)
				}
				if _, err := f.MarshalWithOptions(make(most+1), o); !errors.Is(err, fault.ErrDepth) {
					t.Errorf("%s: %d %s within %d: %v", name, most+1, what, o.MaxDepth, err)
				}
			}
		}
	}
}

// TestStatesKeepLittle encodes what is long, and looks at what a state keeps for the next
// call.
func TestStatesKeepLittle(t *testing.T) {
	e := msgpack.newEncodeState(&EncodeOptions{})
	e.buf = make([]byte, 0, mem.MaxKept+1)
	e.release()
	if e.buf != nil {
		t.Errorf("%d bytes are kept", cap(e.buf))
	}
	e = msgpack.newEncodeState(&EncodeOptions{})
	e.fail("first", fault.ErrDepth)
	e.inKey("k")
	e.fail("second", fault.ErrSyntax)
	if err := e.failed.Complete(); err.GoType != "first" || err.Err != fault.ErrDepth || err.Path != "/k" {
		t.Error(err)
	}
	e.release()
	if e.failed.Err != nil {
		t.Error(e.failed.Err)
	}
	// A result is as long as it is, and no longer.
	if b := mustMarshal(t, msgpack, strings.Repeat("x", 100), EncodeOptions{}); cap(b) > 2*len(b) {
		t.Errorf("%d bytes in %d", len(b), cap(b))
	}
}
