package column_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/beve-org/beve-go/internal/patchkit"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/column"
)

// scalar returns a random value of a row.
func scalar(r *rand.Rand) any {
	return []any{nil, true, false, "a", "b\u00fc\n", r.IntN(20) - 5, float64(r.IntN(20)) + 0.5, r.Int64() >> r.IntN(64), []any{1, 2}}[r.IntN(9)]
}

func row(r *rand.Rand) any {
	switch r.IntN(6) {
	case 0:
		return scalar(r)
	case 1:
		return []any{scalar(r), scalar(r)}
	}
	m := map[string]any{}
	for _, name := range []string{"n", "a", "b~/"} {
		if r.IntN(3) > 0 {
			m[name] = scalar(r)
		}
	}
	if r.IntN(2) == 0 {
		m["sub"] = map[string]any{"n": scalar(r)}
	}
	return m
}

func encode(t *testing.T, doc any) []byte {
	t.Helper()
	msg, err := msgpack.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return msg
}

// TestColumnsAreWhatDecodingGives over random documents: conditions are held to decoding each part
// of each row into the type of the condition.
func TestColumnsAreWhatDecodingGives(t *testing.T) {
	r := patchkit.Rand()
	found := 0
	for range patchkit.Rounds() {
		rows := make([]any, r.IntN(8))
		for i := range rows {
			rows[i] = row(r)
		}
		other := map[string]any{"k": rows, "l": []any{}}
		v, err := msgpack.NewView(encode(t, map[string]any{"x": rows, "y": other}))
		if err != nil {
			t.Fatal(err)
		}
		path := []msgpack.Pointer{"/x/*", "/y/*/*", "/y/k/*"}[r.IntN(3)]
		field := []msgpack.Pointer{"", "/n", "/sub/n", "/b~0~1", "/1"}[r.IntN(5)]
		lo := r.IntN(20) - 8
		u := r.Uint64() >> r.IntN(64)
		match, passes := column.Equal("a"), func(v msgpack.View) bool { return is(v, func(s string) bool { return s == "a" }) }
		switch r.IntN(5) {
		case 0:
			match, passes = column.AtLeast(lo), func(v msgpack.View) bool { return is(v, func(i int64) bool { return i >= int64(lo) }) }
		case 1:
			match, passes = column.Between(-1.5, float64(lo)), func(v msgpack.View) bool {
				return is(v, func(f float64) bool { return f >= -1.5 && f <= float64(lo) })
			}
		case 2:
			match, passes = column.AtMost(u), func(v msgpack.View) bool { return is(v, func(n uint64) bool { return n <= u }) }
		case 3:
			match, passes = column.Func(func(b bool) bool { return !b }), func(v msgpack.View) bool { return is(v, func(b bool) bool { return !b }) }
		}
		var want []any
		for i := range rows {
			row, err := v.At(msgpack.Pointer("/x").Index(i))
			if err != nil {
				t.Fatal(err)
			}
			if part, err := row.At(field); err == nil && passes(part) {
				var decoded any
				if err := row.Decode(&decoded); err != nil {
					t.Fatal(err)
				}
				want = append(want, decoded)
			}
		}
		chosen := column.From(v, path).Where(field, match)
		got, err := column.Of[any](chosen, "")
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s where %s %+v: %v, %v, not %v of %v", path, field, match, got, err, want, rows)
		}
		if n, err := chosen.Count(); err != nil || n != len(want) {
			t.Fatalf("%d, %v, not %d", n, err, len(want))
		}
		found += len(want)
	}
	if found == 0 {
		t.Fatal("no row has passed")
	}
}

// is reports whether v decodes into a T that passes. Null decodes into everything, and is of no
// type.
func is[T any](v msgpack.View, passes func(T) bool) bool {
	var x T
	return !v.IsNull() && v.Decode(&x) == nil && passes(x)
}

func TestErrorsSayWhere(t *testing.T) {
	v, err := msgpack.NewView(encode(t, map[string]any{"x": []any{map[string]any{"n": 1}, map[string]any{"m": 2}}, "y": 3}))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path, field, at msgpack.Pointer
		cause           error
	}{
		{"/x/*", "/n", "/x/1", msgpack.ErrMissing},
		{"/y/*", "", "/y", msgpack.ErrMismatch},
		{"/z/*", "", "", msgpack.ErrMissing},
		{"x", "", "", msgpack.ErrUnsupported},
		{"/x/*", "n", "", msgpack.ErrUnsupported},
		{"/x/*", "/n/0", "/x/0/n", msgpack.ErrMismatch},
	} {
		_, err := column.Of[int](column.From(v, c.path), c.field)
		var e *msgpack.DecodeError
		if !errors.Is(err, c.cause) || !errors.As(err, &e) || e.Path != c.at {
			t.Errorf("%q %q: %v", c.path, c.field, err)
		}
	}
}
