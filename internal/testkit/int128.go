// Integers of 128 bits, and what they are in math/big.

package testkit

import (
	"math"
	"math/big"
	"math/rand/v2"
)

// BigUint128 returns the unsigned integer of these halves, from the definition.
func BigUint128(hi, lo uint64) *big.Int {
	v := new(big.Int).SetUint64(hi)
	return v.Lsh(v, 64).Add(v, new(big.Int).SetUint64(lo))
}

// BigInt128 returns the signed integer of these halves, from the definition.
func BigInt128(hi int64, lo uint64) *big.Int {
	v := big.NewInt(hi)
	return v.Lsh(v, 64).Add(v, new(big.Int).SetUint64(lo))
}

// Halves are the upper and the lower half of an integer of 128 bits.
type Halves struct{ Hi, Lo uint64 }

// Halves128 returns the integers that tests run over: around every power of
// two, around every power of ten, around the middles that float64 rounds, and
// random ones.
func Halves128(random int) []Halves {
	var list []Halves
	limit := new(big.Int).Lsh(big.NewInt(1), 128)
	mask := new(big.Int).SetUint64(math.MaxUint64)
	add := func(v *big.Int) {
		if v.Sign() >= 0 && v.Cmp(limit) < 0 {
			list = append(list, Halves{
				Hi: new(big.Int).Rsh(v, 64).Uint64(),
				Lo: new(big.Int).And(v, mask).Uint64(),
			})
		}
	}
	around := func(v *big.Int) {
		for d := int64(-2); d <= 2; d++ {
			add(new(big.Int).Add(v, big.NewInt(d)))
		}
	}
	for n := uint(0); n <= 128; n++ {
		around(new(big.Int).Lsh(big.NewInt(1), n))
	}
	for n := int64(0); n <= 39; n++ {
		power := new(big.Int).Exp(big.NewInt(10), big.NewInt(n), nil)
		for k := int64(1); k <= 9; k++ {
			around(new(big.Int).Mul(power, big.NewInt(k)))
		}
	}
	rng := rand.New(rand.NewPCG(128, 1))
	for n := uint(54); n <= 128; n++ {
		for range 20 {
			// 54 significant bits ending in one: the middle of two float64.
			top := new(big.Int).SetUint64(1<<53 | rng.Uint64()>>11 | 1)
			around(top.Lsh(top, n-54))
		}
	}
	for range random {
		x := Halves{Hi: rng.Uint64(), Lo: rng.Uint64()}
		switch n := rng.UintN(128); {
		case n < 64:
			x.Hi >>= n
		default:
			x = Halves{Lo: x.Lo >> (n - 64)}
		}
		list = append(list, x)
	}
	return list
}
