package codecs

import (
	"github.com/beve-org/beve-go/bench/payload"
)

// The bound of all codecs for arrays of numbers: make and copy of as many bytes.
var _ = register(&Codec{
	Name: "copy", Kind: Baseline, Module: "std",
	Bind: func(c *payload.Case) *Bound {
		switch v := c.Value.(type) {
		case *[]float64:
			return copying(v, 8)
		case *[]float32:
			return copying(v, 4)
		case *[]uint16:
			return copying(v, 2)
		case *[]int32:
			return copying(v, 4)
		case *[]complex128:
			return copying(v, 16)
		}
		return nil
	},
})

func copying[T any](v *[]T, width int) *Bound {
	raw := make([]byte, width*len(*v))
	for i := range raw {
		raw[i] = byte(i)
	}
	return typedAPI[[]T]{
		marshal: func(*[]T) ([]byte, error) {
			b := make([]byte, len(raw))
			copy(b, raw)
			return b, nil
		},
		append: func(dst []byte, _ *[]T) ([]byte, error) { return append(dst, raw...), nil },
		unmarshal: func(_ []byte, to *[]T) error {
			b := make([]T, len(*v))
			copy(b, *v)
			*to = b
			return nil
		},
		reuse: func(_ []byte, to *[]T) error {
			if len(*to) != len(*v) {
				*to = make([]T, len(*v))
			}
			copy(*to, *v)
			return nil
		},
	}.bind(v)
}
