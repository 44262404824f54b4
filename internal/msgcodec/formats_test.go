// The formats under test, as their packages set the engine up, and what the tests share.

package msgcodec

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"reflect"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/internal/structs"
	"github.com/beve-org/beve-go/internal/testkit"
)

// tested is an engine with the calls of its package.
type tested struct{ *Engine }

var (
	msgpack   = tested{NewEngine(Plain, TimeTimestamp)}
	zebrapack = tested{NewEngine(Format{Name: "zebrapack", IDs: true, StructNames: true}, TimeExt5)}
	// unnamed is zebrapack that leaves out the names of structs.
	unnamed = tested{NewEngine(Format{Name: "zebrapack", IDs: true}, TimeExt5)}
	formats = map[string]tested{"msgpack": msgpack, "zebrapack": zebrapack, "unnamed": unnamed}
)

// encoding completes options by what is not an option of the format.
func (f tested) encoding(o EncodeOptions) *EncodeOptions {
	if f.format.IDs {
		o.Time = f.time
	}
	return &o
}

func (f tested) Marshal(v any) ([]byte, error) { return f.MarshalWithOptions(v, EncodeOptions{}) }

func (f tested) MarshalWithOptions(v any, o EncodeOptions) ([]byte, error) {
	return f.Engine.Marshal(v, f.encoding(o))
}

func (f tested) Append(dst []byte, v any) ([]byte, error) {
	return f.AppendWithOptions(dst, v, EncodeOptions{})
}

func (f tested) AppendWithOptions(dst []byte, v any, o EncodeOptions) ([]byte, error) {
	return f.Engine.Append(dst, v, f.encoding(o))
}

func (f tested) Unmarshal(data []byte, v any) error {
	return f.UnmarshalWithOptions(data, v, DecodeOptions{})
}

func (f tested) UnmarshalWithOptions(data []byte, v any, o DecodeOptions) error {
	return f.Engine.Unmarshal(data, v, &o)
}

func (f tested) NewEncoder(w io.Writer) *Encoder {
	return f.NewEncoderWithOptions(w, EncodeOptions{})
}

func (f tested) NewEncoderWithOptions(w io.Writer, o EncodeOptions) *Encoder {
	return f.Engine.NewEncoder(w, *f.encoding(o))
}

func (f tested) NewDecoder(r io.Reader) *Decoder {
	return f.NewDecoderWithOptions(r, DecodeOptions{})
}

func (f tested) NewDecoderWithOptions(r io.Reader, o DecodeOptions) *Decoder {
	return f.Engine.NewDecoder(r, o)
}

// codecOf compiles T for a format.
func codecOf[T any](f tested, e EncodeOptions, d DecodeOptions) *Codec[T] {
	return CodecWith[T](f.Engine, *f.encoding(e), d)
}

// valid reports whether b is exactly one value.
func valid(b []byte) bool { return msgwire.ValidateOptions{}.Validate(b) == nil }

// unhex returns the bytes that text stands for.
func unhex(t testing.TB, text string) []byte {
	t.Helper()
	return testkit.Hex(t, text)
}

// mustMarshal returns the bytes of v.
func mustMarshal(t testing.TB, f tested, v any, o EncodeOptions) []byte {
	t.Helper()
	b, err := f.MarshalWithOptions(v, o)
	if err != nil {
		t.Fatalf("%T: %v", v, err)
	}
	return b
}

// written fails the test unless v is written as the hex says, whatever room the
// destination has.
func written(t *testing.T, f tested, v any, o EncodeOptions, want string) {
	t.Helper()
	b, err := f.MarshalWithOptions(v, o)
	if got := hex.EncodeToString(b); err != nil || got != want {
		t.Errorf("%T %v: %s, %v; want %s", v, v, got, err, want)
		return
	}
	appended(t, f, v, o, b)
}

// canary is what the memory around a destination holds.
const canary = 0xA5

// appended fails the test unless v is appended as want says, to destinations of every
// capacity that matters, and nothing outside them is touched.
func appended(t *testing.T, f tested, v any, o EncodeOptions, want []byte) {
	t.Helper()
	const before, after = 3, 64
	memory := make([]byte, before+len(want)+2*structs.Slack+after)
	for room := 0; room <= len(want)+2*structs.Slack; room++ {
		if room > 80 && room < len(want)-40 {
			continue
		}
		for i := range memory {
			memory[i] = canary
		}
		b, err := f.AppendWithOptions(memory[:before:before+room], v, o)
		if err != nil || !bytes.Equal(b[before:], want) {
			t.Errorf("%T appended to room of %d bytes: %x, %v; want %x", v, room, b, err, want)
			return
		}
		for i, c := range memory {
			if (i < before || i >= before+room) && c != canary {
				t.Errorf("%T appended to room of %d bytes: byte %d of %d is written to", v, room, i-before, room)
				return
			}
		}
	}
}

// read decodes b into a new variable of v's type, and fails the test unless it is v then.
func read(t *testing.T, f tested, b []byte, o DecodeOptions, want any) {
	t.Helper()
	got := reflect.New(reflect.TypeOf(want))
	if err := f.UnmarshalWithOptions(b, got.Interface(), o); err != nil || !testkit.EqualLoose(got.Elem().Interface(), want) {
		t.Errorf("%s: %x is read as %+v, %v; want %+v", f.format.Name, b, got.Elem(), err, want)
	}
}

// failure is what a decode that fails says.
type failure struct {
	cause  error
	offset int64
	path   fault.Pointer
}

// fails decodes b into v, and fails the test unless that fails as want says.
func (want failure) of(t *testing.T, what string, err error) {
	t.Helper()
	var got *DecodeError
	if !errors.As(err, &got) {
		t.Errorf("%s: %v, want %v", what, err, want.cause)
		return
	}
	if !errors.Is(err, want.cause) || got.Offset != want.offset || got.Path != want.path {
		t.Errorf("%s: %v; want %v at byte %d, path %q", what, err, want.cause, want.offset, want.path)
	}
}
