//go:build !race

// What encoding and decoding allocate. The race detector allocates on its own, and the
// build without unsafe copies strings, so neither is asked.

package jsonpack_test

import (
	"io"
	"testing"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/jsonpack"
)

func TestAllocations(t *testing.T) {
	if !mem.Unchecked {
		t.Skip("the build without unsafe copies what others view")
	}
	s, data, v := complexValue(t)
	c, err := jsonpack.CodecOf[complexDocument](s)
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := s.Decode(data, &m); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 0, 2*len(data))
	kept, aliasing := new(complexDocument), new(complexDocument)
	noCopy := jsonpack.DecodeOptions{NoCopy: true}
	encoder, sealed := jsonpack.NewEncoder(io.Discard, s), s.Sealed()
	for _, c := range []struct {
		name string
		most float64
		f    func() error
	}{
		{"Encode", 1, func() error { _, err := s.Encode(v); return err }},
		{"Encode of a map", 1, func() error { _, err := s.Encode(&m); return err }},
		{"Encode of a sealed message", 1, func() error { _, err := sealed.Encode(v); return err }},
		{"Codec.Encode", 1, func() error { _, err := c.Marshal(v); return err }},
		{"Append", 0, func() error { _, err := s.Append(buf, v); return err }},
		{"Append of a map", 0, func() error { _, err := s.Append(buf, &m); return err }},
		{"Codec.Append", 0, func() error { _, err := c.Append(buf, v); return err }},
		{"EncodeTo", 0, func() error { return s.EncodeTo(v, &buf) }},
		{"Encoder.Encode", 0, func() error { return encoder.Encode(v) }},
		{"Decode into what is there", 0, func() error { return s.Decode(data, kept) }},
		{"Decode by NoCopy", 0, func() error { return noCopy.Unmarshal(s, data, aliasing) }},
		{"Codec.Decode into what is there", 0, func() error { return c.Unmarshal(data, kept) }},
		// The document, its ips and positions, user and accounts, and now and then a
		// block of text.
		{"Decode", 6, func() error { return s.Decode(data, new(complexDocument)) }},
	} {
		var failed error
		got := testing.AllocsPerRun(100, func() {
			if err := c.f(); err != nil {
				failed = err
			}
		})
		if failed != nil || got > c.most {
			t.Errorf("%s allocates %v times, not %v at most; %v", c.name, got, c.most, failed)
		}
	}
}
