// Typed arrays of numbers, complex numbers and matrices: on machines of the
// wire's byte order each is one copy of memory.

package wire

import (
	"math"
	"math/bits"
	"slices"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/scalar"
)

// Numeric is every type whose slices are typed arrays of numbers. A type whose
// underlying type is uint16 is an integer, except [scalar.Float16] and
// [scalar.BFloat16] themselves.
type Numeric interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~int | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uint | ~uintptr |
		~float32 | ~float64
}

// HeaderOf returns the header of one T as a number of T's own width; int, uint
// and uintptr count as eight bytes. Where an int has four bytes, a type that is
// only defined as one of the three cannot be told from its fixed-width relatives
// and counts as four.
func HeaderOf[T Numeric]() Header {
	one, zero := T(1), T(0)
	switch any(zero).(type) {
	case scalar.Float16:
		return HeaderFloat16
	case scalar.BFloat16:
		return HeaderBFloat16
	}
	var class Class
	switch {
	case one/2 != 0:
		class = Float
	case zero-1 < 0:
		class = Signed
	default:
		class = Unsigned
	}
	var code Header
	switch wireWidth[T]() {
	case 2:
		code = 1
	case 4:
		code = 2
	case 8:
		code = 3
	}
	return code<<5 | Header(class)<<3 | typeNumber
}

// wireWidth is the bytes of a T on the wire: its size, but eight for the types
// whose size depends on the machine.
func wireWidth[T Numeric]() int {
	var z T
	switch any(z).(type) {
	case int, uint, uintptr:
		return 8
	}
	return mem.SizeOf[T]()
}

// AppendNumbers appends a typed array of T's own width. An array of uint8 is the form
// of a byte sequence.
func AppendNumbers[T Numeric](dst []byte, s []T) []byte {
	return appendData(AppendNumbersStart(dst, HeaderOf[T](), len(s)), s)
}

// AppendNumbersStart begins a typed array of n numbers with header elem. They must
// follow as they lie on the wire: little-endian, each as wide as elem says.
func AppendNumbersStart(dst []byte, elem Header, n int) []byte {
	return AppendSize(append(dst, byte(elem.Array())), n)
}

// AppendAligned appends an aligned typed array: the elements lie at a multiple of
// their width from dst[start], which is byte 0 of the message. Elements of one
// byte need no alignment and become a plain typed array, as C++ peers write it.
func AppendAligned[T Numeric](dst []byte, start int, s []T) []byte {
	if wireWidth[T]() == 1 {
		return AppendNumbers(dst, s)
	}
	return appendData(AppendAlignedStart(dst, start, HeaderOf[T](), len(s)), s)
}

// AppendAlignedStart begins an aligned typed array as [AppendNumbersStart] begins a
// plain one. Elements must be of more than one byte. start is negative where the
// message began before dst.
func AppendAlignedStart(dst []byte, start int, elem Header, n int) []byte {
	dst = AppendSize(append(dst, byte(HeaderAligned), byte(elem.Array())), n)
	pad := -(len(dst) + 1 - start) & (elem.Width() - 1)
	dst = append(dst, byte(pad))
	return append(dst, make([]byte, pad)...)
}

// appendData appends the elements alone.
func appendData[T Numeric](dst []byte, s []T) []byte {
	if width := wireWidth[T](); width == mem.SizeOf[T]() {
		if b, ok := mem.Raw(s); ok {
			return append(dst, b...)
		}
		return appendElements(dst, s, width)
	}
	return appendElements(dst, s, 8)
}

// appendElements is appendData where memory is not in the wire's form.
func appendElements[T Numeric](dst []byte, s []T, width int) []byte {
	dst = slices.Grow(dst, len(s)*width)
	for _, v := range s {
		w := bitsOf(v)
		for i := range width {
			dst = append(dst, byte(w>>(8*i)))
		}
	}
	return dst
}

// AppendMatrix begins a matrix: the header, the layout and the extents in the
// narrowest unsigned width. A typed or complex array of as many elements as the
// product of the extents must follow. There is at least one extent, and none is
// negative.
func AppendMatrix(dst []byte, layout scalar.Layout, extents []int) []byte {
	var all uint64
	for _, e := range extents {
		all |= uint64(e)
	}
	dst = append(dst, byte(HeaderMatrix), byte(layout))
	code := compact[bits.Len64(all)]
	dst = AppendSize(append(dst, byte((HeaderUint8|Header(code)<<5).Array())), len(extents))
	for _, e := range extents {
		dst = AppendIntKey(dst, uint64(e), 1<<code)
	}
	return dst
}

// Sub-types in the low three bits of a complex header.
const (
	complexSingle  = 0
	complexArray   = 1
	complexAligned = 2
)

// complexHeader returns the second byte of a complex value whose components are
// numbers with header h.
func complexHeader(h Header, sub byte) byte { return byte(h&^7) | sub }

// AppendComplexStart begins a complex number whose two components, which must follow as they lie on the
// wire, are numbers with header elem.
func AppendComplexStart(dst []byte, elem Header) []byte {
	return append(dst, byte(HeaderComplex), complexHeader(elem, complexSingle))
}

// AppendComplex appends a complex number of two components of one type.
func AppendComplex[T Numeric](dst []byte, re, im T) []byte {
	dst = append(dst, byte(HeaderComplex), complexHeader(HeaderOf[T](), complexSingle))
	return appendData(dst, []T{re, im})
}

// AppendComplexes appends an array of complex numbers given as their components,
// real and imaginary parts in turn; len(parts) must be even.
func AppendComplexes[T Numeric](dst []byte, parts []T) []byte {
	return appendData(AppendComplexesStart(dst, false, 0, HeaderOf[T](), len(parts)/2), parts)
}

// AppendAlignedComplexes is [AppendComplexes] in the aligned form; see
// [AppendAligned].
func AppendAlignedComplexes[T Numeric](dst []byte, start int, parts []T) []byte {
	return appendData(AppendComplexesStart(dst, true, start, HeaderOf[T](), len(parts)/2), parts)
}

// AppendComplexesStart begins an array of n complex numbers whose components are
// numbers with header elem: a plain one, or an aligned one of a message whose byte 0 is
// dst[start]. The components must follow as they lie on the wire.
func AppendComplexesStart(dst []byte, aligned bool, start int, elem Header, n int) []byte {
	if aligned {
		dst = append(dst, byte(HeaderComplex), complexHeader(elem, complexAligned))
		return AppendAlignedStart(dst, start, elem, 2*n)
	}
	return AppendSize(append(dst, byte(HeaderComplex), complexHeader(elem, complexArray)), n)
}

// AppendInt128s appends a typed array of sixteen-byte integers, signed or not.
func AppendInt128s[T scalar.Int128 | scalar.Uint128](dst []byte, s []T) []byte {
	dst = AppendSize(append(dst, byte(wideHeader[T]().Array())), len(s))
	for _, v := range s {
		dst = appendWide(dst, v)
	}
	return dst
}

// wideHeader is HeaderOf for integers of sixteen bytes.
func wideHeader[T scalar.Int128 | scalar.Uint128]() Header {
	var zero T
	if _, ok := any(zero).(scalar.Int128); ok {
		return HeaderInt128
	}
	return HeaderUint128
}

// appendWide appends an integer of sixteen bytes without a header.
func appendWide[T scalar.Int128 | scalar.Uint128](dst []byte, v T) []byte {
	switch v := any(v).(type) {
	case scalar.Int128:
		return appendUint64(appendUint64(dst, v.Lo), uint64(v.Hi))
	case scalar.Uint128:
		return appendUint64(appendUint64(dst, v.Lo), v.Hi)
	}
	return dst
}

// bitsOf returns the bits of v, integers sign-extended.
func bitsOf[T Numeric](v T) uint64 {
	if one := T(1); one/2 != 0 {
		if mem.SizeOf[T]() == 4 {
			return uint64(math.Float32bits(float32(v)))
		}
		return math.Float64bits(float64(v))
	}
	return uint64(v)
}
