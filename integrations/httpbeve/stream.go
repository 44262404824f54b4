package httpbeve

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"sync"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/json"
)

// flushAfter is how long a value may wait for others before it is sent.
const flushAfter = 20 * time.Millisecond

// Stream answers with the values of a sequence as they come, each sent at the
// latest 20 ms after it is there: application/beve-seq or application/x-ndjson, as
// the client ranks them; 406 if it takes neither.
//
// A sequence that fails, or a value that cannot be written, breaks the response
// off with a panic of http.ErrAbortHandler, as net/http asks for: the client gets
// an error, where the end of the body would tell it that it has all there is.
// Before the first value it is answered as any other error. The error returned is
// that of the client's connection: nobody reads any more.
func Stream[T any](w http.ResponseWriter, r *http.Request, values iter.Seq2[T, error]) error {
	return StreamWith(w, r, new(Options), values)
}

// StreamWith is Stream with options.
func StreamWith[T any](w http.ResponseWriter, r *http.Request, o *Options, values iter.Seq2[T, error]) error {
	f := o.choose(r.Header, true)
	if f == noFormat {
		err := notAcceptable(r, true)
		o.Fail(w, r, err)
		return err
	}
	out := &flusher{w: w, control: http.NewResponseController(w), mediaType: f.mediaType(true)}
	out.timer = time.AfterFunc(time.Hour, out.late)
	defer out.close()
	encode := streamEncoder(out, f, o)
	for v, err := range values {
		if err == nil {
			err = encode(&v)
		}
		begun, lost := out.state()
		switch {
		case lost != nil:
			o.report(lost)
			return lost
		case err == nil:
		case !begun:
			o.Fail(w, r, err)
			return nil
		default:
			o.report(err)
			out.close()
			panic(http.ErrAbortHandler)
		}
	}
	return out.end()
}

// streamEncoder returns the function that writes a value of a stream.
func streamEncoder(w io.Writer, f format, o *Options) func(v any) error {
	if f != formatJSON {
		enc := beve.NewEncoder(w)
		enc.SetOptions(o.encoding(f))
		return enc.Encode
	}
	return json.EncodeOptions{Types: o.Encode.Types}.NewEncoder(w).Encode
}

// flusher collects small writes and sends them together, before long. Its lock is
// needed because the timer sends from another goroutine.
type flusher struct {
	mu        sync.Mutex
	w         http.ResponseWriter
	control   *http.ResponseController
	mediaType string
	timer     *time.Timer
	buf       []byte
	begun     bool  // the header is written
	closed    bool  // the response is the server's again
	lost      error // what the connection failed with
}

// sendSize is how many bytes are worth a write of their own.
const sendSize = 32 << 10

// Write takes over p. It fails only by the connection, and then for good.
func (f *flusher) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lost != nil {
		return 0, f.lost
	}
	f.begin()
	if len(f.buf) == 0 {
		f.timer.Reset(flushAfter)
	}
	f.buf = append(f.buf, p...)
	if len(f.buf) >= sendSize {
		f.send()
	}
	return len(p), f.lost
}

// begin writes the header, once. The lock is held.
func (f *flusher) begin() {
	if f.begun {
		return
	}
	f.begun = true
	vary(f.w.Header())
	f.w.Header().Set("Content-Type", f.mediaType)
	f.w.WriteHeader(http.StatusOK)
}

// send writes what is collected. The lock is held.
func (f *flusher) send() {
	if len(f.buf) == 0 || f.lost != nil || f.closed {
		return
	}
	_, f.lost = f.w.Write(f.buf)
	f.buf = f.buf[:0]
	if f.lost == nil {
		// Who cannot flush, a recorder in a test say, sends when it likes.
		_ = f.control.Flush()
	}
}

// late sends what has waited long enough.
func (f *flusher) late() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.send()
}

// end closes a stream that has all its values; one without values has a header too.
func (f *flusher) end() error {
	f.mu.Lock()
	f.begin()
	f.mu.Unlock()
	return f.close()
}

// close sends the rest of what was begun; nothing is sent afterwards.
func (f *flusher) close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.timer.Stop()
	f.send()
	f.closed = true
	return f.lost
}

// state reports whether the header is written, and what the connection failed with.
func (f *flusher) state() (begun bool, lost error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.begun, f.lost
}

// Values ranges over the values of a stream, a body of application/beve-seq or
// application/x-ndjson. It holds one value at a time. The sequence ends at the first
// error, which has the offset in the body; a body that was broken off gives one too.
// Closing the body is up to the caller.
func Values[T any](h http.Header, body io.Reader) iter.Seq2[T, error] {
	return ValuesWith[T](h, body, new(Options))
}

// ValuesWith is Values with options: MaxBody and Decode.Limits bound one value, not the
// stream.
func ValuesWith[T any](h http.Header, body io.Reader, o *Options) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var next func(v *T) error
		switch f, stream := bodyFormat(h); {
		case f == formatBEVE && stream:
			next = delimitedValues[T](body, o)
		case f == formatJSON && stream:
			next = lines[T](body, o)
		default:
			var none T
			yield(none, Errorf(http.StatusUnsupportedMediaType, "content type %.200q is not %s or %s",
				h.Get("Content-Type"), TypeBEVEStream, TypeJSONStream))
			return
		}
		for {
			var v T
			switch err := next(&v); {
			case err == io.EOF:
				return
			case err != nil:
				yield(v, refused(err))
				return
			case !yield(v, nil):
				return
			}
		}
	}
}

// delimitedValues reads delimited BEVE values one by one.
func delimitedValues[T any](r io.Reader, o *Options) func(*T) error {
	opts := o.Decode
	if opts.Limits.MaxBytes == 0 {
		opts.Limits.MaxBytes = o.maxBody()
	}
	dec := beve.NewDecoder(r)
	dec.SetOptions(opts)
	return func(v *T) error { return dec.Decode(v) }
}

// lines reads JSON texts, one a line; empty lines are passed over.
func lines[T any](r io.Reader, o *Options) func(*T) error {
	scan := bufio.NewScanner(r)
	longest := int(min(o.maxBody(), 1<<30))
	scan.Buffer(nil, longest)
	var begin, end int64 // of the line at hand, in the body
	scan.Split(func(data []byte, last bool) (int, []byte, error) {
		n, line, err := bufio.ScanLines(data, last)
		begin, end = end, end+int64(n)
		return n, line, err
	})
	return func(v *T) error {
		for scan.Scan() {
			if len(scan.Bytes()) == 0 {
				continue
			}
			err := decodeBytes(scan.Bytes(), formatJSON, v, o)
			if place, ok := errors.AsType[*beve.DecodeError](err); ok {
				place.Offset += begin // nobody else has the error yet
			}
			return err
		}
		switch err := scan.Err(); {
		case errors.Is(err, bufio.ErrTooLong):
			return fmt.Errorf("a line at byte %d is longer than %d bytes: %w", end, longest, beve.ErrLimit)
		case err != nil:
			return fmt.Errorf("reading the body: %w", err)
		}
		return io.EOF
	}
}
