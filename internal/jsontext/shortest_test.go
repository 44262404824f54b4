// What shortest takes for granted of its table and its logarithms.

package jsontext

import (
	"math/big"
	"testing"
)

// TestScalesOfShortest holds the scale of every exponent of a float to exact arithmetic:
// the unit is the least power of ten above two to the power of q, and the product with the
// power in the table is that of 132nds of a bit.
func TestScalesOfShortest(t *testing.T) {
	for q := -1074; q <= 971; q++ {
		power, h, e := scale(q)
		interval := new(big.Rat).SetInt64(1)
		if two := new(big.Int).Lsh(big.NewInt(1), uint(max(q, -q))); q >= 0 {
			interval.SetInt(two)
		} else {
			interval.SetFrac(big.NewInt(1), two)
		}
		unit := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(e, -e))), nil))
		if e < 0 {
			unit.Inv(unit)
		}
		interval.Quo(interval, unit)
		if tenth := big.NewRat(1, 10); interval.Cmp(tenth) < 0 || interval.Cmp(big.NewRat(1, 1)) >= 0 {
			t.Fatalf("the interval of 2^%d is %v of 10^%d", q, interval, e)
		}
		if h < 1 || h > 4 {
			t.Fatalf("2^%d is scaled by 2^%d", q, h)
		}
		// interval * 2^132 is power * 2^h, at most one of its last place more.
		interval.Mul(interval, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 132-h)))
		g := new(big.Int).Lsh(new(big.Int).SetUint64(power[0]), 64)
		g.Add(g, new(big.Int).SetUint64(power[1]))
		below := new(big.Rat).SetInt(g)
		above := new(big.Rat).SetInt(g.Add(g, big.NewInt(1)))
		if interval.Cmp(below) < 0 || interval.Cmp(above) >= 0 {
			t.Fatalf("2^%d: the power of 10^%d times 2^%d is not the interval", q, -e, h)
		}
	}
}
