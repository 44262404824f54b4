// What a View holds: scalars, numbers in place, loops, and what they cost.

package view_test

import (
	"bytes"
	"errors"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/wire"
)

// viewsInPlace says whether this build and machine use wide numbers in place.
var _, viewsInPlace = mem.View[float64](make([]byte, 64), 8)

// buffer returns memory that is aligned for every number, and shifted by n.
func buffer(n int) []byte { return make([]byte, 4096)[n:n] }

func inPlace[T wire.Numeric](t *testing.T, want []T) {
	t.Helper()
	data, err := beve.EncodeOptions{Aligned: true}.Append(buffer(0), map[string]any{"s": want})
	if err != nil {
		t.Fatal(err)
	}
	v, err := beve.NewView(data)
	if err != nil {
		t.Fatal(err)
	}
	s := mustAt(t, v, "/s")
	width := mem.SizeOf[T]()
	got, err := beve.ViewSlice[T](s)
	if _, can := mem.View[T](make([]byte, 64), 1); !can {
		// Another byte order, or a build that reinterprets no memory.
		if !errors.Is(err, beve.ErrUnsupported) {
			t.Errorf("%T: %v", want, err)
		}
		return
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%T: %v, %v", want, got, err)
		return
	}
	data[len(data)-1] ^= 0x10 // the top of the last element
	if slices.Equal(got, want) {
		t.Errorf("%T: not in place", want)
	}
	if _, err := beve.ViewSlice[T](mustAt(t, v, "")); !errors.Is(err, beve.ErrMismatch) {
		t.Errorf("%T: an object: %v", want, err)
	}
	if width == 1 {
		return
	}
	shifted, err := beve.EncodeOptions{Aligned: true}.Append(buffer(1), want)
	if err != nil {
		t.Fatal(err)
	}
	if v, err = beve.NewView(shifted); err != nil {
		t.Fatal(err)
	}
	if got, err := beve.ViewSlice[T](v); !errors.Is(err, beve.ErrUnsupported) || got != nil {
		t.Errorf("%T: misaligned: %v, %v", want, got, err)
	}
	var decoded []T
	if err := v.Decode(&decoded); err != nil || !slices.Equal(decoded, want) {
		t.Errorf("%T: %v, %v", want, decoded, err)
	}
}

func TestViewSliceInPlace(t *testing.T) {
	inPlace(t, []float64{1.5, -2})
	inPlace(t, []float32{1.5, -2})
	inPlace(t, []int8{1, -2})
	inPlace(t, []int16{1, -2})
	inPlace(t, []int32{1, -2})
	inPlace(t, []int64{1, -2})
	inPlace(t, []uint8{1, 2})
	inPlace(t, []uint16{1, 2})
	inPlace(t, []uint32{1, 2})
	inPlace(t, []uint64{1, 2})
}

func TestViewSliceNeverConverts(t *testing.T) {
	v := mustView(t, []int32{1, 2, 3})
	fail := func(_ any, err error) error { return err }
	for _, err := range []error{
		fail(beve.ViewSlice[int64](v)), fail(beve.ViewSlice[uint32](v)), fail(beve.ViewSlice[float32](v)), fail(v.ViewBytes()),
	} {
		if !errors.Is(err, beve.ErrMismatch) {
			t.Error(err)
		}
	}
	err := fail(beve.ViewSlice[int64](v))
	if want := "beve: at byte 0: elements are int32, not int64 (Go type []int64)"; err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	// An empty array needs no alignment, and is not nil.
	empty := mustView(t, map[string][]float64{"a": {}})
	if s, err := beve.ViewSlice[float64](mustAt(t, empty, "/a")); s == nil || len(s) != 0 || err != nil {
		t.Error(s, err)
	}
}

func TestViewBytesAliases(t *testing.T) {
	data, err := beve.Marshal([]byte("abc"))
	if err != nil {
		t.Fatal(err)
	}
	v, err := beve.NewView(data)
	if err != nil {
		t.Fatal(err)
	}
	b, err := v.ViewBytes()
	if err != nil || string(b) != "abc" || &b[0] != &data[2] {
		t.Error(b, err)
	}
	if cap(b) != len(b) {
		t.Error("an append would write into the message")
	}
}

func TestViewSliceOfSlices(t *testing.T) {
	v := mustView(t, []int{10, 11, 12, 13, 14, 15})
	s, err := v.Slice(1, 5)
	if err != nil {
		t.Fatal(err)
	}
	if s, err = s.Slice(1, 3); err != nil {
		t.Fatal(err)
	}
	if n, err := s.Len(); n != 2 || err != nil {
		t.Error(n, err)
	}
	if s.Kind() != beve.KindNumberArray || !s.IsArray() {
		t.Error(s.Kind())
	}
	var got []int
	if err := s.Decode(&got); err != nil || !slices.Equal(got, []int{12, 13}) {
		t.Error(got, err)
	}
	raw, err := s.Raw()
	if err != nil {
		t.Fatal(err)
	}
	if want, _ := beve.Marshal([]int{12, 13}); !bytes.Equal(raw, want) {
		t.Errorf("% x", raw)
	}
	// The path of an element is its path in the message.
	e, err := s.Index(1)
	if err != nil || e.Path() != "/3" {
		t.Error(e.Path(), err)
	}
	if n, err := e.Int64(); n != 13 || err != nil {
		t.Error(n, err)
	}
	for _, r := range [][2]int{{-1, 1}, {2, 1}, {0, 3}} {
		if _, err := s.Slice(r[0], r[1]); !errors.Is(err, beve.ErrMissing) {
			t.Errorf("%v: %v", r, err)
		}
	}
	if _, err := mustView(t, []string{"a"}).Slice(0, 1); !errors.Is(err, beve.ErrMismatch) {
		t.Error(err)
	}
	if _, err := s.Index(2); !errors.Is(err, beve.ErrMissing) {
		t.Error(err)
	}
}

func TestViewScalars(t *testing.T) {
	big128, _ := new(big.Int).SetString("-170141183460469231731687303715884105728", 10)
	at := time.Date(2024, 2, 29, 12, 0, 0, 5, time.UTC)
	v := mustView(t, []any{true, -5, 3.5, "text", uint64(1 << 63), big128, complex(1, -1), at, float32(0.25), "12345678901234567890123"})
	get := func(i int) beve.View {
		e, err := v.Index(i)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	check := func(got any, err error, want any) {
		t.Helper()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %v (%v), want %v", got, err, want)
		}
	}
	b, err := get(0).Bool()
	check(b, err, true)
	i, err := get(1).Int64()
	check(i, err, int64(-5))
	f, err := get(1).Float64()
	check(f, err, -5.0)
	f, err = get(2).Float64()
	check(f, err, 3.5)
	f, err = get(8).Float64()
	check(f, err, 0.25)
	s, err := get(3).String()
	check(s, err, "text")
	text, err := get(3).ViewText()
	check(text, err, []byte("text"))
	u, err := get(4).Uint64()
	check(u, err, uint64(1<<63))
	n, err := get(5).BigInt()
	check(n, err, big128)
	n, err = get(9).BigInt()
	check(n.String(), err, "12345678901234567890123")
	c, err := get(6).Complex128()
	check(c, err, complex(1, -1))
	c, err = get(2).Complex128()
	check(c, err, complex(3.5, 0))
	when, err := get(7).Time()
	check(when, err, at)
	when, err = get(1).Time()
	check(when, err, time.Unix(0, -5).UTC())
	if _, err := get(4).Time(); !errors.Is(err, beve.ErrOverflow) {
		t.Error(err)
	}
	if _, err := get(3).BigInt(); !errors.Is(err, beve.ErrMismatch) {
		t.Error(err)
	}
	if _, err := get(3).Time(); !errors.Is(err, beve.ErrMismatch) {
		t.Error(err)
	}
	if _, err := mustView(t, strings.Repeat("x", 50)).Time(); err == nil || len(err.Error()) > 120 {
		t.Error(err)
	}
}

func TestViewComplexOfIntegersMustBeExact(t *testing.T) {
	for _, parts := range [][]int64{{1<<62 + 1, 0}, {0, 1<<62 + 1}} {
		v, err := beve.NewView(wire.AppendComplexes(nil, parts))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := mustAt(t, v, "/0").Complex128(); !errors.Is(err, beve.ErrOverflow) {
			t.Error(err)
		}
	}
	v := mustView(t, uint64(1<<63+1))
	if _, err := v.Complex128(); !errors.Is(err, beve.ErrOverflow) {
		t.Error(err)
	}
}

func TestViewDecode(t *testing.T) {
	type user struct {
		Name string `json:"name"`
		Age  int8   `json:"age"`
	}
	v := mustView(t, map[string]any{"users": []user{{"ann", 30}, {"bob", 40}}, "ages": []int{30, 400}, "z": []any{"x"}})
	var u user
	if err := mustAt(t, v, "/users/1").Decode(&u); err != nil || u != (user{"bob", 40}) {
		t.Error(u, err)
	}
	var ages []int8
	err := mustAt(t, v, "/ages").Decode(&ages)
	var e *beve.DecodeError
	if !errors.Is(err, beve.ErrOverflow) || !errors.As(err, &e) || e.Path != "/ages/1" {
		t.Error(err)
	}
	var x any
	if whole := v.Decode(&struct {
		Ages []int8 `json:"ages"`
	}{}); whole == nil || whole.Error() != err.Error() {
		t.Errorf("whole: %v\npart:  %v", whole, err)
	}
	// An element of a typed array has no header, and decodes all the same.
	var n int16
	if err := mustAt(t, v, "/ages/1").Decode(&n); err != nil || n != 400 {
		t.Error(n, err)
	}
	var small int8
	err = mustAt(t, v, "/ages/1").Decode(&small)
	if !errors.As(err, &e) || e.Path != "/ages/1" || !errors.Is(err, beve.ErrOverflow) {
		t.Error(err)
	}
	if _, err2 := beve.ViewSlice[int64](mustAt(t, v, "/ages")); err2 != nil && viewsInPlace && !errors.Is(err2, beve.ErrUnsupported) {
		t.Error(err2)
	}
	if err := mustAt(t, v, "/users/0").DecodeWithOptions(&struct{}{}, beve.DecodeOptions{RejectUnknown: true}); !errors.Is(err, beve.ErrUnknownField) {
		t.Error(err)
	}
	if err := v.DecodeWithOptions(&x, beve.DecodeOptions{Limits: beve.Limits{MaxDepth: 2}}); !errors.Is(err, beve.ErrDepth) {
		t.Error(err)
	}
	if err := v.Decode(nil); !errors.Is(err, beve.ErrUnsupported) {
		t.Error(err)
	}
	if err := mustAt(t, v, "/z").Decode(nil); !errors.Is(err, beve.ErrUnsupported) {
		t.Error(err)
	}
	bad, err := beve.NewView([]byte{0x05, 0x04, 0x05, 0x04, 0x07})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{mustAt(t, bad, "/0").Decode(&x), mustAt(t, bad, "/0").Validate()} {
		if err == nil || err.Error() != "beve: /0/0 at byte 4: invalid header 0x07" {
			t.Error(err)
		}
	}
	dst := []byte("kept")
	if out, err := mustAt(t, bad, "/0").AppendRaw(dst); err == nil || string(out) != "kept" {
		t.Error(out, err)
	}
}

func TestViewLoopsCanStop(t *testing.T) {
	for _, v := range []beve.View{mustView(t, []any{1, "a"}), mustView(t, []int{1, 2}), mustView(t, []string{"a", "b"})} {
		n := 0
		for range v.Elements() {
			n++
			break
		}
		if n != 1 {
			t.Error(n)
		}
	}
	v := sample(t)
	for _, m := range []beve.View{v, mustAt(t, v, "/m"), mustAt(t, v, "/tag"), mustAt(t, v, "/ids")} {
		n := 0
		for range m.Members() {
			n++
			break
		}
		if n != 1 {
			t.Error(n)
		}
	}
}

func TestViewLoopsEndAtAnError(t *testing.T) {
	for name, message := range map[string][]byte{
		"element":      {0x05, 0x0C, 0x18, 0x07, 0x18},
		"truncated":    {0x05, 0x08, 0x18, 0x02},
		"text":         {0x3C, 0x0C, 0x00, 0x04, 0xFF, 0x00},
		"size":         {0x05, 0xFC},
		"typed":        {0x64, 0xFC},
		"no array":     {0x18},
		"member":       {0x03, 0x08, 0x00, 0x18, 0x00, 0x07},
		"key":          {0x03, 0x08, 0x00, 0x18, 0x04, 0xFF, 0x18},
		"int member":   {0x13, 0x08, 0x00, 0x18, 0x00, 0x07},
		"matrix":       {0x16, 0x02},
		"tag":          {0x0E, 0x00, 0x07},
		"object count": {0x03, 0xFC},
	} {
		v, err := withTags(message)
		if err != nil {
			t.Fatal(err)
		}
		last, n := error(nil), 0
		if k := v.Kind(); v.IsArray() || k == beve.KindBool || k == beve.KindNumberArray {
			for e, err := range v.Elements() {
				if last != nil {
					t.Errorf("%s: goes on after an error", name)
				}
				if last, n = err, n+1; err == nil {
					// A last element is not walked over by the loop, but here.
					if _, last = viewJSON(nil, e); last != nil {
						break
					}
				}
			}
		} else {
			for m, err := range v.Members() {
				if last != nil {
					t.Errorf("%s: goes on after an error", name)
				}
				if last, n = err, n+1; err != nil && m != (beve.Member{}) {
					t.Errorf("%s: a member comes with an error", name)
				}
			}
		}
		if last == nil || n > 3 {
			t.Errorf("%s: %v after %d", name, last, n)
		}
	}
}

func TestViewPathsInAnyOrderAndAtOnce(t *testing.T) {
	v := sample(t)
	var all []beve.View
	want := map[int]beve.Pointer{}
	if err := everyView(v, func(p beve.View) error {
		want[len(all)] = p.Path()
		all = append(all, p)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for i := range slices.Backward(all) {
		if got := all[i].Path(); got != want[i] {
			t.Errorf("backward: %s, not %s", got, want[i])
		}
	}
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 200 {
				k := (i*(g*2+1) + g) % len(all)
				if got := all[k].Path(); got != want[k] {
					t.Errorf("at once: %s, not %s", got, want[k])
				}
			}
		})
	}
	wg.Wait()
	for m, err := range v.Members() {
		if err != nil || m.Key.Path() != "" {
			t.Error(m.Key.Path(), err)
		}
	}
}

func TestViewPathThatIsTooLong(t *testing.T) {
	long := strings.Repeat("k", 5000)
	v := mustView(t, map[string][]any{long: {"x"}})
	e := mustAt(t, v, beve.Pointer("/"+long+"/0"))
	if e.Path() != "" {
		t.Error("told")
	}
	if _, err := e.Int64(); err == nil || len(err.Error()) > 200 {
		t.Error(err)
	}
}

// TestViewReadsDeepMessagesInOnePass holds the time for many levels to that for few: it would
// be hundreds of times as long if each level walked over what the level below has walked over.
func TestViewReadsDeepMessagesInOnePass(t *testing.T) {
	const levels = 500
	leaves := testkit.Long(1 << 20)
	leaf := append(wire.AppendArray(nil, leaves), make([]byte, leaves)...)
	for name, c := range map[string]struct{ before, after []byte }{
		"arrays":  {[]byte{0x05, 0x08}, []byte{0x00}},
		"objects": {[]byte{0x03, 0x08, 0x00}, []byte{0x00, 0x18}},
		"keyed":   {[]byte{0x13, 0x08, 0x07}, []byte{0x08, 0x3C, 0x04, 0x00}},
		"tags":    {[]byte{0x05, 0x08, 0x0E, 0x00}, []byte{0x05, 0x00}},
		"nested":  {[]byte{0x05, 0x08}, []byte{0x05, 0x04, 0x3C, 0x04, 0x00}},
	} {
		reading := func(levels int) func() {
			data := slices.Concat(bytes.Repeat(c.before, levels), leaf, bytes.Repeat(c.after, levels))
			return func() {
				got, err := readViewWith(data, beve.DecodeOptions{LegacyTypeTag: name == "tags"})
				if err != nil {
					t.Fatal(name, err)
				}
				if bytes.Count(got, []byte("null")) < leaves {
					t.Fatal(name, "not all was read")
				}
			}
		}
		n := levels
		if name == "tags" {
			n /= 2 // each takes two levels
		}
		few, many := reading(2), reading(n)
		var took testkit.Comparison
		if !testkit.Patiently(func() bool { took.Turn(few, many); return took.Ratio() <= 25 }) {
			t.Errorf("%s: took %v, and %v with two levels", name, took.B, took.A)
		}
	}
}

// TestViewFailuresInOrderCostOneWalk would take minutes if each failure walked
// over the message from its start.
func TestViewFailuresInOrderCostOneWalk(t *testing.T) {
	records := make([]map[string]any, 50_000)
	for i := range records {
		records[i] = map[string]any{"name": "x"}
	}
	v := mustView(t, map[string]any{"records": records})
	testkit.Within(t, "reading them", 10*time.Second, func() {
		i := 0
		for r, err := range mustAt(t, v, "/records").Elements() {
			if err != nil {
				t.Fatal(err)
			}
			_, err := r.Key("age")
			var e *beve.DecodeError
			if !errors.As(err, &e) || e.Path != beve.Pointer("/records").Index(i) {
				t.Fatal(err)
			}
			i++
		}
	})
}

func TestViewDoesNotAllocate(t *testing.T) {
	data, err := beve.Marshal(map[string]any{"ages": []int{30, 40}})
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(20, func() { beve.NewView(data) }); n > 1 {
		t.Errorf("NewView: %v allocations", n)
	}
	v := sample(t)
	var sum int
	for name, f := range map[string]func() error{
		"string":   func() error { e, _ := v.At("/names/1"); s, err := e.ViewText(); sum += len(s); return err },
		"bool":     func() error { e, _ := v.At("/flags/9"); _, err := e.Bool(); return err },
		"float":    func() error { e, _ := v.At("/f/1"); _, err := e.Float64(); return err },
		"aligned":  func() error { e, _ := v.At("/aligned/2"); _, err := e.Int64(); return err },
		"complex":  func() error { e, _ := v.At("/c/1"); _, err := e.Complex128(); return err },
		"part":     func() error { e, _ := v.At("/c/1/0"); _, err := e.Float64(); return err },
		"matrix":   func() error { e, _ := v.At("/m/value/1"); _, err := e.Uint64(); return err },
		"tag":      func() error { e, _ := v.At("/tag/index"); _, err := e.Uint64(); return err },
		"payload":  func() error { e, _ := v.At("/tag/value/0"); _, err := e.Int64(); return err },
		"time":     func() error { e, _ := v.At("/times/1"); _, err := e.Time(); return err },
		"rfc3339":  func() error { e, _ := v.At("/at"); _, err := e.Time(); return err },
		"int key":  func() error { e, _ := v.At("/ids/-1"); _, err := e.Bool(); return err },
		"number":   func() error { e, _ := v.At("/ids"); e, _ = e.IntKey(10); _, err := e.ViewText(); return err },
		"key":      func() error { e, _ := v.Key("f"); e, _ = e.Slice(1, 2); n, err := e.Len(); sum += n; return err },
		"bytes":    func() error { e, _ := v.At("/m/value"); b, err := e.ViewBytes(); sum += len(b); return err },
		"validate": func() error { return v.Validate() },
		"loop": func() error {
			e, _ := v.At("/names")
			for s, err := range e.Elements() {
				if err != nil {
					return err
				}
				text, _ := s.ViewText()
				sum += len(text)
			}
			for m, err := range v.Members() {
				if err != nil {
					return err
				}
				text, _ := m.Key.ViewText()
				sum += len(text)
			}
			return nil
		},
	} {
		if err := f(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if n := testing.AllocsPerRun(20, func() { f() }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func TestViewRawAliasesAndRawCopies(t *testing.T) {
	v := sample(t)
	for _, path := range []beve.Pointer{"", "/names", "/m", "/tag", "/~0a~1b/1"} {
		part := mustAt(t, v, path)
		copied, err := part.Raw()
		aliased, aliasErr := part.ViewRaw()
		if err != nil || aliasErr != nil || string(copied) != string(aliased) || cap(aliased) != len(aliased) {
			t.Fatalf("%q: % X, % X, %v, %v", path, copied, aliased, err, aliasErr)
		}
		again, _ := part.ViewRaw()
		if &aliased[0] != &again[0] || &copied[0] == &again[0] {
			t.Errorf("%q: the wrong one of them aliases", path)
		}
	}
	for _, path := range []beve.Pointer{"/names/1", "/flags/9", "/f/1", "/c/1", "/c/1/0", "/tag/index", "/m/layout"} {
		part := mustAt(t, v, path)
		if _, err := part.ViewRaw(); !errors.Is(err, beve.ErrUnsupported) {
			t.Errorf("%q: %v", path, err)
		}
		if _, err := part.Raw(); err != nil {
			t.Errorf("%q: %v", path, err)
		}
	}
	if _, err := (beve.View{}).ViewRaw(); !errors.Is(err, beve.ErrMissing) {
		t.Error(err)
	}
}
