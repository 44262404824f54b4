package patch_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/patchkit"
	"github.com/beve-org/beve-go/patch"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

var extended = beve.EncodeOptions{Extended: true}

// forms are pairs of Go values of the types that the extended profile writes in forms of their own, or that hold such
// values, and of some that it does not.
func forms() (pairs [][2]any) {
	early, late := time.Unix(5, 0).UTC(), time.Date(2030, 1, 2, 3, 4, 5, 678, time.FixedZone("", 90*60))
	id, other := beve.UUID{1, 2}, beve.UUID{6: 0x40, 15: 9}
	type row struct {
		A int
		T time.Time
	}
	pairs = [][2]any{
		{early, late}, {beve.Timestamp{Seconds: 4}, beve.Timestamp{Seconds: -4, Nanoseconds: 5, TimezoneOffset: -60}},
		{beve.Timestamp{Seconds: 4}, beve.Timestamp{Seconds: 1 << 50}}, // which has no portable form
		{time.Second, -time.Minute}, {id, other},
		{beve.Interval{}, beve.Interval{Start: early, End: late}},
		{beve.RegExpData{Pattern: "a"}, beve.RegExpData{Pattern: "b+", Flags: scalar.FlagIgnoreCase}},
		{regexp.MustCompile("a"), regexp.MustCompile("(?i)b*")},
		{[]time.Time{early}, []time.Time{late, early}}, {[]beve.UUID{id}, []beve.UUID{other, id}},
		{map[string]any{"t": early}, map[string]any{"d": time.Second, "t": late}},
		{make([]row, 6), []row{{1, early}, {2, late}, {3, early}, {4, late}, {5, early}}},
		{row{1, early}, row{2, late}}, {[]time.Duration{1}, []time.Duration{2, 3}},
		{complex(1, 2), complex(0.1, 4)}, {complex64(complex(0.1, 2)), complex64(7)}, {[]complex128{1}, []complex128{2i, 3}},
		{beve.Matrix[float64]{Extents: []int{1}, Data: []float64{1}}, beve.Matrix[int8]{Extents: []int{2, 1}, Data: []int8{1, 2}}},
		{1, 70000}, {0.5, math.Inf(1)}, {"a", "text"}, {[]int8{1}, []int8{2, 3}}, {true, false}, {float32(0.1), float32(2.5)},
	}
	for _, p := range pairs {
		pairs = append(pairs, [2]any{p[1], p[0]})
	}
	return pairs
}

// decoded returns what is at a path of a message.
func decoded(t *testing.T, msg []byte, path beve.Pointer) (v any) {
	t.Helper()
	view, err := beve.NewView(msg)
	if err == nil {
		view, err = view.At(path)
	}
	if err == nil {
		err = view.Decode(&v)
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return v
}

func marshal(t *testing.T, o beve.EncodeOptions, v any) []byte {
	t.Helper()
	msg, err := o.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return msg
}

// same compares decoded values: times by what they say, and not by their locations.
func same(a, b any) bool { return fmt.Sprintf("%#v", texts(a)) == fmt.Sprintf("%#v", texts(b)) }

// texts puts the text of times in their place.
func texts(v any) any {
	switch v := v.(type) {
	case time.Time:
		return "time " + v.Format(time.RFC3339Nano)
	case beve.Interval:
		return []any{"interval", texts(v.Start), texts(v.End)}
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = texts(v[i])
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for k := range v {
			out[k] = texts(v[k])
		}
		return out
	}
	return v
}

// TestValuesTakeTheProfile: a Go value becomes in a message what it would be if the message were encoded with it, whatever
// its place and the function that puts it there; and what was decoded passes as a test.
func TestValuesTakeTheProfile(t *testing.T) {
	for _, p := range forms() {
		was, now := p[0], p[1]
		cells := []map[string]any{{"k": was}, {"k": was}, {"k": was}, {"k": was}, {"k": was}}
		inner := map[string]any{"v": was, "list": []any{was, was}, "rows": cells, "empty": []any{}, "null": nil}
		inner["typed"] = reflect.Append(reflect.MakeSlice(reflect.SliceOf(reflect.TypeOf(was)), 0, 1), reflect.ValueOf(was)).Interface()
		doc := map[string]any{"in": inner, "mark": time.Unix(1, 0).UTC()}
		indexed, err := beve.EncodeIndexedObject(doc)
		if err != nil {
			t.Fatal(err)
		}
		for kind, msg := range map[string][]byte{"plain": marshal(t, extended, doc), "indexed": indexed} {
			want := decoded(t, marshal(t, extended, []any{now}), "/0")
			for _, c := range []struct {
				verb      string
				path, got beve.Pointer
			}{
				{"set", "/in/v", ""}, {"set", "/in", ""}, {"set", "", ""}, {"set", "/in/list/1", ""}, {"set", "/in/rows/1/k", ""},
				{"set", "/in/null", ""}, {"set", "/in/new", ""}, {"set", "/in/typed/0", ""},
				{"insert", "/in/new", ""}, {"insert", "/in/list/0", ""}, {"insert", "/in/list/-", "/in/list/2"}, {"insert", "/in/empty/0", ""},
				{"insert", "/in/typed/1", ""}, {"append", "/in/list", "/in/list/2"}, {"append", "/in/empty", "/in/empty/0"},
				{"append", "/in/typed", "/in/typed/1"}, {"append", "/in/rows", "/in/rows/5"},
			} {
				if c.got == "" {
					c.got = c.path
				}
				want := want
				if _, ok := was.(time.Duration); ok && (c.got == "/in/typed/0" || c.got == "/in/typed/1") {
					if _, ok := now.(time.Duration); ok {
						want = int64(now.(time.Duration)) // as slices of durations have it in either profile
					}
				}
				var b patch.Batch
				var out []byte
				var err error
				switch c.verb {
				case "set":
					out, err = patch.Set(bytes.Clone(msg), c.path, now)
					b.Set(c.path, now)
				case "insert":
					out, err = patch.Insert(bytes.Clone(msg), c.path, now)
					b.Insert(c.path, now)
				case "append":
					out, err = patch.Append(bytes.Clone(msg), c.path, now)
					b.Append(c.path, now)
				}
				batch, batchErr := b.Do(msg)
				if err != nil || batchErr != nil {
					t.Errorf("%s: %s of %T at %s: %v, %v", kind, c.verb, now, c.path, err, batchErr)
					continue
				}
				for _, out := range [][]byte{out, batch} {
					got := decoded(t, out, c.got)
					if !same(got, want) {
						t.Errorf("%s: %s of %T at %s: %#v, want %#v", kind, c.verb, now, c.path, got, want)
					}
					for _, v := range []any{now, got} {
						if _, err := new(patch.Batch).Test(c.got, v).Do(out); err != nil {
							t.Errorf("%s: %s of %T at %s: a test of %T: %v", kind, c.verb, now, c.path, v, err)
						}
					}
				}
				if _, err := new(patch.Batch).Test(c.got, now).Do(msg); c.verb == "set" && c.got == "/in/v" && !errors.Is(err, patch.ErrTest) {
					t.Errorf("%s: a test of %#v for %#v: %v", kind, now, was, err)
				}
			}
		}
	}
}

// TestPortableStaysPortable: what was written without the extended profile stays so.
func TestPortableStaysPortable(t *testing.T) {
	for _, p := range forms() {
		msg, err := beve.Marshal(map[string]any{"v": p[0], "list": []any{p[0]}, "empty": []any{}})
		portable, fault := beve.Marshal(p[1])
		if err != nil || fault != nil {
			continue // one that has no portable form
		}
		want := decoded(t, portable, "")
		for path, change := range map[beve.Pointer]func() ([]byte, error){
			"/v":       func() ([]byte, error) { return patch.Set(bytes.Clone(msg), "/v", p[1]) },
			"/new":     func() ([]byte, error) { return patch.Insert(bytes.Clone(msg), "/new", p[1]) },
			"/list/1":  func() ([]byte, error) { return patch.Append(bytes.Clone(msg), "/list", p[1]) },
			"/empty/0": func() ([]byte, error) { return new(patch.Batch).Append("/empty", p[1]).Do(msg) },
			"":         func() ([]byte, error) { return new(patch.Batch).Set("", p[1]).Do(msg) },
		} {
			out, err := change()
			if err != nil {
				t.Fatalf("%T at %s: %v", p[1], path, err)
			}
			if got := decoded(t, out, path); !same(got, want) {
				t.Errorf("%T at %s: %#v, want %#v", p[1], path, got, want)
			}
			if _, err := new(patch.Batch).Test(path, p[1]).Do(out); err != nil {
				t.Errorf("%T at %s: %v", p[1], path, err)
			}
		}
	}
}

// TestElementsTakeTheProfileOfTheFirst, wherever they come and whatever is there.
func TestElementsTakeTheProfileOfTheFirst(t *testing.T) {
	at := time.Unix(5, 0).UTC()
	for _, list := range [][]any{{"text", at}, {at, "text"}, {"text", "text"}, {at, at}} {
		msg := marshal(t, extended, map[string]any{"list": list, "mark": at})
		want := any(at.Format(time.RFC3339))
		if list[0] == any(at) {
			want = at
		}
		for _, path := range []beve.Pointer{"/list/0", "/list/1", "/list/2"} {
			one, err := patch.Insert(bytes.Clone(msg), path, at)
			if err != nil {
				t.Fatal(err)
			}
			batch, err := new(patch.Batch).Insert(path, at).Do(msg)
			if err != nil || !bytes.Equal(batch, one) || !same(decoded(t, one, path), want) {
				t.Errorf("insert at %s of %v: %x, and in a batch %x, %v", path, list, one, batch, err)
			}
		}
	}
}

// TestProfileOfMalformed: what is malformed where a change does not look says nothing of the profile.
func TestProfileOfMalformed(t *testing.T) {
	at := time.Unix(5, 0).UTC()
	msg := marshal(t, beve.EncodeOptions{}, []any{nil, []any{1, map[string]any{"a": 1}}})
	for n := 3; n <= len(msg); n++ {
		out, err := patch.Set(bytes.Clone(msg[:n]), "/0", at)
		if err != nil {
			continue // cut before what the path leads through says it ends
		}
		if want := append(append(bytes.Clone(msg[:2]), marshal(t, beve.EncodeOptions{}, at)...), msg[3:n]...); !bytes.Equal(out, want) {
			t.Errorf("of %d bytes: %x, want %x", n, out, want)
		}
	}
}

// TestPartsOfIntervals: the ends of an interval take times, and arrays of draft times do.
func TestPartsOfIntervals(t *testing.T) {
	early, late := time.Unix(5, 0).UTC(), time.Unix(9, 5).UTC()
	msg := marshal(t, extended, map[string]any{"iv": beve.Interval{Start: early, End: early}})
	msg, err := patch.Set(msg, "/iv/end", late)
	if err != nil {
		t.Fatal(err)
	}
	if got := decoded(t, msg, "/iv"); !same(got, beve.Interval{Start: early, End: late}) {
		t.Errorf("%v", got)
	}
	drafts := wire.AppendTimes(nil, []uint64{1, 2})
	for _, change := range []func() ([]byte, error){
		func() ([]byte, error) { return patch.Set(bytes.Clone(drafts), "/0", late) },
		func() ([]byte, error) { return patch.Append(bytes.Clone(drafts), "", late) },
		func() ([]byte, error) { return new(patch.Batch).Insert("/1", late).Do(drafts) },
		func() ([]byte, error) { return patch.Set(wire.AppendTime(nil, 7), "", late) },
		func() ([]byte, error) {
			return patch.Set(marshal(t, beve.EncodeOptions{Time: beve.TimeDraft}, []any{early}), "/0", late)
		},
	} {
		out, err := change()
		if err != nil || out[0] != drafts[0] && out[2] != drafts[0] {
			t.Errorf("%x, %v", out, err)
		}
	}
	for _, value := range [][]byte{wire.AppendTime(nil, 9e9+5), wire.AppendTimestamp(nil, beve.Timestamp{Seconds: 9, Nanoseconds: 5})} {
		if _, err := new(patch.Batch).Test("", late).Do(value); err != nil {
			t.Error(err)
		}
	}
	// What a draft time does not hold stays what it is.
	for _, t0 := range []time.Time{time.Unix(-1, 0).UTC(), late.In(time.FixedZone("", 3600)), time.Date(2600, 1, 1, 0, 0, 0, 0, time.UTC)} {
		out, err := patch.Append(bytes.Clone(drafts), "", t0)
		if err != nil {
			t.Fatal(err)
		}
		if got := decoded(t, out, "/2"); !same(got, t0) {
			t.Errorf("%v, want %v", got, t0)
		}
	}
}

// TestWhatIsDecodedPasses: whatever is in a message, a test of what decoding makes of it finds it equal, and to set it
// changes nothing that decoding tells.
func TestWhatIsDecodedPasses(t *testing.T) {
	r := patchkit.Rand()
	for range patchkit.Rounds() {
		doc := map[string]any{"random": beve.Raw(patchkit.BEVE.Random(r, 3))}
		for _, p := range forms() {
			if r.IntN(8) == 0 {
				doc[fmt.Sprintf("%T", p[0])] = p[r.IntN(2)]
			}
		}
		msg := marshal(t, extended, doc)
		view, err := beve.NewView(msg)
		if err != nil {
			t.Fatal(err)
		}
		eachPart(view, "", func(path beve.Pointer, v beve.View) {
			var value any
			if err := v.Decode(&value); err != nil {
				return // one that no Go value holds
			}
			if _, err := new(patch.Batch).Test(path, value).Do(msg); err != nil {
				if errors.Is(err, beve.ErrUnsupported) {
					return // a part of what is changed as a whole
				}
				t.Fatalf("%x: a test of %#v at %s: %v", msg, value, path, err)
			}
			out, err := patch.Set(bytes.Clone(msg), path, value)
			if err != nil {
				t.Fatalf("%x: set of %#v at %s: %v", msg, value, path, err)
			}
			if got := decoded(t, out, path); !same(got, value) {
				t.Fatalf("%x: set of %#v at %s: %#v", msg, value, path, got)
			}
		})
	}
}

// eachPart calls do for v, which is at path, and all that it holds.
func eachPart(v beve.View, path beve.Pointer, do func(path beve.Pointer, v beve.View)) {
	do(path, v)
	switch {
	case v.IsArray():
		i := 0
		for e := range v.Elements() {
			eachPart(e, path.Index(i), do)
			i++
		}
	default:
		names := map[string]bool{}
		for m := range v.Members() {
			if name, err := m.Name(); err == nil && !names[name] {
				names[name] = true
				if e, err := v.At(beve.Pointer("").Key(name)); err == nil {
					eachPart(e, path.Key(name), do)
				}
			}
		}
	}
}

// TestFormsThatCannotChangeSayWhere: what a matrix or an interval refuses when the message is written names the change that
// did it, wherever it is among others and whatever makes it.
func TestFormsThatCannotChangeSayWhere(t *testing.T) {
	at := time.Unix(5, 0).UTC()
	msg := marshal(t, beve.EncodeOptions{Extended: true, Deterministic: true}, map[string]any{
		"a": "before", "m": beve.Matrix[float64]{Extents: []int{2}, Data: []float64{1, 2}},
		"rows": []any{map[string]any{"iv": beve.Interval{Start: at, End: at}}}, "z": 1,
	})
	for _, c := range []struct{ in, path beve.Pointer }{
		{"/m", "/m/extents"}, {"/m", "/m/extents/0"}, {"/m", "/m/layout"}, {"/m", "/m/new"}, {"/m", "/m/value/0"},
		{"/rows/0/iv", "/rows/0/iv/start"}, {"/rows/0/iv", "/rows/0/iv/new"},
	} {
		view, err := beve.NewView(msg)
		if err != nil {
			t.Fatal(err)
		}
		part, err := view.At(c.in)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := part.ViewRaw()
		if err != nil {
			t.Fatal(err)
		}
		offset := int64(bytes.Index(msg, raw))
		check := func(err error, text string) {
			t.Helper()
			var e *beve.DecodeError
			if !errors.As(err, &e) || e.Path != c.path || e.Offset != offset || !errors.Is(err, beve.ErrUnsupported) || !strings.Contains(e.Error(), text) {
				t.Errorf("%v, which is not of %s at byte %d, %s", err, c.path, offset, text)
			}
		}
		_, err = patch.Set(bytes.Clone(msg), c.path, "zz")
		check(err, "")
		_, err = new(patch.Batch).Set(c.path, "zz").Do(msg)
		check(err, "")
		_, err = new(patch.Batch).Set("/z", 2).Set(c.path, "zz").Set("/a", "after").Do(msg)
		check(err, "operation 1: ")
		verb := "replace"
		if strings.HasSuffix(string(c.path), "new") {
			verb = "add"
		} else {
			_, err = patch.Delete(bytes.Clone(msg), c.path)
			check(err, "")
		}
		_, err = patch.ApplyJSON(msg, []byte(`[{"op":"test","path":"/z","value":1},{"op":"`+verb+`","path":"`+string(c.path)+`","value":[]}]`))
		check(err, "operation 1: ")
	}
	_, err := patch.MergeJSON(msg, []byte(`{"z":{"y":1},"m":{"extents":[3]},"a":null}`))
	var e *beve.DecodeError
	if !errors.As(err, &e) || e.Path != "/m" || e.Offset == 0 {
		t.Errorf("%v", err)
	}
}
