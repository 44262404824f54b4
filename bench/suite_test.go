// BenchmarkCodec/<payload>/<mode>/<codec>: every codec with every payload in every
// mode it has. Codecs are innermost, so that those that are compared run next to
// each other.

package bench

import (
	"bytes"
	"io"
	"os"
	"strconv"
	"testing"

	"github.com/beve-org/beve-go/bench/codecs"
	"github.com/beve-org/beve-go/bench/payload"
)

// streamLength is the number of values in a stream.
const streamLength = 100_000

// Results go here, so that no compiler can find them unused.
var (
	sinkBytes []byte
	sinkValue any
	sinkError error
	sinkRow   payload.Row
)

// A mode is one thing to time. run is nil for a codec that has nothing of the kind;
// otherwise it is called for each turn of the loop, with a message.
type mode struct {
	name string
	run  func(b *codecs.Bound) func(data []byte) error
}

var modes = []mode{
	{"Marshal", func(b *codecs.Bound) func([]byte) error {
		if b.Marshal == nil {
			return nil
		}
		return func([]byte) (err error) {
			sinkBytes, err = b.Marshal()
			return err
		}
	}},
	{"Append", func(b *codecs.Bound) func([]byte) error {
		if b.Append == nil {
			return nil
		}
		var kept []byte
		return func([]byte) (err error) {
			kept, err = b.Append(kept[:0])
			sinkBytes = kept
			return err
		}
	}},
	{"Unmarshal", func(b *codecs.Bound) func([]byte) error { return decoding(b.Fresh) }},
	{"Reuse", func(b *codecs.Bound) func([]byte) error { return b.Reuse }},
	{"NoCopy", func(b *codecs.Bound) func([]byte) error { return decoding(b.NoCopy) }},
	{"View", func(b *codecs.Bound) func([]byte) error { return b.View }},
	{"ViewFar", func(b *codecs.Bound) func([]byte) error { return b.ViewFar }},
}

func decoding(decode func([]byte) (any, error)) func([]byte) error {
	if decode == nil {
		return nil
	}
	return func(data []byte) (err error) {
		sinkValue, err = decode(data)
		return err
	}
}

func BenchmarkCodec(b *testing.B) {
	for _, p := range payload.All() {
		b.Run(p.Name, func(b *testing.B) { benchmarkPayload(b, p) })
	}
}

func benchmarkPayload(b *testing.B, p *payload.Case) {
	type bound struct {
		*codecs.Bound
		name    string
		checked bool
	}
	var all []*bound
	for _, c := range codecs.All() {
		if tied := c.Bind(p); tied != nil {
			all = append(all, &bound{Bound: tied, name: c.Name, checked: c.Kind == codecs.Baseline})
		}
	}
	all = turned(all)
	for _, m := range modes {
		b.Run(m.name, func(b *testing.B) {
			for _, c := range all {
				run := m.run(c.Bound)
				if run == nil {
					continue
				}
				b.Run(c.name, func(b *testing.B) {
					if !c.checked {
						if err := c.Check(p); err != nil {
							b.Fatal(err)
						}
						c.checked = true
					}
					timeCodec(b, c.Bound, run)
				})
			}
		})
	}
	if p.Name == payload.NameRows {
		b.Run("StreamWrite", benchmarkStreamWrite)
		b.Run("StreamRead", benchmarkStreamRead)
	}
}

// turned returns codecs in another order in each round, which BENCH_ROUND numbers:
// the first of a row finds the memory of the process as the row before has left it,
// and must not always be the same.
func turned[T any](all []T) []T {
	round, err := strconv.Atoi(os.Getenv("BENCH_ROUND"))
	if err != nil || len(all) == 0 {
		return all
	}
	first := (4*round + 2) % len(all)
	return append(append([]T(nil), all[first:]...), all[:first]...)
}

func timeCodec(b *testing.B, c *codecs.Bound, run func([]byte) error) {
	data, err := c.Message()
	if err != nil {
		b.Fatal(err)
	}
	// What is kept is kept from here on.
	if err := run(data); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	start, known := cpuTime()
	for b.Loop() {
		sinkError = run(data)
	}
	end, _ := cpuTime()
	if sinkError != nil {
		b.Fatal(sinkError)
	}
	b.ReportMetric(float64(len(data)), "size")
	if known {
		// What it costs where other programs share the processors.
		b.ReportMetric(float64(end-start)/float64(b.N), "cpu-ns/op")
	}
}

func benchmarkStreamWrite(b *testing.B) {
	rows := *payload.Find(payload.NameRows).Value.(*[]payload.Row)
	for _, c := range turned(codecs.All()) {
		if c.Stream == nil {
			continue
		}
		b.Run(c.Name, func(b *testing.B) {
			message := stream(b, c, rows)
			w := bytes.NewBuffer(make([]byte, 0, len(message)+bytes.MinRead))
			b.SetBytes(int64(len(message)))
			b.ReportAllocs()
			for b.Loop() {
				w.Reset()
				sinkError = c.Stream.Write(w, rows, streamLength)
			}
			sinkBytes = w.Bytes()
			if sinkError != nil || len(sinkBytes) != len(message) {
				b.Fatal(len(sinkBytes), len(message), sinkError)
			}
			b.ReportMetric(float64(len(message))/streamLength, "size")
		})
	}
}

func benchmarkStreamRead(b *testing.B) {
	rows := *payload.Find(payload.NameRows).Value.(*[]payload.Row)
	for _, c := range turned(codecs.All()) {
		if c.Stream == nil {
			continue
		}
		b.Run(c.Name, func(b *testing.B) {
			message := stream(b, c, rows)
			checked := 0
			err := c.Stream.Read(bytes.NewReader(message), streamLength, func(r *payload.Row) {
				if *r != rows[checked%len(rows)] {
					b.Errorf("row %d came back as %+v", checked, *r)
				}
				checked++
			})
			if err != nil || checked != streamLength {
				b.Fatal(checked, err)
			}
			b.SetBytes(int64(len(message)))
			b.ReportAllocs()
			for b.Loop() {
				sinkError = c.Stream.Read(onlyReader{bytes.NewReader(message)}, streamLength, func(r *payload.Row) { sinkRow = *r })
			}
			if sinkError != nil {
				b.Fatal(sinkError)
			}
			b.ReportMetric(float64(len(message))/streamLength, "size")
		})
	}
}

// stream returns the message of a stream.
func stream(b *testing.B, c *codecs.Codec, rows []payload.Row) []byte {
	var w bytes.Buffer
	if err := c.Stream.Write(&w, rows, streamLength); err != nil {
		b.Fatal(err)
	}
	return w.Bytes()
}

// onlyReader hides that the stream is in memory.
type onlyReader struct{ io.Reader }
