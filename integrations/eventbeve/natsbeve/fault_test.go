package natsbeve_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/beve-org/beve-go/integrations/eventbeve"
	"github.com/beve-org/beve-go/integrations/eventbeve/natsbeve"
)

// faults fails each operation of a client once for each event, before it is done.
type faults struct {
	mu    sync.Mutex
	on    map[string]bool
	times map[string]int
	max   int
}

var errInjected = errors.New("injected")

func (f *faults) hit(operation, key string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.on[operation] || f.times[operation+key] >= f.max {
		return nil
	}
	f.times[operation+key]++
	return errInjected
}

type faultyStream struct {
	jetstream.JetStream
	f *faults
}

func (s faultyStream) PublishMsg(ctx context.Context, m *nats.Msg, opts ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	if err := s.f.hit("publish", m.Header.Get("id")); err != nil {
		return nil, err
	}
	return s.JetStream.PublishMsg(ctx, m, opts...)
}

type faultyConsumer struct {
	jetstream.Consumer
	f *faults
}

func (c faultyConsumer) Messages(opts ...jetstream.PullMessagesOpt) (jetstream.MessagesContext, error) {
	if err := c.f.hit("messages", ""); err != nil {
		return nil, err
	}
	m, err := c.Consumer.Messages(opts...)
	return faultyMessages{m, c.f}, err
}

type faultyMessages struct {
	jetstream.MessagesContext
	f *faults
}

func (m faultyMessages) Next(opts ...jetstream.NextOpt) (jetstream.Msg, error) {
	if err := m.f.hit("next", ""); err != nil {
		return nil, err
	}
	msg, err := m.MessagesContext.Next(opts...)
	if err != nil {
		return nil, err
	}
	return faultyMsg{msg, m.f}, nil
}

type faultyMsg struct {
	jetstream.Msg
	f *faults
}

func (m faultyMsg) id() string { return m.Headers().Get("id") }

func (m faultyMsg) Ack() error {
	if err := m.f.hit("ack", m.id()); err != nil {
		return err
	}
	return m.Msg.Ack()
}

func (m faultyMsg) NakWithDelay(d time.Duration) error {
	if err := m.f.hit("nak", m.id()); err != nil {
		return err
	}
	return m.Msg.NakWithDelay(d)
}

// streams makes a stream for events and one for dead letters, and fills the former: event
// 2 is poison by its bytes, event 4 a tombstone.
func streams(t *testing.T, js jetstream.JetStream, name string) (dead jetstream.Stream) {
	t.Helper()
	for _, s := range []string{name, name + "-dead"} {
		if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: s, Subjects: []string{s}, Storage: jetstream.MemoryStorage}); err != nil {
			t.Fatal(err)
		}
	}
	for id := range 6 {
		m, err := natsbeve.Message(name, &order{id, []float64{1}})
		if err != nil {
			t.Fatal(err)
		}
		switch id {
		case 2:
			m.Data = m.Data[:5]
		case 4:
			m.Data = nil
			m.Header.Set("KV-Operation", "DEL")
		}
		m.Header.Set("id", fmt.Sprint(id))
		m.Header.Set("Nats-Expected-Stream", name)
		m.Header.Set("Nats-Msg-Id", fmt.Sprint(id))
		if _, err := js.PublishMsg(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	dead, err := js.Stream(t.Context(), name+"-dead")
	if err != nil {
		t.Fatal(err)
	}
	return dead
}

// Something fails at every place where Run waits or calls: every event is handled or
// stored, and in the end the server has nothing that is not acknowledged.
func TestEveryEventComesWhateverFails(t *testing.T) {
	_, js := start(t).connect()
	for i, c := range []struct {
		name       string
		on         string
		handler    func(first bool) error
		times      int
		maxDeliver int
	}{
		{name: "nothing"},
		{name: "Messages", on: "messages", times: 2},
		{name: "Next", on: "next", times: 3},
		{name: "Ack", on: "ack", times: 1},
		{name: "dead letters", on: "publish", times: 2},
		{name: "dead letters of the last delivery", on: "publish", times: 2, maxDeliver: 1},
		{name: "Nak", on: "nak", times: 1, handler: func(first bool) error { return errIf(first) }},
		{name: "the handler", handler: func(first bool) error { return errIf(first) }},
		{name: "the handler, always", handler: func(bool) error { return errInjected }, maxDeliver: 3},
		{name: "the handler and Ack", on: "ack", times: 1, handler: func(first bool) error { return errIf(first) }},
		{name: "the handler panics", handler: func(first bool) error {
			if first {
				panic(errInjected)
			}
			return nil
		}},
		{name: "the handler's goroutine ends", handler: func(first bool) error {
			if first {
				runtime.Goexit()
			}
			return nil
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			subject := fmt.Sprintf("s%d", i)
			dead := streams(t, js, subject)
			durable, err := js.CreateConsumer(t.Context(), subject, jetstream.ConsumerConfig{Durable: "d", MaxDeliver: c.maxDeliver,
				AckPolicy: jetstream.AckExplicitPolicy, AckWait: 150 * time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			f := &faults{on: map[string]bool{c.on: true}, times: map[string]int{}, max: c.times}
			var mu sync.Mutex
			seen := map[string]int{}
			ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
			defer cancel()
			consumer := natsbeve.Consumer[order]{JetStream: faultyStream{js, f}, Consumer: faultyConsumer{durable, f}, DeadLetters: subject + "-dead",
				Handle: func(_ context.Context, m jetstream.Msg, v order) error {
					id := m.Headers().Get("id")
					mu.Lock()
					seen[id]++
					first := seen[id] == 1
					mu.Unlock()
					if (len(m.Data()) == 0) != (id == "4") || len(m.Data()) > 0 && fmt.Sprint(v.ID) != id {
						t.Errorf("%s: %+v of %x", id, v, m.Data())
					}
					if c.handler == nil {
						return nil
					}
					return c.handler(first)
				}}
			settled := func() bool {
				info, err := durable.Info(ctx)
				return err == nil && info.NumAckPending == 0 && info.NumPending == 0
			}
			for ctx.Err() == nil && !settled() {
				run, stop := context.WithCancel(ctx)
				go func() {
					for run.Err() == nil && !settled() {
						time.Sleep(5 * time.Millisecond)
					}
					stop()
				}()
				done := make(chan struct{})
				go func() {
					defer close(done)
					defer func() { _ = recover() }()
					_ = consumer.Run(run)
				}()
				<-done
				stop()
			}
			want := uint64(1)
			if c.name == "the handler, always" {
				want = 6
			}
			if info, err := dead.Info(t.Context()); err != nil || info.State.Msgs < want {
				t.Errorf("dead letters %+v, %v", info.State, err)
			}
			for _, id := range []string{"0", "1", "3", "4", "5"} {
				if seen[id] == 0 {
					t.Errorf("%s never came; %v", id, seen)
				}
			}
			if ctx.Err() != nil {
				t.Errorf("it does not end: %v", seen)
			}
		})
	}
}

func errIf(fail bool) error {
	if fail {
		return errInjected
	}
	return nil
}

// What an event says to the server of its own stream does nothing to that of dead
// letters: purge it, refuse it, or take it for one that is there.
func TestDeadLettersAreStoredWhateverTheirHeadersSay(t *testing.T) {
	_, js := start(t).connect()
	dead := streams(t, js, "s")
	huge := strings.Repeat("x", 8<<20)
	publish := func(name string, value string, size int) {
		t.Helper()
		m, err := natsbeve.Message("s", &order{})
		if err != nil {
			t.Fatal(err)
		}
		m.Data = append(m.Data, make([]byte, size)...)
		m.Header[name] = []string{value}
		if _, err := js.PublishMsg(t.Context(), m); err != nil {
			t.Fatal(name, err)
		}
	}
	stream, err := js.Stream(t.Context(), "s")
	if err != nil {
		t.Fatal(err)
	}
	publish("Nats-Expected-Stream", "s", 0)
	publish("Nats-Msg-Id", "one", 0)
	publish("beve-error", "of another time", 0)
	publish("Beve-Error", "of another time", 0)
	publish("x", "y", 1<<20-200) // no room for a reason
	info, err := stream.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	durable, err := js.CreateConsumer(t.Context(), "s", jetstream.ConsumerConfig{AckPolicy: jetstream.AckExplicitPolicy})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	consumer := natsbeve.Consumer[order]{JetStream: js, Consumer: durable, DeadLetters: "s-dead",
		Handle: func(context.Context, jetstream.Msg, order) error {
			return fmt.Errorf("\r\nNats-Rollup: all\r\n%s: %w", huge, natsbeve.ErrPoison)
		}}
	ran := make(chan error, 1)
	go func() { ran <- consumer.Run(ctx) }()
	var got *jetstream.StreamInfo
	for ctx.Err() == nil {
		if got, err = dead.Info(ctx); err == nil && got.State.Msgs == info.State.Msgs {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	if ctx.Err() != nil {
		t.Fatalf("%+v of %d are stored", got.State, info.State.Msgs)
	}
	cancel()
	if err := <-ran; err != nil {
		t.Error(err)
	}
	for seq := uint64(1); seq <= got.State.LastSeq; seq++ {
		m, err := dead.GetMsg(t.Context(), seq)
		if err != nil {
			t.Fatal(err)
		}
		reasons := 0
		for name, values := range m.Header {
			if strings.EqualFold(name, eventbeve.HeaderError) {
				reasons += len(values)
			}
			if len(values[0]) > 1<<10 || strings.HasPrefix(name, "Nats-Expected") || strings.HasPrefix(name, "Nats-Rollup") {
				t.Errorf("%s: %.100q", name, values)
			}
		}
		if reasons > 1 || m.Header.Get(eventbeve.HeaderSource) != "s" {
			t.Errorf("headers %v", m.Header)
		}
	}
}

func TestConsumersThatLoseEventsAreRefused(t *testing.T) {
	_, js := start(t).connect()
	streams(t, js, "s")
	for _, policy := range []jetstream.AckPolicy{jetstream.AckNonePolicy, jetstream.AckAllPolicy} {
		durable, err := js.CreateConsumer(t.Context(), "s", jetstream.ConsumerConfig{AckPolicy: policy})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		consumer := natsbeve.Consumer[order]{JetStream: js, Consumer: durable, DeadLetters: "s-dead",
			Handle: func(context.Context, jetstream.Msg, order) error { return nil }}
		if err := consumer.Run(ctx); err == nil {
			t.Errorf("%v: no error", policy)
		}
		cancel()
	}
}

func TestBodiesAndHeaders(t *testing.T) {
	for _, name := range []string{"content-type", "Content-Type", "CONTENT-TYPE"} {
		m := &nats.Msg{Data: []byte(`{"id":7}`), Header: nats.Header{name: {"Application/JSON; charset=UTF-8"}}}
		if got, err := natsbeve.Value[order](m); err != nil || got.ID != 7 {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	for _, header := range []nats.Header{{"KV-Operation": {"PURGE"}}, {"Kv-Operation": {"DEL"}}, {"Nats-Marker-Reason": {"MaxAge"}}} {
		if _, err := natsbeve.Value[order](&nats.Msg{Header: header}); !errors.Is(err, eventbeve.ErrTombstone) {
			t.Errorf("%v: %v", header, err)
		}
	}
	for _, header := range []nats.Header{nil, {}, {"content-type": {}}, {"content-type": {"application/json"}}} {
		if _, err := natsbeve.Value[order](&nats.Msg{Header: header}); err == nil || errors.Is(err, eventbeve.ErrTombstone) {
			t.Errorf("no bytes with %v: %v", header, err)
		}
	}
}
