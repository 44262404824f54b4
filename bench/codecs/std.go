package codecs

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"io"

	"github.com/beve-org/beve-go/bench/payload"
)

// noComplex is what JSON and most of its kind lack.
var noComplex = []string{"complex128s"}

var _ = register(&Codec{
	Name: "std-json", Kind: Names, Module: "std",
	Bind:   anyAPI{marshal: json.Marshal, append: appendByEncoder(newJSON), unmarshal: json.Unmarshal, lacks: noComplex}.bind,
	Stream: streamOf(json.NewEncoder, json.NewDecoder),
})

func newJSON(w io.Writer) encoder { return json.NewEncoder(w) }

// appendByEncoder makes an append of an encoder for io.Writer. Like users that
// keep a buffer, it makes a new encoder for each message.
func appendByEncoder(newEncoder func(io.Writer) encoder) func([]byte, any) ([]byte, error) {
	return func(dst []byte, v any) ([]byte, error) {
		w := bytes.NewBuffer(dst)
		err := newEncoder(w).Encode(v)
		return w.Bytes(), err
	}
}

// A message of gob stands alone: it carries the description of its types, and so
// every message has an encoder of its own. Streams have it once.
var _ = register(&Codec{
	Name: "gob", Kind: Names, Module: "std",
	Bind: func(c *payload.Case) *Bound {
		if c.Name == payload.NameDynamic {
			gob.Register(map[string]any{})
			gob.Register([]any{})
		}
		appendGob := appendByEncoder(func(w io.Writer) encoder { return gob.NewEncoder(w) })
		return anyAPI{
			marshal: func(v any) ([]byte, error) { return appendGob(nil, v) },
			append:  appendGob,
			unmarshal: func(data []byte, v any) error {
				return gob.NewDecoder(bytes.NewReader(data)).Decode(v)
			},
			lacks: gobLacks,
		}.bind(c)
	},
	Stream: streamOf(gob.NewEncoder, gob.NewDecoder),
})

// gob does not send nil in an interface.
var gobLacks = []string{payload.NameDynamic}
