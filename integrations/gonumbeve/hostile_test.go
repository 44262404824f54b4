package gonumbeve_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/gonumbeve"
)

// Matrices that are nil, empty, parts of others, or hold what is not a number go and come
// as they are; extents that are not those of the data are errors, not panics.
func TestHostileMatrices(t *testing.T) {
	nan := math.Float64frombits(0x7ff8000000000123)
	wide := mat.NewDense(4, 5, nil)
	wide.Set(1, 2, nan)
	wide.Set(2, 2, math.Inf(-1))
	wide.Set(2, 3, math.Copysign(0, -1))
	type held struct {
		D gonumbeve.Dense
		C gonumbeve.CDense
		V gonumbeve.Vec
	}
	for name, in := range map[string]held{
		"nil":    {},
		"empty":  {gonumbeve.Dense{Dense: new(mat.Dense)}, gonumbeve.CDense{CDense: new(mat.CDense)}, gonumbeve.Vec{VecDense: new(mat.VecDense)}},
		"parts":  {gonumbeve.Dense{Dense: wide.Slice(1, 3, 2, 4).(*mat.Dense)}, gonumbeve.CDense{CDense: mat.NewCDense(1, 1, []complex128{complex(nan, 1)})}, gonumbeve.Vec{VecDense: wide.ColView(2).(*mat.VecDense)}},
		"single": {gonumbeve.Dense{Dense: wide.Slice(2, 3, 2, 4).(*mat.Dense)}, gonumbeve.CDense{}, gonumbeve.Vec{VecDense: wide.RowView(2).(*mat.VecDense)}},
	} {
		data, err := beve.Marshal(&in)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var out held
		if err := beve.Unmarshal(data, &out); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if (in.D.Dense == nil) != (out.D.Dense == nil) || (in.V.VecDense == nil) != (out.V.VecDense == nil) || (in.C.CDense == nil) != (out.C.CDense == nil) {
			t.Errorf("%s: %+v", name, out)
			continue
		}
		if in.D.Dense != nil && !in.D.IsEmpty() {
			rows, cols := in.D.Dims()
			for i := range rows {
				for j := range cols {
					if a, b := in.D.At(i, j), out.D.At(i, j); math.Float64bits(a) != math.Float64bits(b) {
						t.Errorf("%s: %d,%d: %x, want %x", name, i, j, math.Float64bits(b), math.Float64bits(a))
					}
				}
			}
			for i := range in.V.Len() {
				if math.Float64bits(in.V.AtVec(i)) != math.Float64bits(out.V.AtVec(i)) {
					t.Errorf("%s: element %d", name, i)
				}
			}
		}
	}
	gonumbeve.FromDense(nil)
	gonumbeve.FromCDense(nil)
	gonumbeve.FromVec(nil)
	for _, m := range []beve.Matrix[float64]{
		{}, {Extents: []int{2, 2}}, {Extents: []int{-1, -1}, Data: []float64{1}}, {Extents: []int{1 << 32, 1 << 32}}, {Extents: []int{0, 3}},
		{Extents: []int{math.MaxInt, 2}, Data: []float64{1, 2}}, {Extents: []int{1, 2, 3}, Data: make([]float64, 6)}, {Extents: []int{2}, Data: []float64{1}},
		{Extents: []int{1, 1}, Data: []float64{1}, Layout: 99},
	} {
		func() {
			defer func() {
				if p := recover(); p != nil {
					t.Errorf("%+v: panic: %v", m, p)
				}
			}()
			d, err := gonumbeve.ToDense(m)
			if r, c := d.Dims(); err == nil && r*c != len(m.Data) {
				t.Errorf("%+v became %d × %d", m, r, c)
			}
			_, _ = gonumbeve.ToVec(m)
			_, _ = gonumbeve.ToMatrix(m)
		}()
	}
}
