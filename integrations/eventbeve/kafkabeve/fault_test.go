package kafkabeve_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/beve-org/beve-go/integrations/eventbeve"
	"github.com/beve-org/beve-go/integrations/eventbeve/kafkabeve"
)

// rig is a cluster whose commits are watched: none may pass a record that is neither
// handled nor stored as a dead letter.
type rig struct {
	*testing.T
	cluster *kfake.Cluster

	mu   sync.Mutex
	done map[string]map[int64]bool // what is handled or stored, by partition
	seen map[string]int            // how often, by key
}

const (
	partitions = 2
	perPart    = 6
)

func newRig(t *testing.T) *rig {
	t.Helper()
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(partitions, "orders"), kfake.SeedTopics(1, "orders.dead"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	r := &rig{T: t, cluster: cluster, done: map[string]map[int64]bool{}, seen: map[string]int{}}
	cluster.ControlKey(int16(kmsg.OffsetCommit), func(req kmsg.Request) (kmsg.Response, error, bool) {
		cluster.KeepControl()
		r.mu.Lock()
		defer r.mu.Unlock()
		for _, topic := range req.(*kmsg.OffsetCommitRequest).Topics {
			for _, p := range topic.Partitions {
				for at := range p.Offset {
					if !r.done[fmt.Sprint(p.Partition)][at] {
						t.Errorf("partition %d: a commit of %d passes %d, which is not done with", p.Partition, p.Offset, at)
					}
				}
			}
		}
		return nil, nil, false
	})
	return r
}

func (r *rig) client(opts ...kgo.Opt) *kgo.Client {
	r.Helper()
	client, err := kgo.NewClient(append(opts, kgo.SeedBrokers(r.cluster.ListenAddrs()...), kgo.RecordPartitioner(kgo.ManualPartitioner()),
		kgo.FetchMaxWait(50*time.Millisecond), kgo.MetadataMinAge(10*time.Millisecond), kgo.MetadataMaxAge(time.Second), kgo.RetryBackoffFn(func(int) time.Duration { return 5 * time.Millisecond }))...)
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(client.Close)
	return client
}

// fill produces the records of all partitions: of each, number 2 is poison by its bytes
// and number 4 a tombstone.
func (r *rig) fill() {
	r.Helper()
	var all []*kgo.Record
	for p := range partitions {
		for i := range perPart {
			one := record(r.T, i)
			one.Partition, one.Key = int32(p), fmt.Appendf(nil, "%d/%d", p, i)
			switch i {
			case 2:
				one.Value = one.Value[:3]
			case 4:
				one.Value, one.Headers = nil, nil
			}
			all = append(all, one)
		}
	}
	produce(r.T, r.client(), all...)
}

func (r *rig) did(rec *kgo.Record) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := fmt.Sprint(rec.Partition)
	if r.done[p] == nil {
		r.done[p] = map[int64]bool{}
	}
	r.done[p][rec.Offset] = true
	r.seen[string(rec.Key)]++
}

func (r *rig) complete() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.seen) == partitions*perPart
}

// consumer counts what it is given; before says what fails.
func (r *rig) consumer(client *kgo.Client, before func(rec *kgo.Record) error) *kafkabeve.Consumer[order] {
	return &kafkabeve.Consumer[order]{
		Client: client, DeadLetters: "orders.dead",
		OnPoison: func(rec *kgo.Record, _ error) { r.did(rec) },
		Handle: func(_ context.Context, rec *kgo.Record, v order) error {
			if err := before(rec); err != nil {
				return err
			}
			if (rec.Value == nil) != strings.HasSuffix(string(rec.Key), "/4") || rec.Value == nil && len(v.Sizes) > 0 {
				r.Errorf("%s: value %v of %+v", rec.Key, rec.Value, v)
			}
			r.did(rec)
			return nil
		},
	}
}

// untilComplete calls Run again after every end, as a service does.
func (r *rig) untilComplete(consumer func(attempt int) *kafkabeve.Consumer[order], each func(ctx context.Context, run func(context.Context) error)) {
	r.Helper()
	ctx, cancel := context.WithTimeout(r.Context(), 20*time.Second)
	defer cancel()
	for attempt := 0; !r.complete(); attempt++ {
		if ctx.Err() != nil || attempt > 300 {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.Fatalf("after %d attempts only these came: %v", attempt, r.seen)
		}
		c := consumer(attempt)
		each(ctx, func(ctx context.Context) error {
			ctx, stop := context.WithCancel(ctx)
			defer stop()
			go func() {
				for ctx.Err() == nil && !r.complete() {
					time.Sleep(2 * time.Millisecond)
				}
				stop()
			}()
			return c.Run(ctx)
		})
	}
}

// once returns a function that is true once for each key.
func once() func(key string) bool {
	seen := map[string]bool{}
	return func(key string) bool {
		first := !seen[key]
		seen[key] = true
		return first
	}
}

// Something fails at every place where Run waits, once for each record or request; the
// same client goes on, or a new one. Every record comes.
func TestEveryRecordComesWhateverFails(t *testing.T) {
	broken := errors.New("broken")
	patience := 5 * time.Millisecond
	type fault struct {
		name   string
		inject func(r *rig)
		// before fails in the handler, each around one call of Run
		before func() func(rec *kgo.Record) error
		each   func(ctx context.Context, run func(context.Context) error)
	}
	plain := func(ctx context.Context, run func(context.Context) error) { _ = run(ctx) }
	fine := func() func(*kgo.Record) error { return func(*kgo.Record) error { return nil } }
	// request answers every second request of a kind as f says.
	request := func(key kmsg.Key, f func(req kmsg.Request) (kmsg.Response, error)) func(r *rig) {
		return func(r *rig) {
			n := 0
			r.cluster.ControlKey(int16(key), func(req kmsg.Request) (kmsg.Response, error, bool) {
				r.cluster.KeepControl()
				if n++; n%2 == 0 || n > 8 {
					return nil, nil, false
				}
				resp, err := f(req)
				return resp, err, true
			})
		}
	}
	commitFails := func(code *kerr.Error) func(r *rig) {
		return request(kmsg.OffsetCommit, func(req kmsg.Request) (kmsg.Response, error) {
			resp := req.ResponseKind().(*kmsg.OffsetCommitResponse)
			for _, topic := range req.(*kmsg.OffsetCommitRequest).Topics {
				out := kmsg.OffsetCommitResponseTopic{Topic: topic.Topic, TopicID: topic.TopicID}
				for _, p := range topic.Partitions {
					out.Partitions = append(out.Partitions, kmsg.OffsetCommitResponseTopicPartition{Partition: p.Partition, ErrorCode: code.Code})
				}
				resp.Topics = append(resp.Topics, out)
			}
			return resp, nil
		})
	}
	cut := func(kmsg.Request) (kmsg.Response, error) { return nil, io.ErrUnexpectedEOF }
	for _, f := range []fault{
		{name: "the handler", before: func() func(*kgo.Record) error {
			first := once()
			return func(rec *kgo.Record) error {
				if first(string(rec.Key)) {
					return broken
				}
				return nil
			}
		}},
		{name: "the handler, of one record alone", before: func() func(*kgo.Record) error {
			first := once()
			return func(rec *kgo.Record) error {
				if rec.Offset == 3 && first("") {
					return broken
				}
				return nil
			}
		}},
		{name: "the handler panics", before: func() func(*kgo.Record) error {
			first := once()
			return func(rec *kgo.Record) error {
				if first(string(rec.Key)) {
					panic(broken)
				}
				return nil
			}
		}, each: func(ctx context.Context, run func(context.Context) error) {
			defer func() { _ = recover() }()
			_ = run(ctx)
		}},
		{name: "the handler's goroutine ends", before: func() func(*kgo.Record) error {
			first := once()
			return func(rec *kgo.Record) error {
				if first(string(rec.Key)) {
					runtime.Goexit()
				}
				return nil
			}
		}, each: func(ctx context.Context, run func(context.Context) error) {
			done := make(chan struct{})
			go func() {
				defer close(done)
				_ = run(ctx)
			}()
			<-done
		}},
		{name: "the context ends in the handler", before: fine, each: func(ctx context.Context, run func(context.Context) error) {
			patience = patience * 3 / 2 // what a new client needs to begin is up to the machine
			ctx, cancel := context.WithTimeout(ctx, patience)
			defer cancel()
			if err := run(ctx); err != nil {
				panic(err)
			}
		}},
		{name: "commits are refused", inject: commitFails(kerr.GroupAuthorizationFailed)},
		{name: "commits meet a rebalance", inject: commitFails(kerr.RebalanceInProgress)},
		{name: "commits are cut", inject: request(kmsg.OffsetCommit, cut)},
		{name: "dead letters are refused", inject: request(kmsg.Produce, func(req kmsg.Request) (kmsg.Response, error) {
			resp := req.ResponseKind().(*kmsg.ProduceResponse)
			for _, topic := range req.(*kmsg.ProduceRequest).Topics {
				out := kmsg.ProduceResponseTopic{Topic: topic.Topic, TopicID: topic.TopicID}
				for _, p := range topic.Partitions {
					out.Partitions = append(out.Partitions, kmsg.ProduceResponseTopicPartition{Partition: p.Partition, ErrorCode: kerr.TopicAuthorizationFailed.Code})
				}
				resp.Topics = append(resp.Topics, out)
			}
			return resp, nil
		})},
		{name: "dead letters are cut", inject: request(kmsg.Produce, cut)},
		{name: "fetches are cut", inject: request(kmsg.Fetch, cut)},
		{name: "heartbeats lose the member", inject: request(kmsg.Heartbeat, func(req kmsg.Request) (kmsg.Response, error) {
			resp := req.ResponseKind().(*kmsg.HeartbeatResponse)
			resp.ErrorCode = kerr.UnknownMemberID.Code
			return resp, nil
		})},
	} {
		for _, renew := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, a new client %v", f.name, renew), func(t *testing.T) {
				r := newRig(t)
				r.fill()
				if f.inject != nil {
					f.inject(r)
				}
				if f.before == nil {
					f.before = fine
				}
				if f.each == nil {
					f.each = plain
				}
				before := f.before()
				var client *kgo.Client
				r.untilComplete(func(attempt int) *kafkabeve.Consumer[order] {
					if client == nil || renew {
						if client != nil {
							client.Close()
						}
						client = r.client(append(group(), kgo.HeartbeatInterval(30*time.Millisecond))...)
					}
					return r.consumer(client, before)
				}, f.each)
			})
		}
	}
}

// Two members share the group, one comes and goes, handlers fail: every record comes.
func TestEveryRecordComesThroughRebalances(t *testing.T) {
	r := newRig(t)
	r.fill()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var members sync.WaitGroup
	for m := range 2 {
		members.Go(func() {
			n := 0
			for ctx.Err() == nil && !r.complete() {
				client := r.client(append(group(), kgo.HeartbeatInterval(20*time.Millisecond))...)
				run, stop := context.WithTimeout(ctx, time.Duration(100+50*m)*time.Millisecond)
				_ = r.consumer(client, func(*kgo.Record) error {
					time.Sleep(5 * time.Millisecond)
					if n++; n%4 == 0 {
						return errors.New("now and then")
					}
					return nil
				}).Run(run)
				stop()
				client.Close()
			}
		})
	}
	members.Wait()
	if !r.complete() {
		t.Errorf("only these came: %v", r.seen)
	}
}

// Run ends when its context does, also where a broker never answers.
func TestRunEndsWithItsContextAtEveryWait(t *testing.T) {
	for _, key := range []kmsg.Key{kmsg.Fetch, kmsg.Produce, kmsg.JoinGroup, kmsg.OffsetFetch, kmsg.OffsetCommit} {
		t.Run(key.Name(), func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			r.fill()
			asked := make(chan struct{}, 100)
			r.cluster.ControlKey(int16(key), func(kmsg.Request) (kmsg.Response, error, bool) {
				r.cluster.KeepControl()
				select {
				case asked <- struct{}{}:
				default:
				}
				return nil, nil, true // no answer, ever
			})
			ctx, cancel := context.WithCancel(t.Context())
			ran := make(chan error, 1)
			client := r.client(group()...)
			go func() { ran <- r.consumer(client, func(*kgo.Record) error { return nil }).Run(ctx) }()
			<-asked
			cancel()
			select {
			case err := <-ran:
				if (err != nil) != (key == kmsg.OffsetCommit) { // what is handled and not committed is told
					t.Error("error", err)
				}
			case <-time.After(4 * time.Second):
				t.Error("Run goes on without its context")
			}
			r.cluster.Close() // the client would wait for it
		})
	}
}

// Whatever an error says, its dead letter is stored: an error text of megabytes, or of
// bytes that forge lines, does not stop a consumer.
func TestDeadLettersOfHostileErrorsAreStored(t *testing.T) {
	hostile := []string{strings.Repeat("x", 4<<20), "a\r\nbeve-source: forged", "\xff\x00\u202e", strings.Repeat("\x00", 1<<20)}
	r := newRig(t)
	producer := r.client()
	for i := range hostile {
		one := record(t, i)
		one.Headers = append(one.Headers, kgo.RecordHeader{Key: "Beve-Error", Value: []byte("of another time")})
		produce(t, producer, one)
	}
	// This one leaves no room for a reason.
	large := record(t, len(hostile))
	large.Value = append(large.Value, make([]byte, 1_000_012-200)...)
	produce(t, producer, large)
	consumer := kafkabeve.Consumer[order]{
		Client: r.client(append(group(), kgo.ProducerBatchCompression(kgo.NoCompression()))...), DeadLetters: "orders.dead",
		Handle: func(_ context.Context, _ *kgo.Record, v order) error {
			return fmt.Errorf("%s: %w", hostile[v.ID], kafkabeve.ErrPoison)
		},
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	n := 0
	consumer.OnPoison = func(rec *kgo.Record, _ error) {
		r.did(rec)
		if n++; n == len(hostile)+1 {
			cancel()
		}
	}
	if err := consumer.Run(ctx); err != nil || n != len(hostile)+1 {
		t.Fatalf("%d are stored, %v", n, err)
	}
	reader := r.client(kgo.ConsumeTopics("orders.dead"), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()))
	ctx, cancel = context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for got := 0; got <= len(hostile); {
		fetches := reader.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			t.Fatal(err)
		}
		for _, rec := range fetches.Records() {
			got++
			reasons := 0
			for _, h := range rec.Headers {
				if strings.EqualFold(h.Key, eventbeve.HeaderError) {
					reasons++
				}
				if len(h.Value) > 1<<10 || bytes.ContainsAny(h.Value, "\r\n\x00\u202e\xff") {
					t.Errorf("header %s: %.100q", h.Key, h.Value)
				}
			}
			if reasons > 1 {
				t.Errorf("%d reasons", reasons)
			}
		}
	}
}

// A record that no dead letter has room for ends Run with an error, and is not passed.
func TestPoisonThatCannotBeStoredIsNotPassed(t *testing.T) {
	r := newRig(t)
	r.fill()
	consumer := r.consumer(r.client(group()...), func(*kgo.Record) error { return nil })
	consumer.DeadLetters = "no such topic"
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for range 2 {
		if err := consumer.Run(ctx); err == nil || !strings.Contains(err.Error(), "no such topic") {
			t.Fatal("error", err)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for key := range r.seen {
		if strings.Compare(key[2:], "2") >= 0 && strings.HasPrefix(key, "0") && r.seen["0/2"] == 0 {
			t.Errorf("%s came before what it follows", key)
		}
	}
}

func TestClientsThatLoseRecordsAreRefused(t *testing.T) {
	r := newRig(t)
	nothing := func(*kgo.Record) error { return nil }
	for name, opts := range map[string][]kgo.Opt{
		"a group that commits on its own": {kgo.ConsumerGroup("g"), kgo.ConsumeTopics("orders")},
		"no group":                        {kgo.ConsumeTopics("orders")},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		if err := r.consumer(r.client(opts...), nothing).Run(ctx); err == nil {
			t.Errorf("%s: no error", name)
		}
		cancel()
	}
}

func TestHeaderNamesMatchInAnyCase(t *testing.T) {
	for _, name := range []string{"content-type", "Content-Type", "CONTENT-TYPE"} {
		r := &kgo.Record{Value: []byte(`{"id":7}`), Headers: []kgo.RecordHeader{{Key: name, Value: []byte("Application/JSON; charset=UTF-8")}}}
		if got, err := kafkabeve.Value[order](r); err != nil || got.ID != 7 {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestTombstones(t *testing.T) {
	if got, err := kafkabeve.Value[*order](&kgo.Record{}); got != nil || !errors.Is(err, eventbeve.ErrTombstone) {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := kafkabeve.Value[order](&kgo.Record{Value: []byte{}}); err == nil || errors.Is(err, eventbeve.ErrTombstone) {
		t.Errorf("no bytes are not a tombstone: %v", err)
	}
}
