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
	if t.Elem().Kind() == reflect.Uint8 && !declares(c.in.types, t.Elem()) {
		p := reflect.PointerTo(t.Elem())
		if !p.Implements(marshalerType) && !p.Implements(textMarshalerType) {
			k.append = appendBytes
			return
		}
	}
	k.emptyIsArray = true
	k.append = k.appendSlice
	k.array = c.arrayEncoder(t.Elem(), true)
}

func (c encoderCompiler) compileArray(k *encoder, addressable bool) {
	n := k.typ.Len()
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte { return k.array(e, dst, p, n) }
	k.array = c.arrayEncoder(k.typ.Elem(), addressable)
}

func (k *encoder) appendSlice(e *encodeState, dst []byte, p mem.Pointer) []byte {
	s := mem.Ref[mem.Slice](p)
	if s.Data == nil {
		return append(dst, "null"...)
	}
	data := mem.From(s.Data)
	if e.level++; e.level > cycleLevel {
		id := run{data, s.Len}
		if !e.begin(id) {
			return e.cycle(dst, reflect.NewAt(k.typ, p.Unsafe()).Elem())
		}
		dst = k.array(e, dst, data, s.Len)
		delete(e.seen, id)
	} else {
		dst = k.array(e, dst, data, s.Len)
	}
	e.level--
	return dst
}

// arrayFunc writes n variables from p on as an array.
type arrayFunc func(e *encodeState, dst []byte, p mem.Pointer, n int) []byte

// arrayEncoder returns how variables of type t are written that stand in a row.
func (c encoderCompiler) arrayEncoder(t reflect.Type, addressable bool) arrayFunc {
	elem, size := c.compile(t, addressable), t.Size()
	switch elem.kind {
	case reflect.Int64:
		return appendInts[int64]
	case reflect.Int:
		return appendInts[int]
	case reflect.Float64:
		return appendFloats
	case reflect.String:
		return appendTexts
	}
	if s := elem.fields; s != nil {
		return func(e *encodeState, dst []byte, p mem.Pointer, n int) []byte {
			dst = append(dst, '[')
			if n > 0 {
				dst = e.structs(dst, p, s, n)
			}
			return append(dst, ']')
		}
	}
	return func(e *encodeState, dst []byte, p mem.Pointer, n int) []byte {
		dst = append(dst, '[')
		ahead := mem.Foresee(dst, n)
		for i := range n {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = ahead.Room(dst, i)
			if dst = elem.append(e, dst, p.Add(uintptr(i)*size)); e.err != nil {
				return dst
			}
		}
		return append(dst, ']')
	}
}

// appendInts writes an array of integers.
func appendInts[T int | int64](_ *encodeState, dst []byte, p mem.Pointer, count int) []byte {
	dst = append(dst, '[')
	n := len(dst)
	ahead, dst := mem.Foresee(dst, count), dst[:cap(dst)]
	for i, v := range mem.SliceAt[T](p, count) {
		if len(dst)-n < jsontext.IntegerRoom+3 {
			dst = ahead.Grow(dst[:n], jsontext.IntegerRoom+3, i)
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

// appendFloats writes an array of numbers.
func appendFloats(e *encodeState, dst []byte, p mem.Pointer, count int) []byte {
	dst = append(dst, '[')
	n := len(dst)
	ahead, dst := mem.Foresee(dst, count), dst[:cap(dst)]
	for i, f := range mem.SliceAt[float64](p, count) {
		if f-f != 0 {
			return e.float64(dst[:n], f) // an error
		}
		if len(dst)-n < jsontext.FloatRoom+2 {
			dst = ahead.Grow(dst[:n], jsontext.FloatRoom+2, i)
			dst = dst[:cap(dst)]
		}
		n = jsontext.PutFloat64(dst, n, f)
		mem.PutByte(dst, n, ',')
		n++
	}
	return closeArray(dst, n)
}

// appendTexts writes an array of strings.
func appendTexts(e *encodeState, dst []byte, p mem.Pointer, count int) []byte {
	dst = append(dst, '[')
	n := len(dst)
	ahead, dst := mem.Foresee(dst, count), dst[:cap(dst)]
	for i, v := range mem.SliceAt[string](p, count) {
		if room := len(v) + jsontext.ShortText + 4; len(dst)-n < room {
			dst = ahead.Grow(dst[:n], room, i)
			dst = dst[:cap(dst)]
		}
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
