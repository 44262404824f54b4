// Heads of every form, read and peeked at.

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

// headCase is a head, and what it says.
type headCase struct {
	bytes []byte
	want  Head
}

// headsOf returns heads of every form, each followed by what it claims.
func headsOf() (all []headCase) {
	add := func(kind Kind, n int, code int8, bits uint64, lead ...byte) {
		next := len(lead)
		content := n
		if kind == KindMap {
			content *= 2
		}
		all = append(all, headCase{append(lead, make([]byte, content)...), Head{Kind: kind, Type: code, Next: next, Len: n, Bits: bits}})
	}
	add(KindNil, 0, 0, 0, 0xC0)
	add(KindBool, 0, 0, 0, 0xC2)
	add(KindBool, 0, 0, 1, 0xC3)
	add(KindInt, 0, 0, 0, 0x00)
	add(KindInt, 0, 0, 127, 0x7F)
	add(KindInt, 0, 0, ^uint64(0), 0xFF)
	add(KindInt, 0, 0, ^uint64(31), 0xE0)
	add(KindUint, 0, 0, 0x81, 0xCC, 0x81)
	add(KindUint, 0, 0, 0x8182, 0xCD, 0x81, 0x82)
	add(KindUint, 0, 0, 0x81828384, 0xCE, 0x81, 0x82, 0x83, 0x84)
	add(KindUint, 0, 0, 0x8182838485868788, 0xCF, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88)
	add(KindInt, 0, 0, 0xFFFFFFFFFFFFFF81, 0xD0, 0x81)
	add(KindInt, 0, 0, 0xFFFFFFFFFFFF8182, 0xD1, 0x81, 0x82)
	add(KindInt, 0, 0, 0xFFFFFFFF81828384, 0xD2, 0x81, 0x82, 0x83, 0x84)
	add(KindInt, 0, 0, 0x8182838485868788, 0xD3, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88)
	add(KindInt, 0, 0, 0x7F, 0xD0, 0x7F)
	add(KindFloat32, 0, 0, 0x81828384, 0xCA, 0x81, 0x82, 0x83, 0x84)
	add(KindFloat64, 0, 0, 0x8182838485868788, 0xCB, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88)
	for _, n := range []int{0, 1, 15} {
		add(KindMap, n, 0, 0, FixMap|byte(n))
		add(KindArray, n, 0, 0, FixArray|byte(n))
	}
	for _, n := range []int{0, 31} {
		add(KindStr, n, 0, 0, FixStr|byte(n))
	}
	for _, n := range []int{0, 200} {
		add(KindStr, n, 0, 0, 0xD9, byte(n))
		add(KindBin, n, 0, 0, 0xC4, byte(n))
		add(KindExt, n, -7, 0, 0xC7, byte(n), 0xF9)
	}
	for _, n := range []int{3, 300} {
		hi, lo := byte(n>>8), byte(n)
		add(KindStr, n, 0, 0, 0xDA, hi, lo)
		add(KindBin, n, 0, 0, 0xC5, hi, lo)
		add(KindExt, n, 9, 0, 0xC8, hi, lo, 9)
		add(KindArray, n, 0, 0, 0xDC, hi, lo)
		add(KindMap, n, 0, 0, 0xDE, hi, lo)
		add(KindStr, n, 0, 0, 0xDB, 0, 0, hi, lo)
		add(KindBin, n, 0, 0, 0xC6, 0, 0, hi, lo)
		add(KindExt, n, 9, 0, 0xC9, 0, 0, hi, lo, 9)
		add(KindArray, n, 0, 0, 0xDD, 0, 0, hi, lo)
		add(KindMap, n, 0, 0, 0xDF, 0, 0, hi, lo)
	}
	for i := range 5 {
		add(KindExt, 1<<i, -1, 0, 0xD4+byte(i), 0xFF)
	}
	return all
}

// TestHeadsSayWhatTheirFormsMean reads heads of every form, at several offsets, and cut at
// every byte: what a head claims has to be there, children with a byte each.
func TestHeadsSayWhatTheirFormsMean(t *testing.T) {
	for _, c := range headsOf() {
		for _, off := range []int{0, 1, 7} {
			src := append(make([]byte, off), c.bytes...)
			want := c.want
			want.Next += off
			if got, err := ReadHead(src, off); err != nil || got != want {
				t.Errorf("%.12x at %d is %+v, %v; want %+v", c.bytes, off, got, err, want)
			}
			kind, next, n, ok := PeekHead(src, off)
			if !ok || kind != want.Kind || next != want.Next || n != uint64(want.Len) {
				t.Errorf("%.12x at %d is peeked at as %v, %d, %d, %v", c.bytes, off, kind, next, n, ok)
			}
			for cut := off; cut < len(src); cut++ {
				var where *fault.DecodeError
				if _, err := ReadHead(src[:cut], off); !errors.As(err, &where) || !errors.Is(err, fault.ErrTruncated) || where.Offset != int64(off) {
					t.Fatalf("%d bytes of %.12x: %v", cut-off, c.bytes, err)
				}
				// A peek needs the head alone.
				_, _, n, ok := PeekHead(src[:cut], off)
				if ok != (cut >= want.Next) || ok && n != uint64(want.Len) {
					t.Fatalf("%d bytes of %.12x are peeked at as %d, %v", cut-off, c.bytes, n, ok)
				}
			}
		}
		if c.want.Kind.String() == "" || c.want.Kind.String() == KindNever.String() {
			t.Errorf("%.12x has no name", c.bytes)
		}
	}
}

// TestClaimsThatNothingBacks has the largest length of every form.
func TestClaimsThatNothingBacks(t *testing.T) {
	for lead, width := range map[byte]int{0xD9: 1, 0xDA: 2, 0xDB: 4, 0xC4: 1, 0xC5: 2, 0xC6: 4, 0xC7: 1, 0xC8: 2, 0xC9: 4, 0xDC: 2, 0xDD: 4, 0xDE: 2, 0xDF: 4} {
		src := append(append([]byte{lead}, bytes.Repeat([]byte{0xFF}, width)...), 5, 6, 7)
		if h, err := ReadHead(src, 0); !errors.Is(err, fault.ErrTruncated) {
			t.Errorf("%x: %+v, %v", src, h, err)
		}
		if _, _, n, ok := PeekHead(src, 0); !ok || n != 1<<(8*width)-1 {
			t.Errorf("%x: %d, %v", src, n, ok)
		}
		budget := fault.Limits{}.Budget()
		if _, err := Skip(src, 0, &budget); !errors.Is(err, fault.ErrTruncated) && !errors.Is(err, fault.ErrLimit) {
			t.Errorf("%x: skipped: %v", src, err)
		}
	}
}

// TestFixedEndsAreEnds compares what lead bytes say of their values alone with their heads.
func TestFixedEndsAreEnds(t *testing.T) {
	for c := range 256 {
		src := append([]byte{byte(c)}, bytes.Repeat([]byte{0}, 40)...)
		end := FixedEnd(src, 0)
		h, err := ReadHead(src, 0)
		switch l := h.Next + h.Len; {
		case end > 0 && (err != nil || end != l || h.Kind == KindArray || h.Kind == KindMap):
			t.Errorf("%#x: ends at %d, its head is %+v, %v", c, end, h, err)
		case end == 0 && err == nil && (h.Kind < KindBin && h.Kind != KindStr && h.Kind != KindNever || h.Kind == KindStr && h.Next == 1):
			t.Errorf("%#x: no end, and its head is %+v", c, h)
		}
		for n := range end {
			if got := FixedEnd(src[:n], 0); got != 0 {
				t.Errorf("%#x: ends at %d in %d bytes", c, got, n)
			}
		}
	}
}
