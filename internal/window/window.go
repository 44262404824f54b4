// Package window is the one growing buffer through which decoders of streams see what an
// io.Reader delivers: what is not used yet, and as much more as they ask for. Memory grows
// only as data arrives.
package window

import (
	"errors"
	"io"

	"github.com/beve-org/beve-go/internal/mem"
)

// A Window is what is buffered of a stream. The zero value is one of an empty stream that
// has not ended; without a Reader, Buf is all of the stream, and EOF is to be set.
type Window struct {
	Reader io.Reader
	Buf    []byte // Buf[Off:] is not used yet
	Off    int
	Base   int64 // position in the stream of Buf[0]
	Room   int   // of the buffer at first; 0 is firstRoom
	EOF    bool
	Err    error // final: nothing is read any more

	later error // of the Reader: it counts when what came with it is used up
}

const (
	firstRoom = 4096
	// longBuffer is what the buffer of a long stream grows to, whatever its values take.
	longBuffer = 1 << 15
)

// Offset returns the position of Buf[Off] in the stream.
func (w *Window) Offset() int64 { return w.Base + int64(w.Off) }

// Rest returns what is buffered and not used.
func (w *Window) Rest() []byte { return w.Buf[w.Off:] }

// Later returns the error of the Reader that counts when what came with it is used up.
func (w *Window) Later() error { return w.later }

// Fill reads more input, making room first. It returns io.EOF if there is none. Err is set
// where that is for good.
func (w *Window) Fill() error {
	if w.Err == nil {
		w.Err = w.later
	}
	if w.Err != nil {
		return w.Err
	}
	if w.EOF {
		return io.EOF
	}
	if w.Off > 0 && (len(w.Buf) == cap(w.Buf) || w.Off == len(w.Buf)) {
		w.Base += int64(w.Off)
		w.Buf = w.Buf[:copy(w.Buf, w.Buf[w.Off:])]
		w.Off = 0
	}
	switch {
	case cap(w.Buf) < longBuffer && w.Base > 4*longBuffer:
		w.Buf = append(make([]byte, 0, longBuffer), w.Buf...)
	case len(w.Buf) == cap(w.Buf):
		w.Buf = mem.Grow(w.Buf, max(cap(w.Buf), w.Room, firstRoom))
	}
	n, err := Read(w.Reader, w.Buf[len(w.Buf):cap(w.Buf)])
	w.Buf = w.Buf[:len(w.Buf)+n]
	if errors.Is(err, io.EOF) {
		w.EOF, err = true, nil
		if n == 0 {
			return io.EOF
		}
	}
	if n > 0 {
		w.later = err
		return nil
	}
	w.Err = err
	return err
}

// Need buffers n bytes from Off on, if there are that many.
func (w *Window) Need(n int) error {
	for len(w.Buf)-w.Off < n {
		if err := w.Fill(); err != nil {
			return err
		}
	}
	return nil
}
