// What stops the kernels of 16-bit floats; wire/kernels_test.go holds their meaning.

package simd

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"
)

// halfKernels are the two formats with both their forms.
var halfKernels = []struct {
	name               string
	widen, widenGo     func([]float32, []uint16)
	narrow, narrowGo   func([]uint16, []float32)
	signalling, quietN uint16
}{
	{"float16", Float16sToFloat32s, float16sToFloat32sGeneric, Float32sToFloat16s, float32sToFloat16sGeneric, 0x7C01, 0x7E00},
	{"bfloat16", BFloat16sToFloat32s, bfloat16sToFloat32sGeneric, Float32sToBFloat16s, float32sToBFloat16sGeneric, 0x7F81, 0x7FC0},
}

// TestHalfTellsSignallingNaNsApart puts one at every place of arrays of every
// short length: the kernels of binary16 stop there, and must go on after it.
func TestHalfTellsSignallingNaNsApart(t *testing.T) {
	for _, k := range halfKernels {
		for n := 1; n <= 70; n++ {
			src := make([]uint16, n)
			for i := range src {
				src[i] = k.quietN | uint16(i)
			}
			wide, back := make([]float32, n), make([]uint16, n)
			for i := range src {
				kept := src[i]
				src[i] = k.signalling
				k.widen(wide, src)
				k.narrow(back, wide)
				for j := range src {
					if back[j] != src[j] {
						t.Fatalf("%s: %#04x, %d of %d, comes back as %#04x over %#08x", k.name, src[j], j, n, back[j], math.Float32bits(wide[j]))
					}
				}
				src[i] = kept
			}
		}
	}
}

func FuzzHalf(f *testing.F) {
	f.Add([]byte{})
	seed := make([]byte, 4*40)
	fillFloat32s(newRand(), seed)
	f.Add(seed)
	f.Fuzz(func(t *testing.T, data []byte) {
		halves, floats := make([]uint16, len(data)/2), make([]float32, len(data)/4)
		for i := range halves {
			halves[i] = binary.LittleEndian.Uint16(data[2*i:])
		}
		for i := range floats {
			floats[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
		}
		for _, k := range halfKernels {
			wide, wideGo := make([]float32, len(halves)), make([]float32, len(halves))
			k.widen(wide, halves)
			k.widenGo(wideGo, halves)
			for i := range wide {
				if got, want := math.Float32bits(wide[i]), math.Float32bits(wideGo[i]); got != want {
					t.Fatalf("%s: %#04x becomes %#08x, Go gives %#08x", k.name, halves[i], got, want)
				}
			}
			narrow, narrowGo := make([]uint16, len(floats)), make([]uint16, len(floats))
			k.narrow(narrow, floats)
			k.narrowGo(narrowGo, floats)
			for i := range narrow {
				if narrow[i] != narrowGo[i] {
					t.Fatalf("%s: %#08x becomes %#04x, Go gives %#04x", k.name, math.Float32bits(floats[i]), narrow[i], narrowGo[i])
				}
			}
		}
	})
}

func BenchmarkHalf(b *testing.B) {
	for _, k := range halfKernels {
		for _, n := range []int{8, 16, 20, 32, 100, 1000, 10000} {
			halves, floats := make([]uint16, n), make([]float32, n)
			for i := range floats {
				floats[i] = float32(i) * 0.7
			}
			k.narrowGo(halves, floats)
			for _, form := range []struct {
				name   string
				widen  func([]float32, []uint16)
				narrow func([]uint16, []float32)
			}{{"simd", k.widen, k.narrow}, {"go", k.widenGo, k.narrowGo}} {
				b.Run(fmt.Sprintf("%s/widen/%d/%s", k.name, n, form.name), func(b *testing.B) {
					b.SetBytes(int64(4 * n))
					for b.Loop() {
						form.widen(floats, halves)
					}
				})
				b.Run(fmt.Sprintf("%s/narrow/%d/%s", k.name, n, form.name), func(b *testing.B) {
					b.SetBytes(int64(4 * n))
					for b.Loop() {
						form.narrow(halves, floats)
					}
				})
			}
		}
	}
}
