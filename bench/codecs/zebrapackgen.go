package codecs

import (
	"io"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/bench/payload"
	"github.com/beve-org/beve-go/bench/payload/zebra"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// numbered is what generated code for ZebraPack has, and named what it has for
// MessagePack with named keys.
type numbered[T any] interface {
	*T
	msgp.Marshaler
	msgp.Unmarshaler
	UnmarshalMsgWithCfg(b []byte, cfg *msgp.RuntimeConfig) ([]byte, error)
}

type named[T any] interface {
	*T
	NamedMarshalMsg(b []byte) ([]byte, error)
	NamedUnmarshalMsg(b []byte) ([]byte, error)
	NamedUnmarshalMsgWithCfg(b []byte, cfg *msgp.RuntimeConfig) ([]byte, error)
}

// Numbers are sent for names, and strings alias the message when a value is kept.
var _ = register(&Codec{
	Name: "zebrapackgen", Kind: GeneratedNames, Module: "github.com/beve-org/beve-go/zebrapack", Extra: true,
	Bind: func(c *payload.Case) *Bound {
		switch v := c.Value.(type) {
		case *payload.Small:
			return bindNumbered(twin[zebra.Small](v), twinBack[payload.Small, zebra.Small])
		case *payload.Person:
			return bindNumbered(twin[zebra.Person](v), twinBack[payload.Person, zebra.Person])
		case *payload.Order:
			return bindNumbered(twin[zebra.Order](v), twinBack[payload.Order, zebra.Order])
		case *payload.Large:
			return bindNumbered(twin[zebra.Large](v), twinBack[payload.Large, zebra.Large])
		case *[]payload.Row:
			return bindNumbered(twin[zebra.Rows](v), twinBack[[]payload.Row, zebra.Rows])
		}
		return nil
	},
})

var _ = register(&Codec{
	Name: "msgpackgen", Kind: GeneratedNames, Module: "github.com/beve-org/beve-go/msgpack", Extra: true,
	Bind: func(c *payload.Case) *Bound {
		switch v := c.Value.(type) {
		case *payload.Small:
			return bindNamed(twin[zebra.Small](v), twinBack[payload.Small, zebra.Small])
		case *payload.Person:
			return bindNamed(twin[zebra.Person](v), twinBack[payload.Person, zebra.Person])
		case *payload.Order:
			return bindNamed(twin[zebra.Order](v), twinBack[payload.Order, zebra.Order])
		case *payload.Large:
			return bindNamed(twin[zebra.Large](v), twinBack[payload.Large, zebra.Large])
		case *[]payload.Row:
			return bindNamed(twin[zebra.Rows](v), twinBack[[]payload.Row, zebra.Rows])
		}
		return nil
	},
	Stream: &Stream{
		Write: func(w io.Writer, rows []payload.Row, n int) error {
			m := msgp.NewWriter(w)
			for i := range n {
				row := zebra.Row(rows[i%len(rows)])
				if err := row.NamedEncodeMsg(m); err != nil {
					return err
				}
			}
			return m.Flush()
		},
		Read: func(r io.Reader, n int, visit func(*payload.Row)) error {
			m := msgp.NewReader(r)
			row := new(zebra.Row)
			for range n {
				*row = zebra.Row{}
				if err := row.NamedDecodeMsg(m); err != nil {
					return err
				}
				visit((*payload.Row)(row))
			}
			return nil
		},
	},
})

// twin returns what a payload is as a type with other tags. It is not timed.
func twin[To, From any](v *From) *To {
	data, err := beve.Marshal(v)
	if err != nil {
		panic(err)
	}
	to := new(To)
	if err := beve.Unmarshal(data, to); err != nil {
		panic(err)
	}
	return to
}

func twinBack[From, To any](v *To) any { return twin[From](v) }

func bindNumbered[T any, P numbered[T]](v *T, back func(*T) any) *Bound {
	return typedAPI[T]{
		marshal: func(v *T) ([]byte, error) { return P(v).MarshalMsg(nil) },
		append:  func(dst []byte, v *T) ([]byte, error) { return P(v).MarshalMsg(dst) },
		unmarshal: func(data []byte, v *T) error {
			_, err := P(v).UnmarshalMsgWithCfg(data, &msgp.RuntimeConfig{Strings: new(msgp.Slab)})
			return err
		},
		reuse: func(data []byte, v *T) error {
			_, err := P(v).UnmarshalMsg(data)
			return err
		},
		payload: back,
	}.bind(v)
}

func bindNamed[T any, P named[T]](v *T, back func(*T) any) *Bound {
	unmarshal := func(data []byte, v *T) error {
		_, err := P(v).NamedUnmarshalMsg(data)
		return err
	}
	return typedAPI[T]{
		marshal:   func(v *T) ([]byte, error) { return P(v).NamedMarshalMsg(nil) },
		append:    func(dst []byte, v *T) ([]byte, error) { return P(v).NamedMarshalMsg(dst) },
		unmarshal: unmarshal,
		reuse:     unmarshal,
		payload:   back,
	}.bind(v)
}
