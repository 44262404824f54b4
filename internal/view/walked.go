package view

import (
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// walked remembers the container that was walked over to its end last. A program
// that reads a message recursively has just done that with a container when the
// loop over what holds it moves on, which so need not walk over it once more: a
// deep message costs what a flat one does.
//
// What it remembers is a fact of the message: a View of the container has one
// budget, however it was reached.
type walked struct {
	mu     sync.Mutex
	off    int
	end    int  // 0 at first
	row    bool // it is a row of a table; its first value may be a container at the same place
	budget fault.Budget
}

// remember notes that the container at off is well-formed and ends at end, where
// b is left. It may be in vain: nobody waits for another goroutine here.
func (w *walked) remember(off, end int, b fault.Budget) {
	if w.mu.TryLock() {
		w.off, w.end, w.row, w.budget = off, end, false, b
		w.mu.Unlock()
	}
}

// recall returns what was noted of the container at off, if anything.
func (w *walked) recall(off int) (end int, b fault.Budget, ok bool) {
	if w.mu.TryLock() {
		end, b, ok = w.end, w.budget, w.end > 0 && w.off == off && !w.row
		w.mu.Unlock()
	}
	return end, b, ok
}

func (w *walked) rememberRow(off, end int, b fault.Budget) {
	if w.mu.TryLock() {
		w.off, w.end, w.row, w.budget = off, end, true, b
		w.mu.Unlock()
	}
}

func (w *walked) recallRow(off int) (end int, b fault.Budget, ok bool) {
	if w.mu.TryLock() {
		end, b, ok = w.end, w.budget, w.end > 0 && w.off == off && w.row
		w.mu.Unlock()
	}
	return end, b, ok
}

// holdsValues reports whether the value at off takes a walk to get over.
func (m *message) holdsValues(off int) bool {
	if off >= len(m.src) {
		return false
	}
	switch wire.Header(m.src[off]).Kind() {
	case wire.KindArray, wire.KindStringArray, wire.KindObject, wire.KindIntObject, wire.KindIndexed, wire.KindTable:
		return true
	}
	return false
}

// skip returns the position after the value at off, having checked it.
func (m *message) skip(off int, b *fault.Budget) (next int, err error) {
	if !m.holdsValues(off) {
		return wire.SkipWithin(m.src, off, b)
	}
	if end, after, ok := m.walked.recall(off); ok {
		*b = after
		return end, nil
	}
	if next, err = wire.SkipWithin(m.src, off, b); err == nil {
		m.walked.remember(off, next, *b)
	}
	return next, err
}

// skipRow returns the position after the row of a table at off, having checked it.
func (m *message) skipRow(off, fields int, b *fault.Budget) (next int, err error) {
	if end, after, ok := m.walked.recallRow(off); ok {
		*b = after
		return end, nil
	}
	next = off
	for range fields {
		if next, err = m.skip(next, b); err != nil {
			return next, err
		}
	}
	m.walked.rememberRow(off, next, *b)
	return next, nil
}

// walkedOver notes where the container at off ends, whose last child is at last,
// if that is known without walking over the child.
func (m *message) walkedOver(off, last int, b fault.Budget) {
	if m.holdsValues(last) {
		end, after, ok := m.walked.recall(last)
		if ok {
			after.Leave()
			m.walked.remember(off, end, after)
		}
		return
	}
	if end, err := wire.SkipWithin(m.src, last, &b); err == nil {
		b.Leave()
		m.walked.remember(off, end, b)
	}
}
