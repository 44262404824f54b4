// The shapes that codecs' APIs have, and how each is tied to a payload.

package codecs

import (
	"io"
	"slices"

	"github.com/beve-org/beve-go/bench/payload"
)

// An anyAPI is a codec that takes whatever an interface holds.
type anyAPI struct {
	marshal   func(v any) ([]byte, error)
	append    func(dst []byte, v any) ([]byte, error) // may be nil
	unmarshal func(data []byte, v any) error
	noCopy    func(data []byte, v any) error // may be nil
	// lacks are the payloads that the format or the codec cannot represent.
	lacks []string
	// fresh says that the codec does not decode over what a value holds.
	fresh bool
}

func (a anyAPI) bind(c *payload.Case) *Bound {
	if slices.Contains(a.lacks, c.Name) {
		return nil
	}
	kept := c.New()
	b := &Bound{
		Marshal: func() ([]byte, error) { return a.marshal(c.Value) },
		Fresh: func(data []byte) (any, error) {
			v := c.New()
			err := a.unmarshal(data, v)
			return v, err
		},
		Kept: func() any { return kept },
	}
	if !a.fresh {
		b.Reuse = func(data []byte) error { return a.unmarshal(data, kept) }
	}
	if a.append != nil {
		b.Append = func(dst []byte) ([]byte, error) { return a.append(dst, c.Value) }
	}
	if a.noCopy != nil {
		b.NoCopy = func(data []byte) (any, error) {
			v := c.New()
			err := a.noCopy(data, v)
			return v, err
		}
	}
	return b
}

// A typedAPI is a codec whose functions are made for T.
type typedAPI[T any] struct {
	marshal   func(v *T) ([]byte, error)
	append    func(dst []byte, v *T) ([]byte, error) // may be nil
	unmarshal func(data []byte, v *T) error
	reuse     func(data []byte, v *T) error // may be nil
	payload   func(v *T) any                // nil if T is the payload
}

func (a typedAPI[T]) bind(v *T) *Bound {
	kept := new(T)
	b := &Bound{
		Marshal: func() ([]byte, error) { return a.marshal(v) },
		Fresh: func(data []byte) (any, error) {
			v := new(T)
			err := a.unmarshal(data, v)
			return v, err
		},
		Kept: func() any { return kept },
	}
	if a.append != nil {
		b.Append = func(dst []byte) ([]byte, error) { return a.append(dst, v) }
	}
	if a.reuse != nil {
		b.Reuse = func(data []byte) error { return a.reuse(data, kept) }
	}
	if a.payload != nil {
		b.Payload = func(v any) any { return a.payload(v.(*T)) }
	}
	return b
}

// encoder and decoder are what streams of most codecs look like.
type (
	encoder interface{ Encode(v any) error }
	decoder interface{ Decode(v any) error }
)

// streamOf is a Stream of such an encoder and decoder. Every row is decoded over
// the last one, which is cleared.
func streamOf[E encoder, D decoder](newEncoder func(io.Writer) E, newDecoder func(io.Reader) D) *Stream {
	return &Stream{
		Write: func(w io.Writer, rows []payload.Row, n int) error {
			e := newEncoder(w)
			for i := range n {
				if err := e.Encode(&rows[i%len(rows)]); err != nil {
					return err
				}
			}
			return nil
		},
		Read: func(r io.Reader, n int, visit func(*payload.Row)) error {
			d := newDecoder(r)
			row := new(payload.Row)
			for range n {
				*row = payload.Row{}
				if err := d.Decode(row); err != nil {
					return err
				}
				visit(row)
			}
			return nil
		},
	}
}
