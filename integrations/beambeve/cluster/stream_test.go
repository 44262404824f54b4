//go:build unix

// A pipeline without an end, whose machines die: the totals of its windows are those of the records.

package cluster

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/beve-org/beve-go/integrations/eventbeve/kafkabeve"
)

const (
	partitions = 3
	orders     = 60_000
)

// sendOrders stores the orders from one to another, and adds their totals by window and shop as the
// pipeline writes them: a second has a hundred orders, which come up to half a second late.
func sendOrders(t *testing.T, client *kgo.Client, from, to int64, totals map[string][2]int64) {
	t.Helper()
	for i := from; i < to; i++ {
		at := 1_750_000_000_000 + i*10 - i*7919%500
		shop := fmt.Sprint("shop-", i*i%7)
		sendOrder(t, client, int32(i%partitions), at, shop, i%1000)
		name := fmt.Sprintf("%d-%s-0", at/10_000*10_000, shop)
		totals[name] = [2]int64{totals[name][0] + 1, totals[name][1] + i%1000}
	}
	if err := client.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func sendOrder(t *testing.T, client *kgo.Client, partition int32, at int64, shop string, cents int64) {
	r, err := kafkabeve.Record("orders", nil, map[string]any{"shop": shop, "cents": cents})
	if err != nil {
		t.Fatal(err)
	}
	r.Partition, r.Timestamp = partition, time.UnixMilli(at)
	client.Produce(t.Context(), r, nil)
}

func TestStreamWhoseMachineDies(t *testing.T) {
	c := started(t, flink)
	broker, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(partitions, "orders"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(broker.Close)
	client, err := kgo.NewClient(kgo.SeedBrokers(broker.ListenAddrs()...), kgo.RecordPartitioner(kgo.ManualPartitioner()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	totals := map[string][2]int64{}
	sendOrders(t, client, 0, orders/2, totals)
	out := t.TempDir()
	flags := []string{"-brokers", strings.Join(broker.ListenAddrs(), ","), "-output", out}
	program := build(t, "stream")
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	begun := time.Now()
	done := make(chan error, 1)
	go func() { done <- c.Run(ctx, program, nil, flags...) }()
	defer func() { cancel(); <-done }()
	wait := func(what string, reached func() bool) {
		for !reached() {
			select {
			case err := <-done:
				done <- nil
				t.Fatalf("the pipeline ended before %s: %v", what, err)
			case <-time.After(50 * time.Millisecond):
			}
		}
	}
	written := func() []string {
		names, _ := filepath.Glob(filepath.Join(out, "*-shop-*")) // the pattern is well-formed
		return names
	}
	wait("anything was written", func() bool { return len(written()) > 0 })
	at := len(written())
	c.KillTasks(0)
	c.KillTasks(1)
	sendOrders(t, client, orders/2, orders, totals)
	for p := range int32(partitions) { // an hour later, so that all windows close
		sendOrder(t, client, p, 1_750_000_000_000+orders*10+3_600_000, "end", 1)
	}
	wait("all windows were written", func() bool { return ctx.Err() != nil || len(written()) >= len(totals) })
	t.Logf("killed when %d of %d totals were written, %d restarts, %.1f s, %v MB", at, len(totals), c.Restarts(), time.Since(begun).Seconds(), c.Memory())
	names := written()
	if len(names) != len(totals) {
		t.Errorf("%d totals, want %d", len(names), len(totals))
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want := totals[filepath.Base(name)]
		if string(text) != fmt.Sprintln(want[0], want[1]) {
			t.Errorf("%s: %q, want %d", filepath.Base(name), text, want)
		}
	}
}
