// Reading numeric typed arrays, complex numbers and matrices where they lie.

package wire

import (
	"math"
	"math/bits"
	"strconv"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/simd"
	"github.com/beve-org/beve-go/scalar"
)

// Numbers is a numeric typed array where it lies; it aliases the input.
type Numbers struct {
	elem Header
	n    int
	data []byte
}

// Len returns the number of elements.
func (a Numbers) Len() int { return a.n }

// Elem returns the header of one element: its class and width.
func (a Numbers) Elem() Header { return a.elem }

// Data returns the bytes of the elements, little-endian, aliasing the input.
func (a Numbers) Data() []byte { return a.data }

// At returns element i, which must be in range.
func (a Numbers) At(i int) Number {
	if uint(i) >= uint(a.n) {
		panic("wire: Numbers index out of range")
	}
	return loadNumber(a.data, i*a.elem.Width(), a.elem)
}

// Slice returns elements i up to j, which must be in range, aliasing the input.
func (a Numbers) Slice(i, j int) Numbers {
	if uint(i) > uint(j) || uint(j) > uint(a.n) {
		panic("wire: Numbers slice out of range")
	}
	w := a.elem.Width()
	return Numbers{a.elem, j - i, a.data[i*w : j*w : j*w]}
}

// CopyTo copies the elements into dst when they are of T's own kind and width, or
// 16-bit floats for float32, and reports whether they are; len(dst) must be
// a.Len(). Other arrays go through [Numbers.At] and the conversions of [Number], and so do the eight-byte
// integers of the wire where a Go int has four, because not all of them fit.
func CopyTo[T Numeric](dst []T, a Numbers) bool {
	if a.elem != HeaderOf[T]() || wireWidth[T]() != mem.SizeOf[T]() {
		wide, ok := any(dst).([]float32)
		return ok && a.widen(wide)
	}
	if b, ok := mem.Raw(dst); ok {
		copy(b, a.data)
		return true
	}
	for i := range dst {
		dst[i] = fromBits[T](loadNumber(a.data, i*a.elem.Width(), a.elem).lo)
	}
	return true
}

// widen is CopyTo for 16-bit floats.
func (a Numbers) widen(dst []float32) bool {
	kernel := simd.Float16sToFloat32s
	switch a.elem {
	case HeaderFloat16:
	case HeaderBFloat16:
		kernel = simd.BFloat16sToFloat32s
	default:
		return false
	}
	if s, ok := mem.View[uint16](a.data, a.n); ok {
		kernel(dst, s)
		return true
	}
	var block [256]uint16
	for i := 0; i < a.n; i += len(block) {
		n := min(a.n-i, len(block))
		for j := range n {
			block[j] = uint16(a.data[2*(i+j)]) | uint16(a.data[2*(i+j)+1])<<8
		}
		kernel(dst[i:], block[:n])
	}
	return true
}

// fromBits is the inverse of bitsOf.
func fromBits[T Numeric](w uint64) T {
	if one := T(1); one/2 != 0 {
		if mem.SizeOf[T]() == 4 {
			return T(math.Float32frombits(uint32(w)))
		}
		return T(math.Float64frombits(w))
	}
	return T(w)
}

// InPlace views the elements as a []T that aliases the input, without copying.
// ok is false when they are of another kind or width, are not aligned for T in
// this process, or the machine's byte order is not the wire's.
func InPlace[T Numeric](a Numbers) (s []T, ok bool) {
	if a.elem != HeaderOf[T]() || wireWidth[T]() != mem.SizeOf[T]() {
		return nil, false
	}
	return mem.View[T](a.data, a.n)
}

// ViewNumbers returns a numeric typed array, plain or aligned, aliasing src.
func ViewNumbers(src []byte, off int) (a Numbers, next int, err error) {
	h, err := ReadHeader(src, off)
	if err != nil {
		return a, off, err
	}
	switch h.Kind() {
	case KindNumberArray:
		n, start, err := ReadCount(src, off+1, h.Width())
		if err != nil {
			return a, off, err
		}
		next = start + n*h.Width()
		return Numbers{h.Number(), n, src[start:next:next]}, next, nil
	case KindAligned:
		return viewAligned(src, off)
	}
	return a, off, wrongHeader(off, h, "a typed array of numbers")
}

// ReadAligned reads the start of an aligned array: the header of an element, what
// the input claims to be their number, and the offset of the first, which lies
// within src or at its end. For a stream: [ViewNumbers] checks the number too.
func ReadAligned(src []byte, off int) (elem Header, n uint64, next int, err error) {
	if err := expect(src, off, HeaderAligned); err != nil {
		return 0, 0, off, err
	}
	if len(src)-off < 2 {
		return 0, 0, off, truncated(len(src))
	}
	h := Header(src[off+1])
	if h.Kind() != KindNumberArray {
		return 0, 0, off, malformed(off+1, h.String()+" in an aligned array")
	}
	n, pad, err := ReadSize(src, off+2)
	if err != nil {
		return 0, 0, off, err
	}
	if pad >= len(src) {
		return 0, 0, off, truncated(len(src))
	}
	if int(src[pad]) >= h.Width() {
		return 0, 0, off, malformed(pad, "padding of "+strconv.Itoa(int(src[pad]))+" bytes before elements of "+strconv.Itoa(h.Width()))
	}
	if next = pad + 1 + int(src[pad]); next > len(src) {
		return 0, 0, off, truncated(len(src))
	}
	return h.Number(), n, next, nil
}

func viewAligned(src []byte, off int) (a Numbers, next int, err error) {
	elem, u, start, err := ReadAligned(src, off)
	if err != nil {
		return a, off, err
	}
	width := elem.Width()
	if u > uint64((len(src)-start)/width) {
		return a, off, shortOf(off+2, u)
	}
	next = start + int(u)*width
	return Numbers{elem, int(u), src[start:next:next]}, next, nil
}

// Complexes is one complex number or an array of them where it lies; it aliases
// the input.
type Complexes struct {
	Single bool
	// Parts holds the components: real and imaginary part in turn.
	Parts Numbers
}

// Len returns the number of complex numbers.
func (a Complexes) Len() int { return a.Parts.n / 2 }

// ViewComplexes returns a complex value of any sub-type, aliasing src.
func ViewComplexes(src []byte, off int) (a Complexes, next int, err error) {
	elem, sub, err := complexStart(src, off)
	if err != nil {
		return a, off, err
	}
	n, start := 1, off+2
	switch sub {
	case complexSingle:
		a.Single = true
		if len(src)-start < 2*elem.Width() {
			return a, off, truncated(len(src))
		}
	case complexArray:
		if n, start, err = ReadCount(src, start, 2*elem.Width()); err != nil {
			return a, off, err
		}
	case complexAligned:
		if err := alignedComplexes(src, start, elem); err != nil {
			return a, off, err
		}
		a.Parts, next, err = viewAligned(src, start)
		return a, next, err
	}
	next = start + 2*n*elem.Width()
	a.Parts = Numbers{elem, 2 * n, src[start:next:next]}
	return a, next, nil
}

// complexStart reads the two bytes that a complex value starts with.
func complexStart(src []byte, off int) (elem Header, sub byte, err error) {
	if err := expect(src, off, HeaderComplex); err != nil {
		return 0, 0, err
	}
	if len(src)-off < 2 {
		return 0, 0, truncated(len(src))
	}
	sub = src[off+1] & 7
	elem = Header(src[off+1]).Number()
	if elem.Kind() != KindNumber || sub > complexAligned {
		return 0, 0, malformed(off+1, "complex header 0x"+strconv.FormatUint(uint64(src[off+1]), 16))
	}
	return elem, sub, nil
}

// alignedComplexes checks class, width and parity of the aligned array at inner before the length, so
// that a wrong header is reported as such whatever follows.
func alignedComplexes(src []byte, inner int, elem Header) error {
	if len(src)-inner < 2 {
		return truncated(len(src))
	}
	if Header(src[inner]) != HeaderAligned || Header(src[inner+1]) != elem.Array() {
		return malformed(inner, "aligned complex array over another array than its own")
	}
	if u, _, err := ReadSize(src, inner+2); err != nil {
		return err
	} else if u%2 != 0 {
		return malformed(inner+2, "aligned complex array of an odd number of components")
	}
	return nil
}

// ReadComplexes reads the start of a complex value: the header of its components, what the input
// claims to be the number of complex numbers, and the offset of the first, which lies within src or at
// its end. single says that it is no array. For a stream: [ViewComplexes] checks the number too.
func ReadComplexes(src []byte, off int) (elem Header, n uint64, next int, single bool, err error) {
	elem, sub, err := complexStart(src, off)
	if err != nil {
		return 0, 0, off, false, err
	}
	switch sub {
	case complexSingle:
		return elem, 1, off + 2, true, nil
	case complexArray:
		n, next, err = ReadSize(src, off+2)
	default:
		if err = alignedComplexes(src, off+2, elem); err == nil {
			_, n, next, err = ReadAligned(src, off+2)
			n /= 2
		}
	}
	if err != nil {
		return 0, 0, off, false, err
	}
	return elem, n, next, false, nil
}

// MatrixExtents is how far after the start of a matrix its extents begin: after
// the header and the layout.
const MatrixExtents = 2

// Matrix is a matrix where it lies; it aliases the input.
type Matrix struct {
	Layout scalar.Layout
	// Extents holds the non-negative extents, slowest-varying first for RowMajor.
	Extents Numbers
	// Value holds the elements in wire order, or for a complex matrix, whose
	// Complex is true, their components.
	Value   Numbers
	Complex bool
	// ValueStart is the offset of the array value that holds the elements.
	ValueStart int
}

// ViewMatrix returns a matrix, aliasing src.
func ViewMatrix(src []byte, off int) (m Matrix, next int, err error) {
	m, product, next, err := ReadMatrix(src, off)
	if err != nil {
		return m, off, err
	}
	m.ValueStart = next
	next, err = m.viewValue(src, next, product)
	return m, next, err
}

// ReadMatrix reads the start of a matrix: layout and extents, aliasing src, the number of elements that the
// extents make, and the offset of the array of these. For a stream: [ViewMatrix] reads that too.
func ReadMatrix(src []byte, off int) (m Matrix, elements uint64, next int, err error) {
	if err := expect(src, off, HeaderMatrix); err != nil {
		return m, 0, off, err
	}
	if len(src)-off < 2 {
		return m, 0, off, truncated(len(src))
	}
	if src[off+1] > 1 {
		return m, 0, off, malformed(off+1, "matrix header with reserved bits")
	}
	m.Layout = scalar.Layout(src[off+1])
	ext := off + MatrixExtents
	if h, err := ReadHeader(src, ext); err != nil {
		return m, 0, off, err
	} else if k := h.Kind(); k != KindNumberArray && k != KindAligned || h.Class() == Float {
		return m, 0, off, malformed(ext, h.String()+" as matrix extents")
	}
	if m.Extents, next, err = ViewNumbers(src, ext); err != nil {
		return m, 0, off, err
	}
	elements, err = m.product(ext)
	return m, elements, next, err
}

// ReadMatrixValue reads the start of the array at off of the elements of a matrix, and checks what kind of
// array it is and that it claims to have so many elements as the extents make.
func ReadMatrixValue(src []byte, off int, elements uint64) error {
	h, err := ReadHeader(src, off)
	if err != nil {
		return err
	}
	n, single := uint64(0), false
	switch h.Kind() {
	case KindNumberArray:
		n, _, err = ReadSize(src, off+1)
	case KindAligned:
		_, n, _, err = ReadAligned(src, off)
	case KindComplex:
		_, n, _, single, err = ReadComplexes(src, off)
	default:
		return noMatrixValue(off, h.String())
	}
	switch {
	case err != nil:
		return err
	case single:
		return noMatrixValue(off, "single complex number")
	case n != elements:
		return otherCount(off, elements, n)
	}
	return nil
}

func noMatrixValue(off int, what string) error { return malformed(off, what+" as matrix value") }

func otherCount(off int, elements, n uint64) error {
	return malformed(off, "matrix of "+strconv.FormatUint(elements, 10)+" elements has "+strconv.FormatUint(n, 10))
}

// product multiplies the extents. An overflow is an error unless a later zero
// makes the matrix empty, which no overflow check may depend on the order of.
func (m *Matrix) product(off int) (uint64, error) {
	if m.Extents.elem.Class() == Float {
		return 0, malformed(off, m.Extents.elem.String()+" matrix extents")
	}
	if m.Extents.n == 0 {
		return 0, malformed(off, "matrix without extents")
	}
	product, zero, overflow := uint64(1), false, false
	for i := range m.Extents.n {
		e, ok := m.Extents.At(i).Uint64()
		if !ok {
			if v, isInt := m.Extents.At(i).Int128(); isInt && v.Hi < 0 {
				return 0, malformed(off, "negative matrix extent")
			}
			overflow = true
			continue
		}
		zero = zero || e == 0
		hi, lo := bits.Mul64(product, e)
		overflow = overflow || hi != 0
		product = lo
	}
	if zero {
		return 0, nil
	}
	if overflow {
		return 0, malformed(off, "matrix extents overflow")
	}
	return product, nil
}

// viewValue reads the elements at off and checks that there are product of them.
func (m *Matrix) viewValue(src []byte, off int, product uint64) (next int, err error) {
	h, err := ReadHeader(src, off)
	if err != nil {
		return off, err
	}
	count := 0
	switch h.Kind() {
	case KindNumberArray, KindAligned:
		m.Value, next, err = ViewNumbers(src, off)
		count = m.Value.n
	case KindComplex:
		var c Complexes
		if c, next, err = ViewComplexes(src, off); err == nil && c.Single {
			return off, noMatrixValue(off, "single complex number")
		}
		m.Value, m.Complex, count = c.Parts, true, c.Len()
	default:
		return off, noMatrixValue(off, h.String())
	}
	if err != nil {
		return off, err
	}
	if uint64(count) != product {
		return off, otherCount(off, product, uint64(count))
	}
	return next, nil
}

// AppendElement appends element i as a number value of its own.
func (a Numbers) AppendElement(dst []byte, i int) []byte {
	w := a.elem.Width()
	return append(append(dst, byte(a.elem)), a.data[i*w:(i+1)*w]...)
}

// AppendElement appends complex number i as a value of its own.
func (a Complexes) AppendElement(dst []byte, i int) []byte {
	w := 2 * a.Parts.elem.Width()
	return append(AppendComplexStart(dst, a.Parts.elem), a.Parts.data[i*w:(i+1)*w]...)
}
