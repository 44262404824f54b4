// The functions of the package: each does what its name says, through one engine, whose
// tests are in internal/msgcodec.

package msgpack_test

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack"
)

type user struct {
	Name string    `msg:"name"`
	Next *user     `msg:"next"`
	At   time.Time `msg:"at"`
}

// TestEveryOptionArrives sets one option after the other: each changes what a call does,
// through functions, methods of options, codecs and streams alike.
func TestEveryOptionArrives(t *testing.T) {
	v := &user{Name: "n", At: time.Unix(1, 0)}
	keys := map[string]int{"b": 1, "a": 2, "c": 3, "": 0}
	for what, c := range map[string]struct {
		o    msgpack.EncodeOptions
		v    any
		want string
	}{
		"default":       {msgpack.EncodeOptions{}, v, "83a46e616d65a16ea46e657874c0a26174d6ff00000001"},
		"Deterministic": {msgpack.EncodeOptions{Deterministic: true}, keys, "84a000a16102a16201a16303"},
		"OmitNil":       {msgpack.EncodeOptions{OmitNil: true}, v, "82a46e616d65a16ea26174d6ff00000001"},
		"StructTag": {msgpack.EncodeOptions{StructTag: "own"}, struct {
			A int `own:"x" msg:"y"`
		}{1}, "81a17801"},
		"Time": {msgpack.EncodeOptions{Time: msgpack.TimeExt5}, v.At, "c70c05000000000000000100000000"},
	} {
		want := testkit.Hex(t, c.want)
		b1, err1 := c.o.Marshal(c.v)
		b2, err2 := c.o.Append([]byte{7}, c.v)
		b3, err3 := c.o.Marshal(c.v)
		var out bytes.Buffer
		err4 := c.o.NewEncoder(&out).Encode(c.v)
		if err := errors.Join(err1, err2, err3, err4); err != nil || !bytes.Equal(b1, want) || !bytes.Equal(b2[1:], want) || !bytes.Equal(b3, want) || !bytes.Equal(out.Bytes(), want) {
			t.Errorf("%s: %x, %x, %x, %x, %v; want %x", what, b1, b2, b3, out.Bytes(), err, want)
		}
	}
	if _, err := (msgpack.EncodeOptions{MaxDepth: 2}).Marshal(&user{Next: &user{}}); !errors.Is(err, msgpack.ErrDepth) {
		t.Error("MaxDepth:", err)
	}
	for what, c := range map[string]struct {
		o     msgpack.DecodeOptions
		wire  string
		v     func() any
		cause error // without one the option makes input right that is wrong otherwise
	}{
		"Limits":           {msgpack.DecodeOptions{Limits: msgpack.Limits{MaxElements: 1}}, "920102", func() any { return new([]int) }, msgpack.ErrLimit},
		"RejectUnknown":    {msgpack.DecodeOptions{RejectUnknown: true}, "81a16101", func() any { return new(user) }, msgpack.ErrUnknownField},
		"RejectDuplicates": {msgpack.DecodeOptions{RejectDuplicates: true}, "82a16101a16102", func() any { return new(map[string]int) }, msgpack.ErrDuplicate},
		"RequireAll":       {msgpack.DecodeOptions{RequireAll: true}, "80", func() any { return new(user) }, msgpack.ErrMissing},
		"ValidUTF8":        {msgpack.DecodeOptions{ValidUTF8: true}, "a1ff", func() any { return new(string) }, msgpack.ErrUTF8},
		"AnyText":          {msgpack.DecodeOptions{AnyText: true}, "c40178", func() any { return new(string) }, nil},
	} {
		b := testkit.Hex(t, c.wire)
		plain := msgpack.Unmarshal(b, c.v())
		for i, err := range []error{c.o.Unmarshal(b, c.v()), c.o.Unmarshal(b, c.v()), c.o.NewDecoder(bytes.NewReader(b)).Decode(c.v())} {
			if !errors.Is(err, c.cause) || (plain == nil) == (c.cause == nil) {
				t.Errorf("%s, %d: %v; without the option %v", what, i, err, plain)
			}
		}
	}
	in := []byte{0xC4, 3, 'a', 'b', 'c'}
	var bin []byte
	if err := (msgpack.DecodeOptions{NoCopy: true}).Unmarshal(in, &bin); err != nil || &bin[0] != &in[2] {
		t.Errorf("NoCopy: %q does not alias the input, %v", bin, err)
	}
}

func TestCodecsAreTheFunctionsForOneType(t *testing.T) {
	v := user{Name: "n"}
	for _, c := range []*msgpack.Codec[user]{msgpack.CodecOf[user](), msgpack.CodecWith[user](msgpack.EncodeOptions{OmitNil: true}, msgpack.DecodeOptions{RejectUnknown: true})} {
		b, err := c.Marshal(&v)
		var back user
		if err != nil || c.Unmarshal(b, &back) != nil || !msgpack.Valid(b) || back.Name != "n" {
			t.Errorf("%x, %v, %v", b, back, err)
		}
	}
	strict := msgpack.CodecWith[user](msgpack.EncodeOptions{}, msgpack.DecodeOptions{RejectUnknown: true})
	var where *msgpack.DecodeError
	if err := strict.Unmarshal([]byte{0x81, 0xA1, 'x', 0x00}, &v); !errors.As(err, &where) || !errors.Is(err, msgpack.ErrUnknownField) || where.Offset != 1 {
		t.Error(err)
	}
	if err := msgpack.Validate([]byte{0xA1, 0xFF}, msgpack.ValidateOptions{UTF8: true}); !errors.Is(err, msgpack.ErrUTF8) {
		t.Error(err)
	}
}
