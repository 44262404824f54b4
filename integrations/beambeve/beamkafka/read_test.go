package beamkafka

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window/trigger"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/beve-org/beve-go/integrations/eventbeve"
)

// windowed adds orders up by shop, in windows of ten seconds.
func windowed(s beam.Scope, orders beam.PCollection, opts ...beam.WindowIntoOption) {
	col := beam.WindowInto(s, window.NewFixedWindows(10*time.Second), orders, opts...)
	beam.ParDo0(s, &keepTotals{}, beam.CombinePerKey(s, add, beam.ParDo(s, byShop, col)))
}

func TestTotalsByWindowAreExact(t *testing.T) {
	b := newBroker(t, 3)
	const n = 5000
	b.sendOrders(3, 0, n)
	opts := b.options()
	opts.Bounded, opts.Lag = true, time.Second
	if err := run(t, func(s beam.Scope) { windowed(s, Read[order](s, opts)) }); err != nil {
		t.Fatal(err)
	}
	type key struct {
		window int
		shop   string
	}
	sums := map[key]total{}
	for i := range n {
		k := key{i / 100, shop(i)}
		sums[k] = add(sums[k], total{Orders: 1, Cents: int64(i)})
	}
	var want []string
	for k, sum := range sums {
		want = append(want, fmt.Sprintf("[%d,%d) %s: %d orders, %d cents", 10*k.window, 10*k.window+10, k.shop, sum.Orders, sum.Cents))
	}
	wait(t, want...)
}

// Windows close by the time of the records, and what comes later than that is late: it is
// counted in a pane of its own as long as the pipeline allows, and then no longer.
func TestLateRecords(t *testing.T) {
	b := newBroker(t, 1)
	opts := b.options()
	opts.Lag = 2 * time.Second
	start(t, func(s beam.Scope) {
		windowed(s, Read[order](s, opts), beam.AllowedLateness(time.Minute), beam.PanesDiscard(),
			beam.Trigger(trigger.AfterEndOfWindow().LateFiring(trigger.AfterCount(1))))
	})
	b.send(b.record(0, second(1), order{1, "roof", 100}), b.record(0, second(11.9), order{2, "roof", 20}))
	// Time is at 9.9 s: a record of second 9 is in time, though it is older than the last.
	b.send(b.record(0, second(9), order{3, "roof", 3}))
	time.Sleep(2 * turn)
	wait(t)
	b.send(b.record(0, second(13), order{4, "yard", 4}))
	first := []string{"[0,10) roof: 2 orders, 103 cents"}
	wait(t, first...)
	// Time is at 11 s.
	b.send(b.record(0, second(8), order{5, "roof", 50}))
	late := append(first, "[0,10) roof: 1 orders, 50 cents")
	wait(t, late...)
	// Time goes to 98 s. The window of the first records is gone.
	b.send(b.record(0, second(100), order{6, "yard", 6}))
	closed := append(late, "[10,20) roof: 1 orders, 20 cents", "[10,20) yard: 1 orders, 4 cents")
	wait(t, closed...)
	b.send(b.record(0, second(7), order{7, "roof", 7}), b.record(0, second(200), order{8, "yard", 8}))
	wait(t, append(closed, "[100,110) yard: 1 orders, 6 cents")...)
}

func TestIdlePartitionsDoNotHoldWindowsBack(t *testing.T) {
	b := newBroker(t, 2) // one without records
	opts := b.options()
	opts.Idle = 2 * time.Second
	at := time.Now().Add(-time.Minute)
	b.send(b.record(0, at, order{1, "roof", 100})) // before the partition can be idle
	start(t, func(s beam.Scope) { windowed(s, Read[order](s, opts)) })
	from := at.Unix()/10*10 - epoch
	wait(t, fmt.Sprintf("[%d,%d) roof: 1 orders, 100 cents", from, from+10))
}

// recordsOf are the lines of orders from one to another.
func recordsOf(from, to int) (lines []string) {
	for i := from; i < to; i++ {
		lines = append(lines, fmt.Sprintf("%d %d %s %d", second(float64(i)/10).UnixMilli(), i, shop(i), i))
	}
	return lines
}

func TestPipelineGoesOnWhereItsGroupStands(t *testing.T) {
	b := newBroker(t, 3)
	opts := b.options()
	opts.Group, opts.Bounded = "totals", true
	pipeline := func(s beam.Scope) { beam.ParDo0(s, keepOrder, Read[order](s, opts)) }
	for _, stretch := range [][2]int{{0, 100}, {100, 250}, {250, 250}} {
		b.sendOrders(3, stretch[0], stretch[1])
		if err := run(t, pipeline); err != nil {
			t.Fatal(err)
		}
		wait(t, recordsOf(0, stretch[1])...) // each once
	}
	committed, err := kadm.NewClient(b.client).FetchOffsets(t.Context(), "totals")
	if err != nil {
		t.Fatal(err)
	}
	for p, want := range []int64{84, 83, 83} {
		if at, _ := committed.Lookup("orders", int32(p)); at.At != want {
			t.Errorf("partition %d is committed to %d, want %d", p, at.At, want)
		}
	}
}

func TestPipelineThatFailsLeavesNoRecordOut(t *testing.T) {
	b := newBroker(t, 3)
	opts := b.options()
	opts.Group, opts.Bounded = "totals", true
	pipeline := func(s beam.Scope) { beam.ParDo0(s, keepOrder, beam.ParDo(s, failOn, Read[order](s, opts))) }
	const n = 300
	b.sendOrders(3, 0, n)
	results.fail = 200
	if err := run(t, pipeline); err == nil || !strings.Contains(err.Error(), "order 200") {
		t.Fatalf("error %v, want that of order 200", err)
	}
	if err := run(t, pipeline); err != nil {
		t.Fatal(err)
	}
	got := kept()
	slices.Sort(got)
	want := recordsOf(0, n)
	slices.Sort(want)
	if !slices.Equal(slices.Compact(got), want) {
		t.Errorf("%d different records of both runs, want %d", len(slices.Compact(got)), n)
	}
}

func TestFromEndLeavesOutWhatWasThere(t *testing.T) {
	b := newBroker(t, 1)
	b.sendOrders(1, 0, 10)
	opts := b.options()
	opts.FromEnd, opts.Bounded = true, true
	if err := run(t, func(s beam.Scope) { beam.ParDo0(s, keepOrder, Read[order](s, opts)) }); err != nil {
		t.Fatal(err)
	}
	wait(t)
}

// mixed is a topic with JSON, poison and a tombstone among its records.
func mixed(t *testing.T) *broker {
	b := newBroker(t, 1)
	asJSON := func(body string) *kgo.Record {
		return &kgo.Record{Topic: "orders", Key: []byte("k"), Value: []byte(body), Timestamp: second(1),
			Headers: []kgo.RecordHeader{{Key: eventbeve.HeaderContentType, Value: []byte(eventbeve.TypeJSON)}}}
	}
	b.send(b.record(0, second(0), order{0, shop(0), 0}),
		asJSON(`{"id":1,"shop":"json","cents":2}`), asJSON(`{"id":"two"}`),
		&kgo.Record{Topic: "orders", Key: []byte("gone"), Timestamp: second(2)},
		&kgo.Record{Topic: "orders", Value: []byte{0xff, 1}, Timestamp: second(3)},
		b.record(0, second(0.5), order{5, shop(5), 5}))
	return b
}

func TestWhatIsNoValueIsRejected(t *testing.T) {
	b := mixed(t)
	opts := b.options()
	opts.Bounded = true
	err := run(t, func(s beam.Scope) {
		values, rejected := TryRead[order](s, opts)
		beam.ParDo0(s, keepOrder, values)
		beam.ParDo0(s, keepRejected, rejected)
	})
	if err != nil {
		t.Fatal(err)
	}
	got := kept()
	slices.Sort(got)
	want := append(recordsOf(0, 1), fmt.Sprintf("%d 1 json 2", second(1).UnixMilli()), recordsOf(5, 6)[0])
	for _, begin := range []string{
		`orders 0 2 "k" "{\"id\":\"two\"}" json: /id at byte 11: `,
		`orders 0 3 "gone" "" eventbeve: tombstone`,
		`orders 0 4 "" "\xff\x01" beve: at byte 0: `,
	} {
		if i := slices.IndexFunc(got, func(line string) bool { return strings.HasPrefix(line, begin) }); i >= 0 {
			want = append(want, got[i])
		} else {
			t.Errorf("no result begins with %s", begin)
		}
	}
	wait(t, want...)
}

func TestWhatIsNoValueFailsRead(t *testing.T) {
	b := mixed(t)
	opts := b.options()
	opts.Bounded = true
	err := run(t, func(s beam.Scope) { beam.ParDo0(s, keepOrder, Read[order](s, opts)) })
	if err == nil || !strings.Contains(err.Error(), "beamkafka: orders, partition 0: offset 2: ") {
		t.Errorf("error %v, want one of offset 2", err)
	}
}

// The records of a transaction count when it is committed. The end of the partition is then a
// record of Kafka's own.
func TestTransactions(t *testing.T) {
	b := newBroker(t, 1)
	client := newClient(t, b.Cluster, kgo.TransactionalID("shop"))
	for i, end := range []kgo.TransactionEndTry{kgo.TryCommit, kgo.TryAbort, kgo.TryCommit} {
		if err := client.BeginTransaction(); err != nil {
			t.Fatal(err)
		}
		if err := client.ProduceSync(t.Context(), b.record(0, second(float64(i)/10), order{i, shop(i), int64(i)})).FirstErr(); err != nil {
			t.Fatal(err)
		}
		if err := client.EndTransaction(t.Context(), end); err != nil {
			t.Fatal(err)
		}
	}
	opts := b.options()
	opts.Bounded = true
	if err := run(t, func(s beam.Scope) { beam.ParDo0(s, keepOrder, Read[order](s, opts)) }); err != nil {
		t.Fatal(err)
	}
	wait(t, append(recordsOf(0, 1), recordsOf(2, 3)...)...)
}

func TestRecordsThatAreGoneAreAnError(t *testing.T) {
	b := newBroker(t, 1)
	b.sendOrders(1, 0, 10)
	admin := kadm.NewClient(b.client)
	offsets := kadm.Offsets{}
	offsets.AddOffset("orders", 0, 3, -1)
	if err := admin.CommitAllOffsets(t.Context(), "totals", offsets); err != nil {
		t.Fatal(err)
	}
	gone := kadm.Offsets{}
	gone.AddOffset("orders", 0, 5, -1)
	if deleted, err := admin.DeleteRecords(t.Context(), gone); err != nil || deleted.Error() != nil {
		t.Fatal(err, deleted.Error())
	}
	opts := b.options()
	opts.Group, opts.Bounded = "totals", true
	err := run(t, func(s beam.Scope) { beam.ParDo0(s, keepOrder, Read[order](s, opts)) })
	if err == nil || !strings.Contains(err.Error(), "offset 3") {
		t.Errorf("error %v, want one of offset 3", err)
	}
}

func TestTopicThatIsMissingIsAnError(t *testing.T) {
	b := newBroker(t, 1)
	opts := b.options()
	opts.Topics = []string{"others"}
	if err := run(t, func(s beam.Scope) { Read[order](s, opts) }); err == nil || !strings.Contains(err.Error(), "beamkafka: ") {
		t.Errorf("error %v", err)
	}
}
