// Arrays of the two 16-bit floats, IEEE binary16 and bfloat16, from and to
// float32.

package simd

// halfBlock is how many elements the vector forms convert at a time, and the
// least that they take.
const halfBlock = 16

// Float16sToFloat32s sets dst[i] to the value of the binary16 number src[i], for
// all of src and exactly: every binary16 is a float32. A NaN keeps its sign and
// payload, a signalling one too. It panics if dst is shorter than src.
func Float16sToFloat32s(dst []float32, src []uint16) {
	dst = dst[:len(src)]
	if hasHalf && len(src) >= halfBlock {
		raceRead(src)
		raceWrite(dst)
		// The processor quiets signalling NaNs, so the kernel stops where one is
		// and Go does that block.
		for len(src) >= halfBlock {
			n := float16sToFloat32sVector(dst, src)
			m := min(n+halfBlock, len(src))
			float16sToFloat32sGeneric(dst[n:m], src[n:m])
			dst, src = dst[m:], src[m:]
		}
	}
	float16sToFloat32sGeneric(dst, src)
}

// Float32sToFloat16s sets dst[i] to the binary16 number nearest to src[i], the
// even one of two that are equally near, for all of src. Magnitudes of 65520 and
// above become an infinity, magnitudes of 2⁻²⁵ and below a zero, both with the
// sign of src[i]. A NaN stays a NaN: it keeps its sign and the upper bits of its
// payload, and is made quiet only when those bits are all zero, since it would
// otherwise read as an infinity. It panics if dst is shorter than src.
func Float32sToFloat16s(dst []uint16, src []float32) {
	dst = dst[:len(src)]
	if hasHalf && len(src) >= halfBlock {
		raceRead(src)
		raceWrite(dst)
		for len(src) >= halfBlock { // as above
			n := float32sToFloat16sVector(dst, src)
			m := min(n+halfBlock, len(src))
			float32sToFloat16sGeneric(dst[n:m], src[n:m])
			dst, src = dst[m:], src[m:]
		}
	}
	float32sToFloat16sGeneric(dst, src)
}

// BFloat16sToFloat32s sets dst[i] to the value of the bfloat16 number src[i], for
// all of src and exactly: every bfloat16 is a float32. A NaN keeps its sign and
// payload. It panics if dst is shorter than src.
func BFloat16sToFloat32s(dst []float32, src []uint16) {
	dst = dst[:len(src)]
	if !hasVector || len(src) < halfBlock {
		bfloat16sToFloat32sGeneric(dst, src)
		return
	}
	raceRead(src)
	raceWrite(dst)
	bfloat16sToFloat32sVector(dst, src)
}

// Float32sToBFloat16s sets dst[i] to the bfloat16 number nearest to src[i], the
// even one of two that are equally near, for all of src. Magnitudes that round
// above the largest finite bfloat16 become an infinity with the sign of src[i]. A
// NaN is treated as by [Float32sToFloat16s]. It panics if dst is shorter than src.
func Float32sToBFloat16s(dst []uint16, src []float32) {
	dst = dst[:len(src)]
	if !hasVector || len(src) < halfBlock {
		float32sToBFloat16sGeneric(dst, src)
		return
	}
	raceRead(src)
	raceWrite(dst)
	float32sToBFloat16sVector(dst, src)
}
