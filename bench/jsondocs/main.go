// Command jsondocs times package json beside its rivals on real documents, all of
// them alternately within one process, and prints the time of each rival divided into
// ours: below 1 we are faster. A ratio is the median of those of the rounds.
//
//	go run ./jsondocs [-rounds 7] [-time 40ms] [-only twitter/Marshal]
//	go run ./jsondocs -name laptop-json
//
// With a name the table is left in results with the times of all rounds, plots, and
// what a reader must know of the machine.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/beve-org/beve-go/bench/machine"
	"github.com/beve-org/beve-go/bench/report"
)

// options are the flags.
type options struct {
	rounds        int
	span          time.Duration
	only, corpora string
	name          string
}

func main() {
	var o options
	flag.IntVar(&o.rounds, "rounds", 7, "rounds")
	flag.DurationVar(&o.span, "time", 40*time.Millisecond, "time of one turn")
	flag.StringVar(&o.only, "only", "", "document/mode to time")
	flag.StringVar(&o.corpora, "corpora", "../testdata/corpora", "folder of the documents")
	flag.StringVar(&o.name, "name", "", "folder within results to write")
	gate := machine.Flag()
	flag.Parse()
	docs := documents(o.corpora)
	check(gate.Begin(o.name))
	var raw bytes.Buffer
	measure(&raw, &o, docs)
	r, err := report.Read(bytes.NewReader(raw.Bytes()), report.RawFile)
	check(err)
	var table bytes.Buffer
	report.WriteDocuments(&table, r, namesOf(docs, func(d document) string { return d.name }), modeNames,
		namesOf(rivals, func(r rival) string { return r.name }))
	fmt.Print(table.String())
	if o.name != "" {
		name, refused := gate.End()
		dir, err := report.Publish(name, raw.Bytes())
		check(err)
		check(describe(&o, gate, dir, r, docs, table.Bytes()))
		check(refused)
	}
	runtime.KeepAlive(sink)
}

// measure writes the times of every round as Go benchmarks do.
func measure(raw *bytes.Buffer, o *options, docs []document) {
	for _, mode := range modeNames {
		for _, d := range docs {
			if !strings.Contains(d.name+"/"+mode, o.only) {
				continue
			}
			calls := make([]func(), len(rivals))
			for i, r := range rivals {
				calls[i] = modes(r, d)[mode]
			}
			for range o.rounds {
				for i, f := range calls {
					if f == nil {
						continue
					}
					n, each := turn(f, o.span)
					fmt.Fprintf(raw, "BenchmarkCodec/%s/%s/%s %d %.1f ns/op\n", d.name, mode, rivals[i].name, n, each)
				}
			}
			fmt.Fprintf(os.Stderr, "%s/%s\n", d.name, mode)
		}
	}
}

// turn returns the number of calls of f that fill some time, and the time of one.
func turn(f func(), span time.Duration) (n int, each float64) {
	runtime.GC()
	for start := time.Now(); ; {
		f()
		n++
		if n&15 == 0 || span > 0 && n < 16 {
			if took := time.Since(start); took >= span {
				return n, float64(took.Nanoseconds()) / float64(n)
			}
		}
	}
}

func namesOf[T any](list []T, name func(T) string) (names []string) {
	for _, v := range list {
		names = append(names, name(v))
	}
	return names
}
