//go:build gc && !purego

// What the processor can do, looked up once when the program starts.

package simd

// hasVector says that the kernels may run, hasHalf that the two of binary16 may.
// Tests turn them off to reach the Go forms; nobody else writes them.
var hasVector, hasHalf = detect()

// cpuid returns what the CPUID instruction says about a leaf and subleaf.
func cpuid(leaf, subleaf uint32) (eax, ebx, ecx, edx uint32)

// xgetbv returns the low half of extended control register 0, which names the
// registers that the operating system saves. The processor must have OSXSAVE.
func xgetbv() uint32

// detect finds AVX2 and F16C. Both need an operating system that keeps the
// 256-bit registers over a task switch, which is why the flag of the instructions
// alone does not suffice.
func detect() (avx2, f16c bool) {
	const (
		osxsaveAndAVX = 1<<27 | 1<<28 // leaf 1, ECX
		f16cBit       = 1 << 29       // leaf 1, ECX
		avx2Bit       = 1 << 5        // leaf 7, EBX
		vectorState   = 1<<1 | 1<<2   // control register: XMM and YMM
	)
	highest, _, _, _ := cpuid(0, 0)
	if highest < 7 {
		return false, false
	}
	_, _, ecx, _ := cpuid(1, 0)
	if ecx&osxsaveAndAVX != osxsaveAndAVX || xgetbv()&vectorState != vectorState {
		return false, false
	}
	_, ebx, _, _ := cpuid(7, 0)
	avx2 = ebx&avx2Bit != 0
	return avx2, avx2 && ecx&f16cBit != 0
}
