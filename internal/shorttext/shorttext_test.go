package shorttext

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/wire"
)

// texts returns texts of every short length, of ASCII and with a letter of two bytes at
// either end.
func texts() (all []string) {
	for n := range 70 {
		ascii := strings.Repeat("abcdefghij", 7)[:n]
		all = append(all, ascii, "é"+ascii, ascii+"é")
	}
	return all
}

func TestPutStoresWhatAppendTextAppends(t *testing.T) {
	for _, s := range texts() {
		dst := make([]byte, len(s)+20)
		if n := Put(dst, 3, s); n < 0 || !bytes.Equal(dst[3:n], wire.AppendText(nil, s)) {
			t.Errorf("%q is stored up to %d as % x", s, n, dst)
		}
		for _, bad := range []string{"\xff" + s, s + "\xff", s + "\xed\xa0\x80"} {
			if n := Put(make([]byte, len(bad)+20), 0, bad); n != -1 {
				t.Errorf("%q is stored up to %d", bad, n)
			}
		}
	}
}

func TestTimesGoBothWays(t *testing.T) {
	for _, at := range []time.Time{time.Unix(0, 0).UTC(), time.Unix(1e9, 120).UTC(), time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC)} {
		dst := make([]byte, TimeRoom+16)
		end := PutTime(dst, 2, at)
		if want := wire.AppendText(nil, at.Format(time.RFC3339Nano)); !bytes.Equal(dst[2:end], want) {
			t.Fatalf("%v is stored as %q", at, dst[2:end])
		}
		var got time.Time
		if next := ReadUTC(dst, 2, &got); next != end || !got.Equal(at) {
			t.Errorf("%v is read as %v up to %d of %d", at, got, next, end)
		}
		if next := ReadUTC(dst[:end-1], 2, &got); next != -1 {
			t.Errorf("%v without its last byte is read", at)
		}
	}
	if PutTime(make([]byte, TimeRoom+16), 0, time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)) != -1 {
		t.Error("the year 10000 is stored")
	}
}
