package gonumbeve_test

import (
	"fmt"
	"math/cmplx"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/gonumbeve"
	"github.com/beve-org/beve-go/scalar"
)

type fit struct {
	Name  string           `json:"name"`
	Gram  gonumbeve.Dense  `json:"gram"`
	Betas gonumbeve.Vec    `json:"betas"`
	Poles gonumbeve.CDense `json:"poles"`
	None  gonumbeve.Dense  `json:"none"`
}

func random(rows, cols int) *mat.Dense {
	m := mat.NewDense(rows, cols, nil)
	m.Apply(func(_, _ int, _ float64) float64 { return rand.NormFloat64() }, m)
	return m
}

func TestFieldsComeBack(t *testing.T) {
	poles := mat.NewCDense(2, 3, []complex128{1, 2i, 3, 4i, cmplx.Inf(), 6})
	in := fit{"line", gonumbeve.Dense{Dense: random(3, 4)}, gonumbeve.Vec{VecDense: mat.NewVecDense(3, []float64{1, 2, 3})},
		gonumbeve.CDense{CDense: poles}, gonumbeve.Dense{}}
	data, err := beve.Marshal(&in)
	if err != nil {
		t.Fatal(err)
	}
	var out fit
	if err := beve.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	if out.Name != in.Name || !mat.Equal(in.Gram, out.Gram) || !mat.Equal(in.Betas, out.Betas) || out.None.Dense != nil {
		t.Errorf("got %+v", out)
	}
	if !mat.CEqual(poles, out.Poles) {
		t.Errorf("poles %v", out.Poles)
	}
}

func TestPartsOfMatricesAreTheirOwn(t *testing.T) {
	whole := random(6, 7)
	part := whole.Slice(1, 5, 2, 6).(*mat.Dense)
	column := whole.ColView(3).(*mat.VecDense)
	back, err := gonumbeve.ToDense(gonumbeve.FromDense(part))
	if err != nil || !mat.Equal(part, back) {
		t.Errorf("%v, %v", mat.Formatted(back), err)
	}
	vec, err := gonumbeve.ToVec(gonumbeve.FromVec(column))
	if err != nil || !mat.Equal(column, vec) {
		t.Errorf("%v, %v", vec, err)
	}
}

func TestWholeMatricesShareTheirMemory(t *testing.T) {
	m := random(3, 4)
	converted := gonumbeve.FromDense(m)
	back, err := gonumbeve.ToDense(converted)
	if err != nil {
		t.Fatal(err)
	}
	m.Set(2, 3, 99)
	if converted.Data[11] != 99 || back.At(2, 3) != 99 {
		t.Error("the matrix was copied")
	}
}

func TestColumnsTogether(t *testing.T) {
	m := beve.Matrix[float64]{Layout: scalar.ColumnMajor, Extents: []int{2, 3}, Data: []float64{1, 4, 2, 5, 3, 6}}
	want := mat.NewDense(2, 3, []float64{1, 2, 3, 4, 5, 6})
	dense, err := gonumbeve.ToDense(m)
	if err != nil || !mat.Equal(dense, want) {
		t.Errorf("%v, %v", dense, err)
	}
	view, err := gonumbeve.ToMatrix(m)
	if err != nil || !mat.Equal(view, want) {
		t.Errorf("%v, %v", view, err)
	}
	m.Data[5] = 60
	if view.At(1, 2) != 60 || dense.At(1, 2) != 6 {
		t.Error("the view is a copy, or the copy a view")
	}
	var field gonumbeve.Dense
	data, err := beve.Marshal(&m)
	if err != nil {
		t.Fatal(err)
	}
	if err := beve.Unmarshal(data, &field); err != nil || field.At(1, 2) != 60 || field.At(0, 1) != 2 {
		t.Errorf("%v, %v", field, err)
	}
}

func TestViewInPlace(t *testing.T) {
	for _, layout := range []scalar.Layout{scalar.RowMajor, scalar.ColumnMajor} {
		m := beve.Matrix[float64]{Layout: layout, Extents: []int{2, 3}, Data: []float64{1, 2, 3, 4, 5, 6}}
		data, err := beve.EncodeOptions{Aligned: true}.Marshal(&m)
		if err != nil {
			t.Fatal(err)
		}
		view, err := beve.NewView(data)
		if err != nil {
			t.Fatal(err)
		}
		got, err := gonumbeve.ViewDense(view)
		if err != nil {
			t.Fatal(err)
		}
		want, err := gonumbeve.ToMatrix(m)
		if err != nil || !mat.Equal(got, want) {
			t.Errorf("%v, %v", mat.Formatted(got), err)
		}
	}
	data, err := beve.Marshal("no matrix")
	if err != nil {
		t.Fatal(err)
	}
	view, err := beve.NewView(data)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := gonumbeve.ViewDense(view); err == nil {
		t.Error("a string is a matrix")
	}
}

func TestWhatGonumDoesNotHaveIsAnError(t *testing.T) {
	for text, m := range map[string]beve.Matrix[float64]{
		"3 extents":     {Extents: []int{1, 1, 1}, Data: []float64{1}},
		"0 × 3":         {Extents: []int{0, 3}},
		"do not make 3": {Extents: []int{2, 2}, Data: []float64{1, 2, 3}},
		"do not make 1": {Extents: []int{1 << 62, 4}, Data: []float64{1}},
		"do not make 2": {Extents: []int{-1, -2}, Data: []float64{1, 2}},
	} {
		if _, err := gonumbeve.ToDense(m); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%v: %v", m.Extents, err)
		}
	}
	if _, err := gonumbeve.ToVec(gonumbeve.FromDense(random(2, 2))); err == nil {
		t.Error("a square is a vector")
	}
}

func TestEmptyMatrices(t *testing.T) {
	for _, m := range []beve.Matrix[float64]{{}, {Extents: []int{0}}, {Extents: []int{0, 0}}} {
		if dense, err := gonumbeve.ToDense(m); err != nil || !dense.IsEmpty() {
			t.Errorf("%v: %v", m.Extents, err)
		}
	}
	in := gonumbeve.Dense{Dense: new(mat.Dense)}
	data, err := beve.Marshal(&in)
	if err != nil {
		t.Fatal(err)
	}
	var out gonumbeve.Dense
	if err := beve.Unmarshal(data, &out); err != nil || out.Dense == nil || !out.IsEmpty() {
		t.Errorf("%v, %v", out, err)
	}
}

func TestVectorsFromArrays(t *testing.T) {
	data, err := beve.Marshal([]int32{1, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	var v gonumbeve.Vec
	if err := beve.Unmarshal(data, &v); err != nil || v.Len() != 3 || v.AtVec(2) != 3 {
		t.Errorf("%v, %v", v, err)
	}
}

func Example() {
	type Fit struct {
		Name string          `json:"name"`
		Gram gonumbeve.Dense `json:"gram"`
	}
	data, err := beve.Marshal(Fit{"line", gonumbeve.Dense{Dense: mat.NewDense(2, 2, []float64{4, 1, 1, 3})}})
	if err != nil {
		panic(err)
	}
	var out Fit
	if err := beve.Unmarshal(data, &out); err != nil {
		panic(err)
	}
	fmt.Println(mat.Trace(out.Gram))
	// Output: 7
}
