package jsontext

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

func TestTextShowsTheFloatThatItWasPrintedOf(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		f := math.Float64frombits(r.Uint64())
		if f-f != 0 {
			continue
		}
		for _, format := range []byte{'e', 'f', 'g'} {
			precision := -1 + r.IntN(30)
			text := strconv.FormatFloat(f, format, precision, 64)
			if back, err := strconv.ParseFloat(text, 64); err != nil || back != f {
				continue // too few digits to tell which float it was
			}
			if !Shows([]byte(text), f) {
				t.Fatalf("%s is not a picture of %v", text, f)
			}
		}
	}
}

func TestTextWithDigitsThatAFloatLosesIsNoPicture(t *testing.T) {
	for text, want := range map[string]bool{
		"0.1000000000000000000001":       false,
		"9007199254740993.0":             false,
		"9007199254740992.0":             true,
		"0.1":                            true,
		"1.50":                           true,
		"0.10000000000000000000000":      true,
		"-65.613616999999977":            true,
		"0.10000000000000000555":         true,
		"1e-400":                         false,
		"0e99":                           true,
		"-0.0":                           true,
		"1E+2":                           true,
		"100.0e-2":                       true,
		"0.000123":                       true,
		"123456789012345678.5":           false,
		"3.14159265358979323846":         false,
		"5e-324":                         true,
		"4.9406564584124654e-324":        true,
		"1.000000000000000000000001":     false,
		"0." + strings.Repeat("1", 5000): false,
	} {
		f, _ := strconv.ParseFloat(text, 64)
		if got := Shows([]byte(text), f); got != want {
			t.Errorf("Shows(%.40s) = %v, want %v", text, got, want)
		}
	}
}
