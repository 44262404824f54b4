// Reading values from a stream.

package msgcodec

import (
	"errors"
	"io"
	"math"

	"github.com/beve-org/beve-go/internal/costly"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/internal/track"
	"github.com/beve-org/beve-go/internal/window"
)

// Decoder reads values from a stream, one after the other. It buffers, and may read beyond
// the value that was asked for.
type Decoder struct {
	d      decodeState
	engine *Engine
	in     window.Window // without a Reader where Buf is the user's, and all of the stream
	noCopy bool          // as the options have it; d.options only where Buf stays as it is
	scan   msgwire.Scanner

	// The containers that are read part by part, the outermost first: see tokens.go.
	open     []opened
	at       track.Stack  // the parts of them that were come to last
	levels   int          // of nesting that they take
	maxDepth int          // as the options have it; in d.options it is what is left of it
	other    any          // of a token
	walked   int64        // up to where a walk has come that found no end of a value
	failed   error        // inside of what is open; final
	opened   int64        // where in the stream the outermost of them begins
	texts    costly.Texts // of the parts that were read
}

// streamBuffer is the size of a Decoder's buffer at first, and after Reset at most.
const streamBuffer = 64 << 10

// NewDecoder returns a Decoder that reads from r.
func (g *Engine) NewDecoder(r io.Reader, o DecodeOptions) *Decoder {
	d := &Decoder{engine: g}
	d.SetOptions(o)
	d.Reset(r)
	return d
}

// NewDecoderBytes returns a Decoder of the values in data.
func (g *Engine) NewDecoderBytes(data []byte, o DecodeOptions) *Decoder {
	d := &Decoder{engine: g}
	d.SetOptions(o)
	d.ResetBytes(data)
	return d
}

// With returns d, whose engine becomes g, with its default options, where d has none: where
// it is zero.
func (d *Decoder) With(g *Engine) *Decoder {
	if d.engine == nil {
		d.begin(g)
	}
	return d
}

func (d *Decoder) begin(g *Engine) {
	d.engine = g
	d.SetOptions(DecodeOptions{})
	d.Reset(nil)
}

// SetOptions chooses the options of the values decoded from now on.
func (d *Decoder) SetOptions(o DecodeOptions) {
	d.noCopy, d.maxDepth = o.NoCopy, o.Limits.MaxDepth
	d.d.options, d.d.profile, d.d.Format = o, d.engine.decodeProfile(&o), d.engine.format.Name
	d.d.options.NoCopy = d.noCopy && d.in.Reader == nil
	d.nest(0)
}

// Reset makes d read from r, from its present position on. Options stay.
func (d *Decoder) Reset(r io.Reader) {
	buf := d.in.Buf[:0]
	if d.in.Reader == nil || cap(buf) > streamBuffer {
		buf = nil
	}
	if r == nil {
		d.reset(window.Window{Reader: noReader{}, Buf: buf, Err: &DecodeError{Err: fault.ErrNoReader, Format: d.engine.format.Name}})
		return
	}
	d.reset(window.Window{Reader: r, Buf: buf, Room: streamBuffer})
}

// ResetBytes makes d read the values in data. Options stay.
func (d *Decoder) ResetBytes(data []byte) {
	d.reset(window.Window{Buf: data, EOF: true})
}

func (d *Decoder) reset(in window.Window) {
	d.in = in
	d.open, d.walked, d.failed = d.open[:0], 0, nil
	d.at.Reset()
	d.nest(-d.levels)
	d.d.forget()
	// The memory of what is read from a stream is used again.
	d.d.options.NoCopy = d.noCopy && in.Reader == nil
}

// noReader stands where a nil reader was given, so that the buffer stays that of a reader. It
// is not read.
type noReader struct{}

func (noReader) Read([]byte) (int, error) { return 0, fault.ErrNoReader }

// InputOffset returns where in the stream the next value begins.
func (d *Decoder) InputOffset() int64 { return d.in.Offset() }

// Buffered returns the bytes that are read from the stream and not decoded. They are valid
// until the next call.
func (d *Decoder) Buffered() []byte { return d.in.Rest() }

// Decode reads the next value into the variable that v points to. At the end of the stream
// the error is io.EOF; where it ends inside a value, one that matches ErrTruncated. A value
// that is well-formed but does not fit v is passed over, so that the stream can go on.
// Methods of a value that was not buffered as a whole may be called twice.
func (d *Decoder) Decode(v any) error {
	c, p, err := d.d.destination(v)
	if err != nil {
		return err
	}
	if len(d.open) > 0 {
		return d.decodePart(c, p)
	}
	if d.in.Off == len(d.in.Buf) {
		if err := d.fill(); err != nil {
			return err
		}
	}
	return d.value(c, p)
}

// value decodes the value at the present position into the variable at p. Mostly it is in the buffer as a whole, and
// decoding finds out.
func (d *Decoder) value(c *codec, p mem.Pointer) error {
	if !d.in.EOF && len(d.in.Buf)-d.in.Off < fewBytes && d.whole() == nil {
		end := d.scan.Off()
		err := d.attempt(c, p)
		if err != nil {
			d.in.Off = end
		}
		return err
	}
	if err := d.attempt(c, p); err != nil {
		return d.retry(c, p, err)
	}
	return nil
}

// fewBytes is what a slow reader gives: with less an attempt would often fail.
const fewBytes = 8

// retry is value after an attempt that has failed with err.
func (d *Decoder) retry(c *codec, p mem.Pointer, err error) error {
	before, again := len(d.in.Buf), errors.Is(err, fault.ErrTruncated) || errors.Is(err, costly.ErrProportion)
	malformed := d.whole()
	if again && (malformed == nil || len(d.in.Buf) > before) {
		if err = d.attempt(c, p); err == nil {
			return nil
		}
	}
	if malformed != nil {
		return named(malformed, err)
	}
	d.in.Off = d.scan.Off()
	return err
}

// named returns malformed, which the scan of a value has found, or err if decoding says the
// same of the same byte: its path has the names of fields, for which the bytes may have
// numbers.
func named(malformed, err error) error {
	if m, ok := malformed.(*DecodeError); !ok || m.Offset != err.(*DecodeError).Offset {
		return malformed
	}
	for _, cause := range []error{fault.ErrTruncated, fault.ErrSyntax} {
		if errors.Is(malformed, cause) && errors.Is(err, cause) {
			return err
		}
	}
	return malformed
}

// attempt decodes the value at the present position from what is buffered.
func (d *Decoder) attempt(c *codec, p mem.Pointer) error {
	d.d.Forget()
	off := d.read(d.in.Buf, c, p)
	if off >= 0 && !d.d.texts.Within(off-d.in.Off) {
		off = d.read(d.in.Buf[:off], c, p) // what follows the value does not count
	}
	if most := d.d.options.Limits.MaxBytes; off >= 0 && most > 0 && int64(off-d.in.Off) > most {
		off = d.d.Fail(d.in.Off, "", errTooLarge)
	}
	if off < 0 {
		return d.moved(d.d.Complete())
	}
	d.in.Off, d.texts = off, d.d.texts
	return nil
}

// read decodes the value at the present position of src into the variable at p.
func (d *Decoder) read(src []byte, c *codec, p mem.Pointer) int {
	d.d.begin(src, d.in.Off)
	if len(d.open) > 0 { // the parts of what is open are one message
		d.d.texts = d.texts
		d.d.texts.Read = d.in.Offset() - d.opened
	}
	return c.read(&d.d, d.in.Off, p)
}

var errTooLarge = fault.Because(fault.ErrLimit, "value is longer than Limits.MaxBytes")

// moved returns a copy of an error whose offset is one in the stream.
func (d *Decoder) moved(err error) error {
	e := *err.(*DecodeError)
	e.Offset += d.in.Base
	return &e
}

// More reports whether there is another value, or in an open container another part. It waits
// for data if it has to; an error of the reader is reported by the Decode that follows.
func (d *Decoder) More() bool {
	if len(d.open) > 0 {
		return d.failed == nil && d.innermost().more()
	}
	return d.start() == nil
}

// start waits for the first byte of a value.
func (d *Decoder) start() error {
	if d.in.Off < len(d.in.Buf) {
		return nil
	}
	return d.fill()
}

// ViewRaw returns the bytes of the next value, which it passes over. They are valid until
// the next call, and where the source is memory, they are part of it.
func (d *Decoder) ViewRaw() ([]byte, error) {
	if len(d.open) > 0 {
		return d.viewPart()
	}
	if err := d.start(); err != nil {
		return nil, err
	}
	return d.view()
}

// view returns the bytes of the value at the present position, which it passes over.
func (d *Decoder) view() ([]byte, error) {
	if err := d.whole(); err != nil {
		return nil, err
	}
	before := d.in.Off
	d.in.Off = d.scan.Off()
	return d.in.Buf[before:d.in.Off:d.in.Off], nil
}

// whole reads until the next value is buffered as a whole.
func (d *Decoder) whole() error {
	_, err := d.walk(d.d.options.Limits, math.MaxInt)
	if n := d.scan.Off() - d.in.Off; err == nil && int64(n) > d.d.options.Limits.StreamBytes() && (d.in.Reader != nil || !d.d.options.Limits.Admits(n)) {
		return d.located(d.in.Off, errTooLarge)
	}
	return err
}

// walk scans the value that comes next, at least as far as most bytes: long says that it has not
// ended there. Of a value that is buffered in any case all is scanned.
func (d *Decoder) walk(l Limits, most int) (long bool, err error) {
	d.scan.Reset(l, d.in.Off)
	for {
		_, err := d.scan.Scan(d.in.Buf)
		if err == nil {
			return false, nil
		}
		if !errors.Is(err, fault.ErrTruncated) {
			e := err.(*DecodeError)
			if d.in.EOF && d.scan.Short(d.in.Buf) {
				e.Err = fault.ErrTruncated
			}
			return false, d.located(int(e.Offset), e.Err)
		}
		if !d.in.EOF && len(d.in.Rest()) >= most {
			return true, nil
		}
		before := d.in.Off
		err = d.fill()
		d.scan.Move(d.in.Off - before)
		if err == io.EOF {
			return false, d.located(d.scan.Off(), fault.ErrTruncated)
		} else if err != nil {
			return false, err
		}
	}
}

// located returns an error at an offset of the buffer, with its path.
func (d *Decoder) located(off int, cause error) error {
	return &DecodeError{Offset: d.in.Base + int64(off), Path: msgwire.Path(d.in.Buf, d.in.Off, off), Err: cause,
		Format: d.d.profile.key.format.Name}
}

// fill reads at least a byte, unless what is buffered of a value is all that it may take.
func (d *Decoder) fill() error {
	in := &d.in
	if full := len(in.Buf) == cap(in.Buf); full && int64(len(in.Rest())) >= d.d.options.Limits.StreamBytes() && in.Later() == nil && !in.EOF {
		return d.located(in.Off, errTooLarge)
	}
	return in.Fill()
}
