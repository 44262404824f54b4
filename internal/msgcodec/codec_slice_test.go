// Slices, arrays and pointers.

package msgcodec

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

type (
	namedBytes []byte
	namedByte  byte
	// textByte is a byte whose method says something else.
	textByte byte
	chain    *chain
)

func (b textByte) MarshalText() ([]byte, error)     { return []byte{byte(b)}, nil }
func (b *textByte) UnmarshalText(text []byte) error { *b = textByte(text[0]); return nil }

// TestSlicesAndPointersOverAll writes values, reads them into new variables and over others.
func TestSlicesAndPointersOverAll(t *testing.T) {
	five := 5
	pointer := &five
	for _, c := range []struct {
		v    any
		wire string
		over any // a value of the same type
	}{
		{[]byte(nil), "c400", []byte{1}},
		{namedBytes{1, 2}, "c4020102", namedBytes{3}},
		{[]namedByte{1, 2}, "c4020102", []namedByte{9, 9, 9}},
		{[]textByte{'a', 'b'}, "92a161a162", []textByte{'x'}},
		{[2]textByte{'a', 'b'}, "92a161a162", [2]textByte{'x', 'y'}},
		{[2]byte{1, 2}, "c4020102", [2]byte{7, 7}},
		{[0]byte{}, "c400", [0]byte{}},
		{[]string{"", "abc"}, "92a0a3616263", []string{"longer", "x", "y"}},
		{[3]string{"a", "", "c"}, "93a161a0a163", [3]string{"x", "y", "z"}},
		{[]bool{true, false}, "92c3c2", []bool{false, false, true}},
		{[][]int{{1}, {}, {2, 3}}, "93910190920203", [][]int{{7, 7}, {8}, {9}, {10}}},
		{[2][]int{{1}, {2}}, "9291019102", [2][]int{{7, 7}, nil}},
		{[]map[string]int{{"a": 1}, {}}, "9281a1610180", []map[string]int{{"b": 2}, {"c": 3}}},
		{[]*int{pointer, nil}, "9205c0", []*int{new(int), new(int), nil}},
		{[]any{int64(1), nil, "x"}, "9301c0a178", []any{"a", "b", "c", "d"}},
		{&pointer, "05", new(*int)},
		{[]lineItem{{Name: "a"}, {}}, "9284a46e616d65a161a5636f756e7400a56d61726b7380a46e657874c084a46e616d65a0a5636f756e7400a56d61726b7380a46e657874c0", []lineItem{{Next: &lineItem{}}, {Count: 3}, {}}},
	} {
		written(t, msgpack, c.v, EncodeOptions{}, c.wire)
		b := unhex(t, c.wire)
		read(t, msgpack, b, DecodeOptions{}, c.v)
		used := reflect.New(reflect.TypeOf(c.over))
		used.Elem().Set(reflect.ValueOf(c.over))
		if err := msgpack.Unmarshal(b, used.Interface()); err != nil || !testkit.EqualLoose(used.Elem().Interface(), c.v) {
			t.Errorf("%T over %v: %v, %v", c.v, c.over, used.Elem(), err)
		}
		if err := msgpack.Unmarshal([]byte{0xC0}, used.Interface()); err != nil {
			t.Errorf("nil over a %T: %v", c.v, err)
		} else if v := used.Elem(); v.Kind() == reflect.Slice && v.Len() != 0 || v.Kind() != reflect.Slice && !v.IsZero() {
			t.Errorf("nil over a %T: %v", c.v, v)
		}
	}
}

// TestPointersKeepTheirTargets reads over a pointer that leads somewhere: the target is
// written to, and nil cuts it off.
func TestPointersKeepTheirTargets(t *testing.T) {
	target := lineItem{Name: "old", Count: 3}
	p := &target
	if err := msgpack.Unmarshal(unhex(t, "81a46e616d65a36e6577"), &p); err != nil || p != &target || target.Name != "new" || target.Count != 0 {
		t.Error(p, target, err)
	}
	if err := msgpack.Unmarshal([]byte{0xC0}, &p); err != nil || p != nil || target.Name != "new" {
		t.Error(p, target, err)
	}
	// A failure within a new target leaves the pointer as it was.
	if err := msgpack.Unmarshal(unhex(t, "81a46e616d6505"), &p); err == nil || p != nil {
		t.Error(p, err)
	}
}

func TestArraysHaveTheirLength(t *testing.T) {
	for _, c := range []struct {
		v    any
		wire string
		want msgp.ArrayError
	}{
		{new([2]int), "9101", msgp.ArrayError{Wanted: 2, Got: 1}},
		{new([2]int), "93010203", msgp.ArrayError{Wanted: 2, Got: 3}},
		{new([2]string), "90", msgp.ArrayError{Wanted: 2}},
		{new([0]int), "9101", msgp.ArrayError{Got: 1}},
		{new([2]byte), "c40101", msgp.ArrayError{Wanted: 2, Got: 1}},
		{new([2]byte), "c403010203", msgp.ArrayError{Wanted: 2, Got: 3}},
		{new(tuple), "9101", msgp.ArrayError{Wanted: 2, Got: 1}},
	} {
		var got msgp.ArrayError
		if err := msgpack.Unmarshal(unhex(t, c.wire), c.v); !errors.As(err, &got) || got != c.want {
			t.Errorf("%s into a %T: %v", c.wire, c.v, err)
		}
	}
}

// TestElementsThatFailSayWhere has an element of each kind of loop that cannot be read, and
// some that cannot be written.
func TestElementsThatFailSayWhere(t *testing.T) {
	for _, typ := range []reflect.Type{reflect.TypeFor[string](), reflect.TypeFor[int64](), reflect.TypeFor[int8](), reflect.TypeFor[uint64](), reflect.TypeFor[float64](),
		reflect.TypeFor[bool](), reflect.TypeFor[*int](), reflect.TypeFor[[]int](), reflect.TypeFor[map[string]int]()} {
		for _, list := range []reflect.Value{reflect.New(reflect.SliceOf(typ)), reflect.New(reflect.ArrayOf(3, typ))} {
			failure{fault.ErrSyntax, 2, "/1"}.of(t, list.Type().String(), msgpack.Unmarshal(unhex(t, "93c0c1c0"), list.Interface()))
			failure{fault.ErrTruncated, 0, ""}.of(t, list.Type().String(), msgpack.Unmarshal(unhex(t, "93c0"), list.Interface()))
			err := msgpack.UnmarshalWithOptions(unhex(t, "93c0c0c0"), list.Interface(), DecodeOptions{Limits: Limits{MaxElements: 2}})
			failure{fault.ErrLimit, 0, ""}.of(t, list.Type().String(), err)
			err = msgpack.UnmarshalWithOptions(unhex(t, "93c0c0c0"), list.Interface(), DecodeOptions{Limits: Limits{MaxDepth: 1}})
			failure{fault.ErrDepth, 0, ""}.of(t, list.Type().String(), err)
		}
	}
	for _, c := range []struct {
		v    any
		o    EncodeOptions
		path fault.Pointer
	}{
		{[]any{1, make(chan int)}, EncodeOptions{}, "/1"},
		{[2][]any{{}, {0, 1, make(chan int)}}, EncodeOptions{}, "/1/2"},
		{[][]int{{1}}, EncodeOptions{MaxDepth: 2}, "/0"},
		{[]int{1}, EncodeOptions{MaxDepth: 1}, ""},
		{[1]string{}, EncodeOptions{MaxDepth: 1}, ""},
	} {
		var bad *EncodeError
		if _, err := msgpack.MarshalWithOptions(c.v, c.o); !errors.As(err, &bad) || bad.Path != c.path {
			t.Errorf("%T: %v", c.v, err)
		}
	}
}

// TestChainsOfPointersAreLevels has pointers to pointers, which nothing else ends.
func TestChainsOfPointersAreLevels(t *testing.T) {
	var loop chain
	loop = &loop
	if _, err := msgpack.Marshal(&loop); !errors.Is(err, fault.ErrDepth) {
		t.Error(err)
	}
	var into chain
	if err := msgpack.Unmarshal([]byte{1}, &into); !errors.Is(err, fault.ErrDepth) {
		t.Error(err)
	}
	if err := msgpack.Unmarshal([]byte{0xC0}, &into); err != nil || into != nil {
		t.Error(err)
	}
	var deep ***int
	if err := msgpack.Unmarshal([]byte{5}, &deep); err != nil || ***deep != 5 {
		t.Error(err)
	}
	written(t, msgpack, deep, EncodeOptions{}, "05")
	*deep = nil
	written(t, msgpack, deep, EncodeOptions{}, "c0")
	if _, err := msgpack.MarshalWithOptions(&deep, EncodeOptions{MaxDepth: 2}); err != nil {
		t.Error(err)
	}
}

// TestShortSlicesOfStringsShareNothing reads many of them, and appends to each.
func TestShortSlicesOfStringsShareNothing(t *testing.T) {
	var in [][]string
	for i := range 40 {
		in = append(in, strings.Split(strings.Repeat("x,", i%18)+"y", ","))
	}
	var out [][]string
	if err := msgpack.Unmarshal(mustMarshal(t, msgpack, in, EncodeOptions{}), &out); err != nil {
		t.Fatal(err)
	}
	for i := range out {
		_ = append(out[i], "more")
		for j := range out[i] {
			out[i][j] += "!"
		}
	}
	for i := range out {
		if want := strings.Join(in[i], "!,") + "!"; strings.Join(out[i], ",") != want {
			t.Errorf("slice %d is %q, want %s", i, out[i], want)
		}
	}
}
