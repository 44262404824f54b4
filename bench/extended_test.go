// BenchmarkExtended/<what>/<side>: what the extended profile costs and saves, each
// side next to what it is held against.

package bench

import (
	"regexp"
	"strconv"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/bench/payload"
	"github.com/beve-org/beve-go/core"
	"github.com/beve-org/beve-go/extended"
)

// Results of other types, so that no compiler can find them unused.
var (
	sinkInt    int64
	sinkView   beve.View
	sinkBool   bool
	sinkTime   time.Time
	sinkUUID   [16]byte
	sinkRegExp *regexp.Regexp
)

func BenchmarkExtended(b *testing.B) {
	b.Run("table", benchmarkTables)
	b.Run("index", benchmarkIndex)
	b.Run("leaf", benchmarkLeaves)
	b.Run("regexp", benchmarkRegExp)
	b.Run("arena", benchmarkArena)
}

// must ends the benchmark with an error.
func must[T any](b *testing.B) func(T, error) T {
	return func(v T, err error) T {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
		return v
	}
}

func benchmarkTables(b *testing.B) {
	for _, name := range []string{payload.NameLarge, payload.NameRows} {
		c := payload.Find(name)
		for _, side := range []struct {
			name string
			opts beve.EncodeOptions
		}{{"plain", beve.EncodeOptions{}}, {"table", beve.EncodeOptions{Extended: true}}} {
			data := must[[]byte](b)(side.opts.Marshal(c.Value))
			fresh := c.New()
			if err := beve.Unmarshal(data, fresh); err != nil {
				b.Fatal(err)
			}
			if err := c.Check(fresh); err != nil {
				b.Fatal(err)
			}
			b.Run(name+"/Marshal/"+side.name, func(b *testing.B) {
				b.ReportMetric(float64(len(data)), "bytes")
				for b.Loop() {
					sinkBytes, sinkError = side.opts.Marshal(c.Value)
				}
			})
			b.Run(name+"/Unmarshal/"+side.name, func(b *testing.B) {
				for b.Loop() {
					sinkValue = c.New()
					sinkError = beve.Unmarshal(data, sinkValue)
				}
			})
			b.Run(name+"/Reuse/"+side.name, func(b *testing.B) {
				kept := c.New()
				for b.Loop() {
					sinkError = beve.Unmarshal(data, kept)
				}
			})
		}
	}
}

func benchmarkIndex(b *testing.B) {
	for _, n := range []int{20, 1000} {
		m, names := map[string]any{}, make([]string, n)
		for i := range n {
			names[i] = "field_" + strconv.Itoa(i)
			m[names[i]] = int64(i * i)
		}
		data := must[[]byte](b)(beve.EncodeIndexedObject(m))
		x := must[beve.Indexed](b)(beve.OpenIndexed(data))
		for _, at := range []int{0, n / 2, n - 1} {
			name, where := names[at], strconv.Itoa(n)+"/"+strconv.Itoa(at)
			b.Run("Field/"+where, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					sinkInt, sinkError = extended.Field[int64](data, name)
				}
			})
			b.Run("Lookup/"+where, func(b *testing.B) {
				for b.Loop() {
					sinkView, sinkBool = x.Lookup(name)
				}
			})
			b.Run("map/"+where, func(b *testing.B) {
				for b.Loop() {
					sinkValue, sinkBool = m[name]
				}
			})
		}
		b.Run("Unmarshal/"+strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				var v any
				sinkError = beve.Unmarshal(data, &v)
				sinkValue = v
			}
		})
	}
}

func benchmarkLeaves(b *testing.B) {
	at, took, id := time.Unix(1_700_000_000, 123_456_789).UTC(), 90*time.Second, [16]byte{6: 0x40, 15: 1}
	stamp := must[[]byte](b)(beve.MarshalTimestamp(at))
	took14 := must[[]byte](b)(beve.EncodeDuration(took))
	when := must[[]byte](b)(beve.EncodeInterval(at, at.Add(took)))
	uuid := must[[]byte](b)(beve.MarshalUUID(id))
	kept := make([]byte, 0, 64)
	for name, f := range map[string]func(){
		"timestamp/Append": func() { sinkBytes, sinkError = extended.AppendTimestamp(kept, at) },
		"timestamp/Decode": func() { sinkTime, sinkError = beve.UnmarshalTimestamp(stamp) },
		"timestamp/bytes":  func() { sinkBytes = append(kept, stamp...) },
		"duration/Append":  func() { sinkBytes = extended.AppendDuration(kept, took) },
		"duration/Decode":  func() { d, err := extended.DecodeDuration(took14); sinkInt, sinkError = int64(d), err },
		"duration/bytes":   func() { sinkBytes = append(kept, took14...) },
		"interval/Append":  func() { sinkBytes, sinkError = extended.AppendInterval(kept, at, at.Add(took)) },
		"interval/Decode":  func() { v, err := extended.DecodeInterval(when); sinkTime, sinkError = v.End, err },
		"interval/bytes":   func() { sinkBytes = append(kept, when...) },
		"uuid/Append":      func() { sinkBytes = extended.AppendUUID(kept, id) },
		"uuid/Decode":      func() { sinkUUID, sinkError = extended.UnmarshalUUID(uuid) },
		"uuid/bytes":       func() { sinkBytes = append(kept, uuid...) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f()
			}
		})
	}
}

func benchmarkRegExp(b *testing.B) {
	const source = `(?i)^[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,}$`
	re := regexp.MustCompile(source)
	data := must[[]byte](b)(beve.MarshalRegExp(re))
	b.Run("Marshal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkBytes, sinkError = beve.MarshalRegExp(re)
		}
	})
	b.Run("Unmarshal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkRegExp, sinkError = beve.UnmarshalRegExp(data)
		}
	})
	b.Run("Compile", func(b *testing.B) {
		for b.Loop() {
			sinkRegExp, sinkError = regexp.Compile(source)
		}
	})
}

// benchmarkArena decodes batches of a thousand orders.
func benchmarkArena(b *testing.B) {
	const batch = 1000
	c := payload.Find("medium")
	data := must[[]byte](b)(beve.Marshal(c.Value))
	orders := make([]payload.Order, batch)
	b.Run("without", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			clear(orders)
			d := core.GetDecoderBytesFromPool(data)
			for i := range orders {
				d.ResetBytes(data)
				if err := d.Decode(&orders[i]); err != nil {
					b.Fatal(err)
				}
			}
			core.PutDecoderToPool(d)
		}
	})
	b.Run("with", func(b *testing.B) {
		b.ReportAllocs()
		pool := core.NewArenaPool(1 << 20)
		for b.Loop() {
			clear(orders)
			arena := pool.Get()
			d := core.NewDecoderWithArena(data, arena)
			for i := range orders {
				d.ResetBytes(data)
				if err := d.Decode(&orders[i]); err != nil {
					b.Fatal(err)
				}
			}
			core.PutDecoderToPool(d)
			pool.Put(arena)
		}
	})
}
