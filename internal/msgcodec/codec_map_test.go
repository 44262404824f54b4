// Maps, and keys of every type.

package msgcodec

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

type (
	keyText   struct{ s string }
	keyStruct struct {
		A int    `msg:"a" zid:"0"`
		B string `msg:"b" zid:"1"`
	}
	// keySame writes all its values alike.
	keySame struct{ n int }
	keyBad  struct{ n int }
)

func (k keyText) MarshalText() ([]byte, error) { return []byte("k:" + k.s), nil }
func (k *keyText) UnmarshalText(text []byte) error {
	k.s = strings.TrimPrefix(string(text), "k:")
	return nil
}
func (k keySame) MarshalText() ([]byte, error) { return []byte("same"), nil }
func (k keyBad) MarshalText() ([]byte, error)  { return nil, errMethod }

// TestMapsOfEveryKindOfKey writes maps in the order of the bytes of their keys, and reads
// them into new maps and over others, whose entries are dropped.
func TestMapsOfEveryKindOfKey(t *testing.T) {
	at := time.Unix(1, 0).UTC()
	for _, c := range []struct {
		v    any
		wire string
		over any
	}{
		{map[string]string{"b": "x", "a": "", "aa": "y"}, "83a161a0a162a178a26161a179", map[string]string{"z": "z"}},
		{map[string]any{"b": nil, "a": int64(1)}, "82a16101a162c0", map[string]any{"a": "old", "c": 1}},
		{map[string]int(nil), "80", map[string]int{"a": 1}},
		{map[string][]int{"a": {1}, "b": nil}, "82a1619101a16290", map[string][]int{"a": {5, 6}}},
		{map[keyText]int{{"x"}: 1, {"y"}: 2}, "82a36b3a7801a36b3a7902", map[keyText]int{{"z"}: 1}},
		{map[int8]bool{-1: true, 5: false}, "8205c2ffc3", map[int8]bool{7: true}},
		{map[int64]string{300: "x", -300: "y"}, "82d1012ca178d1fed4a179", map[int64]string{}},
		{map[uint16]string{300: "x", 3: "y"}, "8203a179cd012ca178", map[uint16]string{}},
		{map[bool]int{true: 1, false: 0}, "82c200c301", map[bool]int{}},
		{map[float64]int{1.5: 1}, "81cb3ff800000000000001", map[float64]int{2: 2}},
		{map[float32]int{1.5: 1}, "81ca3fc0000001", map[float32]int{2: 2}},
		{map[[2]int8]int{{1, 2}: 3}, "8192010203", map[[2]int8]int{}},
		{map[[2]byte]int{{1, 2}: 3}, "81c402010203", map[[2]byte]int{}},
		{map[keyStruct]int{{1, "x"}: 3}, "8182a16101a162a17803", map[keyStruct]int{}},
		{map[time.Time]int{at: 3}, "81d6ff0000000103", nil},
		{map[json.Number]int{"1": 3}, "81a13103", map[json.Number]int{}},
		{map[any]int{"a": 1, int64(2): 2, true: 3}, "830202a16101c303", map[any]int{"b": 1}},
		{map[string]map[string]int{"a": {"b": 1}}, "81a16181a16201", map[string]map[string]int{"a": {"c": 2}}},
		{map[string]*int{"a": nil}, "81a161c0", map[string]*int{"a": new(int)}},
		{map[string]struct{}{"a": {}}, "81a16180", map[string]struct{}{"b": {}}},
	} {
		written(t, msgpack, c.v, EncodeOptions{Deterministic: true}, c.wire)
		b := unhex(t, c.wire)
		// Without order the pairs are the same ones.
		loose := mustMarshal(t, msgpack, c.v, EncodeOptions{})
		if len(loose) != len(b) {
			t.Errorf("%T: %x without order, %x with it", c.v, loose, b)
		}
		for _, in := range [][]byte{b, loose} {
			got := reflect.New(reflect.TypeOf(c.v))
			if err := msgpack.Unmarshal(in, got.Interface()); err != nil || !sameMap(got.Elem().Interface(), c.v) {
				t.Errorf("%T: %x is %v, %v", c.v, in, got.Elem(), err)
			}
			if c.over == nil {
				continue
			}
			used := reflect.New(reflect.TypeOf(c.over))
			used.Elem().Set(reflect.ValueOf(c.over))
			if err := msgpack.Unmarshal(in, used.Interface()); err != nil || !sameMap(used.Elem().Interface(), c.v) || used.Elem().Pointer() != reflect.ValueOf(c.over).Pointer() {
				t.Errorf("%T over another: %v, %v", c.v, used.Elem(), err)
			}
			if err := msgpack.Unmarshal([]byte{0xC0}, used.Interface()); err != nil || used.Elem().Len() != 0 {
				t.Errorf("%T: nil makes %v, %v", c.v, used.Elem(), err)
			}
		}
		for cut := range b {
			if err := msgpack.Unmarshal(b[:cut], reflect.New(reflect.TypeOf(c.v)).Interface()); !errors.Is(err, fault.ErrTruncated) {
				t.Errorf("%T: %d of %d bytes: %v", c.v, cut, len(b), err)
			}
		}
	}
}

// sameMap is equality in which times that are keys count by their instant.
func sameMap(a, b any) bool {
	if at, ok := a.(map[time.Time]int); ok {
		same := len(at) == len(b.(map[time.Time]int))
		for key, v := range at {
			same = same && b.(map[time.Time]int)[key.UTC()] == v
		}
		return same
	}
	return testkit.EqualLoose(a, b)
}

// TestRepeatedKeys reads maps with a key twice into every type of map: the last value
// wins, or the second key is an error that says where it is.
func TestRepeatedKeys(t *testing.T) {
	for _, c := range []struct {
		target any
		wire   string
		at     int64
		path   fault.Pointer
		want   any
	}{
		{new(map[string]string), "82a161a178a161a179", 5, "/a", map[string]string{"a": "y"}},
		{new(map[string]any), "82a161a178a161c0", 5, "/a", map[string]any{"a": nil}},
		{new(map[string]any), "82a161a178c40161c0", 5, "/a", map[string]any{"a": nil}},
		{new(map[string]int), "82a16101a16102", 4, "/a", map[string]int{"a": 2}},
		{new(map[int]int), "820101cc0102", 3, "/1", map[int]int{1: 2}},
		{new(map[[1]int]int), "82910101910102", 4, "/(array)", map[[1]int]int{{1}: 2}},
		{new(map[any]any), "82c301c302", 3, "/(bool)", map[any]any{true: int64(2)}},
		{new(any), "82a16101a16102", 4, "/a", map[string]any{"a": int64(2)}},
		{new(any), "820101cc0102", 3, "/1", map[int64]any{1: int64(2)}},
		{new(any), "83c301a16102c303", 6, "/(bool)", map[any]any{true: int64(3), "a": int64(2)}},
		{new(any), "83a16102c301c40161c0", 6, "/a", map[any]any{true: int64(1), "a": nil}},
	} {
		b := unhex(t, c.wire)
		if err := msgpack.Unmarshal(b, c.target); err != nil || !testkit.Equal(reflect.ValueOf(c.target).Elem().Interface(), c.want) {
			t.Errorf("%s into a %T: %v, %v; want %v", c.wire, c.target, reflect.ValueOf(c.target).Elem(), err, c.want)
		}
		fresh := reflect.New(reflect.TypeOf(c.target).Elem()).Interface()
		failure{fault.ErrDuplicate, c.at, c.path}.of(t, fmt.Sprintf("%s into a %T", c.wire, c.target), msgpack.UnmarshalWithOptions(b, fresh, DecodeOptions{RejectDuplicates: true}))
	}
}

// TestKeysThatCannotBeKeys reads keys of the wrong kind, nil, and such as Go cannot
// compare, and values that fail.
func TestKeysThatCannotBeKeys(t *testing.T) {
	strict := DecodeOptions{ValidUTF8: true}
	for _, c := range []struct {
		target any
		wire   string
		o      DecodeOptions
		want   failure
	}{
		{new(map[string]string), "8105a0", DecodeOptions{}, failure{fault.ErrMismatch, 1, "/5"}},
		{new(map[string]string), "81c0a0", DecodeOptions{}, failure{fault.ErrMismatch, 1, "/(nil)"}},
		{new(map[string]string), "81c1a0", DecodeOptions{}, failure{fault.ErrSyntax, 1, "/?"}},
		{new(map[string]string), "81a1ffa0", strict, failure{fault.ErrUTF8, 1, "/\xff"}},
		{new(map[string]string), "81a161a1ff", strict, failure{fault.ErrUTF8, 3, "/a"}},
		{new(map[string]string), "81a16105", DecodeOptions{}, failure{fault.ErrMismatch, 3, "/a"}},
		{new(map[string]string), "81a161c40178", DecodeOptions{}, failure{fault.ErrMismatch, 3, "/a"}},
		{new(map[string]any), "81c3a0", DecodeOptions{}, failure{fault.ErrMismatch, 1, "/(bool)"}},
		{new(map[string]any), "81a16191c1", DecodeOptions{}, failure{fault.ErrSyntax, 4, "/a/0"}},
		{new(map[string]int), "8105a0", DecodeOptions{}, failure{fault.ErrMismatch, 1, "/5"}},
		{new(map[string]int), "81c0a0", DecodeOptions{}, failure{fault.ErrMismatch, 1, "/(nil)"}},
		{new(map[string]int), "81a1ff01", strict, failure{fault.ErrUTF8, 1, "/\xff"}},
		{new(map[string]int), "81a161a0", DecodeOptions{}, failure{fault.ErrMismatch, 3, "/a"}},
		{new(map[int8]int), "81cd010001", DecodeOptions{}, failure{fault.ErrOverflow, 1, "/256"}},
		{new(map[int8]int), "81c001", DecodeOptions{}, failure{fault.ErrMismatch, 1, "/(nil)"}},
		{new(map[*int]int), "81c001", DecodeOptions{}, failure{fault.ErrMismatch, 1, "/(nil)"}},
		{new(map[any]int), "819001", DecodeOptions{}, failure{fault.ErrUnsupported, 1, "/(array)"}},
		{new(map[[1]any]int), "81918001", DecodeOptions{}, failure{fault.ErrUnsupported, 1, "/(array)"}},
		{new(map[int]int), "8201020304", DecodeOptions{Limits: Limits{MaxElements: 1}}, failure{fault.ErrLimit, 0, ""}},
		{new(map[string]string), "81a161a0", DecodeOptions{Limits: Limits{MaxDepth: 1}}, failure{fault.ErrDepth, 0, ""}},
	} {
		err := msgpack.UnmarshalWithOptions(unhex(t, c.wire), c.target, c.o)
		c.want.of(t, fmt.Sprintf("%s into a %T", c.wire, c.target), err)
	}
	var m map[string]string
	if err := msgpack.UnmarshalWithOptions(unhex(t, "81c40161c40178"), &m, DecodeOptions{AnyText: true}); err != nil || m["a"] != "x" {
		t.Error(m, err)
	}
	if err := msgpack.Unmarshal(unhex(t, "81a161c0"), &m); err != nil || len(m) != 1 || m["a"] != "" {
		t.Error(m, err)
	}
}

// TestMapsThatCannotBeWritten has keys and values that fail, keys with the same bytes, and
// maps that are too deep, in order and without.
func TestMapsThatCannotBeWritten(t *testing.T) {
	for _, c := range []struct {
		v     any
		depth int
		cause error
		path  fault.Pointer
	}{
		{map[string]any{"a": make(chan int)}, 0, fault.ErrUnsupported, "/a"},
		{map[string]chan int{"a": nil}, 0, fault.ErrUnsupported, "/a"},
		{map[int]any{300: make(chan int)}, 0, fault.ErrUnsupported, "/300"},
		{map[keyText]any{{"x"}: make(chan int)}, 0, fault.ErrUnsupported, "/k:x"},
		{map[chan int]int{make(chan int): 1}, 0, fault.ErrUnsupported, "/(key)"},
		{map[keyBad]int{{1}: 1}, 0, errMethod, "/(key)"},
		{map[keySame]int{{1}: 1, {2}: 2}, 0, fault.ErrDuplicate, "/same"},
		{map[any]int{int8(1): 1, int16(1): 2}, 0, fault.ErrDuplicate, "/1"},
		{map[any]any{"x": make(chan int)}, 0, fault.ErrUnsupported, "/x"},
		{map[string]string{"a": "b"}, 1, fault.ErrDepth, ""},
		{map[int]map[int]int{1: {2: 3}}, 2, fault.ErrDepth, "/1"},
		{map[string]map[string]any{"a": {"b": 1}}, 2, fault.ErrDepth, "/a"},
	} {
		for _, o := range []EncodeOptions{{MaxDepth: c.depth}, {MaxDepth: c.depth, Deterministic: true}} {
			var bad *EncodeError
			if _, err := msgpack.MarshalWithOptions(c.v, o); !errors.As(err, &bad) || !errors.Is(err, c.cause) || bad.Path != c.path {
				t.Errorf("%T, deterministic %v: %v; want %v at %q", c.v, o.Deterministic, err, c.cause, c.path)
			}
		}
	}
	// Empty maps do not count as levels.
	written(t, msgpack, map[string]map[int]int{"a": {}}, EncodeOptions{MaxDepth: 2}, "81a16180")
}

// TestMapsAreInOrder writes maps of many keys: the order is that of the bytes on the wire,
// in which the length of a text comes first.
func TestMapsAreInOrder(t *testing.T) {
	texts, anys, numbers := map[string]string{}, map[string]any{}, map[int32]string{}
	for i := range 200 {
		key := strings.Repeat(string(rune('z'-i%26)), i%40)
		texts[key], anys[key], numbers[int32(i*i*7919-100_000)] = key, key, key
	}
	for _, v := range []any{texts, anys, numbers} {
		b := mustMarshal(t, msgpack, v, EncodeOptions{Deterministic: true})
		for range 3 {
			if again := mustMarshal(t, msgpack, v, EncodeOptions{Deterministic: true}); string(again) != string(b) {
				t.Fatalf("%T: %x and then %x", v, b, again)
			}
		}
		n, rest, err := msgp.ReadMapHeaderBytes(b)
		if err != nil {
			t.Fatal(err)
		}
		before := ""
		for range n {
			after, err := msgp.Skip(rest)
			if err != nil {
				t.Fatal(err)
			}
			key := string(rest[:len(rest)-len(after)])
			if key <= before {
				t.Errorf("%T: key %x follows %x", v, key, before)
			}
			before = key
			if rest, err = msgp.Skip(after); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestKeysTellApart says which types of keys may differ although their bytes do not.
func TestKeysTellApart(t *testing.T) {
	for typ, want := range map[reflect.Type]bool{
		reflect.TypeFor[string](): false, reflect.TypeFor[[2]int](): false, reflect.TypeFor[keyStruct](): false, reflect.TypeFor[struct{}](): false,
		reflect.TypeFor[*int](): true, reflect.TypeFor[any](): true, reflect.TypeFor[chan int](): true, reflect.TypeFor[[2]*int](): true,
		reflect.TypeFor[[1][1]any](): true, reflect.TypeFor[struct {
			A int
			B struct{ C [3]*int }
		}](): true,
	} {
		if got := apart(typ); got != want {
			t.Errorf("%v: %v", typ, got)
		}
	}
}
