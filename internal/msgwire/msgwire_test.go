package msgwire

import (
	"bytes"
	"errors"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
)

// longest is a value of each lead byte, with content enough for its length.
func longest(c byte) []byte {
	return append([]byte{c, 0, 0, 0, 1}, bytes.Repeat([]byte{0xC0}, 64)...)
}

// TestAllReadersAgreeOnEveryLeadByte walks all lead bytes through every function that knows
// them.
func TestAllReadersAgreeOnEveryLeadByte(t *testing.T) {
	for c := range 256 {
		src := longest(byte(c))
		h, err := ReadHead(src, 0)
		budget := fault.Limits{}.Budget()
		end, skipErr := Skip(src, 0, &budget)
		kind, next, n, ok := PeekHead(src, 0)
		if c == Never {
			if !errors.Is(err, fault.ErrSyntax) || !errors.Is(skipErr, fault.ErrSyntax) || KindOf(byte(c)) != KindNever {
				t.Errorf("%x: %v, %v", c, err, skipErr)
			}
			continue
		}
		if err != nil || skipErr != nil || !ok || kind != h.Kind || KindOf(byte(c)) != kind || next != h.Next || n != uint64(h.Len) {
			t.Errorf("%x: %+v %v, %v, %v %d %d %v", c, h, err, skipErr, kind, next, n, ok)
		}
		if h.Kind != KindArray && h.Kind != KindMap && end != h.Next+h.Len {
			t.Errorf("%x: skipped to %d, and it ends at %d", c, end, h.Next+h.Len)
		}
		v, next := ReadInt(src, 0)
		isInt := h.Kind == KindInt || h.Kind == KindUint && int64(h.Bits) >= 0
		if isInt != (next > 0) || isInt && (v != int64(h.Bits) || next != h.Next) {
			t.Errorf("%x: ReadInt says %d, %d", c, v, next)
		}
		if short, at := ReadInt(src[:max(h.Next, 1)], 0); isInt && (short != v || at != next) {
			t.Errorf("%x at the end: ReadInt says %d, %d", c, short, at)
		}
		for cut := range end {
			if _, err := Skip(src[:cut], 0, &budget); !errors.Is(err, fault.ErrTruncated) {
				t.Errorf("%x, %d of %d bytes: %v", c, cut, end, err)
			}
		}
	}
}

func TestScannersGoOnWhereInputEnded(t *testing.T) {
	// Deeper than the part of the stack that needs no allocation.
	src := append(bytes.Repeat([]byte{0x92, 0x01}, 3*lowFrames), 0x81, 0xA1, 'k', 0xC4, 3, 1, 2, 3)
	var s Scanner
	for at := range 3 {
		s.Reset(fault.Limits{}, at)
		in := append(make([]byte, at), src...)
		for n := at; n < len(in); n++ {
			if _, err := s.Next(in[:n]); !errors.Is(err, fault.ErrTruncated) {
				t.Fatalf("%d of %d bytes: %v", n, len(in), err)
			}
		}
		if end, err := s.Next(in); end != len(in) || err != nil {
			t.Errorf("%d, %v", end, err)
		}
	}
	s.Reset(fault.Limits{MaxDepth: 10}, 0)
	if _, err := s.Next(src); !errors.Is(err, fault.ErrDepth) || s.Off() != 18 {
		t.Error(err, s.Off())
	}
}

func TestPathsLeadToEveryPlace(t *testing.T) {
	// {"a": [1, {"b/c": nil}], 7: "x", bin "k": [[]]}
	src := []byte{0x83, 0xA1, 'a', 0x92, 0x01, 0x81, 0xA3, 'b', '/', 'c', 0xC0, 0x07, 0xA1, 'x', 0xC4, 1, 'k', 0x91, 0x90}
	for at, want := range map[int]fault.Pointer{0: "", 1: "", 3: "/a", 4: "/a/0", 5: "/a/1", 6: "/a/1", 10: "/a/1/b~1c", 11: "", 12: "/7", 14: "", 17: "/k", 18: "/k/0"} {
		if got := Path(src, 0, at); got != want {
			t.Errorf("byte %d is at %q, not %q", at, got, want)
		}
	}
	shifted := append([]byte{0xC0}, src...)
	if got := Path(shifted, 1, 13); got != "/7" {
		t.Error(got)
	}
}
