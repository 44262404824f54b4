//go:build unix

// What one core does, step by step, for docs/scale.md. Bytes are those of the input of
// a step, of NDJSON or of BEVE, by the time of the processor, which other programs do
// not lengthen much.
//
//	go test -run '^$' -bench . -cpu 1 -count 6 2>/dev/null

package beambeve

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
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
	register.Function1x2(bytesByHost)
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

// cpuTime returns what the process has used so far.
func cpuTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// measure runs a step that takes all records as often as it takes.
func measure(b *testing.B, name string, input []byte, step func(b *testing.B) error) {
	b.Run(name, func(b *testing.B) {
		begun := cpuTime(b)
		for b.Loop() {
			if err := step(b); err != nil {
				b.Fatal(err)
			}
		}
		used := (cpuTime(b) - begun).Seconds() / float64(b.N)
		b.ReportMetric(used*1e9/benchRequests, "cpu-ns/record")
		b.ReportMetric(float64(len(input))/1e6/used, "MB/cpu-s")
		b.ReportMetric(float64(len(input))/benchRequests, "B/record")
	})
}

func BenchmarkStep(b *testing.B) {
	stream, ndjson := benchInput(b)
	codec := codecOf[request]()
	all := requests(benchRequests)
	measure(b, "NDJSON to BEVE, translator", ndjson, func(b *testing.B) error {
		_, err := translator.Transcode(io.Discard, bytes.NewReader(ndjson), translator.JSONToBEVE, translator.Options{})
		return err
	})
	measure(b, "NDJSON to struct", ndjson, func(b *testing.B) error {
		for line := range bytes.Lines(ndjson) {
			var r request
			if err := bevejson.Unmarshal(line, &r); err != nil {
				return err
			}
		}
		return nil
	})
	var dst []byte
	measure(b, "struct to BEVE", stream, func(b *testing.B) (err error) {
		for i := range all {
			if dst, err = codec.Append(dst[:0], &all[i]); err != nil {
				return err
			}
		}
		return nil
	})
	measure(b, "BEVE to struct", stream, func(b *testing.B) error {
		dec := beve.NewDecoderBytes(stream)
		for range all {
			raw, err := dec.ViewRaw()
			var r request
			if err == nil {
				err = codec.Unmarshal(raw, &r)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	type key struct {
		host   string
		status int
	}
	measure(b, "aggregate by host and status", stream, func(b *testing.B) error {
		sums := map[key]int64{}
		for i := range all {
			sums[key{all[i].Host, all[i].Status}] += all[i].Bytes
		}
		if len(sums) < 40 {
			return fmt.Errorf("%d groups", len(sums))
		}
		return nil
	})
}

// BenchmarkSource is what the DoFns of the source do, without Beam around them.
func BenchmarkSource(b *testing.B) {
	stream, _ := benchInput(b)
	var frame bytes.Buffer
	w, err := newBlockWriter(&frame, defaultBlockBytes, true)
	if err == nil {
		err = errors.Join(w.add(stream), w.finish())
	}
	if err != nil {
		b.Fatal(err)
	}
	for _, side := range []struct {
		name, file string
		data       []byte
		reject     bool
	}{
		{"Read", "x.beve", stream, false},
		{"Read, compressed", "x.beve.zst", frame.Bytes(), false},
		{"TryReadAll", "x.beve", stream, true},
	} {
		path := filepath.Join(b.TempDir(), side.file)
		save(b, path, side.data)
		s := span{Path: path, Ends: []int64{int64(len(side.data))}}
		fn := &readFn[request]{Reject: side.reject}
		measure(b, side.name, stream, func(b *testing.B) error {
			return fn.ProcessElement(b.Context(), nil, "", s, func(request) {}, nil)
		})
	}
	measure(b, "index", stream, func(b *testing.B) error {
		_, _, err := scan(bytes.NewReader(stream), defaultBlockBytes, beve.DecodeOptions{})
		return err
	})
}

// BenchmarkSink is what those of the sink do.
func BenchmarkSink(b *testing.B) {
	stream, _ := benchInput(b)
	all := requests(benchRequests)
	fn := &shardFn[request]{Shards: 4, ChunkBytes: maxChunkBytes}
	fn.Setup()
	var chunks [][]byte
	encodeAll := func(*testing.B) error {
		chunks = chunks[:0]
		emit := func(_ int, chunk []byte) { chunks = append(chunks, chunk) }
		fn.StartBundle(emit)
		for i := range all {
			if err := fn.ProcessElement(all[i], emit); err != nil {
				return err
			}
		}
		fn.FinishBundle(emit)
		return nil
	}
	if err := encodeAll(b); err != nil {
		b.Fatal(err)
	}
	measure(b, "encode", stream, encodeAll)
	for _, compress := range []bool{false, true} {
		name := "write"
		if compress {
			name = "write, compressed"
		}
		measure(b, name, stream, func(b *testing.B) error {
			w := &countedWriter{w: io.Discard}
			out, err := newBlockWriter(w, defaultBlockBytes, compress)
			for i := 0; err == nil && i < len(chunks); i++ {
				err = out.add(chunks[i])
			}
			if err == nil {
				err = out.finish()
			}
			b.ReportMetric(float64(w.n)/benchRequests, "stored-B/record")
			return err
		})
	}
}

// BenchmarkPipeline is all of it within Beam, runner and worker in this process.
func BenchmarkPipeline(b *testing.B) {
	stream, _ := benchInput(b)
	dir := b.TempDir()
	save(b, filepath.Join(dir, "x.beve"), stream)
	for _, pipeline := range []struct {
		name  string
		build func(s beam.Scope, requests beam.PCollection)
	}{
		{"read", func(s beam.Scope, requests beam.PCollection) { beam.ParDo(s, bytesByHost, requests) }},
		{"read and aggregate", func(s beam.Scope, requests beam.PCollection) {
			beam.CombinePerKey(s, plus, beam.ParDo(s, bytesByHost, requests))
		}},
		{"read and write", func(s beam.Scope, requests beam.PCollection) {
			Write[request](s, filepath.Join(dir, "copy"), requests, WriteOptions{Shards: 4})
		}},
	} {
		measure(b, pipeline.name, stream, func(b *testing.B) error {
			return run(b, func(s beam.Scope) {
				pipeline.build(s, Read[request](s, filepath.Join(dir, "x.beve"), ReadOptions{}))
			})
		})
	}
}

func bytesByHost(r request) (string, int64) { return r.Host, r.Bytes }

func plus(a, b int64) int64 { return a + b }
