package view

import (
	"sync"
	"sync/atomic"

	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/internal/mem"
)

// attempts are decodes of parts that were not walked over before. While loops over a message
// run they share a decoder, which is busy for one goroutine at a time: others decode as if
// there was none.
type attempts struct {
	loops   atomic.Int32
	mu      sync.Mutex
	decoder *engine.PartDecoder // while there are loops
	part    []byte              // a message of a part without a header of its own
}

// begin notes that a loop over parts begins; end belongs to it.
func (a *attempts) begin() { a.loops.Add(1) }

func (a *attempts) end() {
	if a.loops.Add(-1) == 0 && a.mu.TryLock() {
		a.idle()
		a.mu.Unlock()
	}
}

// idle gives the decoder back where no loop needs it.
func (a *attempts) idle() {
	if a.decoder != nil && a.loops.Load() == 0 {
		a.decoder.Release()
		a.decoder, a.part = nil, nil
	}
}

// tried decodes v without a walk to its end before, and notes where that is, if that works. A
// limit on elements must not be set: the decoder does not say how many there are.
func (v *View) tried(target any) bool {
	a := &v.m.attempts
	if v.m.limits.MaxElements > 0 || v.m.typeTags || !a.mu.TryLock() {
		return false
	}
	if a.decoder == nil {
		a.decoder = engine.GetPartDecoder()
	}
	ok := a.decode(v, target) // which calls no method of the user's
	a.idle()
	a.mu.Unlock()
	return ok
}

// decode is tried, with a decoder.
func (a *attempts) decode(v *View, target any) bool {
	m := v.m
	switch v.form {
	case formWhole:
		next := a.decoder.Try(m.src, v.off, v.budget, target)
		if next >= 0 && m.holdsValues(v.off) {
			m.walked.remember(v.off, next, v.budget)
		}
		return next >= 0
	case formRow:
		t, err := m.table(v.n)
		if err != nil || m.repeat(v.off, t.NamesLen()) != nil {
			return false
		}
		b, next := v.budget, 0
		if a.part, next, err = t.Row(a.part[:0], m.src, v.off, &b); err != nil || !a.copied(v, target) {
			return false
		}
		m.walked.rememberRow(v.off, next, b)
		return true
	}
	var err error
	a.part, err = v.AppendRaw(a.part[:0])
	return err == nil && a.copied(v, target)
}

// copied decodes the copy of v.
func (a *attempts) copied(v *View, target any) bool {
	n := len(a.part)
	a.part = append(a.part, noName)
	ok := a.decoder.Try(a.part, 0, v.budget, target) == n
	a.part = mem.Kept(a.part)
	return ok
}
