// Members that no field takes.

package msgcodec

import (
	"encoding/hex"
	"errors"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
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
	if err := zebrapack.Unmarshal(in, &v); err != nil || v.Name != "x" || len(v.Rest) != 2 {
		t.Fatal(v, err)
	}
	b, err := zebrapack.Marshal(&v)
	if got := hex.EncodeToString(b); got != "84ffa36f6c6401a17803c309a16e" || err != nil {
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
