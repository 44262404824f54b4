package view

import (
	"sync"
	"sync/atomic"

	"github.com/beve-org/beve-go/internal/engine"
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
	at     atomic.Int64 // off, for those who only ask whether it is their place
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
		w.at.Store(int64(off))
		w.mu.Unlock()
	}
}

func (w *walked) rememberRow(off, end int, b fault.Budget) {
	if w.mu.TryLock() {
		w.off, w.end, w.row, w.budget = off, end, true, b
		w.at.Store(int64(off))
		w.mu.Unlock()
	}
}

// recall returns the end of the container at off, or the row of a table, if that was noted, and
// sets b to what is left there; else it returns 0.
func (w *walked) recall(off int, row bool, b *fault.Budget) (end int) {
	if w.at.Load() == int64(off) && w.mu.TryLock() {
		if w.end > 0 && w.off == off && w.row == row {
			end, *b = w.end, w.budget
		}
		w.mu.Unlock()
	}
	return end
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

// known returns the end of the value at off, or of the row of a table, if it was walked over or
// decoded just now, and sets b to what is left there; else it returns 0.
func (m *message) known(off int, row bool, b *fault.Budget) (end int) {
	if end = m.attempts.end(off, row); end > 0 {
		return end
	}
	return m.walked.recall(off, row, b)
}

// past returns the position after the value at off, having checked it.
func (m *message) past(off int, b *fault.Budget) (next int, err error) {
	if next = m.known(off, false, b); next > 0 {
		return next, nil
	}
	if next, err = wire.SkipWithin(m.src, off, b); next-off > engine.PartBytes {
		m.attempts.long.Store(int64(next - off))
	}
	return next, err
}

// pastText is past for an element of a string array.
func (m *message) pastText(off int) (next int, err error) {
	if next = m.attempts.end(off, false); next > 0 {
		return next, nil
	}
	_, next, err = wire.ViewText(m.src, off)
	return next, err
}

// skip is past, for somebody who may ask once more.
func (m *message) skip(off int, b *fault.Budget) (next int, err error) {
	if next, err = m.past(off, b); err == nil && m.holdsValues(off) {
		m.walked.remember(off, next, *b)
	}
	return next, err
}

// pastRow is past for the row of a table.
func (m *message) pastRow(off, fields int, b *fault.Budget) (next int, err error) {
	if next = m.known(off, true, b); next > 0 {
		return next, nil
	}
	for range fields {
		if off, err = m.past(off, b); err != nil {
			return off, err
		}
	}
	return off, nil
}

// skipRow is skip for the row of a table.
func (m *message) skipRow(off, fields int, b *fault.Budget) (next int, err error) {
	if next, err = m.pastRow(off, fields, b); err == nil {
		m.walked.rememberRow(off, next, *b)
	}
	return next, err
}

// walkedOver notes where the container at off ends, whose last child is at last,
// if that is known without walking over the child.
func (m *message) walkedOver(off, last int, b fault.Budget) {
	end := m.known(last, false, &b)
	if end == 0 {
		if m.holdsValues(last) {
			return
		}
		var err error
		if end, err = wire.SkipWithin(m.src, last, &b); err != nil {
			return
		}
	}
	b.Leave()
	m.walked.remember(off, end, b)
}
