// Matrices in JSON text.

package scalar

import (
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
)

// MarshalJSON returns the object that package translator prints of a matrix: its layout by name,
// its extents and its elements. Extents that do not make the elements are an error, as are NaN and
// the infinities. The elements may be of all types that are documented at [Matrix] but those that
// users define: JSON methods do not know what these are. A field of a matrix of such a type has to
// be converted.
func (m Matrix[T]) MarshalJSON() ([]byte, error) {
	return appendMatrix(make([]byte, 0, 64+8*len(m.Data)), m.Layout, m.Extents, dataOf(&m.Data))
}

// UnmarshalJSON reads such an object. It leaves m as it was if text is none.
func (m *Matrix[T]) UnmarshalJSON(text []byte) error {
	return readMatrix(text, &m.Layout, &m.Extents, dataOf(&m.Data))
}

// appendMatrix appends a matrix.
func appendMatrix(dst []byte, layout Layout, extents []int, elements data) ([]byte, error) {
	count := elements.list.Len
	if len(extents) == 0 && count == 0 {
		extents = []int{0}
	}
	if n, ok := product(extents); !ok || n != count || layout > ColumnMajor {
		return nil, errExtents(count)
	}
	dst = append(jsontext.AppendText(append(dst, `{"layout":`...), layout.String()), `,"extents":`...)
	dst, err := dataOf(&extents).append(dst)
	if err != nil {
		return nil, err
	}
	if dst, err = elements.append(append(dst, `,"value":`...)); err != nil {
		return nil, err
	}
	return append(dst, '}'), nil
}

// readMatrix reads what appendMatrix appends, and sets nothing if that fails or text is null.
func readMatrix(text []byte, layout *Layout, extents *[]int, elements data) error {
	if isNull(text) {
		return nil
	}
	var (
		l    Layout
		ext  []int
		list mem.Slice
		to   = elements.list
		r    = reader{src: text}
		off  = r.space()
	)
	elements.list = &list
	r.list('{', '}', func() {
		name := string(r.text())
		if !r.next(':') {
			r.stop(jsontext.Unexpected(r.src, r.off, "after a name"))
			return
		}
		switch {
		case name == "layout":
			at := r.space()
			if err := l.UnmarshalText(r.text()); err != nil {
				r.fail(at, err)
			}
		case name == "extents" && !r.null():
			dataOf(&ext).read(&r)
		case name == "value" && !r.null():
			elements.read(&r)
		case name != "extents" && name != "value":
			r.pass()
		}
	})
	if n, ok := product(ext); r.err == nil && (list.Len > 0 || len(ext) > 0) && (!ok || n != list.Len) {
		r.fail(off, errExtents(list.Len))
	}
	err := r.end()
	if err == nil {
		*layout, *extents, *to = l, ext, list
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

// data is a slice of elements. What is done with them is compiled once and not for every type of
// them: numbers of Go by their size, and others by their methods.
type data struct {
	list   *mem.Slice
	size   uintptr
	number number // or of the parts
	parts  int    // 1, 2 for complex numbers, or 0 for what is no number of Go
	// at returns the element at p, for these, if they have JSON.
	at func(p mem.Pointer) any
}

func dataOf[T any](s *[]T) data {
	return data{list: mem.Ref[mem.Slice](mem.Of(s)), size: uintptr(mem.SizeOf[T]())}.of(*new(T), func(p mem.Pointer) any { return mem.Ref[T](p) })
}

// of returns d for elements of the type of zero.
func (d data) of(zero any, at func(p mem.Pointer) any) data {
	d.number, d.parts = numberIn(zero)
	if d.parts == 0 {
		if _, ok := at(mem.From(mem.Of(d.list).Unsafe())).(element); ok {
			d.at = at
		}
	}
	return d
}

// numberIn returns what number of Go v is, and of how many parts.
func numberIn(v any) (n number, parts int) {
	switch v.(type) {
	case float64:
		return number{float, 8}, 1
	case float32:
		return number{float, 4}, 1
	case int64:
		return number{signed, 8}, 1
	case int32:
		return number{signed, 4}, 1
	case int16:
		return number{signed, 2}, 1
	case int8:
		return number{signed, 1}, 1
	case uint64:
		return number{unsigned, 8}, 1
	case uint32:
		return number{unsigned, 4}, 1
	case uint16:
		return number{unsigned, 2}, 1
	case uint8:
		return number{unsigned, 1}, 1
	case int:
		return numberOf[int](), 1
	case uint:
		return numberOf[uint](), 1
	case uintptr:
		return numberOf[uintptr](), 1
	case complex128:
		return number{float, 8}, 2
	case complex64:
		return number{float, 4}, 2
	}
	return n, 0
}

var errElements = fault.Because(fault.ErrUnsupported, "a matrix whose elements are of a defined type has no JSON: convert it to one of numbers")

// append appends an array of the elements.
func (d data) append(dst []byte) (_ []byte, err error) {
	if d.parts == 0 && d.at == nil {
		return dst, errElements
	}
	dst = append(dst, '[')
	for i := range d.list.Len {
		if i > 0 {
			dst = append(dst, ',')
		}
		switch p := d.list.At(i, d.size); d.parts {
		case 0:
			dst, err = d.at(p).(element).appendJSON(dst)
		case 1:
			dst, err = d.number.append(dst, p)
		default:
			dst, err = d.number.appendParts(dst, p)
		}
		if err != nil {
			return dst, err
		}
	}
	return append(dst, ']'), nil
}

// read reads an array into new memory.
func (d data) read(r *reader) {
	if d.parts == 0 && d.at == nil {
		r.stop(errElements)
		return
	}
	*mem.Ref[[]struct{}](mem.Of(d.list)) = []struct{}{} // not nil
	r.array(func() {
		switch d.parts {
		case 0:
			d.at(d.extend()).(element).readJSON(r)
		case 1:
			d.number.read(r, d.extend())
		default:
			d.number.readParts(r, d.extend())
		}
	})
}

// extend adds a zero and returns where it is. Memory is made with a type of the same size that has no
// pointers, either: elements are numbers, or pairs of them.
func (d data) extend() mem.Pointer {
	at := mem.Of(d.list)
	switch d.size {
	case 16:
		more[complex128](at)
	case 8:
		more[uint64](at)
	case 4:
		more[uint32](at)
	case 2:
		more[uint16](at)
	default:
		more[uint8](at)
	}
	return d.list.At(d.list.Len-1, d.size)
}

func more[T any](at mem.Pointer) {
	var zero T
	s := mem.Ref[[]T](at)
	*s = append(*s, zero)
}
