// What a Decoder says of a malformed message is what Unmarshal says: the same place, however
// little the reader returns at a time.

package beve_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/json"
)

func TestStreamsPlaceErrorsAsUnmarshal(t *testing.T) {
	for _, f := range formats(t) {
		same := func(stream, whole errorPlace) bool { return stream == whole }
		causes := []error{beve.ErrTruncated, beve.ErrSyntax}
		switch f.name {
		case "jsonpack", "jsonpack, sealed":
			continue // finds the end of a document first, and so says where it is missing
		case "zebrapack":
			causes = causes[:1] // a byte that nothing starts with may come while the value is cut short
			fallthrough
		case "msgpack":
			// A count that is more than the bytes left is an error at once, where these are known; in a
			// stream it is one where the stream ends.
			same = func(stream, whole errorPlace) bool {
				return stream.offset > whole.offset || stream == whole
			}
		case "json":
			// Without options errors are those of encoding/json.
			causes = []error{errMalformed}
			// The offset in an error of syntax is that of encoding/json, where it depends on the
			// version of Go.
			same = func(stream, whole errorPlace) bool { return stream.path == whole.path }
			f.unmarshal = func(data []byte, v any) error { return malformed(json.DecodeOptions{}.Unmarshal(data, v)) }
			f.newDecoder = func(r io.Reader) streamDecoder { return malformedJSON{json.DecodeOptions{}.NewDecoder(r)} }
		}
		t.Run(f.name, func(t *testing.T) {
			message, err := f.marshal(newObservation(2))
			if err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(5, 6))
			compared := 0
			for range testkit.Rounds(8000) {
				data := damaged(rng, message)
				first := f.unmarshal(data, new(observation))
				for _, r := range []io.Reader{bytes.NewReader(data), iotest.OneByteReader(bytes.NewReader(data))} {
					err := f.newDecoder(r).Decode(new(observation))
					// A stream looks at all of a value before it says that it does not fit, and goes
					// on after it: only of malformed values must both say the same.
					for _, cause := range causes {
						if !errors.Is(first, cause) || !errors.Is(err, cause) {
							continue
						}
						compared++
						if want, got := place(t, first), place(t, err); !same(got, want) {
							t.Fatalf("% x: Decoder: %v (%v), Unmarshal: %v (%v)", data, err, got, first, want)
						}
					}
				}
			}
			if compared < testkit.Rounds(500) {
				t.Errorf("%d errors compared", compared)
			}
		})
	}
}

// errMalformed matches what is wrong with JSON text, for which encoding/json has a type.
var errMalformed = errors.New("malformed")

func malformed(err error) error {
	if syntax := new(json.SyntaxError); errors.As(err, &syntax) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.Join(err, errMalformed)
	}
	return err
}

// malformedJSON is a Decoder whose errors match errMalformed.
type malformedJSON struct{ *json.Decoder }

func (d malformedJSON) Decode(v any) error { return malformed(d.Decoder.Decode(v)) }

// errorPlace is where an error is.
type errorPlace struct {
	offset int64
	path   beve.Pointer
}

func place(t *testing.T, err error) errorPlace {
	var e *beve.DecodeError
	if !errors.As(err, &e) {
		t.Fatalf("%v has no place", err)
	}
	return errorPlace{e.Offset, e.Path}
}

// damaged returns data cut short, or with another bit or byte.
func damaged(rng *rand.Rand, data []byte) []byte {
	data = bytes.Clone(data)
	switch at := rng.IntN(len(data)); rng.IntN(3) {
	case 0:
		return data[:at+1]
	case 1:
		data[at] ^= 1 << rng.IntN(8)
	default:
		data[at] = byte(rng.IntN(256))
	}
	return data
}
