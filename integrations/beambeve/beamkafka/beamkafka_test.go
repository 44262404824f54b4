// What the tests share: topics of a broker in this process, records, and pipelines whose
// results a test may look at while they run.

package beamkafka

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/beve-org/beve-go/integrations/eventbeve/kafkabeve"
)

type order struct {
	ID    int    `json:"id"`
	Shop  string `json:"shop"`
	Cents int64  `json:"cents"`
}

// total is what the orders of a shop in a window add up to.
type total struct {
	Shop   string `json:"shop"`
	Orders int    `json:"orders"`
	Cents  int64  `json:"cents"`
}

func init() {
	Register[order]()
	Register[total]()
	register.Function1x2(byShop)
	register.Function2x1(add)
	register.Function2x0(keepOrder)
	register.Function1x0(keepRejected)
	register.Function2x2(failOn)
	beam.RegisterType(reflect.TypeFor[keepTotals]())
}

func TestMain(m *testing.M) { ptest.Main(m) }

func byShop(o order) (string, total) { return o.Shop, total{Orders: 1, Cents: o.Cents} }

func add(a, b total) total { return total{Orders: a.Orders + b.Orders, Cents: a.Cents + b.Cents} }

// none is no order.
const none = -1

// results are what pipelines of this process have had, as text.
var results struct {
	sync.Mutex
	lines []string
	fail  int // the order at which a pipeline fails, or none
}

func keep(format string, args ...any) {
	results.Lock()
	defer results.Unlock()
	results.lines = append(results.lines, fmt.Sprintf(format, args...))
}

func kept() []string {
	results.Lock()
	defer results.Unlock()
	return slices.Clone(results.lines)
}

func keepOrder(at beam.EventTime, o order) {
	keep("%d %d %s %d", at.Milliseconds(), o.ID, o.Shop, o.Cents)
}

func keepRejected(r Rejected) {
	keep("%s %d %d %q %q %s", r.Topic, r.Partition, r.Offset, r.Key, r.Value, r.Error)
}

// failOn fails for one order, the first time.
func failOn(_ beam.EventTime, o order) (order, error) {
	results.Lock()
	defer results.Unlock()
	if o.ID == results.fail {
		results.fail = none
		return o, fmt.Errorf("order %d", o.ID)
	}
	return o, nil
}

// keepTotals keeps the panes of windows.
type keepTotals struct{}

func (*keepTotals) ProcessElement(pane beam.PaneInfo, w beam.Window, shop string, t total) {
	iw := w.(window.IntervalWindow)
	keep("[%d,%d) %s: %d orders, %d cents", iw.Start.Milliseconds()/1000-epoch, iw.End.Milliseconds()/1000-epoch, shop, t.Orders, t.Cents)
}

// epoch is second 0 of the tests.
const epoch = 1_750_000_000

func second(s float64) time.Time { return time.UnixMilli(epoch*1000 + int64(s*1000)) }

// broker is a topic "orders" of so many partitions.
type broker struct {
	*kfake.Cluster
	t      *testing.T
	client *kgo.Client
}

func newBroker(t *testing.T, partitions int32) *broker {
	t.Helper()
	results.Lock()
	results.lines, results.fail = nil, none
	results.Unlock()
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(partitions, "orders"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	return &broker{cluster, t, newClient(t, cluster)}
}

func newClient(t *testing.T, cluster *kfake.Cluster, opts ...kgo.Opt) *kgo.Client {
	t.Helper()
	client, err := kgo.NewClient(append([]kgo.Opt{kgo.SeedBrokers(cluster.ListenAddrs()...), kgo.RecordPartitioner(kgo.ManualPartitioner())}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

func (b *broker) options() Options {
	return Options{Brokers: b.ListenAddrs(), Topics: []string{"orders"}}
}

// record returns a record of an order.
func (b *broker) record(partition int32, at time.Time, o order) *kgo.Record {
	b.t.Helper()
	r, err := kafkabeve.Record("orders", []byte(o.Shop), &o)
	if err != nil {
		b.t.Fatal(err)
	}
	r.Partition, r.Timestamp = partition, at
	return r
}

// send stores records.
func (b *broker) send(records ...*kgo.Record) {
	b.t.Helper()
	if err := b.client.ProduceSync(b.t.Context(), records...).FirstErr(); err != nil {
		b.t.Fatal(err)
	}
}

// sendOrders stores the orders from one to another, over all partitions.
func (b *broker) sendOrders(partitions int32, from, to int) {
	b.t.Helper()
	var all []*kgo.Record
	for i := from; i < to; i++ {
		all = append(all, b.record(int32(i)%partitions, second(float64(i)/10), order{i, shop(i), int64(i)}))
	}
	b.send(all...)
}

func shop(i int) string { return []string{"roof", "cellar", "yard"}[i*i%3] }

// run runs a pipeline to its end.
func run(t *testing.T, build func(s beam.Scope)) error {
	t.Helper()
	p, s := beam.NewPipelineWithRoot()
	build(s)
	return ptest.Run(p)
}

// start runs a pipeline until the test ends.
func start(t *testing.T, build func(s beam.Scope)) {
	t.Helper()
	p, s := beam.NewPipelineWithRoot()
	build(s)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		_, err := beam.Run(ctx, "prism", p)
		done <- err
	}()
	t.Cleanup(func() {
		cancel()
		select {
		case <-done: // that it was cancelled
		case <-time.After(20 * time.Second):
			t.Error("a pipeline that is cancelled goes on")
		}
	})
}

// wait waits until the results are those, in any order.
func wait(t *testing.T, want ...string) {
	t.Helper()
	slices.Sort(want)
	deadline := time.Now().Add(30 * time.Second)
	for {
		got := kept()
		slices.Sort(got)
		if slices.Equal(got, want) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("results:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		time.Sleep(20 * time.Millisecond)
	}
}
