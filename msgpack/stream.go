package msgpack

import "io"

// NewEncoder returns an Encoder that writes to w. Each Encode is one Write: wrap w in a
// bufio.Writer for small values.
func NewEncoder(w io.Writer) *Encoder { return EncodeOptions{}.NewEncoder(w) }

// NewEncoder is [NewEncoder] with options.
func (o EncodeOptions) NewEncoder(w io.Writer) *Encoder {
	return (*Encoder)(engine.NewEncoder(w, *o.inner()))
}

// SetOptions chooses the options of the values encoded from now on.
func (e *Encoder) SetOptions(o EncodeOptions) { e.inner().SetOptions(engine, *o.inner()) }

// NewDecoder returns a Decoder that reads from r.
func NewDecoder(r io.Reader) *Decoder { return DecodeOptions{}.NewDecoder(r) }

// NewDecoderBytes returns a Decoder of the values in data, which it does not copy.
func NewDecoderBytes(data []byte) *Decoder { return DecodeOptions{}.NewDecoderBytes(data) }

// NewDecoder is [NewDecoder] with options. NoCopy has no effect.
func (o DecodeOptions) NewDecoder(r io.Reader) *Decoder {
	return (*Decoder)(engine.NewDecoder(r, o.inner()))
}

// NewDecoderBytes is [NewDecoderBytes] with options.
func (o DecodeOptions) NewDecoderBytes(data []byte) *Decoder {
	return (*Decoder)(engine.NewDecoderBytes(data, o.inner()))
}

// SetOptions chooses the options of the values decoded from now on.
func (d *Decoder) SetOptions(o DecodeOptions) { d.inner().SetOptions(o.inner()) }
