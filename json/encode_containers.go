// Slices and arrays.

package json

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
)

// run identifies a slice that is being written.
type run struct {
	data any
	n    int
}

func (c encoderCompiler) compileSlice(k *encoder) {
	t := k.typ
	if t.Elem().Kind() == reflect.Uint8 {
		p := reflect.PointerTo(t.Elem())
		if !p.Implements(marshalerType) && !p.Implements(textMarshalerType) {
			k.append = appendBytes
			return
		}
	}
	elem, size := c.compile(t.Elem(), true), t.Elem().Size()
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		s := mem.Ref[mem.Slice](p)
		if s.Data == nil {
			return append(dst, "null"...)
		}
		data, n := s.At(0, size), s.Len
		if e.level++; e.level > cycleLevel {
			id := run{data, n}
			if !e.begin(id) {
				return e.cycle(dst, reflect.NewAt(t, p.Unsafe()).Elem())
			}
			dst = e.elements(dst, elem, data, n, size)
			delete(e.seen, id)
		} else {
			dst = e.elements(dst, elem, data, n, size)
		}
		e.level--
		return dst
	}
}

// elements writes n variables from p on as an array.
func (e *encodeState) elements(dst []byte, elem *encoder, p mem.Pointer, n int, size uintptr) []byte {
	switch elem.kind {
	case reflect.Int64:
		return appendInts(dst, mem.SliceAt[int64](p, n))
	case reflect.Int:
		return appendInts(dst, mem.SliceAt[int](p, n))
	case reflect.Float64:
		return e.floats(dst, mem.SliceAt[float64](p, n))
	case reflect.String:
		return e.texts(dst, mem.SliceAt[string](p, n))
	}
	dst = append(dst, '[')
	for i := range n {
		if i > 0 {
			dst = append(dst, ',')
		}
		if q := p.Add(uintptr(i) * size); elem.strukt != nil {
			dst = elem.strukt.append(e, dst, q)
		} else {
			dst = elem.append(e, dst, q)
		}
		if e.err != nil {
			return dst
		}
	}
	return append(dst, ']')
}

// appendInts writes an array of integers.
func appendInts[T int | int64](dst []byte, s []T) []byte {
	dst = append(dst, '[')
	n := len(dst)
	dst = dst[:cap(dst)]
	for _, v := range s {
		if len(dst)-n < jsontext.IntegerRoom+3 {
			dst = jsontext.Grow(dst[:n], jsontext.IntegerRoom+3)
			dst = dst[:cap(dst)]
		}
		u := uint64(v)
		if v < 0 {
			mem.PutByte(dst, n, '-')
			n++
			u = -u
		}
		n = jsontext.PutUint(dst, n, u)
		mem.PutByte(dst, n, ',')
		n++
	}
	return closeArray(dst, n)
}

// closeArray puts the closing bracket at dst[n], or in place of the comma before it.
func closeArray(dst []byte, n int) []byte {
	if dst[n-1] == ',' {
		n--
	}
	return append(dst[:n], ']')
}

// floats writes an array of numbers.
func (e *encodeState) floats(dst []byte, s []float64) []byte {
	dst = append(dst, '[')
	n := len(dst)
	dst = dst[:cap(dst)]
	for _, f := range s {
		if f-f != 0 {
			return e.float64(dst[:n], f) // an error
		}
		if len(dst)-n < jsontext.FloatRoom+2 {
			dst = jsontext.Grow(dst[:n], jsontext.FloatRoom+2)
			dst = dst[:cap(dst)]
		}
		n = jsontext.PutFloat64(dst, n, f)
		mem.PutByte(dst, n, ',')
		n++
	}
	return closeArray(dst, n)
}

// texts writes an array of strings.
func (e *encodeState) texts(dst []byte, s []string) []byte {
	dst = append(dst, '[')
	n := len(dst)
	dst = dst[:cap(dst)]
	for _, v := range s {
		if len(v) <= jsontext.ShortText && len(dst)-n > jsontext.ShortText+2 {
			mem.PutByte(dst, n, '"')
			if jsontext.PutShort(dst, n+1, v) {
				n += len(v) + 3
				mem.PutByte(dst, n-2, '"')
				mem.PutByte(dst, n-1, ',')
				continue
			}
		}
		dst = append(e.quote(dst[:n], v), ',')
		n = len(dst)
		dst = dst[:cap(dst)]
	}
	return closeArray(dst, n)
}
