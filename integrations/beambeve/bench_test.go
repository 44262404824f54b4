// What one core does, step by step, for docs/scale.md. Bytes are those of the input of
// a step: of NDJSON, or of BEVE.
//
//	go test -run '^$' -bench . -cpu 1 -count 6

package beambeve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	beve "github.com/beve-org/beve-go"
	bevejson "github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/translator"
)

// request is a line of a log of a web service, as those are that fill stores.
type request struct {
	Time    string  `json:"time"`
	Host    string  `json:"host"`
	Method  string  `json:"method"`
	Path    string  `json:"path"`
	Status  int     `json:"status"`
	Bytes   int64   `json:"bytes"`
	Seconds float64 `json:"seconds"`
	User    string  `json:"user"`
	Agent   string  `json:"agent"`
}

func init() {
	Register[request]()
	register.Function1x2(length)
	register.Function2x1(plus)
}

// requests returns n of them, always the same.
func requests(n int) []request {
	all := make([]request, n)
	for i := range all {
		all[i] = request{
			Time: fmt.Sprintf("2025-03-%02dT12:%02d:%02d.%03dZ", 1+i%28, i%60, i*7%60, i*31%1000),
			Host: fmt.Sprintf("web-%02d.example.org", i*13%40), Method: []string{"GET", "GET", "GET", "POST"}[i%4],
			Path:   fmt.Sprintf("/shops/%d/orders/%d", i*37%5000, i*7919%1000003),
			Status: []int{200, 200, 200, 304, 404, 500}[i*11%6], Bytes: int64(i * 7907 % 90001), Seconds: float64(i*97%9973) / 1e4,
			User: fmt.Sprintf("u%08x", uint32(i)*2654435761), Agent: "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
		}
	}
	return all
}

const benchRequests = 100_000

// benchInput returns the requests as BEVE and as NDJSON.
func benchInput(b *testing.B) (stream, ndjson []byte) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	all := requests(benchRequests)
	for i := range all {
		if err := enc.Encode(&all[i]); err != nil {
			b.Fatal(err)
		}
	}
	return encode(b, all), text.Bytes()
}

// perRecord reports the time of one record besides.
func perRecord(b *testing.B, input []byte) {
	b.SetBytes(int64(len(input)))
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchRequests, "ns/record")
	b.ReportMetric(float64(len(input))/benchRequests, "B/record")
}

func BenchmarkStep(b *testing.B) {
	stream, ndjson := benchInput(b)
	codec := codecOf[request]()
	all := requests(benchRequests)
	b.Run("NDJSON to BEVE, translator", func(b *testing.B) {
		for b.Loop() {
			if _, err := translator.Transcode(io.Discard, bytes.NewReader(ndjson), translator.JSONToBEVE, translator.Options{}); err != nil {
				b.Fatal(err)
			}
		}
		perRecord(b, ndjson)
	})
	b.Run("NDJSON to struct", func(b *testing.B) {
		for b.Loop() {
			for line := range bytes.Lines(ndjson) {
				var r request
				if err := bevejson.Unmarshal(line, &r); err != nil {
					b.Fatal(err)
				}
			}
		}
		perRecord(b, ndjson)
	})
	b.Run("struct to BEVE", func(b *testing.B) {
		var dst []byte
		for b.Loop() {
			var err error
			for i := range all {
				if dst, err = codec.Append(dst[:0], &all[i]); err != nil {
					b.Fatal(err)
				}
			}
		}
		perRecord(b, stream)
	})
	b.Run("BEVE to struct", func(b *testing.B) {
		for b.Loop() {
			dec := beve.NewDecoder(stream)
			for range all {
				raw, err := dec.Raw()
				var r request
				if err == nil {
					err = codec.Unmarshal(raw, &r)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		}
		perRecord(b, stream)
	})
	b.Run("count by status and host", func(b *testing.B) {
		type key struct {
			host   string
			status int
		}
		for b.Loop() {
			bytes := map[key]int64{}
			for i := range all {
				bytes[key{all[i].Host, all[i].Status}] += all[i].Bytes
			}
			if len(bytes) < 40 {
				b.Fatal(len(bytes))
			}
		}
		perRecord(b, stream)
	})
}

// BenchmarkSource is what the DoFns do, without Beam around them.
func BenchmarkSource(b *testing.B) {
	stream, _ := benchInput(b)
	path := filepath.Join(b.TempDir(), "x.beve")
	save(b, path, stream)
	s := span{Path: path, Ends: []int64{int64(len(stream))}}
	for _, reject := range []bool{false, true} {
		b.Run(map[bool]string{false: "Read", true: "TryReadAll"}[reject], func(b *testing.B) {
			fn := &readFn[request]{Reject: reject}
			for b.Loop() {
				n := 0
				err := fn.ProcessElement(b.Context(), fn.CreateTracker(offsetrange.Restriction{End: 1}), s, func(request) { n++ }, nil)
				if err != nil || n != benchRequests {
					b.Fatal(n, err)
				}
			}
			perRecord(b, stream)
		})
	}
	b.Run("index", func(b *testing.B) {
		for b.Loop() {
			f, err := os.Open(path)
			if err != nil {
				b.Fatal(err)
			}
			if _, _, err := scan(f, defaultBlockBytes, beve.DecodeOptions{}); err != nil {
				b.Fatal(err)
			}
			f.Close()
		}
		perRecord(b, stream)
	})
}

// BenchmarkPipeline is the same within Beam: runner and worker in this process.
func BenchmarkPipeline(b *testing.B) {
	stream, _ := benchInput(b)
	dir := b.TempDir()
	save(b, filepath.Join(dir, "x.beve"), stream)
	save(b, filepath.Join(dir, "x.beve"+indexSuffix), encode(b, []index{{Ends: []int64{int64(len(stream))}, Sums: []uint32{sumOf(stream)}}}))
	pipelines := map[string]func(s beam.Scope, requests beam.PCollection){
		"read": func(s beam.Scope, requests beam.PCollection) { beam.ParDo(s, length, requests) },
		"read and aggregate": func(s beam.Scope, requests beam.PCollection) {
			beam.CombinePerKey(s, plus, beam.ParDo(s, length, requests))
		},
		"read and write": func(s beam.Scope, requests beam.PCollection) {
			Write[request](s, filepath.Join(dir, "copy"), requests, WriteOptions{Shards: 4})
		},
	}
	for _, name := range slices.Sorted(maps.Keys(pipelines)) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				err := run(b, func(s beam.Scope) {
					pipelines[name](s, Read[request](s, filepath.Join(dir, "x.beve"), ReadOptions{}))
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			perRecord(b, stream)
		})
	}
}

func length(r request) (string, int64) { return r.Host, r.Bytes }

func plus(a, b int64) int64 { return a + b }

func BenchmarkSink(b *testing.B) {
	stream, _ := benchInput(b)
	all := requests(benchRequests)
	fn := &shardFn[request]{Shards: 1}
	fn.Setup()
	values := make([][]byte, len(all))
	encodeAll := func() {
		for i := range all {
			var err error
			if _, values[i], err = fn.ProcessElement(all[i]); err != nil {
				b.Fatal(err)
			}
		}
	}
	encodeAll()
	b.Run("encode", func(b *testing.B) {
		for b.Loop() {
			encodeAll()
		}
		perRecord(b, stream)
	})
	for _, compress := range []bool{false, true} {
		b.Run(map[bool]string{false: "write", true: "write, compressed"}[compress], func(b *testing.B) {
			stored := int64(0)
			for b.Loop() {
				w := &countedWriter{w: io.Discard}
				out, err := newBlockWriter(w, defaultBlockBytes, compress)
				for i := 0; err == nil && i < len(values); i++ {
					err = out.add(values[i])
				}
				if err == nil {
					err = out.finish()
				}
				if err != nil {
					b.Fatal(err)
				}
				stored = w.n
			}
			perRecord(b, stream)
			b.ReportMetric(float64(stored)/benchRequests, "stored-B/record")
		})
	}
}
