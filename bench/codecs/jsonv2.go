//go:build goexperiment.jsonv2

// The second version of the standard library's JSON, which needs
// GOEXPERIMENT=jsonv2 when the suite is built.

package codecs

import (
	"bytes"
	jsontext "encoding/json/jsontext"
	jsonv2 "encoding/json/v2"
	"io"
)

type (
	v2Encoder struct{ *jsontext.Encoder }
	v2Decoder struct{ *jsontext.Decoder }
)

func (e v2Encoder) Encode(v any) error { return jsonv2.MarshalEncode(e.Encoder, v) }
func (d v2Decoder) Decode(v any) error { return jsonv2.UnmarshalDecode(d.Decoder, v) }

var _ = register(&Codec{
	Name: "std-json-v2", Kind: Names, Module: "std",
	Bind: anyAPI{
		marshal: func(v any) ([]byte, error) { return jsonv2.Marshal(v) },
		append: func(dst []byte, v any) ([]byte, error) {
			w := bytes.NewBuffer(dst)
			err := jsonv2.MarshalWrite(w, v)
			return w.Bytes(), err
		},
		unmarshal: func(data []byte, v any) error { return jsonv2.Unmarshal(data, v) },
		lacks:     noComplex,
	}.bind,
	Stream: streamOf(
		func(w io.Writer) v2Encoder { return v2Encoder{jsontext.NewEncoder(w)} },
		func(r io.Reader) v2Decoder { return v2Decoder{jsontext.NewDecoder(r)} },
	),
})
