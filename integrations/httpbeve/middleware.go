package httpbeve

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/translator"
)

// Middleware makes a service that speaks JSON speak BEVE too: a BEVE body of a
// request reaches next as JSON, and a JSON response leaves as BEVE where the client
// ranks BEVE higher. Bytes are translated to bytes, whatever types next uses. A
// response that is not JSON, or not of status 200 to 599 with a body, passes unchanged, and
// so do responses that next flushes in parts, which are streams, and errors that a router
// answers after its middleware has returned.
//
// NaN and the infinities, which JSON does not have, are refused. Types with different forms
// in JSON and BEVE arrive, or the side that reads them refuses them: a []byte from a client
// of BEVE is an array of numbers to next, which encoding/json accepts, and the text that
// next returns for it is not a []byte to that client.
//
// Entity tags get a suffix on the way out, and lose it on the way in: BEVE is
// another representation than the JSON that next has tagged.
func Middleware(next http.Handler) http.Handler { return new(Options).Middleware(next) }

// Middleware is the function Middleware with options: MaxBody and Decode.Limits hold
// for requests.
func (o *Options) Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		vary(w.Header())
		f, stream := bodyFormat(r.Header)
		asked := f == formatBEVE && !stream
		answer := negotiate(r.Header, false) == formatBEVE
		if !asked && !answer {
			next.ServeHTTP(w, r)
			return
		}
		inner := r.Clone(r.Context())
		if asked {
			text, err := o.requestAsJSON(w, r)
			if err != nil {
				o.Fail(w, r, err)
				return
			}
			replaceBody(inner, text)
		}
		if !answer {
			next.ServeHTTP(w, inner)
			return
		}
		inner.Header.Set("Accept", TypeJSON)
		for _, name := range []string{"If-None-Match", "If-Match"} {
			for i, line := range inner.Header.Values(name) {
				inner.Header[name][i] = strings.ReplaceAll(line, tagSuffix+`"`, `"`)
			}
		}
		out := &translatingWriter{w: w, head: r.Method == http.MethodHead}
		next.ServeHTTP(out, inner)
		if err := out.finish(); err != nil {
			o.report(err)
		}
	})
}

// tagSuffix tells the entity tag of a translated body from that of the JSON.
const tagSuffix = "-beve"

// requestAsJSON returns the body of a BEVE request as JSON text.
func (o *Options) requestAsJSON(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if err := plainBody(r); err != nil {
		return nil, err
	}
	body, err := readBody(http.MaxBytesReader(w, r.Body, o.maxBody()))
	defer buffers.Put(body)
	if err != nil {
		return nil, refused(err)
	}
	opts := translator.Options{Limits: translator.Limits(o.Decode.Limits), NonFiniteError: true}
	text, err := opts.ToJSON(body.Bytes())
	if err != nil {
		return nil, refused(err)
	}
	return text, nil
}

// replaceBody gives a request a JSON body.
func replaceBody(r *http.Request, text []byte) {
	r.Body = io.NopCloser(bytes.NewReader(text))
	r.ContentLength = int64(len(text))
	r.Header.Set("Content-Type", TypeJSON)
	r.Header.Set("Content-Length", strconv.Itoa(len(text)))
}

// translatingWriter collects a JSON response, to send it as BEVE. From the first
// sign that it is something else it passes everything on.
type translatingWriter struct {
	w       http.ResponseWriter
	head    bool // the response has no body
	status  int
	decided bool // WriteHeader was called
	passing bool
	late    bool // the handler has returned without an answer: a router may still give one
	text    *bytes.Buffer
}

// Unwrap lets http.ResponseController reach deadlines and hijacking.
func (t *translatingWriter) Unwrap() http.ResponseWriter { return t.w }

func (t *translatingWriter) Header() http.Header { return t.w.Header() }

func (t *translatingWriter) WriteHeader(status int) {
	if t.decided || status < 200 && status != http.StatusSwitchingProtocols {
		if !t.decided {
			t.w.WriteHeader(status) // informational: the response is still to come
		}
		return
	}
	t.decided, t.status = true, status
	h := t.w.Header()
	f, stream := bodyFormat(h)
	noBody := status == http.StatusNoContent || status == http.StatusSwitchingProtocols
	encoded := h.Get("Content-Encoding") != ""
	if status == http.StatusNotModified {
		suffixTag(h)
	}
	if t.late || f != formatJSON || stream || noBody || encoded || status == http.StatusNotModified || status == http.StatusPartialContent {
		t.pass()
		return
	}
	t.text = buffer()
}

// pass sends the header as it is; what is written from now on follows.
func (t *translatingWriter) pass() {
	t.passing = true
	t.w.WriteHeader(t.status)
}

func (t *translatingWriter) Write(p []byte) (int, error) {
	if !t.decided {
		if t.Header().Get("Content-Type") == "" {
			t.Header().Set("Content-Type", http.DetectContentType(p))
		}
		t.WriteHeader(http.StatusOK)
	}
	if t.passing {
		return t.w.Write(p)
	}
	return t.text.Write(p)
}

// Flush sends what there is, as the JSON it is: a response in parts is not one
// value.
func (t *translatingWriter) Flush() {
	if !t.decided {
		t.WriteHeader(http.StatusOK)
	}
	if !t.passing {
		t.pass()
		text := t.text
		t.text = nil
		defer buffers.Put(text)
		_, _ = t.w.Write(text.Bytes()) // the next Write reports a lost connection
	}
	_ = http.NewResponseController(t.w).Flush()
}

// finish translates and sends what was collected. JSON that is none is sent as it
// is: it was the service's own answer.
func (t *translatingWriter) finish() error {
	if !t.decided {
		t.late = true
		return nil
	}
	if t.passing {
		return nil
	}
	defer buffers.Put(t.text)
	h := t.w.Header()
	if t.head {
		h.Del("Content-Length")
		h.Set("Content-Type", TypeBEVE)
		suffixTag(h)
		t.pass()
		return nil
	}
	body := buffer()
	defer buffers.Put(body)
	data, err := translator.AppendBEVE(body.AvailableBuffer(), t.text.Bytes())
	if err != nil {
		t.pass()
		_, _ = t.w.Write(t.text.Bytes())
		return err
	}
	*body = *bytes.NewBuffer(data)
	suffixTag(h)
	h.Set("Content-Type", TypeBEVE)
	h.Set("Content-Length", strconv.Itoa(len(data)))
	t.pass()
	_, err = t.w.Write(data)
	return err
}

// suffixTag marks the entity tag of a response as that of the translation.
func suffixTag(h http.Header) {
	if tag := h.Get("ETag"); strings.HasSuffix(tag, `"`) && len(tag) > 1 {
		h.Set("ETag", strings.TrimSuffix(tag, `"`)+tagSuffix+`"`)
	}
}
