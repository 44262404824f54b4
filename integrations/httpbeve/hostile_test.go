package httpbeve_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/httpbeve"
	"github.com/beve-org/beve-go/internal/cost"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/json"
)

type small struct {
	ID   int   `json:"id"`
	List []any `json:"list"`
}

// readers are the functions that decode a body, each by what it is given.
func readers(stream bool) map[string]func(contentType string, body []byte, o *httpbeve.Options) error {
	post := func(contentType string, body []byte) *http.Request {
		r := httptest.NewRequest("POST", "/", bytes.NewReader(body))
		r.Header.Set("Content-Type", contentType)
		return r
	}
	if stream {
		return map[string]func(string, []byte, *httpbeve.Options) error{
			"ValuesWith": func(contentType string, body []byte, o *httpbeve.Options) error {
				for _, err := range httpbeve.ValuesWith[small](http.Header{"Content-Type": {contentType}}, bytes.NewReader(body), o) {
					if err != nil {
						return err
					}
				}
				return nil
			},
		}
	}
	return map[string]func(string, []byte, *httpbeve.Options) error{
		"DecodeWith": func(contentType string, body []byte, o *httpbeve.Options) error {
			_, err := httpbeve.DecodeWith[small](httptest.NewRecorder(), post(contentType, body), o)
			return err
		},
		"HandleWith": func(contentType string, body []byte, o *httpbeve.Options) error {
			w := httptest.NewRecorder()
			httpbeve.HandleWith(o, func(*http.Request, small) (small, error) { return small{}, nil }).ServeHTTP(w, post(contentType, body))
			if w.Code == http.StatusOK {
				return nil
			}
			return fmt.Errorf("%d %w", w.Code, map[bool]error{true: beve.ErrLimit, false: beve.ErrUnknownField}[w.Code == http.StatusRequestEntityTooLarge])
		},
		"ReceiveWith": func(contentType string, body []byte, o *httpbeve.Options) error {
			_, err := httpbeve.ReceiveWith[small](&http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {contentType}}, Body: io.NopCloser(bytes.NewReader(body))}, o)
			return err
		},
	}
}

// Every option of decoding that is said to hold for all bodies does, whoever reads them
// in whichever format.
func TestOptionsHoldForEveryReaderAndFormat(t *testing.T) {
	var delimited bytes.Buffer
	encode := func(v any) []byte {
		data, err := beve.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		delimited.Reset()
		enc := beve.NewEncoder(&delimited)
		for range 2 {
			if err := enc.Encode(v); err != nil {
				t.Fatal(err)
			}
		}
		return data
	}
	for _, c := range []struct {
		name  string
		value any
		set   func(o *httpbeve.Options)
		want  error
	}{
		{"RejectUnknown", map[string]any{"unknown": 1}, func(o *httpbeve.Options) { o.Decode.RejectUnknown = true }, beve.ErrUnknownField},
		{"MaxElements", small{1, []any{1, "a", 2, "b", nil}}, func(o *httpbeve.Options) { o.Decode.Limits.MaxElements = 4 }, beve.ErrLimit},
		{"MaxDepth", small{1, []any{[]any{[]any{1, "a"}}}}, func(o *httpbeve.Options) { o.Decode.Limits.MaxDepth = 3 }, beve.ErrDepth},
		{"MaxBytes", small{1, []any{strings.Repeat("x", 100)}}, func(o *httpbeve.Options) { o.Decode.Limits.MaxBytes = 50 }, beve.ErrLimit},
		{"MaxBody", small{1, []any{strings.Repeat("x", 100)}}, func(o *httpbeve.Options) { o.MaxBody = 50 }, beve.ErrLimit},
	} {
		binary := encode(c.value)
		text, err := json.Marshal(c.value)
		if err != nil {
			t.Fatal(err)
		}
		for contentType, body := range map[string][]byte{
			httpbeve.TypeBEVE: binary, "Application/BEVE; profile=extended": binary, httpbeve.TypeJSON: text, "application/problem+json; charset=UTF-8": text,
			httpbeve.TypeBEVEStream: delimited.Bytes(), httpbeve.TypeJSONStream: append(append(append([]byte("\n"), text...), "\r\n\n"...), text...),
		} {
			stream := contentType == httpbeve.TypeBEVEStream || contentType == httpbeve.TypeJSONStream
			for name, read := range readers(stream) {
				if err := read(contentType, body, new(httpbeve.Options)); err != nil && c.want != nil {
					t.Errorf("%s of %s without %s: %v", name, contentType, c.name, err)
				}
				o := new(httpbeve.Options)
				c.set(o)
				err := read(contentType, body, o)
				known, hasStatus := errors.AsType[*httpbeve.Error](err)
				tooLarge := c.want != beve.ErrUnknownField && hasStatus && known.Status == http.StatusRequestEntityTooLarge
				if !errors.Is(err, c.want) && !tooLarge && !(name == "HandleWith" && c.want == beve.ErrDepth && errors.Is(err, beve.ErrLimit)) {
					t.Errorf("%s of %s with %s: %v, want %v", name, contentType, c.name, err, c.want)
				}
			}
		}
	}
}

func TestErrorsInLinesHaveTheOffsetInTheBody(t *testing.T) {
	for body, want := range map[string]int64{"{\"id\":1}\n\r\n{\"id\":x}\n": 17, "{\"id\":1}\n\n\n{\"id\":\"s\"}": 18, "x": 0} {
		var got error
		for _, err := range httpbeve.Values[small](http.Header{"Content-Type": {httpbeve.TypeJSONStream}}, strings.NewReader(body)) {
			got = err
		}
		if place, ok := errors.AsType[*beve.DecodeError](got); !ok || place.Offset < want-1 || place.Offset > want+2 {
			t.Errorf("%q: %v, want about %d", body, got, want)
		}
	}
}

// What a hostile body costs is in proportion to its size, and so is the answer.
func TestHostileBodiesCostInProportion(t *testing.T) {
	var entries []cost.Entry
	for _, f := range []struct{ format, contentType string }{{cost.BEVE, httpbeve.TypeBEVE}, {cost.JSON, httpbeve.TypeJSON}} {
		serve := func(h http.Handler) func(data []byte) (int, error) {
			return func(data []byte) (int, error) {
				r := httptest.NewRequest("POST", "/", bytes.NewReader(data))
				r.Header.Set("Content-Type", f.contentType)
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				if w.Code >= http.StatusBadRequest {
					var p httpbeve.Problem
					if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
						return w.Body.Len(), fmt.Errorf("the answer %q: %w", w.Body, err)
					}
					return w.Body.Len(), errors.New(p.Error)
				}
				return w.Body.Len(), nil
			}
		}
		o := &httpbeve.Options{MaxBody: 32 << 20}
		checked := &httpbeve.Options{MaxBody: o.MaxBody, Decode: beve.DecodeOptions{RequireAll: true, RejectDuplicates: true, Strict: true}}
		nothing := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {})
		entries = append(entries,
			cost.Entry{Name: "Handle of any, " + f.format, Formats: []string{f.format}, Maps: true,
				Run: serve(httpbeve.HandleWith(o, func(*http.Request, any) (int, error) { return 1, nil }))},
			cost.Entry{Name: "Handle of a struct, " + f.format, Formats: []string{f.format}, Maps: true,
				Run: serve(httpbeve.HandleWith(o, func(*http.Request, small) (int, error) { return 1, nil }))},
			cost.Entry{Name: "Handle of any, checked, " + f.format, Formats: []string{f.format}, Maps: true,
				Run: serve(httpbeve.HandleWith(checked, func(*http.Request, any) (int, error) { return 1, nil }))},
			cost.Entry{Name: "Handle of a struct, checked, " + f.format, Formats: []string{f.format}, Maps: true,
				Run: serve(httpbeve.HandleWith(checked, func(*http.Request, small) (int, error) { return 1, nil }))},
			// A row of a table becomes the text of an object.
			cost.Entry{Name: "Middleware, " + f.format, Formats: []string{f.format}, Maps: true, Run: serve(o.Middleware(nothing))})
	}
	cost.Check(t, entries, append(cost.BEVEFamilies(), cost.JSONFamilies()...), cost.Usual())
}

// Whatever a client sends in its header, the answer is short and does nothing to a log.
func TestHostileHeaders(t *testing.T) {
	handler := httpbeve.Handle(func(*http.Request, small) (small, error) { return small{ID: 1}, nil })
	long := strings.Repeat("x", 1<<20)
	handlers := []http.Handler{handler, httpbeve.Middleware(handler), httpbeve.HandleWith(&httpbeve.Options{ETag: true}, func(*http.Request, small) (small, error) { return small{ID: 1}, nil })}
	for _, name := range []string{"Content-Type", "Accept", "Content-Encoding", "Content-Range", "If-None-Match", "If-Match", "If-Range", "Range"} {
		for _, value := range []string{long, "application/" + long, strings.Repeat(",", 1<<18), strings.Repeat(`"`, 1<<20+1), strings.Repeat(`"a" `, 1<<18), strings.Repeat(`W/"a-beve",`, 1<<16), strings.Repeat("\x1b[31m", 1000), "\u202e", "\xff", "application/beve;" + strings.Repeat("a=b;", 1<<14), ";q=", "*/*;q=NaN",
			"application/beve;q=-1", "application/beve;q=1e309", "application/beve; profile=\"", `application/beve; profile="a,b"; q=0`} {
			for _, method := range []string{"POST", "GET"} {
				for _, handler := range handlers {
					var w *httptest.ResponseRecorder
					testkit.Within(t, name, 2*time.Second, func() {
						r := httptest.NewRequest(method, "/", strings.NewReader(`{"id":1}`))
						r.Header.Set("Content-Type", httpbeve.TypeJSON)
						r.Header[name] = []string{value}
						w = httptest.NewRecorder()
						handler.ServeHTTP(w, r)
					})
					if w.Body.Len() > 4<<10 || bytes.ContainsAny(w.Body.Bytes(), "\x1b\u202e\n") {
						t.Errorf("%s %.30q: %d %.200q", name, value, w.Code, w.Body)
					}
				}
			}
		}
	}
}

func TestExtendedBodiesAreMarked(t *testing.T) {
	type stamp struct {
		At   time.Time `json:"at"`
		Rows []small   `json:"rows"`
	}
	value := stamp{time.Unix(1, 0).UTC(), make([]small, 8)}
	o := &httpbeve.Options{Encode: beve.EncodeOptions{Extended: true}, ETag: true}
	extended, err := o.Encode.Marshal(&value)
	if err != nil {
		t.Fatal(err)
	}
	portable, err := beve.Marshal(&value)
	if err != nil {
		t.Fatal(err)
	}
	const marked = httpbeve.TypeBEVE + "; profile=extended"
	handler := httpbeve.HandleWith(o, func(*http.Request, stamp) (stamp, error) { return value, nil })
	for accept, want := range map[string]string{
		"":                                       httpbeve.TypeJSON,
		"*/*":                                    httpbeve.TypeJSON,
		"application/beve":                       marked,
		"application/*, application/json;q=0":    marked,
		"application/beve;profile=extended":      marked,
		"application/beve; PROFILE=\"Extended\"": marked,
		"application/beve;profile=portable":      httpbeve.TypeBEVE,
		"application/beve;profile=extended;q=0, application/beve":           httpbeve.TypeBEVE,
		"application/beve, application/beve;profile=extended;q=0":           httpbeve.TypeBEVE,
		"application/beve;profile=extended;q=0.5, application/beve;q=0.8":   httpbeve.TypeBEVE,
		"application/beve;profile=extended;q=0.9, application/beve;q=0.8":   marked,
		"application/beve;profile=extended;q=0.1, application/json;q=0.5":   httpbeve.TypeJSON,
		"application/beve;profile=extended;q=0, application/json;q=0.5":     httpbeve.TypeJSON,
		"application/beve;profile=extended;q=x, application/beve;q=0.00001": marked,
	} {
		r := httptest.NewRequest("GET", "/", nil)
		if accept != "" {
			r.Header.Set("Accept", accept)
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		body := map[string][]byte{marked: extended, httpbeve.TypeBEVE: portable}[want]
		if got := w.Header().Get("Content-Type"); got != want || body != nil && !bytes.Equal(w.Body.Bytes(), body) {
			t.Errorf("%s: %s, want %s; %x", accept, got, want, w.Body)
		}
		// Each form has a tag of its own, which any change of the resource is held to.
		r.Header.Set("If-None-Match", w.Header().Get("ETag"))
		again := httptest.NewRecorder()
		handler.ServeHTTP(again, r)
		r.Header.Set("If-Match", w.Header().Get("ETag"))
		if err := o.CheckMatch(r, &value); again.Code != http.StatusNotModified || err != nil {
			t.Errorf("%s: %d with its own tag; %v", accept, again.Code, err)
		}
	}
	// The client marks what it sends, and both read what the other has written.
	server := httptest.NewServer(handler)
	defer server.Close()
	r, err := o.NewRequest(t.Context(), "POST", server.URL, &value)
	if err != nil || r.Header.Get("Content-Type") != marked {
		t.Errorf("%v, %v", r.Header, err)
	}
	if got, err := httpbeve.Do[stamp](nil, r); err != nil || !got.At.Equal(value.At) || len(got.Rows) != 8 {
		t.Errorf("%+v, %v", got, err)
	}
	// Streams too.
	w := httptest.NewRecorder()
	sr := httptest.NewRequest("GET", "/", nil)
	sr.Header.Set("Accept", "application/beve-seq")
	if err := httpbeve.StreamWith(w, sr, o, func(yield func(stamp, error) bool) { yield(value, nil) }); err != nil {
		t.Fatal(err)
	}
	if got := w.Header().Get("Content-Type"); got != httpbeve.TypeBEVEStream+"; profile=extended" {
		t.Error(got)
	}
	n := 0
	for got, err := range httpbeve.Values[stamp](w.Header(), w.Body) {
		if n++; err != nil || !got.At.Equal(value.At) {
			t.Errorf("%+v, %v", got, err)
		}
	}
	if n != 1 {
		t.Errorf("%d values", n)
	}
}

// A body that does not come is 408, one that ends early or is compressed is refused, and
// each connection serves the next request or is closed.
func TestBodiesThatDoNotCome(t *testing.T) {
	o := new(httpbeve.Options)
	mux := http.NewServeMux()
	mux.Handle("/handle", httpbeve.Handle(func(*http.Request, small) (small, error) { return small{}, nil }))
	mux.Handle("/middleware", o.Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {})))
	server := httptest.NewUnstartedServer(mux)
	server.Config.ReadTimeout = 100 * time.Millisecond
	server.Start()
	defer server.Close()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write(make([]byte, 64<<20))
	z.Close()
	for _, path := range []string{"/handle", "/middleware"} {
		for _, c := range []struct {
			name, header string
			body         []byte
			want         int
		}{
			{"slow", "Content-Length: 100\r\n", []byte{3}, http.StatusRequestTimeout},
			{"bomb", fmt.Sprintf("Content-Encoding: gzip\r\nContent-Length: %d\r\n", packed.Len()), packed.Bytes(), http.StatusUnsupportedMediaType},
			{"empty", "Content-Length: 0\r\n", nil, http.StatusBadRequest},
			{"too large", "Content-Length: 99999999\r\n", []byte{3}, http.StatusRequestEntityTooLarge},
		} {
			conn, err := net.Dial("tcp", server.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/beve\r\n%s\r\n%s", path, c.header, c.body)
			_ = conn.SetReadDeadline(time.Now().Add(5 * time.Second))
			answer := make([]byte, 12)
			if _, err := io.ReadFull(conn, answer); err != nil {
				t.Errorf("%s %s: %v", path, c.name, err)
			} else if got := string(answer); got != fmt.Sprintf("HTTP/1.1 %d", c.want) && c.name != "too large" {
				t.Errorf("%s %s: %s, want %d", path, c.name, got, c.want)
			}
			conn.Close()
		}
	}
}

// loud is a value whose method panics.
type loud struct{}

func (loud) AppendBEVE([]byte) ([]byte, error) { panic("loud") }
func (loud) MarshalJSON() ([]byte, error)      { panic("loud") }

// Methods and handlers that panic break their own answer off, and no other; errors that
// are nil inside, or have a status that is none, are a 500.
func TestHandlersThatMisbehave(t *testing.T) {
	o := &httpbeve.Options{ETag: true}
	mux := http.NewServeMux()
	mux.Handle("/loud", httpbeve.HandleWith(o, func(*http.Request, small) (loud, error) { return loud{}, nil }))
	mux.Handle("/panic", o.Middleware(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", httpbeve.TypeJSON)
		_, _ = io.WriteString(w, `{"id":`)
		panic("half an answer")
	})))
	mux.HandleFunc("/stream", func(w http.ResponseWriter, r *http.Request) {
		_ = httpbeve.Stream(w, r, func(yield func(any, error) bool) { _ = yield(1, nil) && yield(loud{}, nil) })
	})
	for path, err := range map[string]error{"/nil": (*httpbeve.Error)(nil), "/none": &httpbeve.Error{}, "/status": httpbeve.Errorf(42, "x"), "/big": httpbeve.Errorf(400, "%s", strings.Repeat("\n", 1<<20))} {
		mux.Handle(path, httpbeve.Handle(func(*http.Request, small) (small, error) { return small{}, err }))
	}
	mux.Handle("/fine", httpbeve.HandleWith(o, func(*http.Request, small) (small, error) { return small{ID: 7}, nil }))
	server := httptest.NewUnstartedServer(mux)
	server.Config.ErrorLog = nil
	server.Start()
	defer server.Close()
	for _, accept := range []string{httpbeve.TypeBEVE, httpbeve.TypeJSON} {
		for _, path := range []string{"/loud", "/panic", "/stream", "/nil", "/none", "/status", "/big"} {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			r, _ := http.NewRequestWithContext(ctx, "GET", server.URL+path, nil)
			r.Header.Set("Accept", accept+", "+httpbeve.TypeBEVEStream)
			resp, err := http.DefaultClient.Do(r)
			if err == nil {
				var body []byte
				body, err = io.ReadAll(resp.Body)
				resp.Body.Close()
				if err == nil && (resp.StatusCode < 400 || len(body) > 4<<10) {
					t.Errorf("%s: %d %.100q is taken for an answer", path, resp.StatusCode, body)
				}
			}
			if abort := path == "/loud" || path == "/panic" || path == "/stream"; abort != (err != nil) {
				t.Errorf("%s: %v", path, err)
			}
			cancel()
			got, err := httpbeve.Get[small](t.Context(), nil, server.URL+"/fine")
			if err != nil || got.ID != 7 {
				t.Errorf("after %s: %+v, %v", path, got, err)
			}
		}
	}
}

// What a service says of an error is shown by the client, in short.
func TestHostileAnswers(t *testing.T) {
	for _, text := range []string{strings.Repeat("x", 3<<20), strings.Repeat("\x1b", 1<<20), "a\nb", "\u202e"} {
		for _, contentType := range []string{httpbeve.TypeJSON, "text/plain"} {
			body, err := json.Marshal(httpbeve.Problem{Status: 400, Error: text})
			if err != nil {
				t.Fatal(err)
			}
			_, err = httpbeve.Receive[small](&http.Response{StatusCode: 400, Header: http.Header{"Content-Type": {contentType}}, Body: io.NopCloser(bytes.NewReader(body))})
			if why := cost.BadErrorText(err); why != "" {
				t.Error(why)
			}
		}
	}
}
