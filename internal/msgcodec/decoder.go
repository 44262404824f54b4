// Reading values from a stream.

package msgcodec

import (
	"errors"
	"io"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/msgwire"
)

// Decoder reads values from a stream, one after the other. It buffers, and may read beyond
// the value that was asked for.
type Decoder struct {
	d        decodeState
	engine   *Engine
	r        io.Reader
	buf      []byte
	pos, end int   // what is buffered and not decoded yet is buf[pos:end]
	base     int64 // where buf[0] is in the stream
	err      error // of the stream, once it has ended
	scan     msgwire.Scanner
}

// streamBuffer is the size of a Decoder's buffer at first, and after Reset at most.
const streamBuffer = 64 << 10

// NewDecoder returns a Decoder that reads from r.
func (g *Engine) NewDecoder(r io.Reader, o DecodeOptions) *Decoder {
	o.NoCopy = false // the buffer is used again
	d := &Decoder{engine: g, r: r}
	d.d.options, d.d.profile, d.d.Format = o, g.decodeProfile(&o), g.format.Name
	return d
}

// Reset makes d read from r, from its present position on.
func (d *Decoder) Reset(r io.Reader) {
	d.r, d.pos, d.end, d.base, d.err = r, 0, 0, 0, nil
	if len(d.buf) > streamBuffer {
		d.buf = nil
	}
	d.d.forget()
}

// InputOffset returns where in the stream the next value begins.
func (d *Decoder) InputOffset() int64 { return d.base + int64(d.pos) }

// Buffered returns the bytes that are read from the stream and not decoded. They are valid
// until the next call.
func (d *Decoder) Buffered() []byte { return d.buf[d.pos:d.end] }

// Decode reads the next value into the variable that v points to. At the end of the stream
// the error is io.EOF; where it ends inside a value, one that matches ErrTruncated. After
// an error in a value the position is at its start, and [Decoder.Skip] passes over it.
// Methods of a value that was not buffered as a whole may be called twice.
func (d *Decoder) Decode(v any) error {
	c, p, err := d.d.destination(v)
	if err != nil {
		return err
	}
	if d.pos == d.end {
		if err := d.fill(); err != nil {
			return err
		}
	}
	// Mostly the value is in the buffer as a whole, and decoding finds out.
	err = d.attempt(c, p)
	if err == nil || !errors.Is(err, fault.ErrTruncated) {
		return err
	}
	if err := d.whole(); err != nil {
		return err
	}
	return d.attempt(c, p)
}

// attempt decodes the value at the present position from what is buffered.
func (d *Decoder) attempt(c *codec, p mem.Pointer) error {
	d.d.Forget()
	d.d.begin(d.buf[:d.end], d.pos)
	off := c.read(&d.d, d.pos, p)
	if most := d.d.options.Limits.MaxBytes; off >= 0 && most > 0 && int64(off-d.pos) > most {
		off = d.d.Fail(d.pos, "", errTooLarge)
	}
	if off < 0 {
		return d.moved(d.d.Complete())
	}
	d.pos = off
	return nil
}

var errTooLarge = fault.Because(fault.ErrLimit, "value is longer than Limits.MaxBytes")

// moved returns a copy of an error whose offset is one in the stream.
func (d *Decoder) moved(err error) error {
	e := *err.(*DecodeError)
	e.Offset += d.base
	return &e
}

// Skip passes over the next value. It buffers it as a whole.
func (d *Decoder) Skip() error {
	if d.pos == d.end {
		if err := d.fill(); err != nil {
			return err
		}
	}
	if err := d.whole(); err != nil {
		return err
	}
	d.pos = d.scan.Off()
	return nil
}

// whole reads until the next value is buffered as a whole.
func (d *Decoder) whole() error {
	d.scan.Reset(d.d.options.Limits, d.pos)
	for {
		end, err := d.scan.Scan(d.buf[:d.end])
		if err == nil {
			if int64(end-d.pos) > d.d.options.Limits.StreamBytes() {
				return d.located(d.pos, errTooLarge)
			}
			return nil
		}
		if !errors.Is(err, fault.ErrTruncated) {
			e := err.(*DecodeError)
			return d.located(int(e.Offset), e.Err)
		}
		before := d.pos
		err = d.fill()
		d.scan.Move(d.pos - before)
		if err == io.EOF {
			return d.located(d.scan.Off(), fault.ErrTruncated)
		} else if err != nil {
			return err
		}
	}
}

// located returns an error at an offset of the buffer, with its path.
func (d *Decoder) located(off int, cause error) error {
	return &DecodeError{Offset: d.base + int64(off), Path: msgwire.Path(d.buf[:d.end], d.pos, off), Err: cause,
		Format: d.d.profile.key.format.Name}
}

// fill reads at least a byte. Where the buffer is full, what is left of it moves to its
// start, and if that is all of it the buffer grows, in steps, as input arrives.
func (d *Decoder) fill() error {
	if d.err != nil {
		return d.err
	}
	if d.end == len(d.buf) {
		d.base += int64(d.pos)
		d.end = copy(d.buf, d.buf[d.pos:d.end])
		d.pos = 0
		if int64(d.end) >= d.d.options.Limits.StreamBytes() {
			return d.located(0, errTooLarge)
		}
		if d.end*2 > len(d.buf) || len(d.buf) == 0 {
			d.buf = append(d.buf[:d.end], make([]byte, max(streamBuffer, d.end))...)
		}
	}
	const patience = 100 // reads without a byte or an error
	for range patience {
		n, err := d.r.Read(d.buf[d.end:])
		d.end += n
		d.err = err
		if n > 0 {
			return nil
		}
		if err != nil {
			return err
		}
	}
	d.err = io.ErrNoProgress
	return d.err
}
