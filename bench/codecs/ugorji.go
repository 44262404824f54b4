package codecs

import (
	"errors"
	"io"
	"reflect"

	"github.com/beve-org/beve-go/bench/payload"
	"github.com/ugorji/go/codec"
)

// ugorjiHandle is MessagePack of the present specification, with times.
var ugorjiHandle = func() *codec.MsgpackHandle {
	h := new(codec.MsgpackHandle)
	h.WriteExt = true
	h.RawToString = true
	h.MapType = reflect.TypeFor[map[string]any]()
	return h
}()

// Encoders and decoders are kept, as its documentation asks for. It takes a buffer
// to write into from the start, not to append to.
var _ = register(&Codec{
	Name: "ugorji", Kind: Names, Module: "github.com/ugorji/go/codec",
	Bind: func(c *payload.Case) *Bound {
		var out []byte
		e := codec.NewEncoderBytes(&out, ugorjiHandle)
		d := codec.NewDecoderBytes(nil, ugorjiHandle)
		encode := func(dst []byte, v any) ([]byte, error) {
			if len(dst) > 0 { // it would be written over
				return dst, errors.ErrUnsupported
			}
			out = dst
			e.ResetBytes(&out)
			err := e.Encode(v)
			return out, err
		}
		return anyAPI{
			marshal: func(v any) ([]byte, error) { return encode(nil, v) },
			append:  encode,
			unmarshal: func(data []byte, v any) error {
				d.ResetBytes(data)
				return d.Decode(v)
			},
			lacks: noComplex,
		}.bind(c)
	},
	Stream: streamOf(
		func(w io.Writer) *codec.Encoder { return codec.NewEncoder(w, ugorjiHandle) },
		func(r io.Reader) *codec.Decoder { return codec.NewDecoder(r, ugorjiHandle) },
	),
})
