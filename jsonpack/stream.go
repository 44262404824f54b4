// Streams: documents of one schema, one after another and with nothing between, since
// every document says itself where it ends.

package jsonpack

import (
	"errors"
	"io"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/window"
)

// An Encoder writes documents of a schema to an io.Writer. It is not safe for
// concurrent use.
type Encoder struct {
	w      io.Writer
	schema *Schema
	opts   EncodeOptions
	buf    []byte
	err    error // of the writer; final
}

// NewEncoder returns an Encoder that writes documents of s to w. Each call of Encode is
// one call of Write; wrap w in a bufio.Writer where that is too small a unit.
func NewEncoder(w io.Writer, s *Schema) *Encoder { return EncodeOptions{}.NewEncoder(w, s) }

// NewEncoder is [NewEncoder] with options.
func (o EncodeOptions) NewEncoder(w io.Writer, s *Schema) *Encoder {
	return &Encoder{w: w, schema: s, opts: o}
}

// SetOptions chooses the options for documents encoded from now on.
func (e *Encoder) SetOptions(o EncodeOptions) { e.opts = o }

// Reset starts over with another writer. The schema and the options stay.
func (e *Encoder) Reset(w io.Writer) { e.w, e.err = w, nil }

// Encode writes the next document. When v cannot be encoded nothing is written and the
// stream goes on; an error of the writer is final.
func (e *Encoder) Encode(v any) error {
	if e.err != nil {
		return e.err
	}
	b, err := e.opts.Append(e.schema, e.buf[:0], v)
	if err != nil {
		return err
	}
	e.buf = mem.Kept(b)
	e.err = encodeError(fault.Write(e.w, b, format))
	return e.err
}

// A Decoder reads documents of a schema from an io.Reader, or from memory. It buffers one
// document at a time, in memory that grows only as data arrives, and never beyond
// Limits.MaxBytes, which is 1 GiB by default. It is not safe for concurrent use.
type Decoder struct {
	schema *Schema
	opts   DecodeOptions
	walk   walker
	in     window.Window
	bad    []byte // what is left of the stream, or a document, where that is malformed or too much
}

// NewDecoder returns a Decoder that reads documents of s from r. A schema whose
// documents take no bytes cannot be read from a stream, and fails at the first Decode.
func NewDecoder(r io.Reader, s *Schema) *Decoder { return DecodeOptions{}.NewDecoder(r, s) }

// NewDecoderBytes returns a Decoder of the documents of s in data, which it does not copy.
func NewDecoderBytes(data []byte, s *Schema) *Decoder {
	return DecodeOptions{}.NewDecoderBytes(data, s)
}

// NewDecoder is [NewDecoder] with options. NoCopy and AllowTrailing have no effect.
func (o DecodeOptions) NewDecoder(r io.Reader, s *Schema) *Decoder {
	d := &Decoder{schema: s, opts: o}
	d.Reset(r)
	return d
}

// NewDecoderBytes is [NewDecoderBytes] with options. AllowTrailing has no effect.
func (o DecodeOptions) NewDecoderBytes(data []byte, s *Schema) *Decoder {
	d := &Decoder{schema: s, opts: o}
	d.ResetBytes(data)
	return d
}

// SetOptions chooses the options for documents decoded from now on. AllowTrailing has no
// effect here, and NoCopy none on what is read from an io.Reader.
func (d *Decoder) SetOptions(o DecodeOptions) { d.opts = o }

// Reset starts over with another reader. The schema and the options stay.
func (d *Decoder) Reset(r io.Reader) {
	var buf []byte
	if d.in.Reader != nil {
		buf = mem.Kept(d.in.Buf)
	}
	d.reset(r, buf, false)
	if r == nil && d.in.Err == nil {
		d.in.Err = d.fault(fault.ErrNoReader)
	}
}

// ResetBytes starts over with the documents in data, which it does not copy. The schema and
// the options stay.
func (d *Decoder) ResetBytes(data []byte) { d.reset(nil, data, true) }

func (d *Decoder) reset(r io.Reader, buf []byte, eof bool) {
	d.in = window.Window{Reader: r, Buf: buf, EOF: eof}
	if !d.schema.made() {
		d.in.Err = d.fault(errNoSchema)
		return
	}
	if root := d.schema.doc.root; root.least == 0 && root.exact && !d.schema.sealed {
		d.in.Err = d.fault(fault.Because(fault.ErrUnsupported, "documents of no bytes cannot be counted in a stream"))
	}
}

// InputOffset returns the position in the stream, in bytes, after the document that
// was decoded last.
func (d *Decoder) InputOffset() int64 { return d.in.Offset() }

// Buffered returns the bytes that are read from the stream and not decoded. They are valid
// until the next call.
func (d *Decoder) Buffered() []byte { return d.in.Rest() }

// More reports whether there is another document. It waits for data if it has to; an
// error of the reader is reported by the Decode that follows.
func (d *Decoder) More() bool { return d.start() == nil }

// Decode reads the next document into what v points to, as [Schema.Decode] does. At the
// end it returns io.EOF. A document that is well-formed but does not fit v is passed
// over, so that the stream can go on; malformed input and errors of the reader are
// final.
func (d *Decoder) Decode(v any) error {
	src, err := d.next()
	if d.bad != nil {
		return d.refused(err, v)
	}
	if err != nil {
		return err
	}
	start := d.InputOffset()
	d.in.Off += len(src)
	return d.decode(src, start, v)
}

func (d *Decoder) decode(src []byte, start int64, v any) error {
	opts := d.opts
	opts.NoCopy = opts.NoCopy && d.in.Reader == nil
	opts.AllowTrailing = false
	_, err := opts.decode(d.schema, src, true, func(s *decodeState, off int) int { return s.into(off, d.schema.doc, v) })
	return decodeError(moved(err, start))
}

// refused returns what decoding says of a document that the walk has refused with err, which knows nothing of v: so an error
// is the same as from memory. It is final.
func (d *Decoder) refused(err error, v any) error {
	said := d.decode(d.bad, d.InputOffset(), v)
	d.bad = nil
	// Where more may arrive, decoding may miss what the walk has found.
	if said != nil && (d.in.EOF || errors.Is(said, fault.ErrTruncated) == errors.Is(err, fault.ErrTruncated)) {
		d.in.Err = said
		return said
	}
	return err
}

// Skip passes over the next document, having checked it.
func (d *Decoder) Skip() error {
	_, err := d.ViewRaw()
	return err
}

// ViewRaw returns the bytes of the next document, having checked it, and passes over it.
// They alias the memory of the Decoder: they are valid until the next call.
func (d *Decoder) ViewRaw() ([]byte, error) {
	src, err := d.next()
	d.bad = nil
	d.in.Off += len(src)
	return src, err
}

// start waits for the first byte of a document.
func (d *Decoder) start() error {
	if d.schema == nil && d.in.Err == nil {
		d.reset(nil, nil, true) // the zero Decoder, which fails
	}
	for d.in.Err == nil && d.in.Off == len(d.in.Buf) {
		if err := d.in.Need(1); err != nil {
			return err
		}
	}
	return d.in.Err
}

// next buffers the next document and returns it.
func (d *Decoder) next() ([]byte, error) {
	if err := d.start(); err != nil {
		return nil, err
	}
	limits := fault.Limits(d.opts.Limits)
	most := limits.StreamBytes()
	if d.in.Reader == nil && limits.MaxBytes <= 0 {
		most = enough // it is in memory already
	}
	w, root := &d.walk, d.schema.doc.root
	w.reset(root)
	if cause := w.begin(&limits, root, d.in.Rest()); cause != nil {
		return nil, d.stop(inputError(0, cause))
	}
	w.size, w.beyond = int(min(most, enough)), errMaxBytes
	// How many items without bytes there may be depends on the length, known at the end.
	hollow := w.hollow
	if d.opts.Limits.MaxElements <= 0 {
		hollow = enough
	}
	w.hollow = hollow
	at, checked := 0, !d.schema.sealed
	for {
		w.arriving = !d.in.EOF
		src := d.in.Rest()
		var err error
		need := len(src) + 1
		if !checked {
			at, err = d.schema.checkSeal(src)
			checked = err == nil
		}
		if checked {
			var failed *fault.DecodeError
			if at, failed = w.walk(src, at); failed == nil {
				switch {
				case int64(at) > most:
					return nil, d.stop(inputError(0, errMaxBytes))
				case d.opts.Limits.MaxElements <= 0 && hollow-w.hollow > freeItems+at:
					d.bad = src[:at:at]
					return nil, d.stop(inputError(at, errHollow))
				}
				return src[:at:at], nil
			}
			if failed == atEnd {
				need = max(need, w.need(at))
			}
			err = failed
		}
		if d.in.EOF || !errors.Is(err, fault.ErrTruncated) {
			if checked {
				d.bad = src
			}
			return nil, d.stop(err)
		}
		if int64(need) > most {
			return nil, d.stop(inputError(0, errMaxBytes))
		}
		if err := d.in.Need(need); err != nil && err != io.EOF {
			return nil, err
		}
	}
}

var errMaxBytes = fault.Because(fault.ErrLimit, "document is longer than Limits.MaxBytes")

// stop makes err final.
func (d *Decoder) stop(err error) error {
	d.in.Err = decodeError(moved(err, d.InputOffset()))
	return d.in.Err
}

// fault returns an error at the position of the stream.
func (d *Decoder) fault(cause error) error {
	return decodeError(moved(inputError(0, cause), d.InputOffset()))
}

// moved makes the offset of an error that counts from start one of the stream.
func moved(err error, start int64) error {
	if e, ok := err.(*fault.DecodeError); ok {
		e.Offset += start
	}
	return err
}
