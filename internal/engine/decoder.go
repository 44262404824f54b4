package engine

import (
	"errors"
	"io"
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// A Decoder reads a stream of values, delimited or not, from memory or from an
// io.Reader. It buffers one value at a time, in memory that grows only as data
// arrives, and never beyond Limits.MaxBytes. It is not safe for concurrent use.
type Decoder struct {
	r     io.Reader
	opts  DecodeOptions
	state decodeState
	scan  wire.Scanner

	idle   []byte // the buffer for readers, while there is none
	buf    []byte // buf[off:] has not been decoded
	off    int
	base   int64 // position in the stream of buf[0]
	begun  bool  // what may stand at the start of a stream was passed
	framed bool  // by a header whose value has not come yet
	after  bool  // a value ended here, so that a delimiter is one

	compiled compiling // of the elements before, of an array that is read one by one
	eof      bool
	later    error // of the reader: it counts when what came with it is used up
	err      error // final

	latest  int    // the length of the value before
	methods *codec // of a type with methods that a tentative decode must not call
}

// NewDecoder returns a Decoder that reads from r.
func NewDecoder(r io.Reader) *Decoder {
	d := new(Decoder)
	d.Reset(r)
	return d
}

// NewDecoderBytes returns a Decoder of the values in data, which is not copied and must not
// change.
func NewDecoderBytes(data []byte) *Decoder {
	d := new(Decoder)
	d.ResetBytes(data)
	return d
}

var decoderPool = sync.Pool{New: func() any { return new(Decoder) }}

// GetDecoderFromPool is [NewDecoder] with a Decoder from a pool. Give it back with
// [PutDecoderToPool].
func GetDecoderFromPool(r io.Reader) *Decoder {
	d := decoderPool.Get().(*Decoder)
	d.Reset(r)
	return d
}

// GetDecoderBytesFromPool is [NewDecoderBytes] with a Decoder from the pool.
func GetDecoderBytesFromPool(data []byte) *Decoder {
	d := decoderPool.Get().(*Decoder)
	d.ResetBytes(data)
	return d
}

// PutDecoderToPool gives a Decoder back. It must not be used any more.
func PutDecoderToPool(d *Decoder) {
	if d == nil {
		return
	}
	d.opts, d.state.arena = DecodeOptions{}, nil
	d.ResetBytes(nil)
	decoderPool.Put(d)
}

// SetOptions chooses the options for values decoded from now on.
func (d *Decoder) SetOptions(o DecodeOptions) { d.opts = o }

// Reset starts over with another reader. Options stay.
func (d *Decoder) Reset(r io.Reader) {
	if kept := d.forget(); r != nil {
		d.r, d.buf = r, kept
	} else {
		d.idle = kept
	}
}

// ResetBytes starts over with the values in data. Options stay.
func (d *Decoder) ResetBytes(data []byte) {
	d.idle = d.forget()
	d.buf, d.eof = data, true
}

// forget makes d new, except for its options and what it keeps of memory, and returns the
// buffer for readers.
func (d *Decoder) forget() (kept []byte) {
	// Without a reader buf is the user's; then the buffer of an earlier one is idle.
	kept = d.idle
	if d.r != nil {
		kept = d.buf
	}
	kept = mem.Kept(kept)
	*d = Decoder{opts: d.opts, state: decodeState{block: d.state.block, arena: d.state.arena}}
	return kept
}

// InputOffset returns the position in the stream, in bytes, after the value that was
// decoded last.
func (d *Decoder) InputOffset() int64 { return d.base + int64(d.off) }

// Buffered returns the bytes that are read from the stream and not decoded. They are valid
// until the next call.
func (d *Decoder) Buffered() []byte { return d.buf[d.off:] }

// More reports whether there is another value. It waits for data if it has to;
// an error of the reader is reported by the Decode that follows.
func (d *Decoder) More() bool {
	return d.toValue() == nil
}

// Decode reads the next value of the stream into the variable that v points to.
// At the end it returns io.EOF. A value that is well-formed but does not fit v is
// passed over, so that the stream can go on; malformed input and errors of the
// reader are final.
func (d *Decoder) Decode(v any) error {
	if err := d.toValue(); err != nil {
		return err
	}
	c, p, err := d.opts.profile().target(v)
	if err == nil {
		return d.value(c, p)
	}
	if _, malformed := d.wholeValue(); malformed != nil {
		return malformed
	}
	return err
}

// Skip passes over the next value of the stream, having checked it.
func (d *Decoder) Skip() error {
	n, err := d.whole()
	if err == nil {
		d.off += n
		d.after = true
	}
	return err
}

// ViewRaw returns the bytes of the next value of the stream. They alias the Decoder's
// buffer: they are valid until the next call.
func (d *Decoder) ViewRaw() (Raw, error) {
	n, err := d.whole()
	if err != nil {
		return nil, err
	}
	d.off += n
	d.after = true
	return Raw(d.buf[d.off-n : d.off : d.off]), nil
}

// value decodes the value that starts at d.off.
func (d *Decoder) value(c *codec, p mem.Pointer) error {
	if d.attempt(c, p) {
		return nil
	}
	n, err := d.wholeValue()
	if err != nil {
		return err
	}
	d.latest = n
	return d.decode(n, c, p)
}

// attempt decodes the value that starts at d.off out of what is buffered, without
// a walk to its end before. If that does not work, because the value is not all
// there or because of what it is, it reports false and has consumed nothing:
// decoding the same value again sets whatever was set once more.
func (d *Decoder) attempt(c *codec, p mem.Pointer) bool {
	src := d.buf[d.off:min(len(d.buf), d.off+attemptBytes)]
	if len(src) < d.latest || d.methods == c {
		return false
	}
	s := d.begin(src)
	s.tentative = true
	next := c.read(s, 0, p)
	s.tentative = false
	s.src, s.whole = nil, nil
	if next < 0 {
		if s.Err.Err == errMethod {
			d.methods = c
		}
		s.Forget()
		return false
	}
	if !d.admits(next) {
		return false
	}
	d.latest = next
	d.off += next
	d.after = true
	return true
}

// attemptBytes bounds what an attempt sees, and with it what malformed input may
// claim before a walk has looked at it.
const attemptBytes = 1 << 16

// errMethod ends a tentative decode in front of a method of the user's, which is
// to be called once for a value.
var errMethod = errors.New("beve: a method in a tentative decode")

// admits reports whether a value of n bytes is within the limits.
func (d *Decoder) admits(n int) bool {
	return int64(n) <= d.opts.Limits.StreamBytes() || d.r == nil && d.opts.Limits.Admits(n)
}

// begin sets the state up for the value that src starts with.
func (d *Decoder) begin(src []byte) *decodeState {
	s := &d.state
	s.configure(&d.opts)
	if d.r != nil {
		s.noCopy = false
	}
	s.begin(src[:len(src):len(src)], 0)
	if d.compiled.cost > 0 {
		s.compiled = d.compiled
	}
	return s
}

// decode decodes the value of n bytes at d.off. It sees what follows them, too, since
// that may tell a type tag from a table.
func (d *Decoder) decode(n int, c *codec, p mem.Pointer) error {
	s := d.begin(d.buf[d.off : d.off+n])
	s.src = d.buf[d.off:]
	start := d.base + int64(d.off)
	d.off += n
	d.after = true
	var err error
	if s.value(c, 0, p) < 0 {
		s.Err.Offset += start
		err = s.Complete()
		s.Forget()
	}
	s.src, s.whole = nil, nil
	return err
}

// longBuffer is what the buffer of a long stream grows to, whatever its values take.
const longBuffer = 1 << 15

// fill reads more input, making room first. It returns io.EOF at the end.
func (d *Decoder) fill() error {
	if d.err == nil {
		d.err = d.later
	}
	if d.err != nil {
		return d.err
	}
	if d.eof {
		return io.EOF
	}
	if d.r == nil {
		d.err = d.fault(fault.ErrNoReader)
		return d.err
	}
	if d.off > 0 && (len(d.buf) == cap(d.buf) || d.off == len(d.buf)) {
		d.base += int64(d.off)
		d.buf = d.buf[:copy(d.buf, d.buf[d.off:])]
		d.off = 0
	}
	if int64(len(d.buf)-d.off) >= d.opts.Limits.StreamBytes() {
		d.err = d.fault(fault.Because(fault.ErrLimit, "value is longer than Limits.MaxBytes"))
		return d.err
	}
	switch {
	case cap(d.buf) < longBuffer && d.base > 4*longBuffer:
		d.buf = append(make([]byte, 0, longBuffer), d.buf...)
	case len(d.buf) == cap(d.buf):
		d.buf = mem.Grow(d.buf, max(cap(d.buf), 4096))
	}
	for range 100 {
		n, err := d.r.Read(d.buf[len(d.buf):cap(d.buf)])
		d.buf = d.buf[:len(d.buf)+n]
		if errors.Is(err, io.EOF) {
			d.eof, err = true, nil
			if n == 0 {
				return io.EOF
			}
		}
		if n > 0 {
			d.later = err
			return nil
		}
		if err != nil {
			d.err = err
			return err
		}
	}
	d.err = io.ErrNoProgress
	return d.err
}

// fault returns an error at the position of the stream.
func (d *Decoder) fault(cause error) error {
	return &DecodeError{Offset: d.InputOffset(), Err: cause}
}

// toValue passes over what may stand before a value. It returns io.EOF when no
// value follows.
func (d *Decoder) toValue() error {
	for {
		if d.err != nil {
			return d.err
		}
		if !d.begun && len(d.buf)-d.off >= 1 {
			if wire.Header(d.buf[d.off]) == wire.HeaderFraming {
				if len(d.buf)-d.off < 2 && !d.eof {
					if err := d.fill(); err != nil && err != io.EOF {
						return err
					}
					continue
				}
				n, err := wire.ReadMessageStart(d.buf[d.off:])
				if err != nil {
					d.err = d.moved(err)
					return d.err
				}
				d.off += n
				d.framed = n > 0
			}
			d.begun = true
		}
		next, more := wire.PassDelimiters(d.buf, d.off, d.after, d.eof)
		d.after = d.after && next == d.off
		d.off = next
		if more {
			if err := d.fill(); err != nil && err != io.EOF {
				return err
			}
			continue
		}
		if d.off < len(d.buf) {
			d.framed = false
			return nil
		}
		if err := d.fill(); err != nil {
			if err == io.EOF && d.framed {
				err = d.fault(fault.ErrTruncated) // a header of nothing
				d.err = err
			}
			return err
		}
	}
}

// moved makes the offset of an error that counts from d.off one of the stream.
func (d *Decoder) moved(err error) error {
	if e, ok := err.(*DecodeError); ok {
		e.Offset += d.InputOffset()
	}
	return err
}

// whole buffers the next value and returns its length.
func (d *Decoder) whole() (n int, err error) {
	if err := d.toValue(); err != nil {
		return 0, err
	}
	return d.wholeValue()
}

// wholeValue is whole for a value that is known to start at d.off.
func (d *Decoder) wholeValue() (n int, err error) {
	d.scan.ReadTypeTags(d.opts.LegacyTypeTag)
	d.scan.Reset(d.opts.Limits, d.opts.Strict)
	for {
		n, err = d.scan.Next(d.buf[d.off:], d.eof)
		if err == nil {
			if !d.admits(n) {
				d.err = d.fault(fault.Because(fault.ErrLimit, "value is longer than Limits.MaxBytes"))
				return 0, d.err
			}
			return n, nil
		}
		if d.eof || !errors.Is(err, fault.ErrTruncated) {
			d.err = d.moved(err)
			return 0, d.err
		}
		if err := d.fill(); err != nil && err != io.EOF {
			return 0, err
		}
	}
}
