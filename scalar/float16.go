// This file holds the two 16-bit floating point formats of the wire, IEEE
// binary16 and bfloat16, and their conversions from and to Go's floats. Those
// from and to float32, which run over whole arrays, are kernels.

package scalar

import (
	"math"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/simd"
)

// Float16 is an IEEE 754 binary16 number held as its bits: 1 sign bit, 5
// exponent bits, 10 fraction bits. Its finite values reach ±65504, and its
// smallest positive value is 2⁻²⁴.
//
// Go's == on Float16 compares bits: it tells +0 from -0 and finds a NaN equal to
// itself. Compare the results of Float32 for the numeric order.
type Float16 uint16

// BFloat16 is a bfloat16 number held as its bits: the upper half of an IEEE 754
// binary32, which is 1 sign bit, 8 exponent bits and 7 fraction bits. It has the
// range of a float32 and between two and three decimal digits.
//
// Go's == on BFloat16 compares bits: it tells +0 from -0 and finds a NaN equal to
// itself. Compare the results of Float32 for the numeric order.
type BFloat16 uint16

// Bit patterns of the two formats without their sign, shared by the functions
// below.
const (
	float16Inf       = 0x7C00
	float16FracMask  = 0x03FF
	float16QuietBit  = 0x0200
	bfloat16Inf      = 0x7F80
	bfloat16FracMask = 0x007F
	bfloat16QuietBit = 0x0040

	half16SignMask = 0x8000
	half16AbsMask  = 0x7FFF
)

// Float16FromFloat32 returns the Float16 nearest to f, the even one of two that
// are equally near. Magnitudes of 65520 and above become an infinity, magnitudes
// of 2⁻²⁵ and below a zero, both of f's sign. A NaN stays a NaN: it keeps its sign
// and the upper bits of its payload, and is made quiet only when those bits are
// all zero, since it would otherwise read as an infinity.
func Float16FromFloat32(f float32) Float16 { return Float16(simd.Float32ToFloat16(f)) }

// Float16FromFloat64 returns the Float16 nearest to f, the even one of two that
// are equally near. It rounds once: going through float32 would round twice, and
// be wrong near the middle of two Float16 values. Overflow, underflow and NaN are
// treated as by Float16FromFloat32.
func Float16FromFloat64(f float64) Float16 {
	b := math.Float64bits(f)
	sign := Float16(b >> 48 & half16SignMask)
	a := b &^ (1 << 63)
	if a > 0x7FF<<52 {
		return sign | float16NaN(uint16(a>>42&float16FracMask))
	}
	return sign | Float16(narrowFloat64(a, 10, 1009, float16Inf))
}

// Float32 returns the value of h, exactly; every Float16 is a float32. A NaN
// keeps its sign and payload.
func (h Float16) Float32() float32 { return simd.Float16ToFloat32(uint16(h)) }

// Float64 returns the value of h, exactly. A NaN keeps its sign and payload.
func (h Float16) Float64() float64 {
	// The exponent is rebiased, and once more for infinity and NaN; a subnormal is
	// given the lowest normal exponent, whose worth is then taken off. Widening a
	// float32 would quiet a signalling NaN.
	const rebias = 1008 << 52
	a := uint64(h&half16AbsMask) << 42
	x := a + rebias
	sub := math.Float64bits(math.Float64frombits(a+(rebias+1<<52)) - 0x1p-14)
	if a < 1<<52 {
		x = sub
	}
	if a >= float16Inf<<42 {
		x = a + 2*rebias
	}
	return math.Float64frombits(x | uint64(h&half16SignMask)<<48)
}

// IsNaN reports whether h is a NaN, of either sign, quiet or signalling.
func (h Float16) IsNaN() bool { return h&half16AbsMask > float16Inf }

// String returns the shortest decimal that reads back as the same float32 as
// h.Float32(), in the form of strconv's 'g' format; infinities and NaN are
// "+Inf", "-Inf" and "NaN".
func (h Float16) String() string { return formatHalf(h.Float32()) }

// BFloat16FromFloat32 returns the BFloat16 nearest to f, the even one of two that
// are equally near. Magnitudes that round above the largest finite BFloat16
// become an infinity of f's sign. A NaN stays a NaN: it keeps its sign and the
// upper bits of its payload, and is made quiet only when those bits are all zero,
// since it would otherwise read as an infinity.
func BFloat16FromFloat32(f float32) BFloat16 { return BFloat16(simd.Float32ToBFloat16(f)) }

// BFloat16FromFloat64 returns the BFloat16 nearest to f, the even one of two that
// are equally near. It rounds once: going through float32 would round twice.
// Overflow and NaN are treated as by BFloat16FromFloat32; magnitudes of 2⁻¹³⁴ and
// below become a zero of f's sign.
func BFloat16FromFloat64(f float64) BFloat16 {
	b := math.Float64bits(f)
	sign := BFloat16(b >> 48 & half16SignMask)
	a := b &^ (1 << 63)
	if a > 0x7FF<<52 {
		return sign | bfloat16NaN(uint16(a>>45&bfloat16FracMask))
	}
	return sign | BFloat16(narrowFloat64(a, 7, 897, bfloat16Inf))
}

// Float32 returns the value of h, exactly; every BFloat16 is a float32. A NaN
// keeps its sign and payload.
func (h BFloat16) Float32() float32 { return math.Float32frombits(uint32(h) << 16) }

// Float64 returns the value of h, exactly. A NaN keeps its sign and payload.
func (h BFloat16) Float64() float64 {
	if h.IsNaN() {
		// Widening in hardware would quiet a signalling NaN.
		return math.Float64frombits(uint64(h&half16SignMask)<<48 | 0x7FF<<52 | uint64(h&bfloat16FracMask)<<45)
	}
	return float64(h.Float32())
}

// IsNaN reports whether h is a NaN, of either sign, quiet or signalling.
func (h BFloat16) IsNaN() bool { return h&half16AbsMask > bfloat16Inf }

// String returns the shortest decimal that reads back as the same float32 as
// h.Float32(), in the form of strconv's 'g' format; infinities and NaN are
// "+Inf", "-Inf" and "NaN".
func (h BFloat16) String() string { return formatHalf(h.Float32()) }

// narrowFloat64 rounds the binary64 pattern a, which has no sign and is no NaN, to
// nearest even in a 16-bit format of frac fraction bits whose lowest normal
// exponent is lowest as binary64 counts, and whose infinity has the pattern inf.
func narrowFloat64(a uint64, frac, lowest int64, inf uint64) uint64 {
	// The result is the steps of the exponent above the lowest one plus the
	// significand, hidden bit included, cut to the result's precision. Each
	// exponent below the lowest, where the format is subnormal, cuts one bit
	// more; from 54 bits on nothing is left, so the cut may stop at 63. A binary64
	// subnormal gets a hidden bit it does not have, far below the smallest result
	// either way. Every overflow ends above infinity's pattern, hence the min.
	exp := int64(a >> 52)
	least := 52 - frac
	cut := uint64(min(max(least+lowest-exp, least), 63)) & 63
	sig := a&(1<<52-1) | 1<<52
	sig = (sig + (1<<cut)>>1 - 1 + sig>>cut&1) >> cut
	return min(uint64(max(exp-lowest, 0))<<(uint64(frac)&63)+sig, inf)
}

// float16NaN returns the positive NaN of the given payload, quiet when the
// payload is empty.
func float16NaN(payload uint16) Float16 {
	if payload == 0 {
		payload = float16QuietBit
	}
	return Float16(float16Inf | payload)
}

// bfloat16NaN returns the positive NaN of the given payload, quiet when the
// payload is empty.
func bfloat16NaN(payload uint16) BFloat16 {
	if payload == 0 {
		payload = bfloat16QuietBit
	}
	return BFloat16(bfloat16Inf | payload)
}

// formatHalf is the text of a 16-bit float already widened to f.
func formatHalf(f float32) string {
	return strconv.FormatFloat(float64(f), 'g', -1, 32)
}

// Float16sFromFloat32s sets dst[i] to Float16FromFloat32(src[i]) for all of src,
// many at a time. It panics if dst is shorter than src.
func Float16sFromFloat32s(dst []Float16, src []float32) {
	if len(src) > 0 {
		simd.Float32sToFloat16s(mem.SliceAt[uint16](mem.First(dst), len(dst)), src)
	}
}

// BFloat16sFromFloat32s sets dst[i] to BFloat16FromFloat32(src[i]) for all of src,
// many at a time. It panics if dst is shorter than src.
func BFloat16sFromFloat32s(dst []BFloat16, src []float32) {
	if len(src) > 0 {
		simd.Float32sToBFloat16s(mem.SliceAt[uint16](mem.First(dst), len(dst)), src)
	}
}

// MarshalJSON returns the shortest decimal of h as a binary32. NaN and the infinities are
// errors.
func (h Float16) MarshalJSON() ([]byte, error) { return halfJSON(h.Float32()) }

// UnmarshalJSON reads a number, which is rounded.
func (h *Float16) UnmarshalJSON(text []byte) error {
	f, null, err := parseHalf(text)
	if err == nil && !null {
		*h = Float16FromFloat64(f)
	}
	return err
}

// MarshalJSON returns the shortest decimal of h as a binary32. NaN and the infinities are
// errors.
func (h BFloat16) MarshalJSON() ([]byte, error) { return halfJSON(h.Float32()) }

// UnmarshalJSON reads a number, which is rounded.
func (h *BFloat16) UnmarshalJSON(text []byte) error {
	f, null, err := parseHalf(text)
	if err == nil && !null {
		*h = BFloat16FromFloat64(f)
	}
	return err
}

func halfJSON(f float32) ([]byte, error) {
	if f-f != 0 {
		return nil, fault.Because(fault.ErrUnsupported, formatHalf(f)+" has no JSON text")
	}
	return jsontext.AppendFloat32(nil, f), nil
}

// parseHalf reads what halfJSON writes, or null.
func parseHalf(text []byte) (f float64, null bool, err error) {
	if string(text) == "null" {
		return 0, true, nil
	}
	f, next := jsontext.ParseFloat(text, 0)
	if next != len(text) {
		return 0, false, fault.Because(fault.ErrMismatch, "not a number")
	}
	return f, false, nil
}
