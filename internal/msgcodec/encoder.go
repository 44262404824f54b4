// Writing values to a stream.

package msgcodec

import (
	"io"

	"github.com/beve-org/beve-go/internal/fault"
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

// With returns e, whose engine becomes g, with its default options, where e has none: where
// it is zero.
func (e *Encoder) With(g *Engine) *Encoder {
	if e.engine == nil {
		e.engine, e.options.Time = g, g.time
	}
	return e
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
	e.err = fault.Write(e.w, b, e.engine.format.Name)
	return e.err
}

// SetOptions chooses the options, and the engine that has them, of the values encoded
// from now on.
func (e *Encoder) SetOptions(g *Engine, o EncodeOptions) { e.engine, e.options = g, o }

// Reset makes e write to w. Options stay.
func (e *Encoder) Reset(w io.Writer) { e.w, e.err = w, nil }
