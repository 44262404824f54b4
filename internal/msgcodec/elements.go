package msgcodec

import (
	"io"
	"iter"
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/track"
)

// ElementsAt returns the elements of the array that a path leads to, in the first value of the
// stream in r. One element is in memory at a time. The rest of the stream is checked when they
// have been read. The error that ends it goes through declare.
func ElementsAt[T any](g *Engine, r io.Reader, path fault.Pointer, o DecodeOptions, declare func(error) error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		d := g.NewDecoder(r, o)
		c := d.d.profile.codecFor(reflect.TypeFor[T]())
		err := track.Open(d, path)
		if e, ok := err.(*DecodeError); ok {
			e.Format = d.d.Format
		}
		var zero T
		v := new(T) // one for all: every element starts from zero
		for err == nil {
			if err = d.element(c, mem.Of(v)); err == nil && !yield(*v, nil) {
				return
			}
			*v = zero
		}
		if err != io.EOF {
			yield(zero, declare(err))
		}
	}
}

// element decodes the next element of the array that is open into the variable at p. After the
// last it returns io.EOF.
func (d *Decoder) element(c *codec, p mem.Pointer) error {
	if d.innermost().left == 0 {
		return d.finish()
	}
	return d.decodePart(c, p)
}
