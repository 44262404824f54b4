package core

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

func appendComplex64(_ *encodeState, dst []byte, p mem.Pointer) []byte {
	v := *mem.Ref[complex64](p)
	return wire.AppendComplex(dst, real(v), imag(v))
}

func appendComplex128(_ *encodeState, dst []byte, p mem.Pointer) []byte {
	v := *mem.Ref[complex128](p)
	return wire.AppendComplex(dst, real(v), imag(v))
}

func readComplex64(d *decodeState, off int, p mem.Pointer) int {
	return readComplex(d, off, mem.SliceAt[float32](p, 2), "complex64")
}

func readComplex128(d *decodeState, off int, p mem.Pointer) int {
	return readComplex(d, off, mem.SliceAt[float64](p, 2), "complex128")
}

// readComplex reads a complex number, or a plain number as its real part.
func readComplex[T wire.Numeric](d *decodeState, off int, parts []T, name string) int {
	convert, isInt := converter[T](), wire.HeaderOf[T]().Class() != wire.Float
	if next, ok := d.null(off); ok {
		clear(parts)
		return next
	}
	h, err := wire.ReadHeader(d.src, off)
	if err != nil {
		return d.fail(off, name, err)
	}
	switch h.Kind() {
	case wire.KindNumber:
		n, next, err := wire.ReadNumber(d.src, off)
		if err != nil {
			return d.fail(off, name, err)
		}
		v, ok := convert(n)
		if !ok {
			return d.fail(off, name, n.Misfit(off, name, isInt))
		}
		parts[0], parts[1] = v, 0
		return next
	case wire.KindComplex:
		a, next, err := wire.ViewComplexes(d.src, off)
		if err != nil {
			return d.fail(off, name, err)
		}
		if a.Single {
			return copyNumbers(d, off, next, parts, a.Parts, convert, name)
		}
	}
	return d.mismatch(off, h, name)
}

// complexesCodec makes the codec of []C, whose memory is that of its parts: C is
// complex64 over float32 or complex128 over float64, or Complex[T] over T.
func complexesCodec[C any, T wire.Numeric]() *arrayCodec {
	convert := converter[T]()
	name := reflect.TypeFor[[]C]().String()
	write := func(e *encodeState, dst []byte, s []C) []byte {
		var parts []T
		if len(s) > 0 {
			parts = mem.SliceAt[T](mem.Of(&s[0]), 2*len(s))
		}
		if e.aligned && wire.HeaderOf[T]().Width() > 1 {
			return wire.AppendAlignedComplexes(dst, e.start, parts)
		}
		return wire.AppendComplexes(dst, parts)
	}
	read := func(d *decodeState, off int, s *[]C) int {
		h, err := wire.ReadHeader(d.src, off)
		if err != nil {
			return d.fail(off, name, err)
		}
		var a wire.Complexes
		var next, n int
		switch h.Kind() {
		case wire.KindComplex:
			if a, next, err = wire.ViewComplexes(d.src, off); err == nil && a.Single {
				return d.mismatch(off, h, name)
			}
			n = a.Len()
		case wire.KindArray:
			n, next, err = wire.ReadArray(d.src, off)
		case wire.KindNull:
			*s = nil
			return off + 1
		default:
			return d.mismatch(off, h, name)
		}
		if err != nil {
			return d.fail(off, name, err)
		}
		if n > cap(*s) && !d.charge(off, n*mem.SizeOf[C]()) {
			return -1
		}
		*s = resize(*s, n)
		if n == 0 {
			return next
		}
		parts := mem.SliceAt[T](mem.Of(&(*s)[0]), 2*n)
		if h.Kind() == wire.KindComplex {
			return copyNumbers(d, off, next, parts, a.Parts, convert, name)
		}
		if !d.enter(off, n) {
			return -1
		}
		for i := range n {
			if next = readComplex(d, next, parts[2*i:2*i+2], name); next < 0 {
				return d.inIndex(i)
			}
		}
		d.leave()
		return next
	}
	return &arrayCodec{
		append: func(e *encodeState, dst []byte, p mem.Pointer) []byte {
			if s := *mem.Ref[[]C](p); s != nil {
				return write(e, dst, s)
			}
			return wire.AppendNull(dst)
		},
		read: func(d *decodeState, off int, p mem.Pointer) int { return read(d, off, mem.Ref[[]C](p)) },
		appendN: func(e *encodeState, dst []byte, p mem.Pointer, n int) []byte {
			return write(e, dst, mem.SliceAt[C](p, n))
		},
		readN: func(d *decodeState, off int, p mem.Pointer, n int) int {
			return readFixed(d, off, p, n, name, read)
		},
	}
}

// complexer is how compile recognises Complex[T] for every T.
type complexer interface {
	complexCodec() (appendFunc, readFunc, *arrayCodec)
}

var complexerType = reflect.TypeFor[complexer]()

// complexCodec returns the codecs of one Complex[T] and of []Complex[T].
func (Complex[T]) complexCodec() (appendFunc, readFunc, *arrayCodec) {
	name := reflect.TypeFor[Complex[T]]().String()
	return func(_ *encodeState, dst []byte, p mem.Pointer) []byte {
			v := mem.Ref[Complex[T]](p)
			return wire.AppendComplex(dst, v.Real, v.Imag)
		}, func(d *decodeState, off int, p mem.Pointer) int {
			return readComplex(d, off, mem.SliceAt[T](p, 2), name)
		}, complexesCodec[Complex[T], T]()
}

func (c *compiler) compileComplex(k *codec) bool {
	if k.typ.Kind() != reflect.Struct || !k.typ.Implements(complexerType) || k.typ.NumField() != 2 ||
		k.typ.PkgPath() != reflect.TypeFor[Raw]().PkgPath() {
		return false
	}
	k.append, k.read, _ = reflect.Zero(k.typ).Interface().(complexer).complexCodec()
	return true
}

// complexArray returns the codec of slices of Complex[T], or nil.
func complexArray(elem reflect.Type) *arrayCodec {
	if elem.Kind() != reflect.Struct || !elem.Implements(complexerType) || elem.PkgPath() != reflect.TypeFor[Raw]().PkgPath() {
		return nil
	}
	_, _, a := reflect.Zero(elem).Interface().(complexer).complexCodec()
	return a
}

// anyComplexes converts a complex value for any.
func (d *decodeState) anyComplexes(off int, a wire.Complexes) any {
	if !d.charge(off, 24+a.Len()*32) {
		return nil
	}
	var v any
	switch a.Parts.Elem() {
	case wire.HeaderFloat64:
		v = complexOf[complex128, float64](d, off, a)
	case wire.HeaderFloat32, wire.HeaderFloat16, wire.HeaderBFloat16:
		if a.Single || d.generic { // as in a generic array, where each is a single one
			v = complexOf[complex128, float64](d, off, a)
		} else {
			v = complexOf[complex64, float32](d, off, a)
		}
	case wire.HeaderInt8, wire.HeaderInt16, wire.HeaderInt32, wire.HeaderInt64:
		v = complexOf[Complex[int64], int64](d, off, a)
	case wire.HeaderUint8, wire.HeaderUint16, wire.HeaderUint32, wire.HeaderUint64:
		v = complexOf[Complex[uint64], uint64](d, off, a)
	default:
		d.fail(off, "", fault.Because(fault.ErrUnsupported, "complex numbers of "+a.Parts.Elem().String()+" cannot be represented"))
		return nil
	}
	return v
}

// complexOf returns one C, or a []C, from its parts.
func complexOf[C any, T wire.Numeric](d *decodeState, off int, a wire.Complexes) any {
	s := make([]C, a.Len())
	if len(s) > 0 && copyNumbers(d, off, off, mem.SliceAt[T](mem.Of(&s[0]), 2*len(s)), a.Parts, converter[T](), "complex") < 0 {
		return nil
	}
	if a.Single {
		return s[0]
	}
	if d.generic {
		return boxed(d, off, s)
	}
	return s
}
