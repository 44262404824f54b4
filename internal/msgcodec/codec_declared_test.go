// Conversions, and functions for bytes.

package msgcodec

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/types"
)

// TestConversionsEverywhere writes values of a type as those of others, in every place.
func TestConversionsEverywhere(t *testing.T) {
	type celsius float64
	type place struct {
		T   celsius             `zid:"0"`
		Ts  []celsius           `zid:"1"`
		M   map[string]*celsius `zid:"2"`
		Key map[celsius]int     `zid:"3"`
		Any any                 `zid:"4"`
		B   octet               `zid:"5"`
		Bs  []octet             `zid:"6"`
		O   celsius             `zid:"7" msg:",omitempty"`
	}
	set := types.New(
		types.TryConvert(func(c celsius) (string, error) {
			if c < -273 {
				return "", errors.New("too cold")
			}
			return fmt.Sprintf("%g°", float64(c)), nil
		}, func(s string) (c celsius, err error) {
			_, err = fmt.Sscanf(s, "%g°", &c)
			return c, err
		}),
		types.Convert(func(o octet) []bool { return []bool{o&1 != 0, o&2 != 0} }, func(bits []bool) (o octet, err error) {
			for i, on := range bits {
				if on {
					o |= 1 << i
				}
			}
			return o, nil
		}),
	)
	c := celsius(7)
	in := place{T: 1.5, Ts: []celsius{-3, 4}, M: map[string]*celsius{"a": &c}, Key: map[celsius]int{21: 1}, Any: "x", B: 2, Bs: []octet{1, 3}, O: 9}
	for format, f := range formats {
		data, err := f.MarshalWithOptions(&in, EncodeOptions{Types: set})
		if err != nil || !bytes.Contains(data, []byte("\xA51.5°")) || !bytes.Contains(data, []byte("\xA421°")) || !bytes.Contains(data, []byte{0x92, 0x92, 0xC3, 0xC2, 0x92, 0xC3, 0xC3}) {
			t.Errorf("%s: %q, %v", format, data, err)
		}
		var out place
		if err := f.UnmarshalWithOptions(data, &out, DecodeOptions{Types: set}); err != nil || !reflect.DeepEqual(in, out) {
			t.Errorf("%s: %+v, %v", format, out, err)
		}
		if err := f.NewDecoderWithOptions(iotest.OneByteReader(bytes.NewReader(data)), DecodeOptions{Types: set}).Decode(&out); err != nil || !reflect.DeepEqual(in, out) {
			t.Errorf("%s: %+v, %v", format, out, err)
		}
		if data, err = f.MarshalWithOptions(ptr[any](celsius(3)), EncodeOptions{Types: set}); err != nil || string(data) != "\xA3"+"3°" {
			t.Errorf("%s: %q, %v", format, data, err)
		}
		var where *DecodeError
		err = f.UnmarshalWithOptions([]byte("\x92\xA33°\xA1x"), new([]celsius), DecodeOptions{Types: set})
		if !errors.As(err, &where) || where.Path != "/1" || where.Offset != 5 {
			t.Errorf("%s: %v", format, err)
		}
		if _, err := f.MarshalWithOptions(&[]celsius{0, -300}, EncodeOptions{Types: set}); err == nil || !strings.Contains(err.Error(), "/1") || !strings.Contains(err.Error(), "too cold") {
			t.Errorf("%s: %v", format, err)
		}
		// nil is the zero value where what is written knows none.
		got := []celsius{5}
		if err := f.UnmarshalWithOptions([]byte{0x91, 0xC0}, &got, DecodeOptions{Types: set}); err != nil || got[0] != 0 {
			t.Errorf("%s: %v, %v", format, got, err)
		}
	}
}

type octet byte

// TestCodecsOfBytes has functions for the bytes of one format, and of both.
func TestCodecsOfBytes(t *testing.T) {
	write := func(prefix string) func([]byte, octet) ([]byte, error) {
		return func(b []byte, o octet) ([]byte, error) {
			switch o {
			case 200:
				return append(b, 1, 2), nil
			case 201:
				return b, nil
			case 202:
				return nil, nil
			case 203:
				return nil, errors.New("no")
			}
			return msgp.AppendString(b, prefix+fmt.Sprint(o)), nil
		}
	}
	read := func(prefix string) func([]byte) (octet, error) {
		return func(b []byte) (o octet, err error) {
			text, rest, err := msgp.ReadStringBytes(b)
			if err != nil || len(rest) > 0 {
				return 0, fmt.Errorf("%v and %d bytes more", err, len(rest))
			}
			_, err = fmt.Sscanf(text, prefix+"%d", &o)
			return o, err
		}
	}
	set := types.New(types.Codec(types.MessagePack, write("m"), read("m")), types.Codec(types.ZebraPack, write("z"), read("z")),
		types.Codec(types.BEVE, func([]byte, octet) ([]byte, error) { panic("of another format") }, func([]byte) (octet, error) { panic("of another format") }))
	only := types.New(types.Codec(types.BEVE, func([]byte, octet) ([]byte, error) { panic("of another format") }, func([]byte) (octet, error) { panic("of another format") }))
	for format, f := range formats {
		want := map[string]string{"msgpack": "\x92\xA2m1\xA2m7", "zebrapack": "\x92\xA2z1\xA2z7", "unnamed": "\x92\xA2z1\xA2z7"}[format]
		data, err := f.MarshalWithOptions(&[]octet{1, 7}, EncodeOptions{Types: set})
		if err != nil || string(data) != want {
			t.Errorf("%s: %q, %v", format, data, err)
		}
		var got []octet
		if err := f.UnmarshalWithOptions(data, &got, DecodeOptions{Types: set}); err != nil || !reflect.DeepEqual(got, []octet{1, 7}) {
			t.Errorf("%s: %v, %v", format, got, err)
		}
		for _, o := range []octet{200, 201, 202, 203} {
			if _, err := f.MarshalWithOptions(&[]octet{o}, EncodeOptions{Types: set}); err == nil {
				t.Errorf("%s: %d is written", format, o)
			}
		}
		var where *DecodeError
		if err := f.UnmarshalWithOptions([]byte{0x92, 0xA2, data[2], '1', 0x92, 5, 6}, &got, DecodeOptions{Types: set}); !errors.As(err, &where) || where.Path != "/1" || where.Offset != 4 {
			t.Errorf("%s: %v", format, err)
		}
		if data, err = f.MarshalWithOptions(&[]octet{1}, EncodeOptions{Types: only}); err != nil || string(data) != "\xC4\x01\x01" {
			t.Errorf("%s: %q, %v", format, data, err)
		}
	}
}
