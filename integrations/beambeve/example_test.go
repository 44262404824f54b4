package beambeve_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/beambeve"
)

type Sale struct {
	City  string  `json:"city"`
	Price float64 `json:"price"`
}

type Total struct {
	City string  `json:"city"`
	Sum  float64 `json:"sum"`
}

func init() {
	beambeve.Register[Sale]()
	beambeve.Register[Total]()
	register.Function1x2(byCity)
	register.Function2x1(add)
	register.Function2x1(total)
}

func byCity(s Sale) (string, float64) { return s.City, s.Price }

func add(a, b float64) float64 { return a + b }

func total(city string, sum float64) Total { return Total{city, sum} }

func Example() {
	dir, err := os.MkdirTemp("", "beambeve")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)

	// A program calls beam.Init first, when its flags are parsed.
	p, s := beam.NewPipelineWithRoot()
	sales := beam.Create(s, Sale{"Rome", 3}, Sale{"Oslo", 4}, Sale{"Rome", 5}, Sale{"Rome", 1})
	files := beambeve.Write[Sale](s, filepath.Join(dir, "sales"), sales, beambeve.WriteOptions{Shards: 2})

	stored := beambeve.ReadAll[Sale](s, files, beambeve.ReadOptions{})
	sums := beam.CombinePerKey(s, add, beam.ParDo(s, byCity, stored))
	totals := beam.ParDo(s, total, sums)
	beambeve.Write[Total](s, filepath.Join(dir, "totals"), totals, beambeve.WriteOptions{})

	if _, err := prism.Execute(context.Background(), p); err != nil {
		panic(err)
	}

	data, err := os.Open(filepath.Join(dir, "totals-00000-of-00001.beve"))
	if err != nil {
		panic(err)
	}
	defer data.Close()
	for t, err := range beve.Elements[Total](data) {
		fmt.Println(t.City, t.Sum, err)
	}
	// Unordered output:
	// Oslo 4 <nil>
	// Rome 9 <nil>
}
