package codecs

import (
	"bytes"
	"io"

	"github.com/shamaton/msgpack/v3"
)

type (
	shamatonEncoder struct{ w io.Writer }
	shamatonDecoder struct{ r io.Reader }
)

func (e shamatonEncoder) Encode(v any) error { return msgpack.MarshalWrite(e.w, v) }
func (d shamatonDecoder) Decode(v any) error { return msgpack.UnmarshalRead(d.r, v) }

var _ = register(&Codec{
	Name: "shamaton", Kind: Names, Module: "github.com/shamaton/msgpack/v3",
	Bind: anyAPI{
		marshal: msgpack.Marshal,
		append: func(dst []byte, v any) ([]byte, error) {
			w := bytes.NewBuffer(dst)
			err := msgpack.MarshalWrite(w, v)
			return w.Bytes(), err
		},
		unmarshal: msgpack.Unmarshal,
	}.bind,
	Stream: streamOf(
		func(w io.Writer) shamatonEncoder { return shamatonEncoder{w} },
		func(r io.Reader) shamatonDecoder { return shamatonDecoder{r} },
	),
})
