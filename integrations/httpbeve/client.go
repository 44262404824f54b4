package httpbeve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/translator"
)

// accepts is what the helpers and [Transport] ask for: BEVE, and JSON from those
// that do not have it.
const accepts = TypeBEVE + ", " + TypeJSON + ";q=0.9"

// ResponseError is a response with a status of 400 or more.
type ResponseError struct {
	// Status is the HTTP status.
	Status int
	// Problem is what the service said. Its Error is the first bytes of the body
	// where that is no [Problem].
	Problem Problem
}

// Error formats as "400 Bad Request: …".
func (e *ResponseError) Error() string {
	return fmt.Sprintf("%d %s: %s", e.Status, http.StatusText(e.Status), printable(e.Problem.Error))
}

// NewRequest makes a request with v as its BEVE body, or without a body if v is
// nil, that asks for BEVE and takes JSON.
func NewRequest(ctx context.Context, method, url string, v any) (*http.Request, error) {
	return new(Options).NewRequest(ctx, method, url, v)
}

// NewRequest is the function NewRequest with options.
func (o *Options) NewRequest(ctx context.Context, method, url string, v any) (*http.Request, error) {
	var body io.Reader
	if v != nil {
		data, err := o.Encode.Marshal(v)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(data)
	}
	r, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		return nil, err
	}
	if v != nil {
		f := formatBEVE
		if o.extended() {
			f = formatExtended
		}
		r.Header.Set("Content-Type", f.mediaType(false))
	}
	r.Header.Set("Accept", accepts)
	return r, nil
}

// Get asks for a value. A nil client is http.DefaultClient; an answer of status 400
// or more is a *ResponseError.
func Get[T any](ctx context.Context, client *http.Client, url string) (T, error) {
	r, err := NewRequest(ctx, http.MethodGet, url, nil)
	if err != nil {
		var none T
		return none, err
	}
	return Do[T](client, r)
}

// Post sends a value and reads the answer, as Get does.
func Post[T any](ctx context.Context, client *http.Client, url string, v any) (T, error) {
	r, err := NewRequest(ctx, http.MethodPost, url, v)
	if err != nil {
		var none T
		return none, err
	}
	return Do[T](client, r)
}

// Do sends a request and reads the answer into a T, whichever format it has. An
// answer without a body, of status 204 say, is the zero value.
func Do[T any](client *http.Client, r *http.Request) (T, error) {
	return DoWith[T](client, r, new(Options))
}

// DoWith is Do with options; MaxBody bounds the answer.
func DoWith[T any](client *http.Client, r *http.Request, o *Options) (v T, err error) {
	if client == nil {
		client = http.DefaultClient
	}
	resp, err := client.Do(r)
	if err != nil {
		return v, err
	}
	return ReceiveWith[T](resp, o)
}

// Receive reads an answer as Do does, and closes its body: for those who send the
// request themselves, because they want the header of the answer too.
func Receive[T any](resp *http.Response) (T, error) {
	return ReceiveWith[T](resp, new(Options))
}

// ReceiveWith is Receive with options; MaxBody bounds the answer.
func ReceiveWith[T any](resp *http.Response, o *Options) (v T, err error) {
	defer resp.Body.Close()
	body, err := readAnswer(resp, o.maxBody())
	defer buffers.Put(body)
	if err != nil {
		return v, err
	}
	f, stream := bodyFormat(resp.Header)
	if resp.StatusCode >= http.StatusBadRequest {
		return v, responseError(resp.StatusCode, f, body.Bytes(), o)
	}
	if resp.StatusCode == http.StatusNoContent || body.Len() == 0 && f == noFormat {
		return v, nil
	}
	if f == noFormat || stream {
		return v, fmt.Errorf("httpbeve: the answer is %.200q, not %s or %s", resp.Header.Get("Content-Type"), TypeBEVE, TypeJSON)
	}
	err = decodeBytes(body.Bytes(), f, &v, o)
	return v, err
}

// readAnswer reads the body of a response up to a size.
func readAnswer(resp *http.Response, most int64) (*bytes.Buffer, error) {
	body, err := readBody(io.LimitReader(resp.Body, most+1))
	if err == nil && int64(body.Len()) > most {
		err = fmt.Errorf("httpbeve: the answer is larger than %d bytes: %w", most, beve.ErrLimit)
	}
	return body, err
}

func responseError(status int, f format, body []byte, o *Options) error {
	e := &ResponseError{Status: status}
	if f == noFormat || decodeBytes(body, f, &e.Problem, o) != nil || e.Problem.Error == "" {
		const most = 200
		e.Problem = Problem{Status: status, Error: strings.ToValidUTF8(string(body[:min(len(body), most)]), "\uFFFD")}
	}
	return e
}

// Transport lets a client that was written for JSON use BEVE on the wire: it asks
// for BEVE where the request takes JSON, and gives the answer back as JSON. The client sees header
// and body of a JSON answer; the network and the service see BEVE.
//
//   - Entity tags are those of the BEVE. The service takes them back.
//   - What speaks of the bytes of the BEVE is left out: digests, ranges, and the length of an
//     answer to HEAD. A request for a range asks for JSON alone.
//   - The text is that of package translator: the same value, perhaps in other characters.
//   - An answer that JSON does not have, a NaN for one, is an error.
type Transport struct {
	// Base sends the requests; nil means http.DefaultTransport.
	Base http.RoundTripper
	// SendBEVE turns JSON bodies of requests into BEVE too. The service must be known
	// to take it, and reads them as BEVE: the section about formats in the documentation of the package says
	// what it then refuses or reads in another way. A body that package translator refuses, a part of
	// one and a compressed one are sent as they are.
	SendBEVE bool
	// MaxBody is the size of a BEVE answer in bytes up to which it is translated; 0
	// means DefaultMaxBody. A larger one is an error.
	MaxBody int64
}

// RoundTrip implements http.RoundTripper.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	base := t.Base
	if base == nil {
		base = http.DefaultTransport
	}
	if negotiate(r.Header, false) != formatJSON {
		return base.RoundTrip(r) // the caller reads BEVE itself, or something else
	}
	sent := r.Clone(r.Context())
	if r.Header.Get("Range") == "" {
		askForBEVE(sent.Header)
	}
	if t.SendBEVE && r.Body != nil && r.Body != http.NoBody {
		if err := sendBEVE(sent, r); err != nil {
			return nil, err
		}
	}
	resp, err := base.RoundTrip(sent)
	if err != nil {
		return nil, err
	}
	resp.Request = r
	if f, stream := bodyFormat(resp.Header); f != formatBEVE || stream {
		return resp, nil
	}
	if r.Method == http.MethodHead || !bodyAllowed(resp.StatusCode) {
		translated(resp.Header, TypeJSON)
		resp.ContentLength = -1
		return resp, nil
	}
	if err := t.answerAsJSON(resp); err != nil {
		return nil, err
	}
	return resp, nil
}

// askForBEVE puts BEVE in front of what a request accepts, with the weight that JSON has. The answer
// must not be compressed for the caller, who cannot translate it: what the base asks for on its
// own it unpacks too.
func askForBEVE(h http.Header) {
	h.Del("Accept-Encoding")
	lines := h.Values("Accept")
	switch j := weigh(lines, TypeJSON); {
	case len(lines) == 0:
		h.Set("Accept", accepts+", */*;q=0.8")
	case len(lines) == 1 && strings.EqualFold(lines[0], TypeJSON):
		h.Set("Accept", accepts)
	default:
		// In one line: many services read the first alone.
		h.Set("Accept", fmt.Sprintf("%s;q=%.3f, %s", TypeBEVE, j.q, strings.Join(lines, ", ")))
	}
}

// sendBEVE gives a request the body of another, translated if it is JSON.
func sendBEVE(to, from *http.Request) error {
	if f, stream := bodyFormat(from.Header); f != formatJSON || stream || plainBody(from) != nil {
		return nil
	}
	text, err := readBody(from.Body)
	defer buffers.Put(text)
	err = errors.Join(err, from.Body.Close())
	if err != nil {
		return err
	}
	data, err := translator.FromJSON(text.Bytes())
	if err == nil {
		translated(to.Header, TypeBEVE)
	} else {
		data = bytes.Clone(text.Bytes()) // the service says what is wrong with it
	}
	to.Body = io.NopCloser(bytes.NewReader(data))
	to.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
	to.ContentLength = int64(len(data))
	to.TransferEncoding = nil
	return nil
}

// answerAsJSON replaces the body of a response.
func (t *Transport) answerAsJSON(resp *http.Response) error {
	o := Options{MaxBody: t.MaxBody}
	body, err := readAnswer(resp, o.maxBody())
	defer buffers.Put(body)
	err = errors.Join(err, resp.Body.Close())
	if err != nil {
		return err
	}
	var text []byte
	if body.Len() > 0 {
		if text, err = (translator.Options{NonFiniteError: true}).ToJSON(body.Bytes()); err != nil {
			return fmt.Errorf("httpbeve: the answer: %w", err)
		}
	}
	resp.Body = io.NopCloser(bytes.NewReader(text))
	resp.ContentLength = int64(len(text))
	resp.TransferEncoding = nil
	translated(resp.Header, TypeJSON)
	resp.Header.Set("Content-Length", strconv.Itoa(len(text)))
	return nil
}
