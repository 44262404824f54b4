package walked

import "testing"

// TestWalkRemembersLargeContainers enters containers as readers do, some of which are small or fail.
func TestWalkRemembersLargeContainers(t *testing.T) {
	var w Walk
	outer := w.Enter(0)
	inner := w.Enter(10)
	w.Leave(inner, 10+farEnd)
	small := w.Enter(100)
	w.Leave(w.Enter(101), 103)
	w.Leave(small, 105)
	failed := w.Enter(110)
	w.Leave(w.Enter(111), 111+farEnd)
	w.Leave(failed, -1)
	w.Leave(outer, 1000)
	for off, want := range map[int]int{0: 1000, 10: 10 + farEnd, 100: 0, 101: 0, 110: 0, 111: 0, 5: 0} {
		if end, ok := w.EndOf(off); end != want || ok != (want > 0) {
			t.Errorf("the container at %d ends at %d, %v", off, end, ok)
		}
	}
	mark := w.Mark()
	w.Leave(w.Enter(500), 900)
	if _, ok := w.EndOf(500); !ok || !w.Passed(400) || w.Passed(600) {
		t.Error("what was passed over is not known")
	}
	w.Back(mark)
	if _, ok := w.EndOf(500); ok {
		t.Error("what was read in vain is remembered")
	}
	w.Reset()
	if _, ok := w.EndOf(0); ok {
		t.Error("a new message has containers of the last")
	}
	if !w.Try(freeTried, 0) || w.Try(1, 0) || !w.Try(0, 1) {
		t.Error("the bound of what is read in vain is another one")
	}
}
