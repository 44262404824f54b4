package codecs

import (
	"github.com/bytedance/sonic"
	sonicencoder "github.com/bytedance/sonic/encoder"
)

var _ = register(&Codec{
	Name: "sonic", Kind: Names, Module: "github.com/bytedance/sonic",
	Bind: anyAPI{
		marshal: sonic.Marshal,
		append: func(dst []byte, v any) ([]byte, error) {
			err := sonicencoder.EncodeInto(&dst, v, 0)
			return dst, err
		},
		unmarshal: sonic.Unmarshal,
		lacks:     noComplex,
	}.bind,
	Stream: streamOf(sonic.ConfigDefault.NewEncoder, sonic.ConfigDefault.NewDecoder),
})
