package slab

import (
	"strings"
	"testing"
)

func TestTextsDoNotOverlap(t *testing.T) {
	var s Text
	var got, want []string
	for i := range 500 {
		text := strings.Repeat(string(rune('a'+i%26)), i%(MaxText+9))
		in := []byte(text)
		got, want = append(got, s.String(in)), append(want, text)
		clear(in)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("text %d is %q, want %q", i, got[i], want[i])
		}
	}
}

func TestRoomHasAWordBeyondTheText(t *testing.T) {
	var s Text
	for n := range MaxText + 1 {
		s.Room(n)
		if s.Used+n+8 > len(s.Mem) {
			t.Fatalf("%d bytes at %d of %d", n, s.Used, len(s.Mem))
		}
		s.Used += n
	}
}

// TestStringsAreClippedAndPaidFor takes slices of all lengths: none reaches into another,
// and what is allocated is what Cost said.
func TestStringsAreClippedAndPaidFor(t *testing.T) {
	var l Strings
	var taken [][]string
	for n := range 40 {
		cost, free := l.Cost(n), len(l.free)
		list, shared := l.Take(n)
		if len(list) != n || cap(list) != n || list == nil {
			t.Fatalf("%d: length %d, capacity %d", n, len(list), cap(list))
		}
		if shared != (n > 0 && n <= maxListed) {
			t.Errorf("%d: shared is %v", n, shared)
		}
		if allocated := cost > 0; allocated != (n > maxListed || n > free) {
			t.Errorf("%d with %d free costs %d", n, free, cost)
		}
		for i := range list {
			if list[i] != "" {
				t.Fatalf("%d: element %d is in use as %q", n, i, list[i])
			}
			list[i] = "used"
		}
		taken = append(taken, list)
	}
	l.Reset()
	if list, _ := l.Take(3); list[0] != "" || l.Cost(3) == 0 {
		t.Errorf("after Reset: %q, %d", list, l.Cost(3))
	}
	_ = taken
}
