package core

import (
	"bytes"
	"encoding/hex"
	"testing"
)

// UUID stands for the UUID types of other modules, which marshal to text.
type UUID [16]byte

func (u UUID) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(u[:])), nil }

func (u *UUID) UnmarshalText(text []byte) error {
	_, err := hex.Decode(u[:], text)
	return err
}

func TestUUIDIsWrittenAsBytesAndReadAsTextToo(t *testing.T) {
	u := UUID{0: 1, 15: 0xFF}
	b, err := EncodeOptions{}.Marshal(&u)
	if want := append([]byte{0x14, 16 << 2}, u[:]...); err != nil || !bytes.Equal(b, want) {
		t.Fatalf("% x, %v", b, err)
	}
	text, err := EncodeOptions{}.Marshal(hex.EncodeToString(u[:]))
	if err != nil {
		t.Fatal(err)
	}
	for _, data := range [][]byte{b, text} {
		var got UUID
		if err := (DecodeOptions{}).Unmarshal(data, &got); err != nil || got != u {
			t.Errorf("% x: %x, %v", data, got, err)
		}
	}
	if err := (DecodeOptions{}).Unmarshal(b[:17], new(UUID)); err == nil {
		t.Error("accepted a truncated array")
	}
}
