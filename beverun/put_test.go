package beverun

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/wire"
)

func TestPutWritesWhatAppendWrites(t *testing.T) {
	w := make([]byte, 64)
	for shift := range 64 {
		for _, v := range []int64{1<<shift - 1, 1 << shift, -1 << shift, -1<<shift - 1} {
			if n := PutInt(w, 3, v); !bytes.Equal(w[3:n], wire.AppendInt(nil, v)) {
				t.Errorf("%d is % x", v, w[3:n])
			}
			if n := PutUint(w, 3, uint64(v)); !bytes.Equal(w[3:n], wire.AppendUint(nil, uint64(v))) {
				t.Errorf("%d is % x", uint64(v), w[3:n])
			}
		}
	}
	for _, v := range []bool{false, true} {
		if PutBool(w, 5, v); !bytes.Equal(w[5:6], wire.AppendBool(nil, v)) {
			t.Errorf("%v is % x", v, w[5:6])
		}
	}
	for n := range 300 {
		for _, s := range []string{strings.Repeat("x", n), strings.Repeat("x", n) + "é", "é" + strings.Repeat("x", n)} {
			room := make([]byte, len(s)+TextRoom+1)
			if end := PutText(room, 1, s); !bytes.Equal(room[1:end], wire.AppendText(nil, s)) {
				t.Fatalf("%q is % x", s, room[1:end])
			}
			for _, bad := range []string{s + "\xff", "\xff" + s, s + "\xed\xa0\x80"} {
				room := make([]byte, len(bad)+TextRoom)
				if end := PutText(room, 0, bad); end != -1 {
					t.Fatalf("%q is taken for text", bad)
				}
			}
		}
		list := make([]string, n)
		for i := range list {
			list[i] = strings.Repeat("y", i%70)
		}
		room := make([]byte, ScalarRoom+TextsRoom(list))
		if end := PutTexts(room, 0, list); !bytes.Equal(room[:end], wire.AppendStrings(nil, list)) {
			t.Fatalf("%d texts are % x", n, room[:end])
		}
	}
	if end := PutTexts(w, 0, []string(nil)); end != 1 || w[0] != byte(wire.HeaderNull) {
		t.Error("nil is not null")
	}
	if PutTexts(w, 0, []string{"a", "\xff"}) != -1 {
		t.Error("invalid text in an array is taken")
	}
}

func TestPutTimeWritesWhatTimeFormats(t *testing.T) {
	w := make([]byte, 1+TimeRoom+Slack)
	for _, at := range []time.Time{
		{}, time.Unix(0, 0).UTC(), time.Unix(1e9, 120).UTC(), time.Unix(1e9, 120e6).In(time.FixedZone("", -3600*7)),
		time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC), time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC),
	} {
		if end := PutTime(w, 0, at); !bytes.Equal(w[:end], wire.AppendText(nil, at.Format(time.RFC3339Nano))) {
			t.Errorf("%v is %q", at, w[:max(end, 0)])
		}
	}
	odd := time.Unix(1e9, 0).In(time.FixedZone("", 3601))
	if end := PutTime(w, 0, odd); string(w[1:end]) != odd.UTC().Format(time.RFC3339Nano) {
		t.Errorf("a zone of odd seconds is %q", w[1:end])
	}
	for _, at := range []time.Time{time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(-1, 12, 31, 23, 0, 0, 0, time.UTC)} {
		if PutTime(w, 0, at) != -1 {
			t.Errorf("%v is taken", at)
		}
	}
}

// panics reports whether f panics.
func panics(f func()) (yes bool) {
	defer func() { yes = recover() != nil }()
	f()
	return false
}

func TestStoresAndLoadsStayInTheirSlices(t *testing.T) {
	whole := make([]byte, 64)
	part := whole[20:30:30]
	for _, n := range []int{-1, -8, -9, 3, 9, 10, 11, math.MaxInt, math.MinInt, math.MaxInt - 7} {
		for name, f := range map[string]func(){
			"Put":      func() { Put(part, n, math.MaxUint64) },
			"PutInt":   func() { PutInt(part, n, math.MinInt64) },
			"PutUint":  func() { PutUint(part, n, math.MaxUint64) },
			"PutText":  func() { PutText(part, n, "text") },
			"PutTexts": func() { PutTexts(part, n, []string{"text"}) },
			"PutTime":  func() { PutTime(part, n, time.Unix(0, 0)) },
			"Load":     func() { Load(part, n) },
		} {
			if !panics(f) {
				t.Errorf("%s at %d of %d bytes does not panic", name, n, len(part))
			}
		}
		if Match(part, n, 0, 0) {
			t.Errorf("Match at %d", n)
		}
		if _, next := Int(part, n); next >= 0 {
			t.Errorf("Int at %d", n)
		}
		if _, next := Uint(part, n); next >= 0 {
			t.Errorf("Uint at %d", n)
		}
	}
	for i, b := range whole {
		if b != 0 && (i < 20 || i >= 30) {
			t.Errorf("byte %d was written", i)
		}
	}
}

func TestShortReadersReadWhatReadNumberReads(t *testing.T) {
	for _, pad := range []int{0, 1, 20} {
		for shift := range 64 {
			for _, src := range [][]byte{wire.AppendInt(nil, -1<<shift), wire.AppendUint(nil, 1<<shift), wire.AppendNumber[int64](nil, 1<<shift), wire.AppendNumber[uint32](nil, 1<<(shift/2))} {
				n, end, err := wire.ReadNumber(src, 0)
				if err != nil {
					t.Fatal(err)
				}
				src := append(src, make([]byte, pad)...)
				signed, next := Int(src, 0)
				if want, ok := n.Int64(); n.Header().Class() == wire.Signed != (next == end) || next == end && (!ok || signed != want) {
					t.Errorf("% x is %d", src, signed)
				}
				unsigned, next := Uint(src, 0)
				if want, ok := n.Uint64(); n.Header().Class() == wire.Unsigned != (next == end) || next == end && (!ok || unsigned != want) {
					t.Errorf("% x is %d", src, unsigned)
				}
				if _, next := Int(src[:end-1], 0); next >= 0 {
					t.Errorf("% x without its last byte is read", src)
				}
			}
		}
	}
	if Match([]byte("12345678"), 0, 0x3231, 0xffff) != true || Match([]byte("12345678"), 1, 0x32, 0xff) || Load([]byte("x12345678"), 1) != 0x3837363534333231 ||
		Load32([]byte("x1234"), 1) != 0x34333231 {
		t.Error("words are not little-endian")
	}
}

func TestDecoderFailsInPlaceOfWhatItCannotRead(t *testing.T) {
	d, off := OpenMessage(nil)
	if err := d.CloseMessage(off); err == nil {
		t.Error("an empty message is one")
	}
	d, off = OpenMessage([]byte{byte(wire.HeaderNull), 1})
	if off != 0 {
		t.Fatal(off)
	}
	if err := d.CloseMessage(d.Skip(off)); err == nil {
		t.Error("what follows a value is passed over")
	}
	long := wire.AppendString(nil, strings.Repeat("x", 100))
	s := NewDecoder(long, DecoderOptions{Limits: wire.Limits{MaxBytes: 50}})
	if off := s.Start(); off >= 0 || s.Finish(off) == nil {
		t.Error("a long value is taken")
	}
}
