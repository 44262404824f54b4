// What a table of payloads does not show: that cost grows with the size of the
// message alone, that goroutines do not wait for each other, and what the first
// call for a type costs.

package bench

import (
	"encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/bench/payload"
)

// BenchmarkScale/<bytes>/<mode> reports nanoseconds per byte of documents of the
// same kind and very different size.
func BenchmarkScale(b *testing.B) {
	records := payload.Find(payload.NameLarge).Value.(*payload.Large).Records
	one, err := beve.Marshal(records)
	if err != nil {
		b.Fatal(err)
	}
	perRecord := len(one) / len(records)
	for _, size := range []struct {
		name  string
		bytes int
	}{{"1KB", 1 << 10}, {"1MB", 1 << 20}, {"100MB", 100 << 20}} {
		b.Run(size.name, func(b *testing.B) {
			doc := make([]payload.Record, max(1, size.bytes/perRecord))
			for i := range doc {
				doc[i] = records[i%len(records)]
			}
			data, err := beve.Marshal(&doc)
			if err != nil {
				b.Fatal(err)
			}
			b.Run("Append", func(b *testing.B) {
				kept := make([]byte, 0, len(data)+64)
				b.SetBytes(int64(len(data)))
				for b.Loop() {
					kept, sinkError = beve.Append(kept[:0], &doc)
				}
				sinkBytes = kept
				perByte(b, len(data))
			})
			b.Run("Reuse", func(b *testing.B) {
				var kept []payload.Record
				if err := beve.Unmarshal(data, &kept); err != nil {
					b.Fatal(err)
				}
				b.SetBytes(int64(len(data)))
				for b.Loop() {
					sinkError = beve.Unmarshal(data, &kept)
				}
				sinkValue = kept
				perByte(b, len(data))
			})
		})
	}
}

func perByte(b *testing.B, n int) {
	if sinkError != nil {
		b.Fatal(sinkError)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/B")
}

// BenchmarkParallel/<mode>/<goroutines> says how long one call takes on average
// when so many goroutines call at once, on as many processors.
func BenchmarkParallel(b *testing.B) {
	order := payload.Find("medium").Value.(*payload.Order)
	data, err := beve.Marshal(order)
	if err != nil {
		b.Fatal(err)
	}
	for _, m := range []struct {
		name string
		loop func(pb *testing.PB) error
	}{
		{"Append", func(pb *testing.PB) (err error) {
			var kept []byte
			for pb.Next() && err == nil {
				kept, err = beve.Append(kept[:0], order)
			}
			return err
		}},
		{"Reuse", func(pb *testing.PB) (err error) {
			kept := new(payload.Order)
			for pb.Next() && err == nil {
				err = beve.Unmarshal(data, kept)
			}
			return err
		}},
	} {
		for _, n := range []int{1, 2} {
			if n > runtime.NumCPU() {
				continue
			}
			b.Run(fmt.Sprintf("%s/%d", m.name, n), func(b *testing.B) {
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
				b.RunParallel(func(pb *testing.PB) {
					if err := m.loop(pb); err != nil {
						b.Error(err)
					}
				})
			})
		}
	}
}

// BenchmarkFirstCall/<codec> encodes and decodes a value of a struct type of 20
// fields that the codec has not seen before, each time another.
func BenchmarkFirstCall(b *testing.B) {
	b.Run("beve", func(b *testing.B) { firstCall(b, beve.Marshal, beve.Unmarshal) })
	b.Run("std-json", func(b *testing.B) { firstCall(b, json.Marshal, json.Unmarshal) })
}

var typesMade int

func firstCall(b *testing.B, marshal func(any) ([]byte, error), unmarshal func([]byte, any) error) {
	kinds := []reflect.Type{
		reflect.TypeFor[int64](), reflect.TypeFor[string](), reflect.TypeFor[float64](), reflect.TypeFor[bool](), reflect.TypeFor[[]string](),
	}
	for b.Loop() {
		b.StopTimer()
		typesMade++
		fields := make([]reflect.StructField, 20)
		for i := range fields {
			fields[i] = reflect.StructField{
				Name: fmt.Sprintf("Field%d", i), Type: kinds[i%len(kinds)],
				Tag: reflect.StructTag(fmt.Sprintf(`json:"field%d_%d"`, i, typesMade)),
			}
		}
		v := reflect.New(reflect.StructOf(fields)).Interface()
		b.StartTimer()
		data, err := marshal(v)
		if err == nil {
			err = unmarshal(data, v)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}
