// Floats and integers against strconv.

package jsontext

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
)

func checkFloat(t *testing.T, f float64) {
	t.Helper()
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return
	}
	got := AppendFloat64([]byte("x"), f)[1:]
	want, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Fatalf("%x is printed as %s, want %s", math.Float64bits(f), got, want)
	}
	checkParse(t, string(got))
}

// checkParse reads one number as strconv does.
func checkParse(t *testing.T, s string) {
	t.Helper()
	want, err := strconv.ParseFloat(s, 64)
	got, next := ParseFloat([]byte(s), 0)
	if err != nil {
		if next >= 0 {
			t.Fatalf("%s is read as %v, want %v", s, got, err)
		}
		return
	}
	if next != len(s) || math.Float64bits(got) != math.Float64bits(want) {
		t.Fatalf("%s is read as %x to %d, want %x", s, math.Float64bits(got), next, math.Float64bits(want))
	}
}

func TestFloatsAgreeWithStrconv(t *testing.T) {
	n := testkit.Rounds(600_000)
	rng := rand.New(rand.NewPCG(7, 7))
	for exp := range uint64(2047) {
		for _, fraction := range []uint64{0, 1, 2, 1<<52 - 1, 1<<52 - 2, 1 << 51, rng.Uint64() >> 12} {
			checkFloat(t, math.Float64frombits(exp<<52|fraction))
			checkFloat(t, -math.Float64frombits(exp<<52|fraction))
		}
	}
	for e := -345; e < 310; e++ {
		for _, m := range []string{"1", "9", "17", "123456789", "9007199254740993", "18446744073709551615", "1.7976931348623157", "9999999999999999999"} {
			checkParse(t, m+"e"+strconv.Itoa(e))
		}
	}
	var b []byte
	for range n {
		f := math.Float64frombits(rng.Uint64())
		checkFloat(t, f)
		checkFloat(t, float64(rng.Int64N(1e17))/float64(uint64(1)<<rng.IntN(60)))
		checkFloat(t, math.Round(rng.Float64()*1e6)/1e3)
		price := float64(rng.Int64N(1e15)>>rng.IntN(50)) / 1e4
		checkFloat(t, price)
		checkFloat(t, math.Nextafter(price, 0))
		checkFloat(t, math.Nextafter(price, 1e300))
		b = strconv.AppendUint(b[:0], rng.Uint64()>>rng.IntN(64), 10)
		if rng.IntN(2) == 0 {
			b = append(b, '.')
			b = append(b, "0000000000000000000000"[:rng.IntN(22)]...)
			b = strconv.AppendUint(b, rng.Uint64()>>rng.IntN(64), 10)
		}
		b = append(b, 'e')
		b = strconv.AppendInt(b, int64(rng.IntN(700)-350), 10)
		checkParse(t, string(b))
		// Half way between two neighbours, or close to it.
		if f := math.Abs(f); f > 1e-300 && f < 1e300 {
			b = strconv.AppendFloat(b[:0], f, 'e', 16+rng.IntN(8), 64)
			checkParse(t, string(b))
		}
	}
}

func TestIntegersAgreeWithStrconv(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	check := func(v uint64) {
		if got, want := string(AppendUint(nil, v)), strconv.FormatUint(v, 10); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
		if got, want := string(AppendInt([]byte("x"), int64(v))), "x"+strconv.FormatInt(int64(v), 10); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
	}
	for p := uint64(1); p < 1e19; p *= 10 {
		for d := range uint64(3) {
			check(p - d)
			check(p + d)
		}
	}
	for range 300_000 {
		check(rng.Uint64() >> rng.IntN(64))
	}
	for v := range uint64(100_000) {
		check(v)
		check(v * 1000)
	}
}

func TestFloatsAreWhatEncodingJSONPrints(t *testing.T) {
	for _, f := range []float64{0, math.Copysign(0, -1), 1, 0.1, 1e20, 1e21, 1e-6, 9.99e-7, 123.456, math.MaxFloat64, math.SmallestNonzeroFloat64, 1e15, 1e15 + 0.5, 100, 1.5e300} {
		want, err := json.Marshal(f)
		if got := AppendFloat64(nil, f); err != nil || string(got) != string(want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestFractionsOfEveryLength puts every number of digits after the point in front of
// everything that may follow, at the end of the text and well before it.
func TestFractionsOfEveryLength(t *testing.T) {
	const digits = "90817263549081726354908"
	for _, before := range []string{"0", "-7", "65", "123456789"} {
		for n := 1; n <= len(digits); n++ {
			number := before + "." + digits[:n]
			want, err := strconv.ParseFloat(number, 64)
			if err != nil {
				t.Fatal(err)
			}
			for _, after := range []string{"", ",", "]", " ", "}0123456789", "/99999999", ":99999999", "\x00", "\xFF\xB0\xB9"} {
				if got, next := ParseFloat([]byte(number+after), 0); got != want || next != len(number) {
					t.Fatalf("%s%q: %v, %d, want %v", number, after, got, next, want)
				}
			}
		}
	}
}
