// Input from anywhere.

package msgcodec

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"testing"
	"testing/iotest"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

func FuzzDecode(f *testing.F) {
	seeds := 0
	add := func(text string) {
		if seeds++; !testing.Short() || seeds%10 == 0 {
			f.Add(unhex(f, text))
		}
	}
	for _, c := range testkit.Vectors[encodeCase](f, "../../zebrapack/testdata/encode.json") {
		for _, form := range []json.RawMessage{c.Names, c.Plain} {
			var text string
			if json.Unmarshal(form, &text) == nil && len(text) < 2000 {
				add(text)
			}
		}
	}
	for _, c := range testkit.Vectors[decodeCase](f, "../../zebrapack/testdata/decode.json") {
		add(c.Wire)
	}
	type relay struct {
		Label string             `zid:"0"`
		Kids  []relay            `zid:"1"`
		Rest  map[int64]msgp.Raw `msg:",unknown"`
	}
	targets := []func() any{func() any { return new(relay) }}
	for name, target := range vectorTypes {
		if name != "16_opaque/Opaque" && name != "23_verywide/VeryWide" { // one wants codes, the other is slow to compare
			targets = append(targets, target)
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, target := range targets {
			slice, stream := target(), target()
			err := zebrapack.Unmarshal(b, slice)
			streamErr := zebrapack.NewDecoder(iotest.HalfReader(bytes.NewReader(b))).Decode(stream)
			if err != nil {
				var where *DecodeError
				if !errors.As(err, &where) || where.Offset < 0 || where.Offset > int64(len(b)) || !where.Path.Valid() {
					t.Errorf("%T: %v", slice, err)
				}
				continue
			}
			if streamErr != nil || !same(reflect.ValueOf(slice), reflect.ValueOf(stream)) {
				t.Errorf("%+v from a slice, %+v from a stream, %v", slice, stream, streamErr)
			}
			again, err := zebrapack.MarshalWithOptions(slice, EncodeOptions{Deterministic: true})
			if err != nil {
				t.Errorf("%T cannot be written again: %v", slice, err)
				continue
			}
			back := target()
			if err := zebrapack.Unmarshal(again, back); err != nil {
				t.Errorf("%T cannot be read again: %v", slice, err)
				continue
			}
			if b2, err := zebrapack.MarshalWithOptions(back, EncodeOptions{Deterministic: true}); err != nil || !bytes.Equal(again, b2) {
				t.Errorf("%+v is written as %x, and then as %x, %v", slice, again, b2, err)
			}
		}
	})
}
