package gonumbeve

import (
	"gonum.org/v1/gonum/mat"

	beve "github.com/beve-org/beve-go"
)

// Dense is a mat.Dense that structs can have as a field. A nil one is null.
type Dense struct{ *mat.Dense }

// AppendBEVE implements beve.Appender.
func (d Dense) AppendBEVE(dst []byte) ([]byte, error) {
	if d.Dense == nil {
		return beve.Append(dst, nil)
	}
	m := FromDense(d.Dense)
	return beve.Append(dst, &m)
}

// UnmarshalBEVE implements beve.Unmarshaler. It takes both layouts, and any numbers
// that float64 holds exactly.
func (d *Dense) UnmarshalBEVE(data []byte) error {
	m, err := decode[float64](data)
	if m == nil || err != nil {
		d.Dense = nil
		return err
	}
	d.Dense, err = ToDense(*m)
	return err
}

// CDense is a mat.CDense that structs can have as a field. A nil one is null.
type CDense struct{ *mat.CDense }

// AppendBEVE implements beve.Appender.
func (d CDense) AppendBEVE(dst []byte) ([]byte, error) {
	if d.CDense == nil {
		return beve.Append(dst, nil)
	}
	m := FromCDense(d.CDense)
	return beve.Append(dst, &m)
}

// UnmarshalBEVE implements beve.Unmarshaler.
func (d *CDense) UnmarshalBEVE(data []byte) error {
	m, err := decode[complex128](data)
	if m == nil || err != nil {
		d.CDense = nil
		return err
	}
	d.CDense, err = ToCDense(*m)
	return err
}

// Vec is a mat.VecDense that structs can have as a field. A nil one is null.
type Vec struct{ *mat.VecDense }

// AppendBEVE implements beve.Appender.
func (v Vec) AppendBEVE(dst []byte) ([]byte, error) {
	if v.VecDense == nil {
		return beve.Append(dst, nil)
	}
	m := FromVec(v.VecDense)
	return beve.Append(dst, &m)
}

// UnmarshalBEVE implements beve.Unmarshaler. It takes a plain array too.
func (v *Vec) UnmarshalBEVE(data []byte) error {
	view, err := beve.NewView(data)
	if err != nil {
		return err
	}
	var m *beve.Matrix[float64]
	if view.IsArray() {
		var plain []float64
		err = beve.Unmarshal(data, &plain)
		m = &beve.Matrix[float64]{Extents: []int{len(plain)}, Data: plain}
	} else {
		m, err = decode[float64](data)
	}
	if m == nil || err != nil {
		v.VecDense = nil
		return err
	}
	v.VecDense, err = ToVec(*m)
	return err
}

// decode reads a matrix, or nil for null.
func decode[T number](data []byte) (m *beve.Matrix[T], err error) {
	err = beve.Unmarshal(data, &m)
	return m, err
}
