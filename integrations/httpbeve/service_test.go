package httpbeve_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/httpbeve"
	"github.com/beve-org/beve-go/json"
)

type item struct {
	Name  string  `json:"name"`
	Price float64 `json:"price"`
}

type order struct {
	ID    int    `json:"id"`
	Items []item `json:"items"`
}

type receipt struct {
	ID    int     `json:"id"`
	Total float64 `json:"total"`
}

// total is the handler of most tests.
func total(_ *http.Request, in order) (receipt, error) {
	out := receipt{ID: in.ID}
	for _, i := range in.Items {
		if i.Price < 0 {
			return out, httpbeve.Errorf(http.StatusUnprocessableEntity, "%s has a negative price", i.Name)
		}
		out.Total += i.Price
	}
	if in.ID == 13 {
		return out, errors.New("the password of the database is hunter2")
	}
	return out, nil
}

var someOrder = order{ID: 7, Items: []item{{"pen", 1.5}, {"ink", 2.25}}}

func encoded(t *testing.T, contentType string, v any) []byte {
	t.Helper()
	marshal := json.Marshal
	if contentType == httpbeve.TypeBEVE {
		marshal = beve.Marshal
	}
	data, err := marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func decoded[T any](t *testing.T, resp *http.Response) (v T) {
	t.Helper()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	unmarshal := json.Unmarshal
	switch contentType := resp.Header.Get("Content-Type"); contentType {
	case httpbeve.TypeBEVE:
		unmarshal = beve.Unmarshal
	case httpbeve.TypeJSON:
	default:
		t.Fatalf("content type %q, body %q", contentType, data)
	}
	if err := unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// send makes one request and returns the response, whose body is closed later.
func send(t *testing.T, url, method, contentType, accept string, body []byte) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	if accept != "" {
		r.Header.Set("Accept", accept)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	return resp
}

func serve(t *testing.T, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

func TestEveryPairOfFormats(t *testing.T) {
	url := serve(t, httpbeve.Handle(total))
	for _, in := range []string{httpbeve.TypeBEVE, httpbeve.TypeJSON} {
		for _, out := range []string{httpbeve.TypeBEVE, httpbeve.TypeJSON} {
			resp := send(t, url, "POST", in, out, encoded(t, in, someOrder))
			if got := resp.Header.Get("Content-Type"); got != out || resp.StatusCode != http.StatusOK {
				t.Errorf("%s in: status %d and %q, want %q", in, resp.StatusCode, got, out)
			}
			if got := resp.Header.Get("Vary"); got != "Accept" {
				t.Errorf("Vary is %q", got)
			}
			if got, want := decoded[receipt](t, resp), (receipt{7, 3.75}); got != want {
				t.Errorf("%s in, %s out: %+v, want %+v", in, out, got, want)
			}
		}
	}
}

func TestWrongRequestsAreAnsweredByTheirFault(t *testing.T) {
	opts := httpbeve.Options{MaxBody: 4096}
	opts.Decode.Limits.MaxDepth = 20
	url := serve(t, httpbeve.HandleWith(&opts, total))

	good := encoded(t, httpbeve.TypeBEVE, someOrder)
	badPrice := encoded(t, httpbeve.TypeBEVE, map[string]any{"items": []any{map[string]any{"price": "free"}}})
	deep := encoded(t, httpbeve.TypeBEVE, map[string]any{"extra": nested(30)})
	for _, c := range []struct {
		name                string
		contentType, accept string
		body                []byte
		status              int
		path                beve.Pointer
		text                string
	}{
		{"truncated", httpbeve.TypeBEVE, "", good[:len(good)-3], 400, "/items/1/price", "ends inside"},
		{"bytes after the value", httpbeve.TypeBEVE, "", append(good[:len(good):len(good)], 0), 400, "", "after the value"},
		{"not BEVE", httpbeve.TypeBEVE, "", []byte("{}"), 400, "", ""},
		{"of another shape", httpbeve.TypeBEVE, "", badPrice, 400, "/items/0/price", "string"},
		{"of another shape in JSON", httpbeve.TypeJSON, "", []byte(`{"items": [{"price": "free"}]}`), 400, "/items/0/price", "string"},
		{"no JSON", httpbeve.TypeJSON, "", []byte(`{"items": [}`), 400, "/items/0", "invalid character"},
		{"empty", httpbeve.TypeBEVE, "", nil, 400, "", "ends inside"},
		{"empty JSON", httpbeve.TypeJSON, "", nil, 400, "", ""},
		{"too deep", httpbeve.TypeBEVE, "", deep, 413, "/extra/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0", "deep"},
		{"too deep in JSON", httpbeve.TypeJSON, "", []byte(`{"extra":` + strings.Repeat("[", 30) + strings.Repeat("]", 30) + "}"), 413, "/extra/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0", "deep"},
		{"too large", httpbeve.TypeBEVE, "", make([]byte, 4097), 413, "", "larger than 4096"},
		{"of another type", "text/csv", "", good, 415, "", "text/csv"},
		{"of no type", "", "", good, 415, "", ""},
		{"JSON in another charset", "application/json; charset=utf-16", "", []byte("{}"), 415, "", ""},
		{"nothing acceptable", httpbeve.TypeBEVE, "text/html", good, 406, "", "text/html"},
		{"the handler's own error", httpbeve.TypeJSON, "", []byte(`{"items": [{"name": "pen", "price": -1}]}`), 422, "", "pen has a negative price"},
	} {
		t.Run(c.name, func(t *testing.T) {
			resp := send(t, url, "POST", c.contentType, c.accept, c.body)
			p := decoded[httpbeve.Problem](t, resp)
			if resp.StatusCode != c.status || p.Status != c.status {
				t.Errorf("status %d, body %+v, want %d", resp.StatusCode, p, c.status)
			}
			if p.Path != c.path || !strings.Contains(p.Error, c.text) {
				t.Errorf("path %q and error %q, want %q and %q", p.Path, p.Error, c.path, c.text)
			}
			if c.status == 415 && resp.Header.Get("Accept") == "" {
				t.Error("the response does not say what is accepted")
			}
		})
	}
}

func TestUnknownMembersAreRefusedInBothFormats(t *testing.T) {
	var opts httpbeve.Options
	opts.Decode.RejectUnknown = true
	url := serve(t, httpbeve.HandleWith(&opts, total))
	for _, contentType := range []string{httpbeve.TypeBEVE, httpbeve.TypeJSON} {
		resp := send(t, url, "POST", contentType, "", encoded(t, contentType, map[string]int{"more": 1}))
		if p := decoded[httpbeve.Problem](t, resp); p.Status != 400 || !strings.Contains(p.Error, "unknown field") {
			t.Errorf("%s: %+v", contentType, p)
		}
	}
}

func nested(levels int) any {
	var v any
	for range levels {
		v = []any{v}
	}
	return v
}

func TestProblemsComeInTheFormatOfTheClient(t *testing.T) {
	url := serve(t, httpbeve.Handle(total))
	resp := send(t, url, "POST", httpbeve.TypeBEVE, httpbeve.TypeBEVE, []byte{0xFF})
	if got := resp.Header.Get("Content-Type"); got != httpbeve.TypeBEVE {
		t.Errorf("the problem is %q", got)
	}
	if p := decoded[httpbeve.Problem](t, resp); p.Status != 400 || p.Offset == nil || *p.Offset != 0 {
		t.Errorf("problem %+v", p)
	}
}

func TestInnerErrorsAreNotTold(t *testing.T) {
	var told []error
	opts := httpbeve.Options{OnError: func(err error) { told = append(told, err) }}
	url := serve(t, httpbeve.HandleWith(&opts, total))
	resp := send(t, url, "POST", httpbeve.TypeJSON, "", []byte(`{"id": 13}`))
	if p := decoded[httpbeve.Problem](t, resp); resp.StatusCode != 500 || p.Error != "internal error" {
		t.Errorf("status %d, %+v", resp.StatusCode, p)
	}
	if len(told) != 1 || !strings.Contains(told[0].Error(), "hunter2") {
		t.Errorf("OnError was told %v", told)
	}
}

func TestNothingRunsForAClientThatTakesNothing(t *testing.T) {
	ran := false
	url := serve(t, httpbeve.Handle(func(*http.Request, order) (receipt, error) {
		ran = true
		return receipt{}, nil
	}))
	resp := send(t, url, "POST", httpbeve.TypeJSON, "image/png", []byte("{}"))
	if resp.StatusCode != http.StatusNotAcceptable || ran {
		t.Errorf("status %d, the handler ran: %v", resp.StatusCode, ran)
	}
}

func TestValuesThatCannotBeWrittenAre500(t *testing.T) {
	url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := httpbeve.Respond(w, r, 200, map[string]any{"f": func() {}}); err == nil {
			t.Error("a function was written")
		}
	}))
	numbers := serve(t, httpbeve.Handle(func(*http.Request, struct{}) (any, error) { return math.NaN(), nil }))
	tagged := httpbeve.Options{ETag: true}
	state := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = tagged.Respond(w, r, 200, map[string]any{"f": func() {}})
	}))
	for _, c := range [][2]string{{url, httpbeve.TypeBEVE}, {url, httpbeve.TypeJSON}, {numbers, httpbeve.TypeJSON}, {state, httpbeve.TypeJSON}, {state, httpbeve.TypeBEVE}} {
		resp := send(t, c[0], "GET", "", c[1], nil)
		if got := resp.Header.Get("Content-Type"); resp.StatusCode != http.StatusInternalServerError || got != c[1] {
			t.Errorf("%s: status %d, as %s", c[1], resp.StatusCode, got)
		}
		if p := decoded[httpbeve.Problem](t, resp); p.Status != 500 || p.Error != "internal error" {
			t.Errorf("%s: %+v", c[1], p)
		}
	}
}

// TestDefaultLimitsAnswerAlike sends values deeper than any format goes.
func TestDefaultLimitsAnswerAlike(t *testing.T) {
	url := serve(t, httpbeve.Handle(func(_ *http.Request, v any) (any, error) { return v, nil }))
	for contentType, body := range map[string]string{
		httpbeve.TypeJSON: strings.Repeat("[", 20_000), httpbeve.TypeBEVE: strings.Repeat("\x05\x04", 20_000) + "\x00",
	} {
		resp := send(t, url, "POST", contentType, "", []byte(body))
		if p := decoded[httpbeve.Problem](t, resp); resp.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("%s: status %d, %+v", contentType, resp.StatusCode, p)
		}
	}
}

// TestVaryIsSaidOnce puts the middleware round handlers that say it themselves.
func TestVaryIsSaidOnce(t *testing.T) {
	for name, inner := range map[string]http.Handler{
		"Handle": httpbeve.Handle(func(*http.Request, struct{}) (int, error) { return 1, nil }),
		"Fail":   http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { httpbeve.Fail(w, r, httpbeve.Errorf(404, "no")) }),
		"stream": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_ = httpbeve.Stream(w, r, func(yield func(int, error) bool) { _ = yield(1, nil) && yield(2, nil) })
		}),
	} {
		for _, accept := range []string{httpbeve.TypeBEVE, httpbeve.TypeJSON, httpbeve.TypeBEVEStream, httpbeve.TypeJSONStream} {
			resp := send(t, serve(t, httpbeve.Middleware(inner)), "GET", "", accept, nil)
			if got := resp.Header.Values("Vary"); len(got) != 1 || got[0] != "Accept" {
				t.Errorf("%s, %s: Vary is %q", name, accept, got)
			}
		}
	}
}

func TestGetHasNoBodyAndHeadNoAnswer(t *testing.T) {
	url := serve(t, httpbeve.Handle(func(r *http.Request, _ struct{}) (receipt, error) {
		return receipt{ID: len(r.URL.Query().Get("q"))}, nil
	}))
	if got := decoded[receipt](t, send(t, url+"?q=abc", "GET", "", "", nil)); got.ID != 3 {
		t.Errorf("got %+v", got)
	}
	resp := send(t, url, "HEAD", "", httpbeve.TypeBEVE, nil)
	if resp.ContentLength <= 0 || resp.Header.Get("Content-Type") != httpbeve.TypeBEVE {
		t.Errorf("length %d, header %v", resp.ContentLength, resp.Header)
	}
}

func TestETags(t *testing.T) {
	opts := httpbeve.Options{ETag: true}
	state := map[string]int{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}
	mux := http.NewServeMux()
	mux.Handle("GET /", httpbeve.HandleWith(&opts, func(*http.Request, struct{}) (map[string]int, error) { return state, nil }))
	mux.HandleFunc("PUT /", func(w http.ResponseWriter, r *http.Request) {
		if err := opts.CheckMatch(r, state); err != nil {
			opts.Fail(w, r, err)
			return
		}
		next, err := httpbeve.DecodeWith[map[string]int](w, r, &opts)
		if err != nil {
			opts.Fail(w, r, err)
			return
		}
		state = next
		w.WriteHeader(http.StatusNoContent)
	})
	url := serve(t, mux)

	tags := map[string]string{}
	for _, accept := range []string{httpbeve.TypeBEVE, httpbeve.TypeJSON} {
		tags[accept] = send(t, url, "GET", "", accept, nil).Header.Get("ETag")
		if again := send(t, url, "GET", "", accept, nil).Header.Get("ETag"); tags[accept] == "" || again != tags[accept] {
			t.Errorf("%s: tags %q and %q of one value", accept, tags[accept], again)
		}
	}
	if tags[httpbeve.TypeBEVE] == tags[httpbeve.TypeJSON] {
		t.Error("two representations have one tag")
	}

	with := func(method, name, value, accept string, body []byte) *http.Response {
		r, err := http.NewRequestWithContext(t.Context(), method, url, bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set(name, value)
		r.Header.Set("Accept", accept)
		r.Header.Set("Content-Type", httpbeve.TypeJSON)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { resp.Body.Close() })
		return resp
	}
	tag := tags[httpbeve.TypeBEVE]
	for value, want := range map[string]int{
		tag: 304, `"other", ` + tag: 304, "W/" + tag: 304, "*": 304,
		`"other"`: 200, tags[httpbeve.TypeJSON]: 200,
	} {
		if resp := with("GET", "If-None-Match", value, httpbeve.TypeBEVE, nil); resp.StatusCode != want {
			t.Errorf("If-None-Match %s: %d, want %d", value, resp.StatusCode, want)
		}
	}
	if resp := with("PUT", "If-Match", `"other"`, "", []byte(`{"a":2}`)); resp.StatusCode != 412 {
		t.Errorf("a change of an unseen state: %d", resp.StatusCode)
	}
	if resp := with("PUT", "If-Match", tags[httpbeve.TypeJSON], "", []byte(`{"a":2}`)); resp.StatusCode != 204 {
		t.Errorf("a change of the seen state: %d", resp.StatusCode)
	}
	if resp := with("PUT", "If-Match", tags[httpbeve.TypeJSON], "", []byte(`{"a":3}`)); resp.StatusCode != 412 {
		t.Errorf("a second change of the state before: %d", resp.StatusCode)
	}
	resp := with("GET", "If-None-Match", tag, httpbeve.TypeBEVE, nil)
	if got, err := httpbeve.Receive[map[string]int](resp); err != nil || got["a"] != 2 || resp.Header.Get("ETag") == tag {
		t.Errorf("the changed value under its old tag: %v, %v", got, err)
	}
	if _, err := httpbeve.ReceiveWith[map[string]int](with("GET", "X-None", "", httpbeve.TypeBEVE, nil), &httpbeve.Options{MaxBody: 3}); !errors.Is(err, beve.ErrLimit) {
		t.Errorf("an answer beyond the limit: %v", err)
	}
}
