package codecs

import (
	"io"

	"github.com/goccy/go-json"
)

var _ = register(&Codec{
	Name: "goccy", Kind: Names, Module: "github.com/goccy/go-json",
	Bind: anyAPI{
		marshal:   json.Marshal,
		append:    appendByEncoder(func(w io.Writer) encoder { return json.NewEncoder(w) }),
		unmarshal: json.Unmarshal,
		lacks:     noComplex,
	}.bind,
	Stream: streamOf(json.NewEncoder, json.NewDecoder),
})
