package main

import (
	"bytes"
	"errors"
	"io"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/cmd/zebrapack/testdata/directives"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/zebrapack"
)

// This file holds code that was generated under directives to what they say.

func TestDirectivesKeepValues(t *testing.T) {
	want := directives.Bounded{
		At: time.Date(2024, 2, 29, 12, 30, 0, 5, time.Local), List: []string{"a", "b", "c"}, Named: map[string][]int{"x": {1}, "y": {2, 3}},
		Month: time.May, Ports: []directives.Port{80, 65535}, Latest: directives.Reading{Value: 1.5},
		Names: map[netip.Addr]bool{netip.MustParseAddr("::1"): true}, Array: [4]int{1, 2, 3, 4}, Blob: []byte("abc"),
	}
	data, err := want.MarshalMsg(nil)
	if err != nil {
		t.Fatal(err)
	}
	if stamp := "\xc7\x0c\xff"; !strings.Contains(string(data), stamp) && !strings.Contains(string(data), "\xd7\xff") {
		t.Errorf("no timestamp of MessagePack in %x", data)
	}
	var got directives.Bounded
	if rest, err := got.UnmarshalMsg(data); err != nil || len(rest) > 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v, %v, with %d bytes left; want %+v", got, err, len(rest), want)
	}
	older := append([]byte("\x81\x00"), msgp.AppendTime(nil, want.At)...)
	if _, err := got.UnmarshalMsg(older); err != nil || !got.At.Equal(want.At) {
		t.Errorf("the older form of times: %v, %v", got.At, err)
	}
}

func TestDirectivesBoundLengths(t *testing.T) {
	three := map[string][]int{"x": nil, "y": nil, "z": nil}
	for where, c := range map[string]struct {
		value directives.Bounded
		wire  string
	}{
		"List":    {directives.Bounded{List: make([]string, 4)}, "\x81\x01\x94\xa0\xa0\xa0\xa0"},
		"Named":   {directives.Bounded{Named: three}, "\x81\x02\x83\xa1x\x90\xa1y\x90\xa1z\x90"},
		"Named/k": {directives.Bounded{Named: map[string][]int{"k": make([]int, 4)}}, "\x81\x02\x81\xa1k\x94\x00\x00\x00\x00"},
		"Blob":    {directives.Bounded{Blob: []byte("four")}, "\x81\x08\xc4\x04four"},
		"Ports":   {directives.Bounded{Ports: make([]directives.Port, 4)}, "\x81\x04\xdc\x00\x04\x00\x00\x00\x00"},
	} {
		data, err := c.value.MarshalMsg([]byte("kept"))
		if !errors.Is(err, msgp.ErrLimitExceeded) || !strings.Contains(err.Error(), where) || string(data) != "kept" {
			t.Errorf("%s: written as %q, %v", where, data, err)
		}
		var got directives.Bounded
		if rest, err := got.UnmarshalMsg([]byte(c.wire)); !errors.Is(err, msgp.ErrLimitExceeded) || !strings.Contains(err.Error(), where) || string(rest) != c.wire {
			t.Errorf("%s: %v with %q left", where, err, rest)
		}
		if err := got.DecodeMsg(msgp.NewReader(strings.NewReader(c.wire))); !errors.Is(err, msgp.ErrLimitExceeded) {
			t.Errorf("%s: from a stream: %v", where, err)
		}
		if err := c.value.EncodeMsg(msgp.NewWriter(io.Discard)); !errors.Is(err, msgp.ErrLimitExceeded) {
			t.Errorf("%s: to a stream: %v", where, err)
		}
	}
	var got directives.Bounded
	if _, err := got.UnmarshalMsg(bytes.Clone([]byte("\x81\x01\x93\xa0\xa0\xa0"))); err != nil || len(got.List) != 3 {
		t.Errorf("as many as are allowed: %v, %v", got.List, err)
	}
}

// TestOptionsLeaveDirectivesAlone writes and reads under options: reflection, which sees no directives, does not take the place of the
// methods, by itself or inside a struct that it writes.
func TestOptionsLeaveDirectivesAlone(t *testing.T) {
	var v struct {
		B directives.Bounded `zid:"0"`
	}
	v.B = directives.Bounded{Month: time.May, Ports: []directives.Port{80}, Latest: directives.Reading{Value: 1.5},
		Names: map[netip.Addr]bool{netip.MustParseAddr("::1"): true}}
	want, err := v.B.MarshalMsg(nil)
	if err != nil {
		t.Fatal(err)
	}
	data, err := zebrapack.EncodeOptions{Deterministic: true, NoStructNames: true}.Marshal(&v)
	if err != nil || string(data) != "\x81\x00"+string(want) {
		t.Errorf("%x, %v; want %x", data, err, want)
	}
	read := v
	read.B = directives.Bounded{}
	if err := (zebrapack.DecodeOptions{RejectUnknown: true, ValidUTF8: true}).Unmarshal(data, &read); err != nil || !reflect.DeepEqual(read.B.Names, v.B.Names) {
		t.Errorf("%+v, %v", read, err)
	}
	for _, of := range []any{&v.B, new(directives.Sample)} {
		if _, ok := of.(msgp.Reflected); ok {
			t.Errorf("%T says that reflection does the same", of)
		}
	}
}
