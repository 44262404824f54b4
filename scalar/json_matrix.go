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
	extents := m.Extents
	if len(extents) == 0 && len(m.Data) == 0 {
		extents = []int{0}
	}
	if n, ok := product(extents); !ok || n != len(m.Data) || m.Layout > ColumnMajor {
		return nil, errExtents(len(m.Data))
	}
	dst := append(make([]byte, 0, 64+8*len(m.Data)), `{"layout":`...)
	dst = append(jsontext.AppendText(dst, m.Layout.String()), `,"extents":`...)
	dst, err := appendNumbers(dst, extents)
	if err != nil {
		return nil, err
	}
	if dst, err = appendElements(append(dst, `,"value":`...), m.Data); err != nil {
		return nil, err
	}
	return append(dst, '}'), nil
}

// UnmarshalJSON reads such an object. It leaves m as it was if text is none.
func (m *Matrix[T]) UnmarshalJSON(text []byte) error {
	if isNull(text) {
		return nil
	}
	r := reader{src: text}
	var v Matrix[T]
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
			if err := v.Layout.UnmarshalText(r.text()); err != nil {
				r.fail(at, err)
			}
		case name == "extents" && !r.null():
			v.Extents = readNumbers[int](&r)
		case name == "value" && !r.null():
			v.Data = readElements[T](&r)
		case name != "extents" && name != "value":
			r.pass()
		}
	})
	if n, ok := product(v.Extents); r.err == nil && (len(v.Data) > 0 || len(v.Extents) > 0) && (!ok || n != len(v.Data)) {
		r.fail(off, errExtents(len(v.Data)))
	}
	err := r.end()
	if err == nil {
		*m = v
	}
	return err
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

// appendElements appends the elements of a matrix.
func appendElements[T any](dst []byte, data []T) ([]byte, error) {
	switch s := any(data).(type) {
	case []float64:
		return appendNumbers(dst, s)
	case []float32:
		return appendNumbers(dst, s)
	case []int:
		return appendNumbers(dst, s)
	case []int8:
		return appendNumbers(dst, s)
	case []int16:
		return appendNumbers(dst, s)
	case []int32:
		return appendNumbers(dst, s)
	case []int64:
		return appendNumbers(dst, s)
	case []uint:
		return appendNumbers(dst, s)
	case []uint8:
		return appendNumbers(dst, s)
	case []uint16:
		return appendNumbers(dst, s)
	case []uint32:
		return appendNumbers(dst, s)
	case []uint64:
		return appendNumbers(dst, s)
	case []uintptr:
		return appendNumbers(dst, s)
	case []complex64:
		return appendList(dst, s, func(dst []byte, v *complex64) ([]byte, error) {
			return Complex[float32]{real(*v), imag(*v)}.appendJSON(dst)
		})
	case []complex128:
		return appendList(dst, s, func(dst []byte, v *complex128) ([]byte, error) {
			return Complex[float64]{real(*v), imag(*v)}.appendJSON(dst)
		})
	}
	if _, ok := any((*T)(nil)).(element); !ok {
		return dst, errElements
	}
	return appendList(dst, data, func(dst []byte, v *T) ([]byte, error) { return any(v).(element).appendJSON(dst) })
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
func readElements[T any](r *reader) []T {
	var data any
	switch any([]T(nil)).(type) {
	case []float64:
		data = readNumbers[float64](r)
	case []float32:
		data = readNumbers[float32](r)
	case []int:
		data = readNumbers[int](r)
	case []int8:
		data = readNumbers[int8](r)
	case []int16:
		data = readNumbers[int16](r)
	case []int32:
		data = readNumbers[int32](r)
	case []int64:
		data = readNumbers[int64](r)
	case []uint:
		data = readNumbers[uint](r)
	case []uint8:
		data = readNumbers[uint8](r)
	case []uint16:
		data = readNumbers[uint16](r)
	case []uint32:
		data = readNumbers[uint32](r)
	case []uint64:
		data = readNumbers[uint64](r)
	case []uintptr:
		data = readNumbers[uintptr](r)
	case []complex64:
		data = readList(r, func(v *complex64) { *v = complex(readParts[float32](r)) })
	case []complex128:
		data = readList(r, func(v *complex128) { *v = complex(readParts[float64](r)) })
	default:
		if _, ok := any((*T)(nil)).(element); !ok {
			r.stop(errElements)
			return nil
		}
		return readList(r, func(v *T) { any(v).(element).readJSON(r) })
	}
	return data.([]T)
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
