// Tests of the 16-bit floats against the definition of their formats: values are
// computed from the fields with math.Ldexp, and rounding is checked by finding
// the two neighbours of a number in the list of all values.

package scalar_test

import (
	"math"
	"math/rand/v2"
	"sort"
	"strconv"
	"testing"

	"github.com/beve-org/beve-go/scalar"
)

// half is one 16-bit format: its layout, and the functions under test with their
// types taken off.
type half struct {
	name     string
	frac     int    // fraction bits
	bias     int    // exponent bias
	inf      uint16 // pattern of +Inf
	from32   func(float32) uint16
	from64   func(float64) uint16
	to32     func(uint16) float32
	to64     func(uint16) float64
	isNaN    func(uint16) bool
	toString func(uint16) string
}

var halves = []half{
	{
		name: "Float16", frac: 10, bias: 15, inf: 0x7C00,
		from32:   func(f float32) uint16 { return uint16(scalar.Float16FromFloat32(f)) },
		from64:   func(f float64) uint16 { return uint16(scalar.Float16FromFloat64(f)) },
		to32:     func(h uint16) float32 { return scalar.Float16(h).Float32() },
		to64:     func(h uint16) float64 { return scalar.Float16(h).Float64() },
		isNaN:    func(h uint16) bool { return scalar.Float16(h).IsNaN() },
		toString: func(h uint16) string { return scalar.Float16(h).String() },
	},
	{
		name: "BFloat16", frac: 7, bias: 127, inf: 0x7F80,
		from32:   func(f float32) uint16 { return uint16(scalar.BFloat16FromFloat32(f)) },
		from64:   func(f float64) uint16 { return uint16(scalar.BFloat16FromFloat64(f)) },
		to32:     func(h uint16) float32 { return scalar.BFloat16(h).Float32() },
		to64:     func(h uint16) float64 { return scalar.BFloat16(h).Float64() },
		isNaN:    func(h uint16) bool { return scalar.BFloat16(h).IsNaN() },
		toString: func(h uint16) string { return scalar.BFloat16(h).String() },
	},
}

// eachHalf runs test once per 16-bit format.
func eachHalf(t *testing.T, test func(t *testing.T, f half)) {
	for _, f := range halves {
		t.Run(f.name, func(t *testing.T) { test(t, f) })
	}
}

// value returns the value of the finite pattern h, from the definition.
func (f half) value(h uint16) float64 {
	exp := int(h&0x7FFF) >> f.frac
	sig := int(h) & (1<<f.frac - 1)
	if exp == 0 {
		exp = 1
	} else {
		sig |= 1 << f.frac
	}
	v := math.Ldexp(float64(sig), exp-f.bias-f.frac)
	if h&0x8000 != 0 {
		v = math.Copysign(v, -1)
	}
	return v
}

// ladder returns the values of all finite patterns from 0 upwards, and above them
// the value infinity's pattern would have if it were a number, since rounding
// overflows at half the way to it.
func (f half) ladder() []float64 {
	values := make([]float64, f.inf+1)
	for h := range values {
		values[h] = f.value(uint16(h))
	}
	return values
}

// nearest is the slow reference: the pattern nearest to v, even on a tie. The
// middle of two neighbours is exact in float64 for both formats.
func nearest(ladder []float64, v float64) uint16 {
	var sign uint16
	if math.Signbit(v) {
		sign, v = 0x8000, -v
	}
	above := sort.SearchFloat64s(ladder, v)
	switch {
	case above == len(ladder):
		return sign | uint16(len(ladder)-1)
	case ladder[above] == v:
		return sign | uint16(above)
	}
	below := above - 1
	middle := (ladder[below] + ladder[above]) / 2
	if v < middle || v == middle && below%2 == 0 {
		return sign | uint16(below)
	}
	return sign | uint16(above)
}

// check32 compares the narrowing of the float32 v, by both functions, with want.
func (f half) check32(t *testing.T, v float32, want uint16) {
	t.Helper()
	if got := f.from32(v); got != want {
		t.Fatalf("%sFromFloat32(%x, bits %#08x) = %#04x, want %#04x", f.name, v, math.Float32bits(v), got, want)
	}
	f.check64(t, float64(v), want)
}

// check64 compares the narrowing of v with want.
func (f half) check64(t *testing.T, v float64, want uint16) {
	t.Helper()
	if got := f.from64(v); got != want {
		t.Fatalf("%sFromFloat64(%x, bits %#016x) = %#04x, want %#04x", f.name, v, math.Float64bits(v), got, want)
	}
}

func TestHalfWidensEveryPatternExactly(t *testing.T) {
	eachHalf(t, func(t *testing.T, f half) {
		for i := range 1 << 16 {
			h := uint16(i)
			v32, v64 := f.to32(h), f.to64(h)
			if isNaN := h&0x7FFF > f.inf; f.isNaN(h) != isNaN {
				t.Fatalf("%#04x: IsNaN is %v, want %v", h, !isNaN, isNaN)
			}
			var want64 uint64
			if h&0x7FFF < f.inf {
				want64 = math.Float64bits(f.value(h))
			} else {
				payload := uint64(h & (1<<f.frac - 1))
				want64 = uint64(h>>15)<<63 | 0x7FF<<52 | payload<<(52-f.frac)
			}
			if got := math.Float64bits(v64); got != want64 {
				t.Fatalf("%#04x: Float64 has bits %#016x, want %#016x", h, got, want64)
			}
			var want32 uint32
			if h&0x7FFF < f.inf {
				want32 = math.Float32bits(float32(f.value(h)))
				if float64(math.Float32frombits(want32)) != f.value(h) {
					t.Fatalf("%#04x: %v is not a float32", h, f.value(h))
				}
			} else {
				payload := uint32(h & (1<<f.frac - 1))
				want32 = uint32(h>>15)<<31 | 0xFF<<23 | payload<<(23-f.frac)
			}
			if got := math.Float32bits(v32); got != want32 {
				t.Fatalf("%#04x: Float32 has bits %#08x, want %#08x", h, got, want32)
			}
		}
	})
}

func TestHalfRoundTripsEveryPattern(t *testing.T) {
	eachHalf(t, func(t *testing.T, f half) {
		for i := range 1 << 16 {
			h := uint16(i)
			if got := f.from32(f.to32(h)); got != h {
				t.Fatalf("%#04x came back as %#04x through float32", h, got)
			}
			if got := f.from64(f.to64(h)); got != h {
				t.Fatalf("%#04x came back as %#04x through float64", h, got)
			}
		}
	})
}

// Every value, every middle between two values, and the floats next to each, of
// both signs: all places where rounding changes its answer.
func TestHalfRoundsEveryHalfwayCaseToEven(t *testing.T) {
	eachHalf(t, func(t *testing.T, f half) {
		ladder := f.ladder()
		for below := range len(ladder) - 1 {
			low, high := uint16(below), uint16(below+1)
			even := low + low%2
			middle := (ladder[below] + ladder[below+1]) / 2
			middle32 := float32(middle)
			if float64(middle32) != middle {
				t.Fatalf("middle above %#04x is not a float32", low)
			}
			inf32, inf64 := float32(math.Inf(1)), math.Inf(1)
			for _, sign := range []uint16{0, 0x8000} {
				s := float32(1)
				if sign != 0 {
					s = -1
				}
				f.check32(t, s*middle32, sign|even)
				f.check32(t, s*math.Nextafter32(middle32, 0), sign|low)
				f.check32(t, s*math.Nextafter32(middle32, inf32), sign|high)
				f.check64(t, float64(s)*math.Nextafter(middle, 0), sign|low)
				f.check64(t, float64(s)*math.Nextafter(middle, inf64), sign|high)

				value := ladder[below]
				f.check64(t, float64(s)*value, sign|low)
				f.check64(t, float64(s)*math.Nextafter(value, inf64), sign|low)
				if below > 0 {
					f.check64(t, float64(s)*math.Nextafter(value, 0), sign|low)
				}
			}
		}
	})
}

func TestHalfAgreesWithNeighbourSearchOverFloat32(t *testing.T) {
	// An odd stride over all bit patterns meets every exponent with every kind of
	// lower bits; 2^32/1021 is 4.2 million values per format.
	stride := uint64(1021)
	if testing.Short() {
		stride = 65521
	}
	eachHalf(t, func(t *testing.T, f half) {
		ladder := f.ladder()
		for b := uint64(0); b < 1<<32; b += stride {
			v := math.Float32frombits(uint32(b))
			if v == v {
				f.check32(t, v, nearest(ladder, float64(v)))
			}
		}
	})
}

func TestHalfAgreesWithNeighbourSearchOverFloat64(t *testing.T) {
	rounds := 1_000_000
	if testing.Short() {
		rounds = 50_000
	}
	eachHalf(t, func(t *testing.T, f half) {
		rng := rand.New(rand.NewPCG(1, uint64(f.frac)))
		ladder := f.ladder()
		for range rounds {
			// Exponents from well below the smallest value to well above the
			// largest, then once in a while any pattern at all.
			exp := 1023 - f.bias - f.frac - 4 + rng.IntN(2*f.bias+f.frac+8)
			b := rng.Uint64()&(1<<63|1<<52-1) | uint64(exp)<<52
			if rng.IntN(8) == 0 {
				b = rng.Uint64()
			}
			if rng.IntN(4) == 0 {
				// Near a middle, but only in bits that a float32 drops.
				b = b&^(1<<40-1) | uint64(rng.IntN(3))
			}
			v := math.Float64frombits(b)
			if v == v {
				f.check64(t, v, nearest(ladder, v))
			}
		}
	})
}

// The middle of two values plus a hair that a float32 cannot hold: rounding to
// float32 first would lose the hair and then go to the even neighbour.
func TestHalfFromFloat64RoundsOnce(t *testing.T) {
	eachHalf(t, func(t *testing.T, f half) {
		v := 1 + math.Ldexp(1, -f.frac-1) + 0x1p-50
		one := f.from64(1)
		if got := f.from64(v); got != one+1 {
			t.Errorf("got %#04x, want %#04x", got, one+1)
		}
		if got := f.from32(float32(v)); got != one {
			t.Errorf("through float32: got %#04x, want %#04x; the case proves nothing", got, one)
		}
	})
}

func TestHalfNaNNeverBecomesInfinity(t *testing.T) {
	eachHalf(t, func(t *testing.T, f half) {
		quiet := uint16(1) << (f.frac - 1)
		check := func(got, sign uint16, payload uint64) {
			t.Helper()
			want := sign | f.inf | uint16(payload)
			if payload == 0 {
				want |= quiet
			}
			if got != want || !f.isNaN(got) {
				t.Fatalf("payload %#x: got %#04x, want %#04x", payload, got, want)
			}
		}
		for _, sign := range []uint16{0, 0x8000} {
			for bit := range 23 {
				b := uint32(sign)<<16 | 0xFF<<23 | 1<<bit
				check(f.from32(math.Float32frombits(b)), sign, 1<<bit>>(23-f.frac))
			}
			for bit := range 52 {
				b := uint64(sign)<<48 | 0x7FF<<52 | 1<<bit
				check(f.from64(math.Float64frombits(b)), sign, 1<<bit>>(52-f.frac))
			}
			all32 := uint32(sign)<<16 | 0x7FFFFFFF
			check(f.from32(math.Float32frombits(all32)), sign, 1<<f.frac-1)
			all64 := uint64(sign)<<48 | (1<<63 - 1)
			check(f.from64(math.Float64frombits(all64)), sign, 1<<f.frac-1)
		}
		check(f.from64(math.NaN()), 0, uint64(quiet))
	})
}

func TestHalfNamedValues(t *testing.T) {
	inf := math.Inf(1)
	negZero := math.Copysign(0, -1)
	cases := []struct {
		in    float64
		f, bf uint16
	}{
		{0, 0x0000, 0x0000},
		{negZero, 0x8000, 0x8000},
		{1, 0x3C00, 0x3F80},
		{-2, 0xC000, 0xC000},
		{65504, 0x7BFF, 0x4780},
		{65519.99, 0x7BFF, 0x4780},
		{65520, 0x7C00, 0x4780},
		{0x1p-14, 0x0400, 0x3880},
		{0x1p-24, 0x0001, 0x3380},
		{0x1p-25, 0x0000, 0x3300},
		{0x1.8p-25, 0x0001, 0x3340},
		{math.MaxFloat32, 0x7C00, 0x7F80},
		{0x1.FEp127, 0x7C00, 0x7F7F},
		{0x1p-133, 0x0000, 0x0001},
		{0x1p-134, 0x0000, 0x0000},
		{math.SmallestNonzeroFloat64, 0x0000, 0x0000},
		{-math.MaxFloat64, 0xFC00, 0xFF80},
		{inf, 0x7C00, 0x7F80},
		{-inf, 0xFC00, 0xFF80},
	}
	for _, c := range cases {
		if got := scalar.Float16FromFloat64(c.in); got != scalar.Float16(c.f) {
			t.Errorf("Float16FromFloat64(%v) = %#04x, want %#04x", c.in, uint16(got), c.f)
		}
		if got := scalar.BFloat16FromFloat64(c.in); got != scalar.BFloat16(c.bf) {
			t.Errorf("BFloat16FromFloat64(%v) = %#04x, want %#04x", c.in, uint16(got), c.bf)
		}
	}
}

func TestHalfString(t *testing.T) {
	cases := []struct{ got, want string }{
		{scalar.Float16(0x3C00).String(), "1"},
		{scalar.Float16(0x2E66).String(), "0.099975586"},
		{scalar.Float16(0xFBFF).String(), "-65504"},
		{scalar.Float16(0x8000).String(), "-0"},
		{scalar.Float16(0x7C00).String(), "+Inf"},
		{scalar.Float16(0xFC00).String(), "-Inf"},
		{scalar.Float16(0x7E00).String(), "NaN"},
		{scalar.BFloat16(0x3F80).String(), "1"},
		{scalar.BFloat16(0x3DCD).String(), "0.100097656"},
		{scalar.BFloat16(0xFF80).String(), "-Inf"},
		{scalar.BFloat16(0x7F81).String(), "NaN"},
	}
	for _, c := range cases {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
	eachHalf(t, func(t *testing.T, f half) {
		for h := uint16(0); h < f.inf; h++ {
			v, err := strconv.ParseFloat(f.toString(h), 32)
			if err != nil || f.from32(float32(v)) != h {
				t.Fatalf("%#04x prints as %q, which reads as %v, %v", h, f.toString(h), v, err)
			}
		}
	})
}

func BenchmarkHalfFromFloat32(b *testing.B) {
	for _, data := range []struct {
		name string
		exps int
	}{{"normal", 20}, {"mixed", 60}} {
		rng := rand.New(rand.NewPCG(1, 2))
		in := make([]float32, 4096)
		for i := range in {
			in[i] = float32(math.Ldexp(rng.Float64()-0.5, rng.IntN(data.exps)-data.exps/2+2))
		}
		b.Run("float16/"+data.name, func(b *testing.B) {
			out := make([]scalar.Float16, len(in))
			b.SetBytes(int64(len(in) * 4))
			for b.Loop() {
				for i, v := range in {
					out[i] = scalar.Float16FromFloat32(v)
				}
			}
		})
		b.Run("bfloat16/"+data.name, func(b *testing.B) {
			out := make([]scalar.BFloat16, len(in))
			b.SetBytes(int64(len(in) * 4))
			for b.Loop() {
				for i, v := range in {
					out[i] = scalar.BFloat16FromFloat32(v)
				}
			}
		})
	}
}

func BenchmarkHalfToFloat32(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 4))
	in := make([]scalar.Float16, 4096)
	for i := range in {
		in[i] = scalar.Float16(rng.Uint32())
	}
	out := make([]float32, len(in))
	b.SetBytes(int64(len(in) * 4))
	for b.Loop() {
		for i, h := range in {
			out[i] = h.Float32()
		}
	}
}
