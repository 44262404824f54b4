package msgpack_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

func viewOf(t testing.TB, v any) msgpack.View {
	t.Helper()
	b, err := msgpack.EncodeOptions{Deterministic: true}.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	view, err := msgpack.NewView(b)
	if err != nil {
		t.Fatal(err)
	}
	return view
}

// at returns the part at a path, which has to be there.
func at(t testing.TB, v msgpack.View, path msgpack.Pointer) msgpack.View {
	t.Helper()
	part, err := v.At(path)
	if err != nil {
		t.Fatal(err)
	}
	if part.Path() != path {
		t.Errorf("the path of %q is %q", path, part.Path())
	}
	return part
}

func TestViewsFindWhatIsThere(t *testing.T) {
	when := time.Unix(5, 6)
	v := viewOf(t, map[string]any{"n": nil, "b": true, "i": -5, "u": uint64(1) << 63, "f": 1.5, "f4": float32(0.5), "s": "text", "x": []byte{1, 2},
		"t": when, "e": &msgp.RawExtension{Type: 7, Data: []byte{9}}, "a": []any{1, []int{2, 3}, "z"}, "m": map[int]string{4: "four", 5: "five"}})
	if n, err := v.Len(); n != 12 || err != nil || v.Kind() != msgpack.KindMap {
		t.Error(n, err, v.Kind())
	}
	if !at(t, v, "/n").IsNull() || v.IsNull() {
		t.Error("nil")
	}
	if b, err := at(t, v, "/b").Bool(); !b || err != nil {
		t.Error(b, err)
	}
	if i, err := at(t, v, "/i").Int64(); i != -5 || err != nil {
		t.Error(i, err)
	}
	if u, err := at(t, v, "/u").Uint64(); u != 1<<63 || err != nil {
		t.Error(u, err)
	}
	if u, err := at(t, v, "/a/0").Uint64(); u != 1 || err != nil {
		t.Error(u, err)
	}
	if f, err := at(t, v, "/f").Float64(); f != 1.5 || err != nil {
		t.Error(f, err)
	}
	if f, err := at(t, v, "/f4").Float64(); f != 0.5 || err != nil {
		t.Error(f, err)
	}
	if s, err := at(t, v, "/s").String(); s != "text" || err != nil {
		t.Error(s, err)
	}
	if b, err := at(t, v, "/x").ViewBytes(); !slices.Equal(b, []byte{1, 2}) || err != nil {
		t.Error(b, err)
	}
	if got, err := at(t, v, "/t").Time(); !got.Equal(when) || err != nil {
		t.Error(got, err)
	}
	if code, b, err := at(t, v, "/e").ViewExt(); code != 7 || !slices.Equal(b, []byte{9}) || err != nil {
		t.Error(code, b, err)
	}
	if i, err := at(t, v, "/a/1/1").Int64(); i != 3 || err != nil {
		t.Error(i, err)
	}
	if s, err := at(t, v, "/m/5").String(); s != "five" || err != nil {
		t.Error(s, err)
	}
	var list []int
	if err := at(t, v, "/a/1").Decode(&list); err != nil || !slices.Equal(list, []int{2, 3}) {
		t.Error(list, err)
	}
	if raw, err := at(t, v, "/a/1").Raw(); !slices.Equal(raw, msgpack.Raw{0x92, 2, 3}) || err != nil {
		t.Error(raw, err)
	}
	var kinds []msgpack.Kind
	for e := range at(t, v, "/a").Elements() {
		kinds = append(kinds, e.Kind())
	}
	if !slices.Equal(kinds, []msgpack.Kind{msgpack.KindInt, msgpack.KindArray, msgpack.KindStr}) {
		t.Error(kinds)
	}
	sum, texts := int64(0), ""
	for m, err := range at(t, v, "/m").Members() {
		if err != nil {
			t.Fatal(err)
		}
		n, err := m.Key.Int64()
		s, textErr := m.Value.String()
		if err != nil || textErr != nil {
			t.Error(err, textErr)
		}
		sum, texts = sum+n, texts+s
	}
	if sum != 9 || texts != "fourfive" {
		t.Error(sum, texts)
	}
	for part, err := range at(t, v, "/s").Elements() {
		if part.Kind() != msgpack.KindInvalid || !errors.Is(err, msgpack.ErrMismatch) {
			t.Error("text has elements", err)
		}
	}
}

// TestViewsFindMembersByTheirNames asks for each member by the name that it says it has.
func TestViewsFindMembersByTheirNames(t *testing.T) {
	keys := map[any]int{"": 1, "01": 2, "+5": 3, "-": 4, "a/b~c": 5}
	for shift := range 64 {
		for _, n := range []int64{1 << shift, 1<<shift - 1, -1 << shift} {
			keys[n], keys[uint64(1)<<shift] = shift, shift+100
			keys[^uint64(0)>>shift] = shift + 200
		}
	}
	for key, want := range keys {
		v := viewOf(t, map[any]int{key: want, "x": -1})
		for m, err := range v.Members() {
			if err != nil {
				t.Fatal(err)
			}
			name, err := m.Name()
			if err != nil {
				t.Fatal(err)
			}
			want, _ := m.Value.Int64()
			part, err := v.Key(name)
			if got, gotErr := part.Int64(); err != nil || gotErr != nil || got != want {
				t.Errorf("the member %q is %d: %v %v", name, got, err, gotErr)
				continue
			}
			if got, err := at(t, v, part.Path()).Int64(); err != nil || got != want {
				t.Errorf("at %q is %d: %v", part.Path(), got, err)
			}
		}
	}
	if _, err := viewOf(t, map[int64]int{-1: 1, 0: 1}).Key("18446744073709551615"); !errors.Is(err, msgpack.ErrMissing) {
		t.Error("a negative key is found by the bits that it has")
	}
}

func TestViewsSayWhatIsWrong(t *testing.T) {
	v := viewOf(t, map[string]any{"a": []any{"x", -1, uint64(1) << 63}})
	for path, cause := range map[msgpack.Pointer]error{"/b": msgpack.ErrMissing, "/a/3": msgpack.ErrMissing, "/a/x": msgpack.ErrMismatch, "/a/01": msgpack.ErrMismatch, "/a/-": msgpack.ErrMissing,
		"/a/-1": msgpack.ErrMismatch, "/a/0/y": msgpack.ErrMismatch, "a": msgpack.ErrUnsupported, "/a/99999999999999": msgpack.ErrMissing} {
		if _, err := v.At(path); !errors.Is(err, cause) {
			t.Errorf("%s: %v", path, err)
		}
	}
	var where *msgpack.DecodeError
	if _, err := at(t, v, "/a/1").Uint64(); !errors.Is(err, msgpack.ErrOverflow) || !errors.As(err, &where) || where.Path != "/a/1" || where.Offset != 6 {
		t.Error(err)
	}
	if _, err := at(t, v, "/a/2").Int64(); !errors.Is(err, msgpack.ErrOverflow) {
		t.Error(err)
	}
	if err := v.Decode(new(map[string][]string)); !errors.As(err, &where) || where.Path != "/a/1" {
		t.Error(err)
	}
	if err := at(t, v, "/a").Decode(new([]string)); !errors.As(err, &where) || where.Path != "/a/1" || where.Offset != 6 {
		t.Error(err)
	}
	var none msgpack.View
	_, boolErr := none.Bool()
	_, textErr := none.String()
	_, rawErr := none.Raw()
	_, keyErr := none.Key("k")
	_, lenErr := none.Len()
	_, timeErr := none.Time()
	for _, err := range []error{boolErr, textErr, rawErr, keyErr, lenErr, timeErr, none.Decode(new(any))} {
		if !errors.Is(err, msgpack.ErrMissing) {
			t.Error(err)
		}
	}
	if none.Kind() != msgpack.KindInvalid {
		t.Error(none.Kind())
	}
	for _, b := range [][]byte{nil, {0x91}, {0xC1}, {0xC0, 0xC0}} {
		if _, err := msgpack.NewView(b); err == nil {
			t.Errorf("%x has a view", b)
		}
	}
	if _, err := (msgpack.DecodeOptions{Limits: msgpack.Limits{MaxDepth: 2}}).NewView([]byte{0x91, 0x91, 0xC0}); !errors.Is(err, msgpack.ErrDepth) {
		t.Error(err)
	}
}

func TestViewsAllocateNothing(t *testing.T) {
	v := viewOf(t, map[string]any{"a": []any{1, 2, map[string]any{"b": "text"}}})
	if n := testing.AllocsPerRun(100, func() {
		part, err := v.At("/a/2/b")
		if err != nil {
			t.Error(err)
		}
		if text, err := part.ViewText(); string(text) != "text" || err != nil {
			t.Error(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
