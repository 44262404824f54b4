package column_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/column"
	"github.com/beve-org/beve-go/internal/patchkit"
	"github.com/beve-org/beve-go/wire"
)

// rows makes random arrays of rows in all forms.
type rows struct{ *rand.Rand }

func (r rows) scalar(dst []byte) []byte {
	switch r.IntN(8) {
	case 0:
		return wire.AppendNull(dst)
	case 1:
		return wire.AppendBool(dst, r.IntN(2) == 0)
	case 2:
		return wire.AppendString(dst, []string{"a", "b", "long text of a row"}[r.IntN(3)])
	case 3:
		return wire.AppendFloat64(dst, float64(r.IntN(20)))
	case 4:
		return wire.AppendFloat32(dst, float32(r.IntN(20)))
	case 5:
		return wire.AppendUint(dst, r.Uint64()>>r.IntN(64))
	}
	return wire.AppendInt(dst, int64(r.IntN(20))-5)
}

func (r rows) numbers(dst []byte) []byte {
	n := r.IntN(100)
	if r.IntN(20) == 0 {
		n *= 30 // more than a chunk
	}
	switch r.IntN(6) {
	case 0:
		return random[int8](r, dst, n)
	case 1:
		return random[uint16](r, dst, n)
	case 2:
		return random[int64](r, dst, n)
	case 3:
		return random[uint64](r, dst, n)
	case 4:
		return random[float32](r, dst, n)
	}
	return random[float64](r, dst, n)
}

func random[T wire.Numeric](r rows, dst []byte, n int) []byte {
	s := make([]T, n)
	for i := range s {
		s[i] = T(r.IntN(100) - 30)
		if r.IntN(4) == 0 {
			s[i] = T(r.Uint64() >> r.IntN(64))
		}
	}
	if r.IntN(3) == 0 {
		return wire.AppendAligned(dst, len(dst), s)
	}
	return wire.AppendNumbers(dst, s)
}

func (r rows) row(dst []byte) []byte {
	n := r.IntN(4)
	switch r.IntN(12) {
	case 0:
		return r.scalar(dst)
	case 1:
		dst = wire.AppendArray(dst, n)
		for range n {
			dst = r.scalar(dst)
		}
		return dst
	case 2:
		dst = wire.AppendIntObject(dst, wire.HeaderInt8.Keyed(), n)
		for i := range n {
			dst = r.scalar(wire.AppendIntKey(dst, uint64(i), 1))
		}
		return dst
	case 3:
		msg := wire.AppendIndexed(nil, []string{"a", "n"})
		start := len(msg)
		msg = r.scalar(msg)
		ends := []int{len(msg), 0}
		msg = r.scalar(msg)
		ends[1] = len(msg)
		if err := wire.SealIndexed(msg, ends); err != nil || start == 0 {
			panic(err)
		}
		return append(dst, msg...)
	}
	names := []string{"n", "a", "sub", "n"}
	if r.IntN(4) == 0 {
		r.Shuffle(3, func(i, j int) { names[i], names[j] = names[j], names[i] })
	}
	dst = wire.AppendObject(dst, n+1)
	for _, name := range names[:n+1] {
		dst = wire.AppendText(dst, name)
		if name == "sub" {
			dst = r.scalar(wire.AppendText(wire.AppendObject(dst, 1), "n"))
		} else {
			dst = r.scalar(dst)
		}
	}
	return dst
}

// array appends an array of rows, of any form.
func (r rows) array(dst []byte) []byte {
	n := r.IntN(12)
	switch r.IntN(5) {
	case 0:
		return r.numbers(dst)
	case 1:
		dst = wire.AppendTable(dst, []string{"a", "n"}, n+1)
		for range 2 * (n + 1) {
			dst = r.scalar(dst)
		}
		return dst
	case 2:
		return wire.AppendStrings(dst, []string{"a", "b", "b", "c"}[:r.IntN(5)])
	}
	dst = wire.AppendArray(dst, n)
	for range n {
		dst = r.row(dst)
	}
	return dst
}

type condition struct {
	field  beve.Pointer
	match  column.Match
	passes func(v any) bool
}

func (r rows) condition() condition {
	field := []beve.Pointer{"", "/n", "/a", "/sub/n", "/1"}[r.IntN(5)]
	lo := r.IntN(40) - 20
	switch r.IntN(12) {
	case 0:
		return condition{field, column.AtLeast(lo), func(v any) bool { i, ok := toInt(v); return ok && i >= int64(lo) }}
	case 1:
		return condition{field, column.Between(float64(lo)-0.5, float64(lo)*3), func(v any) bool {
			f, ok := toFloat(v)
			return ok && f >= float64(lo)-0.5 && f <= float64(lo)*3
		}}
	case 2:
		u := r.Uint64() >> r.IntN(64)
		return condition{field, column.AtMost(u), func(v any) bool { i, ok := toUint(v); return ok && i <= u }}
	case 3:
		return condition{field, column.Equal("b"), func(v any) bool { return v == "b" }}
	case 7:
		return condition{field, column.AtLeast("b"), func(v any) bool { s, ok := v.(string); return ok && s >= "b" }}
	case 8:
		return condition{field, column.Between("", "a"), func(v any) bool { s, ok := v.(string); return ok && s <= "a" }}
	case 9:
		return condition{field, column.AtMost(lo), func(v any) bool { i, ok := toInt(v); return ok && i <= int64(lo) }}
	case 10:
		f := float64(lo)
		return condition{field, column.AtMost(f), func(v any) bool { g, ok := toFloat(v); return ok && g <= f }}
	case 4:
		return condition{field, column.Equal(true), func(v any) bool { return v == true }}
	case 5:
		return condition{field, column.Func(func(f float64) bool { return math.Mod(f, 3) == 0 }), func(v any) bool {
			f, ok := toFloat(v)
			return ok && math.Mod(f, 3) == 0
		}}
	}
	f := math.Ldexp(r.Float64()-0.25, r.IntN(70))
	return condition{field, column.AtLeast(f), func(v any) bool { g, ok := toFloat(v); return ok && g >= f }}
}

func toInt(v any) (int64, bool) {
	switch n := reflect.ValueOf(v); {
	case v == nil:
	case n.CanInt():
		return n.Int(), true
	case n.CanUint():
		return int64(n.Uint()), n.Uint() <= math.MaxInt64
	}
	return 0, false
}

func toUint(v any) (uint64, bool) {
	switch n := reflect.ValueOf(v); {
	case v == nil:
	case n.CanInt():
		return uint64(n.Int()), n.Int() >= 0
	case n.CanUint():
		return n.Uint(), true
	}
	return 0, false
}

func toFloat(v any) (float64, bool) {
	switch n := reflect.ValueOf(v); {
	case v == nil || !n.CanInt() && !n.CanUint() && !n.CanFloat():
		return 0, false
	}
	msg, err := beve.Marshal(v)
	if err != nil {
		panic(err)
	}
	var f float64
	err = beve.Unmarshal(msg, &f)
	return f, err == nil
}

// part returns what a path leads to in what was decoded.
func part(v any, path beve.Pointer) (any, bool) {
	for {
		name, rest, ok := path.Cut()
		if !ok {
			return v, true
		}
		switch c := v.(type) {
		case map[string]any:
			if v, ok = c[name]; !ok {
				return nil, false
			}
		case []any:
			if name != "1" || len(c) < 2 {
				return nil, false
			}
			v = c[1]
		default:
			m := reflect.ValueOf(v)
			key, err := strconv.Atoi(name)
			if m.Kind() != reflect.Map || err != nil {
				return nil, false
			}
			e := m.MapIndex(reflect.ValueOf(key).Convert(m.Type().Key()))
			if !e.IsValid() {
				return nil, false
			}
			v = e.Interface()
		}
		path = rest
	}
}

// TestColumnsAreWhatDecodingGives: the same rows, and the same parts of them, over random documents.
func TestColumnsAreWhatDecodingGives(t *testing.T) {
	r := rows{patchkit.Rand()}
	found := 0
	for range patchkit.Rounds() {
		msg := wire.AppendText(wire.AppendObject(nil, 2), "x")
		msg = wire.AppendText(r.array(msg), "y")
		msg = r.array(wire.AppendArray(msg, 1))
		v, err := beve.NewView(msg)
		if err != nil {
			t.Fatal(err)
		}
		var doc map[string]any
		if err := (beve.DecodeOptions{GenericArrays: true}).Unmarshal(msg, &doc); err != nil {
			t.Fatalf("%.200x: %v", msg, err)
		}
		path, all := beve.Pointer("/x/*"), doc["x"].([]any)
		if r.IntN(2) == 0 {
			path, all = "/y/*/*", doc["y"].([]any)[0].([]any)
		}
		var where []condition
		for range r.IntN(3) {
			where = append(where, r.condition())
		}
		chosen := column.From(v, path)
		for _, c := range where {
			chosen = chosen.Where(c.field, c.match)
		}
		var want []any
		for _, row := range all {
			ok := true
			for _, c := range where {
				e, has := part(row, c.field)
				ok = ok && has && c.passes(e)
			}
			if ok {
				want = append(want, row)
			}
		}
		found += len(want)
		got, err := column.Of[any](chosen, "")
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) && !reflect.DeepEqual(got, want) {
			t.Fatalf("%.200x %s %+v: %.300v, %v, not %.300v", msg, path, chosen, fmt.Sprint(got), err, fmt.Sprint(want))
		}
		if n, err := chosen.Count(); err != nil || n != len(want) {
			t.Fatalf("%.200x %s: %d, %v, not %d", msg, path, n, err, len(want))
		}
		for _, field := range []beve.Pointer{"", "/n", "/sub/n", "/1"} {
			projected(t, chosen, field, want)
		}
	}
	if found == 0 {
		t.Fatal("no row has passed")
	}
}

// projected holds a projection to decoding: the values, or an error at the first that there is
// none of.
func projected(t *testing.T, chosen column.Rows, field beve.Pointer, rows []any) {
	t.Helper()
	var want []float64
	ok := true
	for _, row := range rows {
		e, has := part(row, field)
		f, is := toFloat(e)
		ok = ok && has && (is || e == nil)
		want = append(want, f)
	}
	got, err := column.Of[float64](chosen, field)
	switch {
	case (err == nil) != ok, ok && len(got) != len(want):
		t.Fatalf("%q of %.300s: %.300s, %v", field, fmt.Sprint(rows), fmt.Sprint(got), err)
	case !ok:
		var e *beve.DecodeError
		if !errors.As(err, &e) || e.Path == "" {
			t.Fatalf("%q of %.300s: %v", field, fmt.Sprint(rows), err)
		}
		return
	}
	for i := range want {
		if got[i] != want[i] && !(got[i] != got[i] && want[i] != want[i]) {
			t.Fatalf("%q of %.300s: %.300s", field, fmt.Sprint(rows), fmt.Sprint(got))
		}
	}
}

func TestErrorsSayWhere(t *testing.T) {
	v, err := beve.NewView(encode(t, map[string]any{"x": []any{map[string]any{"n": 1}, map[string]any{"m": 2}}, "y": 3}))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path, field, at beve.Pointer
		cause           error
	}{
		{"/x/*", "/n", "/x/1", beve.ErrMissing},
		{"/y/*", "", "/y", beve.ErrMismatch},
		{"/z/*", "", "", beve.ErrMissing},
		{"x", "", "", beve.ErrUnsupported},
		{"/x/*", "n", "", beve.ErrUnsupported},
		{"/x/*", "/n/0", "/x/0/n", beve.ErrMismatch},
	} {
		_, err := column.Of[int](column.From(v, c.path), c.field)
		var e *beve.DecodeError
		if !errors.Is(err, c.cause) || !errors.As(err, &e) || e.Path != c.at {
			t.Errorf("%q %q: %v", c.path, c.field, err)
		}
	}
}

func encode(t *testing.T, doc any) []byte {
	t.Helper()
	msg, err := beve.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return msg
}
