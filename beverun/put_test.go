package beverun

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/wire"
)

// room returns a room of n bytes whose memory held something before.
func room(n int) Room {
	return MakeRoom(append([]byte(nil), bytes.Repeat([]byte{0xAA}, n+Slack)...)[:0], n+Slack)
}

// putText stores all of s.
func (w Room) putText(n, ahead int, s string) int {
	if n = w.PutText(n, ahead, s); n < 0 {
		n = w.EndText(n, s)
	}
	return n
}

// putTime stores all of t.
func (w Room) putTime(n, ahead int, t time.Time) int {
	if n = w.PutTime(n, ahead, t); n < 0 {
		n = w.EndTime(n, t)
	}
	return n
}

func TestPutWritesWhatAppendWrites(t *testing.T) {
	for _, ahead := range []int{0, 1, 7, MaxAhead} {
		at := 3 + ahead
		w := room(64)
		for shift := range 64 {
			for _, v := range []int64{1<<shift - 1, 1 << shift, -1 << shift, -1<<shift - 1} {
				if n := w.PutInt(3, ahead, v) + ahead; !bytes.Equal(w.Upto(n)[at:], wire.AppendInt(nil, v)) {
					t.Errorf("%d is % x", v, w.Upto(n)[at:])
				}
				if n := w.PutUint(3, ahead, uint64(v)) + ahead; !bytes.Equal(w.Upto(n)[at:], wire.AppendUint(nil, uint64(v))) {
					t.Errorf("%d is % x", uint64(v), w.Upto(n)[at:])
				}
				if w.Put(3, ahead, uint64(v)); binary.LittleEndian.Uint64(w.Upto(at + 8)[at:]) != uint64(v) {
					t.Errorf("the word %#x is % x", v, w.Upto(at + 8)[at:])
				}
			}
		}
		for _, v := range []bool{false, true} {
			if w.PutBool(3, ahead, v); !bytes.Equal(w.Upto(at + 1)[at:], wire.AppendBool(nil, v)) {
				t.Errorf("%v is % x", v, w.Upto(at + 1)[at:])
			}
		}
		for n := range 300 {
			for _, s := range []string{strings.Repeat("x", n), strings.Repeat("x", n) + "é", "é" + strings.Repeat("x", n)} {
				w := room(ahead + len(s) + TextRoom)
				if end := w.putText(0, ahead, s); !bytes.Equal(w.Upto(end)[ahead:], wire.AppendText(nil, s)) {
					t.Fatalf("%q is % x", s, w.Upto(end)[ahead:])
				}
				w = room(ahead + len(s) + TextRoom)
				w.PutSize(0, ahead, len(s))
				if short := n >= 8 && n <= 16 && len(s) == n; w.PutShort(ahead+1, 0, s)&HighBits == 0 != short {
					t.Fatalf("%q is no short text, or one", s)
				} else if short && !bytes.Equal(w.Upto(ahead + 1 + n)[ahead:], wire.AppendText(nil, s)) {
					t.Fatalf("%q is % x", s, w.Upto(ahead + 1 + n)[ahead:])
				}
				for _, bad := range []string{s + "\xff", "\xff" + s, s + "\xed\xa0\x80"} {
					if end := room(ahead+len(bad)+TextRoom).putText(0, ahead, bad); end != -1 {
						t.Fatalf("%q is taken for text", bad)
					}
				}
			}
			list := make([]string, n)
			for i := range list {
				list[i] = strings.Repeat("y", i%70)
			}
			if n > 0 {
				list[n/2] = "kurz und übel"
			}
			w := room(ahead + ScalarRoom + TextsRoom(list))
			if end := w.PutTexts(0, ahead, list); !bytes.Equal(w.Upto(end)[ahead:], wire.AppendStrings(nil, list)) {
				t.Fatalf("%d texts are % x", n, w.Upto(end)[ahead:])
			}
		}
		if end := w.PutTexts(0, ahead, nil); end != ahead+1 || w.Upto(end)[ahead] != byte(wire.HeaderNull) {
			t.Error("nil is not null")
		}
		for _, bad := range []string{"\xff", "four\xff", "\xffseven.", "up to sixteen\xff", strings.Repeat("long", 30) + "\xff"} {
			if room(300).PutTexts(0, ahead, []string{"a", bad}) != -1 {
				t.Errorf("%q in an array is taken", bad)
			}
		}
	}
}

// celsius is a type of its own, and small is one of a width that some machines do not have for int.
type (
	celsius float32
	small   int
)

func TestPutNumbersWritesWhatAppendNumbersWrites(t *testing.T) {
	for _, ahead := range []int{0, 1, MaxAhead} {
		for n := range 200 {
			putNumbers(t, ahead, make([]uint8, n), wire.HeaderUint8)
			putNumbers(t, ahead, make([]int16, n), wire.HeaderInt16)
			putNumbers(t, ahead, make([]celsius, n), wire.HeaderFloat32)
			putNumbers(t, ahead, make([]float64, n), wire.HeaderFloat64)
			putNumbers(t, ahead, make([]small, n), wire.HeaderInt64)
			putNumbers(t, ahead, make([]uint, n), wire.HeaderUint64)
		}
		if w := room(ahead + ScalarRoom); PutNumbers(w, 0, ahead, []int(nil), wire.HeaderInt64) != ahead+1 || w.Upto(ahead + 1)[ahead] != byte(wire.HeaderNull) {
			t.Error("nil is not null")
		}
	}
}

// putNumbers stores numbers and holds them to what package wire appends, and appends them to what was stored.
func putNumbers[T wire.Numeric](t *testing.T, ahead int, s []T, elem wire.Header) {
	t.Helper()
	want := wire.AppendNumbersStart(nil, elem, len(s))
	for i := range s {
		s[i] = T(i * 3)
		w := wire.AppendNumber(nil, s[i])[1:]
		want = append(append(want, w...), make([]byte, elem.Width()-len(w))...)
	}
	w := room(ahead + ScalarRoom + len(s)*elem.Width())
	if end := PutNumbers(w, 0, ahead, s, elem); !bytes.Equal(w.Upto(end)[ahead:], want) {
		t.Fatalf("%d numbers are % x, not % x", len(s), w.Upto(end)[ahead:], want)
	}
	if got := AppendNumericArray([]byte("<"), s, elem); !bytes.Equal(got[1:], want) || got[0] != '<' {
		t.Fatalf("%d numbers are appended as % x, not % x", len(s), got[1:], want)
	}
}

func TestPutTimeWritesWhatTimeFormats(t *testing.T) {
	w := room(TimeRoom)
	for _, at := range []time.Time{
		{}, time.Unix(0, 0).UTC(), time.Unix(1e9, 120).UTC(), time.Unix(1e9, 120e6).In(time.FixedZone("", -3600*7)),
		time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC), time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC),
	} {
		for _, ahead := range []int{0, MaxAhead} {
			if end := w.putTime(0, ahead, at); !bytes.Equal(w.Upto(end)[ahead:], wire.AppendText(nil, at.Format(time.RFC3339Nano))) {
				t.Errorf("%v is %q", at, w.Upto(end)[ahead:])
			}
		}
	}
	odd := time.Unix(1e9, 0).In(time.FixedZone("", 3601))
	if end := w.putTime(0, 0, odd); string(w.Upto(end)[1:]) != odd.UTC().Format(time.RFC3339Nano) {
		t.Errorf("a zone of odd seconds is %q", w.Upto(end)[1:])
	}
	for _, at := range []time.Time{time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(-1, 12, 31, 23, 0, 0, 0, time.UTC)} {
		if w.putTime(0, 0, at) != -1 {
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

// TestStoresAndLoadsStayInTheirMemory calls all that stores and loads with offsets and lengths of any kind:
// code that is not generated, or generated for another type, must not reach beyond.
func TestStoresAndLoadsStayInTheirMemory(t *testing.T) {
	const first, size = 40, 30
	whole := make([]byte, 200)
	part := whole[first : first+4 : first+size+Slack]
	w := MakeRoom(part, size+Slack-len(part))
	read := whole[first : first+10 : first+10]
	long := strings.Repeat("t", 100)
	offsets := []int{math.MaxInt, math.MinInt, math.MaxInt - 7, math.MinInt + 100}
	for n := -60; n < 160; n++ {
		offsets = append(offsets, n)
	}
	for _, n := range offsets {
		for _, ahead := range []int{0, 1, MaxAhead, MaxAhead + 1, -1, 1000, math.MaxInt, math.MinInt} {
			for name, f := range map[string]func(){
				"Put":      func() { w.Put(n, ahead, math.MaxUint64) },
				"PutByte":  func() { w.PutByte(n, ahead, 1) },
				"PutBool":  func() { w.PutBool(n, ahead, true) },
				"PutInt":   func() { w.PutInt(n, ahead, math.MinInt64) },
				"PutUint":  func() { w.PutUint(n, ahead, math.MaxUint64) },
				"PutText":  func() { w.PutText(n, ahead, "text") },
				"a long":   func() { w.putText(n, ahead, long) },
				"PutShort": func() { w.PutShort(n, ahead, long[:n&15]) },
				"PutSize":  func() { w.PutSize(n, ahead, 5) },
				"EndText":  func() { w.EndText(n, long) },
				"numbers":  func() { PutNumbers(w, n, ahead, make([]int32, n&31), wire.HeaderInt32) },
				"a lot":    func() { PutNumbers(w, n, ahead, make([]int32, 64+n&31), wire.HeaderInt32) },
				"wrong":    func() { PutNumbers(w, n, ahead, make([]int32, n&31), wire.HeaderInt64) },
				"PutTexts": func() { w.PutTexts(n, ahead, []string{"text", long[:n&31]}) },
				"PutTime":  func() { w.putTime(n, ahead, time.Unix(0, 0)) },
				"UTC":      func() { w.putTime(n, ahead, time.Unix(0, 1).UTC()) },
				"EndTime":  func() { w.EndTime(^n, time.Unix(0, 1).UTC()) },
				"Upto":     func() { w.Upto(n) },
			} {
				if failed := panics(f); !failed && (n < 0 || n > size+Slack) && name != "EndText" {
					t.Errorf("%s at %d of %d bytes does not panic", name, n, size)
				}
			}
		}
		if (n < 0 || n > len(read)-8) && (!panics(func() { Load(read, n) }) || Match(read, n, 0, 0)) {
			t.Errorf("a load at %d of %d bytes", n, len(read))
		}
		if _, next := Int(read, n); next > len(read) {
			t.Errorf("Int at %d", n)
		}
		if _, next := Uint(read, n); next > len(read) {
			t.Errorf("Uint at %d", n)
		}
	}
	for i, b := range whole {
		if b != 0 && (i < first || i >= first+size+Slack) {
			t.Errorf("byte %d was written", i)
		}
	}
	if w := (Room{}); !panics(func() { w.Put(0, 0, 0) }) || !panics(func() { w.PutText(0, 0, "") }) {
		t.Error("a Room that nobody made can be written to")
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
