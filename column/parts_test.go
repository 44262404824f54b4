package column_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/column"
	"github.com/beve-org/beve-go/internal/patchkit"
	"github.com/beve-org/beve-go/wire"
)

// TestConditionsReachEveryPart holds conditions to what columns have: whatever part of a row a path
// leads to, of values of every kind, a condition of it sees it too.
func TestConditionsReachEveryPart(t *testing.T) {
	type row struct {
		Number  float64
		Complex complex128
		Zs      []complex64
		Floats  []float32
		Bools   []bool
		Texts   []string
		Any     []any
		Matrix  beve.Matrix[float64]
		Times   []time.Time
		Wait    time.Duration
		Inner   struct{ Zs []complex128 }
		Rows    []struct{ N, M int }
	}
	one := row{Number: 1, Complex: 3 + 4i, Zs: []complex64{5 + 6i}, Floats: []float32{7}, Bools: []bool{true}, Texts: []string{"t"},
		Any: []any{1, "x", 2i}, Matrix: beve.Matrix[float64]{Extents: []int{1, 2}, Data: []float64{8, 9}}, Times: []time.Time{time.Unix(10, 0)},
		Wait: 11, Rows: []struct{ N, M int }{{12, 13}}}
	one.Inner.Zs = []complex128{14 + 15i}
	for _, o := range []beve.EncodeOptions{{}, {Extended: true, MinTableRows: 1}, {Aligned: true}} {
		message, err := o.Marshal([]row{one, one})
		if err != nil {
			t.Fatal(err)
		}
		v, err := beve.NewView(message)
		if err != nil {
			t.Fatal(err)
		}
		rows, seen := column.From(v, "/*"), 0
		var paths []beve.Pointer
		for _, member := range []string{"Number", "Complex", "Zs", "Floats", "Bools", "Texts", "Any", "Matrix", "Times", "Wait", "Inner", "Rows", "none"} {
			first := beve.Pointer("/" + member)
			paths = append(paths, first)
			for _, a := range []beve.Pointer{"/0", "/1", "/2", "/Zs", "/data", "/extents", "/N", "/-", "/x"} {
				paths = append(paths, first+a)
				for _, b := range []beve.Pointer{"/0", "/1", "/N", "/M", "/x"} {
					paths = append(paths, first+a+b, first+a+b+"/0")
				}
			}
		}
		for _, path := range paths {
			column64, err := column.Of[float64](rows, path)
			count, failed := rows.Where(path, column.Func(func(float64) bool { return true })).Count()
			if failed != nil || err == nil && count != len(column64) || err != nil && count > 0 {
				t.Errorf("%+v, %s: %d numbers, %v; the condition passes %d, %v", o, path, len(column64), err, count, failed)
			}
			bounds, failed := rows.Where(path, column.AtLeast(-1.0)).Count()
			if failed != nil || bounds != count {
				t.Errorf("%+v, %s: %d are at least -1, of %d: %v", o, path, bounds, count, failed)
			}
			if err == nil {
				seen++
			}
		}
		if seen < 9 {
			t.Error(fmt.Sprint("only so many paths lead to numbers: ", seen))
		}
	}
}

// TestWildcardsReachEveryPart holds "*" to the parts that Views have, of values of every kind: the members of repeated keys
// but the last are hidden.
func TestWildcardsReachEveryPart(t *testing.T) {
	r := patchkit.Rand()
	at := time.Unix(1, 0).UTC()
	msgs := []any{nil, true, 1, 2.5, "x", at, time.Second, beve.UUID{1}, 1 + 2i, complex64(3), []complex64{1, 2}, beve.Complex[int8]{},
		beve.Matrix[int8]{Extents: []int{1, 2}, Data: []int8{3, 4}}, beve.Interval{Start: at, End: at}, beve.RegExpData{Pattern: "a"},
		[]bool{true, false}, []string{"a"}, []float32{1}, []time.Time{at, at}, map[int8]string{1: "a"}, map[string]int{"a": 1}, []any{1, "a"}, []any{},
		[]map[string]int{{"a": 1}, {"a": 2}}, beve.TypeTag{Index: 3, Value: 4}}
	var all [][]byte
	for _, v := range msgs {
		for _, o := range []beve.EncodeOptions{{}, {Extended: true, MinTableRows: 1}, {Aligned: true}, {Time: beve.TimeDraft}} {
			if msg, err := o.Marshal(v); err == nil {
				all = append(all, msg)
			}
		}
		if msg, err := beve.EncodeIndexedObject(v); err == nil {
			all = append(all, msg)
		}
	}
	all = append(all, wire.AppendTimes(nil, []uint64{1, 2}), []byte{0x0e, 0x04, 0x21, 7})
	for range 3000 {
		all = append(all, patchkit.BEVE.Random(r, 3))
	}
	for _, msg := range all {
		v, err := beve.NewView(msg)
		if err != nil {
			t.Fatal(err)
		}
		parted(t, v, msg)
	}
}

// parted compares the parts of v, and of all that it holds, with what "*" leads to.
func parted(t *testing.T, v beve.View, msg []byte) {
	t.Helper()
	var want []string
	var parts []beve.View
	text := func(v beve.View) string {
		raw, err := v.Raw()
		return fmt.Sprintf("%s %x %v", v.Path(), raw, err)
	}
	for e, err := range v.Elements() {
		if err != nil {
			break // no array
		}
		parts = append(parts, e)
	}
	if len(parts) == 0 {
		seen := map[string]bool{}
		for m, err := range v.Members() {
			if err != nil {
				break
			}
			name, err := m.Name()
			if err != nil {
				t.Fatal(err)
			}
			last, err := v.At(beve.Pointer("").Key(name))
			if err == nil && !seen[name] {
				parts = append(parts, last)
			}
			seen[name] = true
		}
	}
	for _, part := range parts {
		want = append(want, text(part))
	}
	got, err := []string(nil), error(nil)
	for part, failed := range column.From(v, "/*").Each() {
		if err = failed; err == nil {
			got = append(got, text(part))
		}
	}
	_, none := v.Len()
	if (err == nil) != (none == nil || len(parts) > 0) || !slices.Equal(got, want) {
		t.Fatalf("%x: %s: %q, %v; the View has %q", msg, v.Path(), got, err, want)
	}
	for _, part := range parts {
		parted(t, part, msg)
	}
}
