// Package gonumbeve takes the matrices of gonum to BEVE and back, where they are
// matrices too: C++, Python and JavaScript peers read them with their shape.
//
// In a struct, use the types of this package, which hold gonum's:
//
//	type Fit struct {
//		Name  string          `json:"name"`
//		Gram  gonumbeve.Dense `json:"gram"`
//		Betas gonumbeve.Vec   `json:"betas"`
//	}
//
// Alone, convert: [FromDense] and [ToDense], and the same for vectors and complex
// matrices. Where the memory of one can be that of the other, it is: nothing is
// copied then, and both see what either changes. [ViewDense] is a matrix in the
// memory of a message.
//
// gonum keeps rows together. A matrix whose columns are together is copied to
// become a mat.Dense, and is a view, transposed, where a mat.Matrix is enough.
package gonumbeve

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/scalar"
)

// number is what gonum's matrices hold.
type number interface{ float64 | complex128 }

// FromDense returns m as a matrix of BEVE, rows together. It has the memory of m,
// unless m is a part of a wider matrix. A nil one is empty, as in the functions below.
func FromDense(m *mat.Dense) beve.Matrix[float64] {
	if m == nil {
		m = new(mat.Dense)
	}
	raw := m.RawMatrix()
	return fromRows(raw.Rows, raw.Cols, raw.Stride, raw.Data)
}

// FromCDense is FromDense for complex matrices.
func FromCDense(m *mat.CDense) beve.Matrix[complex128] {
	if m == nil {
		m = new(mat.CDense)
	}
	raw := m.RawCMatrix()
	return fromRows(raw.Rows, raw.Cols, raw.Stride, raw.Data)
}

func fromRows[T number](rows, cols, stride int, data []T) beve.Matrix[T] {
	out := beve.Matrix[T]{Extents: []int{rows, cols}}
	if stride == cols || rows <= 1 {
		out.Data = data[:rows*cols]
		return out
	}
	out.Data = make([]T, 0, rows*cols)
	for i := range rows {
		out.Data = append(out.Data, data[i*stride:i*stride+cols]...)
	}
	return out
}

// FromVec returns v as a matrix of one extent. It has the memory of v, unless the
// elements of v are apart, as those of a column are.
func FromVec(v *mat.VecDense) beve.Matrix[float64] {
	if v == nil {
		v = new(mat.VecDense)
	}
	raw := v.RawVector()
	out := fromRows(raw.N, 1, raw.Inc, raw.Data)
	out.Extents = out.Extents[:1]
	return out
}

// ToDense returns m as a mat.Dense, which has the memory of m if m has its rows
// together. One extent is a column. It fails for matrices of more than two extents
// and for those that are empty in one extent alone, which gonum does not have.
func ToDense(m beve.Matrix[float64]) (*mat.Dense, error) {
	rows, cols, data, err := byRows(m)
	if err != nil || rows == 0 {
		return new(mat.Dense), err
	}
	return mat.NewDense(rows, cols, data), nil
}

// ToCDense is ToDense for complex matrices.
func ToCDense(m beve.Matrix[complex128]) (*mat.CDense, error) {
	rows, cols, data, err := byRows(m)
	if err != nil || rows == 0 {
		return new(mat.CDense), err
	}
	return mat.NewCDense(rows, cols, data), nil
}

// ToVec returns m, which has one extent or is a single row or column, as a vector
// with the memory of m.
func ToVec(m beve.Matrix[float64]) (*mat.VecDense, error) {
	rows, cols, err := shape(m)
	switch {
	case err != nil:
		return new(mat.VecDense), err
	case rows > 1 && cols > 1:
		return new(mat.VecDense), fmt.Errorf("gonumbeve: a matrix of %d × %d is not a vector", rows, cols)
	case rows == 0:
		return new(mat.VecDense), nil
	}
	return mat.NewVecDense(len(m.Data), m.Data), nil
}

// ToMatrix returns m as a mat.Matrix with the memory of m, whatever its layout.
func ToMatrix(m beve.Matrix[float64]) (mat.Matrix, error) {
	rows, cols, err := shape(m)
	switch {
	case err != nil || rows == 0:
		return new(mat.Dense), err
	case m.Layout == scalar.ColumnMajor:
		return mat.NewDense(cols, rows, m.Data).T(), nil
	}
	return mat.NewDense(rows, cols, m.Data), nil
}

// ViewDense returns the matrix that v is, in the memory of the message. It must not
// be written to, and is good as long as the message is. Where the elements are not
// aligned in memory, or are not float64, it fails with beve.ErrUnsupported or
// beve.ErrMismatch; decode the value then.
func ViewDense(v beve.View) (mat.Matrix, error) {
	var m beve.Matrix[float64]
	var layout string
	for name, to := range map[string]any{"layout": &layout, "extents": &m.Extents} {
		part, err := v.Key(name)
		if err != nil {
			return nil, err
		}
		if err := part.Decode(to); err != nil {
			return nil, err
		}
	}
	if layout == scalar.ColumnMajor.String() {
		m.Layout = scalar.ColumnMajor
	}
	value, err := v.Key("value")
	if err != nil {
		return nil, err
	}
	if m.Data, err = beve.ViewSlice[float64](value); err != nil {
		return nil, err
	}
	return ToMatrix(m)
}

// shape returns the rows and columns of a matrix; 0, 0 for an empty one.
func shape[T number](m beve.Matrix[T]) (rows, cols int, err error) {
	switch len(m.Extents) {
	case 0:
	case 1:
		rows, cols = m.Extents[0], 1
	case 2:
		rows, cols = m.Extents[0], m.Extents[1]
	default:
		return 0, 0, fmt.Errorf("gonumbeve: a matrix of %d extents has more than rows and columns", len(m.Extents))
	}
	if rows < 0 || cols < 0 || rows > 0 && cols > len(m.Data)/rows || rows*cols != len(m.Data) {
		return 0, 0, fmt.Errorf("gonumbeve: extents %v do not make %d elements", m.Extents, len(m.Data))
	}
	if len(m.Data) > 0 {
		return rows, cols, nil
	}
	if len(m.Extents) == 2 && rows != cols {
		return 0, 0, fmt.Errorf("gonumbeve: gonum has no matrix of %d × %d", rows, cols)
	}
	return 0, 0, nil
}

// byRows returns the elements of a matrix with rows together.
func byRows[T number](m beve.Matrix[T]) (rows, cols int, data []T, err error) {
	rows, cols, err = shape(m)
	if err != nil || m.Layout != scalar.ColumnMajor || rows <= 1 || cols <= 1 {
		return rows, cols, m.Data, err
	}
	data = make([]T, len(m.Data))
	for j := range cols {
		for i, x := range m.Data[j*rows : (j+1)*rows] {
			data[i*cols+j] = x
		}
	}
	return rows, cols, data, nil
}
