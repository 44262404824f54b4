// Command load runs the REST service of the examples on the loopback interface at full
// speed, in three parts:
//
//   - good requests in BEVE and JSON beside hostile ones, for -duration: every good one
//     must succeed, every hostile one be refused with a status of 4xx, and memory stay
//     flat;
//   - the server ends in full traffic, some times: what it has taken it must answer;
//   - encoding/json, package json and BEVE take turns with good requests alone, for the
//     number of requests per second and the time that they take.
//
// It exits with 1 if anything of the first two parts is not as it must be.
//
//	go run ./load                                 # two seconds of each, printed
//	go run ./load -duration 60s -name laptop-load # into results/laptop-load, with plots
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/beve-org/beve-go/bench/turns"
	"github.com/beve-org/beve-go/examples/rest/orders"
)

// departures is how often the server ends in full traffic.
const departures = 5

func main() {
	run := turns.Flags("load")
	if err := flag.Set("time", "500ms"); err != nil { // enough for a 99th percentile
		log.Fatal(err)
	}
	duration := flag.Duration("duration", 2*time.Second, "time of the good and hostile traffic")
	connections := flag.Int("connections", 8, "connections at a time")
	flag.Parse()
	if done, err := run.Again(rows(), columns()); done {
		if err != nil {
			log.Fatal(err)
		}
		return
	}
	var about strings.Builder
	fmt.Fprintf(&about, "The REST service of [examples/rest](../../../examples/rest), its clients in the same process, %d connections\n", *connections)
	fmt.Fprintf(&about, "of the loopback interface at full speed.\n\n")
	if err := endure(&about, *duration, *connections); err != nil {
		log.Fatal(err)
	}
	if err := compare(run, &about, *connections); err != nil {
		log.Fatal(err)
	}
}

// endure is the first two parts.
func endure(about *strings.Builder, duration time.Duration, connections int) error {
	m, err := mix(orders.NewService(), duration, connections)
	if err != nil {
		return err
	}
	m.describe(about)
	taken, away := 0, 0
	for range departures {
		d, err := depart(300*time.Millisecond, connections)
		if err != nil {
			return err
		}
		taken, away = taken+d.taken, away+d.away
	}
	fmt.Fprintf(about, "The server ended %d times in full traffic: %d requests taken, all answered; %d that came too late\n", departures, taken, away)
	fmt.Fprintf(about, "failed at the client and left nothing.\n\n")
	return nil
}

// A server is a handler that is served on a port of the loopback interface.
type server struct {
	url  string
	stop context.CancelFunc
	done chan error
}

// patience is how long a body may take to arrive. It is short, so that many slow ones
// come to their end.
const patience = 2 * time.Second

func serve(h http.Handler) (*server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	s := &server{url: "http://" + l.Addr().String(), stop: stop, done: make(chan error, 1)}
	go func() { s.done <- orders.Serve(ctx, l, h, patience) }()
	return s, nil
}

// end stops a server and returns what it says.
func (s *server) end() error {
	s.stop()
	return <-s.done
}

// failures keeps the first of many errors, which are likely to be the same.
type failures struct {
	n    int
	some []error
}

func (f *failures) add(err error) {
	const most = 10
	if f.n++; f.n <= most {
		f.some = append(f.some, err)
	}
}

func (f *failures) err() error {
	if f.n == 0 {
		return nil
	}
	return fmt.Errorf("%d failures, the first of them:\n%w", f.n, errors.Join(f.some...))
}
