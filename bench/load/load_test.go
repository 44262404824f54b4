// The short form of what the program does, and that it notices what is wrong.

package main

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/bench/report"
	"github.com/beve-org/beve-go/examples/rest/orders"
)

const someConnections = 4

func TestGoodRequestsSucceedAndHostileOnesAreRefused(t *testing.T) {
	m, err := mix(orders.NewService(), 2*time.Second, someConnections)
	if err != nil {
		t.Fatal(err)
	}
	if m.good == 0 {
		t.Error("no good request")
	}
	for _, x := range hostileRequests() {
		if m.hostile[x.kind] == 0 {
			t.Errorf("no request of %q", x.kind)
		}
	}
	for _, x := range rawRequests() {
		if m.hostile[x.kind] == 0 {
			t.Errorf("no request of %q", x.kind)
		}
	}
}

func TestServersLeaveNoRequestUnanswered(t *testing.T) {
	for range 3 {
		if _, err := depart(100*time.Millisecond, someConnections); err != nil {
			t.Error(err)
		}
	}
}

func TestEverySideDoesTheSame(t *testing.T) {
	var raw bytes.Buffer
	for _, s := range sides {
		c, err := newContestant(s, someConnections)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range exchanges {
			if err := c.turn(&raw, e, 5*time.Millisecond); err != nil {
				t.Error(err)
			}
		}
		for i, client := range c.clients {
			if err := live(client, 0, i%2); s != sideStd && err != nil {
				t.Error(err)
			}
		}
		var p orders.Page
		if err := c.clients[0].call("GET", "/orders?after=list-&limit=64", nil, &p); err != nil || len(p.Orders) != ordersOfList || p.Orders[3].Lines[2] != storedList[3].Lines[2] {
			t.Errorf("%s: %d orders, %v", s.name, len(p.Orders), err)
		}
		if err := c.close(); err != nil {
			t.Error(err)
		}
	}
	results, err := report.Read(&raw, report.RawFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range exchanges {
		for _, s := range sides {
			half, nearly := results.Codec(e.document, e.mode+half, s.name), results.Codec(e.document, e.mode+nearlyAll, s.name)
			if half == nil || nearly == nil || half.Nanos[0] > nearly.Nanos[0] {
				t.Errorf("%s/%s of %s: %+v, %+v", e.document, e.mode, s.name, half, nearly)
			}
		}
	}
}

// What answers everything alike is neither good nor safe.
type indifferent int

func (status indifferent) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(int(status))
}

func TestBadServicesAreNoticed(t *testing.T) {
	for status, text := range map[indifferent]string{200: "is answered in", 400: "400 Bad Request", 500: "500 Internal Server Error"} {
		if _, err := mix(status, 50*time.Millisecond, 2); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%d: %v", status, err)
		}
	}
}

func TestGrowingMemoryIsNoticed(t *testing.T) {
	const mb = 1 << 20
	for name, c := range map[string]struct {
		live []uint64
		flat bool
	}{
		"flat":               {[]uint64{20 * mb, 30 * mb, 25 * mb, 31 * mb}, true},
		"shrinking":          {[]uint64{90 * mb, 30 * mb}, true},
		"twice as much":      {[]uint64{60 * mb, 62 * mb, 100 * mb, 120 * mb}, false},
		"too few to be told": {[]uint64{mb}, true},
	} {
		for _, m := range []*memory{{live: c.live}, {resident: c.live}} {
			if err := m.flat(); (err == nil) != c.flat {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
