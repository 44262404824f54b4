//go:build (amd64 || arm64) && gc && !purego

// The assembly's side of the package: one declaration per kernel with what its
// caller must guarantee. kernels_none.go stands in without assembly.

package simd

// cutUTF8Vector returns a count n such that b[:n] is faultless, or would be with
// more bytes after it: the last rune may be cut off. Where the count is less than
// len(b), a fault begins in b[n:] or in the rune that n cuts. The caller
// guarantees minUTF8 <= len(b).
//
//go:noescape
func cutUTF8Vector(b []byte) int

// packBoolsVector is PackBools. The caller guarantees minBools <= len(src) and
// (len(src)+7)/8 <= len(dst).
//
//go:noescape
func packBoolsVector(dst []byte, src []bool)

// unpackBoolsVector is UnpackBools. The caller guarantees minBools <= len(dst) and
// (len(dst)+7)/8 <= len(src).
//
//go:noescape
func unpackBoolsVector(dst []bool, src []byte)

// float16sToFloat32sVector converts the elements of src up to the first block of
// halfBlock that holds a signalling NaN, and returns how many it converted. The
// caller guarantees halfBlock <= len(src) <= len(dst).
//
//go:noescape
func float16sToFloat32sVector(dst []float32, src []uint16) int

// float32sToFloat16sVector is float16sToFloat32sVector the other way round.
//
//go:noescape
func float32sToFloat16sVector(dst []uint16, src []float32) int

// bfloat16sToFloat32sVector is BFloat16sToFloat32s. The caller guarantees
// halfBlock <= len(src) <= len(dst).
//
//go:noescape
func bfloat16sToFloat32sVector(dst []float32, src []uint16)

// float32sToBFloat16sVector is Float32sToBFloat16s. The caller guarantees
// halfBlock <= len(src) <= len(dst).
//
//go:noescape
func float32sToBFloat16sVector(dst []uint16, src []float32)

// indexStopVector is IndexStop for the whole vectors of b: n is the offset of the
// first stop in them or of their end, and high is not zero where a byte before n is
// not ASCII. The caller guarantees minStop <= len(b).
//
//go:noescape
func indexStopVector(b []byte) (n int, high uint64)

// copyPlainVector copies src to dst up to the first byte that two tables of stopTables
// have, and returns how many bytes it copied; high is not zero where one of them is not
// ASCII. The caller guarantees minCopy <= len(src) <= len(dst).
//
//go:noescape
func copyPlainVector(dst []byte, src string, stops *[2][16]byte) (n int, high uint64)
