// Booleans as bits: eight in a byte, the first in the lowest bit.

package simd

// minBools is the least number of booleans of a vector form: one vector.
const minBools = 32

// PackBools sets bit i%8 of dst[i/8] to src[i] for every i; the unused bits of
// the last byte become zero. It writes the first (len(src)+7)/8 bytes of dst and
// panics if there are fewer.
//
// Each boolean must be 0 or 1 in memory, as Go's are. The vector forms look at the
// lowest bit alone, so that another value could not reach its neighbours.
func PackBools(dst []byte, src []bool) {
	dst = dst[:bytesOfBits(len(src))]
	if !hasVector || len(src) < minBools {
		packBoolsGeneric(dst, src)
		return
	}
	raceRead(src)
	raceWrite(dst)
	packBoolsVector(dst, src)
}

// UnpackBools sets dst[i] to bit i%8 of src[i/8] for every i. It reads the first
// (len(dst)+7)/8 bytes of src, whose unused bits do not matter, and panics if
// there are fewer.
func UnpackBools(dst []bool, src []byte) {
	src = src[:bytesOfBits(len(dst))]
	if !hasVector || len(dst) < minBools {
		unpackBoolsGeneric(dst, src)
		return
	}
	raceRead(src)
	raceWrite(dst)
	unpackBoolsVector(dst, src)
}

// bytesOfBits returns how many bytes n bits take, without overflow.
func bytesOfBits(n int) int { return n/8 + (n%8+7)/8 }
