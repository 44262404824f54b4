package natsbeve_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/beve-org/beve-go/integrations/eventbeve"
	"github.com/beve-org/beve-go/integrations/eventbeve/natsbeve"
)

type order struct {
	ID    int       `json:"id"`
	Sizes []float64 `json:"sizes"`
}

// broker is a server in this process, with JetStream on disk.
type broker struct {
	t    *testing.T
	port int
	dir  string
	s    *server.Server
}

func start(t *testing.T) *broker {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b := &broker{t: t, port: listener.Addr().(*net.TCPAddr).Port, dir: t.TempDir()}
	listener.Close()
	b.run()
	t.Cleanup(func() { b.stop() })
	return b
}

func (b *broker) run() {
	b.t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: b.port, JetStream: true, StoreDir: b.dir, SyncAlways: true, NoSigs: true})
	if err != nil {
		b.t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(20 * time.Second) {
		b.t.Fatal("the server does not start")
	}
	b.s = s
}

func (b *broker) stop() {
	b.s.Shutdown()
	b.s.WaitForShutdown()
}

func (b *broker) connect() (*nats.Conn, jetstream.JetStream) {
	b.t.Helper()
	conn, err := nats.Connect(b.s.ClientURL(), nats.MaxReconnects(-1), nats.ReconnectWait(20*time.Millisecond), nats.RetryOnFailedConnect(true))
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		b.t.Fatal(err)
	}
	return conn, js
}

func TestRequestAndReply(t *testing.T) {
	conn, _ := start(t).connect()
	if _, err := conn.Subscribe("double", func(m *nats.Msg) {
		in, err := natsbeve.Value[order](m)
		if err != nil {
			t.Error(err)
		}
		for i := range in.Sizes {
			in.Sizes[i] *= 2
		}
		out, err := natsbeve.Message(m.Reply, &in)
		if err != nil {
			t.Error(err)
			return
		}
		if err := m.RespondMsg(out); err != nil {
			t.Error(err)
		}
	}); err != nil {
		t.Fatal(err)
	}
	m, err := natsbeve.Message("double", &order{7, []float64{1.5}})
	if err != nil {
		t.Fatal(err)
	}
	reply, err := conn.RequestMsgWithContext(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := natsbeve.Value[order](reply); err != nil || got.ID != 7 || got.Sizes[0] != 3 {
		t.Errorf("%+v, %v", got, err)
	}
}

// The server is stopped and started again while events are published and handled:
// what it acknowledged is handled, poison is stored, nothing is lost.
func TestNothingAcknowledgedIsLost(t *testing.T) {
	b := start(t)
	_, js := b.connect()
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	if _, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "ORDERS", Subjects: []string{"orders.>"}}); err != nil {
		t.Fatal(err)
	}
	dead, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "DEAD", Subjects: []string{"dead.>"}})
	if err != nil {
		t.Fatal(err)
	}
	durable, err := js.CreateConsumer(ctx, "ORDERS", jetstream.ConsumerConfig{Durable: "billing",
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}

	var mu sync.Mutex
	seen, failedOnce, poison := map[int]int{}, map[int]bool{}, 0
	consumer := natsbeve.Consumer[order]{
		JetStream: js, Consumer: durable, DeadLetters: "dead.orders",
		Handle: func(_ context.Context, _ jetstream.Msg, v order) error {
			mu.Lock()
			defer mu.Unlock()
			if v.ID%10 == 3 && !failedOnce[v.ID] {
				failedOnce[v.ID] = true
				return errors.New("not now")
			}
			seen[v.ID]++
			if v.ID%100 == 50 {
				return natsbeve.ErrPoison
			}
			return nil
		},
	}
	runCtx, stop := context.WithCancel(ctx)
	ran := make(chan error, 1)
	go func() { ran <- consumer.Run(runCtx) }()

	acknowledged := map[int]bool{}
	const n = 300
	for id := range n {
		switch id {
		case 100:
			b.stop()
		case 110:
			b.run()
		}
		if id%50 == 17 {
			m, err := natsbeve.Message("orders.new", &order{id, []float64{1}})
			if err != nil {
				t.Fatal(err)
			}
			m.Data = m.Data[:5]
			if _, err := js.PublishMsg(ctx, m); err == nil {
				poison++
			}
			continue
		}
		short, done := context.WithTimeout(ctx, 500*time.Millisecond)
		if _, err := natsbeve.Publish(short, js, "orders.new", &order{id, []float64{float64(id)}}); err == nil {
			acknowledged[id] = true
			if id%100 == 50 {
				poison++
			}
		} else if id < 100 {
			t.Fatal(err)
		}
		done()
	}
	if len(acknowledged) < n-60 {
		t.Errorf("only %d were acknowledged", len(acknowledged))
	}
	missing := func() (ids []int) {
		mu.Lock()
		defer mu.Unlock()
		for id := range acknowledged {
			if seen[id] == 0 {
				ids = append(ids, id)
			}
		}
		return ids
	}
	stored := func() int {
		info, err := dead.Info(ctx)
		if err != nil {
			return -1
		}
		return int(info.State.Msgs)
	}
	for ctx.Err() == nil && (len(missing()) > 0 || stored() < poison) {
		time.Sleep(20 * time.Millisecond)
	}
	if ids := missing(); len(ids) > 0 {
		t.Errorf("acknowledged and never handled: %v", ids)
	}
	if got := stored(); got < poison {
		t.Errorf("%d dead letters, want %d", got, poison)
	}
	first, err := dead.GetMsg(ctx, 1)
	if err != nil {
		t.Fatal(err)
	}
	if first.Header.Get(eventbeve.HeaderError) == "" || first.Header.Get(eventbeve.HeaderSource) != "orders.new" ||
		first.Header.Get(eventbeve.HeaderContentType) != eventbeve.TypeBEVE || len(first.Data) != 5 {
		t.Errorf("dead letter %v, %x", first.Header, first.Data)
	}
	stop()
	if err := <-ran; err != nil {
		t.Error(err)
	}
}

func TestAConsumerThatIsDeletedEnds(t *testing.T) {
	_, js := start(t).connect()
	ctx := t.Context()
	if _, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "S", Subjects: []string{"s"}}); err != nil {
		t.Fatal(err)
	}
	durable, err := js.CreateConsumer(ctx, "S", jetstream.ConsumerConfig{Durable: "d", AckPolicy: jetstream.AckExplicitPolicy})
	if err != nil {
		t.Fatal(err)
	}
	consumer := natsbeve.Consumer[order]{JetStream: js, Consumer: durable, DeadLetters: "dead"}
	ran := make(chan error, 1)
	go func() { ran <- consumer.Run(ctx) }()
	time.Sleep(50 * time.Millisecond)
	if err := js.DeleteConsumer(ctx, "S", "d"); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ran:
		if err == nil {
			t.Error("no error")
		}
	case <-time.After(30 * time.Second):
		t.Error("the consumer waits for nothing")
	}
}

func Example() {
	type Order struct {
		ID int `json:"id"`
	}
	message, err := natsbeve.Message("orders.new", &Order{7})
	if err != nil {
		panic(err)
	}
	got, err := natsbeve.Value[Order](message) // what a subscriber does
	if err != nil {
		panic(err)
	}
	fmt.Println(got.ID, message.Header.Get(eventbeve.HeaderContentType))
	// Output: 7 application/beve
}
