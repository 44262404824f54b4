package walked

import "testing"

// TestWalkRemembersLargeContainers enters containers as readers do, some of which are small or fail.
func TestWalkRemembersLargeContainers(t *testing.T) {
	var w Walk
	w.Pass(0, 1000)
	if start, ok := w.Within(120); start != 0 || !ok {
		t.Errorf("120 is within what begins at %d, %v", start, ok)
	}
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
	if _, ok := w.Within(500); ok {
		t.Error("what was looked into is to be looked into again")
	}
	w.Reset()
	if _, ok := w.EndOf(0); ok {
		t.Error("a new message has containers of the last")
	}
	if !w.Vain(w.Try(), freeTried, 0) || w.Vain(w.Try(), 1, 0) || !w.Vain(w.Try(), 0, 1) {
		t.Error("the bound of what is read in vain is another one")
	}
}

// TestPassedContainersAreLookedIntoOnce skips containers, some of which are short.
func TestPassedContainersAreLookedIntoOnce(t *testing.T) {
	var w Walk
	w.Pass(100, 100+farEnd)
	w.Pass(200, 200+farEnd-1)
	mark := w.Mark()
	w.Pass(300, 400)
	w.Pass(310, 390) // within the last one, and short for all that is known
	for off, want := range map[int]int{50: 0, 100: 100 + farEnd, 110: 0, 200: 0, 300: 400, 310: 0, 400: 0} {
		if end, ok := w.EndOf(off); end != want || ok != (want > 0) {
			t.Errorf("the container at %d ends at %d, %v", off, end, ok)
		}
	}
	for _, c := range []struct{ off, start int }{{50, -1}, {110, 100}, {120, -1}, {100 + farEnd, -1}, {210, -1}, {310, 300}, {320, -1}, {400, -1}} {
		if start, ok := w.Within(c.off); ok != (c.start >= 0) || ok && start != c.start {
			t.Errorf("%d is within what begins at %d, %v", c.off, start, ok)
		}
	}
	w.Back(mark)
	if _, ok := w.EndOf(300); ok {
		t.Error("what was read in vain is remembered")
	}
	w.Pass(300, 400)
	if start, ok := w.Within(310); start != 300 || !ok {
		t.Error("what was looked into in vain is not looked into again")
	}
}

// TestWhatIsKept keeps what is read within two tries, for as long as the message.
func TestWhatIsKept(t *testing.T) {
	var w Walk
	first := w.Try()
	if !w.Trying() || w.Keeps() {
		t.Error("what is read within one try is kept")
	}
	w.Try()
	if !w.Keeps() {
		t.Error("what is read within two tries is not kept")
	}
	w.Keep(10, "union", Kept{End: 30, Value: "value"})
	w.Keep(40, "union", Kept{End: 50})
	if _, ok := w.Known(10, "other"); ok {
		t.Error("a value is known as another union")
	}
	for off, end := range map[int]int{10: 30, 40: 50} {
		if k, ok := w.Known(off, "union"); !ok || k.End != end {
			t.Errorf("at %d: %+v, %v", off, k, ok)
		}
	}
	w.Tried()
	if !w.Vain(first, freeTried+30, 0) || w.Vain(w.Try(), 1, 0) {
		t.Error("what was not read again counts as read in vain")
	}
	if _, ok := w.Known(40, "union"); ok {
		t.Error("a failure is known where nothing is tried")
	}
	w.Reset()
	if _, ok := w.Known(10, "union"); ok {
		t.Error("a new message knows values of the last")
	}
}

// TestHopesEndAtTheOutermost has a value within another one that is not the likely case.
func TestHopesEndAtTheOutermost(t *testing.T) {
	var w Walk
	w.Hope()
	w.Hope()
	if w.Settle(true) || !w.Hopeful() {
		t.Error("a hope that came true is one no more")
	}
	w.Hope()
	if !w.Settle(false) || w.Hopeful() {
		t.Error("the outer value need not be read again, or there is hope still")
	}
	if w.Settle(false) {
		t.Error("there is a value around the outermost")
	}
	w.Reset()
	if !w.Hopeful() {
		t.Error("a new message has no hope")
	}
}
