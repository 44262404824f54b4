// Members that no field takes.

package msgcodec

import (
	"encoding/hex"
	"errors"
	"reflect"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

func TestUnknownMembersAreKept(t *testing.T) {
	type old struct {
		Name string              `msg:"name"`
		Rest map[string]msgp.Raw `msg:",unknown"`
	}
	in := unhex(t, "83a16192c0c3a46e616d65a178a17a05")
	var v old
	if err := msgpack.Unmarshal(in, &v); err != nil || v.Name != "x" || len(v.Rest) != 2 {
		t.Fatal(v, err)
	}
	written(t, msgpack, &v, EncodeOptions{}, "83a46e616d65a178a16192c0c3a17a05")
	if err := msgpack.Unmarshal([]byte{0x80}, &v); err != nil || v.Name != "" || len(v.Rest) != 0 {
		t.Error(v, err)
	}
	v.Rest["name"] = msgp.Raw{0xC0}
	if _, err := msgpack.Marshal(&v); !errors.Is(err, fault.ErrDuplicate) {
		t.Error(err)
	}
	v.Rest = map[string]msgp.Raw{"x": {0x92, 0x01}}
	if _, err := msgpack.Marshal(&v); !errors.Is(err, fault.ErrSyntax) {
		t.Error(err)
	}
}

func TestUnknownNumbersAreKept(t *testing.T) {
	type old struct {
		Name string             `zid:"1"`
		Gone struct{}           `zid:"2"`
		Rest map[int64]msgp.Raw `msg:",unknown"`
	}
	in := unhex(t, "85ffa36e657709a16e01a178028003c3")
	var v old
	// What was retired is kept, too: older programs know it.
	if err := zebrapack.Unmarshal(in, &v); err != nil || v.Name != "x" || len(v.Rest) != 3 {
		t.Fatal(v, err)
	}
	b, err := zebrapack.Marshal(&v)
	if got := hex.EncodeToString(b); got != "85ffa36f6c6401a178028003c309a16e" || err != nil {
		t.Error(got, err)
	}
	if err := zebrapack.Unmarshal([]byte{0x80}, &v); err != nil || v.Name != "" || len(v.Rest) != 0 {
		t.Error(v, err)
	}
	for _, bad := range []int64{1, -1} {
		v.Rest = map[int64]msgp.Raw{bad: {0xC0}}
		if _, err := zebrapack.Marshal(&v); !errors.Is(err, fault.ErrDuplicate) {
			t.Errorf("%d: %v", bad, err)
		}
	}
	for wire, cause := range map[string]error{"8203c003c0": fault.ErrDuplicate, "81cfffffffffffffffffc0": fault.ErrUnsupported, "8103c1": fault.ErrSyntax} {
		if err := zebrapack.Unmarshal(unhex(t, wire), &v); !errors.Is(err, cause) {
			t.Errorf("%s: %v", wire, err)
		}
	}
	type strict struct {
		Name string   `zid:"1"`
		Gone struct{} `zid:"2"`
	}
	o := DecodeOptions{RejectUnknown: true}
	if err := zebrapack.UnmarshalWithOptions(unhex(t, "8101a178"), new(strict), o); err != nil {
		t.Error(err)
	}
	if err := zebrapack.UnmarshalWithOptions(unhex(t, "82ffa36e65770280"), new(strict), o); err != nil {
		t.Error(err)
	}
	if err := zebrapack.UnmarshalWithOptions(in, new(strict), o); !errors.Is(err, fault.ErrUnknownField) {
		t.Error(err)
	}
}

type (
	namedRest struct {
		A    int                 `msg:"a"`
		Rest map[string]msgp.Raw `msg:",unknown"`
		B    *namedRest          `msg:"b,omitempty"`
	}
	numberedRest struct {
		A    int                `zid:"3"`
		Rest map[int64]msgp.Raw `msg:",unknown"`
	}
)

// TestUnknownMembersThatCannotBeKept has members twice, malformed, and too many for what a
// message may take; under RejectUnknown a struct that keeps them takes them.
func TestUnknownMembersThatCannotBeKept(t *testing.T) {
	for _, c := range []struct {
		f      tested
		target any
		wire   string
		want   failure
	}{
		{msgpack, new(namedRest), "82a178c0a178c0", failure{fault.ErrDuplicate, 4, "/x"}},
		{msgpack, new(namedRest), "82a178c0c40178c0", failure{fault.ErrDuplicate, 4, "/x"}},
		{msgpack, new(namedRest), "81a17891c1", failure{fault.ErrSyntax, 4, "/x/0"}},
		{msgpack, new(namedRest), "81a16281a178c1", failure{fault.ErrSyntax, 6, "/b/x"}},
		{msgpack, new(namedRest), "81c3c0", failure{fault.ErrMismatch, 1, ""}},
		{unnamed, new(numberedRest), "8201c001c0", failure{fault.ErrDuplicate, 3, "/1"}},
		{unnamed, new(numberedRest), "8201c0cc01c0", failure{fault.ErrDuplicate, 3, "/1"}},
		{unnamed, new(numberedRest), "81cfffffffffffffffffc0", failure{fault.ErrUnsupported, 1, "/18446744073709551615"}},
		{unnamed, new(numberedRest), "810191c1", failure{fault.ErrSyntax, 3, "/1/0"}},
	} {
		for _, o := range []DecodeOptions{{}, {RejectUnknown: true}, {NoCopy: true}} {
			fresh := reflect.New(reflect.TypeOf(c.target).Elem()).Interface()
			c.want.of(t, c.f.format.Name+": "+c.wire, c.f.UnmarshalWithOptions(unhex(t, c.wire), fresh, o))
		}
	}
	testkit.Costs(t, "many unknown members", 60_000, func() {
		b := msgp.AppendMapHeader(nil, 20_000)
		for i := range 20_000 {
			b = append(msgp.AppendInt(b, i+4), 0xC0)
		}
		if err := unnamed.Unmarshal(append(b[:len(b)-1], 0xC1), new(numberedRest)); !errors.Is(err, fault.ErrSyntax) {
			t.Error(err)
		}
	})
}

// TestUnknownMembersThatCannotBeWritten has such as are fields, are not one value, or are
// not there at all, which is nil.
func TestUnknownMembersThatCannotBeWritten(t *testing.T) {
	one := msgp.Raw{0x01}
	for _, c := range []struct {
		f     tested
		v     any
		cause error
		path  fault.Pointer
	}{
		{msgpack, &namedRest{Rest: map[string]msgp.Raw{"a": one}}, fault.ErrDuplicate, "/a"},
		{msgpack, &namedRest{B: &namedRest{Rest: map[string]msgp.Raw{"x": {0xC1}}}}, fault.ErrSyntax, "/b/x"},
		{msgpack, &namedRest{Rest: map[string]msgp.Raw{"x": {1, 2}}}, fault.ErrTrailing, "/x"},
		{unnamed, &numberedRest{Rest: map[int64]msgp.Raw{3: one}}, fault.ErrDuplicate, "/3"},
		{unnamed, &numberedRest{Rest: map[int64]msgp.Raw{-1: one}}, fault.ErrDuplicate, "/-1"},
		{unnamed, &numberedRest{Rest: map[int64]msgp.Raw{4: {0x92, 1}}}, fault.ErrSyntax, "/4"},
	} {
		var bad *EncodeError
		if _, err := c.f.Marshal(c.v); !errors.As(err, &bad) || !errors.Is(err, c.cause) || bad.Path != c.path {
			t.Errorf("%+v: %v; want %v at %q", c.v, err, c.cause, c.path)
		}
	}
	written(t, msgpack, &namedRest{Rest: map[string]msgp.Raw{"x": nil, "": one}}, EncodeOptions{}, "83a16100a001a178c0")
	written(t, unnamed, &numberedRest{Rest: map[int64]msgp.Raw{-5: nil, 1: one}}, EncodeOptions{}, "82fbc00101")
}

// TestUnknownMembersAliasOnRequest changes the input afterwards.
func TestUnknownMembersAliasOnRequest(t *testing.T) {
	for _, noCopy := range []bool{false, true} {
		in := unhex(t, "81a17805")
		var v namedRest
		if err := msgpack.UnmarshalWithOptions(in, &v, DecodeOptions{NoCopy: noCopy}); err != nil {
			t.Fatal(err)
		}
		in[3] = 6
		if aliases := v.Rest["x"][0] == 6; aliases != noCopy {
			t.Errorf("NoCopy %v: %x", noCopy, v.Rest["x"])
		}
	}
}

// TestUnknownMembersOfAMemberThatDoesNotComeAreEmptied as its other members are.
func TestUnknownMembersOfAMemberThatDoesNotComeAreEmptied(t *testing.T) {
	type outer struct {
		In namedRest `msg:"in"`
	}
	for _, wire := range []string{"80", "81a2696ec0", "81a2696e80", "c0"} {
		v := outer{namedRest{A: 1, Rest: map[string]msgp.Raw{"x": {5}}}}
		if err := msgpack.Unmarshal(unhex(t, wire), &v); err != nil || v.In.A != 0 || len(v.In.Rest) != 0 {
			t.Errorf("%s: %+v, %v", wire, v, err)
		}
	}
}
