package codecs

import (
	"io"

	"github.com/tinylib/msgp/msgp"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/bench/payload"
	"github.com/beve-org/beve-go/scalar"
)

// msgpCode is what msgp generates for T.
type msgpCode[T any] interface {
	*T
	msgp.Marshaler
	msgp.Unmarshaler
}

var _ = register(&Codec{
	Name: "msgp", Kind: GeneratedNames, Module: "github.com/tinylib/msgp",
	Bind: func(c *payload.Case) *Bound {
		switch v := c.Value.(type) {
		case *payload.Small:
			return bindMsgp(v, nil)
		case *payload.Person:
			return bindMsgp(v, nil)
		case *payload.Order:
			return bindMsgp(v, nil)
		case *payload.Large:
			return bindMsgp(v, nil)
		case *[]payload.Row:
			return bindMsgp((*payload.Rows)(v), func(v *payload.Rows) any { return (*[]payload.Row)(v) })
		case *map[string]any:
			return bindMsgp((*payload.Dynamic)(v), func(v *payload.Dynamic) any { return (*map[string]any)(v) })
		case *[]string:
			return bindMsgp((*payload.Strings)(v), func(v *payload.Strings) any { return (*[]string)(v) })
		case *[]bool:
			return bindMsgp((*payload.Bools)(v), func(v *payload.Bools) any { return (*[]bool)(v) })
		case *[]float64:
			return bindMsgp((*payload.Float64s)(v), func(v *payload.Float64s) any { return (*[]float64)(v) })
		case *[]float32:
			return bindMsgp((*payload.Float32s)(v), func(v *payload.Float32s) any { return (*[]float32)(v) })
		case *[]uint16:
			return bindMsgp((*payload.Uint16s)(v), func(v *payload.Uint16s) any { return (*[]uint16)(v) })
		case *[]int32:
			return bindMsgp((*payload.Int32s)(v), func(v *payload.Int32s) any { return (*[]int32)(v) })
		case *[]complex128:
			return bindMsgp((*payload.Complexes)(v), func(v *payload.Complexes) any { return (*[]complex128)(v) })
		case *beve.Matrix[float64]:
			m := &payload.Matrix{Layout: uint8(v.Layout), Extents: v.Extents, Data: v.Data}
			return bindMsgp(m, func(m *payload.Matrix) any {
				return &beve.Matrix[float64]{Layout: scalar.Layout(m.Layout), Extents: m.Extents, Data: m.Data}
			})
		}
		return nil
	},
	Stream: &Stream{
		Write: func(w io.Writer, rows []payload.Row, n int) error {
			m := msgp.NewWriter(w)
			for i := range n {
				if err := rows[i%len(rows)].EncodeMsg(m); err != nil {
					return err
				}
			}
			return m.Flush()
		},
		Read: func(r io.Reader, n int, visit func(*payload.Row)) error {
			m := msgp.NewReader(r)
			row := new(payload.Row)
			for range n {
				*row = payload.Row{}
				if err := row.DecodeMsg(m); err != nil {
					return err
				}
				visit(row)
			}
			return nil
		},
	},
})

func bindMsgp[T any, P msgpCode[T]](v *T, back func(*T) any) *Bound {
	unmarshal := func(data []byte, v *T) error {
		_, err := P(v).UnmarshalMsg(data)
		return err
	}
	return typedAPI[T]{
		marshal:   func(v *T) ([]byte, error) { return P(v).MarshalMsg(nil) },
		append:    func(dst []byte, v *T) ([]byte, error) { return P(v).MarshalMsg(dst) },
		unmarshal: unmarshal,
		reuse:     unmarshal,
		payload:   back,
	}.bind(v)
}
