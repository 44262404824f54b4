package orders

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/httpbeve"
	"github.com/beve-org/beve-go/json"
)

func someOrder(id string) Order {
	return Order{ID: id, Customer: "Ada", Status: "new", Placed: time.Date(2026, 7, 1, 9, 30, 0, 0, time.UTC), Lines: []Line{
		{SKU: "pen", Title: "Pen", Quantity: 2, Price: 1.5, Grams: 12.5},
		{SKU: "ink", Title: "Ink", Quantity: 1, Price: 4, Discount: 0.25},
	}}
}

// start serves an empty service and returns its client.
func start(t *testing.T) *Client {
	t.Helper()
	s := httptest.NewServer(NewService())
	t.Cleanup(s.Close)
	return &Client{URL: s.URL, HTTP: s.Client()}
}

func TestOrdersAreStoredReadChangedAndDeleted(t *testing.T) {
	c, ctx := start(t), t.Context()
	// An id is any text, also one that a URL must escape.
	const id = "A 1/2"
	want := someOrder(id)
	if receipt, err := c.Put(ctx, want); err != nil || receipt != (Receipt{id, 6}) {
		t.Fatal(receipt, err)
	}
	want.Total = 6
	got, tag, err := c.Get(ctx, id)
	if err != nil || tag == "" || !reflect.DeepEqual(got, want) {
		t.Fatalf("%+v, tag %q, %v", got, tag, err)
	}
	if err := c.Change(ctx, id, func(o *Order) error { o.Lines = o.Lines[:1]; return nil }); err != nil {
		t.Fatal(err)
	}
	if got, changed, err := c.Get(ctx, id); err != nil || got.Total != 3 || changed == tag {
		t.Errorf("%+v, tag %q before and %q now, %v", got, tag, changed, err)
	}
	stop := errors.New("no")
	if err := c.Change(ctx, id, func(*Order) error { return stop }); err != stop {
		t.Error(err)
	}
	if err := c.Delete(ctx, id); err != nil {
		t.Error(err)
	}
	for _, err := range []error{c.Delete(ctx, id), c.Change(ctx, id, nil)} {
		checkRefusal(t, err, http.StatusNotFound, id)
	}
}

// checkRefusal checks the status and a part of the text of a refusal.
func checkRefusal(t *testing.T, err error, status int, text string) {
	t.Helper()
	refused := (*httpbeve.ResponseError)(nil)
	if !errors.As(err, &refused) || refused.Status != status || !strings.Contains(refused.Problem.Error, text) {
		t.Errorf("%v, want %d and %q", err, status, text)
	}
}

func TestChangesDoNotOverwriteEachOther(t *testing.T) {
	c, ctx := start(t), t.Context()
	o := someOrder("A")
	o.Lines[0].Quantity = 1
	if _, err := c.Put(ctx, o); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 10 {
				if err := c.Change(ctx, "A", func(o *Order) error { o.Lines[0].Quantity++; return nil }); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if o, _, err := c.Get(ctx, "A"); err != nil || o.Lines[0].Quantity != 81 {
		t.Errorf("%d after 80 changes of 1, %v", o.Lines[0].Quantity, err)
	}
}

func TestPagesAndTheStreamHaveEveryOrderOnce(t *testing.T) {
	c, ctx := start(t), t.Context()
	var all []*Order
	for i := range 120 {
		o := someOrder(fmt.Sprintf("A-%03d", (i*7)%120))
		all = append(all, &o)
	}
	if receipts, err := c.PutAll(ctx, all); err != nil || len(receipts) != 120 || receipts[1].ID != "A-007" {
		t.Fatal(receipts, err)
	}
	var paged, streamed []string
	for after := ""; ; {
		p, err := c.Page(ctx, after, 50)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range p.Orders {
			paged = append(paged, o.ID)
		}
		if after = p.Next; after == "" {
			break
		}
	}
	for o, err := range c.All(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		streamed = append(streamed, o.ID)
	}
	for how, ids := range map[string][]string{"pages": paged, "stream": streamed} {
		if len(ids) != 120 {
			t.Errorf("%s: %d orders", how, len(ids))
		}
		for i, id := range ids {
			if id != fmt.Sprintf("A-%03d", i) {
				t.Fatalf("%s: order %d is %s", how, i, id)
			}
		}
	}
}

func TestSeveralOrdersAreStoredAllOrNone(t *testing.T) {
	c, ctx := start(t), t.Context()
	good, bad := someOrder("good"), someOrder("bad")
	bad.Lines[1].Discount = 1.5
	_, err := c.PutAll(ctx, []*Order{&good, &bad})
	checkRefusal(t, err, http.StatusUnprocessableEntity, "order bad: /lines/1/discount")
	_, err = c.PutAll(ctx, []*Order{&good, nil})
	checkRefusal(t, err, http.StatusUnprocessableEntity, "/1: there is no order")
	_, _, err = c.Get(ctx, "good")
	checkRefusal(t, err, http.StatusNotFound, "good")
}

// send makes one request, and reads what a refusal says.
func send(t *testing.T, c *Client, method, path string, body []byte, header ...string) (*http.Response, httpbeve.Problem) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, c.URL+path, strings.NewReader(string(body)))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := c.HTTP.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	var p httpbeve.Problem
	if resp.StatusCode >= 400 {
		unmarshal := json.Unmarshal
		if resp.Header.Get("Content-Type") == httpbeve.TypeBEVE {
			unmarshal = beve.Unmarshal
		}
		if err := unmarshal(text, &p); err != nil {
			t.Fatalf("%s %s: %s: %v", method, path, text, err)
		}
	}
	return resp, p
}

func TestRefusalsSayWhatAndWhere(t *testing.T) {
	c := start(t)
	order := someOrder("A")
	good, err := beve.Marshal(order)
	if err != nil {
		t.Fatal(err)
	}
	const kind = "Content-Type"
	for _, x := range []struct {
		name, method, path string
		body               []byte
		header             []string
		status             int
		place              beve.Pointer
		text               string
	}{
		{"cut", "PUT", "/orders/A", good[:len(good)-3], []string{kind, "application/beve"}, 400, "/total", "ends inside"},
		{"another shape", "PUT", "/orders/A", []byte(`{"lines":[{"price":1},{"price":"free"}]}`), []string{kind, "application/json"}, 400, "/lines/1/price", "string"},
		{"an unknown member", "PUT", "/orders/A", []byte(`{"lines":[{"colour":1}]}`), []string{kind, "application/json"}, 400, "", "colour"},
		{"too deep", "POST", "/orders", []byte(strings.Repeat("[", 20) + strings.Repeat("]", 20)), []string{kind, "application/json"}, 413, "", "deep"},
		{"too large", "POST", "/orders", make([]byte, MaxBody+1), []string{kind, "application/beve"}, 413, "", "larger than"},
		{"another type", "PUT", "/orders/A", good, []string{kind, "text/csv"}, 415, "", "text/csv"},
		{"nothing acceptable", "GET", "/orders", nil, []string{"Accept", "image/png"}, 406, "", "image/png"},
		{"no stream acceptable", "GET", "/export", nil, []string{"Accept", "application/json"}, 406, "", "application/json"},
		{"another id", "PUT", "/orders/B", good, []string{kind, "application/beve"}, 422, "", `/id: "A" is not the "B"`},
		{"no id", "POST", "/orders", []byte(`[{"customer":"Ada"}]`), []string{kind, "application/json"}, 422, "", "no id"},
		{"a page of none", "GET", "/orders?limit=0", nil, nil, 400, "", `limit "0"`},
		{"a tag of nothing", "PUT", "/orders/A", good, []string{kind, "application/beve", "If-Match", `"x"`}, 412, "", "there is no order"},
	} {
		resp, p := send(t, c, x.method, x.path, x.body, x.header...)
		if resp.StatusCode != x.status || p.Status != x.status || !strings.HasPrefix(string(p.Path), string(x.place)) || !strings.Contains(p.Error, x.text) {
			t.Errorf("%s: %d, %+v; want %d at %q: %s", x.name, resp.StatusCode, p, x.status, x.place, x.text)
		}
	}
	// None of them has left anything.
	if p, err := c.Page(t.Context(), "", 1); err != nil || len(p.Orders) > 0 {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestClientsOfJSONAreServed(t *testing.T) {
	c := start(t)
	if resp, p := send(t, c, "PUT", "/orders/A", []byte(`{"customer":"Ada","lines":[{"quantity":2,"price":3}]}`), "Content-Type", "application/json"); resp.StatusCode != 200 {
		t.Fatalf("%+v", p)
	}
	resp, _ := send(t, c, "GET", "/orders/A", nil)
	if resp.Header.Get("Content-Type") != httpbeve.TypeJSON {
		t.Error(resp.Header)
	}
	if again, _ := send(t, c, "GET", "/orders/A", nil, "If-None-Match", resp.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
		t.Errorf("status %d for a state that is known", again.StatusCode)
	}
	if o, _, err := c.Get(t.Context(), "A"); err != nil || o.Total != 6 {
		t.Errorf("%+v, %v", o, err)
	}
	if resp, _ := send(t, c, "GET", "/export", nil); resp.Header.Get("Content-Type") != httpbeve.TypeJSONStream {
		t.Error(resp.Header)
	}
}

// slow waits in the middle of its work until it is told to go on.
type slow struct{ begun, goOn chan struct{} }

func (s slow) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	close(s.begun)
	<-s.goOn
	fmt.Fprint(w, "done")
}

func TestServeWaitsForAnswersAndNotForBodies(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	h := slow{make(chan struct{}), make(chan struct{})}
	mux := http.NewServeMux()
	mux.Handle("/slow", h)
	mux.Handle("/", NewService())
	served := make(chan error, 1)
	go func() { served <- Serve(ctx, l, mux, time.Second) }()

	// A body that does not arrive is answered in time.
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprint(conn, "PUT /orders/A HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
	_ = conn.SetReadDeadline(time.Now().Add(20 * time.Second))
	if answer, err := io.ReadAll(conn); err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 408 ") {
		t.Errorf("%q, %v", answer, err)
	}

	// A request that is being answered when the server ends gets its answer.
	answered := make(chan string, 1)
	go func() {
		resp, err := http.Get("http://" + l.Addr().String() + "/slow")
		if err != nil {
			answered <- err.Error()
			return
		}
		defer resp.Body.Close()
		text, _ := io.ReadAll(resp.Body)
		answered <- string(text)
	}()
	<-h.begun
	stop()
	time.Sleep(leaving + 50*time.Millisecond)
	select {
	case err := <-served:
		t.Errorf("the server left before its answer: %v", err)
	default:
	}
	close(h.goOn)
	if got := <-answered; got != "done" {
		t.Error(got)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
}
