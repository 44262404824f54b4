package natsbeve_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"os/exec"
	"strconv"
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

// broker is a server in a process of its own, with JetStream on disk, so that it can be
// killed.
type broker struct {
	t    *testing.T
	addr string
	dir  string
	cmd  *exec.Cmd
}

// The environment that makes the program of the tests a server.
const (
	envAddr = "NATSBEVE_TEST_ADDR"
	envDir  = "NATSBEVE_TEST_DIR"
)

func TestMain(m *testing.M) {
	if addr := os.Getenv(envAddr); addr != "" {
		if err := serve(addr, os.Getenv(envDir)); err != nil {
			log.Fatal(err)
		}
		return
	}
	os.Exit(m.Run())
}

// serve is a server until the process that has started it ends.
func serve(addr, dir string) error {
	host, text, err := net.SplitHostPort(addr)
	if err != nil {
		return err
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		return err
	}
	s, err := server.NewServer(&server.Options{Host: host, Port: port, JetStream: true, StoreDir: dir, SyncAlways: true, NoSigs: true})
	if err != nil {
		return err
	}
	s.Start()
	_, err = io.Copy(io.Discard, os.Stdin)
	s.Shutdown()
	return err
}

func start(t *testing.T) *broker {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b := &broker{t: t, addr: listener.Addr().String(), dir: t.TempDir()}
	listener.Close()
	b.run()
	t.Cleanup(b.kill)
	return b
}

// run starts the server and waits until it answers.
func (b *broker) run() {
	b.t.Helper()
	b.cmd = exec.Command(os.Args[0])
	b.cmd.Env = append(os.Environ(), envAddr+"="+b.addr, envDir+"="+b.dir)
	b.cmd.Stderr = os.Stderr
	if _, err := b.cmd.StdinPipe(); err != nil {
		b.t.Fatal(err)
	}
	if err := b.cmd.Start(); err != nil {
		b.t.Fatal(err)
	}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		conn, err := nats.Connect("nats://" + b.addr)
		if err == nil {
			conn.Close()
			return
		}
		if time.Now().After(deadline) {
			b.t.Fatal("the server does not answer: ", err)
		}
	}
}

// kill ends the server as a crash would.
func (b *broker) kill() {
	_ = b.cmd.Process.Kill()
	_ = b.cmd.Wait()
}

func (b *broker) connect() (*nats.Conn, jetstream.JetStream) {
	b.t.Helper()
	conn, err := nats.Connect("nats://"+b.addr, nats.MaxReconnects(-1), nats.ReconnectWait(20*time.Millisecond), nats.RetryOnFailedConnect(true))
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

// The server is killed and started again while events are published and handled:
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

	acknowledged, failed := map[int]bool{}, 0
	const n = 300
	for id := range n {
		switch id {
		case 100:
			b.kill()
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
		} else if failed++; id < 100 {
			t.Fatal(err)
		}
		done()
	}
	if failed == 0 {
		t.Error("no error while the server was gone")
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
	consumer := natsbeve.Consumer[order]{JetStream: js, Consumer: durable, DeadLetters: "dead",
		Handle: func(context.Context, jetstream.Msg, order) error { return nil }}
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
