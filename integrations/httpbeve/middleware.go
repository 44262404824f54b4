package httpbeve

import (
	"bytes"
	"io"
	"net/http"
	"strconv"

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
// BEVE is another representation than the JSON of next. Its entity tag is that of the JSON with
// the suffix -beve: tags get it on the way out and lose it on the way in, whatever the request asks
// for, so tags of next do not end in it themselves. In If-Match, and where a change is
// conditional, the tag of either format stands for the state; in If-None-Match of GET and HEAD each
// stands for its own. What else speaks of the bytes of the JSON, digests and ranges, is left
// out: next does not see Range and If-Range of a client that asks for BEVE, which gets the whole.
// Responses vary by Accept; a service with a Vary of its own adds it to that.
func Middleware(next http.Handler) http.Handler { return new(Options).Middleware(next) }

// Middleware is the function Middleware with options: MaxBody and Decode.Limits hold
// for requests.
func (o *Options) Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		vary(w.Header())
		f, stream := bodyFormat(r.Header)
		asked := f == formatBEVE && !stream
		answer := negotiate(r.Header, false) == formatBEVE
		if !asked && !answer && r.Header.Get("If-Match") == "" && r.Header.Get("If-None-Match") == "" {
			next.ServeHTTP(w, r)
			return
		}
		inner := r.Clone(r.Context())
		translateConditions(inner, answer)
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
		out := &translatingWriter{w: w, head: r.Method == http.MethodHead}
		next.ServeHTTP(out, inner)
		if err := out.finish(); err != nil {
			o.report(err)
		}
	})
}

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
	translated(r.Header, TypeJSON)
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
	vary(h) // again: next may have set the field for itself
	f, stream := bodyFormat(h)
	isJSON := f == formatJSON && !stream
	switch {
	case t.late || h.Get("Content-Encoding") != "":
	case status == http.StatusNotModified && (isJSON || h.Get("Content-Type") == ""):
		t.translated()
		h.Del("Content-Type")
	case isJSON && bodyAllowed(status) && status != http.StatusPartialContent:
		t.text = buffer()
		return
	}
	t.pass()
}

// bodyAllowed reports whether a response of a status has a body.
func bodyAllowed(status int) bool {
	return status != http.StatusNoContent && status != http.StatusNotModified && status != http.StatusSwitchingProtocols
}

// translated says in the header that the response is the translation.
func (t *translatingWriter) translated() {
	translated(t.w.Header(), TypeBEVE)
	suffixTag(t.w.Header())
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
	if t.head || t.text.Len() == 0 { // the header is that of a value, without one
		t.translated()
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
	t.translated()
	t.w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	t.pass()
	_, err = t.w.Write(data)
	return err
}
