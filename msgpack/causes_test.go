package msgpack_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/beve-org/beve-go/msgpack"
)

// TestCountsBeyondTheInputAreTruncated hands messages of which one container may claim far
// more than there is, or than the limits let pass, to every reader of messages in memory.
func TestCountsBeyondTheInputAreTruncated(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	lies := 0
	var build func(b []byte, levels int) []byte
	build = func(b []byte, levels int) []byte {
		if levels == 0 {
			return append(b, 0xA1, 'x')
		}
		n := rng.IntN(4)
		claimed := uint32(n)
		if lies > 0 && rng.IntN(4) == 0 {
			lies--
			claimed = []uint32{1 << 15, 1<<29 + 1, 1<<31 + 1}[rng.IntN(3)]
		}
		object := rng.IntN(2) == 0
		b = append(b, map[bool]byte{false: 0xDD, true: 0xDF}[object], byte(claimed>>24), byte(claimed>>16), byte(claimed>>8), byte(claimed))
		for i := range n {
			if object {
				b = append(b, 0xA1, 'a'+byte(i))
			}
			b = build(b, levels-1)
		}
		return b
	}
	causes := map[string]int{}
	for range 4000 {
		lies = rng.IntN(2)
		data := build(nil, 1+rng.IntN(4))
		o := msgpack.DecodeOptions{Limits: msgpack.Limits{MaxElements: int64(rng.IntN(9))}}
		answers := map[string]error{
			"Raw":      o.Unmarshal(data, new(msgpack.Raw)),
			"Validate": msgpack.Validate(data, msgpack.ValidateOptions{Limits: o.Limits}),
			"Decode":   o.NewDecoderBytes(data).Decode(new(any)),
			"Skip":     msgpack.NewDecoderBytes(data).Skip(),
		}
		// What is passed over is not counted.
		if err := o.NewDecoderBytes(data).Skip(); causeOf(err) != causeOf(answers["Skip"]) {
			t.Fatalf("%x under %+v: skip: %v, without limits: %v", data, o.Limits, err, answers["Skip"])
		}
		if o.Limits.MaxElements > 0 {
			delete(answers, "Skip")
		}
		_, answers["NewView"] = o.NewView(data)
		decoded := o.Unmarshal(data, new(any))
		want := causeOf(decoded)
		causes[want]++
		for name, err := range answers {
			if got := causeOf(err); got != want {
				t.Fatalf("%x under %+v:\nUnmarshal: %v\n%s: %v", data, o.Limits, decoded, name, err)
			}
		}
		// What has not arrived yet may be claimed, but no reader takes more than another.
		if err := o.NewDecoder(bytes.NewReader(data)).Decode(new(any)); (err == nil) != (decoded == nil) {
			t.Fatalf("%x under %+v from a reader: %v, Unmarshal: %v", data, o.Limits, err, decoded)
		}
	}
	if len(causes) != 3 {
		t.Error("not all answers occur:", causes)
	}
}

// causeOf names the cause of a failure.
func causeOf(err error) string {
	switch {
	case err == nil:
		return "none"
	case errors.Is(err, msgpack.ErrTruncated):
		return "truncated"
	case errors.Is(err, msgpack.ErrLimit):
		return "limit"
	}
	return fmt.Sprint(err)
}
