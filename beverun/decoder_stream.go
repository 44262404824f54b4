// Streams of values that generated code reads.

package beverun

import (
	"errors"
	"io"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// stream is where a Decoder that programs made gets its values from.
type stream struct {
	r     io.Reader
	buf   []byte // buf[off:] has not been decoded
	off   int
	base  int64 // position in the stream of buf[0]
	begun bool
	frame bool // a framing header was passed whose value has not come yet
	after bool // a value ended here, so that a delimiter is one
	eof   bool
	later error // of the reader: it counts when what came with it is used up
	final error
	scan  wire.Scanner
}

// minRead is the least room that a read from a stream gets.
const minRead = 4096

// InputOffset returns the position in the stream, in bytes, after the value that
// was decoded last.
func (d *Decoder) InputOffset() int64 { return d.base + int64(d.off) }

// More reports whether there is another value. It waits for data if it has to; an
// error of the reader is reported by the DecodeBEVE that follows.
func (d *Decoder) More() bool { return d.toValue() == nil }

// next makes the next value of the stream the message, and returns where it starts.
func (d *Decoder) next() int {
	d.clear()
	n, err := 0, d.toValue()
	if err == nil {
		n, err = d.whole()
	}
	if err != nil {
		d.final = err
		return -1
	}
	d.begin(d.buf[d.off:d.off+n:d.off+n], 0)
	d.Src = d.buf[d.off:] // what follows may tell a type tag from a table
	d.off += n
	d.after = true
	return 0
}

// done returns the error of the value that ended at off.
func (d *Decoder) done(off int) error {
	if off >= 0 {
		return nil
	}
	if d.failed.Err == nil {
		return d.final
	}
	// A value that is well-formed but does not fit is passed over.
	d.failed.Err.Offset += d.base + int64(d.off-len(d.Whole))
	err := d.failed.Complete()
	d.failed.Forget()
	return err
}

// fault returns an error at the position of the stream.
func (d *Decoder) fault(cause error) error {
	return &wire.DecodeError{Offset: d.InputOffset(), Err: cause}
}

// moved makes the offset of an error that counts from d.off one of the stream.
func (d *Decoder) moved(err error) error {
	if e, ok := err.(*wire.DecodeError); ok {
		e.Offset += d.InputOffset()
	}
	return err
}

// toValue passes over what may stand before a value. It returns io.EOF when no
// value follows.
func (d *Decoder) toValue() error {
	for d.final == nil {
		if !d.begun && len(d.buf) > d.off {
			if wire.Header(d.buf[d.off]) == wire.HeaderFraming {
				if len(d.buf)-d.off < 2 && !d.eof {
					d.fill()
					continue
				}
				n, err := wire.ReadMessageStart(d.buf[d.off:])
				if err != nil {
					return d.moved(err)
				}
				d.off += n
				d.frame = n > 0
			}
			d.begun = true
		}
		next, more := wire.PassDelimiters(d.buf, d.off, d.after, d.eof)
		d.after = d.after && next == d.off
		d.off = next
		switch {
		case !more && d.off < len(d.buf):
			d.frame = false
			return nil
		case d.eof && d.frame: // a header of nothing
			return d.fault(fault.ErrTruncated)
		case d.eof:
			return io.EOF
		}
		d.fill()
	}
	return d.final
}

// whole buffers the value at d.off and returns its length.
func (d *Decoder) whole() (n int, err error) {
	d.scan.Reset(d.opts.Limits, false)
	for d.final == nil {
		n, err = d.scan.Next(d.buf[d.off:], d.eof)
		switch {
		case err == nil && (int64(n) <= d.opts.Limits.StreamBytes() || d.r == nil && d.opts.Limits.Admits(n)):
			return n, nil
		case err == nil:
			return 0, d.fault(fault.Because(fault.ErrLimit, "value is longer than Limits.MaxBytes"))
		case d.eof || !errors.Is(err, fault.ErrTruncated):
			return 0, d.moved(err)
		}
		d.fill()
	}
	return 0, d.final
}

// fill reads more input, making room first. At the end d.eof is set, and d.final
// after an error.
func (d *Decoder) fill() {
	if d.r == nil {
		d.later = d.fault(fault.ErrNoReader)
	}
	if d.final = d.later; d.final != nil {
		return
	}
	if d.off > 0 && (len(d.buf) == cap(d.buf) || d.off == len(d.buf)) {
		d.base += int64(d.off)
		d.buf = d.buf[:copy(d.buf, d.buf[d.off:])]
		d.off = 0
	}
	if int64(len(d.buf)-d.off) >= d.opts.Limits.StreamBytes() {
		d.final = d.fault(fault.Because(fault.ErrLimit, "value is longer than Limits.MaxBytes"))
		return
	}
	if len(d.buf) == cap(d.buf) {
		d.buf = Grow(d.buf, max(cap(d.buf), minRead))
	}
	for range 100 {
		n, err := d.r.Read(d.buf[len(d.buf):cap(d.buf)])
		d.buf = d.buf[:len(d.buf)+n]
		if d.eof = errors.Is(err, io.EOF); d.eof {
			return
		}
		if n > 0 {
			d.later = err
			return
		}
		if d.final = err; err != nil {
			return
		}
	}
	d.final = io.ErrNoProgress
}
