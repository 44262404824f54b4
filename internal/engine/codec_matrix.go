package engine

import (
	"math"
	"reflect"
	"strings"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/slab"
	"github.com/beve-org/beve-go/wire"
)

// isValue reports whether t is an instance of the generic type of package scalar whose
// name, with the bracket, is given.
func isValue(t reflect.Type, generic string) bool {
	return t.Kind() == reflect.Struct && strings.HasPrefix(t.Name(), generic) && t.PkgPath() == scalarPath
}

var scalarPath = reflect.TypeFor[Timestamp]().PkgPath()

// compileMatrix fills k for a Matrix whose elements pack into a numeric array.
func (c *compiler) compileMatrix(k *codec) bool {
	if !isValue(k.typ, "Matrix[") {
		return false
	}
	elem := k.typ.Field(2).Type.Elem()
	data := c.typedArray(elem)
	if data == nil || elem.Kind() == reflect.Bool || elem.Kind() == reflect.String {
		k.unsupported(fault.Because(fault.ErrUnsupported, "a matrix holds numbers or complex numbers, not "+elem.String()))
		return true
	}
	m := &matrixCodec{typ: k.typ, data: data, size: elem.Size()}
	for i := range k.typ.NumField() {
		m.off[i] = k.typ.Field(i).Offset
	}
	// As JSON has it, a matrix is an object of the same members.
	c.compileStruct(k)
	k.rows, k.rowRead, k.rowStruct, k.fields, k.op, k.stateless = nil, nil, nil, nil, opCall, false
	m.object = k.read
	k.append, k.read = m.append, m.read
	return true
}

// matrixCodec is Matrix[T] for a T that only reflection knows. Its fields lie at
// off in the order of Matrix: layout, extents, data.
type matrixCodec struct {
	typ  reflect.Type
	data *arrayCodec
	off  [3]uintptr
	size uintptr
	// object reads an object of the members layout, extents and value.
	object readFunc
}

func (m *matrixCodec) parts(p mem.Pointer) (*Layout, *[]int, mem.Pointer) {
	return mem.Ref[Layout](p.Add(m.off[0])), mem.Ref[[]int](p.Add(m.off[1])), p.Add(m.off[2])
}

func (m *matrixCodec) append(e *encodeState, dst []byte, p mem.Pointer) []byte {
	layout, extents, data := m.parts(p)
	n := mem.Ref[mem.Slice](data).Len
	ext := *extents
	if len(ext) == 0 && n == 0 {
		ext = []int{0}
	}
	if err := checkMatrix(*layout, ext, n); err != nil {
		return e.fail(m.typ.String(), err)
	}
	if !e.enter() {
		return nil
	}
	dst = wire.AppendMatrix(dst, *layout, ext)
	dst = m.data.appendN(e, dst, mem.From(mem.Ref[mem.Slice](data).Data), n)
	e.leave()
	return dst
}

// checkMatrix reports extents that do not make n elements.
func checkMatrix(layout Layout, extents []int, n int) error {
	if product, ok := extentProduct(extents); layout > ColumnMajor || !ok || product != n {
		return fault.Because(fault.ErrMismatch, "matrix whose extents do not make its "+itoa(n)+" elements")
	}
	return nil
}

// extentProduct multiplies extents; ok is false for a negative one, for none, and
// on overflow.
func extentProduct(extents []int) (product int, ok bool) {
	product = 1
	for _, x := range extents {
		if x < 0 {
			return 0, false
		}
		if x == 0 {
			product = 0
		}
	}
	if product == 0 {
		return 0, true
	}
	for _, x := range extents {
		if product > math.MaxInt/x {
			return 0, false
		}
		product *= x
	}
	return product, len(extents) > 0
}

func (m *matrixCodec) read(d *decodeState, off int, p mem.Pointer) int {
	if next, ok := d.null(off); ok {
		reflect.NewAt(m.typ, p.Unsafe()).Elem().SetZero()
		return next
	}
	if off < len(d.src) && wire.Header(d.src[off]) != wire.HeaderMatrix {
		return m.readObject(d, off, p)
	}
	v, next, err := wire.ViewMatrix(d.src, off)
	if err != nil {
		return d.Fail(off, m.typ.String(), err)
	}
	if !d.enter(off, 1) {
		return -1
	}
	layout, extents, data := m.parts(p)
	*layout = v.Layout
	if *extents, err = d.extents(off, v, *extents); err != nil {
		return d.Fail(off, m.typ.String(), err)
	}
	// The value is an array like any other; it ends where the matrix ends.
	if m.data.read(d, v.ValueStart, data) < 0 {
		return d.InKey("value")
	}
	d.leave()
	return next
}

// readObject reads the object that stands for a matrix in JSON.
func (m *matrixCodec) readObject(d *decodeState, off int, p mem.Pointer) int {
	next := m.object(d, off, p)
	if next < 0 {
		return -1
	}
	layout, extents, data := m.parts(p)
	if n := mem.Ref[mem.Slice](data).Len; n > 0 || len(*extents) > 0 {
		if err := checkMatrix(*layout, *extents, n); err != nil {
			return d.Fail(off, m.typ.String(), err)
		}
	}
	return next
}

// extents returns the extents as ints, in the memory of s if that is large enough.
func (d *decodeState) extents(off int, v wire.Matrix, s []int) ([]int, error) {
	n := v.Extents.Len()
	if n > cap(s) && !d.charge(8*n) {
		return nil, d.Err
	}
	s = slab.Resize(s, n)
	for i := range s {
		n, ok := v.Extents.At(i).Int64()
		if s[i] = int(n); !ok || int64(s[i]) != n {
			return nil, v.Extents.At(i).Misfit(off, "int", true)
		}
	}
	return s, nil
}

// anyMatrix decodes a matrix into the Matrix of its element type.
func (d *decodeState) anyMatrix(off int) (any, int) {
	v, next, err := wire.ViewMatrix(d.src, off)
	if err != nil {
		return nil, d.Fail(off, "", err)
	}
	if !d.enter(off, 1) {
		return nil, -1
	}
	extents, err := d.extents(off, v, nil)
	if err != nil {
		return nil, d.Fail(off, "", err)
	}
	generic := d.generic
	d.generic = false
	defer func() { d.generic = generic }()
	var data any
	if v.Complex {
		data = d.anyComplexes(off, wire.Complexes{Parts: v.Value})
	} else {
		data = d.anyNumbers(off, v.Value)
	}
	if d.Err != nil {
		return nil, -1
	}
	d.leave()
	switch s := data.(type) {
	case []float64:
		return matrixOf(v.Layout, extents, s), next
	case []float32:
		return matrixOf(v.Layout, extents, s), next
	case []int8:
		return matrixOf(v.Layout, extents, s), next
	case []int16:
		return matrixOf(v.Layout, extents, s), next
	case []int32:
		return matrixOf(v.Layout, extents, s), next
	case []int64:
		return matrixOf(v.Layout, extents, s), next
	case []uint8:
		return matrixOf(v.Layout, extents, s), next
	case []uint16:
		return matrixOf(v.Layout, extents, s), next
	case []uint32:
		return matrixOf(v.Layout, extents, s), next
	case []uint64:
		return matrixOf(v.Layout, extents, s), next
	case []complex64:
		return matrixOf(v.Layout, extents, s), next
	case []complex128:
		return matrixOf(v.Layout, extents, s), next
	case []Complex[int64]:
		return matrixOf(v.Layout, extents, s), next
	case []Complex[uint64]:
		return matrixOf(v.Layout, extents, s), next
	}
	return nil, d.Fail(off, "", fault.Because(fault.ErrUnsupported, "matrix of "+v.Value.Elem().String()+" numbers cannot be represented"))
}

func matrixOf[T any](layout Layout, extents []int, data []T) any {
	return Matrix[T]{Layout: layout, Extents: extents, Data: data}
}
