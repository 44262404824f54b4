package msgcodec

import (
	"bytes"
	"errors"
	"reflect"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// Keys of unknown extensions are pointers, which Go compares by where they point.
func TestKeysThatArePointersAreOneByTheirBytes(t *testing.T) {
	// The second key is the first in another form.
	twice := []byte{0x82, 0xD4, 0x63, 0x01, 0x0A, 0xC7, 0x01, 0x63, 0x01, 0x0B}
	other := []byte{0x82, 0xD4, 0x63, 0x01, 0x0A, 0xD4, 0x63, 0x02, 0x0B}
	mixed := append([]byte{0x83, 0xA1, 'k', 0x01}, twice[1:]...)
	strict := DecodeOptions{RejectDuplicates: true}
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
		if err := msgpack.UnmarshalWithOptions(other, v, strict); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		v, _ = target()
		if err := msgpack.UnmarshalWithOptions(twice, v, strict); !errors.Is(err, fault.ErrDuplicate) {
			t.Errorf("%s: %v, %v", name, v, err)
		}
	}
	var v any
	if err := msgpack.UnmarshalWithOptions(mixed, &v, strict); !errors.Is(err, fault.ErrDuplicate) {
		t.Errorf("mixed: %v, %v", v, err)
	}
}

func TestKeysThatArePointersAreWrittenOnce(t *testing.T) {
	x := func(b byte) *msgp.RawExtension { return &msgp.RawExtension{Type: 99, Data: []byte{b}} }
	for _, o := range []EncodeOptions{{}, {Deterministic: true}} {
		for _, v := range []any{map[*msgp.RawExtension]int{x(1): 1, x(1): 2}, map[any]any{x(1): 1, x(1): 2}, map[any]any{int8(1): 1, int64(1): 2},
			map[any]any{1: 1, uint(1): 2}} {
			if data, err := msgpack.AppendWithOptions(nil, v, o); !errors.Is(err, fault.ErrDuplicate) {
				t.Errorf("%v: %x, %v", v, data, err)
			}
		}
		keys := map[any]any{}
		for i := range 20 {
			keys[x(byte(i))] = i
		}
		first, err := msgpack.AppendWithOptions(nil, keys, o)
		for range 5 {
			again, err2 := msgpack.AppendWithOptions(nil, keys, o)
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

// keyBase has the methods that a generator makes for it.
type keyBase struct {
	A int `zid:"0"`
}

func (k keyBase) MarshalMsg(b []byte) ([]byte, error) { return msgp.AppendInt(b, k.A), nil }
func (k keyBase) Msgsize() int                        { return 9 }
func (k *keyBase) UnmarshalMsg(b []byte) ([]byte, error) {
	var err error
	k.A, b, err = msgp.ReadIntBytes(b)
	return b, err
}

// keyJSON has methods of JSON, which do not matter for keys.
type keyJSON struct {
	B int `zid:"1"`
}

func (keyJSON) MarshalJSON() ([]byte, error)  { return []byte(`"key"`), nil }
func (*keyJSON) UnmarshalJSON(b []byte) error { return nil }

type outerKey struct {
	keyBase `zid:"2"`
	keyJSON `zid:"3"`
	C       int `zid:"4"`
}

// Generated methods that a key has by embedding know one of its fields, and methods of
// JSON do not matter for keys: it is written as the struct that it is.
func TestPromotedMethodsOfKeys(t *testing.T) {
	for name, f := range map[string]struct {
		marshal   func(any) ([]byte, error)
		unmarshal func([]byte, any) error
	}{"msgpack": {msgpack.Marshal, msgpack.Unmarshal}, "zebrapack": {zebrapack.Marshal, zebrapack.Unmarshal}} {
		want := map[outerKey]string{{keyBase{1}, keyJSON{2}, 3}: "a", {keyBase{1}, keyJSON{2}, 4}: "b"}
		data, err := f.marshal(want)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := map[outerKey]string{}
		if err := f.unmarshal(data, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: % X became %v, %v", name, data, got, err)
		}
	}
}
