package buffer_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/beve-org/beve-go/jsonpack/buffer"
)

func TestNumbersAreWrittenInBothOrders(t *testing.T) {
	b := buffer.Create(0)
	b.WriteUint8(1).WriteUint8(2).WriteInt8(-3).WriteByte(4).
		WriteUint16LE(0x0102).WriteUint16BE(0x0102).WriteInt16LE(-2).WriteInt16BE(-2).
		WriteUint32LE(0x01020304).WriteUint32BE(0x01020304).WriteInt32LE(-2).WriteInt32BE(-2).
		WriteUint64LE(1).WriteUint64BE(1).WriteInt64LE(-2).WriteInt64BE(-2).
		WriteFloat32LE(1.5).WriteFloat32BE(1.5).WriteFloat64LE(-2.5).WriteFloat64BE(-2.5)
	want := []byte{1, 2, 0xfd, 4, 2, 1, 1, 2, 0xfe, 0xff, 0xff, 0xfe, 4, 3, 2, 1, 1, 2, 3, 4,
		0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
		0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe,
		0, 0, 0xc0, 0x3f, 0x3f, 0xc0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0xc0, 0xc0, 4, 0, 0, 0, 0, 0, 0}
	if b.Err() != nil || !bytes.Equal(b.Seal(), want) {
		t.Fatalf("% x, %v\nwant % x", b.Seal(), b.Err(), want)
	}
	r := buffer.From(want)
	got := []any{r.ReadUint8(), r.ReadByte(), r.ReadInt8(), r.ReadUint8(),
		r.ReadUint16LE(), r.ReadUint16BE(), r.ReadInt16LE(), r.ReadInt16BE(),
		r.ReadUint32LE(), r.ReadUint32BE(), r.ReadInt32LE(), r.ReadInt32BE(),
		r.ReadUint64LE(), r.ReadUint64BE(), r.ReadInt64LE(), r.ReadInt64BE(),
		r.ReadFloat32LE(), r.ReadFloat32BE(), r.ReadFloat64LE(), r.ReadFloat64BE()}
	values := []any{uint8(1), byte(2), int8(-3), uint8(4), uint16(0x0102), uint16(0x0102), int16(-2), int16(-2),
		uint32(0x01020304), uint32(0x01020304), int32(-2), int32(-2), uint64(1), uint64(1), int64(-2), int64(-2),
		float32(1.5), float32(1.5), -2.5, -2.5}
	for i := range values {
		if got[i] != values[i] {
			t.Errorf("value %d is %v, want %v", i, got[i], values[i])
		}
	}
	if r.Err() != nil || r.Offset() != int64(len(want)) {
		t.Errorf("%d, %v", r.Offset(), r.Err())
	}
}

func TestVarintsAndStrings(t *testing.T) {
	for v, want := range map[uint64][]byte{0: {0}, 127: {0x7f}, 128: {0x80, 1}, 300: {0xac, 2}, 16383: {0xff, 0x7f},
		16384: {0x80, 0x80, 1}, math.MaxUint64: {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}} {
		b := buffer.Create(0).WriteVarUint(v)
		if !bytes.Equal(b.Seal(), want) || buffer.ByteLenVarUint(v) != int64(len(want)) {
			t.Errorf("%d is % x, of length %d", v, b.Seal(), buffer.ByteLenVarUint(v))
		}
		if got, n := buffer.From(want).ReadVarUint(); got != v || n != len(want) {
			t.Errorf("% x is %d, of length %d", want, got, n)
		}
	}
	for _, v := range []int64{0, -1, 1, 63, -64, 64, math.MinInt64, math.MaxInt64} {
		b := buffer.Create(0).WriteVarInt(v)
		if got, n := buffer.From(b.Seal()).ReadVarInt(); got != v || int64(n) != buffer.ByteLenVarInt(v) || int64(n) != b.Offset() {
			t.Errorf("%d reads as %d, of length %d", v, got, n)
		}
	}
	text := "naïve"
	b := buffer.Create(1).WriteString(&text).WriteBytes([]byte{7})
	r := buffer.From(b.Seal())
	if got := *r.ReadStringPtr(); got != text || !bytes.Equal(r.ReadBytes(1), []byte{7}) {
		t.Errorf("%q, %v", got, r.Err())
	}
}

// TestFailuresStick holds every failure to its error, and to nothing being done.
func TestFailuresStick(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(b *buffer.Buffer)
		want error
	}{
		{"read", func(b *buffer.Buffer) { b.ReadUint32LE() }, buffer.BufferOverreadError},
		{"read bytes", func(b *buffer.Buffer) { b.ReadBytes(3) }, buffer.BufferOverreadError},
		{"read many bytes", func(b *buffer.Buffer) { b.ReadBytes(math.MaxInt64) }, buffer.BufferOverreadError},
		{"read fewer than none", func(b *buffer.Buffer) { b.ReadBytes(-1) }, buffer.BytesBufNegativeReadError},
		{"seek to the end", func(b *buffer.Buffer) { b.Seek(2, false) }, buffer.BufferSeekError},
		{"seek before the start", func(b *buffer.Buffer) { b.Seek(-1, true) }, buffer.BufferSeekError},
		{"seek far", func(b *buffer.Buffer) { b.Seek(1, true).Seek(math.MaxInt64, true) }, buffer.BufferSeekError},
		{"grow by less", func(b *buffer.Buffer) { b.Grow(-1) }, buffer.BufferInvalidByteCountError},
		{"grow by all", func(b *buffer.Buffer) { b.Grow(math.MaxInt64) }, buffer.BufferOverwriteError},
		{"room for less", func(b *buffer.Buffer) { b.EnsureCap(-1) }, buffer.BufferInvalidByteCountError},
		{"nil string", func(b *buffer.Buffer) { b.WriteString(nil) }, buffer.BufferInvalidByteCountError},
		{"string", func(b *buffer.Buffer) { b.ReadString() }, buffer.BufferOverreadError},
		{"varint without end", func(b *buffer.Buffer) { b.Seek(1, false).ReadVarUint() }, buffer.BufferOverreadError},
	} {
		b := buffer.From([]byte{3, 0x80})
		c.do(b)
		offset := b.Offset()
		if b.Err() != c.want {
			t.Errorf("%s: %v, want %v", c.name, b.Err(), c.want)
		}
		b.WriteUint64LE(1).Grow(10).Seek(0, false).WriteVarUint(5)
		if b.ReadUint8() != 0 || b.Offset() != offset || b.Capacity() != 2 || !bytes.Equal(b.Bytes(), []byte{3, 0x80}) {
			t.Errorf("%s: went on after the failure: %d, % x", c.name, b.Offset(), b.Bytes())
		}
		if b.Err() != c.want {
			t.Errorf("%s: another error came after the first: %v", c.name, b.Err())
		}
		b.Reset()
		if b.ReadUint8() != 3 || b.Err() != nil {
			t.Errorf("%s: Reset does not help: %v", c.name, b.Err())
		}
	}
	long := buffer.From(bytes.Repeat([]byte{0xff}, 11))
	if v, n := long.ReadVarUint(); v != 0 || n != 0 || long.Err() != buffer.BufferVarintError || long.Offset() != 0 {
		t.Errorf("a long varint is %d, %d, %v", v, n, long.Err())
	}
	if b := buffer.Create(-1); b.Err() != buffer.BufferInvalidByteCountError {
		t.Errorf("Create(-1): %v", b.Err())
	}
}

func TestBytesGrowAndKeepTheirPlace(t *testing.T) {
	b := buffer.Create(3)
	if b.Capacity() != 3 || b.Offset() != 0 || len(b.Seal()) != 0 {
		t.Errorf("%d, %d", b.Capacity(), b.Offset())
	}
	b.Seek(2, false).WriteUint16BE(0x0102)
	if !bytes.Equal(b.Bytes(), []byte{0, 0, 1, 2}) || b.Offset() != 4 {
		t.Errorf("% x at %d", b.Bytes(), b.Offset())
	}
	b.Seek(-3, true).WriteUint8(9)
	if !bytes.Equal(b.Bytes(), []byte{0, 9, 1, 2}) || !bytes.Equal(b.Seal(), []byte{0, 9}) {
		t.Errorf("% x at %d", b.Bytes(), b.Offset())
	}
	b.EnsureCap(100)
	if b.Capacity() != 102 || b.Offset() != 2 {
		t.Errorf("%d, %d", b.Capacity(), b.Offset())
	}
	// What is taken from spare capacity is zero, whatever was there.
	spare := append(make([]byte, 0, 8), 1, 2, 3)
	if got := buffer.From(spare[:1]).Grow(2).Bytes(); !bytes.Equal(got, []byte{1, 0, 0}) {
		t.Errorf("% x", got)
	}
}
