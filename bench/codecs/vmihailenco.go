package codecs

import (
	"bytes"
	"io"

	"github.com/vmihailenco/msgpack/v5"
)

var _ = register(&Codec{
	Name: "vmihailenco", Kind: Names, Module: "github.com/vmihailenco/msgpack/v5",
	Bind: anyAPI{
		marshal: msgpack.Marshal,
		append: func(dst []byte, v any) ([]byte, error) {
			w := bytes.NewBuffer(dst)
			e := msgpack.GetEncoder()
			e.Reset(w)
			err := e.Encode(v)
			msgpack.PutEncoder(e)
			return w.Bytes(), err
		},
		unmarshal: msgpack.Unmarshal,
		lacks:     noComplex,
	}.bind,
	Stream: streamOf(
		func(w io.Writer) *msgpack.Encoder { return msgpack.NewEncoder(w) },
		func(r io.Reader) *msgpack.Decoder { return msgpack.NewDecoder(r) },
	),
})
