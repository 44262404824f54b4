// The codecs of protobuf. Values are made messages before they are timed. There is
// no kept value: decoding empties a message first.

package codecs

import (
	"bufio"
	"io"
	"slices"

	"buf.build/go/hyperpb"
	"google.golang.org/protobuf/encoding/protodelim"
	"google.golang.org/protobuf/proto"

	"github.com/beve-org/beve-go/bench/codecs/pb"
	"github.com/beve-org/beve-go/bench/payload"
)

// message is what is generated for T.
type message[T any] interface {
	*T
	proto.Message
	MarshalVT() ([]byte, error)
	MarshalToSizedBufferVT([]byte) (int, error)
	UnmarshalVT([]byte) error
	SizeVT() int
}

// messages binds a payload in the three ways there are.
type messages struct{ google, vt, hyper *Bound }

var _ = register(&Codec{
	Name: "protobuf", Kind: Schema, Module: "google.golang.org/protobuf",
	Bind: func(c *payload.Case) *Bound { return bindMessages(c).google },
	Stream: &Stream{
		Write: func(w io.Writer, rows []payload.Row, n int) error {
			m := new(pb.Row)
			for i := range n {
				pbFromRow(m, &rows[i%len(rows)])
				if _, err := protodelim.MarshalTo(w, m); err != nil {
					return err
				}
			}
			return nil
		},
		Read: func(r io.Reader, n int, visit func(*payload.Row)) error {
			buffered := bufio.NewReaderSize(r, 64<<10)
			m, row := new(pb.Row), new(payload.Row)
			for range n {
				if err := protodelim.UnmarshalFrom(buffered, m); err != nil {
					return err
				}
				pbToRow(row, m)
				visit(row)
			}
			return nil
		},
	},
})

var _ = register(&Codec{
	Name: "vtproto", Kind: Schema, Module: "github.com/planetscale/vtprotobuf",
	Bind: func(c *payload.Case) *Bound { return bindMessages(c).vt },
})

// hyperpb decodes into messages of its own, which are read through protobuf's
// reflection, and does not encode.
var _ = register(&Codec{
	Name: "hyperpb", Kind: Schema, Module: "buf.build/go/hyperpb", Extra: true,
	Bind: func(c *payload.Case) *Bound { return bindMessages(c).hyper },
})

func bindMessages(c *payload.Case) messages {
	switch v := c.Value.(type) {
	case *payload.Small:
		return bindMessage(pbFromSmall(v), pbToSmall)
	case *payload.Person:
		return bindMessage(pbFromPerson(v), pbToPerson)
	case *payload.Order:
		return bindMessage(pbFromOrder(v), pbToOrder)
	case *payload.Large:
		return bindMessage(pbFromLarge(v), pbToLarge)
	case *[]payload.Row:
		return bindMessage(pbFromRows(v), pbToRows)
	case *[]string:
		return bindMessage(&pb.Strings{Values: *v}, func(m *pb.Strings) any { return &m.Values })
	case *[]bool:
		return bindMessage(&pb.Bools{Values: *v}, func(m *pb.Bools) any { return &m.Values })
	case *[]float64:
		return bindMessage(&pb.Float64S{Values: *v}, func(m *pb.Float64S) any { return &m.Values })
	case *[]float32:
		return bindMessage(&pb.Float32S{Values: *v}, func(m *pb.Float32S) any { return &m.Values })
	case *[]uint16:
		return bindMessage(pbFromUint16s(v), pbToUint16s)
	case *[]int32:
		return bindMessage(&pb.Int32S{Values: *v}, func(m *pb.Int32S) any { return &m.Values })
	}
	return messages{}
}

func bindMessage[T any, P message[T]](v *T, back func(*T) any) messages {
	return messages{
		google: typedAPI[T]{
			marshal:   func(v *T) ([]byte, error) { return proto.Marshal(P(v)) },
			append:    func(dst []byte, v *T) ([]byte, error) { return proto.MarshalOptions{}.MarshalAppend(dst, P(v)) },
			unmarshal: func(data []byte, v *T) error { return proto.Unmarshal(data, P(v)) },
			payload:   back,
		}.bind(v),
		vt: typedAPI[T]{
			marshal: func(v *T) ([]byte, error) { return P(v).MarshalVT() },
			append: func(dst []byte, v *T) ([]byte, error) {
				start := len(dst)
				dst = grow(dst, P(v).SizeVT())
				_, err := P(v).MarshalToSizedBufferVT(dst[start:])
				return dst, err
			},
			unmarshal: func(data []byte, v *T) error { return P(v).UnmarshalVT(data) },
			payload:   back,
		}.bind(v),
		hyper: bindHyper[T, P](v, back),
	}
}

func bindHyper[T any, P message[T]](v *T, back func(*T) any) *Bound {
	kind := hyperpb.CompileMessageDescriptor(P(v).ProtoReflect().Descriptor())
	return &Bound{
		Data: func() ([]byte, error) { return proto.Marshal(P(v)) },
		Fresh: func(data []byte) (any, error) {
			m := hyperpb.NewMessage(kind)
			err := m.Unmarshal(data)
			return m, err
		},
		Payload: func(v any) any {
			data, err := proto.Marshal(v.(*hyperpb.Message))
			if err != nil {
				return err
			}
			m := new(T)
			if err := proto.Unmarshal(data, P(m)); err != nil {
				return err
			}
			return back(m)
		},
	}
}

// grow extends b by n bytes, whatever they hold.
func grow(b []byte, n int) []byte { return slices.Grow(b, n)[:len(b)+n] }
