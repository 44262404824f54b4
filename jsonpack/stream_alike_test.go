package jsonpack_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"testing"
	"testing/iotest"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/jsonpack"
)

type (
	hollowOne struct{}
	mixedOne  struct {
		N uint16                 `json:"n"`
		S string                 `json:"s"`
		L []hollowOne            `json:"l"`
		A [][3]uint8             `json:"a"`
		M []struct{ T []string } `json:"m"`
	}
)

// TestStreamsSayWhatMemorySays decodes documents that were changed in a byte or two, cut off, or claim anything, from memory
// and from streams of several paces: the errors and the values are the same.
func TestStreamsSayWhatMemorySays(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, sample := range []any{mixedOne{}, []hollowOne{}, []string{}, [][]uint16{}, []mixedOne{}} {
		schema, err := jsonpack.NewJSONPack().AddSchema(reflect.TypeOf(sample).String(), sample)
		if err != nil {
			t.Fatal(err)
		}
		value := mixedOne{N: 7, S: "text", L: make([]hollowOne, 3), A: [][3]uint8{{1, 2, 3}, {4}}}
		value.M = append(value.M, struct{ T []string }{[]string{"a", "bc"}})
		var full any = value
		switch sample.(type) {
		case []hollowOne:
			full = make([]hollowOne, 5)
		case []string:
			full = []string{"a", "", "cde"}
		case [][]uint16:
			full = [][]uint16{{1}, nil, {2, 3}}
		case []mixedOne:
			full = []mixedOne{value, {}, value}
		}
		whole, err := schema.Encode(full)
		if err != nil {
			t.Fatal(err)
		}
		for range testkit.Rounds(20_000) {
			data := bytes.Clone(whole)
			for range 1 + rnd.IntN(2) {
				data[rnd.IntN(len(data))] = []byte{0, 1, 2, 4, 0x7F, 0x80, 0x81, 0xFF, byte(rnd.Uint32())}[rnd.IntN(9)]
			}
			if rnd.IntN(3) == 0 {
				data = data[:rnd.IntN(len(data))]
			}
			if rnd.IntN(3) == 0 {
				at := rnd.IntN(len(data) + 1)
				claim := [][]byte{{0xFF, 0xFF, 0x7F}, {0xFF, 0xFF, 0xFF, 0xFF, 0x0F}, bytes.Repeat([]byte{0xFF}, 11)}[rnd.IntN(3)]
				data = append(data[:at:at], append(claim, data[at:]...)...)
			}
			memory := reflect.New(reflect.TypeOf(sample))
			next, want := schema.DecodePrefix(data, memory.Interface())
			if len(data) == 0 || want == nil && next < len(data) {
				continue // a stream ends, or goes on
			}
			for name, r := range map[string]*jsonpack.Decoder{
				"a reader":     jsonpack.NewDecoder(bytes.NewReader(data), schema),
				"single bytes": jsonpack.NewDecoder(iotest.OneByteReader(bytes.NewReader(data)), schema),
				"memory":       jsonpack.NewDecoderBytes(data, schema),
			} {
				stream := reflect.New(reflect.TypeOf(sample))
				got := r.Decode(stream.Interface())
				if !sameError(got, want, name != "memory") {
					t.Fatalf("%T, % x, by %s:\n%v\nfrom memory:\n%v", sample, data, name, got, want)
				}
				if want == nil && !reflect.DeepEqual(stream.Interface(), memory.Interface()) {
					t.Fatalf("%T, % x, by %s: another value", sample, data, name)
				}
				if again := r.Decode(stream.Interface()); want == nil && again != io.EOF || errors.Is(want, jsonpack.ErrTruncated) && again.Error() != got.Error() {
					t.Fatalf("%T, % x, by %s, again: %v", sample, data, name, again)
				}
			}
		}
	}
}

// sameError reports whether errors say the same. A reader does not know where it ends: it refuses a later count, as malformed or
// more than a document may have, where memory holds too little for one before.
func sameError(got, want error, reads bool) bool {
	if got == nil || want == nil {
		return got == nil && want == nil
	}
	var g, w *jsonpack.DecodeError
	if reads && errors.As(got, &g) && errors.As(want, &w) && (errors.Is(w, jsonpack.ErrTruncated) || errors.Is(w, jsonpack.ErrLimit)) &&
		(errors.Is(g, jsonpack.ErrLimit) || errors.Is(g, jsonpack.ErrSyntax)) {
		return g.Offset >= w.Offset
	}
	return got.Error() == want.Error()
}
