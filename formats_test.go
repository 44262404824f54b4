// One interface over every format, for the tests that are about all of them.

package beve_test

import (
	"io"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/jsonpack"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/zebrapack"
)

// observation is a record that every format can say.
type observation struct {
	ID     uint64      `json:"id" zid:"0"`
	Sensor string      `json:"sensor" zid:"1"`
	Values []float64   `json:"values" zid:"2"`
	Parts  []component `json:"parts" zid:"3"`
}

type component struct {
	Name string `json:"name" zid:"0"`
	On   bool   `json:"on" zid:"1"`
}

// newObservation returns a record; two with the same number are equal and share nothing.
func newObservation(n int) *observation {
	return &observation{
		ID: uint64(n), Sensor: []string{"roof", "cellar", "mast — ÄÖÜ"}[n%3], Values: []float64{float64(n), 0.5, -1e300},
		Parts: []component{{"fan", n%2 == 0}, {"", true}},
	}
}

// A streamDecoder reads one value after another.
type streamDecoder interface {
	Decode(v any) error
	InputOffset() int64
}

// A streamEncoder writes one value after another.
type streamEncoder interface{ Encode(v any) error }

// A format is a way to write values.
type format struct {
	name       string
	marshal    func(v any) ([]byte, error)
	unmarshal  func(data []byte, v any) error
	newEncoder func(io.Writer) streamEncoder
	newDecoder func(io.Reader) streamDecoder
	// What stands between two values of a stream, in bytes: written with the first, and
	// with the second.
	behind, before int
}

// formats returns all of them. The schemas of JSONPack are those of observation: the others
// take any value.
func formats(t testing.TB) []format {
	t.Helper()
	schema, err := jsonpack.NewJSONPack().AddSchema("observation", observation{})
	if err != nil {
		t.Fatal(err)
	}
	all := []format{
		{"beve", beve.Marshal, beve.Unmarshal,
			func(w io.Writer) streamEncoder { return beve.NewEncoder(w) },
			func(r io.Reader) streamDecoder { return beve.NewDecoder(r) }, 0, 1},
		{"json", json.Marshal, json.Unmarshal,
			func(w io.Writer) streamEncoder { return json.NewEncoder(w) },
			func(r io.Reader) streamDecoder { return json.NewDecoder(r) }, 1, 0},
		{"msgpack", msgpack.Marshal, msgpack.Unmarshal,
			func(w io.Writer) streamEncoder { return msgpack.NewEncoder(w) },
			func(r io.Reader) streamDecoder { return msgpack.NewDecoder(r) }, 0, 0},
		{"zebrapack", zebrapack.Marshal, zebrapack.Unmarshal,
			func(w io.Writer) streamEncoder { return zebrapack.NewEncoder(w) },
			func(r io.Reader) streamDecoder { return zebrapack.NewDecoder(r) }, 0, 0},
	}
	for name, s := range map[string]*jsonpack.Schema{"jsonpack": schema, "jsonpack, sealed": schema.Sealed()} {
		all = append(all, format{name, s.Encode, s.Decode,
			func(w io.Writer) streamEncoder { return jsonpack.NewEncoder(w, s) },
			func(r io.Reader) streamDecoder { return jsonpack.NewDecoder(r, s) }, 0, 0})
	}
	return all
}
