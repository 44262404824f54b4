// What holds for every kernel: it equals its Go form on every short length at
// every alignment, and it touches nothing outside its slices. The kernels are
// listed once, over bytes, so that all go through the same tests.

package simd

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/testkit"
)

const (
	maxLength    = 257
	maxAlignment = 64
)

// kernel is a kernel and its Go form as functions over the bytes of n elements.
type kernel struct {
	name       string
	dst, src   shape
	fast, twin func(dst, src []byte)
	fill       func(r *rand.Rand, src []byte)
}

// shape is how many bytes n elements take, and what their address is a multiple of.
type shape struct {
	size  func(n int) int
	align int
}

func arrayOf(size int) shape { return shape{func(n int) int { return n * size }, size} }

var (
	bits    = shape{bytesOfBits, 1}
	verdict = shape{func(int) int { return 9 }, 1} // of UTF-8: see below
)

// as views the whole of b as elements of T.
func as[T any](b []byte) []T {
	if len(b) == 0 {
		return nil
	}
	return mem.SliceAt[T](mem.First(b), len(b)/mem.SizeOf[T]())
}

var kernels = []kernel{
	{
		name: "ValidUTF8", dst: verdict, src: arrayOf(1), fill: fillText,
		fast: func(dst, src []byte) { putVerdict(dst, ValidUTF8(src), ValidUTF8Prefix(src)) },
		twin: func(dst, src []byte) {
			n := validUTF8PrefixGeneric(src)
			putVerdict(dst, n == len(src), n)
		},
	},
	{
		name: "PackBools", dst: bits, src: arrayOf(1), fill: fillBools,
		fast: func(dst, src []byte) { PackBools(dst, as[bool](src)) },
		twin: func(dst, src []byte) { packBoolsGeneric(dst, as[bool](src)) },
	},
	{
		name: "UnpackBools", dst: arrayOf(1), src: bits, fill: fillRandom,
		fast: func(dst, src []byte) { UnpackBools(as[bool](dst), src) },
		twin: func(dst, src []byte) { unpackBoolsGeneric(as[bool](dst), src) },
	},
	{
		name: "Float16sToFloat32s", dst: arrayOf(4), src: arrayOf(2), fill: fillFloat16s,
		fast: func(dst, src []byte) { Float16sToFloat32s(as[float32](dst), as[uint16](src)) },
		twin: func(dst, src []byte) { float16sToFloat32sGeneric(as[float32](dst), as[uint16](src)) },
	},
	{
		name: "Float32sToFloat16s", dst: arrayOf(2), src: arrayOf(4), fill: fillFloat32s,
		fast: func(dst, src []byte) { Float32sToFloat16s(as[uint16](dst), as[float32](src)) },
		twin: func(dst, src []byte) { float32sToFloat16sGeneric(as[uint16](dst), as[float32](src)) },
	},
	{
		name: "BFloat16sToFloat32s", dst: arrayOf(4), src: arrayOf(2), fill: fillFloat16s,
		fast: func(dst, src []byte) { BFloat16sToFloat32s(as[float32](dst), as[uint16](src)) },
		twin: func(dst, src []byte) { bfloat16sToFloat32sGeneric(as[float32](dst), as[uint16](src)) },
	},
	{
		name: "Float32sToBFloat16s", dst: arrayOf(2), src: arrayOf(4), fill: fillFloat32s,
		fast: func(dst, src []byte) { Float32sToBFloat16s(as[uint16](dst), as[float32](src)) },
		twin: func(dst, src []byte) { float32sToBFloat16sGeneric(as[uint16](dst), as[float32](src)) },
	},
}

// putVerdict writes what the two functions of UTF-8 say.
func putVerdict(dst []byte, valid bool, prefix int) {
	dst[0] = bit(valid)
	binary.LittleEndian.PutUint64(dst[1:], uint64(prefix))
}

func fillBools(r *rand.Rand, src []byte) {
	for i := range src {
		src[i] = byte(r.IntN(2))
	}
}

func fillRandom(r *rand.Rand, src []byte) {
	for i := range src {
		src[i] = byte(r.Uint32())
	}
}

// fillText writes runes of one length or of all, cut where src ends, and breaks a
// byte of every other text.
func fillText(r *rand.Rand, src []byte) {
	ranges := [][2]rune{{0, 0x7F}, {0x80, 0x7FF}, {0x800, 0xD7FF}, {0xE000, 0xFFFF}, {0x10000, 0x10FFFF}}
	only := r.IntN(2 * len(ranges))
	text := src[:0:len(src)]
	for len(text) < len(src) {
		which := ranges[r.IntN(len(ranges))]
		if only < len(ranges) {
			which = ranges[only]
		}
		c := string(which[0] + r.Int32N(which[1]-which[0]+1))
		text = append(text, c[:min(len(c), len(src)-len(text))]...)
	}
	if len(src) > 0 && r.IntN(2) == 0 {
		src[r.IntN(len(src))] = byte(r.Uint32())
	}
}

// fillFloat16s writes random patterns, with a special one in every other array,
// which is the only kind that stops a kernel.
func fillFloat16s(r *rand.Rand, src []byte) {
	for i := 0; i+2 <= len(src); i += 2 {
		binary.LittleEndian.PutUint16(src[i:], uint16(r.Uint32())&0xBBFF) // no infinity, no NaN
	}
	if n := len(src) / 2; n > 0 && r.IntN(2) == 0 {
		special := []uint16{0x7C00, 0xFC00, 0x7C01, 0xFDFF, 0x7E00, 0xFFFF, 0x0000, 0x8001, 0x03FF, 0x7F80, 0x7F81, 0xFFC0}
		binary.LittleEndian.PutUint16(src[2*r.IntN(n):], special[r.IntN(len(special))])
	}
}

// fillFloat32s is fillFloat16s for float32, most of them in binary16's range.
func fillFloat32s(r *rand.Rand, src []byte) {
	for i := 0; i+4 <= len(src); i += 4 {
		b := r.Uint32()
		binary.LittleEndian.PutUint32(src[i:], b&0x8FFFFFFF|0x30000000)
	}
	if n := len(src) / 4; n > 0 && r.IntN(2) == 0 {
		special := []uint32{0x7F800000, 0xFF800000, 0x7F800001, 0x7FBFFFFF, 0xFFC00000, 0x7FFFFFFF, 0x7F80FFFF, 0xFF810000,
			0x7F801FFF, 0x7F802000, 0x7F7FFFFF, 0x477FEFFF, 0x477FF000, 0x33000000, 0x33000001, 1, 0x80000000}
		binary.LittleEndian.PutUint32(src[4*r.IntN(n):], special[r.IntN(len(special))])
	}
}

// newRand returns the same numbers in every run.
func newRand() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// compare runs both forms of k on src and reports a difference of the results, or
// a change of the bytes around the destination, the size bytes of buf at off.
func compare(t *testing.T, k kernel, buf []byte, off, size int, src []byte) {
	t.Helper()
	const canary = 0xA5
	dst := buf[off : off+size]
	before, after := buf[max(off-64, 0):off], buf[off+size:min(off+size+64, len(buf))]
	for _, b := range [][]byte{before, dst, after} {
		for i := range b {
			b[i] = canary
		}
	}
	want := make([]byte, size+8)[:size] // eight bytes at least are aligned
	k.twin(want, src)
	k.fast(dst, src)
	if !bytes.Equal(dst, want) {
		t.Fatalf("%s of\n% x\ngives\n% x\nGo gives\n% x", k.name, src, dst, want)
	}
	for _, b := range [][]byte{before, after} {
		for i, c := range b {
			if c != canary {
				t.Fatalf("%s of %d bytes writes outside, byte %d of % x", k.name, len(src), i, b)
			}
		}
	}
}

func TestKernelsAtEveryLengthAndAlignment(t *testing.T) {
	for _, k := range kernels {
		t.Run(k.name, func(t *testing.T) {
			r := newRand()
			const room = 2*maxAlignment + 4*maxLength + 64
			in, out := testkit.Guarded(t, room), testkit.Guarded(t, room)
			for n := 0; n <= maxLength; n++ {
				for a := 0; a < maxAlignment; a += k.src.align {
					src := in[a : a+k.src.size(n)]
					k.fill(r, src)
					// The other alignment runs through all values too, in another order.
					off := (a*7 + n) % maxAlignment / k.dst.align * k.dst.align
					compare(t, k, out, off, k.dst.size(n), src)
				}
			}
		})
	}
}

// TestKernelsBetweenUnreadablePages gets the alignments at the end from the
// lengths, all 64 of them.
func TestKernelsBetweenUnreadablePages(t *testing.T) {
	for _, k := range kernels {
		t.Run(k.name, func(t *testing.T) {
			r := newRand()
			in, out := testkit.Guarded(t, 4*maxLength), testkit.Guarded(t, 4*maxLength)
			for n := 0; n <= maxLength; n++ {
				srcSize, dstSize := k.src.size(n), k.dst.size(n)
				for range 8 {
					atEnd, atStart := in[len(in)-srcSize:], in[:srcSize]
					k.fill(r, atEnd)
					compare(t, k, out, len(out)-dstSize, dstSize, atEnd)
					k.fill(r, atStart)
					compare(t, k, out, 0, dstSize, atStart)
				}
			}
		})
	}
}

func TestKernelsOnLongInput(t *testing.T) {
	for _, k := range kernels {
		t.Run(k.name, func(t *testing.T) {
			r := newRand()
			in, out := make([]byte, 4<<14), make([]byte, 4<<14+128)
			for range 50 {
				n := r.IntN(1 << 14)
				src := in[:k.src.size(n)]
				k.fill(r, src)
				compare(t, k, out, 64, k.dst.size(n), src)
			}
		})
	}
}

// TestGoFormsStandIn runs everything with the features turned off.
func TestGoFormsStandIn(t *testing.T) {
	turnOff(t)
	t.Run("length", TestKernelsAtEveryLengthAndAlignment)
	t.Run("utf8", TestUTF8AgreesWithTheStandardLibrary)
	t.Run("escape", TestCopyEscapedAtEveryLengthAndAlignment)
}

func TestShortDestinationPanicsBeforeWriting(t *testing.T) {
	mustPanic := func(name string, f func()) {
		t.Helper()
		defer func() {
			if recover() == nil {
				t.Errorf("%s does not panic", name)
			}
		}()
		f()
	}
	for n := 1; n <= 100; n++ {
		packed, bools := make([]byte, bytesOfBits(n)-1), make([]bool, n)
		halves, floats := make([]uint16, n-1), make([]float32, n-1)
		for i := range bools {
			bools[i] = true
		}
		mustPanic("PackBools", func() { PackBools(packed[:len(packed):len(packed)], bools) })
		mustPanic("UnpackBools", func() { UnpackBools(bools, packed[:len(packed):len(packed)]) })
		mustPanic("Float16sToFloat32s", func() { Float16sToFloat32s(floats[:n-1:n-1], make([]uint16, n)) })
		mustPanic("Float32sToFloat16s", func() { Float32sToFloat16s(halves[:n-1:n-1], make([]float32, n)) })
		mustPanic("BFloat16sToFloat32s", func() { BFloat16sToFloat32s(floats[:n-1:n-1], make([]uint16, n)) })
		mustPanic("Float32sToBFloat16s", func() { Float32sToBFloat16s(halves[:n-1:n-1], make([]float32, n)) })
		if !bytes.Equal(packed, make([]byte, len(packed))) {
			t.Fatalf("PackBools of %d writes %x, then panics", n, packed)
		}
	}
}
