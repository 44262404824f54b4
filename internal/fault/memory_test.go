package fault

import "testing"

// A slice may move its elements a bounded number of times, and all its memories together
// are in proportion to the input, whatever the size of an element, whatever it takes as a rule and in fact, and however
// much the input claims to hold.
func TestRoomIsInProportion(t *testing.T) {
	for _, size := range []int{0, 1, 8, 24, 31, 32, 33, 40, 100} {
		for _, n := range []int{1, 100, 30_000, 1_000_000, 10_000_000} {
			for _, least := range []int{0, 1, 2, 7, n} {
				var m Memory
				m.Begin(n) // each byte is an element
				made, moved := 0, 0
				for keep := 0; keep < n; {
					c := m.Room(keep, n, size, least, keep, n-keep)
					if c <= keep || c > n {
						t.Fatalf("Room(%d, %d) of %d bytes = %d", keep, n, size, c)
					}
					if made += c * size; !m.Charge(c * size) {
						m.Prove()
					}
					keep, moved = c, moved+1
				}
				if most := max(size, 1)*n + 1<<20; made > most || moved > 2 {
					t.Errorf("%d elements of %d bytes, %d each as a rule: %d bytes in %d memories", n, size, least, made, moved)
				}
			}
		}
	}
}

// Elements that become shorter all the time, so that each look at them expects fewer than follow, make a slice double.
func TestRoomDoublesAtLeast(t *testing.T) {
	const n, size = 1 << 22, 64
	var m Memory
	m.Begin(n)
	made, moved := 0, 0
	for keep := 0; keep < n; {
		c := m.Room(keep, n, size, 1, keep*1<<8, n>>8)
		if c < min(2*keep, n) {
			t.Fatalf("a slice of %d grows to %d", keep, c)
		}
		if made += c * size; !m.Charge(c * size) {
			m.Prove()
		}
		keep, moved = c, moved+1
	}
	if made > 2*n*size || moved > 22 {
		t.Errorf("%d bytes in %d memories", made, moved)
	}
}

// A count alone buys no more than a small multiple of the input or what small messages need, nor does it buy less than
// one element.
func TestRoomBeforeAnyElement(t *testing.T) {
	for _, left := range []int{0, 100, 1 << 20, 1 << 28} {
		var m Memory
		m.Begin(left)
		for _, size := range []int{0, 1, 8, 100, 1000, 2 * firstRoom} {
			for _, n := range []int{1, 5, 1 << 10, 1 << 20, 1 << 30} {
				room, claim := m.Room(0, n, size, 1, 0, left), m.Claim(n, size, left)
				if most := max(firstRoom, ratio*left, size); room*size > most || claim*size > most {
					t.Errorf("%d of %d bytes, %d left: %d, %d of a map", n, size, left, room, claim)
				}
				if room < 1 || claim < 1 || room > n || claim > n {
					t.Errorf("%d of %d bytes, %d left: %d, %d of a map", n, size, left, room, claim)
				}
			}
		}
	}
}
