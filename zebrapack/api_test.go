// The functions of the package: each does what its name says, through one engine, whose
// tests are in internal/msgcodec.

package zebrapack_test

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/zebrapack"
)

type user struct {
	Name string         `zid:"0"`
	At   time.Time      `zid:"1"`
	Tags map[string]int `zid:"2"`
	Next *user          `zid:"3"`
}

// TestEveryOptionArrives sets one option after the other: each changes what a call does,
// through functions, methods of options, codecs and streams alike.
func TestEveryOptionArrives(t *testing.T) {
	v := &user{Name: "n", At: time.Unix(1, 0)}
	tags := &user{Tags: map[string]int{"b": 1, "a": 2, "c": 3, "": 0}}
	for what, c := range map[string]struct {
		o    zebrapack.EncodeOptions
		v    *user
		want string
	}{
		"default":       {zebrapack.EncodeOptions{}, v, "83ffa47573657200a16e01c70c05000000000000000100000000"},
		"NoStructNames": {zebrapack.EncodeOptions{NoStructNames: true}, v, "8200a16e01c70c05000000000000000100000000"},
		"Deterministic": {zebrapack.EncodeOptions{NoStructNames: true, Deterministic: true}, tags, "810284a000a16102a16201a16303"},
	} {
		want := testkit.Hex(t, c.want)
		b1, err1 := c.o.Marshal(c.v)
		b2, err2 := c.o.Append([]byte{7}, c.v)
		b3, err3 := c.o.Marshal(c.v)
		b4, err4 := zebrapack.CodecWith[user](c.o, zebrapack.DecodeOptions{}).Marshal(c.v)
		var out bytes.Buffer
		err5 := c.o.NewEncoder(&out).Encode(c.v)
		if err := errors.Join(err1, err2, err3, err4, err5); err != nil || !bytes.Equal(b1, want) || !bytes.Equal(b2[1:], want) || !bytes.Equal(b3, want) || !bytes.Equal(b4, want) || !bytes.Equal(out.Bytes(), want) {
			t.Errorf("%s: %x, %x, %x, %x, %x, %v; want %x", what, b1, b2, b3, b4, out.Bytes(), err, want)
		}
	}
	if _, err := (zebrapack.EncodeOptions{MaxDepth: 2}).Marshal(&user{Next: &user{Name: "x"}}); !errors.Is(err, fault.ErrDepth) {
		t.Error("MaxDepth:", err)
	}
	for what, c := range map[string]struct {
		o     zebrapack.DecodeOptions
		wire  string
		cause error
	}{
		"Limits":           {zebrapack.DecodeOptions{Limits: zebrapack.Limits{MaxElements: 1}}, "8202800380", fault.ErrLimit},
		"RejectUnknown":    {zebrapack.DecodeOptions{RejectUnknown: true}, "810900", fault.ErrUnknownField},
		"RejectDuplicates": {zebrapack.DecodeOptions{RejectDuplicates: true}, "810282a16101a16102", fault.ErrDuplicate},
		"ValidUTF8":        {zebrapack.DecodeOptions{ValidUTF8: true}, "8100a1ff", fault.ErrUTF8},
	} {
		b := testkit.Hex(t, c.wire)
		if err := zebrapack.Unmarshal(b, new(user)); err != nil {
			t.Errorf("%s: without the option %v", what, err)
		}
		for i, err := range []error{c.o.Unmarshal(b, new(user)), c.o.Unmarshal(b, new(user)),
			zebrapack.CodecWith[user](zebrapack.EncodeOptions{}, c.o).Unmarshal(b, new(user)), c.o.NewDecoder(bytes.NewReader(b)).Decode(new(user))} {
			if !errors.Is(err, c.cause) {
				t.Errorf("%s, %d: %v", what, i, err)
			}
		}
	}
	in := []byte{0x81, 0x00, 0xC4, 3, 'a', 'b', 'c'}
	var got struct {
		Bin []byte `zid:"0"`
	}
	if err := (zebrapack.DecodeOptions{NoCopy: true}).Unmarshal(in, &got); err != nil || &got.Bin[0] != &in[4] {
		t.Errorf("NoCopy: %q does not alias the input, %v", got.Bin, err)
	}
}
