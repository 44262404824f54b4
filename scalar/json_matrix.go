// Matrices in JSON text.

package scalar

import (
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
)

// MarshalJSON returns the object that package translator prints of a matrix: its layout by name,
// its extents and its elements. Extents that do not make the elements are an error, as are NaN and
// the infinities. The elements may be of all types that are documented at [Matrix] but those that
// users define: JSON methods do not know what these are. A field of a matrix of such a type has to
// be converted.
func (m Matrix[T]) MarshalJSON() ([]byte, error) {
	return appendMatrix(make([]byte, 0, 64+8*len(m.Data)), m.Layout, m.Extents, &m.Data, (*others[T])(&m.Data))
}

// UnmarshalJSON reads such an object. It leaves m as it was if text is none.
func (m *Matrix[T]) UnmarshalJSON(text []byte) error {
	if isNull(text) {
		return nil
	}
	var v Matrix[T]
	err := readMatrix(text, &v.Layout, &v.Extents, &v.Data, (*others[T])(&v.Data))
	if err == nil {
		*m = v
	}
	return err
}

// appendMatrix appends a matrix. Its elements are given twice: as a pointer to a slice, and as
// what they are where they are not numbers of Go. What is done with them is compiled once and
// not for every type of them.
func appendMatrix(dst []byte, layout Layout, extents []int, data any, elements elements) ([]byte, error) {
	count := elements.count()
	if len(extents) == 0 && count == 0 {
		extents = []int{0}
	}
	if n, ok := product(extents); !ok || n != count || layout > ColumnMajor {
		return nil, errExtents(count)
	}
	dst = append(jsontext.AppendText(append(dst, `{"layout":`...), layout.String()), `,"extents":`...)
	dst, err := appendNumbers(dst, extents)
	if err != nil {
		return nil, err
	}
	if dst, err = appendElements(append(dst, `,"value":`...), data, elements); err != nil {
		return nil, err
	}
	return append(dst, '}'), nil
}

// readMatrix reads what appendMatrix appends.
func readMatrix(text []byte, layout *Layout, extents *[]int, data any, elements elements) error {
	r := reader{src: text}
	off := r.space()
	r.list('{', '}', func() {
		name := string(r.text())
		if !r.next(':') {
			r.stop(jsontext.Unexpected(r.src, r.off, "after a name"))
			return
		}
		switch {
		case name == "layout":
			at := r.space()
			if err := layout.UnmarshalText(r.text()); err != nil {
				r.fail(at, err)
			}
		case name == "extents" && !r.null():
			*extents = readNumbers[int](&r)
		case name == "value" && !r.null():
			readElements(&r, data, elements)
		case name != "extents" && name != "value":
			r.pass()
		}
	})
	count := elements.count()
	if n, ok := product(*extents); r.err == nil && (count > 0 || len(*extents) > 0) && (!ok || n != count) {
		r.fail(off, errExtents(count))
	}
	return r.end()
}

func errExtents(elements int) error {
	return fault.Because(fault.ErrMismatch, "matrix whose extents do not make its "+strconv.Itoa(elements)+" elements")
}

// product multiplies extents; ok is false for a negative one, for none, and on overflow.
func product(extents []int) (n int, ok bool) {
	n = 1
	for _, x := range extents {
		if x < 0 {
			return 0, false
		}
		if x == 0 {
			n = 0
		}
	}
	for _, x := range extents {
		if n > 0 && n*x/x != n {
			return 0, false
		}
		n *= x
	}
	return n, len(extents) > 0
}

// element is an element that is not a number of Go.
type element interface {
	appendJSON(dst []byte) ([]byte, error)
	readJSON(r *reader)
}

func (x *Int128) appendJSON(dst []byte) ([]byte, error)  { return x.AppendDecimal(dst), nil }
func (x *Uint128) appendJSON(dst []byte) ([]byte, error) { return x.AppendDecimal(dst), nil }
func (x *Int128) readJSON(r *reader)                     { r.method(x.UnmarshalJSON) }
func (x *Uint128) readJSON(r *reader)                    { r.method(x.UnmarshalJSON) }
func (h *Float16) readJSON(r *reader)                    { r.method(h.UnmarshalJSON) }
func (h *BFloat16) readJSON(r *reader)                   { r.method(h.UnmarshalJSON) }

func (h *Float16) appendJSON(dst []byte) ([]byte, error) {
	text, err := h.MarshalJSON()
	return append(dst, text...), err
}

func (h *BFloat16) appendJSON(dst []byte) ([]byte, error) {
	text, err := h.MarshalJSON()
	return append(dst, text...), err
}

// elements are those of a matrix that are not numbers of Go.
type elements interface {
	known() bool // whether they have JSON; the methods below are for those that have
	count() int
	at(i int) element
	empty()        // there are none, which is not nil
	grow() element // a new one, after the others
}

// others are elements of one type.
type others[T any] []T

func (s *others[T]) count() int { return len(*s) }
func (s *others[T]) empty()     { *s = others[T]{} }

func (s *others[T]) at(i int) element { return any(&(*s)[i]).(element) }

func (s *others[T]) grow() element {
	var zero T
	*s = append(*s, zero)
	return s.at(len(*s) - 1)
}

// known reports whether elements of type T are written.
func (s *others[T]) known() bool {
	_, ok := any((*T)(nil)).(element)
	return ok
}

// appendElements appends the elements of a matrix.
func appendElements(dst []byte, data any, elements elements) (_ []byte, err error) {
	switch s := data.(type) {
	case *[]float64:
		return appendNumbers(dst, *s)
	case *[]float32:
		return appendNumbers(dst, *s)
	case *[]int:
		return appendNumbers(dst, *s)
	case *[]int8:
		return appendNumbers(dst, *s)
	case *[]int16:
		return appendNumbers(dst, *s)
	case *[]int32:
		return appendNumbers(dst, *s)
	case *[]int64:
		return appendNumbers(dst, *s)
	case *[]uint:
		return appendNumbers(dst, *s)
	case *[]uint8:
		return appendNumbers(dst, *s)
	case *[]uint16:
		return appendNumbers(dst, *s)
	case *[]uint32:
		return appendNumbers(dst, *s)
	case *[]uint64:
		return appendNumbers(dst, *s)
	case *[]uintptr:
		return appendNumbers(dst, *s)
	case *[]complex64:
		return appendList(dst, *s, func(dst []byte, v *complex64) ([]byte, error) {
			return Complex[float32]{real(*v), imag(*v)}.appendJSON(dst)
		})
	case *[]complex128:
		return appendList(dst, *s, func(dst []byte, v *complex128) ([]byte, error) {
			return Complex[float64]{real(*v), imag(*v)}.appendJSON(dst)
		})
	}
	if !elements.known() {
		return dst, errElements
	}
	dst = append(dst, '[')
	for i := range elements.count() {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = elements.at(i).appendJSON(dst); err != nil {
			return dst, err
		}
	}
	return append(dst, ']'), nil
}

var errElements = fault.Because(fault.ErrUnsupported, "a matrix whose elements are of a defined type has no JSON: convert it to one of numbers")

func appendNumbers[T numeric](dst []byte, s []T) ([]byte, error) {
	return appendList(dst, s, func(dst []byte, v *T) ([]byte, error) { return appendNumber(dst, *v) })
}

func appendList[T any](dst []byte, s []T, each func([]byte, *T) ([]byte, error)) (_ []byte, err error) {
	dst = append(dst, '[')
	for i := range s {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = each(dst, &s[i]); err != nil {
			return dst, err
		}
	}
	return append(dst, ']'), nil
}

// readElements reads the elements of a matrix.
func readElements(r *reader, data any, elements elements) {
	switch s := data.(type) {
	case *[]float64:
		*s = readNumbers[float64](r)
	case *[]float32:
		*s = readNumbers[float32](r)
	case *[]int:
		*s = readNumbers[int](r)
	case *[]int8:
		*s = readNumbers[int8](r)
	case *[]int16:
		*s = readNumbers[int16](r)
	case *[]int32:
		*s = readNumbers[int32](r)
	case *[]int64:
		*s = readNumbers[int64](r)
	case *[]uint:
		*s = readNumbers[uint](r)
	case *[]uint8:
		*s = readNumbers[uint8](r)
	case *[]uint16:
		*s = readNumbers[uint16](r)
	case *[]uint32:
		*s = readNumbers[uint32](r)
	case *[]uint64:
		*s = readNumbers[uint64](r)
	case *[]uintptr:
		*s = readNumbers[uintptr](r)
	case *[]complex64:
		*s = readList(r, func(v *complex64) { *v = complex(readParts[float32](r)) })
	case *[]complex128:
		*s = readList(r, func(v *complex128) { *v = complex(readParts[float64](r)) })
	default:
		if !elements.known() {
			r.stop(errElements)
			return
		}
		elements.empty()
		r.array(func() { elements.grow().readJSON(r) })
	}
}

func readNumbers[T numeric](r *reader) []T { return readList(r, func(v *T) { *v = readNumber[T](r) }) }

func readList[T any](r *reader, each func(*T)) []T {
	s := []T{}
	r.list('[', ']', func() {
		var v T
		each(&v)
		s = append(s, v)
	})
	return s
}
