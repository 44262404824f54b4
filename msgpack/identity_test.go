package msgpack_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// Keys of unknown extensions are pointers, which Go compares by where they point.
func TestKeysThatArePointersAreOneByTheirBytes(t *testing.T) {
	// The second key is the first in another form.
	twice := []byte{0x82, 0xD4, 0x63, 0x01, 0x0A, 0xC7, 0x01, 0x63, 0x01, 0x0B}
	other := []byte{0x82, 0xD4, 0x63, 0x01, 0x0A, 0xD4, 0x63, 0x02, 0x0B}
	mixed := append([]byte{0x83, 0xA1, 'k', 0x01}, twice[1:]...)
	strict := msgpack.DecodeOptions{RejectDuplicates: true}
	for name, target := range map[string]func() (any, func() int){
		"any":         func() (any, func() int) { v := new(any); return v, func() int { return len((*v).(map[any]any)) } },
		"map[any]any": func() (any, func() int) { v := new(map[any]any); return v, func() int { return len(*v) } },
		"map[any]int": func() (any, func() int) { v := new(map[any]int); return v, func() int { return len(*v) } },
	} {
		v, size := target()
		if err := msgpack.Unmarshal(twice, v); err != nil || size() != 1 {
			t.Errorf("%s: %v, %v", name, v, err)
		}
		v, size = target()
		if err := msgpack.Unmarshal(other, v); err != nil || size() != 2 {
			t.Errorf("%s: %v, %v", name, v, err)
		}
		v, _ = target()
		if err := strict.Unmarshal(other, v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		v, _ = target()
		if err := strict.Unmarshal(twice, v); !errors.Is(err, fault.ErrDuplicate) {
			t.Errorf("%s: %v, %v", name, v, err)
		}
	}
	var v any
	if err := strict.Unmarshal(mixed, &v); !errors.Is(err, fault.ErrDuplicate) {
		t.Errorf("mixed: %v, %v", v, err)
	}
}

func TestKeysThatArePointersAreWrittenOnce(t *testing.T) {
	x := func(b byte) *msgp.RawExtension { return &msgp.RawExtension{Type: 99, Data: []byte{b}} }
	for _, o := range []msgpack.EncodeOptions{{}, {Deterministic: true}} {
		for _, v := range []any{map[*msgp.RawExtension]int{x(1): 1, x(1): 2}, map[any]any{x(1): 1, x(1): 2}, map[any]any{int8(1): 1, int64(1): 2},
			map[any]any{1: 1, uint(1): 2}} {
			if data, err := o.Append(nil, v); !errors.Is(err, fault.ErrDuplicate) {
				t.Errorf("%v: %x, %v", v, data, err)
			}
		}
		keys := map[any]any{}
		for i := range 20 {
			keys[x(byte(i))] = i
		}
		first, err := o.Append(nil, keys)
		for range 5 {
			again, err2 := o.Append(nil, keys)
			if err != nil || err2 != nil || !bytes.Equal(first, again) {
				t.Fatalf("%v, %v: %x and %x", err, err2, first, again)
			}
		}
	}
}

func TestANumberEqualsItselfAfterARoundTrip(t *testing.T) {
	var zero, i, n, u, big, f, g msgp.Number
	i.AsInt(48)
	n.AsInt(-1 << 63)
	u.AsUint(48)
	big.AsUint(1<<64 - 1)
	f.AsFloat32(1.5)
	g.AsFloat64(48)
	type held struct {
		N msgp.Number   `zid:"0"`
		L []msgp.Number `zid:"1"`
	}
	for _, x := range []msgp.Number{zero, i, n, u, big, f, g} {
		in := held{x, []msgp.Number{x}}
		var out held
		data, err := msgpack.Marshal(in)
		if err == nil {
			err = msgpack.Unmarshal(data, &out)
		}
		if err != nil || out.N != x || out.L[0] != x {
			t.Errorf("%v: %x, %v, %v", x, data, out, err)
		}
		var back msgp.Number
		b, err := x.MarshalMsg(nil)
		if err == nil {
			_, err = back.UnmarshalMsg(b)
		}
		if err != nil || back != x || len(b) > x.Msgsize() {
			t.Errorf("%v: %x, %v, %v", x, b, back, err)
		}
	}
}
