package httpbeve

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/json"
)

// Respond writes v with a status, in the format that the request ranks highest;
// 406 if it takes neither. An error says that nothing of v was written: the client
// has got a 406 or a 500 instead.
func Respond(w http.ResponseWriter, r *http.Request, status int, v any) error {
	return new(Options).Respond(w, r, status, v)
}

// Respond is the function Respond with options.
func (o *Options) Respond(w http.ResponseWriter, r *http.Request, status int, v any) error {
	f := o.choose(r.Header, false)
	if f == noFormat {
		err := notAcceptable(r, false)
		o.Fail(w, r, err)
		return err
	}
	return o.write(w, r, status, f, v)
}

func notAcceptable(r *http.Request, stream bool) *Error {
	return Errorf(http.StatusNotAcceptable, "accept %.200q matches neither %s nor %s",
		strings.Join(r.Header.Values("Accept"), ", "), formatBEVE.mediaType(stream), formatJSON.mediaType(stream))
}

// write encodes v whole before the first byte is sent, so that a value that cannot
// be written is a clean 500.
func (o *Options) write(w http.ResponseWriter, r *http.Request, status int, f format, v any) error {
	body := buffer()
	defer buffers.Put(body)
	if err := o.encode(body, f, v); err != nil {
		return o.broken(w, r, err)
	}
	h := w.Header()
	vary(h)
	h.Set("Content-Type", f.mediaType(false))
	if reads := r.Method == http.MethodGet || r.Method == http.MethodHead; o.ETag && reads && status == http.StatusOK {
		tag, err := o.tag(v, f)
		if err != nil {
			return o.broken(w, r, err)
		}
		h.Set("ETag", tag)
		if matchesTag(r.Header.Values("If-None-Match"), tag) {
			h.Del("Content-Type")
			w.WriteHeader(http.StatusNotModified)
			return nil
		}
	}
	h.Set("Content-Length", strconv.Itoa(body.Len()))
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return nil
	}
	if _, err := w.Write(body.Bytes()); err != nil {
		o.report(err) // the client has gone
	}
	return nil
}

// broken answers with 500 where the value to answer with cannot be written, and returns err. What
// went wrong is for OnError: the client gets a [Problem] that does not say it.
func (o *Options) broken(w http.ResponseWriter, r *http.Request, err error) error {
	o.report(err)
	o.Fail(w, r, Errorf(http.StatusInternalServerError, "internal error"))
	return err
}

// vary says that what is sent depends on what is accepted, once.
func vary(h http.Header) {
	for name := range elements(h.Values("Vary")) {
		if name == "*" || strings.EqualFold(name, "Accept") {
			return
		}
	}
	h.Add("Vary", "Accept")
}

// encode appends v to an empty buffer.
func (o *Options) encode(b *bytes.Buffer, f format, v any) error {
	var data []byte
	var err error
	if f != formatJSON {
		data, err = o.encoding(f).Append(b.AvailableBuffer(), v)
	} else {
		data, err = json.EncodeOptions{Types: o.Encode.Types}.Append(b.AvailableBuffer(), v)
	}
	if err != nil {
		return err
	}
	*b = *bytes.NewBuffer(data) // what Append may have moved to more room
	return nil
}

// tag returns the entity tag of v: the state, and the format it is sent in, since
// a strong tag stands for bytes.
func (o *Options) tag(v any, f format) (string, error) {
	state, err := o.state(v)
	if err != nil {
		return "", err
	}
	return `"` + state + o.tagSuffix(f) + `"`, nil
}

// tagSuffix tells the entity tag of a format from that of the BEVE that the options ask
// for.
func (o *Options) tagSuffix(f format) string {
	switch {
	case f == formatJSON:
		return "-json"
	case f == formatBEVE && o.extended():
		return "-portable"
	}
	return ""
}

// state names the bytes of v in deterministic form.
func (o *Options) state(v any) (string, error) {
	opts := o.Encode
	opts.Deterministic = true
	body := buffer()
	defer buffers.Put(body)
	data, err := opts.Append(body.AvailableBuffer(), v)
	if err != nil {
		return "", err
	}
	*body = *bytes.NewBuffer(data)
	sum := sha256.Sum256(data)
	return base64.RawURLEncoding.EncodeToString(sum[:16]), nil
}

// matchesTag reports whether a list of entity tags has one. The comparison is the
// weak one, which If-None-Match asks for.
func matchesTag(lines []string, tag string) bool {
	for element := range entityTags(lines) {
		if element == "*" || strings.TrimPrefix(element, "W/") == tag {
			return true
		}
	}
	return false
}

// CheckMatch holds the If-Match of a request to the present value of a resource,
// so that of two clients that change it at once the second is told. It returns an
// *Error with status 412 where the client has seen another state, and nil where
// the request has no If-Match. A client may have got the value in either format.
func (o *Options) CheckMatch(r *http.Request, current any) error {
	lines := r.Header.Values("If-Match")
	if len(lines) == 0 {
		return nil
	}
	state, err := o.state(current)
	if err != nil {
		return err
	}
	for element := range entityTags(lines) {
		switch element {
		case "*", `"` + state + `"`, `"` + state + `-json"`, `"` + state + `-portable"`:
			return nil
		}
	}
	return Errorf(http.StatusPreconditionFailed, "the resource has changed")
}

// Handle makes a handler of a function: the body of a request is its argument, its
// result the response, with status 200. Requests by GET, HEAD and DELETE have no body, and In is its
// zero value. What the client accepts is looked at before f runs.
func Handle[In, Out any](f func(r *http.Request, in In) (Out, error)) http.Handler {
	return HandleWith(new(Options), f)
}

// HandleWith is Handle with options, which must not change afterwards.
func HandleWith[In, Out any](o *Options, f func(r *http.Request, in In) (Out, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out := o.choose(r.Header, false)
		if out == noFormat {
			o.Fail(w, r, notAcceptable(r, false))
			return
		}
		var in In
		switch r.Method {
		case http.MethodGet, http.MethodHead, http.MethodDelete:
		default:
			var err error
			if in, err = DecodeWith[In](w, r, o); err != nil {
				o.Fail(w, r, err)
				return
			}
		}
		v, err := f(r, in)
		if err != nil {
			o.Fail(w, r, err)
			return
		}
		// The client has its answer already if this fails, and OnError the reason.
		_ = o.write(w, r, http.StatusOK, out, &v)
	})
}
