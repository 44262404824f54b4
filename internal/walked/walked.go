// Package walked remembers, for the readers of unions, what they have walked over once.
package walked

import (
	"slices"

	"github.com/beve-org/beve-go/internal/fault"
)

// A Walk remembers where containers end that a reader passed over to find an id. A container is skipped as a whole first,
// which is all that happens to a member that no type knows. Only where an id is looked for within it are the containers
// in it remembered, all at once. So to look for the ids of unions within unions costs two walks over the message, whatever
// its depth. It also counts what was read in vain. The zero Walk knows nothing.
type Walk struct {
	passed []span // the containers that were skipped as a whole
	spans  []span // those within them
	reach  int    // the end of the last one that was skipped
	looked int    // the end of the last one that was looked into
	tried  int
	tries  int // enclosing values that may be read again
	// kept is what became of values that were read within tries, and reused how many bytes were not read again for it.
	kept   map[place]Kept
	reused int
	hopes  int  // values that are being read in the hope that they are of the likely case
	vain   bool // one of them was not
}

// A place is where a value begins, and the union that it was read as.
type place struct {
	off   int
	union any
}

// A Kept is what became of a value: where it ends, what it cost, and a variable with it, or nil if it is none.
type Kept struct {
	Value any
	End   int
	Cost  fault.Spending
}

// A span is a container that was passed over, in the order of the message.
type span struct{ off, end int }

const (
	farEnd    = 64   // how many bytes a container has at least to be remembered
	keptSpans = 1024 // how many a Walk has room for after a message
)

// How many bytes are read in vain at most: so many for each byte of the message, and freeTried for any.
const (
	maxTried  = 2
	freeTried = 32 << 10
)

// Reset forgets what w knows of a message.
func (w *Walk) Reset() {
	if cap(w.spans)+cap(w.passed) > keptSpans {
		w.spans, w.passed = nil, nil
	}
	*w = Walk{spans: w.spans[:0], passed: w.passed[:0]}
}

// EndOf returns the end of the container at off, if w remembers it.
func (w *Walk) EndOf(off int) (end int, ok bool) {
	if off >= w.reach {
		return 0, false
	}
	if i, ok := find(w.passed, off); ok {
		return w.passed[i].end, true
	}
	if i, ok := find(w.spans, off); ok {
		return w.spans[i].end, true
	}
	return 0, false
}

// find returns where the container at off is in spans, or would be.
func find(spans []span, off int) (i int, ok bool) {
	return slices.BinarySearchFunc(spans, off, func(s span, off int) int { return s.off - off })
}

// Pass notes that the container from off to end was skipped as a whole.
func (w *Walk) Pass(off, end int) {
	if off < w.reach {
		return
	}
	w.reach = end
	if end-off >= farEnd {
		w.passed = append(w.passed, span{off, end})
	}
}

// Within returns the container around off that was skipped as a whole, once: the caller goes through it with Enter and
// Leave. From then on a container in it that EndOf does not know is short.
func (w *Walk) Within(off int) (start int, ok bool) {
	if off < w.looked || off >= w.reach {
		return 0, false
	}
	i, _ := find(w.passed, off)
	if i == 0 || off >= w.passed[i-1].end {
		return 0, false // it was skipped by itself, and is short
	}
	w.looked = w.passed[i-1].end
	return w.passed[i-1].off, true
}

// A Mark is what a Walk remembers at one time.
type Mark struct{ passed, spans, reach, looked int }

// Mark returns what w remembers, for Back, which forgets what came after: what was read in vain is walked over again.
func (w *Walk) Mark() Mark { return Mark{len(w.passed), len(w.spans), w.reach, w.looked} }

// Back forgets what w has remembered since Mark returned m.
func (w *Walk) Back(m Mark) {
	w.passed, w.spans, w.reach, w.looked = w.passed[:m.passed], w.spans[:m.spans], m.reach, m.looked
}

// Enter notes that the container at off is gone through next, with what it holds. Leave takes what it returns.
func (w *Walk) Enter(off int) (place int) {
	w.spans = append(w.spans, span{off: off})
	return len(w.spans) - 1
}

// Leave notes where the container ends that was entered; a negative end says that it failed.
func (w *Walk) Leave(place, end int) {
	s := &w.spans[place]
	if end-s.off < farEnd {
		w.spans = w.spans[:place] // and what it holds, which is shorter still
		return
	}
	s.end = end
}

// Try notes that a value is read which may be read again, as another case. Vain ends it where it is, and Tried where it is
// not.
func (w *Walk) Try() (reused int) {
	w.tries++
	return w.reused
}

// Tried is the end of a Try that was right.
func (w *Walk) Tried() { w.tries-- }

// Vain is the end of a Try, which has returned reused, that was in vain: of n bytes, of a message of size bytes. It reports
// whether others may be.
func (w *Walk) Vain(reused, n, size int) bool {
	w.tries--
	w.tried += max(0, n-(w.reused-reused))
	return w.tried <= maxTried*size+freeTried
}

// Keeps reports whether what is read now may be read more than once again, so that it is worth to be kept: each level of
// values within values would double what it costs otherwise.
func (w *Walk) Keeps() bool { return w.tries > 1 }

// Trying reports whether what is read now may be read again.
func (w *Walk) Trying() bool { return w.tries > 0 }

// Keep remembers what became of the value at off, read as a union.
func (w *Walk) Keep(off int, union any, k Kept) {
	if w.kept == nil {
		w.kept = map[place]Kept{}
	}
	w.kept[place{off, union}] = k
}

// Known returns what became of the value at off when it was read as a union before. What failed is known only where it may
// be read again: the error of the last time is the one that counts.
func (w *Walk) Known(off int, union any) (k Kept, ok bool) {
	if w.kept == nil {
		return k, false
	}
	if k, ok = w.kept[place{off, union}]; !ok || k.Value == nil && w.tries == 0 {
		return k, false
	}
	w.reused += k.End - off
	return k, true
}

// A value without an id may be read as the likely case, before anything is passed over to find out whether it is that.
// Within such a value there may be others. Where the hope is vain, the outermost of them is read again, in the careful way,
// and so is all that follows in the message: at most it is read twice.

// Hopeful reports whether values may be read as the likely case.
func (w *Walk) Hopeful() bool { return !w.vain }

// Hope notes that a value is read as the likely case. Settle ends it.
func (w *Walk) Hope() { w.hopes++ }

// Settle says whether the value was of the likely case. If it was not, again reports whether it is within another such
// value, which is to be read again as a whole: ErrVain is its failure.
func (w *Walk) Settle(ok bool) (again bool) {
	w.hopes--
	w.vain = w.vain || !ok
	return !ok && w.hopes > 0
}

// ErrVain says that a value is not of the likely case.
var ErrVain = fault.Because(fault.ErrMismatch, "a value is not of the likely case")

// ErrTried says that too much was read in vain.
var ErrTried = fault.Because(fault.ErrLimit, "too many values without an id that could be of several cases")
