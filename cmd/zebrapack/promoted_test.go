package main

import (
	"bytes"
	"testing"

	msgpbase "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/msgp"
	namesbase "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/names"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/zebrapack"
)

// What follows embeds types that have generated code, and has none itself.
type (
	embedsNamed struct {
		msgpbase.A
		Other string
	}
	embedsNamedPointer struct {
		*msgpbase.A
		Other string
	}
	embedsDeep struct {
		embedsNamed
		Third int
	}
	embedsNumbered struct {
		namesbase.A `zid:"0"`
		Other       string `zid:"20"`
	}
	embedsGeneric[T any] struct {
		msgpbase.A
		V T
	}
	holdsEmbedded struct {
		List []embedsNamed
		Map  map[string]*embedsNamed
		Ptr  *embedsNamedPointer
	}
	handWritten        struct{ N int }
	embedsHandWritten  struct{ handWritten }
	overridesGenerated struct {
		msgpbase.A
		Other string
	}
)

func (h handWritten) MarshalMsg(b []byte) ([]byte, error) { return msgp.AppendInt(b, h.N), nil }
func (h *handWritten) UnmarshalMsg(b []byte) (o []byte, err error) {
	h.N, o, err = msgp.ReadIntBytes(b)
	return o, err
}

func (h overridesGenerated) MarshalMsg(b []byte) ([]byte, error) {
	return msgp.AppendString(b, h.Other), nil
}
func (h *overridesGenerated) UnmarshalMsg(b []byte) (o []byte, err error) {
	h.Other, o, err = msgp.ReadStringBytes(b)
	return o, err
}

func TestPromotedGeneratedMethodsStandForTheirOwnTypeAlone(t *testing.T) {
	a := msgpbase.A{Name: "a", Siblings: 3}
	named := embedsNamed{a, "other"}
	for _, c := range []struct{ in, out any }{
		{&named, new(embedsNamed)},
		{&embedsNamedPointer{&a, "other"}, new(embedsNamedPointer)},
		{&embedsNamedPointer{nil, "no A"}, new(embedsNamedPointer)},
		{&embedsDeep{named, 3}, new(embedsDeep)},
		{&embedsGeneric[string]{a, "v"}, new(embedsGeneric[string])},
		{&holdsEmbedded{[]embedsNamed{named}, map[string]*embedsNamed{"k": &named}, &embedsNamedPointer{&a, "x"}}, new(holdsEmbedded)},
		{&embedsHandWritten{handWritten{5}}, new(embedsHandWritten)},
		{&overridesGenerated{Other: "own"}, new(overridesGenerated)},
	} {
		data, err := msgpack.Marshal(c.in)
		if err == nil {
			err = msgpack.Unmarshal(data, c.out)
		}
		if err != nil || !testkit.Equal(c.in, c.out) {
			t.Errorf("%T: %x, %v: %+v, want %+v", c.in, data, err, c.out, c.in)
		}
		var stream bytes.Buffer
		if err := msgpack.NewEncoder(&stream).Encode(c.in); err != nil || !bytes.Equal(stream.Bytes(), data) {
			// Maps may come in another order.
			if _, ok := c.in.(*holdsEmbedded); !ok || err != nil {
				t.Errorf("%T in a stream: %x, %v, want %x", c.in, stream.Bytes(), err, data)
			}
		}
	}
	in, out := &embedsNumbered{namesbase.A{Name: "a", Siblings: 3}, "other"}, new(embedsNumbered)
	data, err := zebrapack.Marshal(in)
	if err == nil {
		err = zebrapack.Unmarshal(data, out)
	}
	if err != nil || !testkit.Equal(in, out) {
		t.Errorf("%x, %v: %+v", data, err, out)
	}
}
