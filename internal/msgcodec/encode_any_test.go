// Values in interfaces, written.

package msgcodec

import (
	"errors"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// TestAnyIsWrittenAsItsTypeIs writes values of many types by themselves, through pointers
// and in interfaces of both kinds: the bytes are the same.
func TestAnyIsWrittenAsItsTypeIs(t *testing.T) {
	var none *int
	for _, v := range []any{
		true, 5, int8(-5), int16(-500), int32(-70_000), int64(1) << 40, uint(5), uint8(200), uint16(500), uint32(70_000), uint64(1) << 63, uintptr(7),
		float32(1.5), 2.5, complex64(1i), 2i, "text", []byte{1, 2}, [3]byte{1, 2, 3}, []string{"a"}, [1]int{5}, []any{1, nil, "x"}, map[string]any{"k": []any{}},
		map[int]string{1: "x"}, lineItem{Name: "n"}, tuple{A: 1}, time.Unix(5, 5), msgp.Raw{0x91, 0xC0}, &msgp.RawExtension{Type: 9, Data: []byte{1}},
		generated{3}, &generated{4}, textBoth{"t"}, struct{}{}, []any(nil), map[string]any(nil), none, []*int{nil},
	} {
		want := mustMarshal(t, msgpack, v, EncodeOptions{Deterministic: true})
		appended(t, msgpack, v, EncodeOptions{Deterministic: true}, want)
		pointer := &v
		deep := &pointer
		type methods interface{ Nothing() }
		for what, c := range map[string]struct {
			v    any
			wire []byte
		}{
			"*any": {pointer, want}, "**any": {deep, want}, "[]any": {[]any{v}, append([]byte{0x91}, want...)}, "[1]any": {[1]any{v}, append([]byte{0x91}, want...)},
			"map": {map[string]any{"k": v}, append([]byte{0x81, 0xA1, 'k'}, want...)}, "member": {struct{ A any }{v}, append([]byte{0x81, 0xA1, 'A'}, want...)},
			"no value": {struct{ A methods }{}, []byte{0x81, 0xA1, 'A', 0xC0}},
		} {
			if b := mustMarshal(t, msgpack, c.v, EncodeOptions{Deterministic: true}); string(b) != string(c.wire) {
				t.Errorf("%T in a %s is %x, want %x", v, what, b, c.wire)
			}
		}
	}
}

// loud is an interface with methods, and two types that have them.
type (
	loud  interface{ Shout() string }
	crier struct {
		N int `msg:"n" zid:"0"`
	}
	callee struct {
		S string `msg:"s" zid:"0"`
	}
)

func (c crier) Shout() string   { return "" }
func (c *callee) Shout() string { return c.S }

// TestInterfacesAreLevels has values that are too deep by pointers in interfaces, and
// failures within.
func TestInterfacesAreLevels(t *testing.T) {
	var self any
	self = &self
	for _, c := range []struct {
		v     any
		depth int
		cause error
		path  fault.Pointer
	}{
		{self, 0, fault.ErrDepth, ""},
		{[]any{&crier{}}, 2, fault.ErrDepth, "/0"},
		{[]any{[]any{1}}, 2, fault.ErrDepth, "/0"},
		{[]loud{crier{}}, 2, fault.ErrDepth, "/0"},
		{[]any{1, []any{make(chan int)}}, 0, fault.ErrUnsupported, "/1/0"},
		{[]any{func() {}}, 0, fault.ErrUnsupported, "/0"},
		{map[string]any{"k": map[string]any{"l": make(chan int)}}, 0, fault.ErrUnsupported, "/k/l"},
		{struct{ A any }{new(chan int)}, 0, fault.ErrUnsupported, "/A"},
	} {
		var bad *EncodeError
		if _, err := msgpack.MarshalWithOptions(c.v, EncodeOptions{MaxDepth: c.depth}); !errors.As(err, &bad) || !errors.Is(err, c.cause) || bad.Path != c.path {
			t.Errorf("%T within %d: %v; want %v at %q", c.v, c.depth, err, c.cause, c.path)
		}
	}
	written(t, msgpack, []any{[]any{}, map[string]any{}}, EncodeOptions{MaxDepth: 2}, "929080")
}
