package engine

import (
	"bytes"
	"io"
	"testing"
)

// TestPooledDecoderKeepsItsBufferAndNothingElse takes a Decoder through the pool,
// and through memory that is not its own in between.
func TestPooledDecoderKeepsItsBufferAndNothingElse(t *testing.T) {
	data, err := EncodeOptions{}.Marshal([]int16{1, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	decode := func(d *Decoder) {
		t.Helper()
		var got []int16
		if err := d.Decode(&got); err != nil || len(got) != 3 || got[2] != 3 {
			t.Fatal(got, err)
		}
		if err := d.Decode(&got); err != io.EOF || d.InputOffset() != int64(len(data)) {
			t.Fatal(err, d.InputOffset())
		}
	}
	d := GetDecoderFromPool(bytes.NewReader(data))
	d.SetOptions(DecodeOptions{GenericArrays: true})
	decode(d)
	buffer := &d.in.Buf[:1][0]
	PutDecoderToPool(d)
	if d.in.Reader != nil || d.in.Buf != nil || d.state.src != nil || d.opts != (DecodeOptions{}) {
		t.Errorf("a Decoder in the pool still knows %+v", d)
	}
	d.ResetBytes(data) // memory of the caller's
	decode(d)
	d.Reset(bytes.NewReader(data))
	decode(d)
	if &d.in.Buf[:1][0] != buffer {
		t.Error("the buffer did not come back")
	}
}

func TestCodecWithOptions(t *testing.T) {
	type pair struct {
		A int `alt:"a" json:"x"`
	}
	c := CodecWith[pair](EncodeOptions{StructTag: "alt", FixedWidth: true}, DecodeOptions{StructTag: "alt", RejectUnknown: true})
	b, err := c.Marshal(&pair{7})
	if want := []byte{3, 4, 4, 'a', 0x69, 7, 0, 0, 0, 0, 0, 0, 0}; err != nil || !bytes.Equal(b, want) {
		t.Fatalf("% x, %v", b, err)
	}
	var got pair
	if err := c.Unmarshal(b, &got); err != nil || got.A != 7 {
		t.Error(got, err)
	}
	b[3] = 'x'
	if err := c.Unmarshal(b, &got); err == nil {
		t.Error("accepted a member that its options refuse")
	}
}
