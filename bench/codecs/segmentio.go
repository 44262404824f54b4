package codecs

import "github.com/segmentio/encoding/json"

var _ = register(&Codec{
	Name: "segmentio", Kind: Names, Module: "github.com/segmentio/encoding",
	Bind: anyAPI{
		marshal:   json.Marshal,
		append:    func(dst []byte, v any) ([]byte, error) { return json.Append(dst, v, 0) },
		unmarshal: json.Unmarshal,
		noCopy: func(data []byte, v any) error {
			_, err := json.Parse(data, v, json.ZeroCopy)
			return err
		},
		lacks: noComplex,
	}.bind,
	Stream: streamOf(json.NewEncoder, json.NewDecoder),
})
