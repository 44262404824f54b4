// Requests that a service must refuse, by ordinary clients.

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/examples/rest/orders"
	"github.com/beve-org/beve-go/integrations/httpbeve"
	"github.com/beve-org/beve-go/json"
)

// A hostileRequest is one that is wrong in one way.
type hostileRequest struct {
	kind         string
	method, path string
	header       map[string]string
	bodies       [][]byte // take turns
	status       int
}

// hostileRequests returns requests that are refused with a body that says why.
func hostileRequests() []*hostileRequest {
	order, list := newOrder("order", 1), newList("list", 1)
	const contentType, accept = "Content-Type", "Accept"
	asBEVE, asJSON := map[string]string{contentType: httpbeve.TypeBEVE}, map[string]string{contentType: httpbeve.TypeJSON}
	inBEVE, inJSON := must(beve.Marshal(list)), must(json.Marshal(list))
	negative := must(json.Marshal([]*orders.Order{{ID: "x", Lines: []orders.Line{{Quantity: -1}}}}))
	return []*hostileRequest{
		{"cut BEVE", "POST", "/orders", asBEVE, cuts(inBEVE), 400},
		{"cut JSON", "POST", "/orders", asJSON, cuts(inJSON), 400},
		{"malformed BEVE", "POST", "/orders", asBEVE, [][]byte{{0x07}, {0xFF, 0xFF}, append(bytes.Clone(inBEVE), 0), inJSON}, 400},
		{"malformed JSON", "POST", "/orders", asJSON, [][]byte{[]byte("[}"), []byte(`[{"id":"x",}]`), append(bytes.Clone(inJSON), ']'), must(beve.Marshal(order))}, 400},
		{"of another shape", "POST", "/orders", asJSON, [][]byte{[]byte(`[{"lines":{}}]`), []byte(`[{"lines":[{"price":"1"}]}]`), []byte(`[{"colour":1}]`)}, 400},
		{"false counts", "POST", "/orders", asBEVE, falseCounts(), 400},
		{"deep BEVE", "POST", "/orders", asBEVE, [][]byte{deepBEVE(1000), deepBEVE(100_000)}, 400}, // an array where an order must be
		{"too deep JSON", "POST", "/orders", asJSON, [][]byte{deepJSON(1000), deepJSON(100_000)}, 413},
		{"too large", "POST", "/orders", asBEVE, [][]byte{make([]byte, orders.MaxBody+1), make([]byte, 2*orders.MaxBody)}, 413},
		{"wrong type of body", "PUT", "/orders/order", map[string]string{contentType: "text/csv"}, [][]byte{must(json.Marshal(order))}, 415},
		{"no type of body", "PUT", "/orders/order", nil, [][]byte{must(json.Marshal(order))}, 415},
		{"compressed", "PUT", "/orders/order", map[string]string{contentType: httpbeve.TypeJSON, "Content-Encoding": "gzip"}, [][]byte{{0x1F, 0x8B}}, 415},
		{"unacceptable", "GET", "/orders", map[string]string{accept: "image/png"}, nil, 406},
		{"unacceptable stream", "GET", "/export", map[string]string{accept: httpbeve.TypeBEVE}, nil, 406},
		{"state never seen", "PUT", "/orders/none", map[string]string{contentType: httpbeve.TypeBEVE, "If-Match": `"x"`}, [][]byte{must(beve.Marshal(newOrder("none", 1)))}, 412},
		{"invalid order", "POST", "/orders", asJSON, [][]byte{negative, []byte("[null]"), []byte(`[{}]`)}, 422},
		{"unknown order", "GET", "/orders/none", nil, nil, 404},
	}
}

func must(data []byte, err error) []byte {
	if err != nil {
		panic(err) // values of this program
	}
	return data
}

// cuts returns beginnings of a value.
func cuts(data []byte) (all [][]byte) {
	for n := 0; n < len(data); n += 1 + len(data)/300 {
		all = append(all, data[:n])
	}
	return all
}

// falseCounts returns values with counts that promise more than follows.
func falseCounts() [][]byte {
	eight := "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"
	return [][]byte{
		[]byte("\x05" + eight),                                     // an array
		[]byte("\x05\x04\x03" + eight),                             // an object in one
		[]byte("\x05\x04\x03\x04\x08id\x02\xFE\xFF\xFF\xFF" + "x"), // a text
		[]byte("\x05\x04\x03\x04\x14lines\x05" + eight),            // the lines
		[]byte("\x64" + eight),                                     // an array of numbers
		[]byte("\x3C\xFE\xFF\xFF\xFF" + "\x04a"),                   // texts
	}
}

func deepBEVE(n int) []byte { return append(bytes.Repeat([]byte{0x05, 0x04}, n), 0x05, 0x00) }

func deepJSON(n int) []byte { return []byte(strings.Repeat("[", n) + strings.Repeat("]", n)) }

// send makes the request, for the i-th time, and returns an error if it is not refused
// with its status and a reason.
func (x *hostileRequest) send(c *http.Client, url string, i int) error {
	var body io.Reader
	if len(x.bodies) > 0 {
		body = bytes.NewReader(x.bodies[i%len(x.bodies)])
	}
	r, err := http.NewRequest(x.method, url+x.path, body)
	if err != nil {
		return err
	}
	for name, value := range x.header {
		r.Header.Set(name, value)
	}
	resp, err := c.Do(r)
	if err != nil {
		return fmt.Errorf("%s: %w", x.kind, err)
	}
	_, err = httpbeve.Receive[any](resp)
	if refused := (*httpbeve.ResponseError)(nil); !errors.As(err, &refused) || refused.Status != x.status || refused.Problem.Error == "" {
		return fmt.Errorf("%s: %s, want %d; %w", x.kind, resp.Status, x.status, err)
	}
	return nil
}
