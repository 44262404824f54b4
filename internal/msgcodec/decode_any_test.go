// Values whose types the bytes decide.

package msgcodec

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

func TestInterfacesTakeWhatTheKeysSay(t *testing.T) {
	for wire, check := range map[string]func(v any) bool{
		"8105a178":     func(v any) bool { return v.(map[int64]any)[5] == "x" },
		"81cc05a178":   func(v any) bool { return v.(map[int64]any)[5] == "x" },
		"8205c0a16bc3": func(v any) bool { m := v.(map[any]any); return len(m) == 2 && m["k"] == true },
		"82a16bc305c0": func(v any) bool { m := v.(map[any]any); return len(m) == 2 && m["k"] == true },
		"81c3a178":     func(v any) bool { return v.(map[any]any)[true] == "x" },
		"81c40161c3":   func(v any) bool { return v.(map[string]any)["a"] == true },
		"81cfffffffffffffffffc0": func(v any) bool {
			m := v.(map[any]any)
			_, ok := m[uint64(math.MaxUint64)]
			return ok
		},
	} {
		var v any
		if err := msgpack.Unmarshal(unhex(t, wire), &v); err != nil || !check(v) {
			t.Errorf("%s: %T %v, %v", wire, v, v, err)
		}
	}
	for _, wire := range []string{"8190c0", "8180c0", "81c0c0"} {
		var v any
		if err := msgpack.Unmarshal(unhex(t, wire), &v); !errors.Is(err, fault.ErrUnsupported) {
			t.Errorf("%s: %v, %v", wire, v, err)
		}
		var m map[any]int
		if err := msgpack.Unmarshal(unhex(t, wire), &m); err == nil {
			t.Errorf("%s: %v", wire, m)
		}
	}
}

// TestAnyOfEveryForm reads values of every kind into an interface, near to the end of the
// input and far from it: what they are is what the bytes say.
func TestAnyOfEveryForm(t *testing.T) {
	for wire, want := range map[string]any{
		"c0": nil, "c3": true, "c2": false, "05": int64(5), "ff": int64(-1), "d0ff": int64(-1), "d1ff00": int64(-256), "d280000000": int64(math.MinInt32),
		"d37fffffffffffffff": int64(math.MaxInt64), "cc05": uint64(5), "cd0100": uint64(256), "ce00010000": uint64(65536), "cfffffffffffffffff": uint64(math.MaxUint64),
		"ca3fc00000": float32(1.5), "cb3ff8000000000000": 1.5, "a0": "", "a178": "x", "d90178": "x", "da000178": "x", "db0000000178": "x",
		"c400": []byte{}, "c40178": []byte("x"), "c5000178": []byte("x"), "c60000000178": []byte("x"), "90": []any{}, "9105": []any{int64(5)},
		"dc0001c3": []any{true}, "dd00000001a178": []any{"x"}, "80": map[string]any{}, "81a17805": map[string]any{"x": int64(5)}, "de0001c4017805": map[string]any{"x": int64(5)},
		"d6ff00000001": time.Unix(1, 0), "c70c05000000000000000100000000": time.Unix(1, 0), "d7033f80000040000000": complex64(complex(1, 2)),
		"d8043ff00000000000004000000000000000": complex(1, 2), "d40901": &msgp.RawExtension{Type: 9, Data: []byte{1}}, "c70009": &msgp.RawExtension{Type: 9, Data: []byte{}},
	} {
		b := unhex(t, wire)
		for _, after := range []int{0, 20} {
			var v any
			in := b
			if after > 0 {
				var list []any
				in = append(append(msgp.AppendArrayHeader(nil, uint32(1+after)), b...), make([]byte, after)...)
				if err := msgpack.Unmarshal(in, &list); err != nil || len(list) != 1+after {
					t.Errorf("%s: %v, %v", wire, list, err)
					continue
				}
				v = list[0]
			} else if err := msgpack.Unmarshal(in, &v); err != nil {
				t.Errorf("%s: %v", wire, err)
				continue
			}
			if !testkit.EqualLoose(v, want) {
				t.Errorf("%s with %d bytes after it is %T %v, want %T %v", wire, after, v, v, want, want)
			}
		}
		for cut := range b {
			if err := msgpack.Unmarshal(b[:cut], new(any)); !errors.Is(err, fault.ErrTruncated) {
				t.Errorf("%d of the bytes %s: %v", cut, wire, err)
			}
		}
	}
}

// TestMapsOfAnyFollowTheirKeys has maps whose type the keys decide, in every mixture, and
// what is wrong in them. ZebraPack has keys that are text only.
func TestMapsOfAnyFollowTheirKeys(t *testing.T) {
	x := &msgp.RawExtension{Type: 9, Data: []byte{1}}
	for wire, want := range map[string]any{
		"820102a16103":               map[any]any{int64(1): int64(2), "a": int64(3)},
		"82a161030102":               map[any]any{int64(1): int64(2), "a": int64(3)},
		"8201020304":                 map[int64]any{1: int64(2), 3: int64(4)},
		"8201c0c3c0":                 map[any]any{int64(1): nil, true: nil},
		"8201c0c40178c0":             map[any]any{int64(1): nil, "x": nil},
		"8201c0cfffffffffffffffffc0": map[any]any{int64(1): nil, uint64(math.MaxUint64): nil},
		"81d40901c0":                 map[any]any{x: nil},
		"81cb3ff8000000000000c0":     map[any]any{1.5: nil},
		"81ca3fc00000c0":             map[any]any{float32(1.5): nil},
	} {
		var v any
		if err := msgpack.Unmarshal(unhex(t, wire), &v); err != nil || !testkit.EqualLoose(v, want) {
			t.Errorf("%s is %T %v, %v; want %T %v", wire, v, v, err, want, want)
		}
	}
	for _, c := range []struct {
		f    tested
		wire string
		o    DecodeOptions
		want failure
	}{
		{msgpack, "8190c0", DecodeOptions{}, failure{fault.ErrUnsupported, 1, "/(array)"}},
		{msgpack, "81c0c0", DecodeOptions{}, failure{fault.ErrUnsupported, 1, "/(nil)"}},
		{msgpack, "8201c08001", DecodeOptions{}, failure{fault.ErrUnsupported, 3, "/(map)"}},
		{msgpack, "8101c1", DecodeOptions{}, failure{fault.ErrSyntax, 2, "/1"}},
		{msgpack, "81c1c0", DecodeOptions{}, failure{fault.ErrSyntax, 1, "/?"}},
		{msgpack, "82c3c0c1c0", DecodeOptions{}, failure{fault.ErrSyntax, 3, "/?"}},
		{msgpack, "81a16191c1", DecodeOptions{}, failure{fault.ErrSyntax, 4, "/a/0"}},
		{msgpack, "81a161d52aff00", DecodeOptions{}, failure{errMethod, 3, "/a"}}, // of a type that is registered
		{msgpack, "8201020304", DecodeOptions{Limits: Limits{MaxElements: 1}}, failure{fault.ErrLimit, 0, ""}},
		{msgpack, "81a1619105", DecodeOptions{Limits: Limits{MaxDepth: 2}}, failure{fault.ErrDepth, 3, "/a"}},
		{msgpack, "9105", DecodeOptions{Limits: Limits{MaxDepth: 1}}, failure{fault.ErrDepth, 0, ""}},
		{zebrapack, "8105c0", DecodeOptions{}, failure{fault.ErrMismatch, 1, "/5"}},
		{zebrapack, "82a161c0c3c0", DecodeOptions{}, failure{fault.ErrMismatch, 4, "/(bool)"}},
		{unnamed, "9181c0c0", DecodeOptions{}, failure{fault.ErrMismatch, 2, "/0/(nil)"}},
	} {
		var v any
		err := c.f.UnmarshalWithOptions(unhex(t, c.wire), &v, c.o)
		c.want.of(t, c.f.format.Name+": "+c.wire, err)
		if v != nil {
			t.Errorf("%s: a failure leaves %v", c.wire, v)
		}
	}
}

// TestBytesInAnyAliasOnRequest reads a bin and a str under NoCopy and without.
func TestBytesInAnyAliasOnRequest(t *testing.T) {
	for _, noCopy := range []bool{false, true} {
		in := unhex(t, "92c40178a179")
		var list []any
		if err := msgpack.UnmarshalWithOptions(in, &list, DecodeOptions{NoCopy: noCopy}); err != nil {
			t.Fatal(err)
		}
		in[3], in[5] = '*', '*'
		if aliases := string(list[0].([]byte)) == "*"; aliases != noCopy {
			t.Errorf("NoCopy %v: the bin is %q", noCopy, list[0])
		}
		if aliases := list[1].(string) == "*"; aliases != (noCopy && mem.Unchecked) {
			t.Errorf("NoCopy %v: the str is %q", noCopy, list[1])
		}
	}
}
