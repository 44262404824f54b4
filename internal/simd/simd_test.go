// What holds for every kernel: it equals its Go form on every short length at
// every alignment, and it touches nothing outside its slices. The kernels are
// listed once, over bytes, so that all go through the same tests.

package simd

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/beve-org/beve-go/internal/mem"
)

const (
	maxLength    = 257
	maxAlignment = 64
)

// kernel is a kernel and its Go form as functions of n elements over bytes.
type kernel struct {
	name             string
	dstUnit, srcUnit int // bytes of an element; 0 for eight elements in a byte
	fast, twin       func(dst, src []byte, n int)
	fill             func(r *rand.Rand, src []byte)
}

func (k kernel) dstLen(n int) int { return lengthOf(k.dstUnit, n) }
func (k kernel) srcLen(n int) int { return lengthOf(k.srcUnit, n) }

func lengthOf(unit, n int) int {
	if unit == 0 {
		return bytesOfBits(n)
	}
	return unit * n
}

// step returns what an address of such elements is a multiple of.
func step(unit int) int { return max(unit, 1) }

// as views the whole of b as elements of T.
func as[T any](b []byte) []T {
	if len(b) == 0 {
		return nil
	}
	return mem.SliceAt[T](mem.Of(&b[0]), len(b)/mem.SizeOf[T]())
}

var kernels = []kernel{
	{
		name: "ValidUTF8", dstUnit: 0, srcUnit: 1, // no output; mistakes panic
		fast: func(_, src []byte, _ int) {
			if got, want := ValidUTF8(src), validUTF8PrefixGeneric(src) == len(src); got != want {
				panic(fmt.Sprintf("ValidUTF8(% x) = %t, Go says %t", src, got, want))
			}
			if got, want := ValidUTF8Prefix(src), validUTF8PrefixGeneric(src); got != want {
				panic(fmt.Sprintf("ValidUTF8Prefix(% x) = %d, Go says %d", src, got, want))
			}
		},
		twin: func(_, _ []byte, _ int) {},
		fill: fillText,
	},
	{
		name: "PackBools", dstUnit: 0, srcUnit: 1,
		fast: func(dst, src []byte, _ int) { PackBools(dst, as[bool](src)) },
		twin: func(dst, src []byte, _ int) { packBoolsGeneric(dst, as[bool](src)) },
		fill: func(r *rand.Rand, src []byte) {
			for i := range src {
				src[i] = byte(r.IntN(2))
			}
		},
	},
	{
		name: "UnpackBools", dstUnit: 1, srcUnit: 0,
		fast: func(dst, src []byte, _ int) { UnpackBools(as[bool](dst), src) },
		twin: func(dst, src []byte, _ int) { unpackBoolsGeneric(as[bool](dst), src) },
		fill: fillRandom,
	},
	{
		name: "Float16sToFloat32s", dstUnit: 4, srcUnit: 2,
		fast: func(dst, src []byte, _ int) { Float16sToFloat32s(as[float32](dst), as[uint16](src)) },
		twin: func(dst, src []byte, _ int) {
			float16sToFloat32sGeneric(as[float32](dst)[:len(src)/2], as[uint16](src))
		},
		fill: fillFloat16s,
	},
	{
		name: "Float32sToFloat16s", dstUnit: 2, srcUnit: 4,
		fast: func(dst, src []byte, _ int) { Float32sToFloat16s(as[uint16](dst), as[float32](src)) },
		twin: func(dst, src []byte, _ int) { float32sToFloat16sGeneric(as[uint16](dst), as[float32](src)) },
		fill: fillFloat32s,
	},
	{
		name: "BFloat16sToFloat32s", dstUnit: 4, srcUnit: 2,
		fast: func(dst, src []byte, _ int) { BFloat16sToFloat32s(as[float32](dst), as[uint16](src)) },
		twin: func(dst, src []byte, _ int) { bfloat16sToFloat32sGeneric(as[float32](dst), as[uint16](src)) },
		fill: fillFloat16s,
	},
	{
		name: "Float32sToBFloat16s", dstUnit: 2, srcUnit: 4,
		fast: func(dst, src []byte, _ int) { Float32sToBFloat16s(as[uint16](dst), as[float32](src)) },
		twin: func(dst, src []byte, _ int) { float32sToBFloat16sGeneric(as[uint16](dst), as[float32](src)) },
		fill: fillFloat32s,
	},
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

// compare runs both forms of k on n elements of src and reports a difference of
// the results, or a change of the bytes around dst, which lies in buf at off.
func compare(t *testing.T, k kernel, buf []byte, off int, src []byte, n int) {
	t.Helper()
	const canary = 0xA5
	dst := buf[off : off+k.dstLen(n)]
	before, after := buf[max(off-64, 0):off], buf[off+len(dst):min(off+len(dst)+64, len(buf))]
	for _, b := range [][]byte{before, dst, after} {
		for i := range b {
			b[i] = canary
		}
	}
	want := bytes.Repeat([]byte{canary}, len(dst)+8)[:len(dst)] // aligned for any element
	k.twin(want, src, n)
	k.fast(dst, src, n)
	if k.name != "ValidUTF8" && !bytes.Equal(dst, want) {
		t.Fatalf("%s of %d elements\n% x\ngives\n% x\nGo gives\n% x", k.name, n, src, dst, want)
	}
	for _, b := range [][]byte{before, after} {
		for i, c := range b {
			if c != canary {
				t.Fatalf("%s of %d elements writes outside, byte %d of % x", k.name, n, i, b)
			}
		}
	}
}

func TestKernelsAtEveryLengthAndAlignment(t *testing.T) {
	for _, k := range kernels {
		t.Run(k.name, func(t *testing.T) {
			r := newRand()
			const room = 2*maxAlignment + 4*maxLength + 64
			in, out := guarded(t, room), guarded(t, room)
			for n := 0; n <= maxLength; n++ {
				for a := 0; a < maxAlignment; a += step(k.srcUnit) {
					src := in[a : a+k.srcLen(n)]
					k.fill(r, src)
					// The other alignment runs through all values too, in another order.
					off := (a*7 + n) % maxAlignment / step(k.dstUnit) * step(k.dstUnit)
					compare(t, k, out, off, src, n)
				}
			}
		})
	}
}

func TestKernelsBetweenUnreadablePages(t *testing.T) {
	for _, k := range kernels {
		t.Run(k.name, func(t *testing.T) {
			r := newRand()
			in, out := guarded(t, 4*maxLength), guarded(t, 4*maxLength)
			for n := 0; n <= maxLength; n++ {
				for range 8 {
					srcEnd := in[len(in)-k.srcLen(n):]
					k.fill(r, srcEnd)
					compare(t, k, out, len(out)-k.dstLen(n), srcEnd, n)
					srcStart := in[:k.srcLen(n)]
					k.fill(r, srcStart)
					compare(t, k, out, 0, srcStart, n)
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
				src := in[:k.srcLen(n)]
				k.fill(r, src)
				compare(t, k, out, 64, src, n)
			}
		})
	}
}

// TestGoFormsStandIn runs everything with the features turned off.
func TestGoFormsStandIn(t *testing.T) {
	turnOff(t)
	t.Run("length", TestKernelsAtEveryLengthAndAlignment)
	t.Run("utf8", TestUTF8AgreesWithTheStandardLibrary)
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
