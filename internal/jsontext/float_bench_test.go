// Times of reading and printing floats of several families.

package jsontext_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/beve-org/beve-go/internal/jsontext"
)

// floatFamilies are sets of floats, each mixed so that no branch is foretold by the
// place in the set.
func floatFamilies() (names []string, sets map[string][]float64) {
	rng := rand.New(rand.NewPCG(5, 6))
	families := []struct {
		name string
		next func() float64
	}{
		{"coordinates", func() float64 {
			f := math.Round(rng.Float64()*360e6-180e6) / 1e6
			if rng.IntN(2) == 0 {
				f += float64(rng.IntN(5)) * 1e-14 // what projections leave
			}
			return f
		}},
		{"unit", rng.Float64},
		{"prices", func() float64 { return float64(rng.IntN(1e7)) / 100 }},
		{"bits", func() float64 {
			for {
				if f := math.Float64frombits(rng.Uint64()); f-f == 0 {
					return f
				}
			}
		}},
		{"integers", func() float64 { return float64(rng.Int64N(1 << rng.IntN(50))) }},
	}
	sets = map[string][]float64{}
	for _, family := range families {
		set := make([]float64, 1<<14)
		for i := range set {
			set[i] = family.next()
		}
		names, sets[family.name] = append(names, family.name), set
	}
	return names, sets
}

func BenchmarkAppendFloat64(b *testing.B) {
	names, sets := floatFamilies()
	for _, name := range names {
		b.Run(name, func(b *testing.B) {
			set, dst := sets[name], make([]byte, 0, 64)
			for i := range b.N {
				dst = jsontext.AppendFloat64(dst[:0], set[i&(len(set)-1)])
			}
		})
	}
}

func BenchmarkAppendFloat32(b *testing.B) {
	names, sets := floatFamilies()
	for _, name := range names[:3] {
		b.Run(name, func(b *testing.B) {
			set, dst := sets[name], make([]byte, 0, 64)
			for i := range b.N {
				dst = jsontext.AppendFloat32(dst[:0], float32(set[i&(len(set)-1)]))
			}
		})
	}
}

func BenchmarkParseFloat(b *testing.B) {
	names, sets := floatFamilies()
	for _, name := range names {
		b.Run(name, func(b *testing.B) {
			var text []byte
			var starts []int
			for _, f := range sets[name] {
				starts = append(starts, len(text))
				text = append(jsontext.AppendFloat64(text, f), ',')
			}
			for i := range b.N {
				if _, next := jsontext.ParseFloat(text, starts[i&(len(starts)-1)]); next < 0 {
					b.Fatal("not read")
				}
			}
		})
	}
}
