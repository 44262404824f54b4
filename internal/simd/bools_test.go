// Booleans bit by bit, and what unpacking leaves in memory.

package simd

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestBoolsMeaning(t *testing.T) {
	for n := range 300 {
		r := rand.New(rand.NewPCG(3, uint64(n)))
		bools := make([]bool, n)
		want := make([]byte, (n+7)/8)
		for i := range bools {
			bools[i] = r.IntN(2) == 1
			if bools[i] {
				want[i/8] |= 1 << (i % 8)
			}
		}
		got := bytes.Repeat([]byte{0xFF}, len(want))
		PackBools(got, bools)
		if !bytes.Equal(got, want) {
			t.Fatalf("PackBools(%v) = %x, want %x", bools, got, want)
		}
		if n%8 != 0 {
			got[len(got)-1] |= 0xFF << (n % 8) // unused bits do not matter
		}
		back := make([]bool, n)
		UnpackBools(back, got)
		for i := range back {
			if back[i] != bools[i] {
				t.Fatalf("UnpackBools(%x)[%d] = %t", got, i, back[i])
			}
		}
	}
}

// TestUnpackWritesOnlyZeroAndOne looks at the memory: a boolean of another value
// would break programs in ways == does not show.
func TestUnpackWritesOnlyZeroAndOne(t *testing.T) {
	src := make([]byte, 256/8*3)
	fillRandom(newRand(), src)
	for n := range 8 * len(src) {
		raw := make([]byte, n)
		UnpackBools(as[bool](raw), src)
		for i, b := range raw {
			if b > 1 {
				t.Fatalf("boolean %d of %d is %#x in memory", i, n, b)
			}
		}
	}
}

func FuzzBools(f *testing.F) {
	f.Add([]byte{}, uint8(0))
	f.Add(bytes.Repeat([]byte{0xA5, 0x01}, 20), uint8(3))
	f.Fuzz(func(t *testing.T, data []byte, cut uint8) {
		n := max(8*len(data)-int(cut%8), 0)
		got, want := make([]bool, n), make([]bool, n)
		UnpackBools(got, data)
		unpackBoolsGeneric(want, data)
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("UnpackBools(%x)[%d] = %t", data, i, got[i])
			}
		}
		packed, twin := make([]byte, bytesOfBits(n)), make([]byte, bytesOfBits(n))
		PackBools(packed, got)
		packBoolsGeneric(twin, got)
		if !bytes.Equal(packed, twin) {
			t.Fatalf("PackBools(%v) = %x, Go gives %x", got, packed, twin)
		}
		if n > 0 {
			data[len(data)-1] &= 0xFF >> (cut % 8)
		}
		if !bytes.Equal(packed, data[:len(packed)]) {
			t.Fatalf("%x comes back as %x", data, packed)
		}
	})
}

var boolCounts = []int{8, 31, 32, 39, 64, 100, 256, 1000, 10000}

func BenchmarkPackBools(b *testing.B) {
	for _, n := range boolCounts {
		src, dst := make([]bool, n), make([]byte, bytesOfBits(n))
		r := newRand()
		for i := range src {
			src[i] = r.IntN(2) == 1
		}
		for _, form := range []struct {
			name string
			f    func([]byte, []bool)
		}{{"simd", PackBools}, {"go", packBoolsGeneric}} {
			b.Run(fmt.Sprintf("%d/%s", n, form.name), func(b *testing.B) {
				b.SetBytes(int64(n))
				for b.Loop() {
					form.f(dst, src)
				}
			})
		}
	}
}

func BenchmarkUnpackBools(b *testing.B) {
	for _, n := range boolCounts {
		dst, src := make([]bool, n), make([]byte, bytesOfBits(n))
		fillRandom(newRand(), src)
		for _, form := range []struct {
			name string
			f    func([]bool, []byte)
		}{{"simd", UnpackBools}, {"go", unpackBoolsGeneric}} {
			b.Run(fmt.Sprintf("%d/%s", n, form.name), func(b *testing.B) {
				b.SetBytes(int64(n))
				for b.Loop() {
					form.f(dst, src)
				}
			})
		}
	}
}
