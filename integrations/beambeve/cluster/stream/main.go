//go:build unix

// Command stream is a pipeline without an end, for tests to disturb: orders of a topic of
// Kafka, added up by shop in windows of ten seconds. It writes a file for each total.
//
//	stream -brokers host:port -topic orders -group totals -output dir    with any flag of Beam
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/beve-org/beve-go/integrations/beambeve/beamkafka"
)

var (
	brokers = flag.String("brokers", "", "addresses, with commas")
	topic   = flag.String("topic", "orders", "name of the topic")
	group   = flag.String("group", "", "what offsets are committed to")
	output  = flag.String("output", "", "folder of the totals")
	bounded = flag.Bool("bounded", false, "stop where partitions end at the start")
)

// Order is the value of a record.
type Order struct {
	Shop  string `json:"shop"`
	Cents int64  `json:"cents"`
}

// Total is what the orders of a shop in a window add up to.
type Total struct {
	Orders int64 `json:"orders"`
	Cents  int64 `json:"cents"`
}

func init() {
	beamkafka.Register[Order]()
	beamkafka.Register[Total]()
	register.Function1x2(byShop)
	register.Function2x1(add)
	beam.RegisterType(reflect.TypeFor[writeFn]())
}

func byShop(o Order) (string, Total) { return o.Shop, Total{Orders: 1, Cents: o.Cents} }

func add(a, b Total) Total { return Total{Orders: a.Orders + b.Orders, Cents: a.Cents + b.Cents} }

// writeFn writes a file that says by its name what the total is of. What is computed again
// replaces it by another of the same name.
type writeFn struct{ Dir string }

func (fn *writeFn) ProcessElement(pane beam.PaneInfo, w beam.Window, shop string, t Total) error {
	name := filepath.Join(fn.Dir, fmt.Sprintf("%d-%s-%d", w.(window.IntervalWindow).Start.Milliseconds(), shop, pane.Index))
	temp, err := os.CreateTemp(fn.Dir, "*.tmp")
	if err != nil {
		return err
	}
	defer temp.Close()
	if _, err := fmt.Fprintln(temp, t.Orders, t.Cents); err != nil {
		return err
	}
	return os.Rename(temp.Name(), name)
}

func main() {
	flag.Parse()
	beam.Init()
	p, s := beam.NewPipelineWithRoot()
	orders := beamkafka.Read[Order](s, beamkafka.Options{Brokers: strings.Split(*brokers, ","), Topics: []string{*topic}, Group: *group,
		Bounded: *bounded, Lag: time.Second})
	windows := beam.WindowInto(s, window.NewFixedWindows(10*time.Second), orders)
	totals := beam.CombinePerKey(s, add, beam.ParDo(s, byShop, windows))
	beam.ParDo0(s, &writeFn{Dir: *output}, totals)
	if err := beamx.Run(context.Background(), p); err != nil {
		log.Fatal(err)
	}
}
