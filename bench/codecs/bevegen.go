package codecs

import (
	"github.com/beve-org/beve-go/bench/codecs/generated"
	"github.com/beve-org/beve-go/bench/payload"
)

// bevegenCode is what bevegen generates for T.
type bevegenCode[T any] interface {
	*T
	AppendBEVE(dst []byte) ([]byte, error)
	MarshalBEVE() ([]byte, error)
	UnmarshalBEVE(data []byte) error
}

// Generated code.
var _ = register(&Codec{
	Name: "bevegen", Kind: Ours, Module: ours, Extra: true,
	Bind: func(c *payload.Case) *Bound {
		switch v := c.Value.(type) {
		case *payload.Small:
			return bindBevegen((*generated.Small)(v), func(v *generated.Small) any { return (*payload.Small)(v) })
		case *payload.Person:
			return bindBevegen((*generated.Person)(v), func(v *generated.Person) any { return (*payload.Person)(v) })
		case *payload.Order:
			return bindBevegen((*generated.Order)(v), func(v *generated.Order) any { return (*payload.Order)(v) })
		case *payload.Large:
			return bindBevegen((*generated.Large)(v), func(v *generated.Large) any { return (*payload.Large)(v) })
		case *[]payload.Row:
			return bindBevegen((*generated.Rows)(v), func(v *generated.Rows) any { return (*[]payload.Row)(v) })
		}
		return nil
	},
})

func bindBevegen[T any, P bevegenCode[T]](v *T, back func(*T) any) *Bound {
	unmarshal := func(data []byte, v *T) error { return P(v).UnmarshalBEVE(data) }
	return typedAPI[T]{
		marshal:   func(v *T) ([]byte, error) { return P(v).MarshalBEVE() },
		append:    func(dst []byte, v *T) ([]byte, error) { return P(v).AppendBEVE(dst) },
		unmarshal: unmarshal,
		reuse:     unmarshal,
		payload:   back,
	}.bind(v)
}
