// One number of any class and width, and its conversions to Go's numbers, which
// never lose a value silently.

package wire

import (
	"math"
	"math/bits"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/scalar"
)

// Number is one number as it stands on the wire: its header and up to sixteen
// bytes. Its methods convert it, and fail where the target cannot hold it.
type Number struct {
	header Header
	lo, hi uint64 // sign-extended for signed classes
}

// loadNumber reads the number of header h whose bytes are at src[off:]; the
// caller has checked that they are there.
func loadNumber(src []byte, off int, h Header) Number {
	width := h.Width()
	v := Number{header: h}
	switch width {
	case 1:
		v.lo = uint64(src[off])
	case 2:
		v.lo = uint64(src[off]) | uint64(src[off+1])<<8
	case 4:
		_ = src[off+3]
		v.lo = uint64(mem.Word32(src, off))
	default:
		_ = src[off+width-1]
		v.lo = mem.Word(src, off)
	}
	if h.Class() == Signed && width < 16 {
		shift := 64 - 8*width
		v.lo = uint64(int64(v.lo<<shift) >> shift)
		v.hi = uint64(int64(v.lo) >> 63)
	}
	if width == 16 {
		v.hi = mem.Word(src, off+8)
	}
	return v
}

// Header returns the number's header: its class and width.
func (v Number) Header() Header { return v.header }

// IsFloat reports whether the number is of the class float, integral or not.
func (v Number) IsFloat() bool { return v.header.Class() == Float }

// Int64 returns an integer of any class and width that an int64 holds. ok is
// false for floats, also integral ones, and for integers out of range.
func (v Number) Int64() (n int64, ok bool) {
	switch v.header.Class() {
	case Signed:
		return int64(v.lo), v.hi == uint64(int64(v.lo)>>63)
	case Unsigned:
		return int64(v.lo), v.hi == 0 && int64(v.lo) >= 0
	}
	return 0, false
}

// Uint64 is [Number.Int64] for uint64.
func (v Number) Uint64() (n uint64, ok bool) {
	switch v.header.Class() {
	case Signed, Unsigned:
		return v.lo, v.hi == 0
	}
	return 0, false
}

// Int128 returns an integer that an Int128 holds; ok is false otherwise.
func (v Number) Int128() (n scalar.Int128, ok bool) {
	switch v.header.Class() {
	case Signed:
		return scalar.Int128{Hi: int64(v.hi), Lo: v.lo}, true
	case Unsigned:
		return scalar.Int128{Hi: int64(v.hi), Lo: v.lo}, int64(v.hi) >= 0
	}
	return scalar.Int128{}, false
}

// Uint128 returns an integer that a Uint128 holds; ok is false otherwise.
func (v Number) Uint128() (n scalar.Uint128, ok bool) {
	switch v.header.Class() {
	case Signed:
		return scalar.Uint128{Hi: v.hi, Lo: v.lo}, int64(v.hi) >= 0
	case Unsigned:
		return scalar.Uint128{Hi: v.hi, Lo: v.lo}, true
	}
	return scalar.Uint128{}, false
}

// Float64 returns the number as a float64. An integer is one that is exactly a
// float64, or whose digits are the shortest decimal of one, as JSON shows floats from
// 2^53 on: 12345678901234567000 is the float64 that is printed so. ok is false for all
// other integers and for binary128, which this library does not convert.
func (v Number) Float64() (f float64, ok bool) {
	if f, ok = v.exactFloat(); ok || v.IsFloat() {
		return f, ok
	}
	f = v.nearest()
	return f, v.shows(f, 64)
}

// exactFloat is Float64 for floats, and for integers that are exactly a float64.
func (v Number) exactFloat() (f float64, ok bool) {
	switch v.header {
	case HeaderFloat64:
		return math.Float64frombits(v.lo), true
	case HeaderFloat32:
		return float64(math.Float32frombits(uint32(v.lo))), true
	case HeaderFloat16:
		return scalar.Float16(v.lo).Float64(), true
	case HeaderBFloat16:
		return scalar.BFloat16(v.lo).Float64(), true
	case HeaderFloat128:
		return 0, false
	}
	if n, ok := v.Int64(); ok {
		f = float64(n)
		// The float nearest to MaxInt64 is 2^63, which no int64 equals.
		return f, f != 1<<63 && int64(f) == n
	}
	if n, ok := v.Uint64(); ok {
		f = float64(n)
		return f, f != 1<<64 && uint64(f) == n
	}
	return v.bigFloat()
}

// nearest returns the float64 nearest to an integer.
func (v Number) nearest() float64 {
	if n, ok := v.Int128(); ok {
		return n.Float64()
	}
	return scalar.Uint128{Hi: v.hi, Lo: v.lo}.Float64()
}

// shows reports whether an integer has the digits of the shortest decimal of f, a float
// of that many bits.
func (v Number) shows(f float64, bits int) bool {
	var shown, digits [48]byte
	return string(strconv.AppendFloat(shown[:0], f, 'f', -1, bits)) == string(v.AppendDecimal(digits[:0]))
}

// bigFloat converts an integer beyond 64 bits, exact or not at all: its
// significant bits must fit the 53 of a float64.
func (v Number) bigFloat() (f float64, ok bool) {
	hi, lo := v.hi, v.lo
	negative := v.header.Class() == Signed && int64(hi) < 0
	if negative {
		m := scalar.Int128{Hi: int64(hi), Lo: lo}.Magnitude()
		hi, lo = m.Hi, m.Lo
	}
	zeros, length := bits.TrailingZeros64(lo), 64+bits.Len64(hi)
	mantissa := lo
	switch {
	case lo == 0:
		zeros = 64 + bits.TrailingZeros64(hi)
		mantissa = hi >> (zeros - 64)
	case zeros > 0:
		mantissa = hi<<(64-zeros) | lo>>zeros
	}
	if length-zeros > 53 {
		return 0, false
	}
	f = math.Ldexp(float64(mantissa), zeros)
	if negative {
		f = -f
	}
	return f, true
}

// Float32 returns the number as a float32. A wider float is rounded, as every
// peer does; an integer is exactly a float32, or has the digits of its shortest
// decimal, as for [Number.Float64]. ok is false when a finite number would become
// infinite, for other integers, and for binary128.
func (v Number) Float32() (f float32, ok bool) {
	switch v.header {
	case HeaderFloat32:
		return math.Float32frombits(uint32(v.lo)), true
	case HeaderFloat16:
		return scalar.Float16(v.lo).Float32(), true
	case HeaderBFloat16:
		return scalar.BFloat16(v.lo).Float32(), true
	}
	d, ok := v.exactFloat()
	if v.IsFloat() {
		f = float32(d)
		return f, ok && (!math.IsInf(float64(f), 0) || math.IsInf(d, 0))
	}
	if f = float32(d); ok && float64(f) == d {
		return f, true
	}
	// Rounded once, not by way of a float64.
	var digits [48]byte
	d, err := strconv.ParseFloat(string(v.AppendDecimal(digits[:0])), 32)
	return float32(d), err == nil && v.shows(d, 32)
}

// AppendDecimal appends the number as decimal text: integers exactly, floats in
// the shortest form that reads back to the same value of their width (16-bit
// floats as binary32), in strconv's 'g' format. binary128 appends "binary128".
func (v Number) AppendDecimal(dst []byte) []byte {
	switch v.header {
	case HeaderFloat64:
		return strconv.AppendFloat(dst, math.Float64frombits(v.lo), 'g', -1, 64)
	case HeaderFloat32, HeaderFloat16, HeaderBFloat16:
		f, _ := v.Float32()
		return strconv.AppendFloat(dst, float64(f), 'g', -1, 32)
	case HeaderFloat128:
		return append(dst, "binary128"...)
	}
	if v.header.Class() == Signed {
		return scalar.Int128{Hi: int64(v.hi), Lo: v.lo}.AppendDecimal(dst)
	}
	return scalar.Uint128{Hi: v.hi, Lo: v.lo}.AppendDecimal(dst)
}

// String returns the text of [Number.AppendDecimal].
func (v Number) String() string { return string(v.AppendDecimal(nil)) }

// Misfit returns the error for a number at byte off that the Go type named by
// target does not take: a mismatch for a float where an integer is wanted, an
// overflow for a number out of range or one that would lose precision.
func (v Number) Misfit(off int, target string, wantsInteger bool) error {
	switch {
	case v.header == HeaderFloat128:
		return fault.At(off, fault.Because(fault.ErrUnsupported, "binary128 numbers cannot be represented"))
	case wantsInteger && v.IsFloat():
		return fault.At(off, fault.Because(fault.ErrMismatch, v.header.String()+" does not decode into "+target))
	}
	return fault.At(off, fault.Because(fault.ErrOverflow,
		v.header.String()+" "+v.String()+" does not fit "+target+" exactly"))
}

// ReadNumber reads a number value of any class and width.
func ReadNumber(src []byte, off int) (v Number, next int, err error) {
	h, err := ReadHeader(src, off)
	if err != nil {
		return v, off, err
	}
	if h.Kind() != KindNumber {
		return v, off, wrongHeader(off, h, "a number")
	}
	if len(src)-off-1 < h.Width() {
		return v, off, truncated(len(src))
	}
	return loadNumber(src, off+1, h), off + 1 + h.Width(), nil
}

// ReadInt64 reads any integer that an int64 holds.
func ReadInt64(src []byte, off int) (v int64, next int, err error) {
	n, next, err := ReadNumber(src, off)
	if err != nil {
		return 0, off, err
	}
	v, ok := n.Int64()
	if !ok {
		return 0, off, n.Misfit(off, "int64", true)
	}
	return v, next, nil
}

// ReadUint64 reads any integer that a uint64 holds.
func ReadUint64(src []byte, off int) (v uint64, next int, err error) {
	n, next, err := ReadNumber(src, off)
	if err != nil {
		return 0, off, err
	}
	v, ok := n.Uint64()
	if !ok {
		return 0, off, n.Misfit(off, "uint64", true)
	}
	return v, next, nil
}

// ReadFloat64 reads any float, and any integer that is exactly a float64 or shows one:
// see [Number.Float64].
func ReadFloat64(src []byte, off int) (v float64, next int, err error) {
	n, next, err := ReadNumber(src, off)
	if err != nil {
		return 0, off, err
	}
	v, ok := n.Float64()
	if !ok {
		return 0, off, n.Misfit(off, "float64", false)
	}
	return v, next, nil
}

// ReadFloat32 reads any float, rounding wider ones, and any integer that is
// exactly a float32 or shows one. A finite number beyond its range is an error.
func ReadFloat32(src []byte, off int) (v float32, next int, err error) {
	n, next, err := ReadNumber(src, off)
	if err != nil {
		return 0, off, err
	}
	v, ok := n.Float32()
	if !ok {
		return 0, off, n.Misfit(off, "float32", false)
	}
	return v, next, nil
}
