package httpbeve_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/httpbeve"
	"github.com/beve-org/beve-go/translator"
)

// kept is a resource of a service of JSON that does all that net/http knows: tags, dates, ranges
// and digests of its bytes.
const kept = `{"a":1,"b":[1,2,3],"c":"some text"}`

var keptSince = time.Unix(1e9, 0).UTC()

const (
	jsonTag = `"v,1"` // a comma within a tag is no separator
	beveTag = `"v,1-beve"`
)

func digestOf(data []byte) string {
	sum := sha256.Sum256(data)
	return "sha-256=:" + base64.StdEncoding.EncodeToString(sum[:]) + ":"
}

func keeper(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	for _, name := range []string{"Content-Digest", "Repr-Digest", "Digest", "Content-MD5"} {
		h.Set(name, digestOf([]byte(kept)))
	}
	h.Set("ETag", jsonTag)
	h.Set("Vary", "Origin") // and not what the middleware has set
	h.Set("Content-Language", "en")
	h.Set("Content-Type", httpbeve.TypeJSON)
	if want := r.URL.Query().Get("status"); want != "" { // whether that makes sense or not
		h.Set("Last-Modified", keptSince.Format(http.TimeFormat))
		h.Set("Accept-Ranges", "bytes")
		status := 0
		fmt.Sscan(want, &status)
		if status == http.StatusRequestedRangeNotSatisfiable {
			h.Set("Content-Range", fmt.Sprintf("bytes */%d", len(kept)))
		}
		w.WriteHeader(status)
		if status != http.StatusNoContent && status != http.StatusNotModified {
			_, _ = io.WriteString(w, kept)
		}
		return
	}
	if r.Method == http.MethodPut || r.Method == http.MethodDelete {
		// Made by hand, as many services do.
		if match := r.Header.Get("If-Match"); match != "" && match != "*" && match != jsonTag {
			w.WriteHeader(http.StatusPreconditionFailed)
			return
		}
		w.WriteHeader(http.StatusNoContent)
		return
	}
	http.ServeContent(w, r, "a.json", keptSince, strings.NewReader(kept))
}

func ask(h http.Handler, method, target string, body []byte, fields ...string) *http.Response {
	r := httptest.NewRequest(method, target, bytes.NewReader(body))
	for i := 0; i < len(fields); i += 2 {
		if fields[i+1] != "" {
			r.Header.Add(fields[i], fields[i+1])
		}
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

// Every field of a header that depends on the representation is true of the one that is sent, and
// every condition of a request is held to what it is about, whatever method and status.
func TestConditionsAreAboutTheirRepresentation(t *testing.T) {
	h := httpbeve.Middleware(http.HandlerFunc(keeper))
	date := keptSince.Format(http.TimeFormat)
	before := keptSince.Add(-time.Hour).Format(http.TimeFormat)
	const bin, text = httpbeve.TypeBEVE, httpbeve.TypeJSON
	for _, c := range []struct {
		method, accept, name, value string
		want                        int
	}{
		// What the client has is what it asks for, or it is not.
		{"GET", bin, "If-None-Match", beveTag, 304},
		{"GET", bin, "If-None-Match", "W/" + beveTag, 304},
		{"GET", bin, "If-None-Match", `"x", ` + beveTag, 304},
		{"GET", bin, "If-None-Match", jsonTag + ", " + beveTag, 304},
		{"GET", bin, "If-None-Match", "*", 304},
		{"GET", bin, "If-None-Match", jsonTag, 200},
		{"GET", bin, "If-None-Match", "W/" + jsonTag, 200},
		{"GET", bin, "If-None-Match", `"x", ` + jsonTag + `, "y-beve"`, 200},
		{"HEAD", bin, "If-None-Match", beveTag, 304},
		{"HEAD", bin, "If-None-Match", jsonTag, 200},
		{"GET", text, "If-None-Match", jsonTag, 304},
		{"GET", text, "If-None-Match", beveTag, 200},
		{"GET", "", "If-None-Match", beveTag, 200},
		{"HEAD", text, "If-None-Match", jsonTag, 304},
		// A state may have been seen in either.
		{"GET", bin, "If-Match", beveTag, 200},
		{"GET", bin, "If-Match", jsonTag, 200},
		{"GET", bin, "If-Match", `"x-beve"`, 412},
		{"GET", text, "If-Match", beveTag, 200},
		{"GET", text, "If-Match", "W/" + beveTag, 412},
		{"PUT", bin, "If-Match", beveTag, 204},
		{"PUT", "", "If-Match", beveTag, 204},
		{"PUT", text, "If-Match", beveTag, 204},
		{"PUT", "*/*", "If-Match", jsonTag, 204},
		{"PUT", bin, "If-Match", jsonTag, 204},
		{"PUT", "", "If-Match", "*", 204},
		{"PUT", "", "If-Match", `"x-beve"`, 412},
		{"PUT", bin, "If-Match", `"x"`, 412},
		{"DELETE", "", "If-Match", beveTag, 204},
		// A date is about the resource, and a part about bytes that next does not have.
		{"GET", bin, "If-Modified-Since", date, 304},
		{"GET", bin, "If-Modified-Since", before, 200},
		{"GET", bin, "If-Unmodified-Since", before, 412},
		{"GET", bin, "Range", "bytes=0-1", 200},
		{"GET", bin, "Range", "bytes=1000-", 200},
		{"HEAD", bin, "Range", "bytes=0-1", 200},
		{"GET", text, "Range", "bytes=0-1", 206},
		{"GET", text, "Range", "bytes=1000-", 416},
	} {
		resp := ask(h, c.method, "/", nil, "Accept", c.accept, c.name, c.value)
		if resp.StatusCode != c.want {
			t.Errorf("%s of %q, %s: %s: %d, want %d", c.method, c.accept, c.name, c.value, resp.StatusCode, c.want)
		}
		checkRepresentation(t, c.method+" "+c.name+" "+c.value, c.method, c.accept == bin, resp)
		// The date does not count where there are tags, also where none of them is passed on.
		if c.name == "If-None-Match" && (c.method == "GET" || c.method == "HEAD") {
			if resp := ask(h, c.method, "/", nil, "Accept", c.accept, c.name, c.value, "If-Modified-Since", date); resp.StatusCode != c.want {
				t.Errorf("%s of %q, %s: %s with a date: %d, want %d", c.method, c.accept, c.name, c.value, resp.StatusCode, c.want)
			}
		}
	}
	for _, tag := range []string{jsonTag, beveTag, date} {
		for accept, want := range map[string]int{bin: 200, text: map[string]int{jsonTag: 206, beveTag: 200, date: 206}[tag]} {
			resp := ask(h, "GET", "/", nil, "Accept", accept, "Range", "bytes=0-1", "If-Range", tag)
			if resp.StatusCode != want {
				t.Errorf("If-Range %s of %s: %d, want %d", tag, accept, resp.StatusCode, want)
			}
			checkRepresentation(t, "If-Range "+tag, "GET", accept == bin, resp)
		}
	}
}

func TestFieldsAreTrueOfTheRepresentation(t *testing.T) {
	h := httpbeve.Middleware(http.HandlerFunc(keeper))
	for _, status := range []string{"", "200", "201", "204", "206", "304", "400", "412", "416", "500"} {
		for _, method := range []string{"GET", "HEAD", "PUT", "POST", "DELETE"} {
			for _, accept := range []string{"", httpbeve.TypeBEVE, httpbeve.TypeJSON} {
				resp := ask(h, method, "/?status="+status, nil, "Accept", accept)
				checkRepresentation(t, method+" "+status+" "+accept, method, accept == httpbeve.TypeBEVE, resp)
			}
		}
	}
}

// checkRepresentation holds the fields of a response to its body. asked says that the client asked
// for BEVE.
func checkRepresentation(t *testing.T, name, method string, asked bool, resp *http.Response) {
	t.Helper()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	h := resp.Header
	if vary := strings.Join(h.Values("Vary"), ", "); asked && !strings.Contains(vary, "Accept") {
		t.Errorf("%s: Vary %q", name, vary)
	}
	if resp.StatusCode == http.StatusNoContent || resp.StatusCode == http.StatusPartialContent || !asked && resp.StatusCode != http.StatusNotModified ||
		h.Get("Content-Type") == "" && resp.StatusCode != http.StatusNotModified || strings.HasPrefix(h.Get("Content-Type"), "text/") {
		if strings.HasSuffix(h.Get("ETag"), `-beve"`) || h.Get("Content-Type") == httpbeve.TypeBEVE {
			t.Errorf("%s: what is not translated has %v", name, h)
		}
		return
	}
	if resp.StatusCode == http.StatusNotModified {
		if want := map[bool]string{true: beveTag, false: jsonTag}[asked]; h.Get("ETag") != want || len(body) > 0 || asked && h.Get("Content-Type") != "" {
			t.Errorf("%s: 304 with %v", name, h)
		}
		if !asked {
			return
		}
	} else if h.Get("Content-Type") != httpbeve.TypeBEVE || h.Get("ETag") != "" && h.Get("ETag") != beveTag {
		t.Errorf("%s: %d with %v", name, resp.StatusCode, h)
	}
	for _, field := range []string{"Accept-Ranges", "Content-Range", "Content-Digest", "Repr-Digest", "Digest", "Content-MD5"} {
		if h.Get(field) != "" {
			t.Errorf("%s: %d with %s: %s", name, resp.StatusCode, field, h.Get(field))
		}
	}
	if h.Get("Content-Language") != "en" || len(body) > 0 && h.Get("Last-Modified") == "" {
		t.Errorf("%s: %d without what is true of both: %v", name, resp.StatusCode, h)
	}
	if length := h.Get("Content-Length"); length != "" && (length != fmt.Sprint(len(body)) || method == "HEAD") {
		t.Errorf("%s: %d with length %s of %d bytes", name, resp.StatusCode, length, len(body))
	}
	if len(body) > 0 && method != "HEAD" {
		if text, err := translator.ToJSON(body); err != nil || string(text) != kept && resp.StatusCode < 400 {
			t.Errorf("%s: %s, %v", name, text, err)
		}
	}
}

// A body that is translated on its way to the service has no field that speaks of what it was.
func TestFieldsOfTranslatedRequests(t *testing.T) {
	var got http.Header
	h := httpbeve.Middleware(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.Header }))
	body, err := beve.Marshal([]int{1})
	if err != nil {
		t.Fatal(err)
	}
	resp := ask(h, "PUT", "/", body, "Content-Type", httpbeve.TypeBEVE, "Content-Digest", digestOf(body), "Repr-Digest", digestOf(body), "Digest", "x", "Content-MD5", "x", "X-Other", "kept")
	want := http.Header{"Content-Type": {httpbeve.TypeJSON}, "Content-Length": {"3"}, "X-Other": {"kept"}}
	if resp.StatusCode != 200 || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%d, %v", resp.StatusCode, got)
	}
	// A part of a body is not a value.
	for name, h := range map[string]http.Handler{"Middleware": h, "Handle": httpbeve.Handle(func(*http.Request, any) (any, error) { return nil, nil })} {
		if resp := ask(h, "PUT", "/", body, "Content-Type", httpbeve.TypeBEVE, "Content-Range", "bytes 0-2/10"); resp.StatusCode != 400 {
			t.Errorf("%s takes a part of a body: %d", name, resp.StatusCode)
		}
	}
}

// wire notes what a Transport sends and gets.
type wire struct {
	request *http.Request
	body    []byte
	answer  http.Header
}

func (x *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	x.request, x.body = r.Clone(r.Context()), nil
	if r.Body != nil {
		var err error
		if x.body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		r.Body = io.NopCloser(bytes.NewReader(x.body))
	}
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err == nil {
		x.answer = resp.Header.Clone()
	}
	return resp, err
}

// A client of JSON gets the same header from a Transport as it does without, but for the fields
// that the documentation names, and GET and HEAD agree.
func TestTransportIsNotNoticed(t *testing.T) {
	services := map[string]http.Handler{
		"middleware": httpbeve.Middleware(http.HandlerFunc(keeper)),
		"handle":     httpbeve.HandleWith(&httpbeve.Options{ETag: true}, func(*http.Request, any) (map[string]int, error) { return map[string]int{"a": 1}, nil }),
		"problem": httpbeve.Handle(func(*http.Request, any) (any, error) {
			return nil, httpbeve.Errorf(http.StatusConflict, "no")
		}),
		// A service that says of BEVE all that keeper says of JSON.
		"beve": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == "PUT" || !strings.Contains(r.Header.Get("Accept"), httpbeve.TypeBEVE) {
				keeper(w, r)
				return
			}
			data, _ := translator.FromJSON([]byte(kept))
			for _, name := range []string{"Content-Digest", "Repr-Digest", "Digest", "Content-MD5"} {
				w.Header().Set(name, digestOf(data))
			}
			w.Header().Set("ETag", beveTag)
			w.Header().Set("Content-Language", "en")
			w.Header().Set("Vary", "Origin, Accept")
			w.Header().Set("Content-Type", httpbeve.TypeBEVE)
			http.ServeContent(w, r, "a", keptSince, bytes.NewReader(data))
		}),
		"image": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if accept := r.Header.Get("Accept"); accept == httpbeve.TypeJSON || accept != "" && !strings.Contains(accept, "*") {
				w.WriteHeader(http.StatusNotAcceptable)
				return
			}
			w.Header().Set("Content-Type", "image/png")
			http.ServeContent(w, r, "a", keptSince, strings.NewReader("png"))
		}),
		"packed": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			h := httpbeve.Handle(func(*http.Request, any) (string, error) { return strings.Repeat("x", 100), nil })
			if r.Method != "GET" || !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
				h.ServeHTTP(w, r)
				return
			}
			plain := httptest.NewRecorder()
			h.ServeHTTP(plain, r)
			w.Header().Set("Content-Type", plain.Header().Get("Content-Type"))
			w.Header().Set("Vary", "Accept")
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			_, _ = z.Write(plain.Body.Bytes())
			z.Close()
		}),
		"empty": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", httpbeve.TypeBEVE)
			w.WriteHeader(http.StatusPreconditionFailed)
		}),
		"none": http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", httpbeve.TypeBEVE)
			w.WriteHeader(http.StatusNotModified)
		}),
	}
	mayDiffer := []string{"Etag", "Date", "Accept-Ranges", "Content-Digest", "Content-Md5", "Digest", "Repr-Digest", "Vary"}
	for name, service := range services {
		server := httptest.NewServer(service)
		for _, send := range []bool{false, true} {
			x := new(wire)
			through := &http.Client{Transport: &httpbeve.Transport{Base: x, SendBEVE: send}}
			for _, method := range []string{"GET", "HEAD", "PUT"} {
				for _, fields := range [][]string{nil, {"Accept", httpbeve.TypeJSON}, {"Accept", "text/html;q=0.3, application/*"}, {"Range", "bytes=0-1"}, {"Accept-Encoding", "gzip"}, {"Content-Type", httpbeve.TypeJSON}} {
					do := func(client *http.Client) (*http.Response, string) {
						var body io.Reader
						if method == "PUT" && name != "image" {
							body = strings.NewReader(`{"x":1}`)
						}
						r, err := http.NewRequestWithContext(t.Context(), method, server.URL, body)
						if err != nil {
							t.Fatal(err)
						}
						if body != nil {
							r.Header.Set("Content-Type", httpbeve.TypeJSON)
						}
						for i := 0; i < len(fields); i += 2 {
							r.Header.Set(fields[i], fields[i+1])
						}
						resp, err := client.Do(r)
						if err != nil {
							t.Fatalf("%s %s %v: %v", method, name, fields, err)
						}
						var unpacked io.Reader = resp.Body
						if resp.Header.Get("Content-Encoding") == "gzip" {
							unpacked, err = gzip.NewReader(resp.Body)
							resp.Header.Del("Content-Encoding")
							resp.Header.Del("Content-Length")
						}
						if err != nil {
							t.Fatalf("%s %s %v: %v", method, name, fields, err)
						}
						text, err := io.ReadAll(unpacked)
						if err != nil {
							t.Fatalf("%s %s %v: %v", method, name, fields, err)
						}
						resp.Body.Close()
						return resp, string(text)
					}
					want, wantText := do(http.DefaultClient)
					got, text := do(through)
					what := fmt.Sprintf("%s %s %v, send %v", method, name, fields, send)
					if got.StatusCode != want.StatusCode || text != wantText {
						t.Errorf("%s: %d %q, want %d %q", what, got.StatusCode, text, want.StatusCode, wantText)
					}
					for _, h := range []http.Header{got.Header, want.Header} {
						for field := range h {
							may := slices.Contains(mayDiffer, field) || field == "Content-Length" && (method == "HEAD" || name == "packed") || field == "Content-Type" && (name == "none" || name == "empty")
							if !may && got.Header.Get(field) != want.Header.Get(field) {
								t.Errorf("%s: %s: %q, want %q", what, field, got.Header.Get(field), want.Header.Get(field))
							}
						}
					}
					if got.Header.Get("Content-Type") == httpbeve.TypeBEVE {
						t.Errorf("%s: the client sees BEVE", what)
					}
					if x.answer.Get("Content-Type") == httpbeve.TypeBEVE {
						for _, field := range mayDiffer[2:7] {
							if got.Header.Get(field) != "" {
								t.Errorf("%s: %s of other bytes", what, field)
							}
						}
						if got.ContentLength != int64(len(text)) && method != "HEAD" && got.StatusCode != http.StatusNotModified {
							t.Errorf("%s: length %d of %d bytes", what, got.ContentLength, len(text))
						}
					} else if fields == nil && (name == "middleware" || name == "handle" || name == "beve") && method != "PUT" {
						t.Errorf("%s: the wire had %s", what, x.answer.Get("Content-Type"))
					}
				}
			}
			// The tag of one answer is good for the next.
			if name == "middleware" || name == "handle" || name == "beve" {
				resp, err := through.Get(server.URL)
				if err != nil {
					t.Fatal(err)
				}
				resp.Body.Close()
				r, _ := http.NewRequestWithContext(t.Context(), "GET", server.URL, nil)
				r.Header.Set("If-None-Match", resp.Header.Get("ETag"))
				again, err := through.Do(r)
				if err != nil || again.StatusCode != http.StatusNotModified {
					t.Errorf("%s: %v, %v", name, again, err)
				}
			}
		}
		server.Close()
	}
}

// roundTrip is a transport that answers by itself.
type roundTrip func(r *http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// A header that comes without the body which it speaks of is that of the translation, too.
func TestTransportTranslatesHeadersWithoutBodies(t *testing.T) {
	for _, c := range []struct {
		method string
		status int
	}{{"HEAD", 200}, {"GET", 304}, {"PUT", 204}} {
		base := roundTrip(func(*http.Request) (*http.Response, error) {
			h := http.Header{"Content-Type": {httpbeve.TypeBEVE}, "Content-Length": {"6"}, "Repr-Digest": {"x"}, "Etag": {`"x"`}}
			return &http.Response{StatusCode: c.status, Header: h, Body: http.NoBody, ContentLength: 6}, nil
		})
		resp, err := (&httpbeve.Transport{Base: base}).RoundTrip(httptest.NewRequest(c.method, "http://x/", nil))
		if err != nil {
			t.Fatal(err)
		}
		if want := (http.Header{"Content-Type": {httpbeve.TypeJSON}, "Etag": {`"x"`}}); fmt.Sprint(resp.Header) != fmt.Sprint(want) || resp.ContentLength > 0 {
			t.Errorf("%s %d: %v, length %d", c.method, c.status, resp.Header, resp.ContentLength)
		}
	}
}

// A Transport that sends BEVE says so of every body that it has translated, and sends the others
// as they are.
func TestTransportSendsWhatItCannotTranslate(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer server.Close()
	for _, c := range []struct {
		body, kind string
		fields     []string
		translated bool
	}{
		{`{"a":1}`, httpbeve.TypeJSON, []string{"Content-Digest", "x"}, true},
		{`{"a":1}`, "application/merge-patch+json", nil, true},
		{`{"a":`, httpbeve.TypeJSON, []string{"Content-Digest", "x"}, false},
		{"1e999", httpbeve.TypeJSON, nil, false},
		{"", httpbeve.TypeJSON, nil, false},
		{`{"a":1}`, httpbeve.TypeJSON, []string{"Content-Encoding", "gzip"}, false},
		{`1`, httpbeve.TypeJSON, []string{"Content-Range", "bytes 0-0/3"}, false},
		{"{}\n{}", httpbeve.TypeJSONStream, nil, false},
		{"text", "text/plain", nil, false},
	} {
		x := new(wire)
		r, err := http.NewRequestWithContext(t.Context(), "PUT", server.URL, io.MultiReader(strings.NewReader(c.body)))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", c.kind)
		for i := 0; i < len(c.fields); i += 2 {
			r.Header.Set(c.fields[i], c.fields[i+1])
		}
		resp, err := (&http.Client{Transport: &httpbeve.Transport{Base: x, SendBEVE: true}}).Do(r)
		if err != nil {
			t.Fatalf("%q: %v", c.body, err)
		}
		resp.Body.Close()
		h := x.request.Header
		if got := h.Get("Content-Type") == httpbeve.TypeBEVE; got != c.translated || got == (string(x.body) == c.body) || got && h.Get("Content-Digest") != "" ||
			!got && (h.Get("Content-Type") != c.kind || len(c.fields) > 0 && h.Get(c.fields[0]) != c.fields[1]) {
			t.Errorf("%q as %s: %q with %v", c.body, c.kind, x.body, h)
		}
	}
}
