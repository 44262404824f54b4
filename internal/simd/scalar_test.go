// The conversions of package scalar are the meaning that the kernels must have.

package simd_test

import (
	"math"
	"testing"

	"github.com/beve-org/beve-go/internal/simd"
	"github.com/beve-org/beve-go/scalar"
)

func TestHalvesWidenAsInWire(t *testing.T) {
	halves, wide := make([]uint16, 1<<16), make([]float32, 1<<16)
	for i := range halves {
		halves[i] = uint16(i)
	}
	simd.Float16sToFloat32s(wide, halves)
	for i, f := range wide {
		if got, want := math.Float32bits(f), math.Float32bits(scalar.Float16(i).Float32()); got != want {
			t.Fatalf("float16 %#04x becomes %#08x, in scalar %#08x", i, got, want)
		}
	}
	simd.BFloat16sToFloat32s(wide, halves)
	for i, f := range wide {
		if got, want := math.Float32bits(f), math.Float32bits(scalar.BFloat16(i).Float32()); got != want {
			t.Fatalf("bfloat16 %#04x becomes %#08x, in scalar %#08x", i, got, want)
		}
	}
}

// TestFloat32sNarrowAsInWire takes every 1009th float32, and around every value
// of a 16-bit float and every middle of two the five nearest.
func TestFloat32sNarrowAsInWire(t *testing.T) {
	const step = 1009
	floats := make([]float32, 0, 1<<13)
	check := func() {
		float16s, bfloat16s := make([]uint16, len(floats)), make([]uint16, len(floats))
		simd.Float32sToFloat16s(float16s, floats)
		simd.Float32sToBFloat16s(bfloat16s, floats)
		for i, f := range floats {
			if got, want := float16s[i], uint16(scalar.Float16FromFloat32(f)); got != want {
				t.Fatalf("%#08x becomes float16 %#04x, in scalar %#04x", math.Float32bits(f), got, want)
			}
			if got, want := bfloat16s[i], uint16(scalar.BFloat16FromFloat32(f)); got != want {
				t.Fatalf("%#08x becomes bfloat16 %#04x, in scalar %#04x", math.Float32bits(f), got, want)
			}
		}
		floats = floats[:0]
	}
	add := func(b uint32) {
		floats = append(floats, math.Float32frombits(b))
		if len(floats) == cap(floats) {
			check()
		}
	}
	for b := uint64(0); b < 1<<32; b += step {
		add(uint32(b))
	}
	for h := range uint32(1 << 16) {
		f16 := math.Float32bits(scalar.Float16(h).Float32())
		for d := range uint32(5) {
			for _, b := range []uint32{f16, f16 + 1<<12, h << 16, h<<16 + 1<<15} {
				add(b + d - 2)
			}
		}
	}
	check()
}
