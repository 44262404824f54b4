// Writing values to a stream.

package msgcodec

import "io"

// Encoder writes values to a stream, one after the other. Each Encode is one Write.
type Encoder struct {
	engine  *Engine
	w       io.Writer
	options EncodeOptions
	buf     []byte
}

// NewEncoder returns an Encoder that writes to w.
func (g *Engine) NewEncoder(w io.Writer, o EncodeOptions) *Encoder {
	return &Encoder{engine: g, w: w, options: o}
}

// Encode writes the encoding of v. If v cannot be encoded nothing is written.
func (e *Encoder) Encode(v any) error {
	b, err := e.engine.Append(e.buf[:0], v, &e.options)
	if err != nil {
		return err
	}
	if e.buf = b; cap(b) > keptBuffer {
		e.buf = nil
	}
	n, err := e.w.Write(b)
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	return err
}

// Reset makes e write to w.
func (e *Encoder) Reset(w io.Writer) { e.w = w }
