package httpbeve_test

import (
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"

	stdjson "encoding/json"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/httpbeve"
)

// jsonService knows nothing of BEVE: it sends back what it gets, with a tag.
func jsonService(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/text":
		fmt.Fprint(w, "plain text")
		return
	case "/broken":
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"half":`)
		return
	case "/parts":
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `[1,`)
		_ = http.NewResponseController(w).Flush()
		fmt.Fprint(w, `2]`)
		return
	case "/teapot":
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.WriteHeader(http.StatusTeapot)
		fmt.Fprint(w, `{"error":"short and stout"}`)
		return
	}
	if r.Header.Get("If-None-Match") == `"one"` {
		w.Header().Set("ETag", `"one"`)
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if got := r.Header.Get("Content-Type"); r.Method == "POST" && got != "application/json" {
		http.Error(w, "content type "+got, http.StatusUnsupportedMediaType)
		return
	}
	var v any
	if r.Method == "POST" {
		if err := stdjson.NewDecoder(r.Body).Decode(&v); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("ETag", `"one"`)
	_ = stdjson.NewEncoder(w).Encode(v)
}

func TestMiddlewareTeachesAServiceBEVE(t *testing.T) {
	url := serve(t, httpbeve.Middleware(http.HandlerFunc(jsonService)))
	for _, in := range []string{httpbeve.TypeBEVE, httpbeve.TypeJSON} {
		for _, out := range []string{httpbeve.TypeBEVE, httpbeve.TypeJSON} {
			resp := send(t, url, "POST", in, out, encoded(t, in, someOrder))
			if got := resp.Header.Get("Content-Type"); got != out {
				t.Errorf("content type %q, want %q", got, out)
			}
			if got := decoded[order](t, resp); !reflect.DeepEqual(got, someOrder) {
				t.Errorf("%s in, %s out: %+v", in, out, got)
			}
		}
	}
	resp := send(t, url+"/teapot", "GET", "", httpbeve.TypeBEVE, nil)
	if got := decoded[map[string]string](t, resp); resp.StatusCode != http.StatusTeapot || got["error"] != "short and stout" {
		t.Errorf("status %d, %v", resp.StatusCode, got)
	}
	resp = send(t, url, "HEAD", "", httpbeve.TypeBEVE, nil)
	if resp.Header.Get("Content-Type") != httpbeve.TypeBEVE {
		t.Errorf("HEAD: %v", resp.Header)
	}
}

func TestMiddlewareLeavesAloneWhatItCannotTranslate(t *testing.T) {
	url := serve(t, httpbeve.Middleware(http.HandlerFunc(jsonService)))
	for path, want := range map[string]string{"/text": "plain text", "/broken": `{"half":`, "/parts": "[1,2]"} {
		resp := send(t, url+path, "GET", "", httpbeve.TypeBEVE, nil)
		got, err := io.ReadAll(resp.Body)
		if err != nil || string(got) != want || resp.Header.Get("Content-Type") == httpbeve.TypeBEVE {
			t.Errorf("%s: %q as %q, %v", path, got, resp.Header.Get("Content-Type"), err)
		}
	}
}

func TestMiddlewareMarksTags(t *testing.T) {
	url := serve(t, httpbeve.Middleware(http.HandlerFunc(jsonService)))
	tag := send(t, url, "GET", "", httpbeve.TypeBEVE, nil).Header.Get("ETag")
	if tag != `"one-beve"` {
		t.Errorf("tag %s", tag)
	}
	r, err := http.NewRequestWithContext(t.Context(), "GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", httpbeve.TypeBEVE)
	r.Header.Set("If-None-Match", tag)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusNotModified || resp.Header.Get("ETag") != tag {
		t.Errorf("status %d, tag %s", resp.StatusCode, resp.Header.Get("ETag"))
	}
}

func TestMiddlewareRefusesBadBEVE(t *testing.T) {
	opts := httpbeve.Options{MaxBody: 100}
	url := serve(t, opts.Middleware(http.HandlerFunc(jsonService)))
	if resp := send(t, url, "POST", httpbeve.TypeBEVE, "", []byte{0xFF}); resp.StatusCode != 400 {
		t.Errorf("status %d", resp.StatusCode)
	}
	if resp := send(t, url, "POST", httpbeve.TypeBEVE, "", make([]byte, 101)); resp.StatusCode != 413 {
		t.Errorf("status %d", resp.StatusCode)
	}
}

// recorder notes what goes over the wire.
type recorder struct {
	sent, got string
}

func (rec *recorder) RoundTrip(r *http.Request) (*http.Response, error) {
	rec.sent = r.Header.Get("Content-Type")
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err == nil {
		rec.got = resp.Header.Get("Content-Type")
	}
	return resp, err
}

func TestTransportServesAClientOfJSON(t *testing.T) {
	url := serve(t, httpbeve.Handle(total))
	for _, send := range []bool{false, true} {
		wire := &recorder{}
		client := &http.Client{Transport: &httpbeve.Transport{Base: wire, SendBEVE: send}}
		resp, err := client.Post(url, "application/json", strings.NewReader(string(encoded(t, httpbeve.TypeJSON, someOrder))))
		if err != nil {
			t.Fatal(err)
		}
		var got receipt
		err = stdjson.NewDecoder(resp.Body).Decode(&got)
		resp.Body.Close()
		if err != nil || got != (receipt{7, 3.75}) || resp.Header.Get("Content-Type") != httpbeve.TypeJSON {
			t.Errorf("%+v, %v, %v", got, err, resp.Header)
		}
		want := map[bool]string{false: httpbeve.TypeJSON, true: httpbeve.TypeBEVE}[send]
		if wire.sent != want || wire.got != httpbeve.TypeBEVE {
			t.Errorf("on the wire: %q out, %q in", wire.sent, wire.got)
		}
	}
}

func TestTransportBoundsAnswers(t *testing.T) {
	url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = httpbeve.Respond(w, r, 200, make([]byte, 10_000))
	}))
	client := &http.Client{Transport: &httpbeve.Transport{MaxBody: 1000}}
	if resp, err := client.Get(url); err == nil {
		resp.Body.Close()
		t.Error("an answer above the limit was taken")
	}
}

func TestClientHelpers(t *testing.T) {
	mux := http.NewServeMux()
	mux.Handle("POST /orders", httpbeve.Handle(total))
	mux.Handle("GET /json", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"id": 9}`)
	}))
	mux.HandleFunc("GET /none", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) })
	mux.HandleFunc("GET /html", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<p>hello") })
	url := serve(t, mux)
	ctx := t.Context()

	if got, err := httpbeve.Post[receipt](ctx, nil, url+"/orders", someOrder); err != nil || got != (receipt{7, 3.75}) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := httpbeve.Get[receipt](ctx, nil, url+"/json"); err != nil || got.ID != 9 {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := httpbeve.Get[receipt](ctx, nil, url+"/none"); err != nil || got != (receipt{}) {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := httpbeve.Get[receipt](ctx, nil, url+"/html"); err == nil {
		t.Error("HTML was read")
	}
	_, err := httpbeve.Post[receipt](ctx, nil, url+"/orders", map[string]any{"items": "none"})
	refused, ok := err.(*httpbeve.ResponseError)
	if !ok || refused.Status != 400 || refused.Problem.Path != beve.Pointer("/items") {
		t.Errorf("error %v", err)
	}
	if _, err := httpbeve.Get[receipt](ctx, nil, url+"/missing"); err == nil || !strings.Contains(err.Error(), "404") {
		t.Errorf("error %v", err)
	}
}
