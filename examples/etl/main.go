// Command etl takes logs of web servers, lines of JSON, to BEVE, and from BEVE to
// totals by host, as a pipeline of Apache Beam. The same program runs on this machine
// and on a cluster:
//
//	go run .                                    the sample, on the local runner
//	go run . -input 'logs/*.ndjson' -output out/day
//	go run . -runner flink -endpoint localhost:8099 -input … -output …
//	go run . -runner spark -endpoint localhost:8099 -input … -output …
//	go run . -runner dataflow -project … -region … -staging_location gs://… -input gs://… -output gs://…
//
// It writes three sets of files: the requests as BEVE, their totals as BEVE, and the
// lines that were not requests as they were. "beve cat" prints BEVE.
package main

import (
	"context"
	_ "embed"
	"flag"
	"log"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/beve-org/beve-go/integrations/beambeve"
	"github.com/beve-org/beve-go/json"
)

//go:embed sample.ndjson
var sample string

var (
	input  = flag.String("input", "", "pattern of the files to read, lines of JSON; empty for the sample")
	output = flag.String("output", "out/etl", "what the names of the results begin with")
	shards = flag.Int("shards", 4, "number of files of requests")
)

// Request is one line of a log.
type Request struct {
	Time   string `json:"time"`
	Host   string `json:"host"`
	Path   string `json:"path"`
	Status int    `json:"status"`
	Bytes  int64  `json:"bytes"`
}

// Total is what the requests to a host add up to.
type Total struct {
	Host     string `json:"host"`
	Requests int64  `json:"requests"`
	Errors   int64  `json:"errors"`
	Bytes    int64  `json:"bytes"`
}

func init() {
	beambeve.Register[Request]()
	beambeve.Register[Total]()
	register.Function3x0(parse)
	register.DoFn2x0[Request, func(string, Total)](&addFn{})
	register.Function2x1(add)
	register.Function2x1(named)
	register.Emitter1[string]()
	register.Emitter2[string, Total]()
}

// parse reads a line. One that is not a request is not lost, but goes to the others.
func parse(line string, requests func(Request), rejected func(string)) {
	var r Request
	if err := json.Unmarshal([]byte(line), &r); err != nil || r.Host == "" {
		rejected(line)
		return
	}
	requests(r)
}

// addFn adds the requests of a bundle up by host before they are sent: a host with most of
// the requests costs no more than another. Some runners do so with any CombinePerKey; that
// of Flink sends each element, and all of a key in one message.
type addFn struct{ totals map[string]Total }

// mostTotals bounds what is held, of however many hosts.
const mostTotals = 10_000

// StartBundle forgets what a bundle that failed has left.
func (fn *addFn) StartBundle(func(string, Total)) { fn.totals = map[string]Total{} }

// ProcessElement adds a request to the total of its host.
func (fn *addFn) ProcessElement(r Request, emit func(string, Total)) {
	one := Total{Requests: 1, Bytes: r.Bytes}
	if r.Status >= 500 {
		one.Errors = 1
	}
	fn.totals[r.Host] = add(fn.totals[r.Host], one)
	if len(fn.totals) >= mostTotals {
		fn.FinishBundle(emit)
	}
}

// FinishBundle sends all totals.
func (fn *addFn) FinishBundle(emit func(string, Total)) {
	for host, t := range fn.totals {
		emit(host, t)
	}
	clear(fn.totals)
}

// add adds totals, in any order.
func add(a, b Total) Total {
	return Total{Requests: a.Requests + b.Requests, Errors: a.Errors + b.Errors, Bytes: a.Bytes + b.Bytes}
}

func named(host string, t Total) Total {
	t.Host = host
	return t
}

// build makes the pipeline.
func build(s beam.Scope, lines beam.PCollection, output string, shards int) {
	requests, rejected := beam.ParDo2(s, parse, lines)
	textio.Write(s, output+"-rejected.txt", rejected)

	files := beambeve.Write[Request](s, output+"-requests", requests, beambeve.WriteOptions{Shards: shards, Compress: true})

	// The files are complete when their names arrive. Another pipeline would begin
	// with beambeve.Read here.
	stored := beambeve.ReadAll[Request](s, files, beambeve.ReadOptions{})
	totals := beam.CombinePerKey(s, add, beam.ParDo(s, &addFn{}, stored))
	beambeve.Write[Total](s, output+"-totals", beam.ParDo(s, named, totals), beambeve.WriteOptions{})
}

func main() {
	flag.Parse()
	beam.Init()
	p, s := beam.NewPipelineWithRoot()
	if *input == "" {
		build(s, beam.CreateList(s, strings.Split(strings.TrimSpace(sample), "\n")), *output, *shards)
	} else {
		build(s, textio.Read(s, *input), *output, *shards)
	}
	if err := beamx.Run(context.Background(), p); err != nil {
		log.Fatal(err)
	}
	log.Printf("totals are in %s-totals-00000-of-00001.beve", *output)
}
