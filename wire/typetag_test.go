package wire_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/wire"
)

func TestTypeTagsAreToldFromTables(t *testing.T) {
	for _, c := range []struct {
		data string
		tag  bool
	}{
		{"\x0E\x04\x08id\x04\x11\x07", false},
		{"\x0E\x04\x08id\x04", false}, // cut short, too
		{"\x0E\x04\x08id\x00", false},
		{"\x0E\x04\x08\x06", true},
		{"\x0E\x04\x08a\x00", true},
		{"\x0E\x04\x08", false}, // cut short
		{"\x0E\x04\x04h\x04\x00", false},
		{"\x0E\x04\x00", true},
		{"\x0E\x04\x0C\x0C\x41\x42\x00", true},
		{"\x0E\x00\x00", false},
		{"\x0E\x00\x11\x07", true},
		{"\x0E\x02\x00\x04\x00\x11\x07", false},
		{"\x0E\x04\x04\x6B\x00", false},
		{"\x0E\x04\x02\x14hello", true},
		{"\x0E\x04\x08a\x7F\x04\x00", true},
		{"\x0E\x04\x10a\nbc\x04\x00", false}, // 0x10 starts no value
		{"\x0E\x04\x0C\x04\xC3\xC3\x04\x00", true},
		{"\x0E\x00\x0E\x00\x0E\x00\x00", true},
	} {
		if got := wire.TypeTagAt([]byte(c.data), 0, false); got != c.tag {
			t.Errorf("%x: type tag is %v", c.data, got)
		}
		if !wire.TypeTagAt([]byte(c.data), 0, true) {
			t.Errorf("%x: not a type tag although always", c.data)
		}
	}
}

// The first 65,536 bytes of the names decide, wherever in a name they end.
func TestNamesAreLookedAtUpToAMark(t *testing.T) {
	const mark, pairs = 1 << 16, 21840
	head := "\x0E" + string(wire.AppendSize(nil, pairs+2)) + strings.Repeat("\x08aa", pairs)
	for x := -6; x < 6; x++ {
		fill := mark - 1 + x - 3*pairs - 1 // so that the last name begins at mark-1+x
		names := head + string(byte(fill<<2)) + strings.Repeat("b", fill)
		for _, c := range []struct {
			last string
			tag  bool
		}{
			{"\x08ab\x04\x11\x07", false},
			{"\x08ab", false},
			{"\x08a", false},
			{"\x08", false},
			{"\x08a\x01\x04\x11\x07", x < -1},
			{"\x08a\x01", x < -1},
			{"\x08\x01a", x < 0},
			{"\x08\x01", x < 0},
			{"\x08a\xFF\x04\x11\x07", x < -1},
			{"\x00\x04\x11\x07", x <= 0},
		} {
			if got := wire.TypeTagAt([]byte(names+c.last), 0, false); got != c.tag {
				t.Errorf("the last name at %d from the mark, %q: a type tag %v, want %v", x-1, c.last, got, c.tag)
			}
			if tag, more := wire.TypeTagNext([]byte(names+c.last), 0, false, false); tag != c.tag || more && x > 0 {
				t.Errorf("the last name at %d from the mark, %q, to go on: a type tag %v, more %v", x-1, c.last, tag, more)
			}
		}
	}
}

// TestScannerLooksAtTypeTagsInPieces compares what a Scanner says of each beginning of a value, each piece of which it
// looks at once, with what the rule says of that beginning.
func TestScannerLooksAtTypeTagsInPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range testkit.Rounds(4_000) {
		data := []byte{byte(wire.HeaderTypeTag)}
		switch r.IntN(3) {
		case 0:
			data = wire.AppendSize(data, r.IntN(5))
		case 1:
			data = wire.AppendSize(data, r.IntN(1<<17))
		}
		for range r.IntN(6) {
			name := make([]byte, r.IntN(12))
			for i := range name {
				name[i] = 'a' + byte(r.IntN(26))
			}
			if r.IntN(8) == 0 && len(name) > 0 {
				name[r.IntN(len(name))] = byte(r.IntN(256))
			}
			if r.IntN(40) == 0 {
				name = bytes.Repeat([]byte("x"), 1<<14)
			}
			data = append(wire.AppendSize(data, len(name)), name...)
		}
		for range r.IntN(4) {
			data = append(data, byte(r.IntN(64)))
		}
		var s wire.Scanner
		s.Reset(wire.Limits{}, false)
		for n := 1; n <= len(data); n += 1 + n/64 {
			waits := s.Waits(data[:n])
			if _, more := wire.TypeTagNext(data[:n], 0, false, false); waits != more {
				t.Fatalf("% X: %v, by the rule %v", data[:n], waits, more)
			}
		}
	}
}
