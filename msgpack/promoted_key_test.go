package msgpack_test

import (
	"reflect"
	"testing"

	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/zebrapack"
)

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
