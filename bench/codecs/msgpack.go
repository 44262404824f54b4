// Our MessagePack and ZebraPack, by reflection.

package codecs

import (
	"io"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/bench/payload"
	"github.com/beve-org/beve-go/bench/payload/plain"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/zebrapack"
)

var _ = register(&Codec{
	Name: "msgpack", Kind: Ours, Module: ours, Extra: true,
	Bind: plainly(anyAPI{
		marshal:   msgpack.Marshal,
		append:    msgpack.Append,
		unmarshal: msgpack.Unmarshal,
		noCopy: func(data []byte, v any) error {
			return msgpack.DecodeOptions{NoCopy: true}.Unmarshal(data, v)
		},
	}),
	Stream: rowsOf(msgpack.NewEncoder, msgpack.NewDecoder),
})

// ZebraPack as its authors time it: without the names of structs.
var _ = register(&Codec{
	Name: "zebrapack", Kind: Ours, Module: ours, Extra: true,
	Bind: plainly(anyAPI{
		marshal: func(v any) ([]byte, error) {
			return zebrapack.EncodeOptions{NoStructNames: true}.Marshal(v)
		},
		append: func(dst []byte, v any) ([]byte, error) {
			return zebrapack.EncodeOptions{NoStructNames: true}.Append(dst, v)
		},
		unmarshal: zebrapack.Unmarshal,
		noCopy: func(data []byte, v any) error {
			return zebrapack.DecodeOptions{NoCopy: true}.Unmarshal(data, v)
		},
	}),
	Stream: rowsOf(
		func(w io.Writer) *zebrapack.Encoder {
			return zebrapack.EncodeOptions{NoStructNames: true}.NewEncoder(w)
		},
		zebrapack.NewDecoder,
	),
})

// plainly binds an API to the payloads without the methods of msgp.
func plainly(api anyAPI) func(c *payload.Case) *Bound {
	return func(c *payload.Case) *Bound {
		switch c.Value.(type) {
		case *payload.Small:
			return plainOf[plain.Small](api, c)
		case *payload.Person:
			return plainOf[plain.Person](api, c)
		case *payload.Order:
			return plainOf[plain.Order](api, c)
		case *payload.Large:
			return plainOf[plain.Large](api, c)
		case *[]payload.Row:
			return plainOf[plain.Rows](api, c)
		case *beve.Matrix[float64]:
			return nil
		}
		return api.bind(c)
	}
}

// plainOf binds an API to a copy of a payload in another type, which has the same members.
func plainOf[T any](api anyAPI, c *payload.Case) *Bound {
	v := new(T)
	convert(c.Value, v)
	b := api.bind(&payload.Case{Name: c.Name, Value: v, New: func() any { return new(T) }})
	b.Payload = func(got any) any {
		back := c.New()
		convert(got, back)
		return back
	}
	return b
}

// convert copies what from holds to the variable that to points to.
func convert(from, to any) {
	data, err := beve.Marshal(from)
	if err == nil {
		err = beve.Unmarshal(data, to)
	}
	if err != nil {
		panic(err)
	}
}

// rowsOf is streamOf for rows without the methods of msgp.
func rowsOf[E encoder, D decoder](newEncoder func(io.Writer) E, newDecoder func(io.Reader) D) *Stream {
	return &Stream{
		Write: func(w io.Writer, rows []payload.Row, n int) error {
			list := make([]plain.Row, len(rows))
			for i := range rows {
				list[i] = plain.Row(rows[i])
			}
			e := newEncoder(w)
			for i := range n {
				if err := e.Encode(&list[i%len(list)]); err != nil {
					return err
				}
			}
			return nil
		},
		Read: func(r io.Reader, n int, visit func(*payload.Row)) error {
			d := newDecoder(r)
			row := new(plain.Row)
			for range n {
				*row = plain.Row{}
				if err := d.Decode(row); err != nil {
					return err
				}
				visit((*payload.Row)(row))
			}
			return nil
		},
	}
}
