// Conversions of numbers against exact arithmetic, at all widths.

package wire_test

import (
	"encoding/binary"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// uint128Samples returns the integers of testkit.Halves128.
func uint128Samples(random int) []scalar.Uint128 {
	var list []scalar.Uint128
	for _, h := range testkit.Halves128(random) {
		list = append(list, scalar.Uint128(h))
	}
	return list
}

func bigUint128(x scalar.Uint128) *big.Int { return testkit.BigUint128(x.Hi, x.Lo) }
func bigInt128(x scalar.Int128) *big.Int   { return testkit.BigInt128(x.Hi, x.Lo) }

// integerHeaders are the headers of integers of every class and width.
var integerHeaders = []wire.Header{
	wire.HeaderInt8, wire.HeaderInt16, wire.HeaderInt32, wire.HeaderInt64, wire.HeaderInt128,
	wire.HeaderUint8, wire.HeaderUint16, wire.HeaderUint32, wire.HeaderUint64, wire.HeaderUint128,
}

// encoded returns the number of header h whose bytes are the low ones of x.
func encoded(h wire.Header, x scalar.Uint128) []byte {
	b := binary.LittleEndian.AppendUint64([]byte{byte(h)}, x.Lo)
	b = binary.LittleEndian.AppendUint64(b, x.Hi)
	return b[:1+h.Width()]
}

// meaning is the integer that data stands for, computed apart from the package.
func meaning(h wire.Header, data []byte) *big.Int {
	reversed := make([]byte, len(data))
	for i, b := range data {
		reversed[len(data)-1-i] = b
	}
	n := new(big.Int).SetBytes(reversed)
	if h.Class() == wire.Signed && data[len(data)-1]&0x80 != 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(data))))
	}
	return n
}

// integerSamples returns edge patterns and random ones of every length, among
// them integers of few significant bits, which floats can hold.
func integerSamples() []scalar.Uint128 {
	samples := uint128Samples(200)
	rng := rand.New(rand.NewPCG(7, 11))
	for range 500 {
		x := new(big.Int).SetUint64(rng.Uint64() >> rng.UintN(64))
		x.Lsh(x, rng.UintN(128))
		if rng.UintN(2) == 0 {
			x.Neg(x)
		}
		mask := new(big.Int).SetUint64(math.MaxUint64)
		lo := new(big.Int).And(x, mask).Uint64()
		hi := new(big.Int).And(new(big.Int).Rsh(x, 64), mask).Uint64()
		samples = append(samples, scalar.Uint128{Hi: hi, Lo: lo})
	}
	return samples
}

func TestIntegersConvertAsBigIntegersDo(t *testing.T) {
	samples := integerSamples()
	for _, h := range integerHeaders {
		for _, x := range samples {
			src := encoded(h, x)
			want := meaning(h, src[1:])
			n, next, err := wire.ReadNumber(src, 0)
			if err != nil || next != len(src) || n.Header() != h || n.IsFloat() {
				t.Fatalf("% X: %v, to %d, %v", src, n.Header(), next, err)
			}
			if n.String() != want.String() {
				t.Fatalf("% X is %s, want %s", src, n, want)
			}
			checkInteger(t, n, want)
			// The same bytes as a key mean the same number.
			key, next, err := wire.ReadIntKey(src, 1, h.Keyed())
			if err != nil || next != len(src) || key != n {
				t.Fatalf("% X as a key: %v to %d, %v", src, key, next, err)
			}
			if _, _, err := wire.ReadIntKey(src[:len(src)-1], 1, h.Keyed()); !errors.Is(err, fault.ErrTruncated) {
				t.Fatalf("a short key: %v", err)
			}
		}
	}
}

func checkInteger(t *testing.T, n wire.Number, want *big.Int) {
	t.Helper()
	if v, ok := n.Int64(); ok != want.IsInt64() || ok && v != want.Int64() {
		t.Fatalf("%v %s: Int64 is %d, %v", n.Header(), want, v, ok)
	}
	if v, ok := n.Uint64(); ok != want.IsUint64() || ok && v != want.Uint64() {
		t.Fatalf("%v %s: Uint64 is %d, %v", n.Header(), want, v, ok)
	}
	// A signed number of 128 bits has at most 127 beside the sign.
	fits := want.BitLen() <= 127 || want.Sign() < 0
	if v, ok := n.Int128(); ok != fits || ok && bigInt128(v).Cmp(want) != 0 {
		t.Fatalf("%v %s: Int128 is %v, %v", n.Header(), want, v, ok)
	}
	if v, ok := n.Uint128(); ok != (want.Sign() >= 0) || ok && bigUint128(v).Cmp(want) != 0 {
		t.Fatalf("%v %s: Uint128 is %v, %v", n.Header(), want, v, ok)
	}
	f, accuracy := new(big.Float).SetInt(want).Float64()
	shown := strconv.FormatFloat(f, 'f', -1, 64) == want.String()
	if v, ok := n.Float64(); ok != (accuracy == big.Exact || shown) || ok && v != f {
		t.Fatalf("%v %s: Float64 is %v, %v", n.Header(), want, v, ok)
	}
	f32, accuracy := new(big.Float).SetInt(want).Float32()
	shown = strconv.FormatFloat(float64(f32), 'f', -1, 32) == want.String()
	if v, ok := n.Float32(); ok != (accuracy == big.Exact || shown) || ok && v != f32 {
		t.Fatalf("%v %s: Float32 is %v, %v", n.Header(), want, v, ok)
	}
}

func TestFloatsAreNoIntegers(t *testing.T) {
	for _, src := range [][]byte{
		wire.AppendFloat64(nil, 1), wire.AppendFloat32(nil, 1), wire.AppendNumber[scalar.Float16](nil, 0x3C00),
		wire.AppendNumber[scalar.BFloat16](nil, 0x3F80), append([]byte{byte(wire.HeaderFloat128)}, sixteen...),
	} {
		n, _, err := wire.ReadNumber(src, 0)
		if err != nil || !n.IsFloat() {
			t.Fatal(n, err)
		}
		if _, ok := n.Int64(); ok {
			t.Error(n.Header(), "as int64")
		}
		if _, ok := n.Uint64(); ok {
			t.Error(n.Header(), "as uint64")
		}
		if _, ok := n.Int128(); ok {
			t.Error(n.Header(), "as int128")
		}
		if _, ok := n.Uint128(); ok {
			t.Error(n.Header(), "as uint128")
		}
		cause := fault.ErrMismatch
		if n.Header() == wire.HeaderFloat128 {
			cause = fault.ErrUnsupported
		}
		if _, _, err := wire.ReadInt64(src, 0); !errors.Is(err, cause) {
			t.Error(err)
		}
		if _, _, err := wire.ReadUint64(src, 0); !errors.Is(err, cause) {
			t.Error(err)
		}
	}
}

func TestFloatsWidenExactlyAndNarrowByRounding(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		src  []byte
		f64  float64
		f32  float32
		ok32 bool
		text string
	}{
		{wire.AppendFloat64(nil, 1.5), 1.5, 1.5, true, "1.5"},
		{wire.AppendFloat64(nil, 0.1), 0.1, 0.1, true, "0.1"},
		{wire.AppendFloat64(nil, 1e300), 1e300, 0, false, "1e+300"},
		{wire.AppendFloat64(nil, -1e300), -1e300, 0, false, "-1e+300"},
		{wire.AppendFloat64(nil, 1e-300), 1e-300, 0, true, "1e-300"},
		{wire.AppendFloat64(nil, inf), inf, float32(inf), true, "+Inf"},
		{wire.AppendFloat64(nil, -inf), -inf, float32(-inf), true, "-Inf"},
		{wire.AppendFloat64(nil, math.MaxFloat32), math.MaxFloat32, math.MaxFloat32, true, "3.4028234663852886e+38"},
		{wire.AppendFloat32(nil, 0.1), float64(float32(0.1)), 0.1, true, "0.1"},
		{wire.AppendFloat32(nil, math.SmallestNonzeroFloat32), math.SmallestNonzeroFloat32, math.SmallestNonzeroFloat32, true, "1e-45"},
		{wire.AppendNumber[scalar.Float16](nil, 0x3555), 0.333251953125, 0.333251953125, true, "0.33325195"},
		{wire.AppendNumber[scalar.Float16](nil, 0xFC00), -inf, float32(-inf), true, "-Inf"},
		{wire.AppendNumber[scalar.BFloat16](nil, 0x3EAB), 0.333984375, 0.333984375, true, "0.33398438"},
	} {
		n, _, err := wire.ReadNumber(c.src, 0)
		if err != nil {
			t.Fatal(err)
		}
		if n.String() != c.text {
			t.Errorf("% X is %q, want %q", c.src, n, c.text)
		}
		if v, next, err := wire.ReadFloat64(c.src, 0); v != c.f64 || next != len(c.src) || err != nil {
			t.Errorf("%s: float64 %v to %d, %v", c.text, v, next, err)
		}
		v, next, err := wire.ReadFloat32(c.src, 0)
		switch {
		case !c.ok32:
			if !errors.Is(err, fault.ErrOverflow) {
				t.Errorf("%s: float32 %v, %v", c.text, v, err)
			}
		case v != c.f32 || next != len(c.src) || err != nil:
			t.Errorf("%s: float32 %v to %d, %v", c.text, v, next, err)
		}
	}
}

func TestEveryBitOfAFloatIsCarried(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 2000 {
		bits := rng.Uint64()
		if i%4 == 0 {
			bits |= 0x7FF << 52 // NaN of any payload, signalling ones too
		}
		v, _, err := wire.ReadFloat64(wire.AppendFloat64(nil, math.Float64frombits(bits)), 0)
		if err != nil || math.Float64bits(v) != bits {
			t.Fatalf("%#x becomes %#x, %v", bits, math.Float64bits(v), err)
		}
		half := uint16(bits)
		n, _, _ := wire.ReadNumber(wire.AppendNumber[scalar.Float16](nil, scalar.Float16(half)), 0)
		if f, ok := n.Float64(); !ok || math.Float64bits(f) != math.Float64bits(scalar.Float16(half).Float64()) {
			t.Fatalf("float16 %#x becomes %v", half, f)
		}
		n, _, _ = wire.ReadNumber(wire.AppendNumber[scalar.BFloat16](nil, scalar.BFloat16(half)), 0)
		if f, ok := n.Float64(); !ok || math.Float64bits(f) != math.Float64bits(scalar.BFloat16(half).Float64()) {
			t.Fatalf("bfloat16 %#x becomes %v", half, f)
		}
		src := wire.AppendFloat32(nil, math.Float32frombits(uint32(bits)))
		if got := binary.LittleEndian.Uint32(src[1:]); got != uint32(bits) {
			t.Fatalf("float32 %#x is written as %#x", uint32(bits), got)
		}
	}
}

func TestBinary128IsUnsupportedNotMalformed(t *testing.T) {
	src := append([]byte{byte(wire.HeaderFloat128)}, sixteen...)
	if _, _, err := wire.ReadFloat64(src, 0); !errors.Is(err, fault.ErrUnsupported) || errors.Is(err, fault.ErrSyntax) {
		t.Error(err)
	}
	if _, _, err := wire.ReadFloat32(src, 0); !errors.Is(err, fault.ErrUnsupported) {
		t.Error(err)
	}
	n, _, _ := wire.ReadNumber(src, 0)
	if n.String() != "binary128" {
		t.Error(n)
	}
	if next, err := wire.Skip(src, 0); next != len(src) || err != nil {
		t.Error(next, err)
	}
}

func TestNumberErrorsNameBothTypes(t *testing.T) {
	for _, c := range []struct {
		err  func([]byte) error
		src  []byte
		text string
		is   error
	}{
		{readInt64, wire.AppendNumber[uint64](nil, math.MaxUint64), "beve: at byte 0: uint64 18446744073709551615 does not fit int64 exactly", fault.ErrOverflow},
		{readUint64, wire.AppendInt(nil, -1), "beve: at byte 0: int8 -1 does not fit uint64 exactly", fault.ErrOverflow},
		{readFloat64, wire.AppendInt(nil, 1<<53+1), "beve: at byte 0: int64 9007199254740993 does not fit float64 exactly", fault.ErrOverflow},
		{readInt64, wire.AppendFloat64(nil, 2), "beve: at byte 0: float64 does not decode into int64", fault.ErrMismatch},
		{readInt64, wire.AppendBool(nil, true), "beve: at byte 0: true is not a number", fault.ErrMismatch},
		{readFloat64, []byte{0x61, 0}, "beve: at byte 2: input ends inside a value", fault.ErrTruncated},
		{readUint64, []byte{0x61, 0}, "beve: at byte 2: input ends inside a value", fault.ErrTruncated},
		{readFloat32, []byte{0x07}, "beve: at byte 0: invalid header 0x07", fault.ErrSyntax},
	} {
		if err := c.err(c.src); err == nil || err.Error() != c.text || !errors.Is(err, c.is) {
			t.Errorf("% X: %v, want %s", c.src, err, c.text)
		}
	}
}

func readInt64(b []byte) error   { _, _, err := wire.ReadInt64(b, 0); return err }
func readUint64(b []byte) error  { _, _, err := wire.ReadUint64(b, 0); return err }
func readFloat64(b []byte) error { _, _, err := wire.ReadFloat64(b, 0); return err }
func readFloat32(b []byte) error { _, _, err := wire.ReadFloat32(b, 0); return err }

func FuzzNumber(f *testing.F) {
	f.Add(byte(3), uint64(math.MaxUint64), uint64(0))
	f.Add(byte(9), uint64(0), uint64(1)<<63)
	f.Add(byte(4), uint64(1)<<63, uint64(math.MaxUint64))
	f.Fuzz(func(t *testing.T, which byte, lo, hi uint64) {
		h := integerHeaders[int(which)%len(integerHeaders)]
		src := encoded(h, scalar.Uint128{Hi: hi, Lo: lo})
		n, _, err := wire.ReadNumber(src, 0)
		if err != nil {
			t.Fatal(err)
		}
		checkInteger(t, n, meaning(h, src[1:]))
		if v, err := strconv.ParseInt(n.String(), 10, 64); err == nil {
			if got, ok := n.Int64(); !ok || got != v {
				t.Fatal(n, got, ok)
			}
		}
	})
}
