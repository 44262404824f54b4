package codecs

import (
	"io"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/bench/payload"
)

const ours = "github.com/beve-org/beve-go"

// Reflection, through the functions of the package.
var _ = register(&Codec{
	Name: "beve", Kind: Ours, Module: ours,
	Bind: func(c *payload.Case) *Bound {
		b := anyAPI{
			marshal:   beve.Marshal,
			append:    beve.Append,
			unmarshal: beve.Unmarshal,
			noCopy:    beve.DecodeOptions{NoCopy: true}.Unmarshal,
		}.bind(c)
		bindView(b, c)
		return b
	},
	Stream: streamOf(beve.NewEncoder, func(r io.Reader) *beve.Decoder { return beve.NewDecoder(r) }),
})

// Maps with their members in the order of the keys.
var _ = register(&Codec{
	Name: "beve-deterministic", Kind: Ours, Module: ours, Extra: true,
	Bind: func(c *payload.Case) *Bound {
		if c.Name != payload.NameDynamic {
			return nil
		}
		o := beve.EncodeOptions{Deterministic: true}
		return anyAPI{marshal: o.Marshal, append: o.Append, unmarshal: beve.Unmarshal}.bind(c)
	},
})

// The compiled codec of a type, which looks nothing up.
var _ = register(&Codec{
	Name: "beve-codecof", Kind: Ours, Module: ours, Extra: true,
	Bind: func(c *payload.Case) *Bound {
		switch v := c.Value.(type) {
		case *payload.Small:
			return codecOf(v)
		case *payload.Person:
			return codecOf(v)
		case *payload.Order:
			return codecOf(v)
		case *payload.Large:
			return codecOf(v)
		case *[]payload.Row:
			return codecOf(v)
		case *map[string]any:
			return codecOf(v)
		case *[]string:
			return codecOf(v)
		case *[]bool:
			return codecOf(v)
		case *[]float64:
			return codecOf(v)
		case *[]float32:
			return codecOf(v)
		case *[]uint16:
			return codecOf(v)
		case *[]int32:
			return codecOf(v)
		case *[]complex128:
			return codecOf(v)
		case *beve.Matrix[float64]:
			return codecOf(v)
		}
		return nil
	},
})

func codecOf[T any](v *T) *Bound {
	c := beve.CodecOf[T]()
	return typedAPI[T]{marshal: c.Marshal, append: c.Append, unmarshal: c.Unmarshal, reuse: c.Unmarshal}.bind(v)
}
