package httpbeve

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/beve-org/beve-go/json"
)

// Decode reads the body of a request into a T, by its Content-Type. An error is an
// *Error with the status to answer with: hand it to [Fail].
func Decode[T any](w http.ResponseWriter, r *http.Request) (T, error) {
	return DecodeWith[T](w, r, new(Options))
}

// DecodeWith is Decode with options.
func DecodeWith[T any](w http.ResponseWriter, r *http.Request, o *Options) (T, error) {
	var v T
	if err := plainBody(r); err != nil {
		return v, err
	}
	f, stream := bodyFormat(r.Header)
	if f == noFormat || stream {
		return v, Errorf(http.StatusUnsupportedMediaType, "content type %.200q is not %s or %s", r.Header.Get("Content-Type"), TypeBEVE, TypeJSON)
	}
	body, err := readBody(http.MaxBytesReader(w, r.Body, o.maxBody()))
	defer buffers.Put(body)
	if err != nil {
		return v, refused(err)
	}
	if err := decodeBytes(body.Bytes(), f, &v, o); err != nil {
		return v, refused(err)
	}
	return v, nil
}

// decodeBytes decodes one value. The result does not alias data.
func decodeBytes[T any](data []byte, f format, v *T, o *Options) error {
	if f == formatBEVE {
		opts := o.Decode
		opts.NoCopy = false // the buffer goes back to the pool
		return opts.Unmarshal(data, v)
	}
	opts := o.decodeJSON()
	return opts.Unmarshal(data, v)
}

// decodeJSON returns the options of decoding JSON.
func (o *Options) decodeJSON() json.DecodeOptions {
	opts := json.DecodeOptions{
		Limits: json.Limits(o.Decode.Limits), Types: o.Decode.Types,
		RejectDuplicates: o.Decode.RejectDuplicates, RequireAll: o.Decode.RequireAll, Strict: o.Decode.Strict,
	}
	if o.Decode.RejectUnknown {
		opts.Flags |= json.DisallowUnknownFields
	}
	if opts.RejectDuplicates || opts.RequireAll || opts.Strict {
		opts.Flags |= json.DontMatchCaseInsensitiveStructFields // two names are not one
	}
	return opts
}

// plainBody refuses a body that is compressed, since MaxBody would bound what is sent and not what
// it becomes, and one that is a part of another.
func plainBody(r *http.Request) error {
	if r.Header.Get("Content-Range") != "" {
		return Errorf(http.StatusBadRequest, "a part of a body is not supported here")
	}
	for _, encoding := range r.Header.Values("Content-Encoding") {
		if encoding != "" && !strings.EqualFold(encoding, "identity") {
			return Errorf(http.StatusUnsupportedMediaType, "content encoding %.200q is not supported here", encoding)
		}
	}
	return nil
}

// buffers are lent to bodies, on their way in and out.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// keptBuffer is the capacity above which a buffer is not kept.
const keptBuffer = 1 << 20

// buffer returns an empty buffer from the pool.
func buffer() *bytes.Buffer {
	b := buffers.Get().(*bytes.Buffer)
	if b.Cap() > keptBuffer {
		b = new(bytes.Buffer)
	}
	b.Reset()
	return b
}

// readBody reads all of a body into a buffer of the pool, also when it fails.
func readBody(r io.Reader) (*bytes.Buffer, error) {
	b := buffer()
	if _, err := b.ReadFrom(r); err != nil {
		return b, fmt.Errorf("reading the body: %w", err)
	}
	return b, nil
}
