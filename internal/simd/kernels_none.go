//go:build !((amd64 || arm64) && gc && !purego)

// The build without assembly. Its constants make every branch that leads to a
// kernel dead code, so the functions below are never called.

package simd

const (
	hasVector = false
	hasHalf   = false
)

func cutUTF8Vector([]byte) int                         { panic("simd: no assembly") }
func packBoolsVector([]byte, []bool)                   { panic("simd: no assembly") }
func unpackBoolsVector([]bool, []byte)                 { panic("simd: no assembly") }
func float16sToFloat32sVector([]float32, []uint16) int { panic("simd: no assembly") }
func float32sToFloat16sVector([]uint16, []float32) int { panic("simd: no assembly") }
func bfloat16sToFloat32sVector([]float32, []uint16)    { panic("simd: no assembly") }
func float32sToBFloat16sVector([]uint16, []float32)    { panic("simd: no assembly") }
func indexStopVector([]byte) (n int, high uint64)      { panic("simd: no assembly") }
func copyPlainVector([]byte, string, *[2][16]byte) (n int, high uint64) {
	panic("simd: no assembly")
}
