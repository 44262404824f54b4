package core

import (
	"math/big"
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// arrayCodec is what slices, arrays and matrices of one element type share: how
// to append elements in one piece and how to read an array value into them.
type arrayCodec struct {
	append func(e *encodeState, dst []byte, p mem.Pointer) []byte // p is a []T variable
	read   readFunc                                               // into a []T variable
	// appendN and readN are for [n]T variables.
	appendN func(e *encodeState, dst []byte, p mem.Pointer, n int) []byte
	readN   func(d *decodeState, off int, p mem.Pointer, n int) int
}

// numbersCodec makes the codec of []T. float32s and wider floats may be rounded
// into narrower targets, as single numbers are.
func numbersCodec[T wire.Numeric]() *arrayCodec {
	convert := converter[T]()
	name := reflect.TypeFor[T]().String()
	return &arrayCodec{
		append: func(e *encodeState, dst []byte, p mem.Pointer) []byte {
			s := *mem.Ref[[]T](p)
			if s == nil {
				return wire.AppendNull(dst)
			}
			return appendNumbers(e, dst, s)
		},
		read: func(d *decodeState, off int, p mem.Pointer) int {
			return readNumbers(d, off, mem.Ref[[]T](p), convert, name)
		},
		appendN: func(e *encodeState, dst []byte, p mem.Pointer, n int) []byte {
			return appendNumbers(e, dst, mem.SliceAt[T](p, n))
		},
		readN: func(d *decodeState, off int, p mem.Pointer, n int) int {
			return readNumberArray(d, off, mem.SliceAt[T](p, n), convert, name)
		},
	}
}

func appendNumbers[T wire.Numeric](e *encodeState, dst []byte, s []T) []byte {
	if e.aligned {
		return wire.AppendAligned(dst, e.start, s)
	}
	return wire.AppendNumbers(dst, s)
}

// converter returns the conversion of a number to T.
func converter[T wire.Numeric]() func(wire.Number) (T, bool) {
	if wire.HeaderOf[T]().Class() != wire.Float {
		return toInteger[T]
	}
	if mem.SizeOf[T]() == 4 {
		return func(n wire.Number) (T, bool) {
			v, ok := n.Float32()
			return T(v), ok
		}
	}
	return func(n wire.Number) (T, bool) {
		v, ok := n.Float64()
		return T(v), ok
	}
}

// resize returns a slice of n elements that reuses s when it is large enough.
// What the elements hold is of no meaning.
func resize[T any](s []T, n int) []T {
	if n <= cap(s) && s != nil {
		return s[:n]
	}
	return make([]T, n)
}

// readNumbers reads any array of numbers that T takes into *s.
func readNumbers[T wire.Numeric](d *decodeState, off int, s *[]T, convert func(wire.Number) (T, bool), name string) int {
	h, err := wire.ReadHeader(d.src, off)
	if err != nil {
		return d.fail(off, "[]"+name, err)
	}
	switch h.Kind() {
	case wire.KindNumbers, wire.KindAligned:
		a, next, err := wire.ViewNumbers(d.src, off)
		if err != nil {
			return d.fail(off, "[]"+name, err)
		}
		if d.noCopy && wire.HeaderOf[T]() == wire.HeaderUint8 {
			if view, ok := wire.InPlace[T](a); ok {
				*s = view[:len(view):len(view)]
				return next
			}
		}
		if d.arena != nil && (*s == nil || cap(*s) < a.Len()) {
			*s = arenaNumbers[T](d.arena, a.Len())
		}
		if *s == nil || cap(*s) < a.Len() {
			if fresh, ok := wire.InPlace[T](a); ok && a.Len() > 0 {
				// append allocates without clearing what it then overwrites.
				*s = append([]T(nil), fresh...)
				return next
			}
			if !d.charge(off, a.Len()*mem.SizeOf[T]()) {
				return -1
			}
		}
		*s = resize(*s, a.Len())
		return copyNumbers(d, off, next, *s, a, convert, name)
	case wire.KindArray:
		n, next, err := wire.ReadArray(d.src, off)
		if err != nil {
			return d.fail(off, "[]"+name, err)
		}
		if n > cap(*s) && !d.charge(off, n*mem.SizeOf[T]()) {
			return -1
		}
		*s = resize(*s, n)
		return readNumberElements(d, off, next, *s, convert, name)
	case wire.KindNull:
		*s = nil
		return off + 1
	}
	return d.mismatch(off, h, "[]"+name)
}

// readNumberArray reads an array of exactly len(s) numbers.
func readNumberArray[T wire.Numeric](d *decodeState, off int, s []T, convert func(wire.Number) (T, bool), name string) int {
	h, err := wire.ReadHeader(d.src, off)
	if err != nil {
		return d.fail(off, name, err)
	}
	switch h.Kind() {
	case wire.KindNumbers, wire.KindAligned:
		a, next, err := wire.ViewNumbers(d.src, off)
		if err != nil {
			return d.fail(off, name, err)
		}
		if a.Len() != len(s) {
			return d.wrongLength(off, name, a.Len(), len(s))
		}
		return copyNumbers(d, off, next, s, a, convert, name)
	case wire.KindArray:
		n, next, err := wire.ReadArray(d.src, off)
		if err != nil {
			return d.fail(off, name, err)
		}
		if n != len(s) {
			return d.wrongLength(off, name, n, len(s))
		}
		return readNumberElements(d, off, next, s, convert, name)
	}
	if next, ok := d.null(off); ok {
		clear(s)
		return next
	}
	return d.mismatch(off, h, name)
}

// copyNumbers fills s, which is as long as a.
func copyNumbers[T wire.Numeric](d *decodeState, off, next int, s []T, a wire.Numbers, convert func(wire.Number) (T, bool), name string) int {
	if wire.CopyTo(s, a) {
		return next
	}
	isInt := wire.HeaderOf[T]().Class() != wire.Float
	for i := range s {
		v, ok := convert(a.At(i))
		if !ok {
			d.fail(next-(len(s)-i)*a.Elem().Width(), name, a.At(i).Misfit(next-(len(s)-i)*a.Elem().Width(), name, isInt))
			return d.inIndex(i)
		}
		s[i] = v
	}
	return next
}

// readNumberElements fills s from the elements of a generic array at next.
func readNumberElements[T wire.Numeric](d *decodeState, off, next int, s []T, convert func(wire.Number) (T, bool), name string) int {
	if len(s) == 0 {
		return next
	}
	if !d.enter(off, len(s)) {
		return -1
	}
	isInt := wire.HeaderOf[T]().Class() != wire.Float
	for i := range s {
		if end, ok := d.null(next); ok {
			s[i], next = 0, end
			continue
		}
		n, end, err := wire.ReadNumber(d.src, next)
		if err != nil {
			d.fail(next, name, err)
			return d.inIndex(i)
		}
		v, ok := convert(n)
		if !ok {
			d.fail(next, name, n.Misfit(next, name, isInt))
			return d.inIndex(i)
		}
		s[i], next = v, end
	}
	d.leave()
	return next
}

// mismatch records that a value with header h does not go into goType.
func (d *decodeState) mismatch(off int, h wire.Header, goType string) int {
	return d.fail(off, goType, fault.Because(fault.ErrMismatch, h.String()+" does not decode into "+goType))
}

// wrongLength records that an array of n elements does not fill one of want.
func (d *decodeState) wrongLength(off int, goType string, n, want int) int {
	return d.fail(off, goType, fault.Because(fault.ErrMismatch,
		"array of "+itoa(n)+" elements for a Go array of "+itoa(want)))
}

// numbersFor returns the array codec for a numeric kind, or nil.
func numbersFor(k reflect.Kind) *arrayCodec {
	switch k {
	case reflect.Int:
		return numbersCodec[int]()
	case reflect.Int8:
		return numbersCodec[int8]()
	case reflect.Int16:
		return numbersCodec[int16]()
	case reflect.Int32:
		return numbersCodec[int32]()
	case reflect.Int64:
		return numbersCodec[int64]()
	case reflect.Uint:
		return numbersCodec[uint]()
	case reflect.Uint8:
		return numbersCodec[uint8]()
	case reflect.Uint16:
		return numbersCodec[uint16]()
	case reflect.Uint32:
		return numbersCodec[uint32]()
	case reflect.Uint64:
		return numbersCodec[uint64]()
	case reflect.Uintptr:
		return numbersCodec[uintptr]()
	case reflect.Float32:
		return numbersCodec[float32]()
	case reflect.Float64:
		return numbersCodec[float64]()
	}
	return nil
}

// anyNumbers copies a typed array into the slice that any gets.
func (d *decodeState) anyNumbers(off int, a wire.Numbers) any {
	if d.generic {
		return d.genericNumbers(off, a)
	}
	if !d.charge(off, 24+a.Len()*max(a.Elem().Width(), 4)) {
		return nil
	}
	switch a.Elem() {
	case wire.HeaderFloat64:
		return copyOf[float64](a)
	case wire.HeaderFloat32:
		return copyOf[float32](a)
	case wire.HeaderFloat16, wire.HeaderBFloat16:
		return copyOf[float32](a)
	case wire.HeaderInt8:
		return copyOf[int8](a)
	case wire.HeaderInt16:
		return copyOf[int16](a)
	case wire.HeaderInt32:
		return copyOf[int32](a)
	case wire.HeaderInt64:
		return copyOf[int64](a)
	case wire.HeaderUint8:
		if view, ok := wire.InPlace[uint8](a); ok && d.noCopy {
			return view[:len(view):len(view)]
		}
		return copyOf[uint8](a)
	case wire.HeaderUint16:
		return copyOf[uint16](a)
	case wire.HeaderUint32:
		return copyOf[uint32](a)
	case wire.HeaderUint64:
		return copyOf[uint64](a)
	case wire.HeaderInt128, wire.HeaderUint128:
		if !d.charge(off, a.Len()*64) {
			return nil
		}
		s := make([]*big.Int, a.Len())
		for i := range s {
			s[i] = bigOf(a.At(i))
		}
		return s
	}
	d.fail(off, "", fault.Because(fault.ErrUnsupported, a.Elem().String()+" numbers cannot be represented"))
	return nil
}

// copyOf returns the elements of an array of T.
func copyOf[T wire.Numeric](a wire.Numbers) []T {
	if s, ok := wire.InPlace[T](a); ok && len(s) > 0 {
		return append([]T(nil), s...)
	}
	s := make([]T, a.Len())
	wire.CopyTo(s, a)
	return s
}

// genericNumbers boxes every element as if the array were a generic one.
func (d *decodeState) genericNumbers(off int, a wire.Numbers) any {
	if !d.charge(off, 24+24*a.Len()) {
		return nil
	}
	s := make([]any, a.Len())
	for i := range s {
		v, next := d.anyNumber(off, a.At(i), 0)
		if next < 0 {
			return nil
		}
		s[i] = v
	}
	return s
}
