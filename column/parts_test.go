package column_test

import (
	"fmt"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/column"
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
