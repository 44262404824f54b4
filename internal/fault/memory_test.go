package fault

import (
	"math"
	"testing"
)

// A slice may move its elements a bounded number of times, and all its memories together
// are in proportion to the input, whatever the size of an element and however much the
// input claims to hold.
func TestRoomIsInProportion(t *testing.T) {
	for _, size := range []int{0, 1, 8, 24, 31, 32, 33, 40, 100} {
		for _, n := range []int{1, 100, 30_000, 1_000_000, 10_000_000} {
			for _, usual := range []int{1, 2, 7, n} {
				var m Memory
				m.Begin(n) // each byte is an element
				made, moved := 0, 0
				for keep := 0; keep < n; {
					c := m.Room(keep, n, (n-keep)/usual+1, size)
					if c <= keep || c > n {
						t.Fatalf("Room(%d, %d) of %d bytes = %d", keep, n, size, c)
					}
					if made += c * size; !m.Charge(c * size) {
						m.Prove()
					}
					keep, moved = c, moved+1
				}
				if most := (32+max(size, 32))*n + 2<<20; made > most || moved > 30 {
					t.Errorf("%d elements of %d bytes, %d each usually: %d bytes in %d memories", n, size, usual, made, moved)
				}
			}
		}
	}
}

// A count alone buys no more than the first room, nor does it buy less than one element.
func TestRoomBeforeAnyElement(t *testing.T) {
	var m Memory
	m.Begin(100)
	if got := m.Room(0, math.MaxInt, math.MaxInt, 8); got != FirstRoom/8 {
		t.Errorf("a claim of all elements gets %d", got)
	}
	if got := m.Room(0, 5, 5, 2*FirstRoom); got != 1 {
		t.Errorf("five large elements get room for %d", got)
	}
}
