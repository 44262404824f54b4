// Good and hostile requests side by side.

package main

import (
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/beve-org/beve-go/examples/rest/orders"
)

// A mixture is what came of a time of good and hostile traffic.
type mixture struct {
	duration time.Duration
	good     int            // requests; all succeeded
	hostile  map[string]int // requests by their kind; all were refused
	memory   *memory
}

// mix runs good and hostile traffic against a service of orders for some time. It is
// an error if a good request fails, a hostile one is not refused, or memory grows.
func mix(service http.Handler, duration time.Duration, connections int) (*mixture, error) {
	goroutines := runtime.NumGoroutine()
	server, err := serve(service)
	if err != nil {
		return nil, err
	}
	m := &mixture{duration: duration, hostile: map[string]int{}}
	var (
		mu    sync.Mutex
		fails failures
		wg    sync.WaitGroup
	)
	until := time.Now().Add(duration)
	// run repeats requests until the time is over.
	run := func(f func(i int) (kind string, err error)) {
		wg.Go(func() {
			for i := 0; time.Now().Before(until); i++ {
				kind, err := f(i)
				mu.Lock()
				switch {
				case err != nil:
					fails.add(err)
				case kind == "":
					m.good++
				default:
					m.hostile[kind]++
				}
				mu.Unlock()
			}
		})
	}
	for n := range connections {
		c := newClient(server.url, []*side{sideBEVE, sideJSON}[n%2])
		defer c.close()
		run(func(i int) (string, error) { return "", live(c, n, i) })
	}
	attacks := hostileRequests()
	for n := range max(1, connections/2) {
		c := newClient(server.url, nil)
		defer c.close()
		run(func(i int) (string, error) {
			x := attacks[(i+n)%len(attacks)]
			return x.kind, x.send(&c.http, server.url, i/len(attacks))
		})
	}
	for _, x := range rawRequests() {
		run(func(int) (string, error) {
			// Each of these needs a connection, and the number of connections is limited.
			time.Sleep(10 * time.Millisecond)
			return x.kind, x.send(server.url)
		})
	}
	m.memory = watch(until)
	wg.Wait()
	if err := server.end(); err != nil {
		fails.add(fmt.Errorf("the server ends: %w", err))
	}
	if err := m.memory.flat(); err != nil {
		fails.add(err)
	}
	if err := settled(goroutines + 2*connections); err != nil {
		fails.add(err)
	}
	return m, fails.err()
}

// live is a turn in the life of a good client, which owns some orders and finds them
// as it has left them.
func live(c *client, n, i int) error {
	id := fmt.Sprintf("client-%d-%d", n, i%20)
	switch want := newOrder(id, i); i % 10 {
	case 7:
		prefix := fmt.Sprintf("list-%d", n)
		var receipts []orders.Receipt
		if err := c.call("POST", "/orders", newList(prefix, i), &receipts); err != nil {
			return err
		}
		if len(receipts) != ordersOfList || receipts[1].ID != prefix+"-001" {
			return fmt.Errorf("%d receipts for a list: %+v", len(receipts), receipts)
		}
	case 8:
		var p orders.Page
		if err := c.call("GET", fmt.Sprintf("/orders?after=client-%d-&limit=20", n), nil, &p); err != nil {
			return err
		}
		if !slices.IsSortedFunc(p.Orders, func(a, b *orders.Order) int { return strings.Compare(a.ID, b.ID) }) {
			return fmt.Errorf("a page is not in order")
		}
	case 9:
		if err := c.call("PUT", "/orders/"+id, want, new(orders.Receipt)); err != nil {
			return err
		}
		return c.call("DELETE", "/orders/"+id, nil, nil)
	default:
		var receipt orders.Receipt
		if err := c.call("PUT", "/orders/"+id, want, &receipt); err != nil {
			return err
		}
		want.Total = total(want)
		if receipt.ID != id || math.Abs(receipt.Total-want.Total) > 1e-9 {
			return fmt.Errorf("a receipt for %s, %v: %+v", id, want.Total, receipt)
		}
		var got orders.Order
		if err := c.call("GET", "/orders/"+id, nil, &got); err != nil {
			return err
		}
		if got.Total = want.Total; !reflect.DeepEqual(&got, want) {
			return fmt.Errorf("stored %+v, read %+v", want, got)
		}
	}
	return nil
}

// settled waits for the goroutines of a server and its connections to end.
func settled(most int) error {
	for range 100 {
		if runtime.NumGoroutine() <= most {
			return nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return fmt.Errorf("%d goroutines are left, where there were at most %d", runtime.NumGoroutine(), most)
}

// describe tells what happened.
func (m *mixture) describe(w io.Writer) {
	refused := 0
	for _, n := range m.hostile {
		refused += n
	}
	fmt.Fprintf(w, "In %v of good and hostile traffic %d good requests succeeded and %d hostile ones were refused with a\n", m.duration, m.good, refused)
	fmt.Fprintf(w, "status of 4xx, with no exception; %s.\n\n| hostile | refused |\n|---|--:|\n", m.memory)
	for _, kind := range slices.Sorted(maps.Keys(m.hostile)) {
		fmt.Fprintf(w, "| %s | %d |\n", kind, m.hostile[kind])
	}
	fmt.Fprintln(w)
}
