package engine

import (
	"io"
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// An Encoder writes a stream of values to an io.Writer, or collects one in memory
// when it has none. Values are separated by the delimiter. It is not safe for
// concurrent use.
type Encoder struct {
	w       io.Writer
	opts    EncodeOptions
	state   encodeState
	buf     []byte
	flushed int   // bytes handed to w
	message int   // where the current top-level value begins, counted like flushed
	values  int   // written at the top level
	err     error // of the writer; final
	whole   int   // how much of buf is done with: a panic may leave more
	busy    bool  // state is in the middle of a value, or a panic left it there
	// borrowed says that buf may be an arena's.
	borrowed bool
	open     []container
}

// container is an array or object that was begun and not ended.
type container struct {
	left   int
	object bool
	keyed  bool // the key of the next value is written
}

// NewEncoder returns an Encoder that writes to w. Each call of Encode is one call
// of Write; wrap w in a bufio.Writer where that is too small a unit. w may be nil:
// then Bytes returns what was encoded.
func NewEncoder(w io.Writer) *Encoder { return &Encoder{w: w} }

var encoderPool = sync.Pool{New: func() any { return new(Encoder) }}

// GetEncoderFromPool returns an Encoder without a writer from a pool, with the
// default options. Give it back with [PutEncoderToPool].
func GetEncoderFromPool() *Encoder { return encoderPool.Get().(*Encoder) }

// PutEncoderToPool gives an Encoder back. Neither it nor what its Bytes returned
// may be used any more.
func PutEncoderToPool(e *Encoder) {
	if e == nil {
		return
	}
	if e.buf = mem.Kept(e.buf); e.borrowed {
		e.buf, e.borrowed = nil, false
	}
	e.opts = EncodeOptions{}
	e.Reset(nil)
	encoderPool.Put(e)
}

// SetOptions chooses the options for values encoded from now on.
func (e *Encoder) SetOptions(o EncodeOptions) { e.opts = o }

// Reset starts over with another writer, which may be nil: what was collected, begun or
// failed is forgotten. Options stay.
func (e *Encoder) Reset(w io.Writer) {
	e.w, e.buf, e.values, e.err, e.open = w, e.buf[:0], 0, nil, e.open[:0]
	e.flushed, e.message, e.whole = 0, 0, 0
}

// Bytes returns what was encoded since the Encoder was made or Reset, when it has
// no writer. It aliases the Encoder's buffer: it is valid until the next call.
func (e *Encoder) Bytes() []byte { return e.buf[:e.whole] }

// Marshal returns the encoding of v as a message of its own, in new memory. It
// has nothing to do with the stream.
func (e *Encoder) Marshal(v any) ([]byte, error) {
	n := len(e.buf)
	e.start()
	b, err := e.state.appendRoot(e.buf, v)
	e.end()
	if err != nil {
		return nil, err
	}
	e.buf = b[:n]
	return append([]byte(nil), b[n:]...), nil
}

// Encode writes the next value of the stream, or the next element or member value
// of the array or object that was begun. When v cannot be encoded nothing is
// written and the stream goes on; an error of the writer is final.
func (e *Encoder) Encode(v any) error {
	start, err := e.prepare()
	if err != nil {
		return err
	}
	e.start()
	e.state.level = len(e.open)
	e.state.start = e.message - e.flushed
	b := e.state.appendAny(e.buf, v)
	if b == nil {
		err = e.state.failed.Complete()
	}
	e.end()
	if err != nil {
		e.buf = e.buf[:start]
		return err
	}
	e.buf = b
	return e.wrote()
}

// start makes the state ready for a value.
func (e *Encoder) start() {
	if e.busy {
		e.state = encodeState{}
	}
	e.busy = true
	e.state.configure(&e.opts)
}

// end is the end of start, when the value has been written or has failed.
func (e *Encoder) end() {
	e.state.recover()
	e.busy = false
}

// prepare writes what stands before a value and returns where to cut back to if
// the value fails.
func (e *Encoder) prepare() (start int, err error) {
	if e.err != nil {
		return 0, e.err
	}
	e.buf = e.buf[:e.whole]
	start = e.whole
	if n := len(e.open); n > 0 {
		c := &e.open[n-1]
		switch {
		case c.left == 0:
			return start, e.misuse("more elements than were announced")
		case c.object && !c.keyed:
			return start, e.misuse("a member's value without its key")
		}
		return start, nil
	}
	if e.values > 0 {
		e.buf = wire.AppendDelimiter(e.buf)
	}
	// Alignment counts from the start of the message: this value, or the framing
	// header before it.
	e.message = e.flushed + len(e.buf)
	if e.values == 0 && e.opts.Framing {
		e.buf = wire.AppendFraming(e.buf)
	}
	return start, nil
}

func (e *Encoder) misuse(what string) error {
	return &EncodeError{Err: fault.Because(fault.ErrMismatch, what)}
}

// wrote counts a value and flushes.
func (e *Encoder) wrote() error {
	if n := len(e.open); n > 0 {
		c := &e.open[n-1]
		c.left--
		c.keyed = false
	} else {
		e.values++
	}
	return e.flush()
}

// flush hands the buffer to the writer.
func (e *Encoder) flush() error {
	if e.w == nil {
		e.whole = len(e.buf)
		return nil
	}
	// The bytes count as written from here on, even if the writer fails or panics.
	b := e.buf
	e.flushed += len(b)
	e.buf, e.whole = b[:0], 0
	e.err = fault.Write(e.w, b, "")
	return e.err
}

// BeginArray begins a generic array of exactly n elements as the next value: n
// calls of Encode, or Begin and End, follow, and then End. Use it for arrays that
// are larger than memory.
func (e *Encoder) BeginArray(n int) error { return e.begin(n, false) }

// BeginObject begins an object of exactly n members as the next value: n times
// Key and Encode follow, and then End.
func (e *Encoder) BeginObject(n int) error { return e.begin(n, true) }

func (e *Encoder) begin(n int, object bool) error {
	if n < 0 {
		return e.misuse("negative count")
	}
	if n > 0 && len(e.open)+1 >= fault.Depth(e.opts.MaxDepth) {
		return &EncodeError{Err: fault.ErrDepth}
	}
	if _, err := e.prepare(); err != nil {
		return err
	}
	if object {
		e.buf = wire.AppendObject(e.buf, n)
	} else {
		e.buf = wire.AppendArray(e.buf, n)
	}
	e.open = append(e.open, container{left: n, object: object})
	return e.flush()
}

// Key writes the key of the next member of the object that was begun.
func (e *Encoder) Key(name string) error {
	if e.err != nil {
		return e.err
	}
	n := len(e.open)
	switch {
	case n == 0 || !e.open[n-1].object:
		return e.misuse("a key outside of an object")
	case e.open[n-1].left == 0:
		return e.misuse("more members than were announced")
	case e.open[n-1].keyed:
		return e.misuse("a key where a value must come")
	case !wire.ValidText(mem.Bytes(name)):
		return &EncodeError{GoType: "string", Err: fault.ErrUTF8}
	}
	e.buf = wire.AppendText(e.buf, name)
	e.open[n-1].keyed = true
	return e.flush()
}

// End ends the innermost array or object. It is an error if elements are missing.
func (e *Encoder) End() error {
	if e.err != nil {
		return e.err
	}
	n := len(e.open)
	switch {
	case n == 0:
		return e.misuse("End without Begin")
	case e.open[n-1].left > 0:
		return e.misuse(itoa(e.open[n-1].left) + " elements fewer than were announced")
	}
	e.open = e.open[:n-1]
	return e.wrote()
}

// Lease is an encoded message in a pooled buffer: see [EncodeOptions.MarshalZeroCopy].
type Lease struct{ state *encodeState }

// MarshalZeroCopy encodes v into a pooled buffer and lends it out without copying
// it to memory of its own: call Release when the bytes are no longer used.
func (o EncodeOptions) MarshalZeroCopy(v any) (Lease, error) {
	e := newEncodeState(&o)
	b, err := e.appendRoot(e.buf[:0], v)
	e.buf = b
	if err != nil {
		e.release()
		return Lease{}, err
	}
	return Lease{e}, nil
}

// Bytes returns the message. It is valid until Release.
func (l Lease) Bytes() []byte {
	if l.state == nil {
		return nil
	}
	return l.state.buf
}

// Release gives the buffer back; the bytes must not be used any more. A Lease is
// released once; copies of it are the same Lease.
func (l *Lease) Release() {
	if l.state != nil {
		l.state.release()
		l.state = nil
	}
}
