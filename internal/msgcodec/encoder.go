// Writing values to a stream.

package msgcodec

import (
	"io"

	"github.com/beve-org/beve-go/internal/mem"
)

// Encoder writes values to a stream, one after another. Each Encode is one Write.
type Encoder struct {
	engine  *Engine
	w       io.Writer
	options EncodeOptions
	buf     []byte
	err     error // of the writer; final
}

// NewEncoder returns an Encoder that writes to w.
func (g *Engine) NewEncoder(w io.Writer, o EncodeOptions) *Encoder {
	return &Encoder{engine: g, w: w, options: o}
}

// Encode writes the encoding of v. If v cannot be encoded nothing is written; an error of the
// writer is final.
func (e *Encoder) Encode(v any) error {
	if e.err != nil {
		return e.err
	}
	b, err := e.engine.Append(e.buf[:0], v, &e.options)
	if err != nil {
		return err
	}
	e.buf = mem.Kept(b)
	n, err := e.w.Write(b)
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	e.err = err
	return err
}

// SetOptions chooses the options, and the engine that has them, of the values encoded
// from now on.
func (e *Encoder) SetOptions(g *Engine, o EncodeOptions) { e.engine, e.options = g, o }

// Reset makes e write to w. Options stay.
func (e *Encoder) Reset(w io.Writer) { e.w, e.err = w, nil }
