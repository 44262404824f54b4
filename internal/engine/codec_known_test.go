package engine

import (
	"bytes"
	"encoding/hex"
	"errors"
	"reflect"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
)

// ULID stands for the UUID types of other modules, which marshal to text.
type ULID [16]byte

func (u ULID) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(u[:])), nil }

func (u *ULID) UnmarshalText(text []byte) error {
	_, err := hex.Decode(u[:], text)
	return err
}

func TestUUIDIsWrittenAsBytesAndReadAsTextToo(t *testing.T) {
	u := ULID{0: 1, 15: 0xFF}
	b, err := EncodeOptions{}.Marshal(&u)
	if want := append([]byte{0x14, 16 << 2}, u[:]...); err != nil || !bytes.Equal(b, want) {
		t.Fatalf("% x, %v", b, err)
	}
	text, err := EncodeOptions{}.Marshal(hex.EncodeToString(u[:]))
	if err != nil {
		t.Fatal(err)
	}
	for _, data := range [][]byte{b, text} {
		var got ULID
		if err := (DecodeOptions{}).Unmarshal(data, &got); err != nil || got != u {
			t.Errorf("% x: %x, %v", data, got, err)
		}
	}
	if err := (DecodeOptions{}).Unmarshal(b[:17], new(ULID)); err == nil {
		t.Error("accepted a truncated array")
	}
}

func TestLastOfRepeatedMembersWinsAlone(t *testing.T) {
	type inner struct {
		A int
		M map[string]int
		S []map[string]int
	}
	type outer struct {
		M map[string]int
		I inner
		P *inner
	}
	first := outer{map[string]int{"x": 1}, inner{1, map[string]int{"x": 1}, []map[string]int{{"x": 1}}}, &inner{A: 1}}
	second := outer{map[string]int{"y": 2}, inner{M: map[string]int{"y": 2}, S: []map[string]int{{"y": 2}}}, &inner{}}
	one, err := EncodeOptions{OmitNil: true}.Marshal(&first)
	if err != nil {
		t.Fatal(err)
	}
	two, err := EncodeOptions{OmitNil: true}.Marshal(&second)
	if err != nil {
		t.Fatal(err)
	}
	both := append(append([]byte{one[0], 6 << 2}, one[2:]...), two[2:]...)
	var got outer
	if err := (DecodeOptions{}).Unmarshal(both, &got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, second) {
		t.Errorf("got %+v %+v, want %+v %+v", got, got.P, second, second.P)
	}
	if err := (DecodeOptions{RejectDuplicates: true}).Unmarshal(both, &got); !errors.Is(err, fault.ErrDuplicate) {
		t.Error(err)
	}
}
