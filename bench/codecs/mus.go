package codecs

import (
	musgo "github.com/mus-format/mus-go"

	"github.com/beve-org/beve-go/bench/codecs/mus"
	"github.com/beve-org/beve-go/bench/payload"
)

var _ = register(&Codec{
	Name: "mus", Kind: Schema, Module: "github.com/mus-format/mus-go",
	Bind: func(c *payload.Case) *Bound {
		switch v := c.Value.(type) {
		case *payload.Small:
			return bindMus(v, mus.SmallMUS, nil)
		case *payload.Person:
			return bindMus(v, mus.PersonMUS, nil)
		case *payload.Order:
			return bindMus(v, mus.OrderMUS, nil)
		case *payload.Large:
			return bindMus(v, mus.LargeMUS, nil)
		case *[]payload.Row:
			return bindMus((*payload.Rows)(v), mus.RowsMUS, func(v *payload.Rows) any { return (*[]payload.Row)(v) })
		case *[]string:
			return bindMus((*payload.Strings)(v), mus.StringsMUS, func(v *payload.Strings) any { return (*[]string)(v) })
		case *[]bool:
			return bindMus((*payload.Bools)(v), mus.BoolsMUS, func(v *payload.Bools) any { return (*[]bool)(v) })
		case *[]float64:
			return bindMus((*payload.Float64s)(v), mus.Float64sMUS, func(v *payload.Float64s) any { return (*[]float64)(v) })
		case *[]float32:
			return bindMus((*payload.Float32s)(v), mus.Float32sMUS, func(v *payload.Float32s) any { return (*[]float32)(v) })
		case *[]uint16:
			return bindMus((*payload.Uint16s)(v), mus.Uint16sMUS, func(v *payload.Uint16s) any { return (*[]uint16)(v) })
		case *[]int32:
			return bindMus((*payload.Int32s)(v), mus.Int32sMUS, func(v *payload.Int32s) any { return (*[]int32)(v) })
		}
		return nil
	},
})

// bindMus binds a serializer. It decodes into new values always.
func bindMus[T any](v *T, s musgo.Serializer[T], back func(*T) any) *Bound {
	return typedAPI[T]{
		marshal: func(v *T) ([]byte, error) {
			b := make([]byte, s.Size(*v))
			return b[:s.Marshal(*v, b)], nil
		},
		append: func(dst []byte, v *T) ([]byte, error) {
			start := len(dst)
			dst = grow(dst, s.Size(*v))
			return dst[:start+s.Marshal(*v, dst[start:])], nil
		},
		unmarshal: func(data []byte, v *T) (err error) {
			*v, _, err = s.Unmarshal(data)
			return err
		},
		payload: back,
	}.bind(v)
}
