// A server that ends in full traffic.

package main

import (
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/beve-org/beve-go/examples/rest/orders"
)

// A departure is the end of a server.
type departure struct {
	taken int // requests that the service has handled; all were answered
	away  int // requests that failed; none has left anything
}

// depart runs a service for some time with orders of ids that are new each, and ends
// it while they come. It is an error if one is stored whose client has no receipt, or
// the other way round.
func depart(after time.Duration, connections int) (*departure, error) {
	service := orders.NewService()
	server, err := serve(service)
	if err != nil {
		return nil, err
	}
	var (
		mu       sync.Mutex
		answered = map[string]bool{}
		d        departure
		fails    failures
		wg       sync.WaitGroup
	)
	for n := range connections {
		wg.Go(func() {
			c := newClient(server.url, []*side{sideBEVE, sideJSON}[n%2])
			defer c.close()
			for i := 0; ; i++ {
				id := fmt.Sprintf("order-%d-%d", n, i)
				err := c.call(http.MethodPut, "/orders/"+id, newOrder(id, i), new(orders.Receipt))
				mu.Lock()
				if answered[id] = err == nil; err != nil {
					d.away++
				}
				mu.Unlock()
				if err != nil {
					return // the server has gone
				}
			}
		})
	}
	time.Sleep(after)
	if err := server.end(); err != nil {
		fails.add(fmt.Errorf("the server ends: %w", err))
	}
	wg.Wait()
	for _, o := range service.Store.All() {
		d.taken++
		if !answered[o.ID] {
			fails.add(fmt.Errorf("%s is stored, and its client has no receipt", o.ID))
		}
		delete(answered, o.ID)
	}
	for id, receipt := range answered {
		if receipt {
			fails.add(fmt.Errorf("there is a receipt for %s, and it is not stored", id))
		}
	}
	if d.taken == 0 {
		fails.add(fmt.Errorf("no request was taken"))
	}
	return &d, fails.err()
}
