package codecs

import (
	"bytes"
	"reflect"

	"github.com/fxamacker/cbor/v2"
)

// The default time of cbor drops fractions of seconds, and its default maps have
// keys of any type; both are chosen so that nothing is lost.
var (
	cborEncode = must(cbor.EncOptions{Time: cbor.TimeRFC3339Nano}.UserBufferEncMode())
	cborDecode = must(cbor.DecOptions{DefaultMapType: reflect.TypeFor[map[string]any]()}.DecMode())
)

var _ = register(&Codec{
	Name: "cbor", Kind: Names, Module: "github.com/fxamacker/cbor/v2",
	Bind: anyAPI{
		marshal: cborEncode.Marshal,
		append: func(dst []byte, v any) ([]byte, error) {
			w := bytes.NewBuffer(dst)
			err := cborEncode.MarshalToBuffer(v, w)
			return w.Bytes(), err
		},
		unmarshal: cborDecode.Unmarshal,
		lacks:     noComplex,
	}.bind,
	Stream: streamOf(cborEncode.NewEncoder, cborDecode.NewDecoder),
})

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
