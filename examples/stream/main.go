// Command stream sends events over TCP as delimited BEVE values, and goes on where it
// was when the connection breaks: none is lost, none comes twice.
//
//	go run ./examples/stream                           # both sides, with broken connections
//	go run ./examples/stream -listen localhost:7070    # an event each second
//	go run ./examples/stream -connect localhost:7070   # start it twice, stop and start the server
//
// What one side sends to the other is in log.go, and how in server.go and client.go.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"net"
	"os"
	"os/signal"
	"sync"
	"time"
)

func main() {
	listen := flag.String("listen", "", "be the server, on this address")
	connect := flag.String("connect", "", "be a client of the server at this address")
	name := flag.String("name", "screen", "name of the client, by which the server knows what it has")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	switch {
	case *listen != "":
		err = serve(ctx, *listen)
	case *connect != "":
		c := &Client{Name: *name, Dial: dialer(*connect), Handle: printer(os.Stdout)}
		err = c.Run(ctx)
	default:
		err = demo(ctx, os.Stdout, 10)
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		log.Fatal(err)
	}
}

func serve(ctx context.Context, addr string) error {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Println("listening on", l.Addr())
	events := NewLog()
	go measure(ctx, events, time.Second, math.MaxInt)
	return Serve(ctx, l, events, func(err error) { log.Print(err) })
}

// measure appends up to n events, one after another.
func measure(ctx context.Context, events *Log, every time.Duration, n int) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for i := range n {
		events.Append("temperature", []float64{20 + math.Sin(float64(i)/10), 21 + math.Cos(float64(i)/10)})
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func dialer(addr string) func(context.Context) (net.Conn, error) {
	return func(ctx context.Context) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "tcp", addr)
	}
}

func printer(w io.Writer) func(Event) error {
	return func(e Event) error {
		_, err := fmt.Fprintf(w, "%d %s %.2f\n", e.ID, e.Topic, e.Values)
		return err
	}
}

// demo runs both sides until n events have arrived, and breaks the connection after
// every third.
func demo(ctx context.Context, w io.Writer, n int) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return err
	}
	events := NewLog()
	var both sync.WaitGroup
	defer both.Wait()
	defer stop()
	both.Go(func() { measure(ctx, events, time.Millisecond, n) })
	both.Go(func() { _ = Serve(ctx, l, events, func(error) {}) }) // of the listener, which is closed at the end

	var conn net.Conn
	c := &Client{Name: "demo"}
	c.Dial = func(ctx context.Context) (_ net.Conn, err error) {
		conn, err = dialer(l.Addr().String())(ctx)
		return conn, err
	}
	c.Handle = func(e Event) error {
		switch {
		case e.ID == uint64(n):
			stop()
		case e.ID%3 == 0:
			defer conn.Close()
		}
		return printer(w)(e)
	}
	if err := c.Run(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}
