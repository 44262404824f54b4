package httpbeve_test

import (
	"errors"
	"io"
	"iter"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/integrations/httpbeve"
)

var streamTypes = []string{httpbeve.TypeBEVEStream, httpbeve.TypeJSONStream}

// counted is a sequence of n receipts, then err if there is one.
func counted(n int, err error) iter.Seq2[receipt, error] {
	return func(yield func(receipt, error) bool) {
		for i := range n {
			if !yield(receipt{ID: i, Total: float64(i) / 2}, nil) {
				return
			}
		}
		if err != nil {
			yield(receipt{}, err)
		}
	}
}

func TestStreamsArriveWhole(t *testing.T) {
	for _, n := range []int{0, 1, 20_000} {
		url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if err := httpbeve.Stream(w, r, counted(n, nil)); err != nil {
				t.Error(err)
			}
		}))
		for _, accept := range streamTypes {
			resp := send(t, url, "GET", "", accept, nil)
			if got := resp.Header.Get("Content-Type"); got != accept {
				t.Errorf("content type %q, want %q", got, accept)
			}
			i := 0
			for v, err := range httpbeve.Values[receipt](resp.Header, resp.Body) {
				if err != nil {
					t.Fatal(err)
				}
				if v != (receipt{i, float64(i) / 2}) {
					t.Fatalf("value %d is %+v", i, v)
				}
				i++
			}
			if i != n {
				t.Errorf("%s: %d values of %d", accept, i, n)
			}
		}
	}
}

func TestAFailedStreamIsNotAShortOne(t *testing.T) {
	url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = httpbeve.Stream(w, r, counted(10, errors.New("disk on fire")))
	}))
	for _, accept := range streamTypes {
		resp := send(t, url, "GET", "", accept, nil)
		var got int
		var failed error
		for _, err := range httpbeve.Values[receipt](resp.Header, resp.Body) {
			if err != nil {
				failed = err
				break
			}
			got++
		}
		if got != 10 || !errors.Is(failed, io.ErrUnexpectedEOF) {
			t.Errorf("%s: %d values, then %v", accept, got, failed)
		}
	}
}

func TestAStreamThatFailsAtOnceIsAnError(t *testing.T) {
	url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = httpbeve.Stream(w, r, counted(0, httpbeve.Errorf(http.StatusNotFound, "no such run")))
	}))
	if resp := send(t, url, "GET", "", httpbeve.TypeBEVEStream, nil); resp.StatusCode != http.StatusNotFound {
		t.Errorf("status %d", resp.StatusCode)
	}
	url = serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = httpbeve.Stream(w, r, func(yield func(any, error) bool) { yield(func() {}, nil) })
	}))
	if resp := send(t, url, "GET", "", httpbeve.TypeBEVEStream, nil); resp.StatusCode != http.StatusInternalServerError {
		t.Errorf("status %d", resp.StatusCode)
	}
	// What is acceptable are streams, and the answer says so.
	resp := send(t, url, "GET", "", httpbeve.TypeBEVE, nil)
	if p := decoded[httpbeve.Problem](t, resp); p.Status != http.StatusNotAcceptable ||
		!strings.Contains(p.Error, httpbeve.TypeBEVEStream) || !strings.Contains(p.Error, httpbeve.TypeJSONStream) {
		t.Errorf("%+v", p)
	}
}

// A value is sent though the next one is long in coming.
func TestAValueDoesNotWaitForTheNext(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = httpbeve.Stream(w, r, func(yield func(receipt, error) bool) {
			if yield(receipt{ID: 1}, nil) {
				<-release
			}
		})
	}))
	resp := send(t, url, "GET", "", httpbeve.TypeJSONStream, nil)
	first := make(chan error, 1)
	go func() {
		_, err := io.ReadFull(resp.Body, make([]byte, 10))
		first <- err
	}()
	select {
	case err := <-first:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("the first value did not arrive")
	}
}

func TestAClientThatLeavesEndsTheStream(t *testing.T) {
	ended := make(chan error, 1)
	url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ended <- httpbeve.Stream(w, r, counted(1<<40, nil))
	}))
	resp := send(t, url, "GET", "", httpbeve.TypeBEVEStream, nil)
	resp.Body.Close()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("no error")
		}
	case <-time.After(30 * time.Second):
		t.Error("the stream goes on for nobody")
	}
}

func TestOneLongValueOfAStreamIsRefused(t *testing.T) {
	opts := httpbeve.Options{MaxBody: 1000}
	h := http.Header{"Content-Type": {httpbeve.TypeJSONStream}}
	body := strings.NewReader(`{"name":"a"}` + "\n\n" + `{"name":"` + strings.Repeat("x", 2000) + `"}`)
	var got int
	var failed error
	for _, err := range httpbeve.ValuesWith[item](h, body, &opts) {
		if failed = err; err == nil {
			got++
		}
	}
	if got != 1 || failed == nil {
		t.Errorf("%d values, then %v", got, failed)
	}
}
