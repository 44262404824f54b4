// Package pull turns writing around: what a function writes is read, alternating with
// it, so that two things that both want to drive the copying can be joined without a
// goroutine that runs beside them.
package pull

import (
	"io"
	"iter"
)

// Reader reads what a function writes.
type Reader struct {
	next func() ([]byte, error, bool)
	stop func()
	rest []byte // written and not yet read
	err  error
}

// NewReader returns a reader of what write writes. It runs only while somebody reads,
// and stands still in its Write meanwhile. Its error is that of reading, after what it
// has written. If the reader is closed before the end, Write fails with
// io.ErrClosedPipe.
func NewReader(write func(w io.Writer) error) *Reader {
	r := new(Reader)
	r.next, r.stop = iter.Pull2(func(yield func([]byte, error) bool) {
		w := &writer{yield: yield}
		if err := write(w); err != nil && !w.closed {
			yield(nil, err)
		}
	})
	return r
}

// Read reads what has been written, and lets the function go on when that is at its end.
func (r *Reader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		if r.err != nil {
			return 0, r.err
		}
		more := true
		if r.rest, r.err, more = r.next(); !more {
			r.err = io.EOF
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// Close ends the function, and returns when it has. It may be called again.
func (r *Reader) Close() error {
	r.stop()
	r.rest = nil
	if r.err == nil {
		r.err = io.ErrClosedPipe
	}
	return nil
}

// writer hands what is written to the reader.
type writer struct {
	yield  func([]byte, error) bool
	closed bool
}

func (w *writer) Write(p []byte) (int, error) {
	if w.closed || len(p) > 0 && !w.yield(p, nil) {
		w.closed = true
		return 0, io.ErrClosedPipe
	}
	return len(p), nil
}
