package zebrapack

import (
	"io"

	"github.com/beve-org/beve-go/internal/msgcodec"
)

// An Encoder writes a stream of values, one after another. It is not safe for concurrent
// use.
type Encoder msgcodec.Encoder

// NewEncoder returns an Encoder that writes to w. Each Encode is one Write: wrap w in a
// bufio.Writer for small values.
func NewEncoder(w io.Writer) *Encoder { return EncodeOptions{}.NewEncoder(w) }

// NewEncoder is [NewEncoder] with options.
func (o EncodeOptions) NewEncoder(w io.Writer) *Encoder {
	g, inner := o.engine()
	return (*Encoder)(g.NewEncoder(w, inner))
}

func (e *Encoder) inner() *msgcodec.Encoder { return (*msgcodec.Encoder)(e) }

// SetOptions chooses the options of the values encoded from now on.
func (e *Encoder) SetOptions(o EncodeOptions) { e.inner().SetOptions(o.engine()) }

// Reset starts over with another writer. Options stay.
func (e *Encoder) Reset(w io.Writer) { e.inner().Reset(w) }

// Encode writes the next value. When v cannot be encoded nothing is written and the stream
// goes on; an error of the writer is final.
func (e *Encoder) Encode(v any) error { return encodeError(e.inner().Encode(v)) }

// A Decoder reads a stream of values. It buffers, and may read beyond the value that was
// asked for, in memory that grows only as data arrives and never beyond Limits.MaxBytes. It
// is not safe for concurrent use.
type Decoder msgcodec.Decoder

// NewDecoder returns a Decoder that reads from r.
func NewDecoder(r io.Reader) *Decoder { return DecodeOptions{}.NewDecoder(r) }

// NewDecoderBytes returns a Decoder of the values in data, which it does not copy.
func NewDecoderBytes(data []byte) *Decoder { return DecodeOptions{}.NewDecoderBytes(data) }

// NewDecoder is [NewDecoder] with options. NoCopy has no effect.
func (o DecodeOptions) NewDecoder(r io.Reader) *Decoder {
	return (*Decoder)(named.NewDecoder(r, o.inner()))
}

// NewDecoderBytes is [NewDecoderBytes] with options.
func (o DecodeOptions) NewDecoderBytes(data []byte) *Decoder {
	return (*Decoder)(named.NewDecoderBytes(data, o.inner()))
}

func (d *Decoder) inner() *msgcodec.Decoder { return (*msgcodec.Decoder)(d) }

// SetOptions chooses the options of the values decoded from now on.
func (d *Decoder) SetOptions(o DecodeOptions) { d.inner().SetOptions(o.inner()) }

// Reset starts over with another reader, from its present position on. Options stay.
func (d *Decoder) Reset(r io.Reader) { d.inner().Reset(r) }

// ResetBytes starts over with the values in data, which it does not copy. Options stay.
func (d *Decoder) ResetBytes(data []byte) { d.inner().ResetBytes(data) }

// Decode reads the next value into the variable that v points to. At the end of the stream
// the error is io.EOF; where it ends inside a value, one that matches ErrTruncated. A value
// that is well-formed but does not fit v is passed over, so that the stream can go on;
// malformed input and errors of the reader are final. Methods of a value that was not
// buffered as a whole may be called twice.
func (d *Decoder) Decode(v any) error { return decodeError(d.inner().Decode(v)) }

// Skip passes over the next value of the stream, having checked it.
func (d *Decoder) Skip() error { return decodeError(d.inner().Skip()) }

// ViewRaw returns the bytes of the next value of the stream, and passes over it. They alias
// the memory of the Decoder: they are valid until the next call.
func (d *Decoder) ViewRaw() (Raw, error) {
	raw, err := d.inner().ViewRaw()
	return raw, decodeError(err)
}

// More reports whether there is another value. It waits for data if it has to; an error of
// the reader is reported by the Decode that follows.
func (d *Decoder) More() bool { return d.inner().More() }

// InputOffset returns the position in the stream, in bytes, after the value that was
// decoded last.
func (d *Decoder) InputOffset() int64 { return d.inner().InputOffset() }

// Buffered returns the bytes that are read from the stream and not decoded. They are valid
// until the next call.
func (d *Decoder) Buffered() []byte { return d.inner().Buffered() }
