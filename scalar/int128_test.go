// Tests of the 128-bit integers against math/big, over edges of every bit length
// and over random values of random length.

package scalar_test

import (
	"encoding"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/scalar"
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

var (
	_ encoding.TextMarshaler   = scalar.Int128{}
	_ encoding.TextUnmarshaler = (*scalar.Int128)(nil)
	_ encoding.TextMarshaler   = scalar.Uint128{}
	_ encoding.TextUnmarshaler = (*scalar.Uint128)(nil)
)

var (
	maxUint128 = scalar.Uint128{Hi: math.MaxUint64, Lo: math.MaxUint64}
	maxInt128  = scalar.Int128{Hi: math.MaxInt64, Lo: math.MaxUint64}
	minInt128  = scalar.Int128{Hi: math.MinInt64}
)

func TestUint128AgreesWithBig(t *testing.T) {
	for _, x := range uint128Samples(200_000) {
		v := bigUint128(x)
		text := v.String()
		if got := x.String(); got != text {
			t.Fatalf("String = %s, want %s", got, text)
		}
		if got, err := scalar.ParseUint128(text); got != x || err != nil {
			t.Fatalf("ParseUint128(%s) = %v, %v", text, got, err)
		}
		if want, _ := new(big.Float).SetInt(v).Float64(); x.Float64() != want {
			t.Fatalf("%s: Float64 = %x, want %x", text, x.Float64(), want)
		}
		i, fitsInt := x.Int64()
		if fitsInt != v.IsInt64() || fitsInt && i != v.Int64() || !fitsInt && i != 0 {
			t.Fatalf("%s: Int64 = %d, %v", text, i, fitsInt)
		}
		u, fitsUint := x.Uint64()
		if fitsUint != v.IsUint64() || fitsUint && u != v.Uint64() || !fitsUint && u != 0 {
			t.Fatalf("%s: Uint64 = %d, %v", text, u, fitsUint)
		}
		if fitsUint && scalar.Uint128FromUint64(u) != x {
			t.Fatalf("Uint128FromUint64(%d) = %v", u, scalar.Uint128FromUint64(u))
		}
	}
}

func TestInt128AgreesWithBig(t *testing.T) {
	for _, s := range uint128Samples(200_000) {
		// The same bits as a signed number, and its negation.
		for _, x := range []scalar.Int128{
			{Hi: int64(s.Hi), Lo: s.Lo},
			negated(scalar.Int128{Hi: int64(s.Hi), Lo: s.Lo}),
		} {
			v := bigInt128(x)
			text := v.String()
			if got := x.String(); got != text {
				t.Fatalf("String = %s, want %s", got, text)
			}
			if got, err := scalar.ParseInt128(text); got != x || err != nil {
				t.Fatalf("ParseInt128(%s) = %v, %v", text, got, err)
			}
			want, _ := new(big.Float).SetInt(v).Float64()
			if got := x.Float64(); got != want || math.Signbit(got) != (v.Sign() < 0) {
				t.Fatalf("%s: Float64 = %x, want %x", text, got, want)
			}
			i, fitsInt := x.Int64()
			if fitsInt != v.IsInt64() || fitsInt && i != v.Int64() || !fitsInt && i != 0 {
				t.Fatalf("%s: Int64 = %d, %v", text, i, fitsInt)
			}
			u, fitsUint := x.Uint64()
			if fitsUint != v.IsUint64() || fitsUint && u != v.Uint64() || !fitsUint && u != 0 {
				t.Fatalf("%s: Uint64 = %d, %v", text, u, fitsUint)
			}
			if fitsInt && scalar.Int128FromInt64(i) != x {
				t.Fatalf("Int128FromInt64(%d) = %v", i, scalar.Int128FromInt64(i))
			}
		}
	}
}

// negated returns -x in two's complement.
func negated(x scalar.Int128) scalar.Int128 {
	x.Hi, x.Lo = ^x.Hi, -x.Lo
	if x.Lo == 0 {
		x.Hi++
	}
	return x
}

func TestCmp128AgreesWithBig(t *testing.T) {
	list := uint128Samples(2000)
	rng := rand.New(rand.NewPCG(128, 2))
	check := func(x, y scalar.Uint128) {
		t.Helper()
		if got, want := x.Cmp(y), bigUint128(x).Cmp(bigUint128(y)); got != want {
			t.Fatalf("%v.Cmp(%v) = %d, want %d", x, y, got, want)
		}
		i, j := scalar.Int128{Hi: int64(x.Hi), Lo: x.Lo}, scalar.Int128{Hi: int64(y.Hi), Lo: y.Lo}
		if got, want := i.Cmp(j), bigInt128(i).Cmp(bigInt128(j)); got != want {
			t.Fatalf("%v.Cmp(%v) = %d, want %d", i, j, got, want)
		}
	}
	for k, x := range list {
		check(x, x)
		check(x, list[(k+1)%len(list)])
		check(list[(k+1)%len(list)], x)
		for range 10 {
			y := list[rng.IntN(len(list))]
			check(x, y)
			check(scalar.Uint128{Hi: y.Hi, Lo: x.Lo}, y)
		}
	}
}

func TestEdges128(t *testing.T) {
	cases := []struct{ got, want string }{
		{scalar.Uint128{}.String(), "0"},
		{maxUint128.String(), "340282366920938463463374607431768211455"},
		{scalar.Int128{}.String(), "0"},
		{scalar.Int128FromInt64(-1).String(), "-1"},
		{scalar.Int128FromInt64(math.MinInt64).String(), "-9223372036854775808"},
		{maxInt128.String(), "170141183460469231731687303715884105727"},
		{minInt128.String(), "-170141183460469231731687303715884105728"},
		{string(minInt128.AppendDecimal([]byte("x="))), "x=-170141183460469231731687303715884105728"},
		{string(maxUint128.AppendDecimal([]byte("x="))), "x=340282366920938463463374607431768211455"},
	}
	for _, c := range cases {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
	if got := maxUint128.Float64(); got != 0x1p128 {
		t.Errorf("largest Uint128 as float64: %x", got)
	}
	if got := minInt128.Float64(); got != -0x1p127 {
		t.Errorf("lowest Int128 as float64: %x", got)
	}
}

func TestParse128Grammar(t *testing.T) {
	zeros := strings.Repeat("0", 1000)
	cases := []struct {
		text string
		i, u string // the result, or "syntax" or "range"
	}{
		{"", "syntax", "syntax"},
		{"-", "syntax", "syntax"},
		{"+", "syntax", "syntax"},
		{"0", "0", "0"},
		{"-0", "0", "syntax"},
		{"+7", "7", "syntax"},
		{"--7", "syntax", "syntax"},
		{"+-7", "syntax", "syntax"},
		{"007", "7", "7"},
		{" 7", "syntax", "syntax"},
		{"7 ", "syntax", "syntax"},
		{"1_000", "syntax", "syntax"},
		{"0x10", "syntax", "syntax"},
		{"1e3", "syntax", "syntax"},
		{"1.0", "syntax", "syntax"},
		{"/", "syntax", "syntax"},
		{":", "syntax", "syntax"},
		{"٣", "syntax", "syntax"},
		{zeros + "12", "12", "12"},
		{"-" + zeros + "12", "-12", "syntax"},
		{"170141183460469231731687303715884105727", "170141183460469231731687303715884105727", "170141183460469231731687303715884105727"},
		{"170141183460469231731687303715884105728", "range", "170141183460469231731687303715884105728"},
		{"-170141183460469231731687303715884105728", "-170141183460469231731687303715884105728", "syntax"},
		{"-170141183460469231731687303715884105729", "range", "syntax"},
		{"-340282366920938463463374607431768211455", "range", "syntax"},
		{"340282366920938463463374607431768211455", "range", "340282366920938463463374607431768211455"},
		{"340282366920938463463374607431768211456", "range", "range"},
		{"999999999999999999999999999999999999999", "range", "range"},
		{"1" + zeros, "range", "range"},
		// 2^128 times ten to the 19: what is left after wrapping is 0.
		{"3402823669209384634633746074317682114560000000000000000000", "range", "range"},
		{"1" + zeros + "x", "syntax", "syntax"},
		{"-1" + zeros + "x", "syntax", "syntax"},
	}
	outcome := func(s string, err error) string {
		switch {
		case errors.Is(err, strconv.ErrSyntax):
			return "syntax"
		case errors.Is(err, strconv.ErrRange):
			return "range"
		case err != nil:
			return err.Error()
		}
		return s
	}
	for _, c := range cases {
		i, errI := scalar.ParseInt128(c.text)
		if got := outcome(i.String(), errI); got != c.i {
			t.Errorf("ParseInt128(%.50q) = %s, want %s", c.text, got, c.i)
		}
		u, errU := scalar.ParseUint128(c.text)
		if got := outcome(u.String(), errU); got != c.u {
			t.Errorf("ParseUint128(%.50q) = %s, want %s", c.text, got, c.u)
		}
		if errI != nil && i != (scalar.Int128{}) || errU != nil && u != (scalar.Uint128{}) {
			t.Errorf("%.50q: a value beside an error", c.text)
		}

		// UnmarshalText follows the same rules and keeps its receiver on errors.
		before := scalar.Int128{Hi: -5, Lo: 6}
		ti := before
		if errT := ti.UnmarshalText([]byte(c.text)); outcome(ti.String(), errT) != c.i {
			t.Errorf("Int128.UnmarshalText(%.50q) = %s, %v", c.text, ti, errT)
		} else if errT != nil && ti != before {
			t.Errorf("Int128.UnmarshalText(%.50q) changed its receiver to %s", c.text, ti)
		}
		beforeU := scalar.Uint128{Hi: 5, Lo: 6}
		tu := beforeU
		if errT := tu.UnmarshalText([]byte(c.text)); outcome(tu.String(), errT) != c.u {
			t.Errorf("Uint128.UnmarshalText(%.50q) = %s, %v", c.text, tu, errT)
		} else if errT != nil && tu != beforeU {
			t.Errorf("Uint128.UnmarshalText(%.50q) changed its receiver to %s", c.text, tu)
		}
	}
}

func TestParse128ErrorNamesFunctionAndText(t *testing.T) {
	buf := []byte("12x")
	var x scalar.Int128
	err := x.UnmarshalText(buf)
	copy(buf, "???")
	var numErr *strconv.NumError
	if !errors.As(err, &numErr) || numErr.Num != "12x" || numErr.Func != "Int128.UnmarshalText" {
		t.Errorf("got %v", err)
	}
	_, err = scalar.ParseUint128("-1")
	if want := `strconv.ParseUint128: parsing "-1": invalid syntax`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestMarshalText128RoundTrips(t *testing.T) {
	for _, s := range uint128Samples(2000) {
		text, err := s.MarshalText()
		if err != nil || string(text) != s.String() {
			t.Fatalf("%v: MarshalText = %s, %v", s, text, err)
		}
		var u scalar.Uint128
		if err := u.UnmarshalText(text); err != nil || u != s {
			t.Fatalf("%s came back as %v, %v", text, u, err)
		}
		x := scalar.Int128{Hi: int64(s.Hi), Lo: s.Lo}
		text, err = x.MarshalText()
		if err != nil || string(text) != x.String() {
			t.Fatalf("%v: MarshalText = %s, %v", x, text, err)
		}
		var i scalar.Int128
		if err := i.UnmarshalText(text); err != nil || i != x {
			t.Fatalf("%s came back as %v, %v", text, i, err)
		}
	}
}

func Test128Allocations(t *testing.T) {
	dst := make([]byte, 0, 64)
	text := minInt128.AppendDecimal(nil)
	str := string(text)
	var x scalar.Int128
	pins := []struct {
		name string
		want float64
		run  func()
	}{
		{"AppendDecimal", 0, func() { dst = minInt128.AppendDecimal(dst[:0]) }},
		{"ParseInt128", 0, func() { x, _ = scalar.ParseInt128(str) }},
		{"UnmarshalText", 0, func() { _ = x.UnmarshalText(text) }},
		{"MarshalText", 1, func() { text, _ = minInt128.MarshalText() }},
	}
	for _, pin := range pins {
		if got := testing.AllocsPerRun(100, pin.run); got > pin.want {
			t.Errorf("%s: %v allocations, want %v", pin.name, got, pin.want)
		}
	}
}

func FuzzParse128(f *testing.F) {
	for _, s := range []string{"", "0", "-0", "+1", "-170141183460469231731687303715884105728",
		"340282366920938463463374607431768211456", "00000000000000000000000000000000000000001", "1_0", "12x"} {
		f.Add(s)
	}
	maxU, maxI, minI := bigUint128(maxUint128), bigInt128(maxInt128), bigInt128(minInt128)
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 2000 {
			return
		}
		// big.Int reads the same grammar; only the unsigned form refuses signs.
		v, ok := new(big.Int).SetString(s, 10)
		i, err := scalar.ParseInt128(s)
		switch {
		case !ok:
			if !errors.Is(err, strconv.ErrSyntax) {
				t.Fatalf("ParseInt128(%q) = %v, %v, want a syntax error", s, i, err)
			}
		case v.Cmp(minI) < 0 || v.Cmp(maxI) > 0:
			if !errors.Is(err, strconv.ErrRange) {
				t.Fatalf("ParseInt128(%q) = %v, %v, want a range error", s, i, err)
			}
		case err != nil || bigInt128(i).Cmp(v) != 0:
			t.Fatalf("ParseInt128(%q) = %v, %v", s, i, err)
		}
		u, err := scalar.ParseUint128(s)
		switch {
		case !ok || s[0] == '-' || s[0] == '+':
			if !errors.Is(err, strconv.ErrSyntax) {
				t.Fatalf("ParseUint128(%q) = %v, %v, want a syntax error", s, u, err)
			}
		case v.Cmp(maxU) > 0:
			if !errors.Is(err, strconv.ErrRange) {
				t.Fatalf("ParseUint128(%q) = %v, %v, want a range error", s, u, err)
			}
		case err != nil || bigUint128(u).Cmp(v) != 0:
			t.Fatalf("ParseUint128(%q) = %v, %v", s, u, err)
		}
	})
}

func BenchmarkInt128Text(b *testing.B) {
	text := minInt128.String()
	b.Run("append", func(b *testing.B) {
		dst := make([]byte, 0, 64)
		for b.Loop() {
			dst = minInt128.AppendDecimal(dst[:0])
		}
	})
	b.Run("parse", func(b *testing.B) {
		for b.Loop() {
			if _, err := scalar.ParseInt128(text); err != nil {
				b.Fatal(err)
			}
		}
	})
}
