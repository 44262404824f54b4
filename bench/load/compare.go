// Requests per second and their times, the sides in turns.

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/beve-org/beve-go/bench/report"
	"github.com/beve-org/beve-go/bench/turns"
	"github.com/beve-org/beve-go/examples/rest/orders"
)

// sides are compared.
var sides = []*side{sideStd, sideJSON, sideBEVE}

// An exchange is a request that is made again and again.
type exchange struct {
	document, mode string
	call           func(c *client, i int) error
}

// stored are the order and the list that are sent; what varies from one request to the
// next is the id alone.
var (
	storedOrder = newOrder("", 0)
	storedList  = newList("list", 0)
)

var exchanges = []exchange{
	{"order", "Store", func(c *client, i int) error {
		var receipt orders.Receipt
		return c.call("PUT", fmt.Sprintf("/orders/order-%02d", i%50), storedOrder, &receipt)
	}},
	{"order", "Read", func(c *client, i int) error {
		var o orders.Order
		return c.call("GET", fmt.Sprintf("/orders/order-%02d", i%50), nil, &o)
	}},
	{"list", "Store", func(c *client, _ int) error {
		var receipts []orders.Receipt
		return c.call("POST", "/orders", storedList, &receipts)
	}},
	{"list", "Read", func(c *client, _ int) error {
		var p orders.Page
		return c.call("GET", fmt.Sprintf("/orders?after=list-&limit=%d", ordersOfList), nil, &p)
	}},
}

// The suffixes of the modes that a mode is measured in: the time between answers, all
// connections together, and what one request in two, and 99 in 100, take at most.
const (
	half       = "P50"
	nearlyAll  = "P99"
	perRequest = ""
)

// compare measures all sides in turns and publishes the run.
func compare(run *turns.Run, about *strings.Builder, connections int) error {
	contestants := make([]*contestant, len(sides))
	for i, s := range sides {
		c, err := newContestant(s, connections)
		if err != nil {
			return err
		}
		defer c.close()
		contestants[i] = c
	}
	if err := run.Begin(); err != nil {
		return err
	}
	var raw bytes.Buffer
	fmt.Fprintf(&raw, "goos: %s\ngoarch: %s\n", runtime.GOOS, runtime.GOARCH)
	rounds, span := run.Turns()
	for round := range rounds {
		for _, e := range exchanges {
			for i := range contestants {
				c := contestants[(round+i)%len(contestants)]
				if err := c.turn(&raw, e, span); err != nil {
					return err
				}
			}
		}
		fmt.Fprintf(os.Stderr, "round %d of %d\n", round+1, rounds)
	}
	results, err := report.Read(bytes.NewReader(raw.Bytes()), report.RawFile)
	if err != nil {
		return err
	}
	writeRates(about, results, contestants)
	return run.Publish(raw.Bytes(), about.String(), rows(), columns())
}

// rows are what the raw results have.
func rows() (all []turns.Row) {
	for _, e := range exchanges {
		for _, suffix := range []string{perRequest, half, nearlyAll} {
			all = append(all, turns.Row{Document: e.document, Mode: e.mode + suffix})
		}
	}
	return all
}

func columns() []turns.Column {
	return []turns.Column{
		{Ours: sideBEVE.name, Theirs: sideStd.name, Most: 1},
		{Ours: sideJSON.name, Theirs: sideStd.name, Most: 1},
		{Ours: sideBEVE.name, Theirs: sideJSON.name, Most: 1},
	}
}

// A contestant is a side with its server and connections.
type contestant struct {
	side    *side
	server  *server
	clients []*client
}

func newContestant(s *side, connections int) (*contestant, error) {
	server, err := serve(s.service())
	if err != nil {
		return nil, err
	}
	c := &contestant{side: s, server: server}
	for range connections {
		c.clients = append(c.clients, newClient(server.url, s))
	}
	for i := range 50 { // what is read later must be there
		for _, e := range exchanges {
			if err := e.call(c.clients[0], i); err != nil {
				return nil, errors.Join(err, c.close())
			}
		}
	}
	return c, nil
}

func (c *contestant) close() error {
	for _, each := range c.clients {
		each.close()
	}
	return c.server.end()
}

// turn makes requests on all connections for some time and writes their figures as Go
// benchmarks do.
func (c *contestant) turn(raw *bytes.Buffer, e exchange, span time.Duration) error {
	runtime.GC()
	times := make([][]time.Duration, len(c.clients))
	errs := make([]error, len(c.clients))
	var wg sync.WaitGroup
	begin := time.Now()
	for i, each := range c.clients {
		wg.Go(func() {
			for n := i; time.Since(begin) < span && errs[i] == nil; n++ {
				sent := time.Now()
				errs[i] = e.call(each, n)
				times[i] = append(times[i], time.Since(sent))
			}
		})
	}
	wg.Wait()
	took := time.Since(begin)
	if err := errors.Join(errs...); err != nil {
		return err
	}
	all := slices.Concat(times...)
	slices.Sort(all)
	for suffix, t := range map[string]float64{
		perRequest: float64(took) / float64(len(all)),
		half:       float64(all[len(all)/2]),
		nearlyAll:  float64(all[len(all)*99/100]),
	} {
		fmt.Fprintf(raw, "BenchmarkCodec/%s/%s%s/%s %d %.0f ns/op\n", e.document, e.mode, suffix, c.side.name, len(all), t)
	}
	return nil
}

// writeRates writes requests per second, the median of the rounds.
func writeRates(about *strings.Builder, results *report.Results, contestants []*contestant) {
	fmt.Fprintf(about, "`order` is one of %d lines, `list` %d of them; `Store` sends, `Read` asks for it. Client and service share the\n", linesOfOrder, ordersOfList)
	fmt.Fprintf(about, "processors, and each side writes and reads on both ends. `std-json` is the service written with net/http and\n")
	fmt.Fprintf(about, "encoding/json alone; `json` and `beve` are the example, which chooses by the header of a request.\n\n")
	fmt.Fprintf(about, "| | | bytes | requests per second | half within | 99 %% within |\n|---|---|--:|--:|--:|--:|\n")
	for _, e := range exchanges {
		for _, c := range contestants {
			figure := func(suffix string) float64 {
				return report.Median(results.Codec(e.document, e.mode+suffix, c.side.name).Nanos)
			}
			fmt.Fprintf(about, "| %s, %s | %s | %d | %.0f | %s | %s |\n", e.document, e.mode, c.side.name, c.side.size(e.document),
				1e9/figure(perRequest), report.Duration(figure(half)), report.Duration(figure(nearlyAll)))
		}
	}
	fmt.Fprintf(about, "\nTimes below are those between two answers, all connections together, with P50 and P99 those that a request takes.\n")
}

// size is the length of a document.
func (s *side) size(document string) int {
	var v any = storedOrder
	if document == "list" {
		v = storedList
	}
	data, err := s.marshal(v)
	if err != nil {
		panic(err) // it was sent before
	}
	return len(data)
}
