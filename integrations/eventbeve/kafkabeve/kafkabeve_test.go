package kafkabeve_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/beve-org/beve-go/integrations/eventbeve"
	"github.com/beve-org/beve-go/integrations/eventbeve/kafkabeve"
)

type order struct {
	ID    int       `json:"id"`
	Sizes []float64 `json:"sizes"`
}

// broker runs a cluster in this process and returns how to make clients of it.
func broker(t *testing.T) func(opts ...kgo.Opt) *kgo.Client {
	t.Helper()
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(3, "orders"), kfake.SeedTopics(1, "orders.dead"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	return func(opts ...kgo.Opt) *kgo.Client {
		client, err := kgo.NewClient(append(opts, kgo.SeedBrokers(cluster.ListenAddrs()...))...)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(client.Close)
		return client
	}
}

func group() []kgo.Opt {
	return []kgo.Opt{kgo.ConsumerGroup("billing"), kgo.ConsumeTopics("orders"), kgo.DisableAutoCommit(),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart())}
}

func produce(t *testing.T, client *kgo.Client, records ...*kgo.Record) {
	t.Helper()
	if err := client.ProduceSync(t.Context(), records...).FirstErr(); err != nil {
		t.Fatal(err)
	}
}

func record(t *testing.T, id int) *kgo.Record {
	t.Helper()
	r, err := kafkabeve.Record("orders", fmt.Append(nil, id), &order{id, []float64{float64(id)}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Every record is handled, poison is stored with its reason, a failing handler gets
// its record again, and a process that is restarted goes on where the group was.
func TestConsumer(t *testing.T) {
	client := broker(t)
	producer := client()
	const n = 300
	for id := range n {
		switch {
		case id%50 == 17:
			bad := record(t, id)
			bad.Value = bad.Value[:len(bad.Value)-3]
			produce(t, producer, bad)
		case id%50 == 18:
			produce(t, producer, &kgo.Record{Topic: "orders", Value: fmt.Appendf(nil, `{"id":%d,"sizes":[%d]}`, id, id),
				Headers: []kgo.RecordHeader{{Key: eventbeve.HeaderContentType, Value: []byte(eventbeve.TypeJSON)}}})
		default:
			produce(t, producer, record(t, id))
		}
	}

	seen := map[int]int{}
	poison := 0
	broken := errors.New("the database is down")
	for attempt := 0; len(seen)+poison < n; attempt++ {
		if attempt > 20 {
			t.Fatalf("%d of %d after %d attempts", len(seen), n, attempt)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		member := client(group()...)
		handled := 0
		consumer := kafkabeve.Consumer[order]{
			Client:      member,
			DeadLetters: "orders.dead",
			OnPoison:    func(*kgo.Record, error) { poison++ },
			Handle: func(_ context.Context, _ *kgo.Record, v order) error {
				if handled++; handled > 60 {
					return broken // what comes next has to come again
				}
				if len(v.Sizes) != 1 || v.Sizes[0] != float64(v.ID) {
					t.Errorf("got %+v", v)
				}
				if v.ID == 100 {
					poison--
					seen[v.ID]++
					return fmt.Errorf("never: %w", kafkabeve.ErrPoison)
				}
				if seen[v.ID]++; len(seen)+poison == n {
					cancel()
				}
				return nil
			},
		}
		if err := consumer.Run(ctx); err != nil && !errors.Is(err, broken) {
			t.Fatal(err)
		}
		cancel()
		member.Close()
	}
	for id := range n {
		want := 1
		if id%50 == 17 {
			want = 0
		}
		if seen[id] != want {
			t.Errorf("order %d was handled %d times", id, seen[id])
		}
	}

	// The dead letters are whole, and say why.
	reader := client(kgo.ConsumeTopics("orders.dead"), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()))
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	dead := 0
	for dead < n/50+1 && ctx.Err() == nil {
		for _, r := range reader.PollFetches(ctx).Records() {
			dead++
			headers := map[string]string{}
			for _, h := range r.Headers {
				headers[h.Key] = string(h.Value)
			}
			if !strings.HasPrefix(headers[eventbeve.HeaderSource], "orders/") || headers[eventbeve.HeaderError] == "" ||
				headers[eventbeve.HeaderContentType] != eventbeve.TypeBEVE || len(r.Key) == 0 || len(r.Value) == 0 {
				t.Errorf("dead letter %v", headers)
			}
			if string(r.Key) != "100" && headers[eventbeve.HeaderPath] != "/sizes" {
				t.Errorf("%s: path %q", r.Key, headers[eventbeve.HeaderPath])
			}
		}
	}
	if dead != n/50+1 {
		t.Errorf("%d dead letters", dead)
	}
}

func TestAConsumerWithoutDeadLettersDoesNotStart(t *testing.T) {
	consumer := kafkabeve.Consumer[order]{}
	if err := consumer.Run(t.Context()); err == nil {
		t.Error("no error")
	}
}

func Example() {
	type Order struct {
		ID int `json:"id"`
	}
	record, err := kafkabeve.Record("orders", []byte("7"), &Order{7})
	if err != nil {
		panic(err)
	}
	got, err := kafkabeve.Value[Order](record) // what a consumer does
	if err != nil {
		panic(err)
	}
	fmt.Println(got.ID, string(record.Headers[0].Value))
	// Output: 7 application/beve
}
