// The meaning of the conversions of 16-bit floats, and their form without
// vectors. Elements are converted in straight-line code, by bit patterns,
// conditional moves and one addition; the only branch is for NaN.

package simd

import "math"

func float16sToFloat32sGeneric(dst []float32, src []uint16) {
	dst = dst[:len(src)]
	for i, h := range src {
		dst[i] = Float16ToFloat32(h)
	}
}

func float32sToFloat16sGeneric(dst []uint16, src []float32) {
	dst = dst[:len(src)]
	for i, f := range src {
		dst[i] = Float32ToFloat16(f)
	}
}

func bfloat16sToFloat32sGeneric(dst []float32, src []uint16) {
	dst = dst[:len(src)]
	for i, h := range src {
		dst[i] = math.Float32frombits(uint32(h) << 16)
	}
}

func float32sToBFloat16sGeneric(dst []uint16, src []float32) {
	dst = dst[:len(src)]
	for i, f := range src {
		dst[i] = Float32ToBFloat16(f)
	}
}

// Bit patterns of binary32, binary16 and bfloat16 without their sign.
const (
	abs32, inf32 = 0x7FFFFFFF, 0x7F800000
	abs16, inf16 = 0x7FFF, 0x7C00
	sign16       = 0x8000
	quiet16      = 0x0200
	quietBF16    = 0x0040
)

// Float16ToFloat32 returns the value of the binary16 number h, exactly. It rebiases the exponent: by 112, and once more for infinity and
// NaN, whose exponent stays the highest. A subnormal is given the lowest normal
// exponent, hidden bit and all, and then that bit's worth is subtracted, which is
// exact and normalises.
func Float16ToFloat32(h uint16) float32 {
	const rebias = 112 << 23
	a := uint32(h&abs16) << 13
	b := a + rebias
	subnormal := math.Float32bits(math.Float32frombits(b+1<<23) - 0x1p-14)
	if a < 1<<23 {
		b = subnormal
	}
	if a >= inf16<<13 {
		b = a + 2*rebias
	}
	return math.Float32frombits(b | uint32(h&sign16)<<16)
}

// Float32ToFloat16 is [Float32sToFloat16s] for one number. It lets an addition round: the other summand is a power of two so
// large that the last place of the sum is the last place of the result, 13
// exponents up from f, or from the lowest normal binary16 if f is below that. The
// significand, hidden bit included, then stands at the foot of the sum; when it
// rounds up to the next power of two it carries into the exponent, in the end into
// infinity's. Everything too large is cut to 2¹⁶ before, which becomes infinity.
func Float32ToFloat16(f float32) uint16 {
	const lowest = 113 << 23
	b := math.Float32bits(f)
	sign := uint16(b>>16) & sign16
	a := b & abs32
	if a > inf32 {
		payload := uint16(a>>13) & (1<<10 - 1)
		if payload == 0 {
			payload = quiet16
		}
		return sign | inf16 | payload
	}
	a = min(a, 143<<23)
	exponent := max(a, lowest) & inf32
	large := exponent + 13<<23
	sum := math.Float32bits(math.Float32frombits(a) + math.Float32frombits(large))
	return sign | uint16((exponent-lowest)>>13+sum-large)
}

// Float32ToBFloat16 is [Float32sToBFloat16s] for one number. It adds just under half of the last place, and the whole half
// when the last place is odd, and cuts. A carry moves to the next exponent, from
// the highest finite one to infinity.
func Float32ToBFloat16(f float32) uint16 {
	b := math.Float32bits(f)
	if b&abs32 > inf32 {
		h := uint16(b >> 16)
		if h&(1<<7-1) == 0 {
			h |= quietBF16
		}
		return h
	}
	return uint16((b + 0x7FFF + b>>16&1) >> 16)
}
