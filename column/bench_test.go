package column_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/column"
	"github.com/beve-org/beve-go/wire"
)

type item struct {
	ID       uint64   `json:"id"`
	Name     string   `json:"name"`
	Price    float64  `json:"price"`
	Stock    int      `json:"stock"`
	Category string   `json:"category"`
	Tags     []string `json:"tags"`
}

func items(n int) []item {
	r := rand.New(rand.NewPCG(1, 2))
	all := make([]item, n)
	for i := range all {
		all[i] = item{uint64(i), fmt.Sprintf("the name of item %d", i), r.Float64() * 100, r.IntN(50), "category of things", []string{"new", "red"}}
	}
	return all
}

// BenchmarkRows has the prices of the rows with a stock, by columns and by decoding all rows.
func BenchmarkRows(b *testing.B) {
	all := items(20000)
	for _, form := range []string{"objects", "table"} {
		msg, err := beve.EncodeOptions{Extended: form == "table"}.Marshal(map[string]any{"items": all})
		if err != nil {
			b.Fatal(err)
		}
		want := 0
		for _, it := range all {
			if it.Stock >= 45 {
				want++
			}
		}
		b.Run(form+"/columns", func(b *testing.B) {
			b.SetBytes(int64(len(msg)))
			for b.Loop() {
				v, _ := beve.NewView(msg)
				got, err := column.Of[float64](column.From(v, "/items/*").Where("/stock", column.AtLeast(45)), "/price")
				if err != nil || len(got) != want {
					b.Fatal(len(got), err)
				}
			}
		})
		b.Run(form+"/decoded", func(b *testing.B) {
			b.SetBytes(int64(len(msg)))
			for b.Loop() {
				var doc struct {
					Items []item `json:"items"`
				}
				if err := beve.Unmarshal(msg, &doc); err != nil {
					b.Fatal(err)
				}
				var got []float64
				for _, it := range doc.Items {
					if it.Stock >= 45 {
						got = append(got, it.Price)
					}
				}
				if len(got) != want {
					b.Fatal(len(got))
				}
			}
		})
		b.Run(form+"/decoded into any", func(b *testing.B) {
			b.SetBytes(int64(len(msg)))
			for b.Loop() {
				var doc map[string]any
				if err := beve.Unmarshal(msg, &doc); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(form+"/validated", func(b *testing.B) {
			b.SetBytes(int64(len(msg)))
			for b.Loop() {
				if err := wire.Validate(msg); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkNumbers(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	floats, bytes, ints := make([]float64, 1<<17), make([]byte, 1<<20), make([]int32, 1<<18)
	for i := range bytes {
		bytes[i] = byte(r.Int())
		floats[i%len(floats)], ints[i%len(ints)] = r.Float64(), int32(r.Int())
	}
	for name, s := range map[string]any{"float64": floats, "uint8": bytes, "int32": ints} {
		msg, err := beve.Marshal(s)
		if err != nil {
			b.Fatal(err)
		}
		for _, share := range []float64{0.01, 0.5} {
			var m column.Match
			switch s.(type) {
			case []float64:
				m = column.AtMost(share)
			case []byte:
				m = column.AtMost(int(256*share) - 1)
			default:
				m = column.AtMost(int64(share*(1<<32)) - 1<<31)
			}
			v, _ := beve.NewView(msg)
			b.Run(fmt.Sprintf("%s/%.0f%%/count", name, share*100), func(b *testing.B) {
				b.SetBytes(int64(len(msg)))
				for b.Loop() {
					if n, err := column.From(v, "/*").Where("", m).Count(); err != nil || n == 0 {
						b.Fatal(n, err)
					}
				}
			})
			if name == "float64" {
				b.Run(fmt.Sprintf("%s/%.0f%%/of", name, share*100), func(b *testing.B) {
					b.SetBytes(int64(len(msg)))
					for b.Loop() {
						if got, err := column.Of[float64](column.From(v, "/*").Where("", m), ""); err != nil || len(got) == 0 {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}
