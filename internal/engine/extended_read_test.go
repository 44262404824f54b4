// Reading the extended profile: members after an index, tables into every shape,
// and bytes that mean one thing here and another there.

package engine_test

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/core"
	"github.com/beve-org/beve-go/extended"
	"github.com/beve-org/beve-go/internal/costly"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

func indexedNumbers(t testing.TB, n int) ([]byte, map[string]any) {
	t.Helper()
	m := map[string]any{}
	for i := range n {
		m["field"+strconv.Itoa(i)] = int64(i)
	}
	data, err := beve.EncodeIndexedObject(m)
	if err != nil {
		t.Fatal(err)
	}
	return data, m
}

func TestIndexedMembersAreFound(t *testing.T) {
	for _, n := range []int{0, 1, 20, 1000} {
		data, m := indexedNumbers(t, n)
		plain, err := beve.IndexOptions{MinFieldCount: n + 1}.Marshal(m)
		if err != nil || extended.HasFieldIndex(plain) || !extended.HasFieldIndex(data) {
			t.Fatal(n, err)
		}
		for _, data := range [][]byte{data, plain} {
			x, err := beve.OpenIndexed(data)
			if err != nil || x.Len() != n {
				t.Fatal(x.Len(), err)
			}
			ranged := 0
			for name, v := range x.Range {
				if got, err := v.Int64(); err != nil || got != m[name] || string(v.Path()) != "/"+name {
					t.Errorf("%s: %v, %v at %s", name, got, err, v.Path())
				}
				ranged++
			}
			if ranged != n {
				t.Error(ranged)
			}
			for name, want := range m {
				v, ok := x.Lookup(name)
				if got, err := v.Int64(); !ok || err != nil || got != want {
					t.Errorf("Lookup %s: %v, %v", name, got, err)
				}
				if got, err := extended.Field[int64](data, name); err != nil || got != want {
					t.Errorf("Field %s: %v, %v", name, got, err)
				}
				if got, err := beve.ReadFieldByName(data, name); err != nil || got != want {
					t.Errorf("ReadFieldByName %s: %v, %v", name, got, err)
				}
			}
			for _, name := range []string{"", "field", "field10000", "zzz", "é"} {
				if _, ok := x.Lookup(name); ok {
					t.Errorf("found %q", name)
				}
				_, err := beve.ReadFieldByName(data, name)
				_, err2 := extended.Field[int](data, name)
				var e *beve.DecodeError
				if !errors.Is(err, beve.ErrMissing) || !errors.As(err2, &e) || !errors.Is(err2, beve.ErrMissing) || e.Path != beve.Pointer("").Key(name) {
					t.Errorf("%q: %v, %v", name, err, err2)
				}
			}
			var got map[string]any
			if err := beve.Unmarshal(data, &got); err != nil || !reflect.DeepEqual(got, m) {
				t.Errorf("%v, %v", got, err)
			}
			if got, err := extended.ReadFieldsByName(data, []string{"field0", "none"}); err != nil || len(got) != min(n, 1) {
				t.Errorf("%v, %v", got, err)
			}
		}
	}
}

func TestFieldTakesEveryType(t *testing.T) {
	data, err := beve.EncodeIndexedObject(map[string]any{"i": 300, "n": -1, "f": 1.5, "b": true, "s": "x", "l": []int{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	check := func(name string, got, want any, err error) {
		t.Helper()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s as %T: %v, %v", name, want, got, err)
		}
	}
	i16, err := extended.Field[int16](data, "i")
	check("i", i16, int16(300), err)
	u, err := extended.Field[uint](data, "i")
	check("i", u, uint(300), err)
	f, err := extended.Field[float64](data, "i")
	check("i", f, 300.0, err)
	f32, err := extended.Field[float32](data, "f")
	check("f", f32, float32(1.5), err)
	b, err := extended.Field[bool](data, "b")
	check("b", b, true, err)
	s, err := extended.Field[string](data, "s")
	check("s", s, "x", err)
	l, err := extended.Field[[]int](data, "l")
	check("l", l, []int{1, 2}, err)
	p, err := extended.Field[*int](data, "i")
	check("i", *p, 300, err)
	if _, err := extended.Field[int8](data, "i"); !errors.Is(err, beve.ErrOverflow) {
		t.Error(err)
	}
	if _, err := extended.Field[uint8](data, "n"); !errors.Is(err, beve.ErrOverflow) {
		t.Error(err)
	}
	var e *beve.DecodeError
	if _, err := extended.Field[int](data, "s"); !errors.Is(err, beve.ErrMismatch) || !errors.As(err, &e) || e.Path != "/s" {
		t.Error(err)
	}
	if _, err := extended.Field[int]([]byte{0x05, 0}, "s"); !errors.Is(err, beve.ErrMismatch) {
		t.Error(err)
	}
}

// One member is read although others are nonsense, and not if it is nonsense itself.
func TestOneMemberIsReadWithoutTheOthers(t *testing.T) {
	data, err := beve.EncodeIndexedObject(map[string]any{"a": 1, "b": "text", "c": 3})
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(data, []byte("text"))
	data[at] = 0xFF
	if got, err := extended.Field[int](data, "c"); err != nil || got != 3 {
		t.Error(got, err)
	}
	if _, err := extended.Field[string](data, "b"); !errors.Is(err, beve.ErrUTF8) {
		t.Error(err)
	}
	data[at-1] = 3 << 2 // shorter than the index says
	data[at] = 't'
	if _, err := extended.Field[string](data, "b"); !errors.Is(err, beve.ErrSyntax) {
		t.Error(err)
	}
}

func TestReadFieldByPath(t *testing.T) {
	v := map[string]any{"user": map[string]any{"name": "Ada", "tags": []any{"x", map[string]any{"a/b": 7}}}, "dots.in": 1}
	nested, err := beve.IndexOptions{IncludeNested: true}.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	flat, err := beve.EncodeIndexedObject(v)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := beve.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	for _, data := range [][]byte{nested, flat, plain} {
		for path, want := range map[string]any{"user.name": "Ada", "/user/name": "Ada", "user.tags.0": "x", "/user/tags/1/a~1b": int64(7), "/dots.in": int64(1)} {
			if got, err := extended.ReadFieldByPath(data, path); err != nil || got != want {
				t.Errorf("%s: %v, %v", path, got, err)
			}
		}
		for path, cause := range map[string]error{"user.none": beve.ErrMissing, "none.name": beve.ErrMissing, "user.name.x": beve.ErrMismatch, "/user~": beve.ErrUnsupported} {
			if _, err := extended.ReadFieldByPath(data, path); !errors.Is(err, cause) {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
	if v, err := extended.ReadFieldByPath(nested, ""); err != nil || len(v.(map[string]any)) != 2 {
		t.Error(v, err)
	}
}

func TestIndexNeedsAnObject(t *testing.T) {
	for _, v := range []any{nil, 1, []int{1}, map[int]int{1: 1}, (*struct{})(nil), map[string]any(nil), make(chan int)} {
		if _, err := beve.EncodeIndexedObject(v); !errors.Is(err, beve.ErrUnsupported) {
			t.Errorf("%T: %v", v, err)
		}
	}
	if _, err := beve.EncodeIndexedObject(map[string]int{"\xff": 1}); !errors.Is(err, beve.ErrUTF8) {
		t.Error(err)
	}
	loop := map[string]any{}
	loop["m"] = loop
	if _, err := (beve.IndexOptions{IncludeNested: true}).Marshal(loop); !errors.Is(err, beve.ErrCycle) && !errors.Is(err, beve.ErrDepth) {
		t.Error(err)
	}
}

func TestTablesNeedRowsOfOneKind(t *testing.T) {
	one := 1
	for _, v := range []any{nil, 1, []int{1}, []map[string]int{{"a": 1}, {"b": 1}}, []any{map[string]any{"a": 1}, 2}, []*extendedPart{nil}, []struct{}{{}},
		[]map[int]int{{1: 1}}, []map[string]int{{}}, []struct{ A *int }{{&one}}[0]} {
		if data, err := extended.EncodeTypedArray(v); !errors.Is(err, beve.ErrUnsupported) {
			t.Errorf("%T: % X, %v", v, data, err)
		}
	}
	for _, v := range []any{[]extendedPart{{1, "x"}}, &[1]extendedPart{}, []*extendedPart{{}}, []map[string]int{{"a": 1}}, []any{map[string]any{"a": 1}}, []extendedPart{}, []extendedPart(nil)} {
		data, err := extended.EncodeTypedArray(v)
		if err != nil || extended.DetectEncoding(data) != "table" || !beve.Valid(data) {
			t.Errorf("%T: % X, %v", v, data, err)
		}
		var rows []map[string]any
		err = beve.Unmarshal(data, &rows)
		if rv := reflect.Indirect(reflect.ValueOf(v)); err != nil || len(rows) != rv.Len() {
			t.Errorf("%T: %v, %v", v, rows, err)
		}
	}
	// Fewer rows than MinTableRows stay an array of objects.
	for rows := range 8 {
		data, err := beve.MarshalAuto(make([]extendedPart, rows))
		if want := rows >= 5; err != nil || (extended.DetectEncoding(data) == "table") != want {
			t.Errorf("%d rows: % X, %v", rows, data, err)
		}
	}
}

func TestTablesDecodeByName(t *testing.T) {
	type wide struct{ B, A, C int }
	data, err := extended.EncodeTypedArray([]map[string]int{{"A": 1, "X": 2, "B": 3}, {"A": 4, "X": 5, "B": 6}})
	if err != nil {
		t.Fatal(err)
	}
	got := []wide{{7, 8, 9}}
	if err := beve.Unmarshal(data, &got); err != nil || !reflect.DeepEqual(got, []wide{{3, 1, 0}, {6, 4, 0}}) {
		t.Errorf("%v, %v", got, err)
	}
	array := [2]wide{{7, 8, 9}, {7, 8, 9}} // what a table does not have stays
	if err := beve.Unmarshal(data, &array); err != nil || array != [2]wide{{3, 1, 9}, {6, 4, 9}} {
		t.Errorf("%v, %v", array, err)
	}
	if err := beve.Unmarshal(data, new([3]wide)); !errors.Is(err, beve.ErrMismatch) {
		t.Error(err)
	}
	if err := (beve.DecodeOptions{RejectUnknown: true}).Unmarshal(data, &got); !errors.Is(err, beve.ErrUnknownField) {
		t.Error(err)
	}
	if err := (beve.DecodeOptions{RequireAll: true}).Unmarshal(data, &got); !errors.Is(err, beve.ErrMissing) {
		t.Error(err)
	}
	var kept []withUnknown
	if err := beve.Unmarshal(data, &kept); err != nil || len(kept) != 2 {
		t.Errorf("%v, %v", kept, err)
	}
	var raws []beve.Raw
	if err := beve.Unmarshal(data, &raws); err != nil || len(raws) != 2 || !beve.Valid(raws[1]) {
		t.Errorf("% X, %v", raws, err)
	}
	err = beve.Unmarshal(data, new([]struct{ X bool }))
	var e *beve.DecodeError
	if !errors.As(err, &e) || e.Path != "/0/X" || !errors.Is(err, beve.ErrMismatch) {
		t.Error(err)
	}
	for i, v := range []string{"/0/A", "/1/X"} {
		view, err := beve.NewView(data)
		if err != nil {
			t.Fatal(err)
		}
		part, err := view.At(beve.Pointer(v))
		if n, err2 := part.Int64(); err != nil || err2 != nil || n != int64(1+4*i) || string(part.Path()) != v {
			t.Errorf("%s: %v, %v, %v at %s", v, n, err, err2, part.Path())
		}
	}
}

func TestElementsReadsTablesRowByRow(t *testing.T) {
	want := make([]extendedPart, 1000)
	for i := range want {
		want[i] = extendedPart{uint8(i), strconv.Itoa(i)}
	}
	data, err := beve.MarshalAuto(want)
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]io.Reader{"memory": bytes.NewReader(data), "bytes": iotest.OneByteReader(bytes.NewReader(data))} {
		i := 0
		for v, err := range beve.Elements[extendedPart](r) {
			if err != nil || v != want[i] {
				t.Fatal(name, i, v, err)
			}
			i++
		}
		if i != len(want) {
			t.Errorf("%s: %d rows", name, i)
		}
	}
	for n := 0; n < len(data); n += 97 {
		last := error(nil)
		for _, err := range beve.Elements[extendedPart](bytes.NewReader(data[:n])) {
			last = err
		}
		if n > 0 && !errors.Is(last, beve.ErrTruncated) {
			t.Fatalf("%d bytes: %v", n, last)
		}
	}
	for _, bad := range []string{"\x0e\x08\x04a\x04a\x00", "\x0e\x00\x04", "\x0e\x04\x04\xff\x00"} {
		last := error(nil)
		for _, err := range beve.Elements[any](strings.NewReader(bad)) {
			last = err
		}
		if !errors.Is(last, beve.ErrSyntax) {
			t.Errorf("% X: %v", bad, last)
		}
	}
}

// What the bytes 06, 0E, 26 and 2E are, by what follows them and where they stand.
func TestSharedBytesByPosition(t *testing.T) {
	object := "\x03\x04\x04a\x18"                                // {"a":true}
	index := "\x06\x03\x04\x04a\x00\x00\x00\x00\x01\x00\x00\x18" // the same with an index
	stamp := "\x26\x06" + strings.Repeat("\x00", 12)
	draft := "\x26\x00" + strings.Repeat("\x00", 8)
	took := "\x2e\x06" + strings.Repeat("\x00", 12)
	for in, want := range map[string]string{
		index: "o", "\x06" + index: "o", "\x06\x06" + index: "o", "\x06" + object: "o", "\x06\x06" + object: "o", "\x06\x18": "t", "\x06\x06": "",
		object + "\x06" + object: "oo", object + "\x06" + index: "oo", object + "\x06\x06" + index: "oo", object + "\x06\x06" + object: "oo", object + object: "oo",
		index + "\x06" + index + "\x06\x06": "oo", "\x2e\x02" + index: "o", "\x2e\x01" + object: "o", took: "d", "\x2e\x02" + took: "d", took + took: "dd",
		"\x06" + took: "d", stamp + draft: "ss", "\x2e\x07" + took[2:]: "d", "\x0e\x00\x00": "l", "\x05\x04" + index: "l", "\x05\x08" + took + stamp: "l",
		"\x2e\x05" + took[2:]: "!", "\x2e\x08" + took[2:]: "!", "\x26\x08" + stamp[2:]: "!", object + "\x2e\x02" + object: "o!", "\x05\x04\x2e\x02": "!", "\x05\x04\x06\x18": "!",
		"\x06\x2e\x02\x18": "!", "\x2e": "!", "\x26": "!", "\x06\x03": "!",
	} {
		for how, src := range map[string]any{"memory": []byte(in), "reader": strings.NewReader(in), "bytes": iotest.OneByteReader(strings.NewReader(in))} {
			d := decoderOf(src)
			got := ""
			for {
				var v any
				err := d.Decode(&v)
				if err == io.EOF {
					break
				}
				if err != nil {
					got += "!"
					break
				}
				switch reflect.TypeOf(v).String() {
				case "map[string]interface {}":
					got += "o"
					if len(v.(map[string]any)) != 1 {
						t.Errorf("% X: %v", in, v)
					}
				case "bool":
					got += "t"
				case "time.Time":
					got += "s"
				case "time.Duration":
					got += "d"
				default:
					got += "l"
				}
			}
			if got != want {
				t.Errorf("% X from %s: %q, want %q", in, how, got, want)
			}
		}
	}
	// 0E is a table, or a tag by request.
	both := []byte{0x0E, 0x00, 0x00}
	var v any
	if err := beve.Unmarshal(both, &v); err != nil || !reflect.DeepEqual(v, []any{}) {
		t.Errorf("%v, %v", v, err)
	}
	if err := (beve.DecodeOptions{LegacyTypeTag: true}).Unmarshal(both, &v); err != nil || !reflect.DeepEqual(v, beve.TypeTag{}) {
		t.Errorf("%v, %v", v, err)
	}
}

func TestRegularExpressionsAreCompiledOnceAndBounded(t *testing.T) {
	for source, want := range map[string]beve.RegExpData{
		"(?im)^a": {Pattern: "^a", Flags: extended.FlagIgnoreCase | extended.FlagMultiline}, "(?s).": {Pattern: ".", Flags: extended.FlagDotAll},
		"(?U)a+": {Pattern: "(?U)a+"}, "(?i:a)": {Pattern: "(?i:a)"}, "a(?i)b": {Pattern: "a(?i)b"}, "(?i-s)a": {Pattern: "(?i-s)a"}, "": {}, "(?P<n>x)": {Pattern: "(?P<n>x)"},
	} {
		data, err := beve.MarshalRegExp(regexp.MustCompile(source))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := extended.DecodeRegExp(data); err != nil || got != want {
			t.Errorf("%s: %+v, %v", source, got, err)
		}
		re, err := beve.UnmarshalRegExp(data)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := beve.MarshalRegExp(re); err != nil || !bytes.Equal(data, again) {
			t.Errorf("%s: % X, then % X", source, data, again)
		}
		re.Longest() // on a copy: what is cached stays as it is
	}
	bad, _ := extended.EncodeRegExp("(?<=a)b", 0)
	if _, err := beve.UnmarshalRegExp(bad); !errors.Is(err, beve.ErrMismatch) {
		t.Error(err)
	}
	long, _ := extended.EncodeRegExp(strings.Repeat("a", costly.MaxPattern+1), 0)
	if _, err := beve.UnmarshalRegExp(long); !errors.Is(err, beve.ErrLimit) {
		t.Error(err)
	}
	if err := beve.Unmarshal(long, new(regexp.Regexp)); !errors.Is(err, beve.ErrLimit) {
		t.Error(err)
	}
	if got, err := extended.DecodeRegExp(long); err != nil || len(got.Pattern) != costly.MaxPattern+1 {
		t.Error(err)
	}
	if _, err := extended.EncodeRegExp("\xff", 0); !errors.Is(err, beve.ErrUTF8) {
		t.Error(err)
	}
	if _, err := extended.EncodeRegExp("a", 64); !errors.Is(err, beve.ErrUnsupported) {
		t.Error(err)
	}
	if _, err := beve.MarshalRegExp(nil); !errors.Is(err, beve.ErrUnsupported) {
		t.Error(err)
	}
	var wait sync.WaitGroup
	for g := range 4 {
		wait.Go(func() {
			for i := range 2000 {
				data, _ := extended.EncodeRegExp("x"+strconv.Itoa((i*7+g)%400)+"$", 0)
				re, err := beve.UnmarshalRegExp(data)
				if err != nil || !re.MatchString("x"+strconv.Itoa((i*7+g)%400)) {
					t.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
}

// A long name and many short rows must not become many long rows.
func TestNamesOfTablesDoNotMultiply(t *testing.T) {
	const rows = 200_000
	data := wire.AppendTable(nil, []string{strings.Repeat("n", rows)}, rows)
	data = append(data, make([]byte, rows)...)
	if !beve.Valid(data) {
		t.Fatal("not valid")
	}
	// A map computes the hash of its key for each row, which takes as long as a copy.
	for _, target := range []any{new([]beve.Raw), new([]withUnknown), new([]selfMade), new([]map[string]any), new(any)} {
		if err := beve.Unmarshal(data, target); !errors.Is(err, beve.ErrLimit) && !errors.Is(err, beve.ErrMismatch) {
			t.Errorf("%T: %v", target, err)
		}
	}
	few := wire.AppendTable(nil, []string{strings.Repeat("n", 64)}, rows)
	few = append(few, make([]byte, rows)...)
	if err := beve.Unmarshal(few[:len(few):len(few)], new([]map[string]any)); !errors.Is(err, beve.ErrLimit) {
		t.Error(err)
	}
	few = wire.AppendTable(nil, []string{strings.Repeat("n", 24)}, rows)
	if err := beve.Unmarshal(append(few, make([]byte, rows)...), new([]map[string]any)); err != nil {
		t.Error(err)
	}
	if err := beve.Unmarshal(data, new([]struct{ A int })); err != nil {
		t.Error(err)
	}
}

func TestArenasHoldABatch(t *testing.T) {
	type record struct {
		Name, Long string
		Tags       []string
		Data       []byte
		Numbers    []float64
		Small      []int16
		Parts      []extendedPart
		Next       *record
		Raw        beve.Raw
		Any        map[string]any
	}
	v := record{Name: "name", Long: strings.Repeat("long", 100), Tags: []string{"a", "b"}, Data: []byte{1, 2, 3}, Numbers: []float64{1, 2}, Small: []int16{-1, 300, 7},
		Parts: []extendedPart{{1, "x"}, {2, "y"}}, Raw: beve.Raw{0x18}, Any: map[string]any{"k": "v"}}
	inner := v
	v.Next = &inner
	pool := core.NewArenaPool(16 << 10)
	for _, o := range []beve.EncodeOptions{{}, {Extended: true, MinTableRows: 1}} {
		data, err := o.Marshal(&v)
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			arena := pool.Get()
			got := make([]record, 300)
			for i := range got {
				d := core.NewDecoderWithArena(data, arena)
				if err := d.Decode(&got[i]); err != nil {
					t.Fatal(err)
				}
				core.PutDecoderToPool(d)
			}
			for i := range got {
				if !reflect.DeepEqual(got[i], v) {
					t.Fatalf("%d: %+v", i, got[i])
				}
			}
			name, next := got[0].Name, got[0].Next
			pool.Put(arena)
			// In tests misuse shows at once; without views of memory strings are copies.
			if mem.Unchecked && name != "\xDD\xDD\xDD\xDD" || next.Name != "" {
				t.Errorf("%q, %q after Put", name, next.Name)
			}
		}
	}
	arena := pool.Get()
	e := core.GetEncoderFromPoolWithArena(arena)
	for range 3 {
		if err := e.Encode(&v); err != nil {
			t.Fatal(err)
		}
	}
	d := beve.NewDecoderBytes(bytes.Clone(e.Bytes()))
	for range 3 {
		var got record
		if err := d.Decode(&got); err != nil || !reflect.DeepEqual(got, v) {
			t.Errorf("%+v, %v", got, err)
		}
	}
	core.PutEncoderToPool(e)
	pool.Put(arena)
	pool.Put(nil)
}
