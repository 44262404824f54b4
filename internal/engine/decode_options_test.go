// Every option of decoding, and the limits of both: each has a test that fails when it does nothing.

package engine_test

import (
	"bytes"
	"errors"
	"maps"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

func TestRejectUnknown(t *testing.T) {
	b := mustMarshal(t, map[string]any{"Name": "n", "other": []int{1}}, beve.EncodeOptions{})
	var v struct{ Name string }
	if err := beve.Unmarshal(b, &v); err != nil || v.Name != "n" {
		t.Errorf("%v, %v", v, err)
	}
	err := (beve.DecodeOptions{RejectUnknown: true}).Unmarshal(b, &v)
	if e := (*beve.DecodeError)(nil); !errors.As(err, &e) || !errors.Is(err, beve.ErrUnknownField) || e.Path != "/other" {
		t.Errorf("%v", err)
	}
	if err := (beve.DecodeOptions{RejectUnknown: true}).Unmarshal(b, new(withUnknown)); err != nil {
		t.Errorf("with a field for them: %v", err)
	}
}

func TestUnknownMembersAreKeptAndWrittenAgain(t *testing.T) {
	in := mustMarshal(t, map[string]any{"known": 7, "b": []int16{1, 2}, "a": map[string]any{"x": 1}, "é": nil}, beve.EncodeOptions{})
	var v withUnknown
	if err := beve.Unmarshal(in, &v); err != nil || v.Known != 7 || len(v.Rest) != 3 {
		t.Fatalf("%+v, %v", v, err)
	}
	out := mustMarshal(t, v, beve.EncodeOptions{})
	if want := decodedAny(t, in); !testkit.Equal(decodedAny(t, out), want) {
		t.Errorf("% X, want % X", out, in)
	}
	// In order: fields first, then sorted.
	if i, j := bytes.Index(out, []byte("known")), bytes.Index(out, []byte("a\x03")); i < 0 || j < i {
		t.Errorf("% X", out)
	}
	v = withUnknown{Rest: map[string]beve.Raw{"bad": {0x07}}}
	if _, err := beve.Marshal(&v); !errors.Is(err, beve.ErrSyntax) {
		t.Errorf("a member that is not a value: %v", err)
	}
	v = withUnknown{Rest: map[string]beve.Raw{"\xff": {0x00}}}
	if _, err := beve.Marshal(&v); !errors.Is(err, beve.ErrUTF8) {
		t.Errorf("a key that is not UTF-8: %v", err)
	}
	type through struct {
		*withUnknown
		Own int
	}
	if err := beve.Unmarshal(in, new(through)); !errors.Is(err, beve.ErrUnsupported) {
		t.Errorf("through a pointer that cannot be set: %v", err)
	}
	w := through{withUnknown: new(withUnknown)}
	if err := beve.Unmarshal(in, &w); err != nil || len(w.Rest) != 3 || w.Known != 7 {
		t.Errorf("%+v, %v", w.withUnknown, err)
	}
	if got := decodedAny(t, mustMarshal(t, &w, beve.EncodeOptions{})); len(memberNames(got)) != 5 {
		t.Errorf("%v", got)
	}
	type Exported struct {
		Rest map[string]beve.Raw `beve:",unknown"`
	}
	type reachable struct {
		*Exported
		Own int
	}
	var r reachable
	if err := beve.Unmarshal(in, &r); err != nil || len(r.Rest) != 4 {
		t.Errorf("%+v, %v", r.Exported, err)
	}
	if got := memberNames(decodedAny(t, mustMarshal(t, &reachable{}, beve.EncodeOptions{}))); len(got) != 1 {
		t.Errorf("%q", got)
	}
	// A member of the map under the name of a field would be there twice.
	r = reachable{Exported: &Exported{map[string]beve.Raw{"Own": {0x11, 1}}}}
	var e *beve.EncodeError
	if _, err := beve.Marshal(&r); !errors.Is(err, beve.ErrDuplicate) || !errors.As(err, &e) || e.Path != "/Own" {
		t.Errorf("an unknown member named as a field: %v", err)
	}
	type wrong struct {
		Rest map[string]int `beve:",unknown"`
	}
	if _, err := beve.Marshal(wrong{}); !errors.Is(err, beve.ErrUnsupported) {
		t.Errorf("a field of the wrong type: %v", err)
	}
	if err := beve.Unmarshal(in, new(wrong)); !errors.Is(err, beve.ErrUnsupported) {
		t.Errorf("a field of the wrong type: %v", err)
	}
}

func TestRejectDuplicates(t *testing.T) {
	object := func(head byte, members ...[]byte) []byte {
		return append([]byte{head, byte(len(members)) << 2}, bytes.Join(members, nil)...)
	}
	text := func(key string) []byte { return append(wire.AppendText(nil, key), 0x11, 1) }
	twice := object(0x03, text("1"), text("2"), text("1"))
	once := object(0x03, text("1"), text("2"))
	ints := object(0x0B, []byte{1, 0x11, 1}, []byte{2, 0x11, 1}, []byte{1, 0x11, 1})
	uints := object(0x13, []byte{1, 0x11, 1}, []byte{1, 0x11, 1})
	type fields struct {
		B int `json:"2"`
		A int `json:"1"`
	}
	type key struct {
		A int `json:"1"`
	}
	type unknown struct {
		Rest map[string]beve.Raw `beve:",unknown"`
	}
	for _, c := range []struct {
		data    []byte
		targets []any
	}{
		{twice, []any{new(any), new(map[string]any), new(map[string]string), new(map[string]int), new(map[testkit.MyString]uint8), new(map[string]*int), new(fields), new(key), new(unknown), new(struct {
			A, B int
			C    map[string]int
		})}},
		{ints, []any{new(any), new(map[int]any), new(map[int8]uint16), new(map[uint32]any)}},
		{uints, []any{new(any), new(map[uint8]int)}},
	} {
		for _, target := range c.targets {
			_, isNumbers := target.(*map[string]string)
			if err := beve.Unmarshal(c.data, reflect.New(reflect.TypeOf(target).Elem()).Interface()); err != nil && !isNumbers {
				t.Errorf("% X into %T: %v", c.data, target, err)
			}
			err := (beve.DecodeOptions{RejectDuplicates: true}).Unmarshal(c.data, target)
			e := (*beve.DecodeError)(nil)
			switch _, noField := target.(*struct {
				A, B int
				C    map[string]int
			}); {
			case noField, isNumbers: // nothing is repeated that is looked at
			case !errors.Is(err, beve.ErrDuplicate) || !errors.As(err, &e) || e.Path != "/1":
				t.Errorf("% X into %T: %v", c.data, target, err)
			}
		}
	}
	// A member that the target holds already is not a duplicate.
	o := beve.DecodeOptions{RejectDuplicates: true}
	for _, target := range []any{new(any), new(map[string]any), new(map[string]int), new(map[testkit.MyString]uint8), new(fields), new(unknown), new([]map[string]int)} {
		data := once
		if _, ok := target.(*[]map[string]int); ok {
			data = append([]byte{0x05, 0x04}, once...)
		}
		for range 3 {
			if err := o.Unmarshal(data, target); err != nil {
				t.Errorf("%T: %v", target, err)
			}
		}
	}
	m := map[string]int{"kept": 1, "1": 5}
	n := map[testkit.MyString]uint8{"kept": 1, "1": 5}
	if err := errors.Join(o.Unmarshal(once, &m), o.Unmarshal(once, &n)); err != nil || !maps.Equal(m, map[string]int{"kept": 1, "1": 1, "2": 1}) || len(n) != 3 || n["1"] != 1 {
		t.Errorf("%v, %v, %v", m, n, err)
	}
}

// What a map that is used again held makes no duplicate, whatever its keys, be it read
// from an object, one with an index, or a row of a table.
func TestRejectDuplicatesIntoUsedMaps(t *testing.T) {
	object, err := beve.Marshal(map[string]int{"(1)": 1, "(2)": 2})
	indexed, err2 := beve.IndexOptions{}.Marshal(map[string]int{"(1)": 1, "(2)": 2})
	if err != nil || err2 != nil || indexed[0] != byte(wire.HeaderIndexed) {
		t.Fatal(err, err2, indexed)
	}
	list := append([]byte{0x05, 0x04}, object...)
	indexes := append([]byte{0x05, 0x04}, indexed...)
	table := append(wire.AppendTable(nil, []string{"(1)", "(2)"}, 1), 0x09, 1, 0x09, 2)
	o := beve.DecodeOptions{RejectDuplicates: true}
	for _, data := range [][]byte{object, indexed, list, indexes, table} {
		one := []any{&map[string]int{"(1)": 7, "k": 8}, &map[string]any{"(1)": 7, "k": 8}, &map[testkit.MyString]int64{"(1)": 7, "k": 8}, &map[testkit.TextKey]int{1: 7, 3: 8}, &map[testkit.TextKey]any{1: 7, 3: 8}}
		if len(data) > 0 && &data[0] != &object[0] && &data[0] != &indexed[0] {
			one = []any{&[]map[string]int{{"(1)": 7}}, &[]map[testkit.MyString]int64{{"(1)": 7}}, &[]map[testkit.TextKey]int{{1: 7}}, &[1]map[testkit.TextKey]int{{1: 7}}, &[1]map[string]int{{"(1)": 7}}}
		}
		for _, target := range one {
			for range 3 {
				if err := o.Unmarshal(data, target); err != nil {
					t.Errorf("% X into %T: %v", data, target, err)
				}
			}
			v := reflect.ValueOf(target).Elem()
			if kept := v.Kind() == reflect.Map; kept && v.Len() != 3 {
				t.Errorf("% X into %T: %v", data, target, v)
			}
		}
	}
}

func TestRequireAll(t *testing.T) {
	type s struct {
		A int
		B int    `json:"b,omitempty"`
		C string `json:",omitzero"`
		D *int
	}
	o := beve.DecodeOptions{RequireAll: true}
	for names, missing := range map[string]string{"A D": "", "A D b C": "", "D": "/A", "A": "/D", "": "/A"} {
		m := map[string]any{}
		for _, name := range strings.Fields(names) {
			m[name] = nil
		}
		b := mustMarshal(t, m, beve.EncodeOptions{})
		if err := beve.Unmarshal(b, new(s)); err != nil {
			t.Error(err)
		}
		err := o.Unmarshal(b, new(s))
		e := (*beve.DecodeError)(nil)
		if missing == "" && err != nil || missing != "" && (!errors.Is(err, beve.ErrMissing) || !errors.As(err, &e) || string(e.Path) != missing) {
			t.Errorf("%q: %v", names, err)
		}
	}
	inner := mustMarshal(t, []any{map[string]any{"A": 1, "D": 1}, map[string]any{"A": 1}}, beve.EncodeOptions{})
	err := o.Unmarshal(inner, new([]s))
	if e := (*beve.DecodeError)(nil); !errors.As(err, &e) || e.Path != "/1/D" {
		t.Errorf("%v", err)
	}
}

func TestGenericArrays(t *testing.T) {
	o := beve.DecodeOptions{GenericArrays: true}
	for _, c := range []struct{ in, typed, generic any }{
		{[]float64{1}, []float64{1}, []any{1.0}}, {[]float32{1}, []float32{1}, []any{1.0}}, {[]int8{1}, []int8{1}, []any{int64(1)}},
		{[]int16{1}, []int16{1}, []any{int64(1)}}, {[]int32{1}, []int32{1}, []any{int64(1)}}, {[]int64{1}, []int64{1}, []any{int64(1)}},
		{[]uint8{1}, []uint8{1}, []any{int64(1)}}, {[]uint16{1}, []uint16{1}, []any{int64(1)}}, {[]uint32{1}, []uint32{1}, []any{int64(1)}},
		{[]uint64{1, math.MaxUint64}, []uint64{1, math.MaxUint64}, []any{int64(1), uint64(math.MaxUint64)}},
		{[]bool{true, false}, []bool{true, false}, []any{true, false}}, {[]string{"a", ""}, []string{"a", ""}, []any{"a", ""}},
		{[]complex64{1i}, []complex64{1i}, []any{complex128(1i)}}, {[]complex128{1i}, []complex128{1i}, []any{1i}},
		{[]beve.Complex[int8]{{Real: 1}}, []beve.Complex[int64]{{Real: 1}}, []any{beve.Complex[int64]{Real: 1}}},
		{[]beve.Complex[uint16]{{Imag: 1}}, []beve.Complex[uint64]{{Imag: 1}}, []any{beve.Complex[uint64]{Imag: 1}}},
		{[]scalar.Float16{scalar.Float16FromFloat32(1.5)}, []float32{1.5}, []any{1.5}}, {[]scalar.BFloat16{scalar.BFloat16FromFloat32(1.5)}, []float32{1.5}, []any{1.5}},
		{[]scalar.Int128{{Hi: -1, Lo: 1}}, []*big.Int{must2(new(big.Int).SetString("-18446744073709551615", 10))}, []any{must2(new(big.Int).SetString("-18446744073709551615", 10))}},
		{[]scalar.Uint128{{Lo: 1}}, []*big.Int{big.NewInt(1)}, []any{int64(1)}},
		{[]any{1, "a"}, []any{int64(1), "a"}, []any{int64(1), "a"}}, {[]float64{}, []float64{}, []any{}}, {[]any{}, []any{}, []any{}},
		{beve.Matrix[float64]{Extents: []int{1}, Data: []float64{1}}, beve.Matrix[float64]{Extents: []int{1}, Data: []float64{1}}, beve.Matrix[float64]{Extents: []int{1}, Data: []float64{1}}},
		{beve.Matrix[beve.Complex[int8]]{Extents: []int{1}, Data: []beve.Complex[int8]{{Real: 1}}}, beve.Matrix[beve.Complex[int64]]{Extents: []int{1}, Data: []beve.Complex[int64]{{Real: 1}}},
			beve.Matrix[beve.Complex[int64]]{Extents: []int{1}, Data: []beve.Complex[int64]{{Real: 1}}}},
	} {
		b := mustMarshal(t, c.in, beve.EncodeOptions{})
		var typed, generic any
		if err := errors.Join(beve.Unmarshal(b, &typed), o.Unmarshal(b, &generic)); err != nil {
			t.Errorf("%T: %v", c.in, err)
		}
		if !testkit.Equal(typed, c.typed) || !testkit.Equal(generic, c.generic) {
			t.Errorf("%T: typed %T %v, generic %T %v", c.in, typed, typed, generic, generic)
		}
	}
	var times any
	if err := o.Unmarshal(wire.AppendTimes(nil, []uint64{0}), &times); err != nil || len(times.([]any)) != 1 {
		t.Errorf("%v, %v", times, err)
	}
}

func must2[T any](v T, ok bool) T {
	if !ok {
		panic("not ok")
	}
	return v
}

func TestNoCopyAliasesTheInput(t *testing.T) {
	type s struct {
		Text  string
		Bytes []byte
		Raw   beve.Raw
		Any   any
		Map   map[string]string
		Many  []string
		Octet []testkit.MyByte
	}
	v := s{strings.Repeat("t", 10), []byte("bbbb"), beve.Raw{0x02, 0x08, 'r', 'r'}, []byte("aaaa"), map[string]string{"kkkk": "vvvv"}, []string{"mmmm"}, []testkit.MyByte{7, 7}}
	for _, noCopy := range []bool{true, false} {
		b := mustMarshal(t, v, beve.EncodeOptions{})
		var got s
		if err := (beve.DecodeOptions{NoCopy: noCopy}).Unmarshal(b, &got); err != nil || !testkit.Equal(got, v) {
			t.Fatalf("%+v, %v", got, err)
		}
		if cap(got.Bytes) > 8 && noCopy || cap(got.Raw) > 4 && noCopy {
			t.Error("an alias has room to overwrite what follows")
		}
		for i := range b {
			b[i] = '#'
		}
		same := []bool{got.Text == v.Text, bytes.Equal(got.Bytes, v.Bytes), bytes.Equal(got.Raw, v.Raw), testkit.Equal(got.Any, v.Any), got.Many[0] == v.Many[0], slices.Equal(got.Octet, v.Octet)}
		for i, kept := range same {
			isText := i == 0 || i == 4
			if kept == noCopy && !(isText && !mem.Unchecked) { // strings are copied by the build without unsafe
				t.Errorf("NoCopy %v: field %d kept its value: %v", noCopy, i, kept)
			}
		}
	}
	// A Decoder of a reader moves its buffer, and so ignores it.
	b := mustMarshal(t, v, beve.EncodeOptions{})
	d := beve.NewDecoder(bytes.NewReader(append(append([]byte{}, b...), bytes.Repeat(b, 50)...)))
	d.SetOptions(beve.DecodeOptions{NoCopy: true})
	var first, next s
	if err := d.Decode(&first); err != nil {
		t.Fatal(err)
	}
	for d.More() {
		if err := d.Decode(&next); err != nil {
			t.Fatal(err)
		}
	}
	if !testkit.Equal(first, v) {
		t.Errorf("%+v changed", first)
	}
}

func TestLegacyTypeTag(t *testing.T) {
	tag := func(b ...byte) []byte { return append([]byte{0x0E, 0x04}, b...) }
	o := beve.DecodeOptions{LegacyTypeTag: true}
	array := append([]byte{0x05, 0x08}, append(tag(0x11, 7), 0x11, 8)...)
	object := append([]byte{0x03, 0x04, 0x04, 'A'}, tag(0x11, 7)...)
	for _, c := range []struct {
		data []byte
		want any
	}{
		{tag(0x11, 7), 7}, {tag(tag(0x11, 7)...), uint8(7)}, {tag(0x02, 0x04, 'x'), "x"}, {tag(0x18), true}, {tag(object...), struct{ A int }{7}},
		{array, []int{7, 8}}, {array, []float64{7, 8}}, {array, []testkit.MyInt{7, 8}}, {object, map[string]int{"A": 7}}, {object, map[testkit.MyString]int8{"A": 7}},
		{tag(0x14, 0x04, 9), []byte{9}}, {tag(0x11, 7), ptrTo(7)}, {tag(0x00), (*int)(nil)}, {object, struct{ A *uint }{ptrTo(uint(7))}},
	} {
		target := reflect.New(reflect.TypeOf(c.want))
		err := o.Unmarshal(c.data, target.Interface())
		if c.data[2] == 0x00 && c.want == (*int)(nil) {
			continue // whether a tagged null is nil or zero is not said
		}
		if err != nil || !testkit.Equal(target.Elem().Interface(), c.want) {
			t.Errorf("% X: %v, %v; want %v", c.data, target.Elem(), err, c.want)
		}
		// The bytes themselves show that they are not a table, except those of a boolean,
		// which look like a table that is cut short.
		target = reflect.New(reflect.TypeOf(c.want))
		if err := beve.Unmarshal(c.data, target.Interface()); c.want == true {
			if err == nil {
				t.Errorf("% X into %T without the option: %v", c.data, c.want, err)
			}
		} else if err != nil || !testkit.Equal(target.Elem().Interface(), c.want) {
			t.Errorf("% X without the option: %v, %v; want %v", c.data, target.Elem(), err, c.want)
		}
	}
	{
		var v any
		var tt beve.TypeTag
		var raw beve.Raw
		if err := errors.Join(o.Unmarshal(tag(0x11, 7), &v), o.Unmarshal(tag(0x11, 7), &tt), o.Unmarshal(tag(0x11, 7), &raw)); err != nil ||
			v != (beve.TypeTag{Index: 1, Value: int64(7)}) || tt != v || !bytes.Equal(raw, tag(0x11, 7)) {
			t.Errorf("%v, %v, % X, %v", v, tt, raw, err)
		}
	}
	if _, err := beve.Marshal(beve.TypeTag{}); !errors.Is(err, beve.ErrUnsupported) {
		t.Errorf("written: %v", err)
	}
	if err := o.Unmarshal([]byte{0x0E}, new(int)); !errors.Is(err, beve.ErrTruncated) {
		t.Error(err)
	}
	if err := o.Unmarshal(bytes.Repeat(tag(), 1000), new(int)); !errors.Is(err, beve.ErrDepth) {
		t.Error(err)
	}
}

func TestLimitsAreRaisedAndLowered(t *testing.T) {
	nest := func(n int) []byte { return append(bytes.Repeat([]byte{0x05, 0x04}, n-1), 0x00) }
	check := func(o beve.DecodeOptions, data []byte, cause error) {
		t.Helper()
		for _, target := range []any{new(any), new([]any), new(beve.Raw), new(nestedSlice)} {
			if err := o.Unmarshal(data, target); !errors.Is(err, cause) || cause == nil && err != nil {
				t.Errorf("%d bytes into %T with %+v: %v", len(data), target, o.Limits, err)
			}
		}
		d := beve.NewDecoder(bytes.NewReader(data))
		d.SetOptions(o)
		if err := d.Decode(new(any)); !errors.Is(err, cause) || cause == nil && err != nil {
			t.Errorf("%d bytes from a reader with %+v: %v", len(data), o.Limits, err)
		}
	}
	depth := func(n int) beve.DecodeOptions { return beve.DecodeOptions{Limits: beve.Limits{MaxDepth: n}} }
	check(beve.DecodeOptions{}, nest(512), nil)
	check(beve.DecodeOptions{}, nest(513), beve.ErrDepth)
	check(depth(10), nest(10), nil)
	check(depth(10), nest(11), beve.ErrDepth)
	check(depth(3000), nest(3000), nil)
	check(depth(3000), nest(3001), beve.ErrDepth)

	elements := func(n int64) beve.DecodeOptions { return beve.DecodeOptions{Limits: beve.Limits{MaxElements: n}} }
	nulls := append([]byte{0x05, 40 << 2}, make([]byte, 40)...)
	check(elements(40), nulls, nil)
	check(elements(39), nulls, beve.ErrLimit)
	object := mustMarshal(t, map[string]any{"a": []string{"x", "y"}, "b": 1}, beve.EncodeOptions{})
	for _, target := range []any{new(any), new(map[string]any), new(struct{ A []string }), new(beve.Raw), new(selfMade)} {
		if err := errors.Join(elements(4).Unmarshal(object, target), beve.Unmarshal(object, target)); err != nil {
			t.Errorf("%T: %v", target, err)
		}
		if err := elements(3).Unmarshal(object, target); !errors.Is(err, beve.ErrLimit) {
			t.Errorf("%T: %v", target, err)
		}
	}
	size := func(n int64) beve.DecodeOptions { return beve.DecodeOptions{Limits: beve.Limits{MaxBytes: n}} }
	check(size(int64(len(nulls))), nulls, nil)
	check(size(int64(len(nulls))-1), nulls, beve.ErrLimit)
}

func TestEncodeDepthIsWhatDecodeTakes(t *testing.T) {
	wrap := func(v any, levels int) any {
		for i := range levels {
			switch i % 3 {
			case 0:
				v = []any{v}
			case 1:
				v = map[string]any{"k": v}
			default:
				v = struct{ F any }{v}
			}
		}
		return v
	}
	inner := []any{nil, 1, []string{"x"}, []string{}, []float64{1}, []bool{true}, map[string]int{"a": 1}, map[int]string{1: "x"}, [1]string{"x"}, []any{}, map[string]any{},
		beve.Raw{0x05, 0x04, 0x00}, beve.Raw{0x00}, beve.Matrix[float64]{Extents: []int{1}, Data: []float64{1}}, testkit.TextValue{N: 1}, []complex64{1}, []testkit.Point{{}}, selfMade{[]byte{0x03, 0x04, 0x00, 0x00}},
		struct{}{}, [2]testkit.Point{}, map[testkit.TextKey]int{1: 1}, []*int{nil}, []time.Time{{}}}
	for _, v := range inner {
		for _, limit := range []int{4, 70, 512, 600} {
			for levels := limit - 3; levels <= limit; levels++ {
				o, d := beve.EncodeOptions{MaxDepth: limit}, beve.DecodeOptions{Limits: beve.Limits{MaxDepth: limit}}
				if limit == 512 {
					o, d = beve.EncodeOptions{}, beve.DecodeOptions{}
				}
				b, err := beve.EncodeOptions{MaxDepth: 10000}.Marshal(wrap(v, levels))
				if err != nil {
					t.Fatal(err)
				}
				_, encode := o.Marshal(wrap(v, levels))
				decode := d.Unmarshal(b, new(any))
				if !errors.Is(encode, beve.ErrDepth) && encode != nil || (encode == nil) != (decode == nil) {
					t.Fatalf("%T %d levels deep under %d: encoding %v, decoding %v", v, levels, limit, encode, decode)
				}
			}
		}
	}
}

func TestDeterministicSortsEveryMap(t *testing.T) {
	for _, v := range []any{
		map[string]any{"b": 1, "a": map[string]any{"d": 1, "c": 2}, "": 0}, map[string]string{"b": "", "a": "", "c": ""}, map[int8]int{3: 1, -4: 2, 0: 3},
		map[uint16]string{500: "", 2: "", 65535: ""}, map[testkit.TextKey]int{3: 1, 12: 2, 2: 3}, map[testkit.MyString]testkit.Point{"z": {}, "y": {}},
		map[string]bool{"t": true, "f": false}, map[string]float64{"y": 1, "x": 2}, map[string]uint{"y": 1, "x": 2},
	} {
		first := mustMarshal(t, v, beve.EncodeOptions{})
		for range 50 {
			if again := mustMarshal(t, v, beve.EncodeOptions{}); !bytes.Equal(first, again) {
				t.Fatalf("%T: % X, then % X", v, first, again)
			}
		}
		differs := false
		for range 200 {
			b, err := beve.Marshal(v)
			differs = differs || !bytes.Equal(b, first)
			if err != nil || !testkit.Equal(decodedAny(t, b), decodedAny(t, first)) {
				t.Fatalf("%T: % X, %v", v, b, err)
			}
		}
		if !differs {
			t.Errorf("%T: always in order without the option", v)
		}
	}
}

func TestTimeFormatsAndTheirRanges(t *testing.T) {
	at := time.Date(2024, 2, 29, 12, 0, 0, 5, time.UTC)
	for f, want := range map[beve.TimeFormat]byte{beve.TimeRFC3339: 0x02, beve.TimeUnixNano: 0x69, beve.TimeDraft: 0x26} {
		if b := mustMarshal(t, at, beve.EncodeOptions{Time: f}); b[0] != want {
			t.Errorf("%d: % X", f, b)
		}
	}
	for _, c := range []struct {
		f  beve.TimeFormat
		at time.Time
		ok bool
	}{
		{beve.TimeUnixNano, time.Time{}, false}, {beve.TimeUnixNano, time.Unix(0, math.MaxInt64), true}, {beve.TimeUnixNano, time.Unix(0, math.MaxInt64).Add(1), false},
		{beve.TimeUnixNano, time.Unix(0, math.MinInt64), true}, {beve.TimeDraft, time.Unix(-1, 0), false}, {beve.TimeDraft, time.Unix(0, 0), true},
		{beve.TimeDraft, time.Unix(18446744073, 709551615), true}, {beve.TimeDraft, time.Unix(18446744073, 709551616), false},
		{beve.TimeRFC3339, time.Date(-1, 1, 1, 0, 0, 0, 0, time.UTC), false}, {beve.TimeRFC3339, time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), false},
		{beve.TimeRFC3339, time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC), true}, {beve.TimeRFC3339, time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC), true},
		{beve.TimeRFC3339, time.Date(2000, 1, 1, 0, 0, 0, 0, time.FixedZone("odd", 3601)), true},
	} {
		b, err := beve.EncodeOptions{Time: c.f}.Marshal(c.at)
		if c.ok != (err == nil) || err != nil && !errors.Is(err, beve.ErrOverflow) {
			t.Errorf("%v as %d: %v", c.at, c.f, err)
			continue
		}
		var back time.Time
		if err == nil && (beve.Unmarshal(b, &back) != nil || !back.Equal(c.at)) {
			t.Errorf("%v as %d is %v", c.at, c.f, back)
		}
	}
}
