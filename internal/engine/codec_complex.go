package engine

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/scalar"
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
	t := numbersOf(reflect.Float32)
	return t.readComplex(d, off, p, "complex64")
}

func readComplex128(d *decodeState, off int, p mem.Pointer) int {
	t := numbersOf(reflect.Float64)
	return t.readComplex(d, off, p, "complex128")
}

// readComplex reads a complex number, a plain number as its real part, or an array of two
// numbers, which stands for it in JSON, into the two parts at p.
func (t *numbers) readComplex(d *decodeState, off int, p mem.Pointer, name string) int {
	if next, ok := d.null(off); ok {
		clear(mem.SliceAt[byte](p, 2*t.size))
		return next
	}
	h, err := wire.ReadHeader(d.src, off)
	if err != nil {
		return d.Fail(off, name, err)
	}
	part := numbers{header: t.header, size: t.size, name: name, parts: partsOfOne}
	switch h.Kind() {
	case wire.KindNumber:
		n, next, err := wire.ReadNumber(d.src, off)
		if err != nil {
			return d.Fail(off, name, err)
		}
		if !t.store(p, n) {
			return d.Fail(off, name, n.Misfit(off, name, t.integer()))
		}
		t.put(p.Add(uintptr(t.size)), 0)
		return next
	case wire.KindComplex:
		a, next, err := wire.ViewComplexes(d.src, off)
		if err != nil {
			return d.Fail(off, name, err)
		}
		if a.Single {
			return part.fill(d, next, p, a.Parts)
		}
	case wire.KindArray, wire.KindNumberArray, wire.KindAligned:
		return part.readN(d, off, p, 2)
	}
	return d.mismatch(off, h, name)
}

// complexes is a type of complex numbers whose memory is that of two numbers:
// complex64, complex128 and Complex[T].
type complexes struct {
	part numbers // its name is that of the slice
}

// complexesFor returns the array codec of elem, whose parts are of kind part.
func complexesFor(elem reflect.Type, part reflect.Kind) *arrayCodec {
	t := &complexes{numbersOf(part)}
	t.part.name, t.part.parts = "[]"+elem.String(), partsOfMany
	return &arrayCodec{append: appendSlice(t.appendN), read: t.read, appendN: t.appendN, readN: t.readN}
}

func (t *complexes) size() int { return 2 * t.part.size }

func (t *complexes) appendN(e *encodeState, dst []byte, p mem.Pointer, n int) []byte {
	aligned := e.aligned && t.part.header.Width() > 1
	return t.part.appendData(wire.AppendComplexesStart(dst, aligned, e.start, t.part.header, n), p, 2*n)
}

// read reads any array of complex numbers into the slice at p.
func (t *complexes) read(d *decodeState, off int, p mem.Pointer) int {
	s := mem.Ref[mem.Slice](p)
	if off < len(d.src) && wire.Header(d.src[off]) == wire.HeaderNull {
		*s = mem.Slice{}
		return off + 1
	}
	h, a, n, next := t.open(d, off)
	if next < 0 {
		return -1
	}
	if n > s.Cap || s.Data == nil {
		if h == wire.HeaderComplex && t.part.wireForm(a.Parts.Elem()) && copyNumbers(s, a.Parts.Data(), n, t.size()) {
			return next
		}
		if !d.charge(n * t.size()) {
			return -1
		}
	}
	resizeNumbers(s, n, t.size())
	return t.fill(d, off, next, mem.From(s.Data), h, a, n)
}

// open reads the start of an array of n complex numbers: of a generic one, or a.
func (t *complexes) open(d *decodeState, off int) (h wire.Header, a wire.Complexes, n, next int) {
	h, err := wire.ReadHeader(d.src, off)
	if err != nil {
		return h, a, 0, d.Fail(off, t.part.name, err)
	}
	switch h.Kind() {
	case wire.KindComplex:
		if a, next, err = wire.ViewComplexes(d.src, off); err == nil && a.Single {
			return h, a, 0, d.mismatch(off, h, t.part.name)
		}
		n = a.Len()
	case wire.KindArray:
		n, next, err = wire.ReadArray(d.src, off)
	default:
		return h, a, 0, d.mismatch(off, h, t.part.name)
	}
	if err != nil {
		return h, a, 0, d.Fail(off, t.part.name, err)
	}
	return h, a, n, next
}

// fill stores what open has opened from p on.
func (t *complexes) fill(d *decodeState, off, next int, p mem.Pointer, h wire.Header, a wire.Complexes, n int) int {
	if h == wire.HeaderComplex {
		return t.part.fill(d, next, p, a.Parts)
	}
	if at, done := d.Descend(&d.budget, off, next, n); done {
		return at
	}
	for i := range n {
		if next = t.part.readComplex(d, next, p.Add(uintptr(i*t.size())), t.part.name); next < 0 {
			return d.InIndex(i)
		}
	}
	d.leave()
	return next
}

// readN reads an array of exactly n complex numbers.
func (t *complexes) readN(d *decodeState, off int, p mem.Pointer, n int) int {
	if next, ok := d.null(off); ok {
		clear(mem.SliceAt[byte](p, n*t.size()))
		return next
	}
	h, a, count, next := t.open(d, off)
	if next < 0 {
		return -1
	}
	if count != n {
		return d.wrongLength(off, t.part.name, count, n)
	}
	return t.fill(d, off, next, p, h, a, n)
}

func (c *compiler) compileComplex(k *codec) bool {
	if !isValue(k.typ, "Complex[") {
		return false
	}
	if isHalf(k.typ) {
		k.unsupported(fault.Because(fault.ErrUnsupported, "complex numbers of 16-bit floats are not written: use complex64"))
		return true
	}
	part := k.typ.Field(0).Type.Kind()
	t, name := numbersOf(part), k.typ.String()
	k.append = func(_ *encodeState, dst []byte, p mem.Pointer) []byte {
		return t.appendData(wire.AppendComplexStart(dst, t.header), p, 2)
	}
	k.read = func(d *decodeState, off int, p mem.Pointer) int { return t.readComplex(d, off, p, name) }
	return true
}

// complexArray returns the codec of slices of Complex[T], or nil.
func complexArray(elem reflect.Type) *arrayCodec {
	if !isValue(elem, "Complex[") || isHalf(elem) {
		return nil
	}
	return complexesFor(elem, elem.Field(0).Type.Kind())
}

// isHalf reports whether the parts of a Complex[T] are 16-bit floats: by their kind they
// would be taken for integers.
func isHalf(t reflect.Type) bool {
	part := t.Field(0).Type
	return part == reflect.TypeFor[scalar.Float16]() || part == reflect.TypeFor[scalar.BFloat16]()
}

// anyComplexes converts a complex value for any.
func (d *decodeState) anyComplexes(off int, a wire.Complexes) any {
	if !d.charge(24 + a.Len()*32) {
		return nil
	}
	var v any
	switch a.Parts.Elem() {
	case wire.HeaderFloat64:
		v = complexOf[complex128](d, off, a, reflect.Float64)
	case wire.HeaderFloat32, wire.HeaderFloat16, wire.HeaderBFloat16:
		if a.Single || d.generic { // as in a generic array, where each is a single one
			v = complexOf[complex128](d, off, a, reflect.Float64)
		} else {
			v = complexOf[complex64](d, off, a, reflect.Float32)
		}
	case wire.HeaderInt8, wire.HeaderInt16, wire.HeaderInt32, wire.HeaderInt64:
		v = complexOf[Complex[int64]](d, off, a, reflect.Int64)
	case wire.HeaderUint8, wire.HeaderUint16, wire.HeaderUint32, wire.HeaderUint64:
		v = complexOf[Complex[uint64]](d, off, a, reflect.Uint64)
	default:
		d.Fail(off, "", fault.Because(fault.ErrUnsupported, "complex numbers of "+a.Parts.Elem().String()+" cannot be represented"))
		return nil
	}
	return v
}

// complexOf returns one C, or a []C, from its parts, which are of a kind of numbers.
func complexOf[C any](d *decodeState, off int, a wire.Complexes, part reflect.Kind) any {
	s := make([]C, a.Len())
	t := numbersOf(part)
	t.name = "complex"
	if len(s) > 0 && t.fill(d, off, mem.First(s), a.Parts) < 0 {
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
